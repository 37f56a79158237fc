// Requests that need no table, and who answers which: the lobby's finished
// games, records (web_records.c), logic (web_logic.c).

#include "server/web.h"

#include "base/members.h"
#include "base/memory.h"
#include "door/call.h"
#include "door/fields.h"
#include "server/limits.h"
#include "server/page.h"
#include "server/post.h"
#include "server/web_private.h"

#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void dx_web_free(dx_web *web)
{
    if (web != NULL)
        dx_text_release(&web->body);
    dx_free(web);
}

json_t *dx_web_members(const dx_web *web)
{
    json_t *in = json_object();
    for (const char *at = web->query; *at != '\0';) {
        size_t part = strcspn(at, "&"), length = strcspn(at, "=&");
        const char *value = at + length + (at[length] == '=');
        size_t rest = (size_t)(at + part - value);
        bool is_number = strspn(value, "0123456789") == rest && rest < 19;
        char name[DX_HANDLE];
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (part > 0) // nothing stands behind the last & of `a=1&`
            json_object_set_new(in, name,
                                rest == 0 ? json_null()
                                : is_number
                                    ? json_integer(strtoll(value, NULL, 10))
                                    : json_stringn_nocheck(value, rest));
        at += part + (at[part] == '&');
    }
    return in;
}

dx_status dx_web_check_query(const dx_web *web, dx_error *error)
{
    const char *path = web->path, *end = strrchr(path, '/'), *name;
    bool is_list = strcmp(path, "/api/tables") == 0 && !web->is_post;
    if (web->query[0] == '\0' || strncmp(path, "/api/", 5) != 0 ||
        (end != NULL && strcmp(end, "/replay") == 0) ||
        strncmp(path, "/api/rules/", 11) == 0 ||
        strncmp(path, "/api/words/", 11) == 0)
        return DX_OK;
    dx_status status = DX_OK;
    json_t *in = dx_web_members(web), *value;
    json_object_foreach (in, name, value)
        if (!is_list || !dx_word_is_in(name, "state limit before"))
            status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                             "\"%s\": %s has no such member, only: %s", name,
                             path, is_list ? "state limit before" : "none");
    json_decref(in);
    return status;
}

void dx_web_tag_write(uint64_t tag, char out[DX_TAG])
{
    snprintf(out, DX_TAG, "\"%016" PRIx64 "\"", tag);
}

bool dx_web_has(const dx_web *web, uint64_t tag)
{
    char wanted[DX_TAG];
    dx_web_tag_write(tag, wanted);
    for (const char *at = web->tags; *at != '\0';) {
        at += strspn(at, " \t,");
        size_t length = strcspn(at, ", \t");
        const char *one = at;
        at += length;
        if (length == 1 && *one == '*')
            return true;
        if (length > 2 && strncmp(one, "W/", 2) == 0) { // a proxy has packed it
            one += 2;
            length -= 2;
        }
        if (length == DX_TAG - 1 && strncmp(one, wanted, length) == 0)
            return true;
    }
    return false;
}

void dx_web_refuse(dx_web_answer *out, int code, const char *name,
                   const char *text)
{
    dx_text_clear(&out->body);
    dx_text_printf(&out->body, "{\"error\":{\"code\":\"%s\",\"text\":", name);
    dx_text_add_json(&out->body, text);
    dx_text_add(&out->body, "}}");
    out->code = code;
    out->type = DX_TYPE_JSON;
}

int dx_web_code(dx_status status)
{
    return status == DX_ERR_LIMIT || status == DX_ERR_UNSUPPORTED ? 422
           : status == DX_ERR_FILE                                ? 500
                                                                  : 400;
}

void dx_web_fail(dx_web_answer *out, dx_status status, const dx_error *error)
{
    dx_text_clear(&out->body);
    dx_text_add_char(&out->body, '{');
    dx_tell_failure(status, error, NULL, &out->body);
    out->code = dx_web_code(status);
    out->type = DX_TYPE_JSON;
}

// ---- games that are over ----

static void say_seats(const char *text, dx_text *out)
{
    json_t *seats = json_loads(text, 0, NULL);
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        const char *name = json_string_value(json_object_get(seat, "name"));
        const char *kind = json_string_value(json_object_get(seat, "kind"));
        const char *agent = json_string_value(json_object_get(seat, "agent"));
        dx_text_printf(out, "%s{\"seat\":%zu,\"name\":", i > 0 ? "," : "",
                       i + 1);
        dx_text_add_json(out, name != NULL ? name : "");
        dx_text_printf(out, ",\"here\":false,\"kind\":\"%s\"",
                       kind != NULL ? kind : "person");
        if (agent != NULL && agent[0] != '\0')
            dx_put_text(out, "agent", agent);
        dx_text_add_char(out, '}');
    }
    json_decref(seats);
}

void dx_web_say_stored(void *context, const dx_stored_game *game)
{
    dx_text *out = context;
    bool is_broken = game->damage != NULL;
    char made[DX_TABLE_ID]; // where its name cannot be read
    dx_table_id_new(game->game, made);
    dx_text_printf(out, "%s{\"id\":\"%s\",\"game\":\"%.*s\",\"rules\":",
                   out->length > 0 && out->at[out->length - 1] == '}' ? ","
                                                                      : "",
                   game->id[0] != '\0' ? game->id : made,
                   (int)strcspn(game->rules, "("), game->rules);
    dx_text_add_json(out, game->rules);
    dx_text_printf(out,
                   ",\"state\":\"%s\",\"open\":false,\"to_move\":null,"
                   "\"since\":%" PRId64 ",\"scores\":%s,\"seats\":[",
                   is_broken ? "broken" : game->state, game->since,
                   game->scores != NULL && !is_broken ? game->scores : "null");
    say_seats(game->seats, out);
    dx_text_add_char(out, ']');
    if (is_broken)
        dx_put_text(out, "damage", game->damage);
    dx_text_add_char(out, '}');
}

// How many tables are wanted; 0: that is no number, or too many.
// The number of a table, of which its whole name follows; the table itself may
// be gone since it was listed.
static bool read_id(const char *id, int64_t *out_number)
{
    char fine[DX_TABLE_ID];
    const char *dash = strrchr(id, '-');
    *out_number = dash != NULL ? strtoll(dash + 1, NULL, 10) : 0;
    if (*out_number <= 0)
        return false;
    dx_table_id_new(*out_number, fine);
    return strcmp(id, fine) == 0;
}

dx_status dx_lobby_wish_read(const dx_web *web, dx_lobby_wish *out,
                             dx_error *error)
{
    json_t *in = dx_web_members(web);
    const json_t *limit = json_object_get(in, "limit");
    const char *state = json_string_value(json_object_get(in, "state"));
    const json_t *before = json_object_get(in, "before");
    dx_status status = DX_OK;
    *out = (dx_lobby_wish){
        .playing = state == NULL || strcmp(state, "over") != 0,
        .over = state == NULL || strcmp(state, "playing") != 0,
        .limit = limit == NULL ? DX_LIST_NORMAL
                               : (unsigned)json_integer_value(limit),
        .before = INT64_MAX};
    if (json_object_get(in, "state") != NULL && out->playing && out->over)
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "state: expected playing or over");
    else if (json_integer_value(limit) > DX_LIST_MAX || out->limit == 0)
        status = dx_fail(error, DX_ERR_INPUT, 0, 0, "limit: expected 1 to %d",
                         DX_LIST_MAX);
    else if (before != NULL &&
             (!json_is_string(before) ||
              !read_id(json_string_value(before), &out->before)))
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "before: expected the id of a table");
    json_decref(in);
    return status;
}

static void list_over(dx_store *store, const dx_web *web, const dx_text *head,
                      dx_web_answer *out)
{
    dx_lobby_wish wish;
    dx_error error = {.message = ""};
    uint64_t count = 0;
    dx_text_add_part(&out->body, head->at, head->length);
    dx_status status = dx_lobby_wish_read(web, &wish, &error);
    if (status != DX_OK) {
        dx_web_fail(out, status, &error);
        return;
    }
    if (wish.over)
        status = dx_store_over(store, wish.before, wish.limit,
                               dx_web_say_stored, &out->body, &error);
    if (status == DX_OK)
        status = dx_store_count_over(store, &count, &error);
    dx_text_printf(&out->body, "],\"over\":%" PRIu64, count);
    if (status != DX_OK) { // what could be read is there
        dx_put_text(&out->body, "damage", error.message);
    }
    dx_text_add_char(&out->body, '}');
}

// A game that is wanted by its name: TABLE, and what its lines are read by.
typedef struct telling {
    dx_text *out;
    char *rules;
    int64_t number;
    unsigned lines;
    bool is_broken;
} telling;

static void note_table(void *context, const dx_stored_game *game)
{
    telling *t = context;
    dx_web_say_stored(t->out, game);
    t->rules = dx_copy_text(game->rules);
    t->number = game->game;
    t->lines = game->lines;
    t->is_broken = game->damage != NULL;
}

// Is the line an event, and a move?
static bool is_move(const char *line, size_t length, const dx_rules *rules)
{
    static const char name[] = "\"verb\"";
    const char *at = memmem(line, length, name, sizeof name - 1);
    const dx_verb *verbs = rules->game->verbs;
    if (at == NULL)
        return false;
    at += sizeof name - 1;
    at += strcspn(at, "\"") + 1;
    size_t word = strcspn(at, "\"");
    for (unsigned i = 0; verbs[i].name != NULL; i++)
        if (strlen(verbs[i].name) == word &&
            strncmp(verbs[i].name, at, word) == 0)
            return !verbs[i].chance;
    return false;
}

// How many events and turns there were, from the lines as they are: to replay
// them would cost a hundred times as much.  False: they cannot be read.
static bool add_counts(const dx_game *const *games, dx_store *store,
                       const telling *t)
{
    static const char event[] = "{\"event\"";
    dx_text lines = {0};
    dx_rules rules;
    unsigned events = 0, turns = 0;
    if (dx_rules_parse(games, t->rules, &rules, NULL) != DX_OK)
        return true;
    if (dx_store_lines(store, t->number, &lines, NULL) != DX_OK) {
        dx_text_release(&lines);
        return false;
    }
    for (const char *at = dx_text_string(&lines); *at != '\0';) {
        size_t length = strcspn(at, "\n");
        if (strncmp(at, event, sizeof event - 1) == 0) {
            events++;
            turns += is_move(at, length, &rules);
        }
        at += length + (at[length] == '\n');
    }
    dx_text_release(&lines);
    t->out->length--; // the brace
    dx_text_printf(t->out, ",\"events\":%u,\"turn\":%u}", events, turns);
    return true;
}

static void tell_table(dx_store *store, const dx_web *web, dx_web_answer *out)
{
    char id[DX_TABLE_ID] = "", what[12] = "";
    bool is_found = false;
    dx_error error = {.message = ""};
    telling t = {.out = &out->body};
    sscanf(web->path, "/api/tables/%39[a-z0-9-]/%11s", id, what);
    if (what[0] == '\0' && !web->is_post &&
        dx_store_find(store, id, note_table, &t, &is_found, &error) != DX_OK)
        dx_web_refuse(out, 500, "broken", error.message);
    else if (!is_found)
        dx_web_refuse(out, 404, "missing", "there is no such table");
    else if (!t.is_broken && dx_web_puts_off(web, t.lines, out))
        ; // it is asked again
    else if (!t.is_broken && !add_counts(web->games, store, &t)) {
        dx_text_clear(&out->body); // now it is known to be broken
        dx_free(t.rules);
        if (dx_store_find(store, id, note_table, &t, &is_found, &error) !=
            DX_OK)
            dx_web_refuse(out, 500, "broken", error.message);
    }
    dx_free(t.rules);
}

// ---- records that somebody brings ----

static void write_scores(const dx_match *match, dx_text *out)
{
    for (unsigned i = 0; i < dx_players(dx_match_rules(match)); i++)
        dx_text_printf(out, "%s%d", i > 0 ? "," : "[",
                       dx_match_score(match, i));
    dx_text_add_char(out, ']');
}

// The lines of what somebody brings, checked.
static dx_status read_brought(const dx_web *web, dx_text *lines,
                              dx_rules *out_rules, dx_text *scores,
                              dx_error *error)
{
    dx_record *record = NULL;
    dx_status status =
        dx_any_record(web->body.at, web->body.length, lines, error);
    if (status == DX_OK)
        status = dx_record_read(web->games, lines->at, lines->length, &record,
                                error);
    if (status != DX_OK)
        return status;
    dx_match *match = dx_record_match(record, record->count);
    *out_rules = record->rules;
    if (record->finished)
        write_scores(match, scores);
    dx_match_free(match);
    dx_record_free(record);
    return DX_OK;
}

// The seats of a record as the store keeps them.
static void write_seats(const dx_rules *rules, const dx_text *lines,
                        dx_text *out)
{
    json_t *head =
        json_loadb(lines->at, lines->length, JSON_DISABLE_EOF_CHECK, NULL);
    const json_t *seats = json_object_get(head, "seats");
    for (unsigned i = 0; i < dx_players(rules); i++) {
        const char *name = json_string_value(json_array_get(seats, i));
        dx_text_printf(out,
                       "%s{\"kind\":\"person\",\"agent\":\"\",\"key\":"
                       "\"\",\"name\":",
                       i > 0 ? "," : "[");
        dx_text_add_json(out, name != NULL ? name : "");
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
    json_decref(head);
}

static void keep_lines(int64_t number, const dx_text *lines, dx_batch *batch)
{
    unsigned n = 0;
    for (size_t at = 0; at < lines->length;) {
        const char *end = memchr(lines->at + at, '\n', lines->length - at);
        size_t length =
            end != NULL ? (size_t)(end - lines->at) - at : lines->length - at;
        if (length > 0) {
            char *line = dx_copy_text_part(lines->at + at, length);
            dx_vector_push(&batch->rows, (dx_row){.kind = DX_ROW_LINE,
                                                  .game = number,
                                                  .n = n,
                                                  .text = line});
            n++;
        }
        at += length + 1;
    }
}

void dx_web_bring(const dx_web *web, int64_t number, dx_batch *batch,
                  dx_web_answer *out)
{
    dx_text lines = {0}, rules_text = {0}, seats = {0}, scores = {0};
    dx_rules rules = {0};
    dx_error error = {.message = ""};
    char id[DX_TABLE_ID];
    out->code = 200;
    out->type = DX_TYPE_JSON;
    if (!web->is_post) {
        dx_web_refuse(out, 405, "method", "records are brought with POST");
        return;
    }
    dx_status status = read_brought(web, &lines, &rules, &scores, &error);
    if (status != DX_OK) {
        dx_web_fail(out, status, &error);
        dx_text_release(&lines);
        dx_text_release(&scores);
        return;
    }
    dx_table_secret_id_new(number, id);
    dx_rules_print(&rules, &rules_text);
    write_seats(&rules, &lines, &seats);
    dx_vector_push(
        &batch->rows,
        (dx_row){.kind = DX_ROW_GAME,
                 .game = number,
                 .id = dx_copy_text(id),
                 .text = dx_text_take(&rules_text),
                 .seats = dx_text_take(&seats),
                 .options = dx_copy_text("{}"),
                 .state = "over",
                 .scores = scores.length > 0 ? dx_text_take(&scores) : NULL,
                 .since = (int64_t)time(NULL)});
    keep_lines(number, &lines, batch);
    dx_text_release(&lines);
    dx_text_printf(&out->body, "{\"id\":\"%s\"}", id);
}

// ---- the games, and examples ----

void dx_web_games(const dx_game *const *games, unsigned programs,
                  const char *const *program, dx_text *out)
{
    dx_session *session = dx_session_new(&(dx_session_limits){.games = games});
    json_t *in = json_object();
    const char *type;
    dx_session_do(session, dx_request_find("games"), in, out, &type);
    json_decref(in);
    dx_session_free(session);
    out->length--; // the brace
    dx_text_add(out, ",\"programs\":[");
    for (unsigned i = 0; i < programs; i++)
        dx_put_text(out, NULL, program[i]);
    dx_text_add(out, "],\"lessons\":[");
    for (const dx_game *const *game = games; *game != NULL; game++)
        if (dx_web_lesson((*game)->name, ".json") != NULL)
            dx_put_text(out, NULL, (*game)->name);
    unsigned puzzles = 0;
    for (const dx_page_file *file = dx_page_lessons; file->path != NULL; file++)
        puzzles += strncmp(file->path, "puzzle-", 7) == 0 &&
                   strstr(file->path, ".jsonl") != NULL;
    dx_text_printf(out, "],\"puzzles\":%u}", puzzles);
}

static void tell_examples(dx_text *out)
{
    dx_text_add(out, "{\"examples\":[");
    for (const dx_page_file *file = dx_page_examples; file->path != NULL;
         file++) {
        char *text = dx_copy_text_part((const char *)file->at,
                                       (size_t)(file->end - file->at));
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "name", file->path);
        dx_put_text(out, "text", text);
        dx_text_add_char(out, '}');
        dx_free(text);
    }
    dx_text_add(out, "]}");
}

// ---- who answers what ----

// "hanabi" and "players=3&lives=2" as {"game":"hanabi(players=3,lives=2)"}.
static json_t *game_of(const dx_web *web, const char *game)
{
    dx_text rules = {0};
    dx_text_add(&rules, game);
    dx_text_add(&rules, web->query[0] != '\0' ? "(" : "");
    for (const char *at = web->query; *at != '\0'; at++)
        dx_text_add_char(&rules, *at == '&' ? ',' : *at);
    dx_text_add(&rules, web->query[0] != '\0' ? ")" : "");
    json_t *in = json_pack("{s:s}", "game", dx_text_string(&rules));
    dx_text_release(&rules);
    return in;
}

// A route of the door, asked with POST, or with GET of a game by its name;
// false if there is none of that name.
static bool respond(const dx_web_request *r, dx_web_answer *out)
{
    char name[DX_HANDLE] = "";
    int length = 0;
    dx_error error = {.message = ""};
    sscanf(r->web->path, "/api/%30[a-z]%n", name, &length);
    const char *game = r->web->path + length;
    const dx_request *request = dx_request_routed(name);
    bool is_get = request != NULL && request->traits & DX_REQUEST_GET;
    if (request == NULL || *game != (is_get ? '/' : '\0'))
        return false;
    json_t *in = NULL;
    if (r->web->is_post == is_get)
        dx_web_refuse(out, 405, "method",
                      is_get ? "this is asked with GET"
                             : "this is asked with POST");
    else if (is_get)
        in = game_of(r->web, game + 1);
    else if ((in = dx_read_object(r->web->body.at, r->web->body.length,
                                  &error)) == NULL)
        dx_web_fail(out, DX_ERR_SYNTAX, &error);
    if (in != NULL)
        dx_web_do(r, request, in, out);
    return true;
}

static void respond_examples(const dx_web_request *r, dx_web_answer *out)
{
    if (r->web->is_post)
        dx_web_refuse(out, 405, "method", "this is asked with GET");
    else
        tell_examples(&out->body);
}

void dx_web_answer_it(dx_store *store, const dx_web *web, const dx_text *head,
                      const atomic_bool *stop, dx_web_answer *out)
{
    dx_web_request r = {store, web, stop};
    out->code = 200;
    out->type = DX_TYPE_JSON;
    if (strcmp(web->path, "/api/tables") == 0)
        list_over(store, web, head, out);
    else if (strncmp(web->path, "/api/tables/", 12) == 0)
        tell_table(store, web, out);
    else if (strncmp(web->path, "/api/lessons/", 13) == 0)
        dx_web_lesson_steps(web->path + 13, out);
    else if (strncmp(web->path, "/api/records/", 13) == 0)
        dx_web_record(&r, out);
    else if (strcmp(web->path, "/api/examples") == 0)
        respond_examples(&r, out);
    else if (!respond(&r, out))
        dx_web_refuse(out, 404, "missing", "there is nothing here");
}
