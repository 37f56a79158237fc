// Records of games that are over: the lines themselves, and whatever the door
// answers about them.

#include "server/web_private.h"

#include "base/hash.h"
#include "base/memory.h"
#include "door/call.h"
#include "door/fields.h"
#include "server/limits.h"
#include "server/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- opening ----

typedef struct finding {
    int64_t number;
    unsigned lines;
    bool is_over;
    char *seats, *damage;
    const dx_page_file *lesson; // a record that is shipped; NULL: of the store
} finding;

static void note(void *context, const dx_stored_game *game)
{
    finding *f = context;
    f->number = game->game;
    f->lines = game->lines;
    f->is_over = strcmp(game->state, "over") == 0;
    f->seats = dx_copy_text(game->seats);
    f->damage = game->damage != NULL ? dx_copy_text(game->damage) : NULL;
}

// "lesson-hanabi" is the record of that lesson.
static const dx_page_file *lesson_of(const char *id)
{
    static const char head[] = "lesson-";
    if (strncmp(id, head, sizeof head - 1) != 0)
        return NULL;
    return dx_web_lesson(id + sizeof head - 1, ".jsonl");
}

bool dx_web_puts_off(const dx_web *web, unsigned lines, dx_web_answer *out)
{
    if (web->is_slow || lines <= DX_RECORD_LONG)
        return false;
    out->put_off = lines;
    return true;
}

// Finds it, if it may be read now.
static bool find(const dx_web_request *r, const char *id, finding *out,
                 dx_web_answer *answer)
{
    *out = (finding){.lesson = lesson_of(id)};
    bool is_found = false;
    if (out->lesson != NULL) {
        out->seats = dx_copy_text("[]");
        return true;
    }
    dx_error error = {.message = ""};
    if (dx_table_id_is_fine(id) &&
        dx_store_find(r->store, id, note, out, &is_found, &error) != DX_OK)
        dx_web_refuse(answer, 500, "broken", error.message);
    else if (!is_found && id[0] == '\0')
        dx_web_refuse(answer, 400, "input",
                      "\"record\" or \"table\" is missing: expected the "
                      "name of a game");
    else if (!is_found)
        dx_web_refuse(answer, 404, "missing", "there is no such record");
    else if (out->damage != NULL)
        dx_web_refuse(answer, 500, "broken", out->damage);
    else if (!out->is_over)
        dx_web_refuse(answer, 403, "token", "this game is not over yet");
    bool is_fine = is_found && out->damage == NULL && out->is_over &&
                   !dx_web_puts_off(r->web, out->lines, answer);
    dx_free(out->damage);
    if (is_fine)
        return true;
    dx_free(out->seats);
    return false;
}

// The lines of a game, or why there are none.
static bool read_lines(const dx_web_request *r, const finding *f, dx_text *out,
                       dx_web_answer *answer)
{
    dx_error error = {.message = ""};
    if (f->lesson != NULL) {
        dx_text_add_part(out, (const char *)f->lesson->at,
                         (size_t)(f->lesson->end - f->lesson->at));
        return true;
    }
    if (dx_store_lines(r->store, f->number, out, &error) == DX_OK)
        return true;
    dx_web_refuse(answer, 500, "broken", error.message);
    return false;
}

bool dx_web_open(const dx_web_request *r, const char *id, dx_opened *out,
                 dx_web_answer *answer)
{
    finding f;
    dx_text lines = {0};
    dx_error error = {.message = ""};
    *out = (dx_opened){.record = NULL};
    if (!find(r, id, &f, answer))
        return false;
    if (!read_lines(r, &f, &lines, answer)) {
        dx_text_release(&lines);
        dx_free(f.seats);
        return false;
    }
    dx_status status = dx_record_rescue(r->web->games, lines.at, lines.length,
                                        &out->record, &error);
    dx_text_release(&lines);
    json_t *seats = json_loads(f.seats, 0, NULL), *names = json_array();
    for (size_t i = 0; i < json_array_size(seats); i++)
        json_array_append(names,
                          json_object_get(json_array_get(seats, i), "name"));
    dx_free(f.seats);
    if (status != DX_OK)
        dx_web_fail(answer, status, &error);
    else
        dx_opened_name(out, names);
    json_decref(names);
    json_decref(seats);
    return status == DX_OK;
}

// ---- through the door ----

// The record under the id by which it was asked for; a table that is over is
// one.
static bool put_record(const dx_web_request *r, dx_session *session, json_t *in,
                       dx_web_answer *out)
{
    dx_opened opened = {.record = NULL};
    const char *id = json_string_value(json_object_get(in, "record"));
    if (!dx_web_open(r, id, &opened, out)) {
        dx_opened_release(&opened);
        return false;
    }
    const char *handle = dx_session_put(session, id, &opened, 0);
    json_object_set_new(in, "record", json_string(handle));
    return true;
}

// A table that is over is the record of its game; then all that makes no sense
// is said before anything is looked for.
static dx_status check(const dx_request *request, json_t *in, dx_error *error)
{
    const json_t *table = json_object_get(in, "table");
    const char *record = json_string_value(json_object_get(in, "record"));
    bool is_named = record != NULL && record[0] != '\0';
    if (json_is_string(table) && dx_word_is_in("record", request->members)) {
        if (!is_named)
            json_object_set(in, "record", (json_t *)(uintptr_t)table);
        json_object_del(in, "table");
    }
    return dx_request_check(request, in, error);
}

void dx_web_do(const dx_web_request *r, const dx_request *request, json_t *in,
               dx_web_answer *out)
{
    dx_session_limits limits = {.stop = r->stop, .games = r->web->games};
    dx_session *session = dx_session_new(&limits);
    const char *type = NULL;
    dx_error error = {.message = ""};
    dx_status status = check(request, in, &error);
    if (status != DX_OK)
        dx_web_fail(out, status, &error);
    else if (!dx_word_is_in("record", request->members) ||
             put_record(r, session, in, out)) {
        status = dx_session_do(session, request, in, &out->body, &type);
        if (status != DX_OK)
            out->code = dx_web_code(status);
        else if (type != NULL)
            out->type = type;
    }
    dx_session_free(session);
    json_decref(in);
}

// ---- /api/records/ID... ----

// A game that is over never changes, so an answer about it is the same for the
// same request, the same names and the same program.  True if the caller has
// it already.
static bool is_known(const dx_web_request *r, const finding *f,
                     dx_web_answer *out)
{
    struct stat program = {0};
    dx_text all = {0};
    stat("/proc/self/exe", &program);
    dx_text_printf(&all, "%s?%s %s %lld %lld", r->web->path, r->web->query,
                   f->seats, (long long)program.st_mtime,
                   (long long)program.st_size);
    out->tag = dx_hash_bytes(all.at, all.length) | 1;
    dx_text_release(&all);
    if (!dx_web_has(r->web, out->tag))
        return false;
    out->code = 304;
    return true;
}

// Where a replay begins is `from` in a query, and its turn for the door.
static json_t *members_of(const dx_web *web, const char *id)
{
    json_t *in = dx_web_members(web), *from = json_object_get(in, "from");
    if (from != NULL)
        json_object_set(in, "turn", from);
    json_object_del(in, "from");
    json_object_set_new(in, "record", json_string(id));
    return in;
}

void dx_web_record(const dx_web_request *r, dx_web_answer *out)
{
    char id[DX_TABLE_ID] = "", what[12] = "";
    sscanf(r->web->path, "/api/records/%39[a-z0-9-]/%11s", id, what);
    finding f = {0};
    bool is_replay = strcmp(what, "replay") == 0;
    if (r->web->is_post) {
        dx_web_refuse(out, 405, "method", "a record is read with GET");
    } else if (!find(r, id, &f, out)) {
        return;
    } else if (is_known(r, &f, out)) {
        dx_free(f.seats);
        return;
    } else if (what[0] == '\0') {
        if (read_lines(r, &f, &out->body, out))
            out->type = "application/x-ndjson";
    } else if (!is_replay && strcmp(what, "track") != 0) {
        dx_web_refuse(out, 404, "missing", "there is nothing here");
    } else {
        dx_web_do(r, dx_request_find(what),
                  is_replay ? members_of(r->web, id)
                            : json_pack("{s:s}", "record", id),
                  out);
    }
    dx_free(f.seats);
    if (out->code != 200)
        out->tag = 0;
}

// ---- lessons ----

const dx_page_file *dx_web_lesson(const char *game, const char *kind)
{
    for (const dx_page_file *file = dx_page_lessons; file->path != NULL;
         file++) {
        size_t length = strcspn(file->path, ".");
        if (strlen(game) == length && strncmp(file->path, game, length) == 0 &&
            strcmp(file->path + length, kind) == 0)
            return file;
    }
    return NULL;
}

void dx_web_lesson_steps(const char *game, dx_web_answer *out)
{
    const dx_page_file *file = dx_web_lesson(game, ".json");
    if (file == NULL)
        dx_web_refuse(out, 404, "missing", "there is no such lesson");
    else
        dx_text_add_part(&out->body, (const char *)file->at,
                         (size_t)(file->end - file->at));
}
