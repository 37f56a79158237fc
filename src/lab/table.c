#include "lab/table.h"

#include "base/memory.h"
#include "game/match.h"
#include "game/record.h"

#include <time.h>

struct dx_table {
    const dx_plan *plan;
    const atomic_bool *cancelled;
    dx_deal *deal;
    unsigned deal_number;
    dx_match *match;
    dx_mind *mind[DX_SEATS_MAX]; // of each place
    dx_random random[DX_SEATS_MAX];
};

dx_table *dx_table_new(const dx_plan *plan, const atomic_bool *cancelled)
{
    dx_table *table = dx_alloc(1, sizeof *table);
    table->plan = plan;
    table->cancelled = cancelled;
    table->deal = dx_deal_new(&plan->rules, plan->seed, 0);
    table->match = dx_match_new(&plan->rules, table->deal);
    return table;
}

static void get_up(dx_table *table)
{
    for (unsigned i = 0; i < DX_SEATS_MAX; i++) {
        dx_mind_free(table->mind[i]);
        table->mind[i] = NULL;
    }
}

void dx_table_free(dx_table *table)
{
    if (table == NULL)
        return;
    get_up(table);
    dx_match_free(table->match);
    dx_deal_free(table->deal);
    dx_free(table);
}

static int64_t cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool is_cancelled(const dx_table *table)
{
    return table->cancelled != NULL &&
           atomic_load_explicit(table->cancelled, memory_order_relaxed);
}

// Asks the player at `place` for its move.
static dx_event choose(dx_table *table, const dx_lineup *lineup, unsigned entry,
                       unsigned place, dx_reason *why)
{
    const dx_view *view = dx_match_view(table->match, place);
    if (table->mind[place] == NULL)
        table->mind[place] = dx_mind_new(&lineup->policy[entry], view);
    dx_budget budget = {.cancelled = table->cancelled};
    dx_thought thought = {
        .random = &table->random[place], .budget = &budget, .reason = why};
    return dx_mind_choose(table->mind[place], view, &thought);
}

// Plays the match to its end; *by is the entry that failed, if one did.
static dx_ending play(dx_table *table, dx_game_key key, bool with_reasons,
                      unsigned *by)
{
    const dx_lineup *lineup = &table->plan->lineups[key.lineup];
    dx_match *match = table->match;
    for (unsigned place = dx_match_turn(match); place != DX_OVER;
         place = dx_match_turn(match)) {
        if (place >= DX_SEATS_MAX) // nature would not end
            return DX_END_CUT;
        unsigned entry = dx_entry_at(table->plan, key.rotation, place);
        dx_reason why = {.rule = ""};
        dx_event move =
            choose(table, lineup, entry, place, with_reasons ? &why : NULL);
        if (is_cancelled(table))
            return DX_END_MISSING;
        dx_status status = dx_match_play(
            match, place, move, why.rule[0] != '\0' ? &why : NULL, NULL);
        *by = entry;
        if (status != DX_OK)
            return status == DX_ERR_MOVE ? DX_END_ILLEGAL : DX_END_CUT;
    }
    return DX_END_OVER;
}

// The shuffles of a deal are kept for the next line-up, unless a record is
// wanted: that has only the shuffles that its own game has used.
static void shuffle_and_sit(dx_table *table, dx_game_key key, bool afresh)
{
    const dx_plan *plan = table->plan;
    if (afresh || table->deal_number != key.deal) {
        dx_deal_restart(table->deal, plan->seed, key.deal);
        table->deal_number = key.deal;
    }
    dx_match_restart(table->match, table->deal);
    for (unsigned i = 0; i < dx_players(&plan->rules); i++)
        table->random[i] =
            dx_random_named(plan->seed, key.deal, UINT64_C(1) << 40 | i);
}

// Writes the forfeit of entry `result->by` into scores that stand.
static void forfeit(const dx_plan *plan, dx_result *result)
{
    unsigned columns = dx_plan_columns(plan);
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

static void count_scores(const dx_table *table, dx_result *result)
{
    const dx_plan *plan = table->plan;
    unsigned columns = dx_plan_columns(plan);
    for (unsigned place = 0; place < columns; place++) {
        unsigned entry =
            columns == 1 ? 0 : dx_entry_at(plan, result->key.rotation, place);
        result->score[entry] = dx_match_score(table->match, place);
        if (result->ending == DX_END_OVER)
            result->won |= (unsigned)dx_match_won(table->match, place) << entry;
    }
    if (result->ending == DX_END_ILLEGAL || result->ending == DX_END_CRASHED)
        forfeit(plan, result);
}

static void write_record(const dx_table *table, dx_game_key key, dx_text *out)
{
    const dx_plan *plan = table->plan;
    const char *names[DX_SEATS_MAX];
    for (unsigned place = 0; place < dx_players(&plan->rules); place++)
        names[place] = plan->lineups[key.lineup]
                           .name[dx_entry_at(plan, key.rotation, place)];
    dx_record_writer *writer = dx_record_writer_new(&plan->rules, names);
    dx_record_write(writer, table->match, out);
    dx_record_writer_free(writer);
}

dx_status dx_table_play(dx_table *table, dx_game_key key, dx_text *record,
                        dx_result *out_result)
{
    dx_result result = {.key = key};
    int64_t before = cpu_now();
    shuffle_and_sit(table, key, record != NULL);
    result.ending = play(table, key, record != NULL, &result.by);
    get_up(table);
    if (result.ending == DX_END_MISSING)
        return DX_ERR_CANCELLED;
    if (result.ending == DX_END_OVER || result.ending == DX_END_CUT)
        result.by = 0;
    count_scores(table, &result);
    if (record != NULL)
        write_record(table, key, record);
    result.cpu_ns = cpu_now() - before;
    *out_result = result;
    return DX_OK;
}
