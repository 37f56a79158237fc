// Games between agents: one, kept as a record of the session, or many, and what
// they say; and one that the session's own seats (`you`) move in, whose record
// grows as it goes on.  Programs outside are the front end's matter: none is
// started here.

#include "door/call.h"

#include "agents/agents.h"
#include "agents/party.h"
#include "base/members.h"
#include "base/memory.h"
#include "game/say.h"
#include "lab/run.h"
#include "lab/summary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- one ----

struct dx_sitting {
    dx_party party;
    dx_budget budget; // of each move
};

// Only agents of this session sit down, and the session itself where it can
// (`you`).
static dx_status open_party(struct dx_sitting *s, const dx_call *call,
                            const char *seats, bool sits, dx_error *error)
{
    const dx_player_options options = {.budget = &s->budget};
    s->budget.cancelled = call->stop;
    s->party = (dx_party){.seed = call->wish.seed,
                          .number = dx_call_number(call, "deal", 0),
                          .cancelled = call->stop,
                          .games = dx_session_games(call->session),
                          .agents = dx_session_agents(call->session),
                          .is_closed = true,
                          .has_own = sits};
    const char *lines = dx_call_text(call, "text");
    dx_record *record;
    if (lines == NULL)
        return dx_party_open(&s->party, dx_call_text(call, "game"), seats,
                             &options, error);
    dx_status status =
        dx_record_read(s->party.games, lines, strlen(lines), &record, error);
    return status != DX_OK
               ? status
               : dx_party_resume(&s->party, record, seats, &options, error);
}

// Plays it to its end, to a turn of the session's own, or to a move that is
// none: then `how` says whose.
static dx_status play_on(dx_party *p, const dx_call *call, dx_text *how)
{
    dx_fault fault = DX_FAULT_NONE;
    dx_error wrong = {.message = ""};
    p->cancelled = call->stop;
    while (dx_match_turn(p->match) != DX_OVER && fault == DX_FAULT_NONE) {
        if (p->seat[dx_match_turn(p->match)] == NULL)
            return DX_OK;
        fault = dx_party_step(p, &wrong);
    }
    dx_text_add(how, fault != DX_FAULT_NONE ? wrong.message : "over");
    return fault == DX_FAULT_LEFT ? DX_ERR_CANCELLED : DX_OK;
}

// The record of the match, read again as everybody else would read it.
static dx_status read_again(const dx_call *call, const dx_party *p,
                            dx_record **out, size_t *bytes, dx_error *error)
{
    dx_text lines = {0};
    dx_party_record(p, &lines);
    dx_status status = dx_record_read(dx_session_games(call->session), lines.at,
                                      lines.length, out, error);
    *bytes = lines.length;
    dx_text_release(&lines);
    return status;
}

dx_status dx_do_match(dx_call *call, dx_text *out, dx_error *error)
{
    struct dx_sitting s = {.budget = {0}};
    dx_party *p = &s.party;
    dx_opened opened = {.record = NULL};
    size_t bytes;
    dx_text how = {0};
    dx_status status =
        open_party(&s, call, dx_call_text(call, "seats"), false, error);
    if (status == DX_OK)
        status = play_on(p, call, &how);
    if (status == DX_OK)
        status = read_again(call, p, &opened.record, &bytes, error);
    if (status == DX_OK)
        status = dx_session_take(call, &opened, bytes, out, error);
    for (unsigned i = 0; status == DX_OK && i < dx_players(&p->rules); i++)
        dx_text_printf(out, "%s%d", i > 0 ? "," : ",\"scores\":[",
                       dx_match_score(p->match, i));
    if (status == DX_OK) {
        dx_text_add(out, "],\"how\":");
        dx_text_add_json(out, dx_text_string(&how));
        dx_text_printf(out, ",\"seed\":%" PRIu64 "}", call->wish.seed);
    }
    dx_text_release(&how);
    dx_party_close(p);
    return status;
}

// ---- one that the session plays in ----

void dx_sitting_free(struct dx_sitting *sitting)
{
    if (sitting == NULL)
        return;
    dx_party_close(&sitting->party);
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
        return dx_fail(error, DX_ERR_INPUT, 0, 0, "\"seat\": expected 1 to %u",
                       dx_players(&rules));
    dx_line_up_beside(&rules, seat, out);
    return DX_OK;
}

// The seat that somebody looks from: the one that is named, the session's own
// whose turn it is, or its first.
static dx_status own_seat(const dx_party *p, const dx_call *call, unsigned *out,
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

static void add_winners(const dx_party *p, dx_text *out)
{
    dx_put_open(out, "won", '[');
    for (unsigned seat = 0; seat < dx_players(&p->rules); seat++)
        if (dx_match_won(p->match, seat))
            dx_put_number(out, NULL, seat + 1);
    dx_text_add_char(out, ']');
}

// What a seat sees of the turns from one on, and how it stands.
static dx_status tell_table(dx_call *call, const dx_party *p, unsigned from,
                            const char *how, dx_text *out, dx_error *error)
{
    dx_status status = own_seat(p, call, &call->wish.seat, error);
    if (status != DX_OK)
        return status;
    call->wish.has_turn = call->wish.has_seat = true;
    call->wish.turn = from;
    call->wish.you = call->wish.seat + 1;
    dx_text_add_char(out, '{');
    dx_put_text(out, "record", call->wish.record);
    dx_put_number(out, "seat", call->wish.seat + 1);
    dx_put_flag(out, "your_turn", dx_match_turn(p->match) == call->wish.seat);
    dx_put_text(out, "how", how);
    if (dx_match_turn(p->match) == DX_OVER)
        add_winners(p, out);
    dx_text_add(out, ",\"replay\":");
    status = dx_do_replay(call, out, error);
    dx_text_add_char(out, '}');
    return status;
}

static unsigned last_turn(const dx_party *p)
{
    unsigned count;
    const dx_event *events = dx_match_events(p->match, &count);
    return dx_turn_of(&p->rules, events, count);
}

dx_status dx_do_sit(dx_call *call, dx_text *out, dx_error *error)
{
    const char *seats = dx_call_text(call, "seats");
    dx_text usual = {0}, how = {0}, told = {0};
    dx_opened opened = {.sitting = dx_alloc(1, sizeof *opened.sitting)};
    dx_party *p = &opened.sitting->party;
    size_t bytes;
    bool goes_on = dx_call_text(call, "text") != NULL;
    dx_status status = DX_OK;
    if (goes_on == (dx_call_text(call, "game") != NULL))
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "either \"game\" or \"text\" says what is played");
    if (status == DX_OK && seats == NULL && !goes_on) {
        status = usual_seats(call, &usual, error);
        seats = dx_text_string(&usual);
    }
    if (status == DX_OK)
        status = open_party(opened.sitting, call, seats, true, error);
    if (status == DX_OK)
        status = own_seat(p, call, &call->wish.seat, error);
    if (status == DX_OK)
        status = play_on(p, call, &how);
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
static dx_status find_table(const dx_call *call, dx_party **out,
                            dx_error *error)
{
    const dx_opened *opened =
        dx_session_record(call->session, call->wish.record, error);
    if (opened == NULL)
        return DX_ERR_INPUT;
    if (opened->sitting != NULL) {
        *out = &opened->sitting->party;
        return DX_OK;
    }
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "\"record\": '%s' is a record, and no table where one can "
                   "sit",
                   call->wish.record);
}

// The others move until it is the session's turn, and the table is told from a
// turn on.  Who is cancelled meanwhile has what was played, and looks again.
static dx_status go_on(dx_call *call, dx_party *p, unsigned from, dx_text *out,
                       dx_error *error)
{
    dx_text how = {0};
    dx_record *record;
    size_t bytes;
    dx_status played = play_on(p, call, &how);
    dx_status status = read_again(call, p, &record, &bytes, error);
    if (status == DX_OK) {
        dx_session_renew(call->session, call->wish.record, record);
        status = played;
    }
    if (status == DX_OK)
        status = tell_table(call, p, from, dx_text_string(&how), out, error);
    dx_text_release(&how);
    return status;
}

dx_status dx_do_look(dx_call *call, dx_text *out, dx_error *error)
{
    dx_party *p = NULL;
    dx_status status = find_table(call, &p, error);
    if (status != DX_OK)
        return status;
    unsigned from = call->wish.has_turn ? call->wish.turn : last_turn(p);
    unsigned next = dx_match_turn(p->match);
    return next != DX_OVER && p->seat[next] != NULL
               ? go_on(call, p, from, out, error)
               : tell_table(call, p, from, "", out, error);
}

dx_status dx_do_move(dx_call *call, dx_text *out, dx_error *error)
{
    dx_party *p = NULL;
    dx_event move;
    unsigned seat;
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
    return status == DX_OK ? go_on(call, p, from, out, error) : status;
}

// ---- many ----

static bool has_programs(const char *seats)
{
    return seats != NULL &&
           (strstr(seats, "cmd:") != NULL || strcmp(seats, "you") == 0);
}

static void tell(void *session, uint64_t done, uint64_t wanted)
{
    dx_session_tell(session, done, wanted);
}

dx_status dx_do_tournament(dx_call *call, dx_text *out, dx_error *error)
{
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
        .progress = tell,
        .context = call->session};
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
    if (status == DX_OK) {
        tell(call->session, all, all);
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
