// One game after the other at one table: everybody is called in, the deck is
// shuffled, all sit down, play, and get up.
//
// What a game needs is kept for the next: the match, the shuffled deck while
// the deal stays the same, and the programs, which are dear to start.  Nothing
// of it may show in a result, so minds are made anew for every game and draw
// from random streams that are named by seed, deal and place.  Everybody is
// called before anybody hears of the game: one who does not come leaves no
// half-told game behind.

#include "lab/host.h"

#include "base/heed.h"
#include "base/memory.h"
#include "base/vector.h"
#include "game/match.h"
#include "game/record.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

// A start that fails is tried again at once; a program that has failed so many
// games in a row does not come any more.
enum { START_TRIES = 2, FAILURES_MAX = 3 };

// A player who stays at the table.
typedef struct guest {
    const char *name;   // borrowed from the schedule
    unsigned namesakes; // before it in its line-up
    dx_player *player;  // NULL: it has not been started yet
    unsigned failures;  // games in a row for which it did not start
    char why[DX_WHY_MAX];
} guest;

struct dx_host {
    const dx_schedule *schedule;
    dx_budget budget;
    dx_deal *deal;
    unsigned deal_number;
    dx_match *match;
    DX_VECTOR(guest) guests;
};

dx_host *dx_host_new(const dx_schedule *schedule, const atomic_bool *cancelled)
{
    dx_host *host = dx_alloc(1, sizeof *host);
    host->schedule = schedule;
    host->budget.cancelled = cancelled;
    host->deal = dx_deal_new(&schedule->rules, schedule->seed, 0);
    host->match = dx_match_new(&schedule->rules, host->deal);
    return host;
}

void dx_host_free(dx_host *host)
{
    if (host == NULL)
        return;
    for (size_t i = 0; i < host->guests.count; i++)
        dx_player_close(host->guests.at[i].player);
    dx_vector_release(&host->guests);
    dx_match_free(host->match);
    dx_deal_free(host->deal);
    dx_free(host);
}

static dx_status open_or_wake(const dx_host *host, const dx_player_spec *spec,
                              guest *g, dx_error *error)
{
    dx_player_options options = {.outsider = host->schedule->programs,
                                 .budget = &host->budget};
    return g->player != NULL
               ? dx_player_ready(g->player, error)
               : dx_player_open(spec, &options, &g->player, error);
}

// Sees to it that the guest can play; false, with its `why`, if it cannot.
static bool call_in(const dx_host *host, const dx_player_spec *spec, guest *g)
{
    dx_error error = {.message = ""};
    if (g->failures >= FAILURES_MAX)
        return false;
    for (unsigned i = 0; i < START_TRIES; i++)
        if (open_or_wake(host, spec, g, &error) == DX_OK) {
            g->failures = 0;
            return true;
        }
    g->failures++;
    snprintf(g->why, sizeof g->why, "%s", error.message);
    return false;
}

// The player of an entry, who comes to the table when first needed.
static guest *guest_of(dx_host *host, const dx_lineup *lineup, unsigned entry)
{
    guest wanted = {.name = lineup->name[entry]};
    for (unsigned i = 0; i < entry; i++)
        wanted.namesakes += strcmp(lineup->name[i], wanted.name) == 0;
    for (size_t i = 0; i < host->guests.count; i++) {
        guest *g = &host->guests.at[i];
        if (g->namesakes == wanted.namesakes &&
            strcmp(g->name, wanted.name) == 0)
            return g;
    }
    dx_vector_push(&host->guests, wanted);
    return &host->guests.at[host->guests.count - 1];
}

static int64_t cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool is_cancelled(const dx_host *host)
{
    const atomic_bool *cancelled = host->budget.cancelled;
    return cancelled != NULL &&
           atomic_load_explicit(cancelled, memory_order_relaxed);
}

static dx_ending ending_of(dx_fault fault)
{
    switch (fault) {
    case DX_FAULT_ILLEGAL:
        return DX_END_ILLEGAL;
    case DX_FAULT_GARBAGE:
        return DX_END_GARBAGE;
    case DX_FAULT_LATE:
        return DX_END_LATE;
    default:
        return DX_END_CRASHED;
    }
}

// One move of the player at `place`, with its reason in `why` (NULL: not
// wanted); DX_END_OVER if the game goes on.
static dx_ending move_with(dx_host *host, dx_player *player, unsigned place,
                           dx_reason *why, dx_error *error)
{
    dx_match *match = host->match;
    dx_event move;
    dx_fault fault = dx_player_choose(player, dx_match_view(match, place),
                                      &move, why, error);
    if (is_cancelled(host)) // before a program that was interrupted counts
        return DX_END_MISSING;
    if (fault != DX_FAULT_NONE)
        return ending_of(fault);
    bool is_given = why != NULL && why->rule[0] != '\0';
    dx_status status =
        dx_match_play(match, place, move, is_given ? why : NULL, error);
    return status == DX_OK         ? DX_END_OVER
           : status == DX_ERR_MOVE ? DX_END_ILLEGAL
                                   : DX_END_CUT;
}

static dx_ending step(dx_host *host, dx_player *player, unsigned place,
                      bool with_reasons, dx_error *error)
{
    dx_reason why = {.rule = ""};
    dx_ending ending =
        move_with(host, player, place, with_reasons ? &why : NULL, error);
    dx_reason_release(&why);
    return ending;
}

// Plays the match to its end; says which entry failed, if one did, and how.
static dx_ending play(dx_host *host, dx_player *const *players,
                      bool with_reasons, dx_result *result)
{
    dx_match *match = host->match;
    dx_error error = {.message = ""};
    for (unsigned place = dx_match_turn(match); place != DX_OVER;
         place = dx_match_turn(match)) {
        if (place >= DX_SEATS_MAX) // nature would not end
            return DX_END_CUT;
        dx_ending ending =
            step(host, players[place], place, with_reasons, &error);
        if (ending == DX_END_OVER)
            continue;
        if (!dx_ending_is_forfeit(ending))
            return ending;
        result->by = dx_entry_at(host->schedule, result->key.rotation, place);
        snprintf(result->why, sizeof result->why, "%s", error.message);
        return ending;
    }
    return DX_END_OVER;
}

// The shuffles of a deal are kept for the next line-up, unless a record is
// wanted: that has only the shuffles that its own game has used.
static void shuffle(dx_host *host, dx_game_key key, bool afresh)
{
    const dx_schedule *schedule = host->schedule;
    if (afresh || host->deal_number != key.deal) {
        dx_deal_restart(host->deal, schedule->seed, key.deal);
        host->deal_number = key.deal;
    }
    dx_match_restart(host->match, host->deal);
}

// Do all play the same convention?  Then one memory serves all places.
static bool share_a_mind(const dx_lineup *lineup, unsigned players)
{
    const dx_player_spec *first = &lineup->spec[0];
    for (unsigned i = 0; i < players; i++)
        if (lineup->spec[i].kind != DX_SEAT_MIND ||
            lineup->spec[i].policy.agent != first->policy.agent ||
            memcmp(&lineup->spec[i].policy.params, &first->policy.params,
                   sizeof first->policy.params) != 0)
            return false;
    return first->policy.agent->shared;
}

// Calls everybody to the table before anybody is told of a game.  False, with
// who and why in the result, if one does not come.
static bool call_all(dx_host *host, dx_result *result, dx_player **out_players)
{
    const dx_schedule *schedule = host->schedule;
    const dx_lineup *lineup = &schedule->lineups[result->key.lineup];
    for (unsigned place = 0; place < dx_players(&schedule->rules); place++) {
        unsigned entry = dx_entry_at(schedule, result->key.rotation, place);
        guest *g = guest_of(host, lineup, entry);
        if (!call_in(host, &lineup->spec[entry], g)) {
            result->by = entry;
            memcpy(result->why, g->why, sizeof result->why);
            return false;
        }
        out_players[place] = g->player;
    }
    return true;
}

static void sit_down(dx_host *host, dx_game_key key, dx_player *const *players)
{
    const dx_schedule *schedule = host->schedule;
    bool shared = share_a_mind(&schedule->lineups[key.lineup],
                               dx_players(&schedule->rules));
    for (unsigned place = 0; place < dx_players(&schedule->rules); place++) {
        dx_player_begin(players[place], dx_match_view(host->match, place),
                        dx_random_named(schedule->seed, key.deal,
                                        UINT64_C(1) << 40 | place));
        if (shared)
            dx_player_share(players[place], players[0]);
    }
}

// Programs are told how it ended; minds have nothing to learn from it.
static void get_up(dx_host *host, dx_player *const *players, dx_ending ending)
{
    for (unsigned i = 0; i < dx_players(&host->schedule->rules); i++)
        if (dx_player_outsider(players[i]) != NULL)
            dx_player_end(players[i], dx_match_view(host->match, i),
                          dx_ending_text(ending));
}

// Writes the forfeit of entry `result->by` into scores that stand.
static void forfeit(const dx_schedule *schedule, dx_result *result)
{
    unsigned columns = dx_schedule_columns(schedule);
    unsigned loser = columns == 1 ? 0 : result->by;
    if (result->score[loser] > 0)
        result->score[loser] = 0;
    result->won = 0;
    for (unsigned i = 0; i < columns; i++) {
        bool best = i != loser;
        for (unsigned j = 0; j < columns; j++)
            best = best && (j == loser || result->score[j] <= result->score[i]);
        result->won |= (unsigned)best << i;
    }
}

static void count_scores(const dx_host *host, dx_result *result)
{
    const dx_schedule *schedule = host->schedule;
    unsigned columns = dx_schedule_columns(schedule);
    for (unsigned place = 0; place < columns; place++) {
        unsigned entry =
            columns == 1 ? 0
                         : dx_entry_at(schedule, result->key.rotation, place);
        result->score[entry] = dx_match_score(host->match, place);
        if (result->ending == DX_END_OVER)
            result->won |= (unsigned)dx_match_won(host->match, place) << entry;
    }
    if (dx_ending_is_forfeit(result->ending))
        forfeit(schedule, result);
}

static void write_record(const dx_host *host, dx_game_key key, dx_text *out)
{
    const dx_schedule *schedule = host->schedule;
    const char *names[DX_SEATS_MAX];
    for (unsigned place = 0; place < dx_players(&schedule->rules); place++)
        names[place] = schedule->lineups[key.lineup]
                           .name[dx_entry_at(schedule, key.rotation, place)];
    dx_record_writer *writer = dx_record_writer_new(&schedule->rules, names);
    dx_record_write(writer, host->match, out);
    dx_record_writer_free(writer);
}

dx_status dx_host_play(dx_host *host, dx_game_key key, dx_text *record,
                       dx_result *out_result)
{
    dx_result result = {.key = key};
    int64_t before = cpu_now();
    unsigned events;
    dx_player *players[DX_SEATS_MAX] = {NULL};
    if (!call_all(host, &result, players)) {
        *out_result = result; // DX_END_MISSING
        return is_cancelled(host) ? DX_ERR_CANCELLED : DX_OK;
    }
    shuffle(host, key, record != NULL);
    sit_down(host, key, players);
    result.ending = play(host, players, record != NULL, &result);
    get_up(host, players, result.ending);
    dx_match_events(host->match, &events);
    dx_is_called_off_after(events); // each is a step
    if (result.ending == DX_END_MISSING)
        return DX_ERR_CANCELLED;
    count_scores(host, &result);
    if (record != NULL)
        write_record(host, key, record);
    result.cpu_ns = cpu_now() - before;
    *out_result = result;
    return DX_OK;
}
