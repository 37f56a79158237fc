// What is computed fast about the board against what is obviously right: the
// tunnels missing to a goal by trying all of them, the effect of every move by
// making it; and that the board keeps its laws in random games.

#include "agents/saboteur/forecast.h"
#include "base/memory.h"
#include "game/deal.h"
#include "games/saboteur/acts.h"
#include "games/saboteur/scene.h"
#include "test.h"

#include "games/games.h"

#include <string.h>

// The least cost from the start to a cell beside the goal, again and again over
// all cells until nothing changes: for any window, here one with much room.
enum { WIDE = 41 };

static unsigned slow_steps(const dx_saboteur *t, unsigned goal)
{
    static unsigned cost[WIDE][WIDE];
    dx_saboteur_grid g;
    dx_saboteur_grid_init(&g, t);
    static uint8_t at[WIDE][WIDE];
    memset(at, 0, sizeof at);
    for (unsigned cell = 0; cell < g.cells; cell++) {
        int x = dx_saboteur_column(&g, cell) + 15;
        int y = dx_saboteur_row(&g, cell) + 20;
        if (!(g.at[cell] & DX_CELL_EDGE) && x >= 0 && x < WIDE && y >= 0 &&
            y < WIDE)
            at[y][x] = g.at[cell];
    }
    for (unsigned y = 0; y < WIDE; y++)
        for (unsigned x = 0; x < WIDE; x++)
            cost[y][x] = 99;
    cost[20][15] = 0;
    unsigned best = 99;
    int gx = t->distance + 15, gy = dx_saboteur_goal_row(t, goal) + 20;
    static const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};
    for (bool changed = true; changed;) {
        changed = false;
        for (int y = 1; y < WIDE - 1; y++)
            for (int x = 1; x < WIDE - 1; x++)
                for (unsigned side = 0; side < 4; side++) {
                    unsigned here = at[y][x];
                    bool goes = here == 0 || ((here & DX_CELL_THROUGH) != 0 &&
                                              (here >> side & 1) != 0);
                    if (cost[y][x] == 99 || !goes)
                        continue;
                    int nx = x + dx[side], ny = y + dy[side];
                    unsigned what = at[ny][nx];
                    if (nx == gx && ny == gy)
                        best = cost[y][x] < best ? cost[y][x] : best;
                    bool takes =
                        what == 0 || ((what & DX_CELL_THROUGH) != 0 &&
                                      (what >> ((side + 2) & 3) & 1) != 0);
                    unsigned sum = cost[y][x] + (what == 0);
                    if (takes && sum < cost[ny][nx]) {
                        cost[ny][nx] = sum;
                        changed = true;
                    }
                }
    }
    return best < DX_SABOTEUR_FAR ? best : DX_SABOTEUR_FAR;
}

// Touching sides agree, but for stones that were turned up.
static bool sides_agree(const dx_saboteur *t)
{
    dx_saboteur_grid g;
    dx_saboteur_grid_init(&g, t);
    for (unsigned cell = 0; cell < g.cells; cell++) {
        bool is_goal = false;
        for (unsigned i = 0; i < t->goals; i++)
            is_goal |= g.goal[i] == cell;
        for (unsigned side = 0; side < 2 && !is_goal; side++) {
            if (!(g.at[cell] & DX_CELL_CARD))
                continue;
            unsigned next = (unsigned)((int)cell + g.step[side]);
            for (unsigned i = 0; i < t->goals; i++)
                is_goal |= g.goal[i] == next;
            if ((g.at[next] & DX_CELL_CARD) != 0 && !is_goal &&
                (g.at[cell] >> side & 1) != (g.at[next] >> (side + 2) & 1))
                return false;
        }
    }
    return true;
}

static void check_moves(const dx_saboteur *t, unsigned count,
                        const dx_event *moves)
{
    dx_saboteur_forecast forecast;
    dx_saboteur_forecast_make(&forecast, t, 7);
    for (unsigned i = 0; i < count; i++) {
        uint8_t after[DX_SABOTEUR_GOALS];
        if (!dx_saboteur_forecast_move(&forecast, moves[i], after))
            continue;
        dx_saboteur then = *t;
        dx_saboteur_fold(&then, moves[i]);
        for (unsigned goal = 0; goal < t->goals; goal++)
            if (!(t->up >> goal & 1))
                CHECK_EQ(after[goal], dx_saboteur_steps(&then, goal));
    }
}

static void walk(const char *text, uint64_t seed)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), text, &rules, NULL), DX_OK);
    dx_deal *deal = dx_deal_new(&rules, 5, seed);
    dx_match *match = dx_match_new(&rules, deal);
    dx_random random = dx_random_named(5, seed, 1);
    dx_saboteur_acts *acts = dx_alloc(1, sizeof *acts);
    unsigned followed = 0, events;
    dx_saboteur_acts_begin(acts, &rules);
    while (dx_match_turn(match) != DX_OVER) {
        CHECKING("%s, seed %d, move %d", text, (int)seed, (int)followed);
        const dx_event *moves, *past = dx_match_events(match, &events);
        const dx_saboteur *t = dx_match_truth(match);
        for (; followed < events; followed++)
            dx_saboteur_acts_follow(acts, past[followed]);
        CHECK(sides_agree(t));
        for (unsigned goal = 0; goal < t->goals; goal++)
            if (!(t->up >> goal & 1)) {
                CHECK_EQ(acts->steps[goal], slow_steps(t, goal));
                CHECK(acts->steps[goal] > 0);
            }
        unsigned count = dx_match_moves(match, &moves);
        if (t->phase == DX_SABOTEUR_PLAYING)
            check_moves(t, count, moves);
        // Tunnels more often than chance would, so that ways come about.
        unsigned digs = 0;
        while (digs < count && moves[digs].verb == DX_SABOTEUR_DIG)
            digs++;
        unsigned of =
            digs > 0 && dx_random_below(&random, 4) > 0 ? digs : count;
        CHECK_EQ(dx_match_step(match, (unsigned)dx_random_below(&random, of)),
                 DX_OK);
    }
    dx_free(acts);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(saboteur_what_is_missing_to_the_goals_is_what_trying_finds)
{
    for (uint64_t seed = 0; seed < SAMPLE(6, 200); seed++) {
        walk("saboteur(round)", seed);
        walk("saboteur(loose)", seed);
        walk("saboteur(rounds=1,players=3,distance=4)", seed);
    }
}

TEST(saboteur_a_dead_end_on_the_way_costs_two_tunnels_more)
{
    dx_scene s = dx_scene_new("saboteur(rounds=1,hand=3)", "", "",
                              "straight_ew dead_straight_ew cross");
    CHECK_EQ(dx_saboteur_steps(dx_scene_truth(&s), 1), 7);
    CHECK_EQ(dx_saboteur_steps(dx_scene_truth(&s), 0), 9);
    SCENE_PLAY(&s, "dig straight_ew 1 0 upright");
    CHECK_EQ(dx_saboteur_steps(dx_scene_truth(&s), 1), 6);
    SCENE_PLAY(&s, "dig dead_straight_ew 2 0 upright");
    // Round the dead end: from the start over row 1, and down again.
    CHECK_EQ(dx_saboteur_steps(dx_scene_truth(&s), 1), 9);
    dx_scene_free(&s);
}
