#include "lab/fixture.h"

#include "agents/random.h"
#include "base/memory.h"
#include "games/hanabi/hanabi.h"
#include "games/parlour.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const dx_game *const lab_games[] = {&dx_parlour, &dx_game_hanabi, NULL};

static dx_event first_choose(const void *memory, const dx_policy *self,
                             const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)self, (void)thought;
    dx_event moves[DX_MOVES_MAX];
    dx_view_moves(view, moves);
    return moves[0];
}

static dx_event last_choose(const void *memory, const dx_policy *self,
                            const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)self, (void)thought;
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    return moves[count - 1];
}

static dx_event cheat_choose(const void *memory, const dx_policy *self,
                             const dx_view *view, dx_thought *thought)
{
    dx_event move = first_choose(memory, self, view, thought);
    if (dx_random_below(thought->random, 8) == 0)
        move.arg[0] = 77;
    return move;
}

static const dx_agent first = {.name = "first", .choose = first_choose};
static const dx_agent last = {.name = "last", .choose = last_choose};
static const dx_agent cheat = {.name = "cheat", .choose = cheat_choose};
const dx_agent *const lab_agents[] = {&dx_agent_random, &first, &last, &cheat,
                                      NULL};

dx_schedule *lab_schedule(const char *game, const char *seats, unsigned games,
                          uint64_t seed)
{
    dx_schedule_options options = {.all_games = lab_games,
                                   .all_agents = lab_agents,
                                   .game = game,
                                   .seats = seats,
                                   .games = games,
                                   .seed = seed};
    dx_schedule *schedule = NULL;
    dx_error error = {.message = ""};
    dx_status status = dx_schedule_new(&options, &schedule, &error);
    CHECK_THAT(status == DX_OK, "%s: %s", seats, error.message);
    return schedule;
}

dx_results *lab_play(const dx_schedule *schedule, unsigned threads)
{
    dx_results *results = dx_results_new(schedule);
    dx_run_options options = {.threads = threads};
    CHECK_EQ(dx_run(results, &options, NULL), DX_OK);
    return results;
}

dx_text lab_lines(const dx_results *results)
{
    const dx_schedule *schedule = dx_results_schedule(results);
    dx_text lines = {0};
    for (dx_game_key key = {0}; dx_schedule_find(schedule, &key);
         key.rotation++) {
        CHECK(dx_results_has(results, key));
        dx_result result = dx_results_at(results, key);
        dx_log_line(schedule, &result, &lines);
    }
    return lines;
}

char *lab_folder(void)
{
    const char *where = getenv("TMPDIR");
    dx_text path = {0};
    dx_text_printf(&path, "%s/doxa-lab-XXXXXX", where != NULL ? where : "/tmp");
    char *folder = dx_text_take(&path);
    CHECK(mkdtemp(folder) != NULL);
    return folder;
}

void lab_remove(char *folder)
{
    dx_text command = {0};
    dx_text_printf(&command, "rm -rf '%s'", folder);
    CHECK_EQ(system(dx_text_string(&command)), 0);
    dx_text_release(&command);
    dx_free(folder);
}
