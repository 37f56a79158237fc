// Games between agents: one, kept as a record of the session, or many, and what
// they say.  Programs outside are the front end's matter: none is started here.

#include "door/call.h"

#include "agents/agents.h"
#include "agents/player.h"
#include "base/memory.h"
#include "game/seats.h"
#include "lab/run.h"
#include "lab/summary.h"

#include <inttypes.h>
#include <string.h>

// ---- one ----

typedef struct party {
    dx_rules rules;
    dx_seat_list names;
    dx_player *seat[DX_SEATS_MAX];
    dx_deal *deal;
    dx_match *match;
} party;

static void party_close(party *p)
{
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        dx_player_close(p->seat[i]);
    dx_match_free(p->match);
    dx_deal_free(p->deal);
    dx_seat_list_release(&p->names);
}

// Agents only, and of this session's.
static dx_status read_seat(const dx_call *call, const dx_rules *rules,
                           const char *name, dx_player_spec *out,
                           dx_error *error)
{
    dx_status status = dx_player_spec_parse(dx_session_agents(call->session),
                                            name, rules, out, error);
    if (status == DX_OK && out->kind != DX_SEAT_MIND)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "'%.60s': only agents play here", name);
    return status;
}

static dx_status party_open(party *p, const dx_call *call, uint64_t seed,
                            const dx_player_options *options, dx_error *error)
{
    uint64_t number = dx_call_number(call, "deal", 0);
    dx_status status =
        dx_seat_list_parse(dx_call_text(call, "seats"), &p->names, error);
    if (status == DX_OK)
        status = dx_rules_parse_seated(dx_session_games(call->session),
                                       dx_call_text(call, "game"),
                                       p->names.count, &p->rules, error);
    for (unsigned i = 0; status == DX_OK && i < p->names.count; i++) {
        dx_player_spec spec;
        status = read_seat(call, &p->rules, p->names.name[i], &spec, error);
        if (status == DX_OK)
            status = dx_player_open(&spec, options, &p->seat[i], error);
    }
    if (status != DX_OK)
        return status;
    p->deal = dx_deal_new(&p->rules, seed, number);
    p->match = dx_match_new(&p->rules, p->deal);
    for (unsigned i = 0; i < p->names.count; i++)
        dx_player_begin(p->seat[i], dx_match_view(p->match, i),
                        dx_random_named(seed, number, UINT64_C(1) << 40 | i));
    return DX_OK;
}

// Plays it to its end, or to a move that is none: then `how` says whose.
static dx_status party_play(party *p, const dx_call *call, dx_text *how)
{
    while (dx_match_turn(p->match) != DX_OVER) {
        unsigned seat = dx_match_turn(p->match);
        dx_event move;
        dx_reason why = {.rule = ""};
        dx_error wrong = {.message = ""};
        dx_fault fault = dx_player_choose(
            p->seat[seat], dx_match_view(p->match, seat), &move, &why, &wrong);
        if (dx_call_is_stopped(call))
            fault = DX_FAULT_LEFT;
        if (fault == DX_FAULT_NONE &&
            dx_match_play(p->match, seat, move,
                          why.rule[0] != '\0' ? &why : NULL, &wrong) != DX_OK)
            fault = DX_FAULT_ILLEGAL;
        dx_reason_release(&why);
        if (fault == DX_FAULT_LEFT)
            return DX_ERR_CANCELLED;
        if (fault != DX_FAULT_NONE) {
            dx_text_printf(how, "seat %u (%s), %s: %s", seat + 1,
                           p->names.name[seat], dx_fault_text(fault),
                           wrong.message);
            return DX_OK;
        }
    }
    dx_text_add(how, "over");
    return DX_OK;
}

// The record of the match, read again as everybody else would read it.
static dx_status keep(const party *p, dx_call *call, dx_text *out,
                      dx_error *error)
{
    dx_text lines = {0};
    dx_opened opened = {.record = NULL};
    dx_record_writer *writer =
        dx_record_writer_new(&p->rules, (const char *const *)p->names.name);
    dx_record_write(writer, p->match, &lines);
    dx_record_writer_free(writer);
    dx_status status = dx_record_read(dx_session_games(call->session), lines.at,
                                      lines.length, &opened.record, error);
    if (status == DX_OK)
        status = dx_session_take(call, &opened, lines.length, out, error);
    dx_text_release(&lines);
    return status;
}

dx_status dx_do_match(dx_call *call, dx_text *out, dx_error *error)
{
    party p = {.match = NULL};
    dx_budget budget = {.cancelled = call->stop};
    dx_player_options options = {.budget = &budget};
    dx_text how = {0};
    dx_status status = party_open(&p, call, call->wish.seed, &options, error);
    if (status == DX_OK)
        status = party_play(&p, call, &how);
    if (status == DX_OK)
        status = keep(&p, call, out, error);
    for (unsigned i = 0; status == DX_OK && i < dx_players(&p.rules); i++)
        dx_text_printf(out, "%s%d", i > 0 ? "," : ",\"scores\":[",
                       dx_match_score(p.match, i));
    if (status == DX_OK) {
        dx_text_add(out, "],\"how\":");
        dx_text_add_json(out, dx_text_string(&how));
        dx_text_printf(out, ",\"seed\":%" PRIu64 "}", call->wish.seed);
    }
    dx_text_release(&how);
    party_close(&p);
    return status;
}

// ---- many ----

static bool has_programs(const char *seats)
{
    return seats != NULL &&
           (strstr(seats, "cmd:") != NULL || strcmp(seats, "you") == 0);
}

dx_status dx_do_tournament(dx_call *call, dx_text *out, dx_error *error)
{
    const dx_session_limits *limits = dx_session_allows(call->session);
    dx_schedule_options wanted = {
        .all_games = dx_session_games(call->session),
        .all_agents = dx_session_agents(call->session),
        .game = dx_call_text(call, "game"),
        .seats = dx_call_text(call, "seats"),
        .round_robin = dx_call_text(call, "round_robin"),
        .seed = call->wish.seed,
        .games = (unsigned)dx_call_number(call, "games", 100),
        .programs = dx_outsider_normal()};
    dx_run_options options = {.threads =
                                  (unsigned)dx_call_number(call, "threads", 1),
                              .cancelled = call->stop,
                              .progress = limits->progress,
                              .context = limits->context};
    dx_schedule *schedule;
    if ((wanted.seats == NULL) == (wanted.round_robin == NULL))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "either \"seats\" or \"round_robin\" says who plays");
    if (has_programs(wanted.seats) || has_programs(wanted.round_robin))
        return dx_fail(error, DX_ERR_INPUT, 0, 0, "only agents play here");
    dx_status status = dx_schedule_new(&wanted, &schedule, error);
    if (status != DX_OK)
        return status;
    dx_results *results = dx_results_new(schedule);
    status = dx_run(results, &options, error);
    if (status == DX_OK) {
        dx_summary *summary = dx_summary_new(results, NULL, NULL);
        dx_summary_json(summary, out);
        while (out->length > 0 && out->at[out->length - 1] == '\n')
            out->length--;
        dx_summary_free(summary);
    }
    dx_results_free(results);
    dx_schedule_free(schedule);
    return status;
}
