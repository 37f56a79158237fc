// Tables of deals against every card put into every place.

#include "judge.h"
#include "test.h"
#include "worlds/deal_table.h"

#include <math.h>
#include <string.h>

enum { STEPS_MAX = 1000000, SPACES = 4000 };

static dx_deal_table *table_of(const dx_deal_space *space)
{
    dx_deal_table *table = NULL;
    CHECK_EQ(dx_deal_table_new(space, STEPS_MAX, &table), DX_OK);
    return table;
}

static bool is(dx_tally tally, uint64_t number)
{
    return tally.quality == DX_EXACT && tally.whole == number;
}

static void check_numbers(const dx_deal_space *space, const judged *right,
                          unsigned seed)
{
    for (unsigned p = 0; p < space->place_count; p++)
        for (unsigned k = 0; k < space->kind_count; k++) {
            uint64_t at_least = 0;
            for (unsigned n = JUDGE_NUMBERS; n-- > 0;) {
                uint64_t with = right->with[p][k][n];
                at_least += with;
                CHECK_THAT(is(worlds_with(space, p, k, n, n), with) &&
                               is(worlds_with(space, p, k, n, JUDGE_NUMBERS),
                                  at_least),
                           "seed %u: place %u, kind %u, %u cards", seed, p, k,
                           n);
            }
        }
}

static void check_spaces(unsigned spaces, unsigned cards_max)
{
    unsigned filled = 0, bounded = 0;
    for (unsigned seed = 0; seed < spaces; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 0, 1);
        dx_deal_space space = worlds_random_space(&random, cards_max);
        judged right = worlds_judge(&space);
        dx_tally deals = {0};

        dx_deal_table *table = table_of(&space);
        dx_status status = dx_deals_count(&space, STEPS_MAX, &deals);

        CHECK_THAT(is(dx_deal_table_total(table), right.arrangements),
                   "seed %u: arrangements", seed);
        CHECK_THAT(status == DX_OK && is(deals, right.deals), "seed %u: deals",
                   seed);
        check_numbers(&space, &right, seed);
        dx_deal_table_free(table);
        filled += right.arrangements > 1;
        bounded += right.arrangements > 1 && space.bound_count > 0;
    }
    CHECK(filled > spaces / 4); // the spaces are not mostly empty
    CHECK(bounded > spaces / 8);
}

TEST(tables_agree_with_cards_put_everywhere)
{
    check_spaces(SPACES, 7);
}

LONG_TEST(tables_agree_with_nine_cards_put_everywhere)
{
    check_spaces(10 * SPACES, 9);
}

// What a listing adds up to.
typedef struct deal_listing {
    const dx_deal_space *space;
    uint64_t deals, arrangements;
    uint64_t with[JUDGE_PLACES][JUDGE_KINDS][JUDGE_NUMBERS];
    dx_dealt last;
    bool repeats;
} deal_listing;

static bool add_to_listing(void *context, const dx_dealt *dealt,
                           dx_tally weight)
{
    deal_listing *list = context;
    list->repeats |=
        list->deals > 0 && memcmp(&list->last, dealt, sizeof *dealt) == 0;
    list->last = *dealt;
    list->deals++;
    list->arrangements += (uint64_t)weight.whole;
    for (unsigned p = 0; p < list->space->place_count; p++)
        for (unsigned k = 0; k < list->space->kind_count; k++)
            list->with[p][k][dealt->count[p][k]] += (uint64_t)weight.whole;
    return true;
}

TEST(listed_deals_weigh_what_tables_count)
{
    for (unsigned seed = 0; seed < SPACES / 2; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 0, 2);
        dx_deal_space space = worlds_random_space(&random, 8);
        deal_listing list = {.space = &space};
        dx_tally deals = {0};

        dx_deal_table *table = table_of(&space);
        CHECK_EQ(dx_deals_count(&space, STEPS_MAX, &deals), DX_OK);
        CHECK_EQ(
            dx_deals_each(&space, STEPS_MAX, 100000, add_to_listing, &list),
            DX_OK);

        CHECK(is(deals, list.deals) && !list.repeats);
        CHECK(is(dx_deal_table_total(table), list.arrangements));
        for (unsigned p = 0; p < space.place_count; p++)
            for (unsigned k = 0; k < space.kind_count; k++)
                for (unsigned n = 0; n < JUDGE_NUMBERS; n++)
                    CHECK(is(worlds_with(&space, p, k, n, n),
                             list.with[p][k][n]));
        dx_deal_table_free(table);
    }
}

// Two slots, two red cards and one blue: rr, rb, br; one red card in either
// slot can be either of two, so 2 + 2 + 2 arrangements.
TEST(equal_cards_are_told_apart_in_weights)
{
    dx_deal_space space;
    dx_dealt red_red = {.count = {{1, 0}, {1, 0}}};
    dx_deal_space_init(&space, 2, (const uint8_t[]){2, 1});
    dx_deal_space_add_place(&space, 1, DX_ALL_KINDS);
    dx_deal_space_add_place(&space, 1, DX_ALL_KINDS);

    dx_deal_table *table = table_of(&space);

    CHECK(is(dx_deal_table_total(table), 6));
    CHECK(is(worlds_with(&space, 0, 0, 1, 1), 4));
    CHECK(is(dx_deal_space_weight(&space, &red_red), 2));
    dx_deal_table_free(table);
}

static bool stop_at_once(void *context, const dx_dealt *dealt, dx_tally weight)
{
    (void)dealt;
    (void)weight;
    ++*(unsigned *)context;
    return false;
}

TEST(limits_are_answered_and_nothing_is_touched)
{
    dx_deal_space space;
    dx_deal_table *table = NULL;
    dx_tally deals = dx_tally_of(99);
    unsigned visits = 0;
    dx_deal_space_init(&space, 2, (const uint8_t[]){2, 1});
    dx_deal_space_add_place(&space, 1, DX_BIT(0) | DX_BIT(1));
    dx_deal_space_add_place(&space, 1, DX_BIT(0));

    CHECK_EQ(dx_deal_table_new(&space, 1, &table), DX_ERR_LIMIT);
    CHECK(table == NULL);
    CHECK_EQ(dx_deals_count(&space, 1, &deals), DX_ERR_LIMIT);
    CHECK(is(deals, 99));
    CHECK_EQ(dx_deals_each(&space, 100, 1, stop_at_once, &visits),
             DX_ERR_LIMIT);
    CHECK_EQ(visits, 0);
    CHECK_EQ(dx_deals_each(&space, 100, 2, stop_at_once, &visits), DX_OK);
    CHECK_EQ(visits, 1);
}

TEST(more_room_than_cards_has_no_deal)
{
    dx_deal_space space;
    dx_dealt dealt;
    dx_random random = dx_random_named(1, 1, 1);
    dx_deal_space_init(&space, 2, (const uint8_t[]){2, 1});
    dx_deal_space_add_place(&space, 4, DX_ALL_KINDS);

    dx_deal_table *table = table_of(&space);

    CHECK(is(dx_deal_table_total(table), 0));
    CHECK(!dx_deal_table_sample(table, &random, &dealt));
    dx_deal_table_free(table);
}

// Sixteen cards of four colours, each card a place: 16! / (4!)^4 deals.
TEST(yokai_begins_with_63063000_deals)
{
    dx_deal_space space;
    dx_tally deals = {0};
    dx_deal_space_init(&space, 4, (const uint8_t[]){4, 4, 4, 4});
    for (unsigned card = 0; card < 16; card++)
        dx_deal_space_add_place(&space, 1, DX_ALL_KINDS);

    CHECK_EQ(dx_deals_count(&space, STEPS_MAX, &deals), DX_OK);
    CHECK(is(deals, 63063000));
}

// A card that is not red and one that is not blue, and 14 others: by inclusion
// and exclusion 63063000 * (1 - 1/4 - 1/4 + 1/4 * 4/15).
TEST(a_look_at_two_yokai_cards_leaves_what_paper_says)
{
    dx_deal_space space;
    dx_tally deals = {0};
    dx_deal_space_init(&space, 4, (const uint8_t[]){4, 4, 4, 4});
    dx_deal_space_add_place(&space, 1, ~DX_BIT(0));
    dx_deal_space_add_place(&space, 1, ~DX_BIT(1));
    for (unsigned card = 2; card < 16; card++)
        dx_deal_space_add_place(&space, 1, DX_ALL_KINDS);

    CHECK_EQ(dx_deals_count(&space, STEPS_MAX, &deals), DX_OK);
    CHECK(is(deals, 63063000 / 60 * 34));
}

// Three hands of fifteen from 120 cards: 120! / (15!^3 75!), more than 128
// bits.
TEST(numbers_too_large_for_128_bits_are_rounded_and_say_so)
{
    dx_deal_space space;
    dx_deal_space_init(&space, 3, (const uint8_t[]){40, 40, 40});
    for (unsigned hand = 0; hand < 3; hand++)
        dx_deal_space_add_place(&space, 15, DX_ALL_KINDS);

    dx_deal_table *table = table_of(&space);
    dx_tally total = dx_deal_table_total(table);

    double right = lgamma(121) - 3 * lgamma(16) - lgamma(76);
    CHECK_EQ(total.quality, DX_ROUNDED);
    CHECK(fabs(log(dx_tally_value(total)) - right) < 1e-9);
    double odds = dx_tally_value(worlds_with(&space, 1, 2, 15, 15)) /
                  dx_tally_value(total);
    double all_alike = lgamma(41) - lgamma(26) - lgamma(121) + lgamma(106);
    CHECK(fabs(log(odds) - all_alike) < 1e-9); // (40 15) of (120 15) hands
    dx_deal_table_free(table);
}

// Six places of twenty cards, each without one of three kinds.
TEST(rounded_numbers_add_up)
{
    dx_deal_space space;
    dx_dealt dealt;
    dx_random random = dx_random_named(1, 2, 3);
    dx_deal_space_init(&space, 3, (const uint8_t[]){40, 40, 40});
    for (unsigned place = 0; place < 6; place++)
        dx_deal_space_add_place(&space, 20, ~DX_BIT(place % 3));

    dx_deal_table *table = table_of(&space);
    double total = dx_tally_value(dx_deal_table_total(table));
    double cards = 0;
    for (unsigned n = 1; n <= 20; n++)
        cards += n * (dx_tally_value(worlds_with(&space, 4, 0, n, n)) +
                      dx_tally_value(worlds_with(&space, 4, 2, n, n)));

    CHECK_EQ(dx_deal_table_total(table).quality, DX_ROUNDED);
    CHECK(is(worlds_with(&space, 4, 1, 1, 20), 0));
    CHECK(fabs(cards / (20 * total) - 1) < 1e-9);
    CHECK(dx_deal_table_sample(table, &random, &dealt));
    CHECK(!dx_tally_is_zero(dx_deal_space_weight(&space, &dealt)));
    dx_deal_table_free(table);
}

// "He asked for an eight, so he has one": seven of 52 cards, not all hands.
TEST(an_ask_is_a_bound)
{
    dx_deal_space space;
    uint8_t copies[13];
    memset(copies, 4, sizeof copies);
    dx_deal_space_init(&space, 13, copies);
    unsigned his = dx_deal_space_add_place(&space, 7, DX_ALL_KINDS);
    dx_deal_space_add_bound(&space, &(dx_bound){.places = DX_BIT(his),
                                                .kinds = DX_BIT(8),
                                                .min = 1,
                                                .max = 4});

    dx_deal_table *table = table_of(&space);

    // 52 choose 7 less 48 choose 7
    CHECK(is(dx_deal_table_total(table), 133784560 - 73629072));
    // 4 * (48 choose 6)
    CHECK(is(worlds_with(&space, his, 8, 1, 1), 4 * 12271512));
    dx_deal_table_free(table);
}

static void check_frequencies(const dx_deal_space *space, unsigned seed)
{
    enum { DRAWS = 4000 };
    unsigned drawn[JUDGE_PLACES][JUDGE_KINDS][JUDGE_NUMBERS] = {0};
    dx_random random = dx_random_named(seed, 1, 4);
    dx_deal_table *table = table_of(space);
    double total = dx_tally_value(dx_deal_table_total(table));
    dx_dealt dealt;
    for (unsigned i = 0; i < DRAWS && total > 0; i++) {
        CHECK(dx_deal_table_sample(table, &random, &dealt));
        CHECK_THAT(!dx_tally_is_zero(dx_deal_space_weight(space, &dealt)),
                   "seed %u: a deal outside the space", seed);
        for (unsigned p = 0; p < space->place_count; p++)
            for (unsigned k = 0; k < space->kind_count; k++)
                drawn[p][k][dealt.count[p][k]]++;
    }
    for (unsigned p = 0; p < space->place_count && total > 0; p++)
        for (unsigned k = 0; k < space->kind_count; k++)
            for (unsigned n = 0; n < JUDGE_NUMBERS; n++) {
                double odds =
                    dx_tally_value(worlds_with(space, p, k, n, n)) / total;
                double sd = sqrt(DRAWS * odds * (1 - odds));
                CHECK_THAT(fabs(drawn[p][k][n] - DRAWS * odds) <= 5 * sd + 1e-6,
                           "seed %u: place %u, kind %u, %u cards: %u of %g",
                           seed, p, k, n, drawn[p][k][n], DRAWS * odds);
            }
    dx_deal_table_free(table);
}

// Five standard deviations: one failure in a million numbers, and the seeds
// are fixed.
TEST(random_deals_are_as_frequent_as_they_weigh)
{
    for (unsigned seed = 0; seed < 60; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 0, 4);
        dx_deal_space space = worlds_random_space(&random, 12);
        check_frequencies(&space, seed);
    }
}
