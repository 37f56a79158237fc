// The first place is filled kind by kind, every way in which it may be once;
// then card by card, in the order of places: what the first cards of the hand
// may be, each way once, and from each all that the next card makes of it.
//
// What will be too few is left out as soon as that can be seen: if the hand
// must have so many of each kind at a later place, and fewer cards come until
// then that could bring them than are missing, there is no way on; and if just
// as many come, the next one is of a kind that is missing.
//
// A factor is looked at when the places are full that the seat had then: its
// weight is a common multiple of the numbers of moves that occur over the
// number, so that all stay whole.
//
// Cost: such ways of the first cards, times kinds, for every card.

#include "minds/message/hand_listing.h"

#include "minds/eliminate/run.h"

#include <assert.h>
#include <string.h>

// A card on its way into place number `place`, where `left` are still to come.
typedef struct coming {
    dx_hand_listing *l;
    unsigned place, left;
    uint64_t could; // the spare bits of the kinds it may have
    unsigned count; // of the needs that may not be met
    dx_hand_need need[DX_PLACES_MAX];
} coming;

// ---- needs ----

static uint64_t spare_bits(uint64_t kinds)
{
    uint64_t bits = 0;
    for (; kinds != 0; kinds &= kinds - 1)
        bits |= UINT64_C(8) << DX_WAY_BITS * __builtin_ctzll(kinds);
    return bits;
}

// Can a card in this place be one of those that are needed?
static bool brings(const dx_hand_listing *l, unsigned place,
                   const dx_hand_need *need)
{
    uint64_t could = spare_bits(l->frame->could[l->place[place]]);
    return place <= need->end && (could & dx_way_some(need->least)) != 0;
}

static void find_needs(dx_hand_listing *l)
{
    uint64_t least = 0;
    l->needs.count = 0;
    for (unsigned i = 0; i < l->place_count; i++) {
        if (l->least[i] == least)
            continue;
        least = l->least[i];
        dx_hand_need need = {.end = i, .least = least};
        for (unsigned k = 0; k <= i; k++)
            need.come += brings(l, k, &need) ? l->frame->size[l->place[k]] : 0;
        dx_vector_push(&l->needs, need);
    }
}

// The next `cards` come into place i; `left` do after them.
static void begin_card(coming *c, dx_hand_listing *l, unsigned i,
                       unsigned cards, unsigned left)
{
    uint64_t had = i > 0 ? l->least[i - 1] : 0;
    c->l = l;
    c->place = i;
    c->left = left;
    c->could = spare_bits(l->frame->could[l->place[i]]);
    c->count = 0;
    for (size_t n = 0; n < l->needs.count; n++) {
        dx_hand_need *need = &l->needs.at[n];
        if (need->end < i)
            continue;
        need->come -= brings(l, i, need) ? cards : 0;
        if (dx_way_cards(dx_way_missing(need->least, had)) > need->come)
            c->need[c->count++] = *need;
    }
}

// The spare bits of the kinds of which the next card may be one.
static uint64_t next_kinds(const coming *c, uint64_t way)
{
    uint64_t kinds =
        c->could & dx_way_some(dx_way_missing(c->l->most[c->place], way));
    for (unsigned n = 0; n < c->count; n++) {
        uint64_t missing = dx_way_missing(c->need[n].least, way);
        unsigned cards = dx_way_cards(missing);
        if (cards > c->need[n].come + 1)
            return 0;
        if (cards > c->need[n].come)
            kinds &= dx_way_some(missing);
    }
    return kinds;
}

// ---- moves ----

static unsigned moves_with(const dx_hand_listing *l, const dx_hand_moves *moves,
                           uint64_t way)
{
    unsigned count = moves->base;
    for (size_t i = 0; i < moves->count; i++) {
        const dx_some *some = &l->somes.at[moves->first + i];
        if (dx_some_holds(some, dx_way_number(way, some->kinds)))
            count += dx_some_moves(some);
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

// Place i is full: does the way keep what else is said of it?
static bool is_kept(const dx_hand_listing *l, unsigned i, uint64_t way)
{
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

// From one way, with a card of each kind that may come.
static void add_kinds(const coming *c, size_t from)
{
    dx_hand_listing *l = c->l;
    uint64_t key[DX_HAND_WORDS];
    size_t words = l->states[0].stride;
    const uint64_t *old = l->states[0].keys + from * words;
    for (uint64_t k = next_kinds(c, old[0]); k != 0; k &= k - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(k) / DX_WAY_BITS;
        if (!has_one_more(l, c->place, kind, old[0]) ||
            (c->left == 0 && !is_kept(l, c->place, old[0] + dx_way_one(kind))))
            continue;
        memcpy(key, old, words * sizeof *key);
        key[0] += dx_way_one(kind);
        add_to_numbers(l, c->place, kind, (uint8_t *)(key + 1));
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

static void swap_states(dx_hand_listing *l)
{
    dx_states full = l->states[1];
    l->states[1] = l->states[0];
    l->states[0] = full;
}

// Place i is full: what is said of the turns at which it was is found out.
static bool follow_links(dx_hand_listing *l, unsigned i)
{
    uint64_t key[DX_HAND_WORDS];
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
    swap_states(l);
    return l->effort->status == DX_OK;
}

// Place i is full: its moves weigh, and what was so then is found out.
static bool end_place(dx_hand_listing *l, unsigned i)
{
    for (size_t m = 0; m < l->moves.count; m++)
        if (l->moves.at[m].end == i)
            weigh_by(l, &l->moves.at[m], &l->states[0]);
    return l->effort->status == DX_OK && follow_links(l, i);
}

// One card more in place i, where `left` are still to come.
static bool add_card(dx_hand_listing *l, unsigned i, unsigned left)
{
    enum { WAYS_BETWEEN_LOOKS = 1024 };
    dx_states *from = &l->states[0], *to = &l->states[1];
    coming c;
    begin_card(&c, l, i, 1, left);
    dx_states_clear(to, from->stride, l->weighs);
    for (size_t s = 0; s < from->count; s++) {
        if (!dx_effort_step(l->effort) ||
            (s % WAYS_BETWEEN_LOOKS == 0 && !has_memory(l)))
            return false;
        add_kinds(&c, s);
    }
    swap_states(l);
    return l->effort->status == DX_OK && (left > 0 || end_place(l, i));
}

// ---- the first place ----

// What the first place has so far.
typedef struct dealt_so_far {
    uint64_t way;
    unsigned left; // cards to come
    const dx_natural *weight;
} dealt_so_far;

static void put_deal(const coming *c, const dealt_so_far *d)
{
    dx_hand_listing *l = c->l;
    uint64_t key[DX_HAND_WORDS] = {d->way};
    uint8_t *numbers = (uint8_t *)(key + 1);
    if (!is_kept(l, 0, d->way) || !dx_effort_step(l->effort))
        return;
    for (size_t n = 0; n < l->numbers.count; n++) {
        const dx_hand_number *number = &l->numbers.at[n];
        unsigned cards = dx_way_number(d->way, number->kinds);
        numbers[n] =
            (uint8_t)(cards < number->ceiling ? cards : number->ceiling);
    }
    size_t to = dx_states_find(&l->states[0], key);
    if (l->weighs)
        l->states[0].weights[to] = dx_natural_copy(d->weight);
}

// With the kinds before `kind` dealt: are there cards enough for all needs?
static bool can_meet(const coming *c, const dealt_so_far *d, unsigned kind)
{
    uint64_t behind =
        kind < DX_WAY_KINDS ? ~(dx_way_one(kind) - 1) : UINT64_C(0);
    uint64_t most = behind & c->l->most[0];
    if (dx_way_cards(most) < d->left)
        return false;
    for (unsigned n = 0; n < c->count; n++) {
        uint64_t missing = dx_way_missing(c->need[n].least, d->way);
        unsigned later = dx_way_cards(missing & behind);
        later = later > d->left ? later - d->left : 0;
        if (dx_way_cards(missing & ~behind) + later > c->need[n].come)
            return false;
    }
    return true;
}

static dx_count choices(unsigned cards, unsigned n)
{
    dx_count ways = 1;
    for (unsigned i = 1; i <= n; i++)
        ways = ways * (cards - n + i) / i;
    return ways;
}

// Deals the kinds from `kind` on, most cards first.
static void deal_kinds(const coming *c, const dealt_so_far *d, unsigned kind)
{
    const dx_hand_listing *l = c->l;
    if (!can_meet(c, d, kind) || l->effort->status != DX_OK)
        return;
    if (kind == l->frame->space.kind_count) {
        put_deal(c, d);
        return;
    }
    bool may = (c->could >> (DX_WAY_BITS * kind + 3) & 1) != 0;
    unsigned most = may ? dx_way_of(l->most[0], kind) : 0;
    unsigned before = l->before[kind];
    if (before != DX_NONE && dx_way_of(d->way, before) < most)
        most = dx_way_of(d->way, before);
    for (unsigned n = (most < d->left ? most : d->left) + 1; n-- > 0;) {
        dealt_so_far next = {.way = d->way + n * dx_way_one(kind),
                             .left = d->left - n};
        dx_natural weight = {0};
        if (l->weighs) {
            weight = dx_natural_copy(d->weight);
            dx_natural_multiply_count(&weight, choices(d->left, n));
        }
        next.weight = &weight;
        deal_kinds(c, &next, kind + 1);
        dx_natural_release(&weight);
    }
}

// All that the first place may have, with the orders in which it came.
static bool deal(dx_hand_listing *l)
{
    coming c;
    unsigned cards = l->frame->size[l->place[0]];
    dx_natural one = dx_natural_of(1);
    find_needs(l);
    begin_card(&c, l, 0, cards, 0);
    deal_kinds(&c, &(dealt_so_far){.left = cards, .weight = &one}, 0);
    return l->effort->status == DX_OK && has_memory(l) && end_place(l, 0);
}

// A hand without cards.
static void put_none(dx_hand_listing *l)
{
    static const uint64_t none[DX_HAND_WORDS] = {0};
    size_t to = dx_states_find(&l->states[0], none);
    if (l->weighs)
        l->states[0].weights[to] = dx_natural_of(1);
}

dx_status dx_hand_listing_run(dx_hand_listing *l, dx_effort *effort)
{
    assert(l->numbers.count <= DX_HAND_NUMBERS_MAX);
    l->effort = effort;
    dx_states_clear(&l->states[0], 1 + (l->numbers.count + 7) / 8, l->weighs);
    if (l->place_count == 0)
        put_none(l);
    else if (!deal(l))
        return effort->status;
    for (unsigned i = 1; i < l->place_count; i++)
        for (unsigned left = l->frame->size[l->place[i]]; left > 0; left--)
            if (!add_card(l, i, left - 1))
                return effort->status;
    return l->states[0].count > 0 ? DX_OK : DX_ERR_EMPTY;
}
