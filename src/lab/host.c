#include "lab/host.h"

#include "base/memory.h"
#include "base/vector.h"
#include "game/match.h"
#include "game/record.h"

#include <string.h>
#include <time.h>

// A player who stays at the table.
typedef struct guest {
    const char *name;   // borrowed from the plan
    unsigned namesakes; // before it in its line-up
    dx_player *seat;    // NULL: it cannot be started
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

static dx_status open_seat(const dx_schedule *plan, const dx_budget *budget,
                           const dx_player_spec *spec, dx_player **out,
                           dx_error *error)
{
    dx_player_options options = {.outsider = plan->programs, .budget = budget};
    return dx_player_open(spec, &options, out, error);
}

dx_status dx_host_try_programs(const dx_schedule *plan, dx_error *error)
{
    for (unsigned i = 0; i < plan->lineup_count; i++)
        for (unsigned j = 0; j < dx_players(&plan->rules); j++) {
            const dx_lineup *lineup = &plan->lineups[i];
            bool seen = lineup->spec[j].kind != DX_SEAT_PROGRAM;
            for (unsigned k = 0; k < i * DX_SEATS_MAX + j && !seen; k++) {
                const char *name =
                    plan->lineups[k / DX_SEATS_MAX].name[k % DX_SEATS_MAX];
                seen = name != NULL && strcmp(name, lineup->name[j]) == 0;
            }
            dx_player *seat;
            if (seen)
                continue;
            dx_status status =
                open_seat(plan, NULL, &lineup->spec[j], &seat, error);
            if (status != DX_OK)
                return status;
            dx_player_close(seat);
        }
    return DX_OK;
}

// The player of an entry, who comes to the table when first needed.
static dx_player *seat_of(dx_host *table, const dx_lineup *lineup,
                          unsigned entry)
{
    guest wanted = {.name = lineup->name[entry]};
    for (unsigned i = 0; i < entry; i++)
        wanted.namesakes += strcmp(lineup->name[i], wanted.name) == 0;
    for (size_t i = 0; i < table->guests.count; i++) {
        const guest *g = &table->guests.at[i];
        if (g->namesakes == wanted.namesakes &&
            strcmp(g->name, wanted.name) == 0)
            return g->seat;
    }
    dx_error error;
    if (open_seat(table->plan, &table->budget, &lineup->spec[entry],
                  &wanted.seat, &error) != DX_OK)
        wanted.seat = NULL;
    dx_vector_push(&table->guests, wanted);
    return wanted.seat;
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

// One move of the player at `place`; DX_END_OVER if the game goes on.
static dx_ending step(dx_host *table, dx_player *seat, unsigned place,
                      bool with_reasons)
{
    dx_match *match = table->match;
    dx_reason why = {.rule = ""};
    dx_event move;
    dx_error error;
    dx_fault fault =
        seat == NULL
            ? DX_FAULT_CRASHED
            : dx_player_choose(seat, dx_match_view(match, place), &move,
                               with_reasons ? &why : NULL, &error);
    if (is_cancelled(table)) // before a program that was interrupted counts
        return DX_END_MISSING;
    if (fault != DX_FAULT_NONE)
        return ending_of(fault);
    dx_status status = dx_match_play(match, place, move,
                                     why.rule[0] != '\0' ? &why : NULL, NULL);
    return status == DX_OK         ? DX_END_OVER
           : status == DX_ERR_MOVE ? DX_END_ILLEGAL
                                   : DX_END_CUT;
}

// Plays the match to its end; *by is the entry that failed, if one did.
static dx_ending play(dx_host *table, dx_game_key key, dx_player *const *seats,
                      bool with_reasons, unsigned *by)
{
    dx_match *match = table->match;
    for (unsigned place = dx_match_turn(match); place != DX_OVER;
         place = dx_match_turn(match)) {
        if (place >= DX_SEATS_MAX) // nature would not end
            return DX_END_CUT;
        *by = dx_entry_at(table->plan, key.rotation, place);
        dx_ending ending = step(table, seats[place], place, with_reasons);
        if (ending != DX_END_OVER)
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

static void sit_down(dx_host *table, dx_game_key key, dx_player **out_seats)
{
    const dx_schedule *plan = table->plan;
    bool shared =
        share_a_mind(&plan->lineups[key.lineup], dx_players(&plan->rules));
    for (unsigned place = 0; place < dx_players(&plan->rules); place++) {
        dx_player *seat = seat_of(table, &plan->lineups[key.lineup],
                                  dx_entry_at(plan, key.rotation, place));
        if (seat != NULL)
            dx_player_begin(seat, dx_match_view(table->match, place),
                            dx_random_named(plan->seed, key.deal,
                                            UINT64_C(1) << 40 | place));
        out_seats[place] = seat;
        if (shared)
            dx_player_share(seat, out_seats[0]);
    }
}

// Programs are told how it ended; minds have nothing to learn from it.
static void get_up(dx_host *table, dx_player *const *seats, dx_ending ending)
{
    for (unsigned i = 0; i < dx_players(&table->plan->rules); i++)
        if (seats[i] != NULL && dx_player_outsider(seats[i]) != NULL)
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
    shuffle(table, key, record != NULL);
    sit_down(table, key, seats);
    result.ending = play(table, key, seats, record != NULL, &result.by);
    get_up(table, seats, result.ending);
    if (result.ending == DX_END_MISSING)
        return DX_ERR_CANCELLED;
    if (!dx_ending_is_forfeit(result.ending))
        result.by = 0;
    count_scores(table, &result);
    if (record != NULL)
        write_record(table, key, record);
    result.cpu_ns = cpu_now() - before;
    *out_result = result;
    return DX_OK;
}
