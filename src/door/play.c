// Games between agents: one, kept as a record of the session, or many, and what
// they say; and one that the session's own seats (`you`) move in, whose record
// grows as it goes on.  Programs outside are the front end's matter: none is
// started here.

#include "door/call.h"

#include "agents/agents.h"
#include "agents/player.h"
#include "base/memory.h"
#include "game/say.h"
#include "game/seats.h"
#include "lab/run.h"
#include "lab/summary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- one ----

typedef struct dx_sitting {
    dx_rules rules;
    dx_seat_list names;
    dx_player *seat[DX_SEATS_MAX]; // NULL: the session's own
    dx_budget budget;
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

// Agents only, and of this session's; who is `you` moves from outside, where
// that can be.
static dx_status open_seat(party *p, const dx_call *call, unsigned seat,
                           bool sits, dx_error *error)
{
    const dx_player_options options = {.budget = &p->budget};
    const char *name = p->names.name[seat];
    dx_player_spec spec;
    dx_status status = dx_player_spec_parse(dx_session_agents(call->session),
                                            name, &p->rules, &spec, error);
    if (status != DX_OK || (sits && spec.kind == DX_SEAT_PERSON))
        return status;
    if (spec.kind != DX_SEAT_MIND)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "'%.60s': only agents play here%s", name,
                       sits ? ", and you" : "");
    return dx_player_open(&spec, &options, &p->seat[seat], error);
}

static dx_status party_open(party *p, const dx_call *call, const char *seats,
                            bool sits, dx_error *error)
{
    uint64_t number = dx_call_number(call, "deal", 0), seed = call->wish.seed;
    p->budget.cancelled = call->stop;
    dx_status status = dx_seat_list_parse(seats, &p->names, error);
    if (status == DX_OK)
        status = dx_rules_parse_seated(dx_session_games(call->session),
                                       dx_call_text(call, "game"),
                                       p->names.count, &p->rules, error);
    for (unsigned i = 0; status == DX_OK && i < p->names.count; i++)
        status = open_seat(p, call, i, sits, error);
    if (status != DX_OK)
        return status;
    p->deal = dx_deal_new(&p->rules, seed, number);
    p->match = dx_match_new(&p->rules, p->deal);
    for (unsigned i = 0; i < p->names.count; i++)
        if (p->seat[i] != NULL)
            dx_player_begin(
                p->seat[i], dx_match_view(p->match, i),
                dx_random_named(seed, number, UINT64_C(1) << 40 | i));
    return DX_OK;
}

// Plays it to its end, to a turn of the session's own, or to a move that is
// none: then `how` says whose.
static dx_status party_play(party *p, const dx_call *call, dx_text *how)
{
    while (dx_match_turn(p->match) != DX_OVER) {
        unsigned seat = dx_match_turn(p->match);
        if (p->seat[seat] == NULL)
            return DX_OK;
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
static dx_status read_again(const dx_call *call, const party *p,
                            dx_record **out, size_t *bytes, dx_error *error)
{
    dx_text lines = {0};
    dx_record_writer *writer =
        dx_record_writer_new(&p->rules, (const char *const *)p->names.name);
    dx_record_write(writer, p->match, &lines);
    dx_record_writer_free(writer);
    dx_status status = dx_record_read(dx_session_games(call->session), lines.at,
                                      lines.length, out, error);
    *bytes = lines.length;
    dx_text_release(&lines);
    return status;
}

dx_status dx_do_match(dx_call *call, dx_text *out, dx_error *error)
{
    party p = {.match = NULL};
    dx_opened opened = {.record = NULL};
    size_t bytes;
    dx_text how = {0};
    dx_status status =
        party_open(&p, call, dx_call_text(call, "seats"), false, error);
    if (status == DX_OK)
        status = party_play(&p, call, &how);
    if (status == DX_OK)
        status = read_again(call, &p, &opened.record, &bytes, error);
    if (status == DX_OK)
        status = dx_session_take(call, &opened, bytes, out, error);
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

// ---- one that the session plays in ----

void dx_sitting_free(struct dx_sitting *sitting)
{
    if (sitting == NULL)
        return;
    party_close(sitting);
    dx_free(sitting);
}

// `you` at the seat that is wanted, and who is usual at the others.
static dx_status usual_seats(const dx_call *call, dx_text *out, dx_error *error)
{
    const char *game = dx_call_text(call, "game");
    dx_rules rules;
    dx_status status =
        dx_rules_parse(dx_session_games(call->session), game, &rules, error);
    if (status != DX_OK)
        return status;
    unsigned seat = call->wish.has_seat ? call->wish.seat : 0;
    if (seat >= dx_players(&rules))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "\"seat\": there are seats 1 to %u", dx_players(&rules));
    for (unsigned i = 0; i < dx_players(&rules); i++)
        dx_text_printf(out, "%s%s", i > 0 ? "," : "",
                       i == seat ? "you" : dx_line_up(&rules));
    return DX_OK;
}

// The seat that somebody looks from: the one that is named, the session's own
// whose turn it is, or its first.
static dx_status own_seat(const party *p, const dx_call *call, unsigned *out,
                          dx_error *error)
{
    unsigned next = dx_match_turn(p->match), players = dx_players(&p->rules);
    *out = next < players && p->seat[next] == NULL ? next : 0;
    while (*out < players && p->seat[*out] != NULL)
        ++*out;
    if (call->wish.has_seat)
        *out = call->wish.seat;
    if (*out < players && p->seat[*out] == NULL)
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "\"seat\": expected one of your own at this table");
}

// What a seat sees of the turns from one on, and how it stands.
static dx_status tell_table(dx_call *call, const party *p, unsigned from,
                            const char *how, dx_text *out, dx_error *error)
{
    dx_status status = own_seat(p, call, &call->wish.seat, error);
    if (status != DX_OK)
        return status;
    call->wish.has_turn = call->wish.has_seat = true;
    call->wish.turn = from;
    dx_text_printf(out, "{\"record\":\"%s\",\"seat\":%u,\"your_turn\":%s,",
                   call->wish.record, call->wish.seat + 1,
                   dx_match_turn(p->match) == call->wish.seat ? "true"
                                                              : "false");
    dx_text_add(out, "\"how\":");
    dx_text_add_json(out, how);
    dx_text_add(out, ",\"replay\":");
    status = dx_do_replay(call, out, error);
    dx_text_add_char(out, '}');
    return status;
}

static unsigned last_turn(const party *p)
{
    unsigned count;
    const dx_event *events = dx_match_events(p->match, &count);
    return dx_turn_of(&p->rules, events, count);
}

dx_status dx_do_sit(dx_call *call, dx_text *out, dx_error *error)
{
    const char *seats = dx_call_text(call, "seats");
    dx_text usual = {0}, how = {0}, told = {0};
    dx_opened opened = {.sitting = dx_alloc(1, sizeof(party))};
    party *p = opened.sitting;
    size_t bytes;
    dx_status status = seats == NULL ? usual_seats(call, &usual, error) : DX_OK;
    if (status == DX_OK)
        status =
            party_open(p, call, seats != NULL ? seats : dx_text_string(&usual),
                       true, error);
    if (status == DX_OK)
        status = own_seat(p, call, &call->wish.seat, error);
    if (status == DX_OK)
        status = party_play(p, call, &how);
    if (status == DX_OK)
        status = read_again(call, p, &opened.record, &bytes, error);
    if (status == DX_OK) {
        status = dx_session_take(call, &opened, bytes, &told, error);
    } else {
        dx_opened_release(&opened);
    }
    if (status == DX_OK) {
        snprintf(call->wish.record, sizeof call->wish.record, "%s",
                 dx_session_last(call->session));
        status = tell_table(call, p, 0, dx_text_string(&how), out, error);
    }
    dx_text_release(&usual);
    dx_text_release(&how);
    dx_text_release(&told);
    return status;
}

// The table of a request.
static dx_status find_table(const dx_call *call, party **out, dx_error *error)
{
    const dx_opened *opened =
        dx_session_record(call->session, call->wish.record, error);
    if (opened == NULL)
        return DX_ERR_INPUT;
    *out = opened->sitting;
    if (*out != NULL)
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "\"record\": '%s' is a record, and no table where one can "
                   "sit",
                   call->wish.record);
}

dx_status dx_do_look(dx_call *call, dx_text *out, dx_error *error)
{
    party *p;
    dx_status status = find_table(call, &p, error);
    if (status != DX_OK)
        return status;
    return tell_table(call, p,
                      call->wish.has_turn ? call->wish.turn : last_turn(p), "",
                      out, error);
}

dx_status dx_do_move(dx_call *call, dx_text *out, dx_error *error)
{
    party *p;
    dx_text how = {0};
    dx_event move;
    dx_record *record = NULL;
    unsigned seat;
    size_t bytes;
    dx_status status = find_table(call, &p, error);
    if (status == DX_OK)
        status = own_seat(p, call, &seat, error);
    if (status != DX_OK)
        return status;
    if (dx_match_turn(p->match) != seat)
        return dx_fail(error, DX_ERR_MOVE, 0, 0,
                       dx_match_turn(p->match) == DX_OVER
                           ? "the game is over"
                           : "it is not your turn");
    unsigned from = last_turn(p) + 1;
    status = dx_read_move(dx_match_view(p->match, seat),
                          dx_call_text(call, "move"), &move, error);
    if (status == DX_OK)
        status = dx_match_play(p->match, seat, move, NULL, error);
    if (status == DX_OK)
        status = party_play(p, call, &how);
    if (status == DX_OK)
        status = read_again(call, p, &record, &bytes, error);
    if (status == DX_OK) {
        dx_session_renew(call->session, call->wish.record, record);
        status = tell_table(call, p, from, dx_text_string(&how), out, error);
    }
    dx_text_release(&how);
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
    // Agents of a host are quickest on the thread that it is on.
    bool has_hosts = wanted.all_agents != dx_agents();
    dx_run_options options = {
        .threads = (unsigned)dx_call_number(call, "threads", has_hosts ? 0 : 1),
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
    uint64_t all = (uint64_t)schedule->games * schedule->lineup_count;
    if (status == DX_OK && limits->progress != NULL)
        limits->progress(limits->context, all, all);
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
