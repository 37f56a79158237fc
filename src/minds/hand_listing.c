// Card by card, in the order of places: what the first cards of the hand may
// be, each way once, and from each all that the next card makes of it.  Bounds
// are on the first places of the hand, so each is looked at when its last place
// is full; but numbers only grow, so what a later bound does not allow is left
// out at once, and so is what too few cards to come can bring up to it.
//
// Kinds of which the same is said are alike: of ways that differ only in which
// of them has which number one stands for all, the one in which numbers fall.
//
// A factor is looked at when the places are full that the seat had then: its
// weight is a common multiple of the numbers of moves that occur over the
// number, so that all stay whole.
//
// Cost: such ways of the first cards, times kinds, for every card.

#include "minds/hand_listing.h"

#include "base/memory.h"
#include "minds/run.h"

#include <assert.h>
#include <string.h>

enum { NUMBERS_MAX = 64, KEY_WORDS = 1 + NUMBERS_MAX / 8 };

// ---- what is said of the hand ----

static uint64_t first_places(const dx_hand_listing *l, unsigned end)
{
    uint64_t places = 0;
    for (unsigned i = 0; i <= end; i++)
        places |= DX_BIT(l->place[i]);
    return places;
}

// The number of the last place of a bound; DX_NONE if it is not on the first
// places of the hand.
static unsigned end_of(const dx_hand_listing *l, uint64_t places)
{
    for (unsigned i = 0; i < l->place_count; i++)
        if (first_places(l, i) == places)
            return i;
    return DX_NONE;
}

// What a bound on one kind at `end` means for the numbers before it.
static void narrow_numbers(dx_hand_listing *l, unsigned end,
                           const dx_bound *bound)
{
    unsigned kind = (unsigned)__builtin_ctzll(bound->kinds), come = 0;
    uint64_t one = dx_way_one(kind);
    for (unsigned i = end + 1; i-- > 0;) {
        unsigned most = dx_way_of(l->most[i], kind);
        unsigned least = dx_way_of(l->least[i], kind);
        if (bound->max < most)
            l->most[i] -= (most - bound->max) * one;
        if (bound->min > come + least)
            l->least[i] += (bound->min - come - least) * one;
        come += l->frame->could[l->place[i]] >> kind & 1
                    ? l->frame->size[l->place[i]]
                    : 0;
    }
}

// False if a bound is not one of those that can be listed by.
static bool read_bounds(dx_hand_listing *l)
{
    const dx_deal_space *space = &l->frame->space;
    uint64_t all = 0, copies = 0;
    for (unsigned kind = 0; kind < space->kind_count; kind++)
        copies |= space->copies[kind] * dx_way_one(kind);
    for (unsigned i = 0; i < l->place_count; i++) {
        l->most[i] = copies;
        all |= DX_BIT(l->place[i]);
    }
    for (unsigned b = 0; b < space->bound_count; b++) {
        const dx_bound *bound = &space->bound[b];
        if ((bound->places & all) == 0)
            continue;
        bool is_tied = dx_frame_size(l->frame, bound->places & ~all) > 0;
        bool is_single = (bound->kinds & (bound->kinds - 1)) == 0;
        unsigned end = end_of(l, bound->places & all);
        if (is_tied || end == DX_NONE || bound->min > DX_WAY_COPIES)
            return false;
        if (is_single)
            narrow_numbers(l, end, bound);
        if (!is_single || bound->but != 0)
            dx_vector_push(&l->ends[end], *bound);
    }
    return true;
}

// Is there a bound like this one, with the other kind in place of its own?
static bool has_twin(const dx_hand_listing *l, unsigned end,
                     const dx_bound *bound, unsigned other)
{
    for (size_t b = 0; b < l->ends[end].count; b++) {
        const dx_bound *twin = &l->ends[end].at[b];
        if (twin->kinds == DX_BIT(other) && twin->min == bound->min &&
            twin->max == bound->max && twin->but == bound->but)
            return true;
    }
    return false;
}

// Is all that is said of `kind` said of `other`?
static bool is_said(const dx_hand_listing *l, unsigned kind, unsigned other)
{
    const dx_frame *f = l->frame;
    if (f->space.copies[kind] != f->space.copies[other])
        return false;
    for (unsigned i = 0; i < l->place_count; i++) {
        uint64_t could = f->could[l->place[i]];
        if ((could >> kind & 1) != (could >> other & 1) ||
            dx_way_of(l->most[i], kind) != dx_way_of(l->most[i], other) ||
            dx_way_of(l->least[i], kind) != dx_way_of(l->least[i], other))
            return false;
        for (size_t b = 0; b < l->ends[i].count; b++) {
            const dx_bound *bound = &l->ends[i].at[b];
            if ((bound->kinds >> kind & 1) != 0 &&
                (bound->kinds != DX_BIT(kind) || !has_twin(l, i, bound, other)))
                return false;
        }
    }
    return true;
}

void dx_hand_listing_merge(dx_hand_listing *l, const uint8_t *alike)
{
    assert(l->numbers.count == 0);
    for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++)
        for (unsigned k = kind; k-- > 0 && l->before[kind] == DX_NONE;)
            if (alike != NULL ? alike[k] == alike[kind]
                              : is_said(l, kind, k) && is_said(l, k, kind))
                l->before[kind] = k;
}

bool dx_hand_listing_begin(dx_hand_listing *l, const dx_frame *frame,
                           uint64_t hand)
{
    assert(l->frame == NULL && l->place_count == 0);
    l->frame = frame;
    for (unsigned i = 0; i < frame->space.place_count; i++)
        if (frame->size[i] > 0 && (hand >> i & 1) != 0)
            l->place[l->place_count++] = (uint8_t)i;
    for (unsigned kind = 0; kind < DX_WAY_KINDS; kind++)
        l->before[kind] = DX_NONE;
    return frame->choice_count == 0 && dx_frame_packs(frame) && read_bounds(l);
}

bool dx_hand_listing_end(const dx_hand_listing *l, uint64_t places,
                         uint64_t kinds, unsigned *out)
{
    unsigned end = DX_NONE;
    for (unsigned i = 0; i < l->place_count; i++)
        if (places >> l->place[i] & 1)
            end = i;
    *out = end;
    for (unsigned i = 0; end != DX_NONE && i < end; i++)
        if (!(places >> l->place[i] & 1) &&
            (l->frame->could[l->place[i]] & kinds) != 0)
            return false;
    return end != DX_NONE;
}

// ---- moves ----

// A some of a factor of which the hand was full up to `end`: all its cards lie
// in the places up to there, and no others of its kind do.
static bool add_some(dx_hand_listing *l, unsigned end, const dx_some *some)
{
    uint64_t first = first_places(l, end);
    for (uint64_t left = first & ~some->places; left != 0; left &= left - 1)
        if ((l->frame->could[__builtin_ctzll(left)] & some->kinds) != 0)
            return false;
    if (dx_frame_size(l->frame, some->places & ~first) > 0)
        return false;
    dx_vector_push(&l->somes, *some);
    return true;
}

bool dx_hand_listing_weigh(dx_hand_listing *l, const dx_factors *factors)
{
    uint64_t hand = first_places(l, l->place_count - 1);
    l->weighs = true;
    for (size_t f = 0; factors != NULL && f < factors->factors.count; f++) {
        const dx_factor *factor = &factors->factors.at[f];
        const dx_some *somes = factors->somes.at + factor->first;
        uint64_t places = 0;
        unsigned end;
        for (size_t i = 0; i < factor->count; i++)
            places |= somes[i].places;
        if ((places & hand) == 0)
            continue;
        if (!dx_hand_listing_end(l, places, 0, &end))
            return false;
        dx_vector_push(&l->moves, (dx_hand_moves){.end = end,
                                                  .base = factor->base,
                                                  .times = factor->times,
                                                  .first = l->somes.count,
                                                  .count = factor->count});
        for (size_t i = 0; i < factor->count; i++)
            if (!add_some(l, end, &somes[i]))
                return false;
    }
    return true;
}

static unsigned moves_with(const dx_hand_listing *l, const dx_hand_moves *moves,
                           uint64_t way)
{
    unsigned count = moves->base;
    for (size_t i = 0; i < moves->count; i++) {
        const dx_some *some = &l->somes.at[moves->first + i];
        count += dx_some_holds(some, dx_way_number(way, some->kinds));
    }
    return count > 0 ? count : 1; // to pass
}

// Weighs all ways of the first places by one factor.
static void weigh_by(const dx_hand_listing *l, const dx_hand_moves *moves,
                     dx_states *states)
{
    dx_count multiple = 1;
    for (size_t s = 0; s < states->count && dx_effort_step(l->effort); s++) {
        dx_count number =
            moves_with(l, moves, states->keys[s * states->stride]);
        multiple *= number / dx_count_gcd(multiple, number); // of up to 64
    }
    for (size_t s = 0; s < states->count && multiple > 1; s++) {
        dx_count by =
            multiple / moves_with(l, moves, states->keys[s * states->stride]);
        for (unsigned i = 0; i < moves->times && by > 1; i++)
            dx_natural_multiply_count(&states->weights[s], by);
        if (!dx_effort_step(l->effort))
            return;
    }
}

// ---- the ways ----

// Place i is full: does the way keep all that is said of it so far?
static bool is_kept(const dx_hand_listing *l, unsigned i, uint64_t way)
{
    if (!dx_way_fits(l->least[i], way))
        return false;
    for (size_t b = 0; b < l->ends[i].count; b++) {
        const dx_bound *bound = &l->ends[i].at[b];
        if (!dx_bound_takes(bound, dx_way_number(way, bound->kinds)))
            return false;
    }
    return true;
}

static void add_to_numbers(const dx_hand_listing *l, unsigned i, unsigned kind,
                           uint8_t *numbers)
{
    for (size_t n = 0; n < l->numbers.count; n++) {
        const dx_hand_number *number = &l->numbers.at[n];
        if (i <= number->end && (number->kinds >> kind & 1) != 0 &&
            numbers[n] < number->ceiling)
            numbers[n]++;
    }
}

// May there be one more of the kind?
static inline bool has_one_more(const dx_hand_listing *l, unsigned i,
                                unsigned kind, uint64_t way)
{
    unsigned before = l->before[kind], number = dx_way_of(way, kind);
    return number < dx_way_of(l->most[i], kind) &&
           (before == DX_NONE || dx_way_of(way, before) > number);
}

bool dx_hand_listing_add(const dx_hand_listing *l, unsigned i, unsigned kind,
                         uint64_t *key)
{
    if (!has_one_more(l, i, kind, key[0]))
        return false;
    key[0] += dx_way_one(kind);
    add_to_numbers(l, i, kind, (uint8_t *)(key + 1));
    return true;
}

// From how many ways the card of `kind` leads to this one, of kinds alike: as
// many as have its number.
static dx_count ways_to(const dx_hand_listing *l, uint64_t way, unsigned kind)
{
    dx_count ways = 1;
    for (unsigned k = l->before[kind];
         k != DX_NONE && dx_way_of(way, k) == dx_way_of(way, kind);
         k = l->before[k])
        ways++;
    return ways;
}

// From one way, with a card of each kind that may lie in place i, of which
// `left` are still to come there.
static void add_kinds(dx_hand_listing *l, size_t from, unsigned i,
                      unsigned left)
{
    uint64_t key[KEY_WORDS];
    size_t words = l->states[0].stride;
    const uint64_t *old = l->states[0].keys + from * words;
    for (uint64_t k = l->frame->could[l->place[i]]; k != 0; k &= k - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(k);
        if (!has_one_more(l, i, kind, old[0]) ||
            (left == 0 && !is_kept(l, i, old[0] + dx_way_one(kind))))
            continue;
        memcpy(key, old, words * sizeof *key);
        key[0] += dx_way_one(kind);
        add_to_numbers(l, i, kind, (uint8_t *)(key + 1));
        size_t to = dx_states_find(&l->states[1], key);
        if (l->weighs)
            dx_natural_add_product_count(&l->states[1].weights[to],
                                         &l->states[0].weights[from],
                                         ways_to(l, key[0], kind));
    }
}

static bool has_memory(const dx_hand_listing *l)
{
    dx_effort *effort = l->effort;
    if (effort->bytes_max != 0 && effort->bytes +
                                          dx_states_layer_bytes(&l->states[0]) +
                                          dx_states_layer_bytes(&l->states[1]) >
                                      effort->bytes_max)
        effort->status = DX_ERR_LIMIT;
    return effort->status == DX_OK;
}

// What was before card number `card` is kept or made room of.
static void go_on(dx_hand_listing *l, unsigned card)
{
    dx_states full = l->states[1];
    l->states[1] = l->states[0];
    l->states[0] = full;
    if (l->layers != NULL) {
        l->layers[card] = l->states[1];
        l->states[1] = (dx_states){0};
    }
}

// Has a way one of these numbers, which are not 1 yet, by a link at place i?
static void ask_links(const dx_hand_listing *l, unsigned i, uint64_t *key)
{
    uint8_t *numbers = (uint8_t *)(key + 1);
    for (size_t n = 0; n < l->links.count; n++) {
        const dx_hand_link *link = &l->links.at[n];
        if (link->end == i && numbers[link->number] == 0 &&
            l->holds(l->context, link->link, key[0]))
            numbers[link->number] = 1;
    }
}

// Place i is full: what is said of the turns at which it was is found out.
static bool follow_links(dx_hand_listing *l, unsigned i)
{
    uint64_t key[KEY_WORDS];
    bool any = false;
    for (size_t n = 0; n < l->links.count; n++)
        any |= l->links.at[n].end == i;
    if (!any)
        return true;
    dx_states *from = &l->states[0], *to = &l->states[1];
    dx_states_clear(to, from->stride, l->weighs);
    for (size_t s = 0; s < from->count; s++) {
        if (!dx_effort_step(l->effort))
            return false;
        memcpy(key, dx_states_key(from, s), from->stride * sizeof *key);
        ask_links(l, i, key);
        size_t number = dx_states_find(to, key);
        if (l->weighs)
            dx_natural_add(&to->weights[number], &from->weights[s]);
    }
    dx_states full = *to;
    *to = *from;
    *from = full;
    return l->effort->status == DX_OK;
}

// Card number `card`, in place i, where `left` are still to come.
static bool add_card(dx_hand_listing *l, unsigned card, unsigned i,
                     unsigned left)
{
    enum { WAYS_BETWEEN_LOOKS = 1024 };
    dx_states *from = &l->states[0], *to = &l->states[1];
    dx_states_clear(to, from->stride, l->weighs);
    for (size_t s = 0; s < from->count; s++) {
        if (!dx_effort_step(l->effort) ||
            (s % WAYS_BETWEEN_LOOKS == 0 && !has_memory(l)))
            return false;
        add_kinds(l, s, i, left);
    }
    go_on(l, card);
    for (size_t m = 0; left == 0 && m < l->moves.count; m++)
        if (l->moves.at[m].end == i)
            weigh_by(l, &l->moves.at[m], &l->states[0]);
    return l->effort->status == DX_OK && (left > 0 || follow_links(l, i));
}

dx_status dx_hand_listing_run(dx_hand_listing *l, dx_effort *effort)
{
    static const uint64_t none[KEY_WORDS] = {0};
    assert(l->numbers.count <= NUMBERS_MAX);
    l->effort = effort;
    dx_states_clear(&l->states[0], 1 + (l->numbers.count + 7) / 8, l->weighs);
    size_t first = dx_states_find(&l->states[0], none);
    if (l->weighs)
        l->states[0].weights[first] = dx_natural_of(1);
    unsigned card = 0;
    for (unsigned i = 0; i < l->place_count; i++)
        for (unsigned left = l->frame->size[l->place[i]]; left > 0; left--)
            if (!add_card(l, card++, i, left - 1))
                return effort->status;
    return l->states[0].count > 0 ? DX_OK : DX_ERR_EMPTY;
}

void dx_hand_listing_release(dx_hand_listing *l)
{
    for (unsigned i = 0; i < DX_PLACES_MAX; i++)
        dx_vector_release(&l->ends[i]);
    dx_vector_release(&l->numbers);
    dx_vector_release(&l->moves);
    dx_vector_release(&l->somes);
    dx_vector_release(&l->links);
    dx_states_release(&l->states[0]);
    dx_states_release(&l->states[1]);
}
