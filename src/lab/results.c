// Results in arrays, one set a line-up, indexed by the number of the game: a
// byte for the ending, two for the winners, four for each score.  Whether a
// game is there is a look at its ending.

#include "lab/results.h"

#include "base/memory.h"

typedef struct column {
    uint8_t *ending; // of each game
    uint16_t *won;
    uint8_t *by;
    int32_t *score; // dx_schedule_columns of each game
    unsigned count;
    unsigned ended[DX_END_CUT + 1];
    dx_spent spent;
} column;

struct dx_results {
    const dx_schedule *schedule;
    unsigned scores; // of a game
    column *columns; // of each line-up
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
    results->columns =
        dx_alloc(schedule->lineup_count, sizeof *results->columns);
    for (unsigned i = 0; i < schedule->lineup_count; i++) {
        column *c = &results->columns[i];
        c->ending = dx_alloc(schedule->games, sizeof *c->ending);
        c->won = dx_alloc(schedule->games, sizeof *c->won);
        c->by = dx_alloc(schedule->games, sizeof *c->by);
        c->score = dx_alloc((size_t)schedule->games * results->scores,
                            sizeof *c->score);
    }
    return results;
}

void dx_results_free(dx_results *results)
{
    if (results == NULL)
        return;
    for (unsigned i = 0; i < results->schedule->lineup_count; i++) {
        column *c = &results->columns[i];
        dx_free(c->ending);
        dx_free(c->won);
        dx_free(c->by);
        dx_free(c->score);
    }
    dx_free(results->columns);
    dx_free(results);
}

const dx_schedule *dx_results_schedule(const dx_results *results)
{
    return results->schedule;
}

bool dx_results_has(const dx_results *results, dx_game_key key)
{
    const column *c = &results->columns[key.lineup];
    return c->ending[dx_game_number(results->schedule, key)] != DX_END_MISSING;
}

bool dx_results_add(dx_results *results, const dx_result *result)
{
    if (dx_results_has(results, result->key))
        return false;
    column *c = &results->columns[result->key.lineup];
    unsigned game = dx_game_number(results->schedule, result->key);
    c->ending[game] = (uint8_t)result->ending;
    c->won[game] = (uint16_t)result->won;
    c->by[game] = (uint8_t)result->by;
    for (unsigned i = 0; i < results->scores; i++)
        c->score[(size_t)game * results->scores + i] = result->score[i];
    c->count++;
    c->ended[result->ending]++;
    if (result->cpu_ns > 0) {
        c->spent.games++;
        c->spent.cpu_seconds += (double)result->cpu_ns * 1e-9;
    }
    return true;
}

dx_result dx_results_at(const dx_results *results, dx_game_key key)
{
    const column *c = &results->columns[key.lineup];
    unsigned game = dx_game_number(results->schedule, key);
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

dx_spent dx_results_spent(const dx_results *results, unsigned lineup)
{
    return results->columns[lineup].spent;
}

void dx_results_spend(dx_results *results, unsigned lineup, dx_spent spent)
{
    results->columns[lineup].spent.games += spent.games;
    results->columns[lineup].spent.cpu_seconds += spent.cpu_seconds;
}
