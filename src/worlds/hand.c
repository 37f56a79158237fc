// Multisets in falling lexicographic order.  The next one is found in time
// linear in the kinds, with nothing remembered but the last; their number is a
// coefficient of a product of polynomials, one for each kind.

#include "worlds/hand.h"

#include "base/memory.h"

#include <assert.h>

static unsigned total(const dx_cards *cards)
{
    unsigned sum = 0;
    for (unsigned kind = 0; kind < cards->kinds; kind++)
        sum += cards->count[kind];
    return sum;
}

// Puts `left` cards into `hand`, starting at kind `first` and taking as many
// of each kind as the pool has.
static void deal(dx_cards *hand, const dx_cards *pool, unsigned first,
                 unsigned left)
{
    for (unsigned kind = first; kind < pool->kinds; kind++) {
        unsigned take = left < pool->count[kind] ? left : pool->count[kind];
        hand->count[kind] = (uint8_t)take;
        left -= take;
    }
    assert(left == 0);
}

void dx_hand_iter_init(dx_hand_iter *it, const dx_cards *pool, unsigned size)
{
    DX_REQUIRE(pool->kinds <= DX_KINDS_MAX, "kinds <= DX_KINDS_MAX");
    *it = (dx_hand_iter){
        .hand = {.kinds = pool->kinds},
        .pool = *pool,
        .size = size,
    };
}

// The greedy deal comes first.  The successor of a hand keeps the longest
// prefix it can: it takes one card from the last kind that has a card to give
// and room for it further on, and deals that card, together with everything
// behind it, again.
bool dx_hand_iter_next(dx_hand_iter *it)
{
    if (!it->started) {
        it->started = true;
        if (it->size > total(&it->pool)) {
            it->pool.kinds = 0; // no hands: every later step fails too
            return false;
        }
        deal(&it->hand, &it->pool, 0, it->size);
        return true;
    }

    unsigned held = 0; // cards of the hand behind `kind`
    unsigned room = 0; // cards of the pool behind `kind`
    for (unsigned kind = it->pool.kinds; kind-- > 0;) {
        if (it->hand.count[kind] > 0 && held < room) {
            it->hand.count[kind]--;
            deal(&it->hand, &it->pool, kind + 1, held + 1);
            return true;
        }
        held += it->hand.count[kind];
        room += it->pool.count[kind];
    }
    return false;
}

// The coefficient of x^size in the product of 1 + x + ... + x^copies.  It is
// at most 2^DX_CARDS_MAX, so it fits.
dx_count dx_hands_count(const dx_cards *pool, unsigned size)
{
    dx_count hands[DX_CARDS_MAX + 1] = {1};
    unsigned cards = total(pool), largest = 0;
    DX_REQUIRE(cards <= DX_CARDS_MAX, "cards <= DX_CARDS_MAX");
    if (size > cards)
        return 0;
    for (unsigned kind = 0; kind < pool->kinds; kind++) {
        unsigned copies = pool->count[kind];
        largest += copies;
        for (unsigned n = largest; n > 0; n--)
            for (unsigned i = 1; i <= copies && i <= n; i++)
                hands[n] += hands[n - i];
    }
    return hands[size];
}
