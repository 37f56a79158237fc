// Making tables, keeping them and making them again from what was kept: the
// rules, who sits where, the seed, and the lines of the record.  A token is
// never kept, only its key.

#include "server/table.h"

#include "agents/agents.h"
#include "ask/ask.h"
#include "base/members.h"
#include "base/memory.h"
#include "door/call.h"
#include "game/seats.h"
#include "game/words.h"
#include "games/games.h"
#include "server/web.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const chair_words[] = {"person", "anyone", "agent",
                                          "program"};

// ---- seats ----

static dx_status take_program(const dx_program_list *programs, const char *name,
                              dx_chair *chair, dx_error *error)
{
    for (unsigned i = 0; i < programs->count; i++)
        if (strcmp(programs->name[i], name) == 0) {
            chair->kind = DX_CHAIR_PROGRAM;
            chair->program = i;
            snprintf(chair->agent, sizeof chair->agent, "%s", name);
            return DX_OK;
        }
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "there is no program '%.60s' here; programs are named when "
                   "the server is started",
                   name);
}

static dx_status take_agent(const char *text, const dx_rules *rules,
                            dx_chair *chair, dx_error *error)
{
    chair->kind = DX_CHAIR_AGENT;
    snprintf(chair->agent, sizeof chair->agent, "%s", text);
    return dx_policy_parse(dx_agents(), text, rules, &chair->policy, error);
}

// "person", "anyone", "program:NAME" or an agent.
static dx_status sit_down(const char *text, const dx_rules *rules,
                          const dx_program_list *programs, dx_chair *chair,
                          dx_error *error)
{
    static const char program[] = "program:";
    if (strcmp(text, "person") == 0)
        chair->kind = DX_CHAIR_PERSON;
    else if (strcmp(text, "anyone") == 0)
        chair->kind = DX_CHAIR_ANYONE;
    else if (strncmp(text, program, sizeof program - 1) == 0)
        return take_program(programs, text + sizeof program - 1, chair, error);
    else
        return take_agent(text, rules, chair, error);
    return DX_OK;
}

// An agent has a name like anybody else, and beside it what it is.
static void name_chair(dx_chair *chair, const char *name, unsigned seat)
{
    enum { SHOWN = 40 };
    if (name[0] == '\0' && chair->agent[0] != '\0')
        name = dx_given_name(seat);
    if (name[0] != '\0')
        memcpy(chair->name, name, strnlen(name, SHOWN)); // the rest is zeros
    else
        snprintf(chair->name, sizeof chair->name, "seat %u", seat + 1);
}

// ---- making ----

static dx_table *table_of(const dx_rules *rules, int64_t number, uint64_t seed)
{
    dx_table *table = dx_alloc(1, sizeof *table);
    table->number = number;
    table->seed = seed;
    table->rules = *rules;
    table->since = (int64_t)time(NULL);
    dx_table_id_new(number, table->id);
    dx_masks_init(&table->masks, rules->game->verbs);
    return table;
}

static dx_status seat_all(dx_table *table, const dx_table_wish *wish,
                          const dx_program_list *programs,
                          char tokens[DX_SEATS_MAX][DX_TOKEN], dx_error *error)
{
    dx_status status = DX_OK;
    unsigned players = dx_players(&table->rules);
    for (unsigned i = 0; i < players && status == DX_OK; i++) {
        dx_chair *chair = &table->chair[i];
        const char *text = wish->seats > 0 ? wish->seat[i]
                           : i == 0        ? "person"
                                           : dx_line_up(&table->rules);
        status = sit_down(text, &table->rules, programs, chair, error);
        name_chair(chair, wish->name[i], i);
        tokens[i][0] = '\0';
        if (chair->kind == DX_CHAIR_PERSON)
            dx_token_new(tokens[i], chair->key);
    }
    return status;
}

const dx_game *const *dx_played_games(const dx_program_list *programs)
{
    return programs->games != NULL ? programs->games : dx_games();
}

dx_status dx_table_new(const dx_table_wish *wish,
                       const dx_program_list *programs, int64_t number,
                       uint64_t seed, char tokens[DX_SEATS_MAX][DX_TOKEN],
                       dx_table **out, dx_error *error)
{
    dx_rules rules;
    dx_status status =
        wish->seats > 0
            ? dx_rules_parse_seated(dx_played_games(programs), wish->rules,
                                    wish->seats, &rules, error)
            : dx_rules_parse(dx_played_games(programs), wish->rules, &rules,
                             error);
    if (status != DX_OK)
        return status;
    dx_table *table = table_of(&rules, number, seed);
    table->is_open = wish->is_open;
    if (wish->is_private)
        dx_table_secret_id_new(number, table->id);
    table->move_ms = wish->move_ms;
    status = seat_all(table, wish, programs, tokens, error);
    if (status == DX_OK)
        *out = table;
    else
        dx_table_free(table);
    return status;
}

dx_batch *dx_table_batch(const dx_table *table)
{
    dx_batch *batch = dx_batch_new(table->number);
    batch->life = table->life;
    batch->payer = table->maker;
    return batch;
}

void dx_table_free(dx_table *table)
{
    for (unsigned i = 0; i < DX_SEATS_MAX; i++) {
        dx_mind_free(table->chair[i].mind);
        dx_eyes_free(table->chair[i].eyes);
    }
    dx_match_free(table->match);
    dx_deal_free(table->deal);
    dx_record_writer_free(table->writer);
    dx_record_free(table->record);
    dx_vector_release(&table->members);
    dx_free(table);
}

// ---- keeping ----

static void write_seats(const dx_table *table, dx_text *out)
{
    for (unsigned i = 0; i < dx_players(&table->rules); i++) {
        const dx_chair *chair = &table->chair[i];
        dx_text_printf(out, "%s{\"kind\":\"%s\",\"name\":", i == 0 ? "[" : ",",
                       chair_words[chair->kind]);
        dx_text_add_json(out, chair->name);
        dx_put_text(out, "agent", chair->agent);
        dx_text_printf(out, ",\"key\":\"%s\",\"come\":%s", chair->key,
                       chair->has_come ? "true" : "false");
        if (chair->is_taken)
            dx_text_add(out, ",\"taken\":true");
        if (chair->person[0] != '\0')
            dx_put_text(out, "person", chair->person);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

void dx_table_keep(const dx_table *table, dx_batch *out)
{
    dx_text rules = {0}, seats = {0}, options = {0};
    dx_rules_print(&table->rules, &rules);
    write_seats(table, &seats);
    dx_text_printf(
        &options,
        "{\"open\":%s,\"move_ms\":%" PRIu64 ",\"maker\":\"%" PRIx64 "\"}",
        table->is_open ? "true" : "false", table->move_ms, table->maker);
    dx_vector_push(&out->rows, (dx_row){.kind = DX_ROW_GAME,
                                        .game = table->number,
                                        .id = dx_copy_text(table->id),
                                        .text = dx_text_take(&rules),
                                        .seats = dx_text_take(&seats),
                                        .options = dx_text_take(&options),
                                        .seed = table->seed,
                                        .state = dx_table_state_text(table),
                                        .since = table->since});
}

void dx_table_keep_seats(const dx_table *table, dx_batch *out)
{
    dx_text seats = {0};
    write_seats(table, &seats);
    dx_vector_push(&out->rows, (dx_row){.kind = DX_ROW_SEATS,
                                        .game = table->number,
                                        .seats = dx_text_take(&seats)});
}

// ---- making again ----

static dx_status damaged(dx_error *error, const char *what)
{
    return dx_fail(error, DX_ERR_INPUT, 0, 0, "damaged: %s", what);
}

static const char *text_member(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

static dx_status read_chair(const json_t *seat, const dx_rules *rules,
                            const dx_program_list *programs, dx_chair *chair,
                            dx_error *error)
{
    const char *kind = text_member(seat, "kind");
    const char *agent = text_member(seat, "agent");
    dx_status status = DX_OK;
    if (strcmp(kind, "agent") == 0)
        status = take_agent(agent, rules, chair, error);
    else if (strcmp(kind, "program") == 0)
        status = take_program(programs, agent, chair, error);
    else
        chair->kind =
            strcmp(kind, "anyone") == 0 ? DX_CHAIR_ANYONE : DX_CHAIR_PERSON;
    snprintf(chair->name, sizeof chair->name, "%s", text_member(seat, "name"));
    snprintf(chair->key, sizeof chair->key, "%s", text_member(seat, "key"));
    snprintf(chair->person, sizeof chair->person, "%s",
             text_member(seat, "person"));
    chair->has_come = json_is_true(json_object_get(seat, "come"));
    chair->is_taken = json_is_true(json_object_get(seat, "taken"));
    return status;
}

static dx_status read_chairs(dx_table *table, const char *text,
                             const dx_program_list *programs, dx_error *error)
{
    json_t *seats = json_loads(text, 0, NULL);
    unsigned players = dx_players(&table->rules);
    dx_status status =
        json_array_size(seats) == players ? DX_OK : damaged(error, "the seats");
    for (unsigned i = 0; i < players && status == DX_OK; i++)
        status = read_chair(json_array_get(seats, i), &table->rules, programs,
                            &table->chair[i], error);
    json_decref(seats);
    return status;
}

static void read_options(dx_table *table, const char *text)
{
    json_t *options = json_loads(text, 0, NULL);
    table->is_open = json_is_true(json_object_get(options, "open"));
    table->move_ms =
        (uint64_t)json_integer_value(json_object_get(options, "move_ms"));
    const char *maker = json_string_value(json_object_get(options, "maker"));
    table->maker = maker != NULL ? strtoull(maker, NULL, 16) : 0;
    json_decref(options);
}

// Goes on behind the last line.
static dx_status resume(dx_table *table, const dx_game *const *games,
                        const dx_text *lines, unsigned count, dx_error *error)
{
    dx_status status = dx_record_rescue(games, lines->at, lines->length,
                                        &table->record, error);
    if (status != DX_OK)
        return status;
    if (table->record->damage.message[0] != '\0')
        return damaged(error, table->record->damage.message);
    const dx_record *record = table->record;
    table->rules = record->rules;
    dx_deal_seed(record->deal, table->seed, 0);
    table->match = dx_record_match(record, record->count);
    for (unsigned i = 0; i < record->count; i++)
        if (record->reasons[i].rule[0] != '\0')
            dx_match_explain(table->match, i, &record->reasons[i]);
    table->writer = dx_record_writer_resume(record);
    table->lines = count;
    table->turns = dx_turn_of(&record->rules, record->events, record->count);
    table->seq = table->turns + 1;
    table->state = DX_TABLE_RUNNING;
    return DX_OK;
}

dx_status dx_table_load(const dx_stored_game *game, const dx_text *lines,
                        const dx_program_list *programs, dx_table **out,
                        dx_error *error)
{
    dx_rules rules;
    dx_status status =
        dx_rules_parse(dx_played_games(programs), game->rules, &rules, error);
    if (status != DX_OK)
        return status;
    dx_table *table = table_of(&rules, game->game, game->seed);
    snprintf(table->id, sizeof table->id, "%s", game->id);
    table->since = game->since;
    read_options(table, game->options);
    status = read_chairs(table, game->seats, programs, error);
    if (status == DX_OK && game->lines > 0)
        status =
            resume(table, dx_played_games(programs), lines, game->lines, error);
    if (status == DX_OK)
        *out = table;
    else
        dx_table_free(table);
    return status;
}

// ---- beginning ----

void dx_table_names(const dx_table *table, const char *out[DX_SEATS_MAX])
{
    for (unsigned i = 0; i < dx_players(&table->rules); i++)
        out[i] = table->chair[i].name;
}

static bool is_complete(const dx_table *table)
{
    for (unsigned i = 0; i < dx_players(&table->rules); i++) {
        const dx_chair *chair = &table->chair[i];
        if (chair->kind == DX_CHAIR_ANYONE ||
            (chair->kind == DX_CHAIR_PERSON && !chair->has_come))
            return false;
    }
    return true;
}

bool dx_table_begin(dx_table *table, dx_batch *out)
{
    const char *names[DX_SEATS_MAX];
    if (table->state != DX_TABLE_OPEN || !is_complete(table))
        return false;
    for (unsigned i = 0; i < dx_players(&table->rules); i++)
        names[i] = table->chair[i].agent[0] != '\0' ? table->chair[i].agent
                                                    : table->chair[i].name;
    assert(table->match == NULL && table->deal == NULL);
    table->deal = dx_deal_new(&table->rules, table->seed, 0);
    table->match = dx_match_new(&table->rules, table->deal);
    table->writer = dx_record_writer_new(&table->rules, names);
    table->state = DX_TABLE_RUNNING;
    table->seq = 1;
    dx_vector_push(&out->rows, (dx_row){.kind = DX_ROW_STATE,
                                        .game = table->number,
                                        .state = "running"});
    return true;
}
