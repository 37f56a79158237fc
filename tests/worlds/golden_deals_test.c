// Golden deals of Go Fish and golden colour beliefs of Yokai.

#include "golden.h"
#include "judge.h"
#include "test.h"
#include "worlds/deal_table.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 1000000 };

// A deck of ranks, none of it dealt.
static dx_deal_space ranks_of(const json_t *deal)
{
    dx_deal_space deck;
    uint8_t copies[DX_KINDS_MAX];
    memset(copies, (int)worlds_number(deal, "m"), sizeof copies);
    dx_deal_space_init(&deck, (unsigned)worlds_number(deal, "n"), copies);
    return deck;
}

// The ways to deal some hands of one size out of a deck.
static uint64_t deals_of(const dx_deal_space *deck, unsigned size,
                         unsigned hands)
{
    dx_deal_space space = *deck;
    dx_tally deals = {0};
    for (; hands > 0; hands--)
        dx_deal_space_add_place(&space, size, DX_ALL_KINDS);
    CHECK_EQ(dx_deals_count(&space, STEPS_MAX, &deals), DX_OK);
    CHECK_EQ(deals.quality, DX_EXACT);
    return (uint64_t)deals.whole;
}

static void check_opponent(const dx_deal_space *deck, unsigned size,
                           const json_t *view)
{
    const char *own = json_string_value(json_object_get(view, "own"));
    const json_t *odds = json_object_get(view, "P_opponent_has_rank");
    dx_deal_space space = *deck;
    dx_deal_table *table = NULL;
    for (; *own != '\0'; own++)
        space.copies[*own - '1']--;
    CHECK_EQ(deals_of(&space, size, 1), worlds_number(view, "opponent_hands"));
    unsigned his = dx_deal_space_add_place(&space, size, DX_ALL_KINDS);
    CHECK_EQ(dx_deal_table_new(&space, STEPS_MAX, &table), DX_OK);
    for (unsigned rank = 0; rank < space.kind_count; rank++)
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
        dx_deal_space deck = ranks_of(deal);
        unsigned size = (unsigned)worlds_number(deal, "h");
        CHECK_EQ(deals_of(&deck, size, 2), worlds_number(deal, "worlds"));
        CHECK_EQ(deals_of(&deck, size, 1), worlds_number(deal, "own_hands"));
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

// Own hands of one shape: how many, and how many the opponent may have.
typedef struct shaped {
    const dx_deal_space *deck;
    const json_t *shape;
    unsigned size;
    uint64_t hands, opponents;
} shaped;

static bool has_shape(const shaped *found, const uint8_t *hand)
{
    uint8_t sorted[DX_KINDS_MAX];
    size_t parts = json_array_size(found->shape);
    memcpy(sorted, hand, sizeof sorted);
    qsort(sorted, sizeof sorted, 1, falling);
    for (size_t i = 0; i < sizeof sorted; i++)
        if (sorted[i] !=
            (i < parts ? json_integer_value(json_array_get(found->shape, i))
                       : 0))
            return false;
    return true;
}

static bool add_shaped(void *context, const dx_dealt *dealt, dx_tally weight)
{
    shaped *found = context;
    dx_deal_space left = *found->deck;
    (void)weight;
    if (!has_shape(found, dealt->count[0]))
        return true;
    for (unsigned rank = 0; rank < left.kind_count; rank++)
        left.copies[rank] =
            (uint8_t)(left.copies[rank] - dealt->count[0][rank]);
    if (found->hands++ == 0)
        found->opponents = deals_of(&left, found->size, 1);
    return true;
}

static void check_shape(const dx_deal_space *deck, unsigned size,
                        const json_t *entry)
{
    shaped found = {.deck = deck,
                    .shape = json_object_get(entry, "own_hand_shape"),
                    .size = size};
    dx_deal_space own = *deck;
    dx_deal_space_add_place(&own, size, DX_ALL_KINDS);
    CHECK_EQ(dx_deals_each(&own, STEPS_MAX, STEPS_MAX, add_shaped, &found),
             DX_OK);
    CHECK_EQ(found.hands, worlds_number(entry, "own_hands"));
    CHECK_EQ(found.opponents, worlds_number(entry, "opponent_hands_each"));
}

TEST(golden_gofish_full_deck_has_the_right_worlds)
{
    json_t *file = worlds_golden("gofish_deals.json");
    json_t *right = json_object_get(file, "full_deck_count"), *entry;
    dx_deal_space deck = ranks_of(right), half = deck;
    unsigned size = (unsigned)worlds_number(right, "h");
    uint64_t pairs = deals_of(&deck, size, 2);
    size_t i;
    for (unsigned rank = 0; rank < half.kind_count; rank++)
        half.copies[rank] /= 2; // a hand that two players can have
    uint64_t equal = deals_of(&half, size, 1);

    CHECK_EQ(deals_of(&deck, size, 1), worlds_number(right, "own_hands"));
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
