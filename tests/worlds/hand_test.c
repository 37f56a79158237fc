// What a hand iterator must visit, checked against hands counted on paper and
// against identities that hold for every pool.

#include "base/memory.h"
#include "test.h"
#include "worlds/hand.h"

static const dx_cards two_red_one_blue = {.kinds = 2, .count = {2, 1}};

// Ones come three times, fives once, the rest twice, in each of five colours.
static dx_cards hanabi_deck(void)
{
    static const uint8_t copies[5] = {3, 2, 2, 2, 1};
    dx_cards deck = {.kinds = 25};
    for (unsigned kind = 0; kind < deck.kinds; kind++)
        deck.count[kind] = copies[kind % 5];
    return deck;
}

TEST(two_cards_of_three_make_two_hands)
{
    dx_hand_iter it;
    dx_hand_iter_init(&it, &two_red_one_blue, 2);

    CHECK(dx_hand_iter_next(&it)); // red red
    CHECK_EQ(it.hand.count[0], 2);
    CHECK_EQ(it.hand.count[1], 0);

    CHECK(dx_hand_iter_next(&it)); // red blue
    CHECK_EQ(it.hand.count[0], 1);
    CHECK_EQ(it.hand.count[1], 1);

    CHECK(!dx_hand_iter_next(&it));
    CHECK(!dx_hand_iter_next(&it)); // and stays finished
}

TEST(the_empty_hand_is_a_hand)
{
    dx_hand_iter it;
    dx_hand_iter_init(&it, &two_red_one_blue, 0);

    CHECK(dx_hand_iter_next(&it));
    CHECK(!dx_hand_iter_next(&it));
}

TEST(a_pool_too_small_has_no_hands)
{
    dx_hand_iter it;
    dx_hand_iter_init(&it, &two_red_one_blue, 4);

    CHECK(!dx_hand_iter_next(&it));
    CHECK(!dx_hand_iter_next(&it));
    CHECK(dx_hands_count(&two_red_one_blue, 4) == 0);
}

// Weighing each hand by its ways counts the draws of distinguishable cards, so
// the weights of all hands must add up to "50 choose 5" (Vandermonde).
TEST(hanabi_hands_weigh_as_many_as_there_are_draws)
{
    dx_cards deck = hanabi_deck();
    dx_hand_iter it;
    uint64_t hands = 0, draws = 0;

    dx_hand_iter_init(&it, &deck, 5);
    while (dx_hand_iter_next(&it)) {
        hands++;
        draws += (uint64_t)dx_hand_ways(&it.hand, &deck);
    }

    CHECK_EQ(hands, 99455);
    CHECK_EQ(draws, 2118760);
    CHECK(dx_hands_count(&deck, 5) == 99455);
}

TEST(a_list_over_its_limit_is_refused_and_touches_nothing)
{
    dx_cards *hands = NULL;
    size_t count = 99;

    CHECK_EQ(dx_hands_list(&two_red_one_blue, 2, 1, &hands, &count),
             DX_ERR_LIMIT);
    CHECK(hands == NULL);
    CHECK_EQ(count, 99);

    CHECK_EQ(dx_hands_list(&two_red_one_blue, 2, 2, &hands, &count), DX_OK);
    CHECK_EQ(count, 2);
    CHECK_EQ(hands[1].count[1], 1);
    dx_free(hands);
}

TEST(odds_are_exact_fractions_or_lost)
{
    dx_tally large = dx_tally_of(~(dx_count)0);
    dx_fraction half = dx_tally_fraction(dx_tally_of(21), dx_tally_of(42));

    CHECK(half.top == 1 && half.over == 2);
    CHECK_EQ(dx_tally_fraction(large, large).over, 1);
    CHECK(dx_fraction_is_lost(dx_tally_fraction(dx_tally_of(1), large)));
    CHECK(
        dx_fraction_is_lost(dx_tally_fraction(dx_tally_of(1), dx_tally_of(0))));
    CHECK(dx_fraction_is_lost(
        dx_tally_fraction(dx_tally_rounded(1), dx_tally_of(2))));
}
