// Files that are made from the log are written beside their place and moved
// there, so that a run that is cut off leaves the old one or the new one.
// Times alone are appended, a line for each run: they cannot be made again.

#include "lab/folder.h"

#include "base/memory.h"
#include "lab/html.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static dx_status trouble(const char *path, const char *what, dx_error *error)
{
    dx_status status = dx_fail(error, DX_ERR_FILE, 0, 0, "cannot %s: %s", what,
                               strerror(errno));
    dx_error_in_file(error, path);
    return status;
}

char *dx_folder_path(const char *folder, const char *name)
{
    dx_text path = {0};
    dx_text_printf(&path, "%s/%s", folder, name);
    return dx_text_take(&path);
}

bool dx_folder_has(const char *folder, const char *name)
{
    char *path = dx_folder_path(folder, name);
    bool there = access(path, F_OK) == 0;
    dx_free(path);
    return there;
}

static dx_status make_folder(const char *path, dx_error *error)
{
    struct stat info;
    if (mkdir(path, 0777) == 0 ||
        (errno == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode)))
        return DX_OK;
    return trouble(path, "make this folder", error);
}

dx_status dx_folder_open(const char *folder, bool with_records, dx_error *error)
{
    dx_status status = make_folder(folder, error);
    if (status == DX_OK && with_records) {
        char *path = dx_folder_path(folder, "records");
        status = make_folder(path, error);
        dx_free(path);
    }
    return status;
}

void dx_folder_read_times(const char *folder, dx_results *results)
{
    char *path = dx_folder_path(folder, "times.ndjson");
    FILE *file = fopen(path, "r");
    dx_free(path);
    char line[200];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        json_t *time = json_loads(line, 0, NULL);
        json_int_t lineup = json_integer_value(json_object_get(time, "lineup"));
        json_int_t games = json_integer_value(json_object_get(time, "games"));
        double cpu = json_number_value(json_object_get(time, "cpu_seconds"));
        if (lineup >= 1 &&
            lineup <= dx_results_schedule(results)->lineup_count &&
            games >= 0 && games <= DX_SCHEDULE_GAMES_MAX && cpu >= 0)
            dx_results_spend(results, (unsigned)lineup - 1,
                             (dx_spent){(unsigned)games, cpu});
        json_decref(time);
    }
    if (file != NULL)
        fclose(file);
}

static dx_status write_file(const char *path, const char *mode,
                            const dx_text *text, dx_error *error)
{
    FILE *file = fopen(path, mode);
    if (file == NULL)
        return trouble(path, "write", error);
    bool good = text->length == 0 ||
                fwrite(text->at, 1, text->length, file) == text->length;
    if (fclose(file) != 0 || !good)
        return trouble(path, "write", error);
    return DX_OK;
}

// Writes beside the file and moves it there.
static dx_status replace(const char *folder, const char *name,
                         const dx_text *text, dx_error *error)
{
    char *path = dx_folder_path(folder, name);
    dx_text beside = {0};
    dx_text_printf(&beside, "%s.new", path);
    dx_status status = write_file(dx_text_string(&beside), "w", text, error);
    if (status == DX_OK && rename(dx_text_string(&beside), path) != 0)
        status = trouble(path, "write", error);
    dx_text_release(&beside);
    dx_free(path);
    return status;
}

static dx_status append_times(const char *folder, const dx_summary *summary,
                              const dx_spent *before, dx_error *error)
{
    dx_text text = {0};
    for (unsigned i = 0; i < summary->schedule->lineup_count; i++) {
        dx_spent now = summary->lineups[i].spent;
        if (now.games > before[i].games)
            dx_text_printf(
                &text, "{\"lineup\":%u,\"games\":%u,\"cpu_seconds\":%.9f}\n",
                i + 1, now.games - before[i].games,
                now.cpu_seconds - before[i].cpu_seconds);
    }
    char *path = dx_folder_path(folder, "times.ndjson");
    dx_status status = write_file(path, "a", &text, error);
    dx_free(path);
    dx_text_release(&text);
    return status;
}

dx_status dx_folder_write(const char *folder, const dx_summary *summary,
                          const dx_spent *before, dx_error *error)
{
    static const struct {
        const char *name;
        void (*print)(const dx_summary *summary, dx_text *out);
    } files[] = {{"summary.json", dx_summary_json},
                 {"summary.csv", dx_summary_csv}};
    dx_status status = append_times(folder, summary, before, error);
    dx_text text = {0};
    for (unsigned i = 0; i < 2 && status == DX_OK; i++) {
        dx_text_clear(&text);
        files[i].print(summary, &text);
        status = replace(folder, files[i].name, &text, error);
    }
    if (status == DX_OK) {
        dx_text_clear(&text);
        dx_summary_html(summary, dx_folder_has(folder, "records"), &text);
        status = replace(folder, "report.html", &text, error);
    }
    dx_text_release(&text);
    return status;
}
