// What a hand iterator must visit, checked against hands counted on paper and
// against identities that hold for every pool.

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

TEST(hanabi_has_99455_hands)
{
    dx_cards deck = hanabi_deck();
    dx_hand_iter it;
    uint64_t hands = 0;

    dx_hand_iter_init(&it, &deck, 5);
    while (dx_hand_iter_next(&it))
        hands++;

    CHECK_EQ(hands, 99455);
    CHECK(dx_hands_count(&deck, 5) == 99455);
}
