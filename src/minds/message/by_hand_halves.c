// Ways that are weighed again and again, half by half.
//
// What a way weighs where a mind stands is a product: its weight in the list,
// times the ways to take its cards, kind by kind.  So the kinds are parted in
// two: for the room that the first half leaves, the ways are added up by what
// they have of the second; a mind that has the same room in the first half
// again adds up only these sums.  Kinds alike are in one half.
//
// Cost: the ways, for each room of the first half that occurs, and what they
// have of the second, for each mind.

#include "minds/message/by_hand_private.h"

#include "base/memory.h"
#include "minds/eliminate/run.h"

#include <assert.h>

enum { USES_LEAST = 4, WAYS_A_STEP = 16 };

struct dx_way_halves {
    uint64_t first;                // all bits of the kinds of the first half
    dx_states seconds;             // what ways have of the second half
    DX_VECTOR(uint32_t) one;       // a way of the list that has each
    DX_VECTOR(uint32_t) second_of; // of each way
    dx_states rooms;               // of the first half
    DX_VECTOR(dx_natural *) sums;  // for each: by second half
};

void dx_way_halves_free(dx_way_halves *h)
{
    if (h == NULL)
        return;
    for (size_t i = 0; i < h->sums.count; i++) {
        dx_natural_release_all(h->sums.at[i], h->seconds.count);
        dx_free(h->sums.at[i]);
    }
    dx_vector_release(&h->sums);
    dx_vector_release(&h->one);
    dx_vector_release(&h->second_of);
    dx_states_release(&h->seconds);
    dx_states_release(&h->rooms);
    dx_free(h);
}

// The kinds below `kind`, with all that are alike with one of them.
static uint64_t kinds_below(const dx_hand_wanted *wanted, unsigned kind)
{
    uint64_t bits = dx_way_one(kind) - 1;
    for (unsigned b = 0; b < wanted->blocks; b++)
        for (uint64_t k = wanted->block[b];
             k != 0 && (wanted->block[b] & (DX_BIT(kind) - 1)) != 0; k &= k - 1)
            bits |= 15 * dx_way_one((unsigned)__builtin_ctzll(k));
    return bits;
}

static size_t count_halves(const dx_way_set *ways, uint64_t bits,
                           dx_states *scratch)
{
    dx_states_clear(scratch, 1, false);
    for (size_t i = 0; i < ways->ways.count; i++) {
        uint64_t half = ways->ways.at[i] & bits;
        (void)dx_states_find(scratch, &half);
    }
    return scratch->count;
}

// The parting with the fewest halves on both sides.
static uint64_t find_parting(const dx_hand_wanted *wanted,
                             const dx_way_set *ways)
{
    dx_states scratch = {0};
    uint64_t best = 0;
    size_t fewest = SIZE_MAX;
    for (unsigned kind = 1; kind < wanted->frame->space.kind_count; kind++) {
        uint64_t bits = kinds_below(wanted, kind);
        size_t count = count_halves(ways, bits, &scratch);
        if (count < fewest)
            count += count_halves(ways, ~bits, &scratch);
        if (count < fewest) {
            fewest = count;
            best = bits;
        }
    }
    dx_states_release(&scratch);
    return best;
}

static dx_way_halves *part(const dx_hand_run *r, const dx_told_ways *ways)
{
    dx_way_halves *h = dx_alloc(1, sizeof *h);
    h->first = find_parting(&r->list[0]->of, &ways->ways);
    dx_states_clear(&h->seconds, 1, false);
    dx_states_clear(&h->rooms, 1, false);
    for (size_t i = 0; i < ways->ways.ways.count; i++) {
        uint64_t second = ways->ways.ways.at[i] & ~h->first;
        size_t number = dx_states_find(&h->seconds, &second);
        if (number == h->one.count)
            dx_vector_push(&h->one, ways->numbers.at[i]);
        dx_vector_push(&h->second_of, (uint32_t)number);
    }
    return h;
}

// The sums for a room of the first half.
static dx_natural *add_firsts(const dx_hand_run *r, const dx_told_ways *ways,
                              const dx_way_halves *h)
{
    dx_natural *sums = dx_alloc(h->seconds.count, sizeof *sums);
    const dx_hand_list *list = r->list[0];
    for (size_t i = 0; i < ways->numbers.count; i++) {
        if (i % WAYS_A_STEP == 0 && !dx_effort_step(r->effort))
            break;
        uint32_t way = ways->numbers.at[i];
        if (dx_hand_run_fits(r, ways->ways.ways.at[i] & h->first))
            dx_natural_add_product_count(&sums[h->second_of.at[i]],
                                         &list->weights[way],
                                         dx_hand_run_count(r, way, h->first));
    }
    r->effort->bytes += h->seconds.count * sizeof *sums;
    return sums;
}

static const dx_natural *sums_of(const dx_hand_run *r, const dx_told_ways *ways,
                                 dx_way_halves *h)
{
    uint64_t room = r->falling_room & h->first;
    size_t number = dx_states_find(&h->rooms, &room);
    if (number == h->sums.count) {
        dx_natural *sums = add_firsts(r, ways, h);
        dx_vector_push(&h->sums, sums);
    }
    return h->sums.at[number];
}

bool dx_hand_run_add_halves(const dx_hand_run *r, dx_told_ways *ways,
                            dx_natural *out)
{
    dx_mechanisms *mechanisms = r->effort->mechanisms;
    if (ways->ways.ways.count <
            dx_mechanism_threshold(mechanisms, DX_BY_HALVES) ||
        !dx_mechanism_is_on(mechanisms, DX_BY_HALVES) ||
        ++ways->uses < USES_LEAST)
        return false;
    dx_mechanism_note(mechanisms, DX_BY_HALVES, 0);
    if (ways->halves == NULL)
        ways->halves = part(r, ways);
    dx_way_halves *h = ways->halves;
    const dx_natural *sums = sums_of(r, ways, h);
    for (size_t i = 0; i < h->seconds.count; i++) {
        if (i % WAYS_A_STEP == 0 && !dx_effort_step(r->effort))
            break;
        if (dx_hand_run_fits(r, h->seconds.keys[i]) &&
            !dx_natural_is_zero(&sums[i]))
            dx_natural_add_product_count(
                out, &sums[i], dx_hand_run_count(r, h->one.at[i], ~h->first));
    }
    return true;
}
