// What the way to the gold costs in cards, against the obvious version, and
// what it is for: walls beside a way make it dear.

#include "agents/saboteur/toll.h"
#include "game/deal.h"
#include "game/match.h"
#include "games/saboteur/scene.h"
#include "test.h"

#include <string.h>

enum { FAR = DX_TOLL_FAR };

// May a way leave `from` by `side`, and enter what lies there?
static bool passes(const dx_saboteur_grid *g, unsigned from, unsigned side)
{
    unsigned what = g->at[from];
    return (what & (DX_CELL_EDGE | DX_CELL_HIDDEN)) == 0 &&
           (what == 0 ||
            ((what & DX_CELL_THROUGH) != 0 && (what >> side & 1) != 0));
}

// What lies beyond a side of a cell costs the least over the sides by which the
// next cell can be left, relaxed until nothing changes.
static unsigned by_trying(const dx_saboteur_toll *toll,
                          const dx_saboteur_grid *g, unsigned goal)
{
    static unsigned cost[DX_GRID_CELLS][DX_SABOTEUR_SIDES];
    unsigned least = FAR;
    for (unsigned c = 0; c < g->cells; c++)
        for (unsigned side = 0; side < 4; side++)
            cost[c][side] = FAR;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned c = 0; c < g->cells; c++)
            for (unsigned side = 0; side < 4; side++) {
                unsigned in = (side + 2) & 3, best = FAR;
                if (!passes(g, c, side))
                    continue;
                unsigned next = (unsigned)((int)c + g->step[side]);
                if (next == goal)
                    best = 0;
                for (unsigned out = 0; out < 4 && next != goal; out++) {
                    unsigned here = g->at[next], more = 0;
                    if (out == in || !passes(g, next, in) ||
                        !passes(g, next, out))
                        continue;
                    if (here == 0) {
                        dx_saboteur_fit fit = dx_saboteur_fit_of(g, next);
                        unsigned must = fit.must | 1U << in | 1U << out;
                        more = (must & fit.must_not) != 0
                                   ? FAR
                                   : toll->of[must][fit.must_not];
                    }
                    if (more + cost[next][out] < best)
                        best = more + cost[next][out];
                }
                if (best < cost[c][side]) {
                    cost[c][side] = best;
                    changed = true;
                }
            }
    }
    for (unsigned side = 0; side < 4; side++)
        least = cost[g->start][side] < least ? cost[g->start][side] : least;
    return least;
}

TEST(saboteur_the_toll_of_a_way_is_what_trying_finds)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse((const dx_game *[]){&dx_game_saboteur, NULL},
                            "saboteur(round)", &rules, NULL),
             DX_OK);
    for (uint64_t seed = 0; seed < SAMPLE(6, 200); seed++) {
        dx_deal *deal = dx_deal_new(&rules, 8, seed);
        dx_match *match = dx_match_new(&rules, deal);
        dx_random random = dx_random_named(seed, 8, 1);
        for (unsigned i = 0; dx_match_turn(match) != DX_OVER; i++) {
            dx_event moves[DX_MOVES_MAX];
            unsigned seat = dx_match_turn(match);
            const dx_view *view = dx_match_view(match, seat);
            unsigned count = dx_view_moves(view, moves);
            dx_event move = moves[dx_random_below(&random, count)];
            if (i % 6 == 5) {
                dx_saboteur_grid grid;
                dx_saboteur_toll toll;
                dx_saboteur_grid_init(&grid, view->sight);
                dx_saboteur_toll_make(&toll, view->sight, 3);
                unsigned goal = (unsigned)(seed + i) % DX_SABOTEUR_GOALS;
                unsigned got =
                    dx_saboteur_toll_way(&toll, &grid, grid.goal[goal]);
                unsigned want = by_trying(&toll, &grid, grid.goal[goal]);
                CHECKING_SEED(seed);
                CHECK_EQ(got, want);
            }
            CHECK_EQ(dx_match_play(match, seat, move, NULL, NULL), DX_OK);
        }
        dx_match_free(match);
        dx_deal_free(deal);
    }
}

TEST(saboteur_a_wall_beside_the_way_makes_it_dear_and_not_longer)
{
    // A way of two crosses; then curves above and below the next cell of the
    // way, with their walls to it.
    dx_scene s = dx_scene_new("saboteur(simplified,players=3)", "MMS",
                              "gold stone_ne stone_nw",
                              "cross cross cross curve_ne curve_nw straight_ns "
                              "straight_ns t_vertical t_vertical");
    dx_saboteur_toll toll;
    dx_saboteur_grid grid;
    SCENE_PLAY(&s, "dig cross 1 0 upright", "dig cross 2 0 upright");
    dx_saboteur_toll_make(&toll, dx_scene_sight(&s, 2), 3);
    dx_saboteur_grid_init(&grid, dx_scene_truth(&s));
    unsigned steps = dx_saboteur_steps(dx_scene_truth(&s), 1);
    unsigned before = dx_saboteur_toll_way(&toll, &grid, grid.goal[1]);
    uint8_t found[DX_GRID_CELLS];
    const unsigned curve = DX_CELL_CARD | DX_CELL_THROUGH | DX_SABOTEUR_W;
    grid.at[dx_saboteur_cell(&grid, 3, 1)] = (uint8_t)(curve | DX_SABOTEUR_N);
    grid.at[dx_saboteur_cell(&grid, 3, -1)] = (uint8_t)(curve | DX_SABOTEUR_S);
    CHECK_EQ(dx_saboteur_search(&grid, grid.goal[1], DX_NO_CELL, found), steps);
    CHECK(dx_saboteur_toll_way(&toll, &grid, grid.goal[1]) > before);
    dx_scene_free(&s);
}
