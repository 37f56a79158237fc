// The golden file of Yokai against the rules: hints, scores, wins, and where
// cards may be moved to.

#include "base/memory.h"
#include "game/game.h"
#include "games/games.h"
#include "games/yokai/yokai.h"
#include "test.h"
#include "worlds/golden.h"

#include <stdlib.h>
#include <string.h>

static dx_yokai start(void)
{
    dx_rules rules = dx_rules_normal(&dx_game_yokai);
    dx_yokai table = {0};
    rules.game->setup(&table, &rules);
    return table;
}

static unsigned number_of(const json_t *object, const char *key)
{
    return (unsigned)worlds_number(object, key);
}

static unsigned choose(unsigned n, unsigned k)
{
    unsigned ways = 1;
    for (unsigned i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return ways;
}

TEST(golden_yokai_hints_are_the_sets_of_colours_by_size)
{
    json_t *file = worlds_golden("yokai_rules.json"), *word;
    const json_t *hints = json_object_get(file, "hints");
    unsigned of_size[5] = {0}, sets = 1;
    dx_yokai table = start();
    size_t i;
    json_array_foreach (json_object_get(hints, "hints"), i, word) {
        dx_text text = {0};
        dx_yokai_say_hint(4, (unsigned)i, &text);
        CHECK_TEXT(dx_text_string(&text), json_string_value(word));
        of_size[strlen(dx_text_string(&text))]++;
        dx_text_release(&text);
    }
    CHECK_EQ(i, dx_yokai_hint_count(4));
    for (unsigned size = 1; size <= 3; size++) {
        char key[] = {(char)('0' + size), '\0'};
        CHECK_EQ(of_size[size],
                 number_of(json_object_get(hints, "by_size"), key));
        sets *= choose(of_size[size], table.of_size[size - 1]);
    }
    CHECK_EQ(sets, number_of(hints, "available_sets_2_3_2"));
    json_decref(file);
}

// A table on which all families are gathered, with hints in these states.
static int score_of(unsigned proper, unsigned improper, unsigned active)
{
    dx_yokai table = start();
    unsigned hint = 0, first = 0;
    for (unsigned card = 0; card < table.cards; card++)
        table.colour[card] = (uint8_t)(card / 4);
    for (; hint < proper + improper; hint++) {
        unsigned colours = dx_yokai_hint_colours(4, hint), card = 0;
        bool right = hint < proper;
        while (table.mark[card] != DX_NONE ||
               (colours >> table.colour[card] & 1) != right)
            card++;
        table.mark[card] = (uint8_t)hint;
        table.hint[hint] = DX_YOKAI_PLACED;
        table.placed++;
        first++;
    }
    for (; hint < first + active; hint++)
        table.hint[hint] = DX_YOKAI_ACTIVE;
    CHECK(dx_game_yokai.won(&table, 0));
    return dx_game_yokai.score(&table, 0);
}

TEST(golden_yokai_scores_count_hints_by_their_state)
{
    json_t *file = worlds_golden("yokai_rules.json"), *example, *gap;
    const json_t *score = json_object_get(file, "score");
    unsigned combinations = 0, reached[64] = {0};
    int min = 0, max = 0;
    size_t i;
    json_array_foreach (json_object_get(score, "examples"), i, example)
        CHECK_EQ(score_of(number_of(example, "proper"),
                          number_of(example, "improper"),
                          number_of(example, "active_unused")),
                 worlds_number(example, "score"));
    for (unsigned placed = 0; placed <= 7; placed++)
        for (unsigned wrong = 0; wrong <= placed; wrong++)
            for (unsigned active = 0; active + placed <= 7; active++) {
                int points = score_of(placed - wrong, wrong, active);
                min = points < min ? points : min;
                max = points > max ? points : max;
                reached[points + 7]++;
                combinations++;
            }
    CHECK_EQ(combinations, number_of(score, "combinations"));
    CHECK_EQ(min, worlds_number(score, "min"));
    CHECK_EQ(max, worlds_number(score, "max"));
    json_array_foreach (json_object_get(score, "unreachable_in_range"), i, gap)
        reached[json_integer_value(gap) + 7]++;
    for (int points = min; points <= max; points++)
        CHECK(reached[points + 7] > 0);
    json_decref(file);
}

static void lay_board(json_t *board, dx_yokai *table)
{
    const char *card;
    json_t *square;
    json_object_foreach (board, card, square)
        table->board.square[strtoul(card, NULL, 10) - 1] =
            (uint16_t)dx_yokai_square(
                (unsigned)json_integer_value(json_array_get(square, 0)),
                (unsigned)json_integer_value(json_array_get(square, 1)));
}

TEST(golden_yokai_wins_are_families_in_one_group_each)
{
    json_t *file = worlds_golden("yokai_rules.json"), *example, *letter;
    const char *card;
    size_t i;
    json_array_foreach (json_object_get(file, "win_examples"), i, example) {
        dx_yokai table = start();
        lay_board(json_object_get(example, "board"), &table);
        json_object_foreach (json_object_get(example, "colors"), card, letter)
            table.colour[strtoul(card, NULL, 10) - 1] =
                (uint8_t)(strchr("rgby", json_string_value(letter)[0]) -
                          "rgby");
        CHECK_EQ(dx_game_yokai.won(&table, 0),
                 json_is_true(json_object_get(example, "win")));
    }
    CHECK(i > 0);
    json_decref(file);
}

static bool is_legal(const dx_yokai *table, unsigned card, const json_t *to)
{
    dx_event *moves = dx_alloc(DX_MOVES_MAX, sizeof *moves);
    unsigned count = dx_game_yokai.moves(table, 0, moves), found = 0;
    for (unsigned i = 0; i < count; i++)
        found +=
            moves[i].verb == DX_YOKAI_MOVE && moves[i].arg[0] == card &&
            moves[i].arg[1] + 1 == json_integer_value(json_array_get(to, 0)) &&
            moves[i].arg[2] + 1 == json_integer_value(json_array_get(to, 1));
    CHECK(found <= 1);
    dx_free(moves);
    return found == 1;
}

static unsigned move_count(const dx_yokai *table)
{
    dx_event *moves = dx_alloc(DX_MOVES_MAX, sizeof *moves);
    unsigned count = dx_game_yokai.moves(table, 0, moves);
    dx_free(moves);
    return count;
}

// From the square to the board, each move legal where it is made.
static void follow(const json_t *moves, dx_yokai *table)
{
    json_t *move;
    size_t i;
    json_array_foreach (moves, i, move) {
        unsigned card =
            (unsigned)json_integer_value(json_array_get(move, 0)) - 1;
        const json_t *to = json_array_get(move, 1);
        CHECK(is_legal(table, card, to));
        table->board.square[card] = (uint16_t)dx_yokai_square(
            (unsigned)json_integer_value(json_array_get(to, 0)),
            (unsigned)json_integer_value(json_array_get(to, 1)));
    }
}

TEST(golden_yokai_boards_have_just_these_moves)
{
    json_t *file = worlds_golden("yokai_rules.json"), *board, *squares, *to;
    const char *card;
    size_t i, k;
    json_array_foreach (json_object_get(file, "boards"), i, board) {
        dx_yokai table = start(), other = start();
        table.done = DX_YOKAI_LOOKED | DX_YOKAI_LOOKED_AGAIN;
        follow(json_object_get(board, "moves_from_start"), &table);
        lay_board(json_object_get(board, "board"), &other);
        CHECK(memcmp(&table.board, &other.board, sizeof table.board) == 0);
        CHECK_EQ(move_count(&table), number_of(board, "legal_total"));
        json_object_foreach (json_object_get(board, "legal_destinations"), card,
                             squares)
            json_array_foreach (squares, k, to)
                CHECK(is_legal(&table, (unsigned)strtoul(card, NULL, 10) - 1,
                               to));
        json_array_foreach (json_object_get(board, "illegal_samples"), k, to)
            CHECK(!is_legal(&table, number_of(to, "card") - 1,
                            json_object_get(to, "to")));
    }
    CHECK(i > 0);
    json_decref(file);
}

TEST(golden_yokai_fits_its_grid)
{
    json_t *file = worlds_golden("yokai_rules.json");
    const json_t *horizon = json_object_get(file, "time_horizon");
    dx_yokai table = start();
    CHECK_EQ(table.side, number_of(json_object_get(file, "grid_extension"),
                                   "max_row_reached_by_a_greedy_line"));
    CHECK_EQ(2U * table.hints, number_of(horizon, "moves"));
    CHECK_EQ(table.origin, 15);
    json_decref(file);
}
