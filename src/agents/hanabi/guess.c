// Unseen cards, drawn or listed.
//
// Drawing: a hand is proposed with the odds of the slots alone and accepted
// with the ratio of likelihoods, starting from the hand drawn before (a
// Metropolis chain); three proposals a draw.  What the hand leaves is shuffled
// as the deck.  Listing: all hands, and for each all orders of the deck that
// look different, each with its share of the hand's weight; only if their
// number, counted first, is small enough.

#include "agents/hanabi/guess.h"

#include "base/memory.h"

#include <string.h>

enum { PROPOSALS = 3, HANDS_MAX = 1 << 16 };

// What the hand leaves of the unseen cards, in the order of kinds.
static void lay_deck(dx_guess *guess)
{
    uint8_t left[DX_HANABI_KINDS];
    memcpy(left, guess->unseen, sizeof left);
    for (unsigned slot = 0; slot < guess->slots.count; slot++)
        left[guess->hand[slot]]--;
    guess->deck_size = 0;
    for (unsigned kind = 0; kind < guess->kinds; kind++)
        for (unsigned i = 0; i < left[kind]; i++)
            guess->deck[guess->deck_size++] = (uint8_t)kind;
}

static bool propose(dx_guess *guess, dx_random *random)
{
    uint8_t hand[DX_SLOTS_MAX];
    if (!dx_slots_sample(&guess->slots, guess->kinds, guess->unseen, random,
                         hand))
        return false;
    double likely =
        guess->likelihood == NULL ? 1 : guess->likelihood(guess->context, hand);
    if (likely < guess->likely &&
        dx_random_unit(random) * guess->likely >= likely)
        return true; // keep the one before
    memcpy(guess->hand, hand, sizeof hand);
    guess->likely = likely;
    return true;
}

bool dx_guess_draw(dx_guess *guess, dx_random *random)
{
    unsigned proposals = guess->likelihood == NULL ? 1 : PROPOSALS;
    for (unsigned i = 0; i < proposals; i++)
        if (!propose(guess, random))
            return false;
    lay_deck(guess);
    dx_random_shuffle(random, guess->deck, guess->deck_size, 1);
    return true;
}

static void take_hand(dx_guess *guess)
{
    for (unsigned slot = 0; slot < guess->slots.count; slot++)
        guess->hand[slot] =
            (uint8_t)dx_packed_kind(guess->list[guess->at], slot);
    guess->likely = guess->likelihood == NULL
                        ? 1
                        : guess->likelihood(guess->context, guess->hand);
    lay_deck(guess);
}

// How many ways there are to order the deck, as far as can be seen.
static double orders(const dx_guess *guess)
{
    double ways = 1;
    for (unsigned i = 0, run = 0; i < guess->deck_size; i++) {
        run = i > 0 && guess->deck[i] == guess->deck[i - 1] ? run + 1 : 1;
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

bool dx_guess_list(dx_guess *guess, size_t worlds_max)
{
    double worlds = 0;
    size_t hands_max = worlds_max < HANDS_MAX ? worlds_max : HANDS_MAX;
    if (dx_slots_list(&guess->slots, guess->kinds, guess->unseen, hands_max,
                      &guess->list, &guess->count) != DX_OK)
        return false;
    for (guess->at = 0; guess->at < guess->count; guess->at++) {
        take_hand(guess);
        worlds += orders(guess);
    }
    if (worlds > (double)worlds_max) {
        dx_guess_release(guess);
        return false;
    }
    guess->at = 0;
    return true;
}

// The orders of a hand's deck share the weight of the hand.
double dx_guess_next(dx_guess *guess)
{
    if (guess->weight > 0 && reorder(guess->deck, guess->deck_size))
        return guess->weight;
    guess->weight = 0;
    while (guess->weight <= 0 && guess->at < guess->count) {
        take_hand(guess);
        guess->weight =
            (double)dx_packed_weight(guess->list[guess->at++],
                                     guess->slots.count, guess->unseen) *
            guess->likely / orders(guess);
    }
    return guess->weight;
}

void dx_guess_release(dx_guess *guess)
{
    dx_free(guess->list);
    guess->list = NULL;
}
