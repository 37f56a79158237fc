// Lines are gathered and written at the end of the file, whole and in order.
// So a run that is killed leaves a log that is sound but for its last line, and
// opening it again cuts that off.  The file is locked for as long as it is
// open: two runs at once would log games twice.

#include "lab/log.h"

#include "base/memory.h"
#include "lab/log_private.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct dx_log {
    int file;
    char *path;
    const dx_schedule *schedule;
    dx_text waiting;
};

enum { LOG_BYTES_MAX = INT32_MAX, WAITING_BYTES = 1 << 16 };

static dx_status file_trouble(const char *path, const char *what,
                              dx_error *error)
{
    dx_status status = dx_fail(error, DX_ERR_FILE, 0, 0, "cannot %s: %s", what,
                               strerror(errno));
    dx_error_in_file(error, path);
    return status;
}

void dx_log_line(const dx_schedule *schedule, const dx_result *result,
                 dx_text *out)
{
    unsigned columns = dx_schedule_columns(schedule);
    dx_text_printf(out,
                   "{\"lineup\":%u,\"deal\":%u,\"rotation\":%u,"
                   "\"ending\":\"%s\",",
                   result->key.lineup + 1, result->key.deal,
                   result->key.rotation, dx_ending_text(result->ending));
    if (dx_ending_is_forfeit(result->ending))
        dx_text_printf(out, "\"by\":%u,", result->by + 1);
    if (result->why[0] != '\0') {
        dx_text_add(out, "\"why\":");
        dx_text_add_json(out, result->why);
        dx_text_add_char(out, ',');
    }
    for (unsigned i = 0; i < columns; i++)
        dx_text_printf(out, "%s%d", i == 0 ? "\"scores\":[" : ",",
                       result->score[i]);
    dx_text_add(out, "],\"won\":[");
    const char *between = "";
    for (unsigned i = 0; i < columns; i++)
        if (result->won >> i & 1) {
            dx_text_printf(out, "%s%u", between, i + 1);
            between = ",";
        }
    dx_text_add(out, "]}\n");
}

void dx_log_header(const dx_schedule *schedule, dx_text *out)
{
    dx_text rules = {0};
    dx_rules_print(&schedule->rules, &rules);
    dx_text_printf(out, "{\"doxa\":\"tournament\",\"version\":%d,\"rules\":",
                   DX_LOG_VERSION);
    dx_text_add_json(out, dx_text_string(&rules));
    dx_text_release(&rules);
    dx_text_printf(
        out, ",\"game_version\":%u,\"seed\":\"%" PRIu64 "\",\"lineups\":[",
        schedule->rules.game->version, schedule->seed);
    for (unsigned i = 0; i < schedule->lineup_count; i++) {
        dx_text_add(out, i == 0 ? "[" : ",[");
        for (unsigned j = 0; j < dx_players(&schedule->rules); j++) {
            dx_text_add(out, j == 0 ? "" : ",");
            dx_text_add_json(out, schedule->lineups[i].name[j]);
        }
        dx_text_add_char(out, ']');
    }
    dx_text_add(out, "]}\n");
}

// Opens the file and makes sure that nobody else writes it.
static dx_status open_file(dx_log *log, dx_error *error)
{
    log->file = open(log->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log->file < 0)
        return file_trouble(log->path, "open", error);
    if (flock(log->file, LOCK_EX | LOCK_NB) == 0)
        return DX_OK;
    dx_status status = dx_fail(error, DX_ERR_FILE, 0, 0,
                               "another run is writing this log: wait for "
                               "its end, or give --out another folder");
    dx_error_in_file(error, log->path);
    return status;
}

// What is there already: the sound lines go into `results`.
static dx_status take_over(dx_log *log, dx_results *results, dx_log_news *news,
                           dx_error *error)
{
    dx_text text = {0};
    dx_status status =
        dx_text_read_file(log->path, LOG_BYTES_MAX, &text, error);
    if (status != DX_OK)
        return status;
    size_t sound = 0;
    status =
        dx_log_read(results, text.at, text.length, &sound, &news->games, error);
    dx_error_in_file(error, log->path);
    news->bytes_dropped = text.length - sound;
    if (status == DX_OK && news->bytes_dropped > 0 &&
        ftruncate(log->file, (off_t)sound) != 0)
        status = file_trouble(log->path, "repair", error);
    if (status == DX_OK && sound == 0) {
        dx_log_header(log->schedule, &log->waiting);
        status = dx_log_flush(log, error);
    }
    dx_text_release(&text);
    return status;
}

dx_status dx_log_open(const char *path, dx_results *results, dx_log **out_log,
                      dx_log_news *out_news, dx_error *error)
{
    dx_log *log = dx_alloc(1, sizeof *log);
    dx_log_news news = {0};
    log->path = dx_copy_text(path);
    log->schedule = dx_results_schedule(results);
    dx_status status = open_file(log, error);
    if (status == DX_OK)
        status = take_over(log, results, &news, error);
    if (status != DX_OK) {
        dx_log_free(log);
        return status;
    }
    *out_log = log;
    *out_news = news;
    return DX_OK;
}

void dx_log_free(dx_log *log)
{
    if (log == NULL)
        return;
    if (log->file >= 0)
        close(log->file);
    dx_text_release(&log->waiting);
    dx_free(log->path);
    dx_free(log);
}

dx_status dx_log_add(dx_log *log, const dx_result *result, dx_error *error)
{
    dx_log_line(log->schedule, result, &log->waiting);
    return log->waiting.length < WAITING_BYTES ? DX_OK
                                               : dx_log_flush(log, error);
}

dx_status dx_log_flush(dx_log *log, dx_error *error)
{
    size_t done = 0;
    while (done < log->waiting.length) {
        ssize_t written = write(log->file, log->waiting.at + done,
                                log->waiting.length - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return file_trouble(log->path, "write", error);
        done += (size_t)written;
    }
    dx_text_clear(&log->waiting);
    return DX_OK;
}
