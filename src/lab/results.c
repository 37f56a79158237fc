// Arrays for each line-up, a few bytes a game: a tournament of millions of
// games stays in memory, and whether a game is there is one look.  Words are
// kept of the first failure of each sort only.

#include "lab/results.h"

#include "base/memory.h"

#include <stdio.h>

enum { ENDINGS = DX_END_CUT + 1 };

typedef struct column {
    uint8_t *ending; // of each game
    uint16_t *won;
    uint8_t *by;
    int32_t *score; // dx_schedule_columns of each game
    unsigned count;
    unsigned missed; // not played: a program did not start
    unsigned ended[ENDINGS];
    dx_trouble *trouble[DX_SEATS_MAX][ENDINGS]; // mostly NULL
    dx_spent spent;
} column;

struct dx_results {
    const dx_schedule *plan;
    unsigned scores; // of a game
    column *columns; // of each line-up
};

const char *dx_ending_text(dx_ending ending)
{
    static const char *const texts[] = {
        "missing", "over", "illegal", "garbage", "late", "crashed", "cut"};
    return texts[ending];
}

dx_results *dx_results_new(const dx_schedule *plan)
{
    dx_results *results = dx_alloc(1, sizeof *results);
    results->plan = plan;
    results->scores = dx_schedule_columns(plan);
    results->columns = dx_alloc(plan->lineup_count, sizeof *results->columns);
    for (unsigned i = 0; i < plan->lineup_count; i++) {
        column *c = &results->columns[i];
        c->ending = dx_alloc(plan->games, sizeof *c->ending);
        c->won = dx_alloc(plan->games, sizeof *c->won);
        c->by = dx_alloc(plan->games, sizeof *c->by);
        c->score =
            dx_alloc((size_t)plan->games * results->scores, sizeof *c->score);
    }
    return results;
}

void dx_results_free(dx_results *results)
{
    if (results == NULL)
        return;
    for (unsigned i = 0; i < results->plan->lineup_count; i++) {
        column *c = &results->columns[i];
        dx_free(c->ending);
        dx_free(c->won);
        dx_free(c->by);
        dx_free(c->score);
        for (unsigned by = 0; by < DX_SEATS_MAX; by++)
            for (unsigned ending = 0; ending < ENDINGS; ending++)
                dx_free(c->trouble[by][ending]);
    }
    dx_free(results->columns);
    dx_free(results);
}

const dx_schedule *dx_results_plan(const dx_results *results)
{
    return results->plan;
}

bool dx_results_has(const dx_results *results, dx_game_key key)
{
    const column *c = &results->columns[key.lineup];
    return c->ending[dx_game_number(results->plan, key)] != DX_END_MISSING;
}

// Keeps the words of the first game, whenever it comes.
static void note_trouble(dx_results *results, const dx_result *result)
{
    column *c = &results->columns[result->key.lineup];
    unsigned game = dx_game_number(results->plan, result->key);
    dx_trouble **trouble = &c->trouble[result->by][result->ending];
    if (result->why[0] == '\0' || (*trouble != NULL && (*trouble)->game < game))
        return;
    if (*trouble == NULL)
        *trouble = dx_alloc(1, sizeof **trouble);
    (*trouble)->game = game;
    snprintf((*trouble)->why, sizeof(*trouble)->why, "%s", result->why);
}

void dx_results_miss(dx_results *results, const dx_result *result)
{
    results->columns[result->key.lineup].missed++;
    note_trouble(results, result);
}

bool dx_results_add(dx_results *results, const dx_result *result)
{
    if (dx_results_has(results, result->key))
        return false;
    column *c = &results->columns[result->key.lineup];
    unsigned game = dx_game_number(results->plan, result->key);
    c->ending[game] = (uint8_t)result->ending;
    c->won[game] = (uint16_t)result->won;
    c->by[game] = (uint8_t)result->by;
    for (unsigned i = 0; i < results->scores; i++)
        c->score[(size_t)game * results->scores + i] = result->score[i];
    c->count++;
    c->ended[result->ending]++;
    note_trouble(results, result);
    if (result->cpu_ns > 0) {
        c->spent.games++;
        c->spent.cpu_seconds += (double)result->cpu_ns * 1e-9;
    }
    return true;
}

dx_result dx_results_at(const dx_results *results, dx_game_key key)
{
    const column *c = &results->columns[key.lineup];
    unsigned game = dx_game_number(results->plan, key);
    dx_result result = {.key = key,
                        .ending = c->ending[game],
                        .by = c->by[game],
                        .won = c->won[game]};
    for (unsigned i = 0; i < results->scores; i++)
        result.score[i] = c->score[(size_t)game * results->scores + i];
    return result;
}

bool dx_results_has_deal(const dx_results *results, unsigned lineup,
                         unsigned deal)
{
    const dx_schedule *plan = results->plan;
    for (unsigned r = 0; r < plan->lineups[lineup].rotations; r++) {
        dx_game_key key = {lineup, deal, r};
        if (dx_game_number(plan, key) >= plan->games ||
            !dx_results_has(results, key))
            return false;
    }
    return true;
}

unsigned dx_results_count(const dx_results *results, unsigned lineup)
{
    return results->columns[lineup].count;
}

unsigned dx_results_ended(const dx_results *results, unsigned lineup,
                          dx_ending ending)
{
    return results->columns[lineup].ended[ending];
}

unsigned dx_results_failed(const dx_results *results, unsigned lineup)
{
    const unsigned *ended = results->columns[lineup].ended;
    return ended[DX_END_GARBAGE] + ended[DX_END_LATE] + ended[DX_END_CRASHED];
}

unsigned dx_results_missed(const dx_results *results, unsigned lineup)
{
    return results->columns[lineup].missed;
}

const dx_trouble *dx_results_trouble(const dx_results *results, unsigned lineup,
                                     unsigned by, dx_ending ending)
{
    return results->columns[lineup].trouble[by][ending];
}

dx_spent dx_results_spent(const dx_results *results, unsigned lineup)
{
    return results->columns[lineup].spent;
}

void dx_results_spend(dx_results *results, unsigned lineup, dx_spent spent)
{
    results->columns[lineup].spent.games += spent.games;
    results->columns[lineup].spent.cpu_seconds += spent.cpu_seconds;
}
