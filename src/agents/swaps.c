// Every card has a place, the rest being one; what the seat sees stays where it
// is.  What is broken is counted: cards in places that cannot hold them, and
// how far each bound is off.

#include "agents/swaps.h"

#include "base/memory.h"

#include <string.h>

enum { CARDS_MAX = 255, MIX = 8 };

struct dx_swaps {
    const dx_frame *frame;
    unsigned count;           // of cards that are not seen
    uint8_t kind[CARDS_MAX];  // of each
    uint8_t place[CARDS_MAX]; // likewise; the number of places: the rest
    unsigned number[DX_BOUNDS_MAX];
    unsigned misplaced;
    bool is_laid;
};

static bool is_in(uint64_t set, unsigned i)
{
    return i < 64 && set >> i & 1;
}

static bool is_within(const dx_bound *bound, unsigned place, unsigned kind)
{
    return is_in(bound->places, place) && is_in(bound->kinds, kind);
}

// Counts a card in, or out, where it lies.
static void count_card(dx_swaps *s, unsigned place, unsigned kind, int by)
{
    const dx_deal_space *space = &s->frame->space;
    for (unsigned b = 0; b < space->bound_count; b++)
        if (is_within(&space->bound[b], place, kind))
            s->number[b] += (unsigned)by;
    if (place < space->place_count && !is_in(space->place[place].kinds, kind))
        s->misplaced += (unsigned)by;
}

// How far it is from a deal that fits.
static unsigned broken(const dx_swaps *s)
{
    const dx_deal_space *space = &s->frame->space;
    unsigned sum = s->misplaced;
    for (unsigned b = 0; b < space->bound_count; b++) {
        const dx_bound *bound = &space->bound[b];
        unsigned n = s->number[b];
        if (!dx_bound_takes(bound, n))
            sum += n < bound->min   ? bound->min - n
                   : n > bound->max ? n - bound->max
                                    : 1;
    }
    return sum;
}

// Takes the cards of the places that the seat sees out of `left`, and counts
// them where they are.
static void see(dx_swaps *s, const dx_places *places, unsigned seat,
                const void *own, uint8_t *left)
{
    const dx_frame *frame = s->frame;
    for (unsigned p = 0; p < frame->space.place_count; p++) {
        uint8_t held[DX_KINDS_MAX] = {0};
        if (!is_in(frame->sees[seat], p))
            continue;
        dx_places_held(places, frame->sight, own, p, held);
        for (unsigned k = 0; k < frame->space.kind_count; k++) {
            left[k] = (uint8_t)(left[k] - held[k]);
            for (unsigned i = 0; i < held[k]; i++)
                count_card(s, p, k, 1);
        }
    }
}

dx_swaps *dx_swaps_new(const dx_rules *rules, const dx_frame *frame,
                       unsigned seat, const void *own)
{
    uint8_t left[DX_KINDS_MAX];
    if (frame->beyond != NULL || frame->choice_count > 0)
        return NULL;
    dx_swaps *s = dx_alloc(1, sizeof *s);
    s->frame = frame;
    memcpy(left, frame->space.copies, sizeof left);
    see(s, rules->game->places, seat, own, left);
    for (unsigned k = 0; k < frame->space.kind_count; k++)
        for (unsigned i = 0; i < left[k] && s->count < CARDS_MAX; i++)
            s->kind[s->count++] = (uint8_t)k;
    unsigned card = 0, places = frame->space.place_count;
    for (unsigned p = 0; p < places; p++)
        for (unsigned i = 0;
             !is_in(frame->sees[seat], p) && i < frame->space.place[p].size;
             i++)
            if (card < s->count)
                s->place[card++] = (uint8_t)p;
    for (; card < s->count; card++)
        s->place[card] = (uint8_t)places;
    return s;
}

void dx_swaps_free(dx_swaps *s)
{
    dx_free(s);
}

static void swap(dx_swaps *s, unsigned i, unsigned j)
{
    uint8_t from = s->place[i], to = s->place[j];
    count_card(s, from, s->kind[i], -1);
    count_card(s, to, s->kind[j], -1);
    count_card(s, to, s->kind[i], 1);
    count_card(s, from, s->kind[j], 1);
    s->place[i] = to;
    s->place[j] = from;
}

bool dx_swaps_walk(dx_swaps *s, dx_random *random, unsigned tries)
{
    if (!s->is_laid) {
        dx_random_shuffle(random, s->kind, s->count, 1);
        for (unsigned i = 0; i < s->count; i++)
            count_card(s, s->place[i], s->kind[i], 1);
        s->is_laid = true;
    }
    unsigned off = broken(s), mixed = 0;
    while (s->count > 1 && tries-- > 0 && (off > 0 || mixed < MIX * s->count)) {
        unsigned i = (unsigned)dx_random_below(random, s->count);
        unsigned j = (unsigned)dx_random_below(random, s->count);
        mixed = off == 0 ? mixed + 1 : 0;
        if (s->place[i] == s->place[j] || s->kind[i] == s->kind[j])
            continue;
        swap(s, i, j);
        unsigned now = broken(s);
        if (now > off && (off == 0 || dx_random_below(random, 50) != 0))
            swap(s, i, j);
        else
            off = now;
    }
    return off == 0;
}

void dx_swaps_deal(const dx_swaps *s, dx_dealt *out)
{
    for (unsigned i = 0; i < s->count; i++)
        if (s->place[i] < s->frame->space.place_count)
            out->count[s->place[i]][s->kind[i]]++;
}
