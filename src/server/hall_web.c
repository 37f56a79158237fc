// Requests over HTTP that are about tables; the rest becomes a job.  A table in
// memory is asked with the token of a seat and answers from that seat's view;
// one that is over is a record, and everybody may read it.

#include "server/hall_private.h"

#include "agents/agents.h"
#include "base/child.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/random.h"
#include "door/requests.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Answers at once.
static void reply(dx_hall *hall, dx_guest guest, dx_batch *batch,
                  dx_web_answer *answer)
{
    if (answer->code == 0)
        answer->code = 200;
    dx_batch_web_tagged(batch, guest, answer->code,
                        answer->type != NULL ? answer->type : DX_TYPE_JSON,
                        answer->tag, &answer->body);
    dx_hall_submit(hall, batch);
}

static void refuse(dx_hall *hall, dx_guest guest, int code, const char *name,
                   const char *text)
{
    dx_web_answer answer = {0};
    dx_web_refuse(&answer, code, name, text);
    reply(hall, guest, dx_batch_new(0), &answer);
}

// Of a table that waits until its game can be kept again.
static void refuse_waiting(dx_hall *hall, dx_guest guest)
{
    dx_text words = {0};
    dx_hall_say_failing(hall, &words);
    refuse(hall, guest, 503, "store", dx_text_string(&words));
    dx_text_release(&words);
}

static void fail(dx_hall *hall, dx_guest guest, dx_status status,
                 const dx_error *error)
{
    dx_web_answer answer = {0};
    dx_web_fail(&answer, status, error);
    reply(hall, guest, dx_batch_new(0), &answer);
}

// May it take seconds, and how long is it thought to take?
static bool is_slow(const dx_web *web, double *out_expected)
{
    dx_wish wish;
    size_t length = strlen(web->path);
    bool is_replay =
        length > 7 && strcmp(web->path + length - 7, "/replay") == 0;
    *out_expected = is_replay ? 200 : web->is_post ? 50 : 2;
    if (!web->is_post)
        return is_replay ||
               (length > 6 && strcmp(web->path + length - 6, "/track") == 0);
    const dx_request *request = strncmp(web->path, "/api/", 5) == 0
                                    ? dx_request_routed(web->path + 5)
                                    : NULL;
    if (request != NULL && request->traits & DX_REQUEST_SLOW)
        return true;
    if (strcmp(web->path, "/api/records") == 0 ||
        dx_wish_read(web->body.at, web->body.length, &wish, NULL) != DX_OK)
        return false;
    bool slow = dx_wish_is_slow(&wish);
    *out_expected = dx_wish_expected(&wish);
    dx_wish_release(&wish);
    return slow;
}

// Leaves it to a thinker.
static void pass_on(dx_hall *hall, dx_guest guest, dx_web *web, dx_text *head)
{
    uint64_t asker = web->address != 0 ? web->address : guest;
    if (!dx_hall_may_ask(hall, asker)) {
        dx_web_free(web);
        dx_text_release(head);
        refuse(hall, guest, 503, "busy", "too many questions; try again");
        return;
    }
    dx_job *job = dx_job_new(DX_JOB_WEB, guest);
    job->asker = asker;
    job->web = web;
    web->games = dx_played_games(&hall->options.programs);
    job->is_slow = web->is_slow = is_slow(web, &job->expected);
    job->head = *head;
    if (strcmp(web->path, "/api/records") == 0) { // a game that is brought
        job->number = ++hall->last;
        dx_hall_charge(hall, web->address, web->body.length);
    }
    dx_hall_think(hall, job);
}

// ---- the lobby ----

// Puts a table among those that are to be told, the newest first, if it is one
// of them; there are `count`, at most `limit`.
static unsigned place(const dx_table **list, unsigned count, unsigned limit,
                      const dx_table *table)
{
    unsigned i = count < limit ? count++ : limit;
    if (i == limit && list[limit - 1]->number > table->number)
        return count;
    i -= i == limit;
    for (; i > 0 && list[i - 1]->number < table->number; i--)
        list[i] = list[i - 1];
    list[i] = table;
    return count;
}

// The beginning of the answer: the tables that are in memory, and not over.
static void list_tables(const dx_hall *hall, const dx_lobby_wish *wish,
                        dx_text *out)
{
    const dx_table *list[DX_LIST_MAX];
    unsigned count = 0, playing = 0;
    for (size_t i = 0; i < hall->tables.count; i++) {
        const dx_table *table = hall->tables.at[i];
        if (table == NULL || table->state == DX_TABLE_OVER ||
            table->state == DX_TABLE_BROKEN || dx_table_id_is_secret(table->id))
            continue;
        playing++;
        if (wish->playing && table->number < wish->before)
            count = place(list, count, wish->limit, table);
    }
    dx_text_printf(out, "{\"playing\":%u,\"tables\":[", playing);
    for (unsigned i = 0; i < count; i++) {
        dx_text_add(out, i > 0 ? ",{" : "{");
        dx_table_say(list[i], out);
        dx_text_add_char(out, '}');
    }
    for (size_t i = 0; i < hall->ailing.count && wish->playing; i++)
        if (hall->ailing.at[i].game < wish->before &&
            !dx_table_id_is_secret(hall->ailing.at[i].id) &&
            count++ < wish->limit)
            dx_web_say_stored(out, &hall->ailing.at[i]);
}

static void serve_lobby(dx_hall *hall, dx_guest guest, dx_web *web)
{
    dx_text head = {0};
    dx_lobby_wish wish;
    dx_error error = {.message = ""};
    dx_status status = dx_lobby_wish_read(web, &wish, &error);
    if (status == DX_OK) {
        list_tables(hall, &wish, &head);
        pass_on(hall, guest, web, &head);
        return;
    }
    dx_web_free(web);
    fail(hall, guest, status, &error);
}

// ---- making tables ----

static void tell_made(const dx_table *table,
                      char tokens[DX_SEATS_MAX][DX_TOKEN], dx_text *out)
{
    const char *between = "";
    dx_text_printf(out, "{\"id\":\"%s\",\"seats\":[", table->id);
    for (unsigned i = 0; i < dx_players(&table->rules); i++)
        if (tokens[i][0] != '\0') {
            dx_text_printf(out, "%s{\"seat\":%u,\"token\":\"%s\"}", between,
                           i + 1, tokens[i]);
            between = ",";
        }
    dx_text_add(out, "],\"table\":{");
    dx_table_say(table, out);
    dx_text_add(out, "}}");
}

static uint64_t new_seed(dx_hall *hall)
{
    if (hall->options.seed == 0)
        return dx_random_seed();
    dx_random random = dx_random_named(hall->options.seed, hall->made, 0);
    return dx_random_next(&random);
}

typedef struct dealt {
    uint64_t seed;
    bool is_over;
} dealt;

static void note_deal(void *context, const dx_stored_game *game)
{
    *(dealt *)context = (dealt){game->seed, strcmp(game->state, "over") == 0};
}

// The cards of a game that is over, and of no other: whoever plays them anew
// sees what any table shows.
static dx_status deal_of(dx_hall *hall, const char *id, uint64_t *out,
                         dx_error *error)
{
    dealt d = {0};
    bool is_found = false;
    dx_status status = DX_OK;
    *out = new_seed(hall);
    if (id[0] == '\0')
        return DX_OK;
    if (dx_table_id_is_fine(id))
        status = dx_store_find(hall->options.store, id, note_deal, &d,
                               &is_found, error);
    if (status == DX_OK && (!is_found || !d.is_over || d.seed == 0))
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "\"deal\": expected the name of a game that was "
                         "played here and is over");
    *out = d.seed;
    return status;
}

// Is nothing more kept, for want of room or for this guest?  Then it is said.
static bool refuse_to_keep(dx_hall *hall, dx_guest guest, const dx_web *web)
{
    const char *lack = dx_store_lacks(hall->options.store);
    bool is_paid = dx_hall_may_keep(hall, web->address);
    if (lack != NULL)
        refuse(hall, guest, 503, "store", lack);
    else if (!is_paid)
        refuse(hall, guest, 429, "busy",
               "as much is kept for your address as may be; try again later");
    return lack != NULL || !is_paid;
}

// No address has more than a quarter of all tables that there may be.
static bool may_make(const dx_hall *hall, uint64_t address)
{
    size_t own = 0;
    for (size_t i = 0; i < hall->tables.count && address != 0; i++)
        own += hall->tables.at[i] != NULL &&
               hall->tables.at[i]->maker == address &&
               hall->tables.at[i]->state != DX_TABLE_OVER;
    return own == 0 || own < hall->options.tables_max / 4;
}

static void make_table(dx_hall *hall, dx_guest guest, const dx_web *web)
{
    dx_table_wish wish;
    dx_table *table = NULL;
    dx_error error = {.message = ""};
    char tokens[DX_SEATS_MAX][DX_TOKEN];
    if (hall->table_count >= hall->options.tables_max) {
        refuse(hall, guest, 503, "busy", "there are as many tables as fit");
        return;
    }
    if (!may_make(hall, web->address)) {
        refuse(hall, guest, 429, "busy",
               "a quarter of all tables is yours; finish some first");
        return;
    }
    if (refuse_to_keep(hall, guest, web))
        return;
    dx_status status =
        dx_table_wish_read(web->body.at, web->body.length, &wish, &error);
    uint64_t seed = 0;
    if (status == DX_OK)
        status = deal_of(hall, wish.deal, &seed, &error);
    if (status == DX_OK)
        status = dx_table_new(&wish, &hall->options.programs, hall->last + 1,
                              seed, tokens, &table, &error);
    if (status != DX_OK) {
        fail(hall, guest, status, &error);
        return;
    }
    hall->last++;
    hall->made++;
    table->maker = web->address;
    dx_hall_add(hall, table);
    dx_batch *batch = dx_table_batch(table);
    dx_web_answer answer = {0};
    dx_table_keep(table, batch);
    dx_table_start(table, batch);
    tell_made(table, tokens, &answer.body);
    dx_batch_web(batch, guest, 200, DX_TYPE_JSON, &answer.body);
    dx_hall_attend(hall, table, batch);
}

// ---- seats ----

static void tell_token(unsigned seat, const char *token, dx_text *out)
{
    dx_text_printf(out, "{\"seat\":%u,\"token\":\"%s\"}", seat + 1, token);
}

// Somebody takes a seat that is for anyone.
static void take_free_seat(dx_hall *hall, dx_table *table, dx_guest guest,
                           const dx_web *web)
{
    unsigned wanted, seat = 0;
    char agent[DX_WISH_TEXT], name[DX_PERSON_NAME], token[DX_TOKEN];
    dx_error error = {.message = ""};
    dx_status status = dx_seat_wish_read(web->body.at, web->body.length,
                                         &wanted, agent, name, &error);
    if (status != DX_OK) {
        fail(hall, guest, status, &error);
        return;
    }
    while (seat < dx_players(&table->rules) &&
           (table->chair[seat].kind != DX_CHAIR_ANYONE ||
            (wanted != 0 && wanted != seat + 1)))
        seat++;
    if (seat == dx_players(&table->rules)) {
        refuse(hall, guest, 409, "taken", "no such seat is free");
        return;
    }
    dx_chair *chair = &table->chair[seat];
    dx_batch *batch = dx_table_batch(table);
    dx_web_answer answer = {0};
    chair->kind = DX_CHAIR_PERSON;
    chair->is_taken = true;
    if (name[0] != '\0')
        snprintf(chair->name, sizeof chair->name, "%s", name);
    dx_token_new(token, chair->key);
    dx_table_keep_seats(table, batch);
    dx_table_tell_all(table, batch);
    tell_token(seat, token, &answer.body);
    reply(hall, guest, batch, &answer);
}

// May a seat be changed by who sits at `own`?  A link opens the seat's hand, so
// a new one is for a seat that nobody has taken yet, or one's own; an agent may
// sit down where nobody ever came, or for somebody who stays away.
static dx_status may_change(const dx_table *table, unsigned own, unsigned seat,
                            bool has_agent, dx_error *error)
{
    const dx_chair *chair = &table->chair[seat];
    if (seat >= dx_players(&table->rules) || chair->kind > DX_CHAIR_ANYONE ||
        (chair->guest != 0 && (has_agent || seat != own)))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "\"seat\": one of a person who is not there");
    if (!has_agent && (chair->has_come || chair->is_taken) && seat != own)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "this seat has been taken, and only its own link opens "
                       "it; an agent can sit there instead");
    if (has_agent && table->match != NULL && seat != own &&
        dx_now_ms() < chair->gone + DX_AWAY_S * 1000)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "an agent may sit there when the person has been away "
                       "for a minute");
    return DX_OK;
}

// The seat of somebody who is not there: a new link, or an agent.
static void change_seat(dx_hall *hall, dx_table *table, unsigned own,
                        dx_guest guest, const dx_web *web)
{
    unsigned seat;
    char agent[DX_WISH_TEXT], name[DX_PERSON_NAME], token[DX_TOKEN];
    dx_error error = {.message = ""};
    dx_policy policy;
    dx_status status = dx_seat_wish_read(web->body.at, web->body.length, &seat,
                                         agent, name, &error);
    if (status == DX_OK && seat == 0)
        status = dx_fail(&error, DX_ERR_INPUT, 0, 0,
                         "\"seat\": expected a seat, counted from 1");
    if (status == DX_OK)
        status = may_change(table, own, seat - 1, agent[0] != '\0', &error);
    if (status == DX_OK && agent[0] != '\0')
        status =
            dx_policy_parse(dx_agents(), agent, &table->rules, &policy, &error);
    if (status != DX_OK) {
        fail(hall, guest, status, &error);
        return;
    }
    dx_batch *batch = dx_table_batch(table);
    dx_web_answer answer = {0};
    if (agent[0] != '\0') {
        dx_table_deputize(table, seat - 1, &policy, agent, batch);
        dx_text_add(&answer.body, "{}");
    } else {
        dx_table_new_link(table, seat - 1, token, batch);
        tell_token(seat - 1, token, &answer.body);
    }
    if (!dx_table_start(table, batch))
        dx_table_tell_all(table, batch);
    dx_batch_web(batch, guest, 200, DX_TYPE_JSON, &answer.body);
    dx_hall_attend(hall, table, batch);
}

// ---- /api/tables/ID... ----

static void serve_table(dx_hall *hall, dx_guest guest, dx_web *web)
{
    char id[DX_TABLE_ID] = "", what[12] = "";
    dx_text none = {0};
    sscanf(web->path, "/api/tables/%39[a-z0-9-]/%11s", id, what);
    dx_table *table =
        web->is_post ? dx_hall_visit(hall, id) : dx_hall_find(hall, id);
    const dx_stored_game *ailing = dx_hall_ailing(hall, id);
    dx_web_answer answer = {0};
    if (table == NULL && ailing == NULL) {
        pass_on(hall, guest, web, &none); // perhaps one that is over
        return;
    }
    if (table != NULL && table->state == DX_TABLE_BROKEN) {
        refuse_waiting(hall, guest);
        dx_web_free(web);
        return;
    }
    dx_hall_flush(hall, table);
    if (table == NULL) {
        if (web->is_post)
            dx_web_refuse(&answer, 409, "broken",
                          "this game is damaged and cannot go on");
        else
            dx_web_say_stored(&answer.body, ailing);
        reply(hall, guest, dx_batch_new(0), &answer);
    } else if (!web->is_post && what[0] == '\0') {
        dx_text_add_char(&answer.body, '{');
        dx_table_say(table, &answer.body);
        dx_text_add_char(&answer.body, '}');
        reply(hall, guest, dx_table_batch(table), &answer);
    } else if (web->is_post && strcmp(what, "sit") == 0) {
        take_free_seat(hall, table, guest, web);
    } else if (web->is_post && strcmp(what, "seat") == 0) {
        unsigned own = dx_table_seat_of(table, web->token);
        if (own == DX_BYSTANDER)
            refuse(hall, guest, 403, "token", "only who sits here may do this");
        else
            change_seat(hall, table, own, guest, web);
    } else {
        refuse(hall, guest, 404, "missing", "there is nothing here");
    }
    dx_web_free(web);
}

// ---- questions about running tables ----

static bool kind_of(const char *path, dx_job_kind *out)
{
    static const struct {
        const char *path;
        dx_job_kind kind;
    } kinds[] = {
        {"/api/lens", DX_JOB_LENS},         {"/api/ask", DX_JOB_ASK},
        {"/api/complete", DX_JOB_COMPLETE}, {"/api/changed", DX_JOB_CHANGED},
        {"/api/model", DX_JOB_MODEL},       {"/api/suspicion", DX_JOB_SUSPECT},
        {"/api/why", DX_JOB_WEB},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(path, kinds[i].path) == 0) {
            *out = kinds[i].kind;
            return true;
        }
    return false;
}

// True if it was about a table that is not over, and is answered.
static bool serve_question(dx_hall *hall, dx_guest guest, const dx_web *web)
{
    dx_job_kind kind;
    dx_wish wish;
    dx_error error = {.message = ""};
    if (!web->is_post || !kind_of(web->path, &kind) ||
        dx_wish_read(web->body.at, web->body.length, &wish, &error) != DX_OK)
        return false;
    // With a token a game that is put away is meant, whatever it is called.
    const char *id = wish.table[0] != '\0' ? wish.table : wish.record;
    dx_table *table = wish.table[0] != '\0' || web->token[0] != '\0'
                          ? dx_hall_visit(hall, id)
                          : dx_hall_find(hall, id);
    if (table == NULL || table->state == DX_TABLE_OVER) {
        dx_wish_release(&wish);
        return false;
    }
    unsigned seat = dx_table_seat_of(table, web->token);
    if (table->state == DX_TABLE_BROKEN) {
        refuse_waiting(hall, guest);
    } else if (seat == DX_BYSTANDER) {
        refuse(hall, guest, 403, "token",
               "while a game is played only its seats may ask");
    } else if (kind == DX_JOB_WEB && wish.has_line) {
        dx_fail(&error, DX_ERR_INPUT, 0, 0,
                "\"line\": of a record, not of a game that is played");
        fail(hall, guest, DX_ERR_INPUT, &error);
    } else if (kind == DX_JOB_WEB) {
        dx_web_answer answer = {0};
        dx_text_add(&answer.body, "{\"sealed\":true}");
        reply(hall, guest, dx_batch_new(0), &answer);
    } else {
        dx_job *job = dx_hall_question(hall, table, seat, kind, &wish, guest,
                                       web->address, &error);
        if (job == NULL) {
            fail(hall, guest, DX_ERR_INPUT, &error);
        } else {
            job->is_web = true;
            dx_hall_think(hall, job);
        }
    }
    dx_wish_release(&wish);
    return true;
}

// ---- the rest ----

// They are the same as long as the program is: who has them is told that.
static void tell_games(dx_hall *hall, dx_guest guest, const dx_web *web)
{
    dx_web_answer answer = {
        .tag = dx_hash_bytes(hall->games.at, hall->games.length) | 1};
    if (dx_web_has(web, answer.tag))
        answer.code = 304;
    else
        dx_text_add_part(&answer.body, hall->games.at, hall->games.length);
    reply(hall, guest, dx_batch_new(0), &answer);
}

// What is true of the store: it can be written, and all games are whole, as far
// as anybody has seen.
static void tell_health(dx_hall *hall, dx_guest guest)
{
    dx_damage damage;
    dx_hall_damage(hall, &damage);
    const char *lack = dx_store_lacks(hall->options.store);
    bool is_fine = !hall->failing.is_so && damage.games == 0 &&
                   damage.file[0] == '\0' && lack == NULL;
    dx_web_answer answer = {.code = is_fine ? 200 : 503};
    dx_text words = {0};
    if (hall->failing.is_so)
        dx_hall_say_failing(hall, &words);
    else if (damage.file[0] != '\0')
        dx_text_printf(&words, "the store is damaged: %s", damage.file);
    else if (damage.games > 0)
        dx_text_add(&words, "some games are damaged");
    else
        dx_text_add(&words, lack != NULL ? lack : "fine");
    dx_text_add(&answer.body, "{\"status\":");
    dx_text_add_json(&answer.body, dx_text_string(&words));
    if (!is_fine)
        dx_text_printf(&answer.body, ",\"broken\":%zu,\"games\":[%s]",
                       damage.games, dx_text_string(&damage.names));
    dx_text_add_char(&answer.body, '}');
    dx_text_release(&damage.names);
    dx_text_release(&words);
    reply(hall, guest, dx_batch_new(0), &answer);
}

static void tell_metrics(dx_hall *hall, dx_guest guest)
{
    dx_web_answer answer = {.type = "text/plain; version=0.0.4"};
    size_t members = 0;
    dx_damage damage;
    dx_hall_damage(hall, &damage);
    dx_text_release(&damage.names);
    for (size_t i = 0; i < hall->members.count; i++)
        members += hall->members.at[i] != NULL;
    dx_text_printf(&answer.body,
                   "doxa_tables %zu\ndoxa_tables_made %" PRIu64
                   "\ndoxa_guests %zu\ndoxa_moves %" PRIu64
                   "\ndoxa_messages %" PRIu64
                   "\ndoxa_jobs %zu\ndoxa_games_broken %zu\ndoxa_store_failing "
                   "%d\ndoxa_store_damaged %d\n",
                   hall->table_count, hall->made, members, hall->moves,
                   hall->lines, hall->jobs.count, damage.games,
                   hall->failing.is_so, damage.file[0] != '\0');
    if (hall->options.count != NULL)
        hall->options.count(hall->options.count_context, &answer.body);
    reply(hall, guest, dx_batch_new(0), &answer);
}

void dx_hall_serve(dx_hall *hall, dx_guest guest, dx_web *web)
{
    dx_text head = {0};
    const char *path = web->path;
    dx_error error = {.message = ""};
    dx_status status = dx_web_check_query(web, &error);
    if (status != DX_OK) {
        fail(hall, guest, status, &error);
    } else if (hall->failing.is_so && web->is_post &&
               (strncmp(path, "/api/tables", 11) == 0 ||
                strcmp(path, "/api/records") == 0)) {
        refuse_waiting(hall, guest);
    } else if (web->is_post && strcmp(path, "/api/records") == 0 &&
               refuse_to_keep(hall, guest, web)) {
        // it was said
    } else if (strcmp(path, "/api/games") == 0) {
        tell_games(hall, guest, web);
    } else if (strcmp(path, "/health") == 0) {
        tell_health(hall, guest);
    } else if (strcmp(path, "/metrics") == 0) {
        tell_metrics(hall, guest);
    } else if (strcmp(path, "/api/tables") == 0 && web->is_post) {
        make_table(hall, guest, web);
    } else if (strcmp(path, "/api/tables") == 0) {
        serve_lobby(hall, guest, web);
        return;
    } else if (strncmp(path, "/api/tables/", 12) == 0) {
        serve_table(hall, guest, web);
        return;
    } else if (!serve_question(hall, guest, web)) {
        pass_on(hall, guest, web, &head);
        return;
    }
    dx_web_free(web);
}
