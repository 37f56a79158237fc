// Golden deals of Go Fish and golden colour beliefs of Yokai.

#include "golden.h"
#include "judge.h"
#include "test.h"
#include "worlds/deal_table.h"
#include "worlds/hand.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 1000000 };

static dx_cards ranks_of(const json_t *deal)
{
    dx_cards deck = {.kinds = (uint8_t)worlds_number(deal, "n")};
    CHECK(deck.kinds <= DX_KINDS_MAX);
    memset(deck.count, (int)worlds_number(deal, "m"), deck.kinds);
    return deck;
}

// Pairs of hands, as deals of two places.
static uint64_t pairs_of(const dx_cards *deck, unsigned size)
{
    dx_deal_space space;
    dx_tally pairs = {0};
    dx_deal_space_init(&space, deck->kinds, deck->count);
    dx_deal_space_add_place(&space, size, DX_ALL_KINDS);
    dx_deal_space_add_place(&space, size, DX_ALL_KINDS);
    CHECK_EQ(dx_deals_count(&space, STEPS_MAX, &pairs), DX_OK);
    CHECK_EQ(pairs.quality, DX_EXACT);
    return (uint64_t)pairs.whole;
}

static void check_opponent(const dx_cards *deck, unsigned size,
                           const json_t *view)
{
    const char *own = json_string_value(json_object_get(view, "own"));
    const json_t *odds = json_object_get(view, "P_opponent_has_rank");
    dx_cards left = *deck;
    dx_deal_space space;
    dx_deal_table *table = NULL;
    for (; *own != '\0'; own++)
        left.count[*own - '1']--;
    CHECK_EQ((uint64_t)dx_hands_count(&left, size),
             worlds_number(view, "opponent_hands"));
    dx_deal_space_init(&space, left.kinds, left.count);
    unsigned his = dx_deal_space_add_place(&space, size, DX_ALL_KINDS);
    CHECK_EQ(dx_deal_table_new(&space, STEPS_MAX, &table), DX_OK);
    for (unsigned rank = 0; rank < left.kinds; rank++)
        worlds_check_odds(worlds_with(&space, his, rank, 1, size),
                          dx_deal_table_total(table),
                          json_string_value(json_array_get(odds, rank)));
    dx_deal_table_free(table);
}

TEST(golden_gofish_deals_have_the_right_worlds_and_odds)
{
    json_t *file = worlds_golden("gofish_deals.json");
    json_t *deal, *view;
    size_t i, j;
    json_array_foreach (json_object_get(file, "deals"), i, deal) {
        dx_cards deck = ranks_of(deal);
        unsigned size = (unsigned)worlds_number(deal, "h");
        CHECK_EQ(pairs_of(&deck, size), worlds_number(deal, "worlds"));
        CHECK_EQ((uint64_t)dx_hands_count(&deck, size),
                 worlds_number(deal, "own_hands"));
        json_array_foreach (json_object_get(deal, "by_own_hand"), j, view)
            check_opponent(&deck, size, view);
    }
    CHECK(json_array_size(json_object_get(file, "deals")) > 0);
    json_decref(file);
}

static int falling(const void *a, const void *b)
{
    return *(const uint8_t *)b - *(const uint8_t *)a;
}

static bool has_shape(const dx_cards *hand, const json_t *shape)
{
    dx_cards sorted = *hand;
    size_t parts = json_array_size(shape);
    qsort(sorted.count, sorted.kinds, 1, falling);
    for (size_t i = 0; i < sorted.kinds; i++)
        if (sorted.count[i] !=
            (i < parts ? json_integer_value(json_array_get(shape, i)) : 0))
            return false;
    return true;
}

// All own hands of one shape: how many, and how many the opponent may have.
static void check_shape(const dx_cards *deck, unsigned size,
                        const json_t *entry)
{
    const json_t *shape = json_object_get(entry, "own_hand_shape");
    uint64_t hands = 0, opponents = 0;
    dx_hand_iter it;
    dx_hand_iter_init(&it, deck, size);
    while (dx_hand_iter_next(&it)) {
        if (!has_shape(&it.hand, shape))
            continue;
        dx_cards left = *deck;
        for (unsigned rank = 0; rank < left.kinds; rank++)
            left.count[rank] =
                (uint8_t)(left.count[rank] - it.hand.count[rank]);
        if (hands++ == 0)
            opponents = (uint64_t)dx_hands_count(&left, size);
    }
    CHECK_EQ(hands, worlds_number(entry, "own_hands"));
    CHECK_EQ(opponents, worlds_number(entry, "opponent_hands_each"));
}

TEST(golden_gofish_full_deck_has_the_right_worlds)
{
    json_t *file = worlds_golden("gofish_deals.json");
    json_t *right = json_object_get(file, "full_deck_count"), *entry;
    dx_cards deck = ranks_of(right), half = deck;
    unsigned size = (unsigned)worlds_number(right, "h");
    uint64_t pairs = pairs_of(&deck, size);
    size_t i;
    for (unsigned rank = 0; rank < half.kinds; rank++)
        half.count[rank] /= 2; // a hand that two players can have
    uint64_t equal = (uint64_t)dx_hands_count(&half, size);

    CHECK_EQ((uint64_t)dx_hands_count(&deck, size),
             worlds_number(right, "own_hands"));
    CHECK_EQ(pairs, worlds_number(right, "true_world_pairs_ordered"));
    CHECK_EQ(equal, worlds_number(right, "pairs_with_equal_hands"));
    CHECK_EQ((pairs + equal) / 2, worlds_number(right, "unordered_pairs"));
    json_array_foreach (json_object_get(right, "by_shape"), i, entry)
        check_shape(&deck, size, entry);
    json_decref(file);
}

static uint64_t colours_of(const char *names)
{
    static const char *const colours = "rgby";
    uint64_t set = 0;
    for (; *names != '\0'; names++) {
        const char *colour = strchr(colours, *names);
        CHECK(colour != NULL);
        set |= DX_BIT(colour - colours);
    }
    return set;
}

// What has been looked at is known; a mark says one of its colours.
static dx_deal_space yokai_space(const json_t *belief)
{
    const char *true_colours =
        json_string_value(json_object_get(belief, "true_colours"));
    const json_t *looked = json_object_get(belief, "looked");
    size_t cards = strlen(true_colours), i;
    dx_deal_space space;
    const char *card;
    json_t *mark, *seen;
    uint8_t copies = (uint8_t)(cards / 4);
    dx_deal_space_init(&space, 4,
                       (const uint8_t[]){copies, copies, copies, copies});
    for (i = 0; i < cards; i++)
        dx_deal_space_add_place(&space, 1, DX_ALL_KINDS);
    json_object_foreach (json_object_get(belief, "marks"), card, mark)
        space.place[strtoul(card, NULL, 10) - 1].kinds &=
            colours_of(json_string_value(mark));
    json_array_foreach (looked, i, seen) {
        size_t at = (size_t)json_integer_value(seen) - 1;
        space.place[at].kinds &=
            colours_of((const char[]){true_colours[at], '\0'});
    }
    return space;
}

TEST(golden_yokai_colours_have_the_right_deals_and_odds)
{
    json_t *file = worlds_golden("yokai_rules.json");
    json_t *belief, *odds, *fraction;
    size_t i;
    json_array_foreach (json_object_get(file, "colour_beliefs"), i, belief) {
        dx_deal_space space = yokai_space(belief);
        dx_deal_table *table = NULL;
        dx_tally deals = {0};
        const char *card, *colour;
        CHECK_EQ(dx_deals_count(&space, STEPS_MAX, &deals), DX_OK);
        CHECK_EQ(dx_deal_table_new(&space, STEPS_MAX, &table), DX_OK);

        CHECK_EQ((uint64_t)deals.whole, worlds_number(belief, "colourings"));
        json_object_foreach (json_object_get(belief, "P_colour"), card, odds)
            json_object_foreach (odds, colour, fraction)
                worlds_check_odds(
                    worlds_with(&space, (unsigned)strtoul(card, NULL, 10) - 1,
                                (unsigned)__builtin_ctzll(colours_of(colour)),
                                1, 1),
                    dx_deal_table_total(table), json_string_value(fraction));
        dx_deal_table_free(table);
    }
    CHECK(json_array_size(json_object_get(file, "colour_beliefs")) > 0);
    json_decref(file);
}
