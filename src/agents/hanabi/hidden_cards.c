// Unseen cards, drawn or listed.
//
// Drawing: a hand is proposed with the odds of the slots alone and accepted
// with the ratio of likelihoods, starting from the hand drawn before (a
// Metropolis chain); three proposals a draw.  What the hand leaves is shuffled
// as the deck.  Listing: all hands, and for each all orders of the deck that
// look different, each with its share of the hand's weight; only if their
// number, counted first, is small enough.

#include "agents/hanabi/hidden_cards.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum { PROPOSALS = 3, HANDS_MAX = 1 << 16 };

// What the hand leaves of the unseen cards, in the order of kinds.
static void lay_deck(dx_hidden_cards *cards)
{
    uint8_t left[DX_HANABI_KINDS];
    memcpy(left, cards->unseen, sizeof left);
    for (unsigned slot = 0; slot < cards->slots.count; slot++) {
        assert(left[cards->hand[slot]] > 0); // the hand is of these cards
        left[cards->hand[slot]]--;
    }
    cards->deck_size = 0;
    for (unsigned kind = 0; kind < cards->kinds; kind++)
        for (unsigned i = 0; i < left[kind]; i++)
            cards->deck[cards->deck_size++] = (uint8_t)kind;
}

static bool propose(dx_hidden_cards *cards, dx_random *random)
{
    uint8_t hand[DX_SLOTS_MAX];
    if (!dx_slots_sample(&cards->slots, cards->kinds, cards->unseen, random,
                         hand))
        return false;
    double likely =
        cards->likelihood == NULL ? 1 : cards->likelihood(cards->context, hand);
    if (likely < cards->likely &&
        dx_random_unit(random) * cards->likely >= likely)
        return true; // keep the one before
    memcpy(cards->hand, hand, sizeof hand);
    cards->likely = likely;
    return true;
}

bool dx_hidden_cards_draw(dx_hidden_cards *cards, dx_random *random)
{
    unsigned proposals = cards->likelihood == NULL ? 1 : PROPOSALS;
    for (unsigned i = 0; i < proposals; i++)
        if (!propose(cards, random))
            return false;
    lay_deck(cards);
    dx_random_shuffle(random, cards->deck, cards->deck_size, 1);
    return true;
}

static void take_hand(dx_hidden_cards *cards)
{
    for (unsigned slot = 0; slot < cards->slots.count; slot++)
        cards->hand[slot] =
            (uint8_t)dx_packed_kind(cards->list[cards->at], slot);
    cards->likely = cards->likelihood == NULL
                        ? 1
                        : cards->likelihood(cards->context, cards->hand);
    lay_deck(cards);
}

// How many ways there are to order the deck, as far as can be seen.
static double orders(const dx_hidden_cards *cards)
{
    double ways = 1;
    for (unsigned i = 0, run = 0; i < cards->deck_size; i++) {
        run = i > 0 && cards->deck[i] == cards->deck[i - 1] ? run + 1 : 1;
        ways = ways * (i + 1) / run;
    }
    return ways;
}

// The next order of the deck, as numbers rise; false after the last.
static bool reorder(uint8_t *deck, unsigned size)
{
    unsigned from = size, with = size;
    while (from > 1 && deck[from - 2] >= deck[from - 1])
        from--;
    if (from < 2)
        return false;
    while (deck[with - 1] <= deck[from - 2])
        with--;
    uint8_t card = deck[from - 2];
    deck[from - 2] = deck[with - 1];
    deck[with - 1] = card;
    for (unsigned to = size - 1; from - 1 < to; from++, to--) {
        card = deck[from - 1];
        deck[from - 1] = deck[to];
        deck[to] = card;
    }
    return true;
}

bool dx_hidden_cards_list(dx_hidden_cards *cards, size_t worlds_max)
{
    double worlds = 0;
    size_t hands_max = worlds_max < HANDS_MAX ? worlds_max : HANDS_MAX;
    if (dx_slots_list(&cards->slots, cards->kinds, cards->unseen, hands_max,
                      &cards->list, &cards->count) != DX_OK)
        return false;
    for (cards->at = 0; cards->at < cards->count; cards->at++) {
        take_hand(cards);
        worlds += orders(cards);
    }
    if (worlds > (double)worlds_max) {
        dx_hidden_cards_release(cards);
        return false;
    }
    cards->at = 0;
    return true;
}

// The orders of a hand's deck share the weight of the hand.
double dx_hidden_cards_next(dx_hidden_cards *cards)
{
    if (cards->weight > 0 && reorder(cards->deck, cards->deck_size))
        return cards->weight;
    cards->weight = 0;
    while (cards->weight <= 0 && cards->at < cards->count) {
        take_hand(cards);
        cards->weight =
            (double)dx_packed_weight(cards->list[cards->at++],
                                     cards->slots.count, cards->unseen) *
            cards->likely / orders(cards);
    }
    return cards->weight;
}

void dx_hidden_cards_release(dx_hidden_cards *cards)
{
    dx_free(cards->list);
    cards->list = NULL;
}
