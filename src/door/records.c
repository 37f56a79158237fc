// Records as they come and go: opened under a handle, brought from hanab.live,
// written for others, or a moment of one as a model.

#include "door/study.h"

#include "agents/agents.h"
#include "ask/export.h"
#include "base/members.h"
#include "base/memory.h"
#include "game/words.h"
#include "games/file/file.h"
#include "games/games.h"
#include "games/gofish/event_model.h"
#include "games/hanabi/hanablive.h"
#include "games/kemps/card_model.h"
#include "games/yokai/theory.h"

#include <ctype.h>
#include <string.h>

// ---- in ----

static dx_status read_hanablive(const char *text, size_t length, dx_text *lines,
                                dx_error *error)
{
    dx_hanablive game;
    dx_status status = dx_hanablive_read(text, length, &game, error);
    if (status != DX_OK)
        return status;
    dx_record_writer *writer = dx_record_writer_new(
        &game.rules,
        game.players[0] != NULL ? (const char *const *)game.players : NULL);
    dx_record_write(writer, game.match, lines);
    dx_record_writer_free(writer);
    dx_hanablive_release(&game);
    return DX_OK;
}

// What somebody brings may begin with a byte order mark and empty lines.
dx_status dx_any_record(const char *text, size_t length, dx_text *out_lines,
                        dx_error *error)
{
    static const char mark[] = "{\"doxa\"", order[] = "\xef\xbb\xbf";
    size_t blank = length >= 3 && memcmp(text, order, 3) == 0 ? 3 : 0;
    while (blank < length && isspace((unsigned char)text[blank]))
        blank++;
    const char *at = text + blank;
    length -= blank;
    if (length >= sizeof mark - 1 && memcmp(at, mark, sizeof mark - 1) == 0) {
        dx_text_add_part(out_lines, at, length);
        return DX_OK;
    }
    bool is_theirs = length > 0 && (*at == '{' || isdigit((unsigned char)*at));
    if (is_theirs || (length > 0 && (memmem(at, length, "hanab.live", 10) ||
                                     memmem(at, length, "replay-json/", 12))))
        return read_hanablive(at, length, out_lines, error);
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "this is neither a record of doxa (which begins with "
                   "{\"doxa\"), nor a game of hanab.live: its JSON, or a link "
                   "with replay-json");
}

dx_status dx_do_import(dx_call *call, dx_text *out, dx_error *error)
{
    const char *text = dx_call_text(call, "text");
    call->type = "application/x-ndjson";
    return dx_any_record(text, strlen(text), out, error);
}

// ---- open ----

static void tell_opened(const char *handle, const dx_record *record,
                        dx_text *out)
{
    dx_text rules = {0};
    dx_rules_print(&record->rules, &rules);
    dx_text_add_char(out, '{');
    dx_put_text(out, "record", handle);
    dx_put_text(out, "game", record->rules.game->name);
    dx_put_said(out, "rules", &rules);
    dx_put_texts(out, "seats",
                 record->seats != NULL ? dx_players(&record->rules) : 0,
                 (const char *const *)record->seats);
    dx_put_number(out, "turns",
                  dx_turn_of(&record->rules, record->events, record->count));
    dx_put_flag(out, "finished", record->finished);
}

// Records of tournaments name their seats by who played, which is no name.
static bool is_name(const dx_record *record, const char *name)
{
    dx_policy policy;
    return name != NULL && name[0] != '\0' && strcmp(name, "you") != 0 &&
           dx_policy_parse(dx_agents(), name, &record->rules, &policy, NULL) !=
               DX_OK;
}

void dx_opened_name(dx_opened *opened, const json_t *names)
{
    const dx_record *record = opened->record;
    for (unsigned i = 0; i < dx_players(&record->rules); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (name == NULL && record->seats != NULL)
            name = record->seats[i];
        opened->name[i] =
            dx_copy_text(is_name(record, name) ? name : dx_given_name(i));
    }
}

void dx_opened_persons(dx_opened *opened)
{
    const dx_record *record = opened->record;
    const char *const *names = (const char *const *)record->seats;
    unsigned players = dx_players(&record->rules);
    bool are_names = names != NULL && dx_names_differ(names, players);
    for (unsigned i = 0; i < players && are_names; i++)
        are_names = is_name(record, names[i]);
    for (unsigned i = 0; i < players && are_names; i++)
        opened->name[i] = dx_copy_text(names[i]);
}

dx_status dx_session_take(dx_call *call, dx_opened *opened, size_t bytes,
                          dx_text *out, dx_error *error)
{
    const dx_record *record = opened->record;
    dx_opened_name(opened, json_object_get(call->in, "names"));
    const char *handle = dx_session_put(call->session, NULL, opened, bytes);
    if (handle != NULL) {
        tell_opened(handle, record, out);
        return DX_OK;
    }
    dx_opened_release(opened);
    return dx_session_is_full(call, error);
}

// The sound part of a record; its game may be its own.
static dx_status open_lines(const dx_call *call, const dx_text *lines,
                            dx_opened *out, dx_error *error)
{
    const dx_game *own[2] = {NULL};
    dx_status status =
        dx_game_of_record(lines->at, lines->length, &out->game, error);
    own[0] = out->game;
    if (status == DX_OK)
        status = dx_record_rescue(
            own[0] != NULL ? own : dx_session_games(call->session), lines->at,
            lines->length, &out->record, error);
    if (status != DX_OK)
        dx_opened_release(out);
    return status;
}

dx_status dx_do_open(dx_call *call, dx_text *out, dx_error *error)
{
    const char *text = dx_call_text(call, "text");
    dx_text lines = {0};
    dx_opened opened = {.record = NULL};
    dx_status status = dx_any_record(text, strlen(text), &lines, error);
    if (status == DX_OK)
        status = open_lines(call, &lines, &opened, error);
    char *damage =
        status == DX_OK ? dx_copy_text(opened.record->damage.message) : NULL;
    if (status == DX_OK)
        status = dx_session_take(call, &opened, lines.length, out, error);
    if (status == DX_OK && damage[0] != '\0')
        dx_put_text(out, "damage", damage);
    if (status == DX_OK)
        dx_text_add_char(out, '}');
    dx_free(damage);
    dx_text_release(&lines);
    return status;
}

dx_status dx_do_close(dx_call *call, dx_text *out, dx_error *error DX_UNUSED)
{
    bool was_open = dx_session_drop(call->session, call->wish.record);
    dx_text_printf(out, "{\"closed\":%s}", was_open ? "true" : "false");
    return DX_OK;
}

// ---- out ----

// The paper's small model of one card of Kemps.
static dx_status card_model(const dx_record *record, unsigned events,
                            const char *card, dx_text *out, dx_error *error)
{
    unsigned kind;
    dx_kemps_card_model model;
    if (record->rules.game != &dx_game_kemps)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "--card is for Kemps, and this is a record of %s",
                       record->rules.game->name);
    if (card == NULL ||
        !dx_type_read(&record->rules, "card", card, strlen(card), &kind))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "there is no card '%s'; they are written 6h, td, as",
                       card != NULL ? card : "");
    dx_kemps_card_model_init(&model, &record->rules, record->events, events,
                             kind);
    dx_text_printf(out, "-- Who may have the %s?\n", card);
    dx_kemps_card_model_write(&model, out);
    return DX_OK;
}

// The Go Fish paper's event model, what happened, and what each player then
// thinks of the other's hand.
static dx_status event_model(const dx_record *record, unsigned events,
                             dx_text *out, dx_error *error)
{
    const dx_rules *rules = &record->rules;
    dx_text updates = {0};
    if (rules->game != &dx_game_gofish)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "--events is for Go Fish, and this is a record of %s",
                       rules->game->name);
    dx_status status =
        dx_gofish_model_write(rules, DX_GOFISH_ASKS_ANY, out, error);
    if (status != DX_OK)
        return status;
    dx_gofish_updates_write(rules, record->events, events, &updates);
    dx_text_printf(out, "\nafter %s: true C[1,2] (c1 & c2)\n",
                   dx_text_string(&updates));
    for (int rank = 1; rank <= dx_rules_value(rules, "ranks"); rank++)
        for (int i = 1; i <= 2; i++)
            dx_text_printf(out, "after %s: value P[%d](R(%d,%d) > 0)\n",
                           dx_text_string(&updates), i, rank, 3 - i);
    dx_text_release(&updates);
    return DX_OK;
}

// The Yokai paper's timed theory, as a seat sees it.
static dx_status timed_theory(const dx_record *record, unsigned events,
                              unsigned seat, dx_text *out, dx_error *error)
{
    enum { AHEAD = 4 }; // a turn
    if (record->rules.game != &dx_game_yokai)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "--theory is for Yokai, and this is a record of %s",
                       record->rules.game->name);
    if (seat >= dx_players(&record->rules))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "\"seat\": one of 1 to %u, whose base it is",
                       dx_players(&record->rules));
    dx_eyes *eyes = dx_eyes_after(&record->rules, seat, record->events, events);
    dx_status status =
        dx_yokai_theory_write(dx_eyes_view(eyes), AHEAD, out, error);
    dx_eyes_free(eyes);
    return status;
}

static dx_status moment_model(const dx_record *record, unsigned events,
                              dx_text *out, dx_error *error)
{
    dx_moment moment = {&record->rules, record->events, events};
    dx_status status =
        dx_moment_export(&moment, &(dx_ask_options){0}, out, error);
    if (status != DX_ERR_LIMIT)
        return status;
    dx_error found = *error;
    return dx_fail(error, status, 0, 0,
                   "%s: too many to list; doxa ask counts them, and a game "
                   "with fewer cards can be listed",
                   found.message);
}

// The record's lines again, from its events and reasons.
static void write_record(const dx_record *record, dx_text *out)
{
    dx_match *match = dx_record_match(record, record->count);
    dx_record_writer *writer = dx_record_writer_new(
        &record->rules, (const char *const *)record->seats);
    for (unsigned i = 0; i < record->count; i++)
        if (record->reasons[i].rule[0] != '\0')
            dx_match_explain(match, i, &record->reasons[i]);
    dx_record_write(writer, match, out);
    dx_record_writer_free(writer);
    dx_match_free(match);
}

dx_status dx_record_export(const dx_record *record, unsigned events,
                           const char *format, dx_export_about about,
                           dx_text *out, dx_error *error)
{
    if (strcmp(format, "record") == 0) {
        write_record(record, out);
        return DX_OK;
    }
    return strcmp(format, "hanablive") == 0
               ? dx_hanablive_write(record, out, error)
           : strcmp(format, "link") == 0
               ? dx_hanablive_write_link(record, out, error)
           : strcmp(format, "card") == 0
               ? card_model(record, events, about.card, out, error)
           : strcmp(format, "events") == 0
               ? event_model(record, events, out, error)
           : strcmp(format, "theory") == 0
               ? timed_theory(record, events, about.seat, out, error)
           : strcmp(format, "dx") == 0
               ? moment_model(record, events, out, error)
               : dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "\"format\": expected record, hanablive, link, dx, "
                         "card, events or theory");
}

dx_status dx_do_export(dx_call *call, dx_text *out, dx_error *error)
{
    const char *format = dx_call_text(call, "format");
    dx_study s;
    dx_status status = dx_study_open(call, &s, error);
    if (status != DX_OK)
        return status;
    if (format == NULL)
        format = "record";
    call->type = strcmp(format, "record") == 0      ? "application/x-ndjson"
                 : strcmp(format, "hanablive") == 0 ? "application/json"
                                                    : "text/plain";
    dx_export_about about = {.card = dx_call_text(call, "card"),
                             .seat = call->wish.seat};
    status =
        dx_record_export(s.opened.record, s.events, format, about, out, error);
    dx_study_close(&s);
    return status;
}
