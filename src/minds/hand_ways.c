// Card by card, in the order of places: what the first cards of the hand may
// be, each way once, and from each all that the next card makes of it.  Bounds
// are on the first places of the hand, so each is looked at when its last place
// is full; but numbers only grow, so what a later bound does not allow is left
// out at once, and so is what too few cards to come can bring up to it.
//
// Kinds of which the same is said are alike: of ways that differ only in which
// of them has which number one stands for all, the one in which numbers fall.
//
// Cost: such ways of the first cards, times kinds, for every card.

#include "minds/hand_ways.h"

#include "base/memory.h"
#include "minds/narrow.h"
#include "minds/run.h"

#include <assert.h>
#include <string.h>

enum { KEY_WORDS = DX_KINDS_MAX / sizeof(uint64_t) };

typedef DX_VECTOR(dx_bound) bounds;

typedef struct listing {
    const dx_frame *frame;
    unsigned place_count;
    uint8_t place[DX_PLACES_MAX]; // with cards, in their order
    // When so many places are full: the most of each kind that can be, and how
    // many at least.
    uint8_t most[DX_PLACES_MAX][DX_KINDS_MAX];
    uint8_t least[DX_PLACES_MAX][DX_KINDS_MAX];
    bounds ends[DX_PLACES_MAX];    // bounds on the places up to this
    unsigned before[DX_KINDS_MAX]; // the one before that is alike, or DX_NONE
    dx_states states[2];
    dx_effort *effort;
} listing;

// ---- what is said of the hand ----

// The number of the last place of a bound; DX_NONE if it is not on the first
// places of the hand.
static unsigned end_of(const listing *l, uint64_t places)
{
    uint64_t first = 0;
    for (unsigned i = 0; i < l->place_count; i++) {
        first |= DX_BIT(l->place[i]);
        if (first == places)
            return i;
    }
    return DX_NONE;
}

// What a bound at `end` means for the numbers before it.
static void narrow_numbers(listing *l, unsigned end, const dx_bound *bound)
{
    unsigned kind = (unsigned)__builtin_ctzll(bound->kinds), come = 0;
    if ((bound->kinds & (bound->kinds - 1)) != 0)
        return;
    for (unsigned i = end + 1; i-- > 0;) {
        uint8_t *most = &l->most[i][kind], *least = &l->least[i][kind];
        if (bound->max < *most)
            *most = bound->max;
        if (bound->min > come && bound->min - come > *least)
            *least = (uint8_t)(bound->min - come);
        come += l->frame->could[l->place[i]] >> kind & 1
                    ? l->frame->size[l->place[i]]
                    : 0;
    }
}

// False if a bound is not one of those that can be listed by.
static bool read_bounds(listing *l)
{
    const dx_deal_space *space = &l->frame->space;
    uint64_t all = 0;
    for (unsigned i = 0; i < l->place_count; i++) {
        memcpy(l->most[i], space->copies, sizeof l->most[i]);
        all |= DX_BIT(l->place[i]);
    }
    for (unsigned b = 0; b < space->bound_count; b++) {
        const dx_bound *bound = &space->bound[b];
        if ((bound->places & all) == 0)
            continue;
        unsigned end = end_of(l, bound->places & all);
        if (end == DX_NONE)
            return false;
        dx_vector_push(&l->ends[end], *bound);
        narrow_numbers(l, end, bound);
    }
    return true;
}

// Is there a bound like this one, with the other kind in place of its own?
static bool has_twin(const bounds *ends, const dx_bound *bound, unsigned other)
{
    for (size_t b = 0; b < ends->count; b++) {
        const dx_bound *twin = &ends->at[b];
        if (twin->kinds == DX_BIT(other) && twin->min == bound->min &&
            twin->max == bound->max && twin->but == bound->but)
            return true;
    }
    return false;
}

// Is all that is said of `kind` said of `other`?
static bool is_said(const listing *l, unsigned kind, unsigned other)
{
    const dx_frame *f = l->frame;
    if (f->space.copies[kind] != f->space.copies[other])
        return false;
    for (unsigned i = 0; i < l->place_count; i++) {
        uint64_t could = f->could[l->place[i]];
        if ((could >> kind & 1) != (could >> other & 1))
            return false;
        for (size_t b = 0; b < l->ends[i].count; b++) {
            const dx_bound *bound = &l->ends[i].at[b];
            if ((bound->kinds >> kind & 1) != 0 &&
                (bound->kinds != DX_BIT(kind) ||
                 !has_twin(&l->ends[i], bound, other)))
                return false;
        }
    }
    return true;
}

static void find_alike(listing *l)
{
    for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++) {
        l->before[kind] = DX_NONE;
        for (unsigned k = kind; k-- > 0 && l->before[kind] == DX_NONE;)
            if (is_said(l, kind, k) && is_said(l, k, kind))
                l->before[kind] = k;
    }
}

// ---- the ways ----

// Place i is full: does the hand keep all that is said of it so far?
static bool is_kept(const listing *l, unsigned i, const uint8_t *hand)
{
    for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++)
        if (hand[kind] < l->least[i][kind])
            return false;
    for (size_t b = 0; b < l->ends[i].count; b++) {
        const dx_bound *bound = &l->ends[i].at[b];
        unsigned number = 0;
        for (uint64_t k = bound->kinds; k != 0; k &= k - 1)
            number += hand[__builtin_ctzll(k)];
        if (!dx_bound_takes(bound, number))
            return false;
    }
    return true;
}

// One card more in place i, `left` are still to come there.
static bool add_card(listing *l, unsigned i, unsigned left)
{
    dx_states *from = &l->states[0], *to = &l->states[1];
    uint64_t could = l->frame->could[l->place[i]], key[KEY_WORDS] = {0};
    uint8_t *hand = (uint8_t *)key;
    dx_states_clear(to, from->stride, false);
    for (size_t s = 0; s < from->count; s++) {
        if (!dx_effort_step(l->effort))
            return false;
        memcpy(key, dx_states_key(from, s), from->stride * sizeof *key);
        for (uint64_t k = could; k != 0; k &= k - 1) {
            unsigned kind = (unsigned)__builtin_ctzll(k);
            unsigned before = l->before[kind];
            if (hand[kind] == l->most[i][kind] ||
                (before != DX_NONE && hand[before] == hand[kind]))
                continue;
            hand[kind]++;
            if (left > 0 || is_kept(l, i, hand))
                (void)dx_states_find(to, key);
            hand[kind]--;
        }
    }
    dx_states full = *to;
    *to = *from;
    *from = full;
    return true;
}

static bool list_ways(listing *l)
{
    static const uint64_t none[KEY_WORDS] = {0};
    size_t stride = (l->frame->space.kind_count + 7) / 8;
    dx_states_clear(&l->states[0], stride, false);
    (void)dx_states_find(&l->states[0], none);
    for (unsigned i = 0; i < l->place_count; i++)
        for (unsigned left = l->frame->size[l->place[i]]; left > 0; left--)
            if (!add_card(l, i, left - 1))
                return false;
    return true;
}

// How many ways one stands for: kind by kind, the kinds alike up to it over
// those of them with its number.
static dx_count ways_like(const listing *l, const uint8_t *hand)
{
    dx_count ways = 1;
    for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++) {
        unsigned alike = 1, same = 1;
        for (unsigned k = l->before[kind]; k != DX_NONE; k = l->before[k]) {
            alike++;
            same += hand[k] == hand[kind];
        }
        ways = ways * alike / same; // a multinomial, factor by factor
    }
    return ways;
}

// Of kinds alike each may have what one has.
static void take_ways(const listing *l, dx_made_up *out)
{
    for (size_t s = 0; s < l->states[0].count; s++) {
        const uint8_t *hand = dx_states_key(&l->states[0], s);
        dx_natural_add_count(&out->count, ways_like(l, hand));
        for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++)
            out->numbers[kind] |= DX_BIT(hand[kind]);
    }
    for (unsigned kind = l->frame->space.kind_count; kind-- > 0;)
        if (l->before[kind] != DX_NONE)
            out->numbers[l->before[kind]] |= out->numbers[kind];
    for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++)
        if (l->before[kind] != DX_NONE)
            out->numbers[kind] = out->numbers[l->before[kind]];
}

static void release(listing *l)
{
    for (unsigned i = 0; i < DX_PLACES_MAX; i++)
        dx_vector_release(&l->ends[i]);
    dx_states_release(&l->states[0]);
    dx_states_release(&l->states[1]);
    dx_free(l);
}

// Lists them, as they are or one for all that are alike.
static dx_status list_of(listing *l, const dx_frame *frame, bool merges,
                         dx_effort *effort)
{
    l->frame = frame;
    l->effort = effort;
    for (unsigned i = 0; i < frame->space.place_count; i++)
        if (frame->size[i] > 0)
            l->place[l->place_count++] = (uint8_t)i;
    if (frame->choice_count > 0 || !read_bounds(l))
        return DX_ERR_UNSUPPORTED;
    for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
        l->before[kind] = DX_NONE;
    if (merges)
        find_alike(l);
    if (!list_ways(l))
        return effort->status;
    return l->states[0].count > 0 ? DX_OK : DX_ERR_EMPTY;
}

dx_status dx_hand_ways_of(dx_made_up *ways, const dx_frame *frame,
                          dx_effort *effort)
{
    listing *l = dx_alloc(1, sizeof *l);
    dx_status status = list_of(l, frame, true, effort);
    *ways = (dx_made_up){0};
    if (status == DX_OK)
        take_ways(l, ways);
    release(l);
    return status;
}

dx_status dx_hand_ways_list(const dx_frame *frame, dx_effort *effort,
                            dx_packed_hands *out)
{
    enum { KINDS = 16, COPIES = 7 };
    for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
        if (kind >= KINDS || frame->space.copies[kind] > COPIES)
            return DX_ERR_UNSUPPORTED;
    listing *l = dx_alloc(1, sizeof *l);
    dx_status status = list_of(l, frame, false, effort);
    for (size_t s = 0; status == DX_OK && s < l->states[0].count; s++) {
        const uint8_t *hand = dx_states_key(&l->states[0], s);
        uint64_t packed = 0;
        for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
            packed |= (uint64_t)hand[kind] << 4 * kind;
        dx_vector_push(out, packed);
    }
    release(l);
    return status;
}

dx_status dx_hand_ways_look(dx_made_up *ways, dx_frames *frames,
                            const dx_looker *looker, uint64_t hand,
                            dx_effort *effort)
{
    const dx_places *places = dx_frames_rules(frames)->game->places;
    const dx_frame *now = dx_frames_now(frames);
    uint64_t sees = looker->sees & now->all, others = now->real & ~hand;
    *ways = (dx_made_up){0};
    if (now->is_too_large)
        return DX_ERR_LIMIT;
    if ((dx_frame_size(now, others & ~sees)) > 0 || (sees & hand) != 0)
        return DX_ERR_UNSUPPORTED;
    dx_frame *narrow = dx_alloc(1, sizeof *narrow);
    dx_dealt *known = dx_alloc(1, sizeof *known);
    dx_frame_narrow(now, sees, places, looker->own, narrow, known);
    dx_status status = dx_hand_ways_of(ways, narrow, effort);
    dx_free(known);
    dx_free(narrow);
    return status;
}
