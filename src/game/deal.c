// All chance of a game, fixed before it starts: an order for each shuffle of
// each pack.
//
// Shuffle k of pack p in deal n of an experiment is the random stream
// (experiment, n, p and k), made when it is first asked for.  So a deal does
// not depend on how the game goes, line-ups that play it meet the same cards,
// and a record needs only the shuffles that were used.  Where only some cards
// of a pack are shuffled in again, the order of all of them decides: the next
// card is the first in it that is among those (dx_deal_next).

#include "game/deal.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/vector.h"

#include <string.h>

typedef struct stack {
    unsigned cards, kinds, shuffles;
    uint8_t kind[DX_PACK_CARDS_MAX]; // of each card
    uint8_t copy[DX_PACK_CARDS_MAX]; // the how-manieth of its kind
    DX_VECTOR(uint8_t) orders;       // shuffle after shuffle
} stack;

struct dx_deal {
    uint64_t experiment, number;
    bool blank, missing;
    unsigned packs;
    stack pack[DX_PACKS_MAX];
};

static void lay_out(stack *p, const uint8_t *copies)
{
    for (unsigned kind = 0; kind < p->kinds; kind++)
        for (uint8_t copy = 0; copy < copies[kind]; copy++) {
            DX_REQUIRE(p->cards < DX_PACK_CARDS_MAX,
                       "a pack of at most DX_PACK_CARDS_MAX cards");
            p->kind[p->cards] = (uint8_t)kind;
            p->copy[p->cards++] = copy;
        }
}

dx_deal *dx_deal_blank(const dx_rules *rules)
{
    dx_deal *deal = dx_alloc(1, sizeof *deal);
    deal->blank = true;
    for (;;) {
        uint8_t copies[DX_VALUES_MAX] = {0};
        unsigned kinds = rules->game->pack(rules, deal->packs, copies);
        if (kinds == 0)
            return deal;
        DX_REQUIRE(deal->packs < DX_PACKS_MAX, "at most DX_PACKS_MAX packs");
        stack *p = &deal->pack[deal->packs++];
        p->kinds = kinds;
        lay_out(p, copies);
    }
}

dx_deal *dx_deal_new(const dx_rules *rules, uint64_t experiment,
                     uint64_t number)
{
    dx_deal *deal = dx_deal_blank(rules);
    dx_deal_restart(deal, experiment, number);
    return deal;
}

void dx_deal_free(dx_deal *deal)
{
    if (deal == NULL)
        return;
    for (unsigned i = 0; i < deal->packs; i++)
        dx_vector_release(&deal->pack[i].orders);
    dx_free(deal);
}

void dx_deal_seed(dx_deal *deal, uint64_t experiment, uint64_t number)
{
    deal->blank = false;
    deal->experiment = experiment;
    deal->number = number;
}

void dx_deal_restart(dx_deal *deal, uint64_t experiment, uint64_t number)
{
    dx_deal_seed(deal, experiment, number);
    for (unsigned i = 0; i < deal->packs; i++)
        deal->pack[i].shuffles = 0;
}

static uint8_t *add_shuffle(dx_deal *deal, unsigned pack)
{
    stack *p = &deal->pack[pack];
    DX_REQUIRE(p->shuffles < DX_SHUFFLES_MAX, "at most DX_SHUFFLES_MAX");
    p->orders.count = (size_t)p->shuffles * p->cards;
    dx_vector_reserve(&p->orders, p->cards);
    uint8_t *order = p->orders.at + p->orders.count;
    for (unsigned i = 0; i < p->cards; i++)
        order[i] = (uint8_t)i;
    p->shuffles++;
    return order;
}

// Fisher and Yates on bytes.
static void shuffle_bytes(dx_random *random, uint8_t *at, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned j = (unsigned)dx_random_below(random, i);
        uint8_t hold = at[i - 1];
        at[i - 1] = at[j];
        at[j] = hold;
    }
}

const uint8_t *dx_deal_order(dx_deal *deal, unsigned pack, unsigned shuffle)
{
    DX_REQUIRE(pack < deal->packs, "a pack of the game");
    stack *p = &deal->pack[pack];
    while (p->shuffles <= shuffle) {
        uint64_t stream = (uint64_t)pack << 32 | p->shuffles;
        uint8_t *order = add_shuffle(deal, pack);
        if (deal->blank) {
            deal->missing = true;
            continue;
        }
        dx_random random =
            dx_random_named(deal->experiment, deal->number, stream);
        shuffle_bytes(&random, order, p->cards);
    }
    return p->orders.at + (size_t)shuffle * p->cards;
}

unsigned dx_deal_next(dx_deal *deal, unsigned pack, unsigned shuffle,
                      const uint8_t *copies, unsigned place)
{
    const uint8_t *order = dx_deal_order(deal, pack, shuffle);
    const stack *p = &deal->pack[pack];
    if (copies == NULL) {
        DX_REQUIRE(place < p->cards, "a place in the pack");
        return p->kind[order[place]];
    }
    for (unsigned i = 0; i < p->cards; i++)
        if (p->copy[order[i]] < copies[p->kind[order[i]]] && place-- == 0)
            return p->kind[order[i]];
    DX_REQUIRE(false, "a place among the cards that were shuffled");
    return 0;
}

unsigned dx_deal_packs(const dx_deal *deal)
{
    return deal->packs;
}

unsigned dx_deal_cards(const dx_deal *deal, unsigned pack)
{
    return deal->pack[pack].cards;
}

unsigned dx_deal_kind(const dx_deal *deal, unsigned pack, unsigned card)
{
    return deal->pack[pack].kind[card];
}

unsigned dx_deal_shuffles(const dx_deal *deal, unsigned pack)
{
    return deal->pack[pack].shuffles;
}

bool dx_deal_is_missing(const dx_deal *deal)
{
    return deal->missing;
}

dx_status dx_deal_set(dx_deal *deal, unsigned pack, unsigned shuffle,
                      const uint8_t *order, unsigned count, dx_error *error)
{
    if (pack >= deal->packs)
        return dx_fail(error, DX_ERR_INPUT, 0, 0, "no pack %u: the game has %u",
                       pack, deal->packs);
    stack *p = &deal->pack[pack];
    if (shuffle > p->shuffles || shuffle >= DX_SHUFFLES_MAX)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "shuffle %u of pack %u: expected number %u", shuffle,
                       pack, p->shuffles);
    if (count != p->cards)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "%u card%s in a shuffle of pack %u: expected %u", count,
                       dx_plural(count), pack, p->cards);
    bool there[DX_PACK_CARDS_MAX] = {false};
    for (unsigned i = 0; i < count; i++) {
        if (order[i] >= count || there[order[i]])
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "card %u of a shuffle is %u: expected each of 0 "
                           "to %u once",
                           i, order[i], count - 1);
        there[order[i]] = true;
    }
    if (shuffle == p->shuffles)
        add_shuffle(deal, pack);
    if (count > 0)
        memcpy(p->orders.at + (size_t)shuffle * count, order, count);
    return DX_OK;
}
