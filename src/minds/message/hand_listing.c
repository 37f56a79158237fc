// What is said of a hand, brought into the form in which it is listed
// (hand_listing_run.c).  Bounds are on the first places of the hand, so each is
// looked at when its last place is full; but numbers only grow, so what a later
// bound does not allow is left out at once, and so is what too few cards to
// come can bring up to it: both are numbers of each kind at every place.
//
// Kinds of which the same is said are alike: of ways that differ only in which
// of them has which number one stands for all, the one in which numbers fall.

#include "minds/message/hand_listing.h"

#include <assert.h>

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
    for (unsigned i = 1; i < l->place_count; i++) // numbers only grow
        l->least[i] += dx_way_missing(l->least[i - 1], l->least[i]);
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
                         unsigned *out)
{
    *out = DX_NONE;
    for (unsigned i = 0; i < l->place_count; i++)
        if (places >> l->place[i] & 1)
            *out = i;
    return *out != DX_NONE;
}

bool dx_hand_listing_sure(const dx_hand_listing *l, uint64_t places,
                          uint64_t kinds, unsigned end, unsigned *out)
{
    assert(end < l->place_count);
    *out = 0;
    for (unsigned i = 0; i <= end; i++) {
        uint64_t could = l->frame->could[l->place[i]];
        if ((places >> l->place[i] & 1) != 0 || (could & kinds) == 0)
            continue;
        if ((could & ~kinds) != 0)
            return false;
        *out += l->frame->size[l->place[i]];
    }
    return true;
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

enum { MOVES_MAX = 64 }; // so that multiples fit

bool dx_hand_listing_weigh(dx_hand_listing *l, const dx_factors *factors)
{
    uint64_t hand = first_places(l, l->place_count - 1);
    l->weighs = true;
    for (size_t f = 0; factors != NULL && f < factors->factors.count; f++) {
        const dx_factor *factor = &factors->factors.at[f];
        const dx_some *somes = factors->somes.at + factor->first;
        uint64_t places = 0;
        unsigned end, moves = factor->base;
        for (size_t i = 0; i < factor->count; i++) {
            places |= somes[i].places;
            moves += dx_some_moves(&somes[i]);
        }
        if ((places & hand) == 0)
            continue;
        if (moves > MOVES_MAX || !dx_hand_listing_end(l, places, &end))
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

void dx_hand_listing_release(dx_hand_listing *l)
{
    for (unsigned i = 0; i < DX_PLACES_MAX; i++)
        dx_vector_release(&l->ends[i]);
    dx_vector_release(&l->needs);
    dx_vector_release(&l->numbers);
    dx_vector_release(&l->moves);
    dx_vector_release(&l->somes);
    dx_vector_release(&l->links);
    dx_states_release(&l->states[0]);
    dx_states_release(&l->states[1]);
}
