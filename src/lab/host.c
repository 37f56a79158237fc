#include "lab/host.h"

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
    const char *name;   // borrowed from the plan
    unsigned namesakes; // before it in its line-up
    dx_player *seat;    // NULL: it has not been started yet
    unsigned failures;  // games in a row for which it did not start
    char why[DX_WHY_MAX];
} guest;

struct dx_host {
    const dx_schedule *plan;
    dx_budget budget;
    dx_deal *deal;
    unsigned deal_number;
    dx_match *match;
    DX_VECTOR(guest) guests;
};

dx_host *dx_host_new(const dx_schedule *plan, const atomic_bool *cancelled)
{
    dx_host *table = dx_alloc(1, sizeof *table);
    table->plan = plan;
    table->budget.cancelled = cancelled;
    table->deal = dx_deal_new(&plan->rules, plan->seed, 0);
    table->match = dx_match_new(&plan->rules, table->deal);
    return table;
}

void dx_host_free(dx_host *table)
{
    if (table == NULL)
        return;
    for (size_t i = 0; i < table->guests.count; i++)
        dx_player_close(table->guests.at[i].seat);
    dx_vector_release(&table->guests);
    dx_match_free(table->match);
    dx_deal_free(table->deal);
    dx_free(table);
}

static dx_status open_or_wake(const dx_host *table, const dx_player_spec *spec,
                              guest *g, dx_error *error)
{
    dx_player_options options = {.outsider = table->plan->programs,
                                 .budget = &table->budget};
    return g->seat != NULL ? dx_player_ready(g->seat, error)
                           : dx_player_open(spec, &options, &g->seat, error);
}

// Sees to it that the guest can play; false, with its `why`, if it cannot.
static bool call_in(const dx_host *table, const dx_player_spec *spec, guest *g)
{
    dx_error error = {.message = ""};
    if (g->failures >= FAILURES_MAX)
        return false;
    for (unsigned i = 0; i < START_TRIES; i++)
        if (open_or_wake(table, spec, g, &error) == DX_OK) {
            g->failures = 0;
            return true;
        }
    g->failures++;
    snprintf(g->why, sizeof g->why, "%s", error.message);
    return false;
}

// The player of an entry, who comes to the table when first needed.
static guest *guest_of(dx_host *table, const dx_lineup *lineup, unsigned entry)
{
    guest wanted = {.name = lineup->name[entry]};
    for (unsigned i = 0; i < entry; i++)
        wanted.namesakes += strcmp(lineup->name[i], wanted.name) == 0;
    for (size_t i = 0; i < table->guests.count; i++) {
        guest *g = &table->guests.at[i];
        if (g->namesakes == wanted.namesakes &&
            strcmp(g->name, wanted.name) == 0)
            return g;
    }
    dx_vector_push(&table->guests, wanted);
    return &table->guests.at[table->guests.count - 1];
}

static int64_t cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool is_cancelled(const dx_host *table)
{
    const atomic_bool *cancelled = table->budget.cancelled;
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
static dx_ending move_with(dx_host *table, dx_player *seat, unsigned place,
                           dx_reason *why, dx_error *error)
{
    dx_match *match = table->match;
    dx_event move;
    dx_fault fault =
        dx_player_choose(seat, dx_match_view(match, place), &move, why, error);
    if (is_cancelled(table)) // before a program that was interrupted counts
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

static dx_ending step(dx_host *table, dx_player *seat, unsigned place,
                      bool with_reasons, dx_error *error)
{
    dx_reason why = {.rule = ""};
    dx_ending ending =
        move_with(table, seat, place, with_reasons ? &why : NULL, error);
    dx_reason_release(&why);
    return ending;
}

// Plays the match to its end; says which entry failed, if one did, and how.
static dx_ending play(dx_host *table, dx_player *const *seats,
                      bool with_reasons, dx_result *result)
{
    dx_match *match = table->match;
    dx_error error = {.message = ""};
    for (unsigned place = dx_match_turn(match); place != DX_OVER;
         place = dx_match_turn(match)) {
        if (place >= DX_SEATS_MAX) // nature would not end
            return DX_END_CUT;
        dx_ending ending =
            step(table, seats[place], place, with_reasons, &error);
        if (ending == DX_END_OVER)
            continue;
        if (!dx_ending_is_forfeit(ending))
            return ending;
        result->by = dx_entry_at(table->plan, result->key.rotation, place);
        snprintf(result->why, sizeof result->why, "%s", error.message);
        return ending;
    }
    return DX_END_OVER;
}

// The shuffles of a deal are kept for the next line-up, unless a record is
// wanted: that has only the shuffles that its own game has used.
static void shuffle(dx_host *table, dx_game_key key, bool afresh)
{
    const dx_schedule *plan = table->plan;
    if (afresh || table->deal_number != key.deal) {
        dx_deal_restart(table->deal, plan->seed, key.deal);
        table->deal_number = key.deal;
    }
    dx_match_restart(table->match, table->deal);
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
static bool call_all(dx_host *table, dx_result *result, dx_player **out_seats)
{
    const dx_schedule *plan = table->plan;
    const dx_lineup *lineup = &plan->lineups[result->key.lineup];
    for (unsigned place = 0; place < dx_players(&plan->rules); place++) {
        unsigned entry = dx_entry_at(plan, result->key.rotation, place);
        guest *g = guest_of(table, lineup, entry);
        if (!call_in(table, &lineup->spec[entry], g)) {
            result->by = entry;
            memcpy(result->why, g->why, sizeof result->why);
            return false;
        }
        out_seats[place] = g->seat;
    }
    return true;
}

static void sit_down(dx_host *table, dx_game_key key, dx_player *const *seats)
{
    const dx_schedule *plan = table->plan;
    bool shared =
        share_a_mind(&plan->lineups[key.lineup], dx_players(&plan->rules));
    for (unsigned place = 0; place < dx_players(&plan->rules); place++) {
        dx_player_begin(
            seats[place], dx_match_view(table->match, place),
            dx_random_named(plan->seed, key.deal, UINT64_C(1) << 40 | place));
        if (shared)
            dx_player_share(seats[place], seats[0]);
    }
}

// Programs are told how it ended; minds have nothing to learn from it.
static void get_up(dx_host *table, dx_player *const *seats, dx_ending ending)
{
    for (unsigned i = 0; i < dx_players(&table->plan->rules); i++)
        if (dx_player_outsider(seats[i]) != NULL)
            dx_player_end(seats[i], dx_match_view(table->match, i),
                          dx_ending_text(ending));
}

// Writes the forfeit of entry `result->by` into scores that stand.
static void forfeit(const dx_schedule *plan, dx_result *result)
{
    unsigned columns = dx_schedule_columns(plan);
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

static void count_scores(const dx_host *table, dx_result *result)
{
    const dx_schedule *plan = table->plan;
    unsigned columns = dx_schedule_columns(plan);
    for (unsigned place = 0; place < columns; place++) {
        unsigned entry =
            columns == 1 ? 0 : dx_entry_at(plan, result->key.rotation, place);
        result->score[entry] = dx_match_score(table->match, place);
        if (result->ending == DX_END_OVER)
            result->won |= (unsigned)dx_match_won(table->match, place) << entry;
    }
    if (dx_ending_is_forfeit(result->ending))
        forfeit(plan, result);
}

static void write_record(const dx_host *table, dx_game_key key, dx_text *out)
{
    const dx_schedule *plan = table->plan;
    const char *names[DX_SEATS_MAX];
    for (unsigned place = 0; place < dx_players(&plan->rules); place++)
        names[place] = plan->lineups[key.lineup]
                           .name[dx_entry_at(plan, key.rotation, place)];
    dx_record_writer *writer = dx_record_writer_new(&plan->rules, names);
    dx_record_write(writer, table->match, out);
    dx_record_writer_free(writer);
}

dx_status dx_host_play(dx_host *table, dx_game_key key, dx_text *record,
                       dx_result *out_result)
{
    dx_result result = {.key = key};
    int64_t before = cpu_now();
    dx_player *seats[DX_SEATS_MAX] = {NULL};
    if (!call_all(table, &result, seats)) {
        *out_result = result; // DX_END_MISSING
        return is_cancelled(table) ? DX_ERR_CANCELLED : DX_OK;
    }
    shuffle(table, key, record != NULL);
    sit_down(table, key, seats);
    result.ending = play(table, seats, record != NULL, &result);
    get_up(table, seats, result.ending);
    if (result.ending == DX_END_MISSING)
        return DX_ERR_CANCELLED;
    count_scores(table, &result);
    if (record != NULL)
        write_record(table, key, record);
    result.cpu_ns = cpu_now() - before;
    *out_result = result;
    return DX_OK;
}
