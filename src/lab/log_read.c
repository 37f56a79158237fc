// A log is trusted line by line.  Its header must be what this tournament would
// write; where it is not, the part that differs is named.  Each game must be
// one of the schedule, and be there once.  A last line without its end is no
// error but the trace of an interruption; damage in the middle is one, with its
// line.

#include "lab/log_private.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

// A log of another version cannot go on, not even by its own command.
static dx_status check_version(const json_t *header, dx_error *error)
{
    json_t *version = json_object_get(header, "version");
    if (json_integer_value(version) == DX_LOG_VERSION)
        return DX_OK;
    return dx_fail(error, DX_ERR_UNSUPPORTED, 1, 1,
                   "a log of version %d; this program writes version %d, with "
                   "other deals: give --out another folder and play anew",
                   (int)json_integer_value(version), DX_LOG_VERSION);
}

// The header must be that of the schedule, letter for letter; if it is not,
// says which part differs.
static dx_status check_header(const dx_schedule *schedule, const char *line,
                              size_t length, dx_error *error)
{
    dx_text want = {0};
    dx_log_header(schedule, &want);
    bool same = length == want.length && memcmp(line, want.at, length) == 0;
    json_t *is = json_loadb(line, length, 0, NULL);
    json_t *wanted = json_loadb(want.at, want.length, 0, NULL);
    dx_text_release(&want);
    dx_status status = DX_OK;
    const char *kind = json_string_value(json_object_get(is, "doxa"));
    if (!same && (kind == NULL || strcmp(kind, "tournament") != 0))
        status = dx_fail(error, DX_ERR_INPUT, 1, 1,
                         "this is not the log of a tournament");
    if (!same && status == DX_OK)
        status = check_version(is, error);
    static const char *const parts[] = {"rules", "game_version", "seed",
                                        "lineups"};
    for (unsigned i = 0; i < 4 && status == DX_OK && !same; i++) {
        json_t *one = json_object_get(is, parts[i]);
        json_t *other = json_object_get(wanted, parts[i]);
        if (json_equal(one, other))
            continue;
        char *text = json_dumps(one, JSON_ENCODE_ANY | JSON_COMPACT);
        status = dx_fail(error, DX_ERR_INPUT, 1, 1,
                         "this log is of another tournament: its %s is "
                         "%.200s; repeat that command, or give --out another "
                         "folder",
                         parts[i], text != NULL ? text : "missing");
        free(text);
    }
    json_decref(is);
    json_decref(wanted);
    return status;
}

// Without a single whole line: is it at least the start of our header?
static dx_status check_start(const dx_schedule *schedule, const char *text,
                             size_t length, dx_error *error)
{
    dx_text want = {0};
    dx_log_header(schedule, &want);
    bool same = length < want.length && memcmp(text, want.at, length) == 0;
    dx_text_release(&want);
    return same ? DX_OK
                : dx_fail(error, DX_ERR_INPUT, 1, 1,
                          "this is not the log of this tournament");
}

// A whole number at `name` of `object`; false if there is none in range.
static bool read_number(const json_t *object, const char *name, int min,
                        int max, int *out)
{
    json_t *value = json_object_get(object, name);
    if (!json_is_integer(value))
        return false;
    json_int_t number = json_integer_value(value);
    if (number < min || number > max)
        return false;
    *out = (int)number;
    return true;
}

static bool read_ending(const json_t *object, dx_result *result)
{
    const char *text = json_string_value(json_object_get(object, "ending"));
    for (dx_ending e = DX_END_OVER; text != NULL && e <= DX_END_CUT; e++)
        if (strcmp(text, dx_ending_text(e)) == 0) {
            result->ending = e;
            return true;
        }
    return false;
}

static bool read_scores(const json_t *object, unsigned columns,
                        dx_result *result)
{
    json_t *scores = json_object_get(object, "scores");
    json_t *won = json_object_get(object, "won"), *item;
    size_t i;
    if (json_array_size(scores) != columns || !json_is_array(won))
        return false;
    json_array_foreach (scores, i, item) {
        json_int_t score = json_integer_value(item);
        if (!json_is_integer(item) || score < INT32_MIN || score > INT32_MAX)
            return false;
        result->score[i] = (int)score;
    }
    json_array_foreach (won, i, item) {
        json_int_t entry = json_integer_value(item);
        if (entry < 1 || entry > columns)
            return false;
        result->won |= 1u << (entry - 1);
    }
    return true;
}

// Reads one game.  One that is beyond the games wanted is left out: the log is
// of a longer run.
static dx_status read_game(const dx_schedule *schedule, const json_t *object,
                           dx_result *out, bool *wanted, dx_error *error)
{
    int lineup, deal, rotation, by = 1;
    dx_result result = {0};
    if (!read_number(object, "lineup", 1, (int)schedule->lineup_count,
                     &lineup) ||
        !read_number(object, "deal", 0, DX_SCHEDULE_GAMES_MAX - 1, &deal) ||
        !read_number(object, "rotation", 0,
                     (int)schedule->lineups[lineup - 1].rotations - 1,
                     &rotation) ||
        !read_ending(object, &result) ||
        !read_scores(object, dx_schedule_columns(schedule), &result) ||
        (json_object_get(object, "by") != NULL &&
         !read_number(object, "by", 1, (int)dx_players(&schedule->rules), &by)))
        return dx_fail(error, DX_ERR_INPUT, 0, 1,
                       "expected a game of this tournament (lineup, deal, "
                       "rotation, ending, scores, won); delete the line and "
                       "its game will be played again");
    result.key =
        (dx_game_key){(unsigned)lineup - 1, (unsigned)deal, (unsigned)rotation};
    result.by = (unsigned)by - 1;
    const char *why = json_string_value(json_object_get(object, "why"));
    snprintf(result.why, sizeof result.why, "%s", why != NULL ? why : "");
    *wanted = dx_game_number(schedule, result.key) < schedule->games;
    *out = result;
    return DX_OK;
}

static dx_status read_line(dx_results *results, const char *line, size_t length,
                           unsigned *games, dx_error *error)
{
    json_error_t trouble;
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &trouble);
    if (object == NULL)
        return dx_fail(error, DX_ERR_SYNTAX, 0, (unsigned)trouble.column,
                       "%.120s; delete the line and its game will be played "
                       "again",
                       trouble.text);
    dx_result result;
    bool wanted = false;
    dx_status status = read_game(dx_results_schedule(results), object, &result,
                                 &wanted, error);
    json_decref(object);
    if (status != DX_OK || !wanted)
        return status;
    if (!dx_results_add(results, &result))
        return dx_fail(error, DX_ERR_INPUT, 0, 1,
                       "this game is in the log twice; delete one line");
    ++*games;
    return DX_OK;
}

dx_status dx_log_read(dx_results *results, const char *text, size_t length,
                      size_t *out_sound, unsigned *out_games, dx_error *error)
{
    unsigned line = 0, games = 0;
    size_t at = 0;
    dx_status status = DX_OK;
    while (at < length && status == DX_OK) {
        const char *end = memchr(text + at, '\n', length - at);
        if (end == NULL)
            break;
        size_t bytes = (size_t)(end - text) + 1 - at;
        line++;
        status = line == 1
                     ? check_header(dx_results_schedule(results), text + at,
                                    bytes, error)
                     : read_line(results, text + at, bytes, &games, error);
        at += bytes;
    }
    if (status == DX_OK && line == 0 && length > 0)
        status = check_start(dx_results_schedule(results), text, length, error);
    if (status != DX_OK) {
        if (error != NULL)
            error->line = line;
        return status;
    }
    *out_sound = at;
    *out_games = games;
    return DX_OK;
}
