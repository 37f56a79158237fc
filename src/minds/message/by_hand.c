// A mind that stands in one place only needs just the ways that fit beside what
// it sees there, and they are fewer; so in the first place only these are
// listed, and only in the second one all.
//
// Cost: the ways of the hand, times the numbers of the inner scope.

#include "minds/message/by_hand_private.h"

#include "base/memory.h"
#include "minds/eliminate/run.h"
#include "minds/inquiry/chains.h"

#include <assert.h>
#include <string.h>

enum { NUMBERS_MAX = 64 };

// ---- the plan ----

void dx_by_hand_free(dx_by_hand *plan)
{
    if (plan == NULL)
        return;
    for (unsigned h = 0; h < DX_HIDDEN_HANDS; h++) {
        dx_vector_release(&plan->hands[h].wanted.numbers);
        dx_vector_release(&plan->hands[h].parts);
    }
    dx_by_hand_forget(plan);
    dx_vector_release(&plan->links);
    dx_free(plan->sure);
    dx_free(plan);
}

// Where what the hand adds to a sum is read off.
static bool plan_part(dx_hidden_hand *hand, const dx_hand_listing *l,
                      size_t number, const dx_sum *sum)
{
    dx_hand_part part = {.sum = number, .kinds = sum->kinds, .number = DX_NONE};
    uint64_t places = sum->places & hand->wanted.hand;
    unsigned end;
    if (dx_frame_size(l->frame, places) == 0)
        return true;
    unsigned last = l->place_count - 1;
    if (!dx_hand_listing_end(l, places, &end))
        return false;
    if (!dx_hand_listing_sure(l, places, sum->kinds, last, &part.sure)) {
        if (hand->wanted.numbers.count == NUMBERS_MAX ||
            !dx_hand_listing_sure(l, places, sum->kinds, end, &part.sure))
            return false;
        unsigned most = sum->ceiling + part.sure;
        part.number = (unsigned)hand->wanted.numbers.count;
        dx_vector_push(
            &hand->wanted.numbers,
            (dx_hand_number){end, sum->kinds,
                             most < UINT8_MAX ? (uint8_t)most : UINT8_MAX});
    }
    dx_vector_push(&hand->parts, part);
    return true;
}

// How many of each kind the mind sees.  Where only possibility counts, more
// room than hidden hands can take is as good as just enough.
static void read_rooms(dx_by_hand *plan, dx_outlook *o, const unsigned *most)
{
    const dx_deal_space *space = &o->frame->space;
    for (unsigned kind = 0; kind < space->kind_count; kind++) {
        unsigned copies = space->copies[kind];
        bool is_exact = o->weighs || most[kind] >= copies;
        unsigned floor = is_exact ? 0 : copies - most[kind];
        plan->seen[kind] =
            dx_scope_read(&o->self, o->sees & o->frame->real, DX_BIT(kind),
                          (dx_span){floor, UINT8_MAX});
    }
}

// Does a number that runs along have only some of these kinds?
static bool parts_kinds(const dx_hand_wanted *wanted, uint64_t kinds)
{
    for (size_t i = 0; i < wanted->numbers.count; i++) {
        uint64_t in = wanted->numbers.at[i].kinds & kinds;
        if (in != 0 && in != kinds)
            return true;
    }
    return false;
}

// Kinds alike, unless the numbers that run along tell them apart.
static void plan_blocks(dx_hand_wanted *wanted, const uint8_t *alike)
{
    unsigned kinds = wanted->frame->space.kind_count;
    for (unsigned first = 0; first < kinds; first++) {
        uint64_t block = 0;
        for (unsigned k = 0; k < kinds; k++)
            block |= alike[k] == first + 1 ? DX_BIT(k) : 0;
        if ((block & (block - 1)) != 0 && !parts_kinds(wanted, block))
            wanted->block[wanted->blocks++] = block;
    }
}

// When the hand has all the cards of which a link reads how many there are, and
// of their kinds just some that are sure; DX_NONE if it reads none of them.
static bool find_end(const dx_outlook *o, const dx_hand_listing *l,
                     const dx_link *link, uint8_t *sure, unsigned *out)
{
    const uint16_t *slots = o->chains->slots.at + link->first;
    unsigned end, cards;
    *out = DX_NONE;
    for (size_t i = 0; i < link->count; i++)
        if (dx_hand_listing_end(l, o->inner.entries.at[slots[i]].places,
                                &end) &&
            (*out == DX_NONE || end > *out))
            *out = end;
    for (size_t i = 0; *out != DX_NONE && i < link->count; i++) {
        const dx_entry *e = &o->inner.entries.at[slots[i]];
        if (!dx_hand_listing_sure(l, e->places, e->kinds, *out, &cards))
            return false;
        sure[link->first + i] = (uint8_t)cards;
    }
    return true;
}

static bool plan_links(dx_by_hand *plan, const dx_outlook *o,
                       const dx_hand_listing *l)
{
    dx_free(plan->sure);
    plan->sure = dx_alloc(o->chains->slots.count + 1, 1);
    for (size_t c = 0; c < o->chains->of.count; c++)
        for (size_t i = 0; i < o->chains->of.at[c].count; i++) {
            dx_hand_link link = {.number = (unsigned)c,
                                 .link =
                                     (unsigned)(o->chains->of.at[c].first + i)};
            if (!find_end(o, l, &o->chains->links.at[link.link], plan->sure,
                          &link.end))
                return false;
            dx_vector_push(&plan->links, link);
        }
    return plan->hand_count == 1;
}

static bool plan_hand(dx_by_hand *plan, dx_hidden_hand *hand,
                      const dx_outlook *o, uint64_t places, unsigned *most)
{
    dx_hand_listing *l = dx_alloc(1, sizeof *l);
    hand->wanted = (dx_hand_wanted){.frame = o->frame,
                                    .factors = o->factors,
                                    .hand = places,
                                    .weighs = o->weighs};
    bool fine = dx_hand_listing_begin(l, o->frame, places) &&
                (!hand->wanted.weighs || dx_hand_listing_weigh(l, o->factors));
    for (size_t i = 0; fine && i < o->sums.count; i++)
        if (o->chains == NULL || !o->chains->is_only_here[o->sums.at[i].slot])
            fine = plan_part(hand, l, i, &o->sums.at[i]);
    fine = fine && (o->chains == NULL || plan_links(plan, o, l));
    plan_blocks(&hand->wanted, o->alike);
    if (fine)
        hand->wanted.room = l->most[l->place_count - 1]; // it only grows
    for (unsigned kind = 0; fine && kind < o->frame->space.kind_count; kind++)
        most[kind] += dx_way_of(hand->wanted.room, kind);
    dx_hand_listing_release(l);
    dx_free(l);
    return fine;
}

static bool plan_next(dx_by_hand *plan, const dx_outlook *o, uint64_t places,
                      unsigned *most)
{
    dx_hidden_hand *hand = &plan->hands[plan->hand_count++];
    return plan_hand(plan, hand, o, places, most);
}

// Who sees no cards has room alike for kinds alike: only there two hands are
// fewer pairs than states.
static bool is_bystander(const dx_outlook *o)
{
    return !o->weighs && !o->shows_worlds &&
           dx_frame_size(o->frame, o->sees & o->frame->real) == 0;
}

// The hands that are hidden: each is what one seat sees of it.
static bool plan_hands(dx_by_hand *plan, const dx_outlook *o, unsigned *most)
{
    const dx_frame *frame = o->frame;
    uint64_t hidden = 0, all = frame->real & ~o->sees;
    for (uint64_t left = all; left != 0; left &= left - 1)
        if (frame->size[__builtin_ctzll(left)] > 0)
            hidden |= left & -left;
    for (unsigned seat = 0; seat < DX_SEATS_MAX && hidden != 0; seat++) {
        uint64_t hand = frame->sees[seat] & hidden;
        if (hand == 0)
            continue;
        if (plan->hand_count == DX_HIDDEN_HANDS ||
            !plan_next(plan, o, hand, most))
            return false;
        hidden &= ~hand;
    }
    return hidden == 0 && plan->hand_count > 0 &&
           (plan->hand_count == 1 || is_bystander(o));
}

// Two hands have their kinds alike in common.
static void join_blocks(dx_by_hand *plan)
{
    dx_hand_wanted *a = &plan->hands[0].wanted, *b = &plan->hands[1].wanted;
    if (memcmp(a->block, b->block, sizeof a->block) != 0) {
        a->blocks = b->blocks = 0;
        memset(a->block, 0, sizeof a->block);
        memset(b->block, 0, sizeof b->block);
    }
}

// In how many ways all cards of all kinds can be taken, one after the other.
static double ways_to_take(const dx_frame *frame)
{
    double ways = 1;
    for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
        for (unsigned n = 2; n <= frame->space.copies[kind]; n++)
            ways *= n;
    return ways;
}

static dx_by_hand *try_plan(dx_outlook *o)
{
    unsigned most[DX_KINDS_MAX] = {0};
    dx_by_hand *plan = dx_alloc(1, sizeof *plan);
    plan->sums = o->sums.count;
    if (plan_hands(plan, o, most)) {
        if (plan->hand_count > 1)
            join_blocks(plan);
        read_rooms(plan, o, most);
        plan->counts_small = ways_to_take(o->frame) < 0x1p63;
        plan->tells_apart = o->says_the_same && o->chains == NULL &&
                            !o->shows_worlds && plan->hand_count == 1;
        return plan;
    }
    dx_by_hand_free(plan);
    return NULL;
}

// Do the ways to take cards, and to give numbers out to kinds, stay within a
// dx_count?
static bool can_count(const dx_frame *frame)
{
    double ways = ways_to_take(frame);
    for (unsigned n = 2; n <= frame->space.kind_count; n++)
        ways *= n;
    return ways < 0x1p126;
}

// Chains are used only where there would be many numbers to run along.
dx_by_hand *dx_by_hand_plan(dx_outlook *o)
{
    const dx_chains *chains = o->chains;
    if (o->hand_lists == NULL || o->tells_deals || o->tells_places ||
        o->hands != NULL || o->frame->case_of != NULL || o->frame->is_narrow ||
        o->frame->beyond != NULL || !dx_frame_packs(o->frame) ||
        !can_count(o->frame))
        return NULL;
    o->chains = NULL;
    dx_by_hand *plan = try_plan(o);
    if (chains == NULL ||
        (plan != NULL &&
         plan->hands[0].wanted.numbers.count <=
             dx_mechanism_threshold(o->mechanisms, DX_BY_CHAINS)))
        return plan;
    o->chains = chains;
    dx_by_hand *chained = try_plan(o);
    if (chained == NULL) {
        o->chains = NULL;
        return plan;
    }
    dx_by_hand_free(plan);
    return chained;
}

// ---- the run ----

// Does a link make its chain's bit 1: by being so in an "or", not in an "and"?
static bool settles_chain(const dx_hand_run *r, const dx_hand_link *link,
                          uint64_t way)
{
    const dx_chains *chains = r->o->chains;
    const dx_link *asked = &chains->links.at[link->link];
    const dx_number_scope *inner = &r->o->inner;
    uint8_t *vector = dx_alloc(inner->entries.count + 1, 1);
    uint64_t hand = r->o->by_hand->hands[0].wanted.hand;
    for (size_t i = 0; i < asked->count; i++) {
        uint16_t slot = chains->slots.at[asked->first + i];
        const dx_entry *e = &inner->entries.at[slot];
        unsigned sure = r->o->by_hand->sure[asked->first + i];
        unsigned laid =
            (e->places & hand) != 0 ? dx_way_number(way, e->kinds) - sure : 0;
        vector[slot] = dx_entry_clamp(
            e, dx_reading_value(r->o->passed[slot], r->self) + laid);
    }
    bool holds = chains->holds(chains->context, asked->node, vector);
    dx_free(vector);
    return holds == chains->of.at[link->number].is_or;
}

static bool link_holds(void *context, unsigned number, uint64_t way)
{
    const dx_hand_run *r = context;
    const dx_by_hand *plan = r->o->by_hand;
    for (size_t i = 0; i < plan->links.count; i++)
        if (plan->links.at[i].link == number)
            return settles_chain(r, &plan->links.at[i], way);
    return false;
}

// The numbers that links say are asked where the mind stands, so the list is
// this run's alone.
static bool list_with_links(dx_hand_run *r)
{
    const dx_by_hand *plan = r->o->by_hand;
    dx_hand_links links = {.count = plan->links.count,
                           .numbers = r->o->chains->of.count,
                           .links = plan->links.at,
                           .holds = link_holds,
                           .context = r};
    dx_hand_wanted wanted = plan->hands[0].wanted;
    wanted.room = dx_hand_wanted_within(&wanted, r->room);
    r->own = dx_hand_list_linked(&wanted, &links, r->effort);
    r->list[0] = r->own;
    r->told = dx_alloc(links.numbers, sizeof *r->told);
    for (size_t i = 0; i < plan->links.count; i++) {
        const dx_hand_link *link = &plan->links.at[i];
        if (link->end == DX_NONE && !r->told[link->number])
            r->told[link->number] = settles_chain(r, link, 0);
    }
    return r->own != NULL && r->effort->status == DX_OK;
}

// Where the mind stood first: only what fits there.
static bool find_first_list(dx_hand_run *r)
{
    dx_by_hand *plan = r->o->by_hand;
    dx_hand_wanted wanted = plan->hands[0].wanted;
    plan->has_run = true;
    plan->first_room = r->room;
    wanted.room = dx_hand_wanted_within(&wanted, r->room);
    r->is_first = true;
    r->list[0] = dx_hand_lists_get(r->o->hand_lists, &wanted, r->effort);
    return r->list[0] != NULL && r->effort->status == DX_OK;
}

static bool find_lists(dx_hand_run *r)
{
    dx_by_hand *plan = r->o->by_hand;
    if (plan->links.count > 0)
        return list_with_links(r);
    if (plan->hand_count == 1 &&
        (!plan->has_run || plan->first_room == r->room))
        return find_first_list(r);
    for (unsigned h = 0; h < plan->hand_count; h++) {
        dx_hidden_hand *hand = &plan->hands[h];
        if (hand->list == NULL)
            hand->list =
                dx_hand_lists_get(r->o->hand_lists, &hand->wanted, r->effort);
        if (hand->list == NULL)
            return false;
        r->list[h] = hand->list;
    }
    return r->effort->status == DX_OK;
}

static void find_room(dx_hand_run *r)
{
    const dx_deal_space *space = &r->o->frame->space;
    for (unsigned kind = 0; kind < space->kind_count; kind++) {
        unsigned seen = dx_reading_value(r->o->by_hand->seen[kind], r->self);
        assert(seen <= space->copies[kind]);
        unsigned room = space->copies[kind] - seen;
        r->room |= (uint64_t)room << DX_WAY_BITS * kind;
    }
}

// The ways to take the numbers of each profile, 0 if there is none.
static dx_count *count_taken(const dx_states *profiles, const dx_states *sums)
{
    dx_count *taken = dx_alloc(profiles->count + 1, sizeof *taken);
    for (size_t i = 0; i < profiles->count; i++) {
        size_t found = dx_states_seek(sums, &profiles->keys[i]);
        if (found != DX_STATE_NONE)
            taken[i] = dx_natural_pair(&sums->weights[found]);
    }
    return taken;
}

// The ways to take n of a kind that is no block's, and m of the next.
static void find_pairs(dx_hand_run *r)
{
    uint64_t room = r->room & r->singles;
    r->pairs = dx_alloc(DX_WAY_KINDS / 2, sizeof *r->pairs);
    for (unsigned p = 0; p < DX_WAY_KINDS / 2; p++, room >>= 2 * DX_WAY_BITS) {
        unsigned low = dx_way_of(room, 0), high = dx_way_of(room, 1);
        r->pairs[p][0][0] = 1;
        for (unsigned m = 0; m <= high; m++) {
            if (m > 0)
                r->pairs[p][m][0] = r->pairs[p][m - 1][0] * (high - m + 1);
            for (unsigned n = 1; n <= low; n++)
                r->pairs[p][m][n] = r->pairs[p][m][n - 1] * (low - n + 1);
        }
    }
}

// Blocks of kinds alike, by the room that each of theirs has.
static void find_sums(dx_hand_run *r)
{
    const dx_hand_wanted *wanted = &r->o->by_hand->hands[0].wanted;
    unsigned cards = dx_frame_size(wanted->frame, wanted->hand);
    r->singles = UINT64_MAX;
    for (unsigned b = 0; b < wanted->blocks; b++) {
        uint64_t rooms = dx_way_profile(r->room, wanted->block[b]);
        if (r->o->weighs)
            r->taken[b] = count_taken(
                &r->list[0]->profile[b],
                dx_room_tables_get(&r->o->hand_lists->rooms, rooms, cards));
        for (uint64_t k = wanted->block[b]; k != 0; k &= k - 1)
            r->singles &= ~(15 * dx_way_one((unsigned)__builtin_ctzll(k)));
    }
    r->falling_room = dx_hand_wanted_falling(wanted, r->room);
    if (r->o->weighs)
        find_pairs(r);
}

static void run_end(dx_hand_run *r)
{
    dx_hand_list_free(r->own);
    for (unsigned b = 0; b < DX_WAY_KINDS / 2; b++)
        dx_free(r->taken[b]);
    dx_free(r->pairs);
    dx_free(r->told);
    dx_free(r->seen);
    dx_free(r->read);
}

// False if the effort is spent.
static bool run_begin(dx_hand_run *r, dx_outlook *o, const uint8_t *self,
                      const bool *ignored, dx_effort *effort)
{
    *r = (dx_hand_run){
        .o = o, .self = self, .ignored = ignored, .effort = effort};
    find_room(r);
    if (!find_lists(r)) {
        run_end(r);
        return false;
    }
    find_sums(r);
    r->seen = dx_alloc(o->by_hand->sums + 1, 1);
    r->read = dx_alloc(o->by_hand->sums + 1, 1);
    for (size_t i = 0; i < o->by_hand->sums; i++)
        r->seen[i] = (uint8_t)dx_reading_value(o->sums.at[i].seen, self);
    return true;
}

// Of the ways for which one stands one that fits itself: of kinds alike those
// with most room have most.
static uint64_t fitting(const dx_hand_run *r, uint64_t way)
{
    const dx_hand_wanted *wanted = &r->list[0]->of;
    uint64_t out = way & r->singles;
    for (unsigned b = 0; b < wanted->blocks; b++) {
        uint64_t open = wanted->block[b];
        for (uint64_t k = open; k != 0; k &= k - 1) {
            unsigned widest = (unsigned)__builtin_ctzll(open);
            for (uint64_t i = open; i != 0; i &= i - 1)
                if (dx_way_of(r->room, (unsigned)__builtin_ctzll(i)) >
                    dx_way_of(r->room, widest))
                    widest = (unsigned)__builtin_ctzll(i);
            out += dx_way_of(way, (unsigned)__builtin_ctzll(k)) *
                   dx_way_one(widest);
            open &= ~DX_BIT(widest);
        }
    }
    assert(dx_way_fits(out, r->room));
    return out;
}

void dx_hand_run_add(const dx_hand_run *r, unsigned h, size_t number,
                     uint8_t *sums)
{
    const dx_hidden_hand *hand = &r->o->by_hand->hands[h];
    const dx_hand_list *list = r->list[h];
    const uint8_t *values = list->values + number * list->numbers;
    uint64_t way = list->ways[number];
    if (r->o->shows_worlds)
        way = fitting(r, way);
    for (size_t i = 0; i < hand->parts.count; i++) {
        const dx_hand_part *part = &hand->parts.at[i];
        unsigned laid = part->number != DX_NONE
                            ? values[part->number]
                            : dx_way_number(way, part->kinds);
        assert(laid >= part->sure);
        sums[part->sum] = (uint8_t)(sums[part->sum] + laid - part->sure);
    }
}

void dx_hand_run_read(const dx_hand_run *r, const uint8_t *sums,
                      uint64_t *out_vector)
{
    const dx_outlook *o = r->o;
    const dx_deal_run reader = {.o = r->o, .ignored = r->ignored};
    for (size_t i = 0; i < o->by_hand->sums; i++) {
        const dx_sum *sum = &o->sums.at[i];
        uint8_t value = sums[i] > sum->ceiling ? sum->ceiling
                        : sums[i] < sum->floor ? sum->floor
                                               : sums[i];
        r->read[i] = dx_run_ignores(&reader, sum) ? 0 : value;
    }
    dx_run_read(&reader, r->self, r->read, (uint8_t *)out_vector);
}

static inline uint64_t taken_pair(const dx_hand_run *r, unsigned p,
                                  uint64_t way)
{
    return r->pairs[p][way >> DX_WAY_BITS & DX_WAY_COPIES][way & DX_WAY_COPIES];
}

dx_count dx_hand_run_count(const dx_hand_run *r, size_t i)
{
    const dx_hand_list *list = r->list[0];
    unsigned blocks = list->of.blocks, p = 0;
    dx_count ways = 1;
    assert(r->o->weighs && dx_hand_run_fits(r, list->ways[i]));
    for (unsigned b = 0; b < blocks; b++)
        ways *= r->taken[b][list->profiles[i * blocks + b]];
    uint64_t way = list->ways[i] & r->singles, few = 1;
    for (; r->o->by_hand->counts_small && way != 0; way >>= 2 * DX_WAY_BITS)
        few *= taken_pair(r, p++, way);
    for (; way != 0; way >>= 2 * DX_WAY_BITS)
        ways *= taken_pair(r, p++, way); // see can_count
    assert(ways > 0 && few > 0);
    return ways * few;
}

bool dx_hand_run_found(const dx_hand_run *r, const uint64_t *vector,
                       unsigned *found)
{
    const dx_outlook *o = r->o;
    if (o->says == NULL || o->weighs)
        return false;
    *found |=
        1U << o->says(o->foresee_context, (const uint8_t *)vector, NULL, false);
    return (*found & o->wanted) == o->wanted;
}

// Most ways have the numbers of one that was met: what those were is looked up
// by the kinds that are asked for.
typedef struct met_ways {
    uint64_t kinds; // all bits of each
    struct {
        uint64_t way;
        size_t number; // of the vector, and one
    } at[256];
} met_ways;

static size_t *find_met(met_ways *met, uint64_t way)
{
    uint64_t key = way & met->kinds;
    unsigned slot = (unsigned)(key * UINT64_C(0x9e3779b97f4a7c15) >> 56);
    if (met->at[slot].way != key) {
        met->at[slot].way = key;
        met->at[slot].number = 0;
    }
    return &met->at[slot].number;
}

static met_ways *new_met(const dx_hidden_hand *hand)
{
    met_ways *met = dx_alloc(1, sizeof *met);
    for (size_t i = 0; i < hand->parts.count; i++)
        for (uint64_t k = hand->parts.at[i].kinds; k != 0; k &= k - 1)
            met->kinds |= UINT64_C(15) << DX_WAY_BITS * __builtin_ctzll(k);
    return met;
}

// Of an "or" the bit says that it holds, of an "and" that it does not.
static void tell_chains(const dx_hand_run *r, size_t way, uint8_t *vector)
{
    const dx_chains *chains = r->o->chains;
    const dx_hand_list *list = r->list[0];
    const uint8_t *bits =
        list->values + way * list->numbers + list->of.numbers.count;
    for (size_t i = 0; i < chains->of.count; i++)
        vector[chains->of.at[i].slot] =
            (r->told[i] || bits[i]) == chains->of.at[i].is_or;
}

size_t dx_hand_run_put(const dx_hand_run *r, size_t way, dx_states *out,
                       uint64_t *vector, uint8_t *sums)
{
    memcpy(sums, r->seen, r->o->by_hand->sums);
    dx_hand_run_add(r, 0, way, sums);
    dx_hand_run_read(r, sums, vector);
    if (r->told != NULL)
        tell_chains(r, way, (uint8_t *)vector);
    return dx_states_find(out, vector);
}

// What is gone through with.
typedef struct going {
    met_ways *met; // NULL: numbers ran along
    dx_states *out;
    uint64_t *vector;
    uint8_t *sums;
    unsigned found;
} going;

// Way number i fits; false if nothing more is wanted.
static bool take_way(dx_hand_run *r, going *g, size_t i)
{
    dx_outlook *o = r->o;
    const dx_hand_list *list = r->list[0];
    size_t known = g->out->count, none = 0;
    size_t *number = g->met != NULL ? find_met(g->met, list->ways[i]) : &none;
    if (*number == 0)
        *number = 1 + dx_hand_run_put(r, i, g->out, g->vector, g->sums);
    if (o->weighs)
        dx_natural_add_product_count(&g->out->weights[*number - 1],
                                     &list->weights[i],
                                     dx_hand_run_count(r, i));
    else if (g->out->count > known &&
             dx_hand_run_found(r, g->vector, &g->found))
        return false;
    if (o->states_most == 0 || g->out->count < o->states_most)
        return true;
    o->is_thinned = true;
    return false;
}

static void go_through(dx_hand_run *r, dx_states *out)
{
    enum { WAYS_A_STEP = 16 };
    const dx_hand_list *list = r->list[0];
    going g = {.met = list->numbers == 0 ? new_met(&r->o->by_hand->hands[0])
                                         : NULL,
               .out = out,
               .vector = dx_alloc(out->stride, sizeof *g.vector),
               .sums = dx_alloc(r->o->by_hand->sums + 1, 1)};
    bool goes_on = true;
    for (size_t i = 0; i < list->count && goes_on; i++) {
        if (i % WAYS_A_STEP == 0)
            goes_on = dx_effort_step(r->effort);
        if (goes_on && dx_hand_run_fits(r, list->ways[i]))
            goes_on = take_way(r, &g, i);
    }
    dx_free(g.sums);
    dx_free(g.vector);
    dx_free(g.met);
}

const dx_states *dx_by_hand_run(dx_outlook *o, const uint8_t *self,
                                const bool *ignored, dx_effort *effort)
{
    dx_hand_run r;
    dx_states *out = &o->states[0];
    size_t stride = (o->inner.entries.count + 7) / 8;
    size_t held = dx_states_bytes(out);
    dx_states_clear(out, stride > 0 ? stride : 1, o->weighs);
    if (run_begin(&r, o, self, ignored, effort)) {
        if (o->by_hand->hand_count > 1)
            dx_hand_run_pairs(&r, out);
        else if (!dx_hand_run_by_tells(&r, out))
            go_through(&r, out);
        run_end(&r);
    }
    effort->bytes += dx_states_bytes(out) - held;
    if (effort->bytes_max != 0 && effort->bytes > effort->bytes_max)
        effort->status = DX_ERR_LIMIT;
    return effort->status == DX_OK ? out : NULL;
}

double dx_by_hand_states(const dx_outlook *outlook)
{
    double most = 1;
    for (unsigned h = 0; h < outlook->by_hand->hand_count; h++) {
        const dx_hand_wanted *wanted = &outlook->by_hand->hands[h].wanted;
        unsigned cards = dx_frame_size(wanted->frame, wanted->hand);
        unsigned kinds = wanted->frame->space.kind_count;
        double states = 1;
        for (unsigned b = 0; b < wanted->blocks; b++)
            kinds -= (unsigned)__builtin_popcountll(wanted->block[b]) - 1;
        for (unsigned i = 0; i < cards; i++)
            states *= (double)(kinds + i) / (double)(i + 1);
        most = states > most ? states : most;
    }
    return most;
}
