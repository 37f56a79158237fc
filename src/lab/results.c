// Arrays for each line-up, a few bytes a game: a tournament of millions of
// games stays in memory, and whether a game is there is one look.  Words are
// kept of the first failure of each sort only.

#include "lab/results.h"

#include "base/memory.h"

#include <stdio.h>

enum { ENDINGS = DX_END_CUT + 1 };

typedef struct ledger {
    uint8_t *ending; // of each game
    uint16_t *won;
    uint8_t *by;
    int32_t *score; // dx_schedule_columns of each game
    unsigned count;
    unsigned missed; // not played: a program did not start
    unsigned ended[ENDINGS];
    dx_trouble *trouble[DX_SEATS_MAX][ENDINGS]; // mostly NULL
    dx_spent spent;
} ledger;

struct dx_results {
    const dx_schedule *schedule;
    unsigned scores; // of a game
    ledger *ledgers; // of each line-up
};

const char *dx_ending_text(dx_ending ending)
{
    static const char *const texts[] = {
        "missing", "over", "illegal", "garbage", "late", "crashed", "cut"};
    return texts[ending];
}

dx_results *dx_results_new(const dx_schedule *schedule)
{
    dx_results *results = dx_alloc(1, sizeof *results);
    results->schedule = schedule;
    results->scores = dx_schedule_columns(schedule);
    results->ledgers =
        dx_alloc(schedule->lineup_count, sizeof *results->ledgers);
    for (unsigned i = 0; i < schedule->lineup_count; i++) {
        ledger *l = &results->ledgers[i];
        l->ending = dx_alloc(schedule->games, sizeof *l->ending);
        l->won = dx_alloc(schedule->games, sizeof *l->won);
        l->by = dx_alloc(schedule->games, sizeof *l->by);
        l->score = dx_alloc((size_t)schedule->games * results->scores,
                            sizeof *l->score);
    }
    return results;
}

void dx_results_free(dx_results *results)
{
    if (results == NULL)
        return;
    for (unsigned i = 0; i < results->schedule->lineup_count; i++) {
        ledger *l = &results->ledgers[i];
        dx_free(l->ending);
        dx_free(l->won);
        dx_free(l->by);
        dx_free(l->score);
        for (unsigned by = 0; by < DX_SEATS_MAX; by++)
            for (unsigned ending = 0; ending < ENDINGS; ending++)
                dx_free(l->trouble[by][ending]);
    }
    dx_free(results->ledgers);
    dx_free(results);
}

const dx_schedule *dx_results_schedule(const dx_results *results)
{
    return results->schedule;
}

bool dx_results_has(const dx_results *results, dx_game_key key)
{
    const ledger *l = &results->ledgers[key.lineup];
    return l->ending[dx_game_number(results->schedule, key)] != DX_END_MISSING;
}

// Keeps the words of the first game, whenever it comes.
static void note_trouble(dx_results *results, const dx_result *result)
{
    ledger *l = &results->ledgers[result->key.lineup];
    unsigned game = dx_game_number(results->schedule, result->key);
    dx_trouble **trouble = &l->trouble[result->by][result->ending];
    if (result->why[0] == '\0' || (*trouble != NULL && (*trouble)->game < game))
        return;
    if (*trouble == NULL)
        *trouble = dx_alloc(1, sizeof **trouble);
    (*trouble)->game = game;
    snprintf((*trouble)->why, sizeof(*trouble)->why, "%s", result->why);
}

void dx_results_miss(dx_results *results, const dx_result *result)
{
    results->ledgers[result->key.lineup].missed++;
    note_trouble(results, result);
}

bool dx_results_add(dx_results *results, const dx_result *result)
{
    if (dx_results_has(results, result->key))
        return false;
    ledger *l = &results->ledgers[result->key.lineup];
    unsigned game = dx_game_number(results->schedule, result->key);
    l->ending[game] = (uint8_t)result->ending;
    l->won[game] = (uint16_t)result->won;
    l->by[game] = (uint8_t)result->by;
    for (unsigned i = 0; i < results->scores; i++)
        l->score[(size_t)game * results->scores + i] = result->score[i];
    l->count++;
    l->ended[result->ending]++;
    note_trouble(results, result);
    if (result->cpu_ns > 0) {
        l->spent.games++;
        l->spent.cpu_seconds += (double)result->cpu_ns * 1e-9;
    }
    return true;
}

dx_result dx_results_at(const dx_results *results, dx_game_key key)
{
    const ledger *l = &results->ledgers[key.lineup];
    unsigned game = dx_game_number(results->schedule, key);
    dx_result result = {.key = key,
                        .ending = l->ending[game],
                        .by = l->by[game],
                        .won = l->won[game]};
    for (unsigned i = 0; i < results->scores; i++)
        result.score[i] = l->score[(size_t)game * results->scores + i];
    return result;
}

bool dx_results_has_deal(const dx_results *results, unsigned lineup,
                         unsigned deal)
{
    const dx_schedule *schedule = results->schedule;
    for (unsigned r = 0; r < schedule->lineups[lineup].rotations; r++) {
        dx_game_key key = {lineup, deal, r};
        if (dx_game_number(schedule, key) >= schedule->games ||
            !dx_results_has(results, key))
            return false;
    }
    return true;
}

unsigned dx_results_count(const dx_results *results, unsigned lineup)
{
    return results->ledgers[lineup].count;
}

unsigned dx_results_ended(const dx_results *results, unsigned lineup,
                          dx_ending ending)
{
    return results->ledgers[lineup].ended[ending];
}

unsigned dx_results_failed(const dx_results *results, unsigned lineup)
{
    const unsigned *ended = results->ledgers[lineup].ended;
    return ended[DX_END_GARBAGE] + ended[DX_END_LATE] + ended[DX_END_CRASHED];
}

unsigned dx_results_missed(const dx_results *results, unsigned lineup)
{
    return results->ledgers[lineup].missed;
}

const dx_trouble *dx_results_trouble(const dx_results *results, unsigned lineup,
                                     unsigned by, dx_ending ending)
{
    return results->ledgers[lineup].trouble[by][ending];
}

dx_spent dx_results_spent(const dx_results *results, unsigned lineup)
{
    return results->ledgers[lineup].spent;
}

void dx_results_spend(dx_results *results, unsigned lineup, dx_spent spent)
{
    results->ledgers[lineup].spent.games += spent.games;
    results->ledgers[lineup].spent.cpu_seconds += spent.cpu_seconds;
}
