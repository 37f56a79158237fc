// Rows: of the view alone, and every legal move is an action.

#include "door/rows.h"

#include "base/memory.h"
#include "games/games.h"
#include "test.h"

#include <string.h>

// Plays by lot; after each move every seat's row from the referee is the row
// from eyes that were shown the seat's masked events and nothing else.
static void check_game(const char *name, uint64_t seed)
{
    dx_rows *rows;
    dx_rules rules;
    CHECK_EQ(dx_rows_new(name, 1, seed, &rows, NULL), DX_OK);
    CHECK_EQ(dx_rules_parse(dx_games(), name, &rules, NULL), DX_OK);
    dx_rows_shape shape = dx_rows_shape_of(rows);
    int16_t *one = dx_alloc(shape.width, sizeof *one);
    int16_t *other = dx_alloc(shape.width, sizeof *other);
    dx_random random = dx_random_named(seed, 1, 1);
    dx_deal *deal = dx_deal_new(&rules, seed, 0);
    dx_match *match = dx_match_new(&rules, deal);
    for (int turn = 0; turn < 40 && dx_match_turn(match) != DX_OVER; turn++) {
        const dx_event *moves;
        const dx_view *outside = dx_match_view(match, DX_BYSTANDER);
        dx_eyes *public = dx_eyes_new(&rules, DX_BYSTANDER);
        for (unsigned i = 0; i < outside->count; i++)
            dx_eyes_seen(public, outside->seen[i]);
        for (unsigned seat = 0; seat < shape.seats; seat++) {
            const dx_view *view = dx_match_view(match, seat);
            dx_eyes *eyes = dx_eyes_new(&rules, seat);
            for (unsigned i = 0; i < view->count; i++)
                dx_eyes_seen(eyes, view->seen[i]);
            dx_rows_look_from(rows, view, outside, one);
            dx_rows_look_from(rows, dx_eyes_view(eyes), dx_eyes_view(public),
                              other);
            CHECK(memcmp(one, other, shape.width * sizeof *one) == 0);
            dx_eyes_free(eyes);
        }
        dx_eyes_free(public);
        unsigned count = dx_match_moves(match, &moves);
        CHECK_EQ(
            dx_match_step(match, (unsigned)dx_random_below(&random, count)),
            DX_OK);
    }
    dx_match_free(match);
    dx_deal_free(deal);
    dx_free(one);
    dx_free(other);
    dx_rows_free(rows);
}

TEST(rows_are_made_of_what_a_seat_has_seen_and_nothing_else)
{
    for (const dx_game *const *game = dx_games(); *game != NULL; game++)
        for (uint64_t seed = 1; seed <= (uint64_t)SAMPLE(2, 40); seed++) {
            CHECKING("%s, seed %llu", (*game)->name, (unsigned long long)seed);
            check_game((*game)->name, seed);
        }
}

TEST(rows_have_an_action_for_each_legal_move_and_no_other)
{
    for (const dx_game *const *game = dx_games(); *game != NULL; game++) {
        dx_rows *rows;
        CHECKING("%s", (*game)->name);
        CHECK_EQ(dx_rows_new((*game)->name, 2, 9, &rows, NULL), DX_OK);
        dx_rows_shape shape = dx_rows_shape_of(rows);
        uint8_t *masks = dx_alloc(2 * (size_t)shape.actions, sizeof *masks);
        int32_t *of = dx_alloc(2 * (size_t)shape.moves, sizeof *of);
        int16_t *moves =
            dx_alloc(2 * (size_t)shape.moves * shape.numbers, sizeof *moves);
        float rewards[2 * DX_SEATS_MAX];
        dx_random random = dx_random_named(3, 3, 3);
        for (int turn = 0; turn < 60; turn++) {
            int32_t actions[2], first[3];
            uint8_t done[2];
            dx_rows_look(rows, NULL, NULL, masks);
            dx_rows_moves(rows, first, of, moves);
            for (int g = 0; g < 2; g++) {
                unsigned legal = 0, wanted;
                for (unsigned i = 0; i < shape.actions; i++)
                    legal += masks[(unsigned)g * shape.actions + i];
                CHECK(legal > 0);
                CHECK_EQ(first[g + 1] - first[g], (int)legal);
                for (int32_t i = first[g]; i < first[g + 1]; i++) {
                    CHECK(masks[(unsigned)g * shape.actions + (unsigned)of[i]]);
                    CHECK(moves[(unsigned)i * shape.numbers] > 0);
                }
                wanted = (unsigned)dx_random_below(&random, legal);
                for (unsigned i = 0; i < shape.actions; i++)
                    if (masks[(unsigned)g * shape.actions + i] && wanted-- == 0)
                        actions[g] = (int32_t)i;
            }
            dx_rows_step(rows, actions, rewards, done);
            CHECK(done[0] < 2 && done[1] < 2);
        }
        dx_free(moves);
        dx_free(of);
        dx_free(masks);
        dx_rows_free(rows);
    }
}
