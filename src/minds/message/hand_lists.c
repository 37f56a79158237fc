// Lists are kept for as long as the inquiry: who asks for one again is charged
// what it first took, so that an answer never depends on what was asked before.

#include "minds/message/hand_lists.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

static void copy_wanted(dx_hand_wanted *to, const dx_hand_wanted *from)
{
    *to = *from;
    memset(&to->numbers, 0, sizeof to->numbers);
    for (size_t i = 0; i < from->numbers.count; i++)
        dx_vector_push(&to->numbers, from->numbers.at[i]);
}

static uint32_t number_profile(dx_hand_list *list, unsigned b, uint64_t block,
                               uint64_t way)
{
    uint64_t profile = dx_way_profile(way, block);
    return (uint32_t)dx_states_find(&list->profile[b], &profile);
}

// Takes the ways that were listed over.
static dx_hand_list *take_list(dx_hand_listing *l, const dx_hand_wanted *wanted)
{
    dx_states *states = &l->states[0];
    dx_hand_list *list = dx_alloc(1, sizeof *list);
    size_t numbers = l->numbers.count;
    list->numbers = numbers;
    list->count = states->count;
    list->ways = dx_alloc(states->count + 1, sizeof *list->ways);
    list->values = dx_alloc(states->count * numbers + 1, 1);
    list->profiles =
        dx_alloc(states->count * wanted->blocks + 1, sizeof *list->profiles);
    for (unsigned b = 0; b < wanted->blocks; b++)
        dx_states_clear(&list->profile[b], 1, false);
    if (l->weighs)
        list->weights = dx_alloc(states->count + 1, sizeof *list->weights);
    for (size_t s = 0; s < states->count; s++) {
        const uint64_t *key = states->keys + s * states->stride;
        list->ways[s] = key[0];
        memcpy(list->values + s * numbers, key + 1, numbers);
        for (unsigned b = 0; b < wanted->blocks; b++)
            list->profiles[s * wanted->blocks + b] =
                number_profile(list, b, wanted->block[b], list->ways[s]);
        if (l->weighs)
            list->weights[s] = dx_natural_take(&states->weights[s]);
    }
    return list;
}

static uint64_t block_of(const dx_hand_wanted *wanted, unsigned kind)
{
    for (unsigned b = 0; b < wanted->blocks; b++)
        if (wanted->block[b] >> kind & 1)
            return wanted->block[b];
    return DX_BIT(kind);
}

uint64_t dx_hand_wanted_within(const dx_hand_wanted *wanted, uint64_t room)
{
    for (unsigned b = 0; b < wanted->blocks; b++) {
        unsigned most = 0;
        for (uint64_t k = wanted->block[b]; k != 0; k &= k - 1) {
            unsigned left = dx_way_number(room, k & -k);
            most = left > most ? left : most;
        }
        for (uint64_t k = wanted->block[b]; k != 0; k &= k - 1)
            room += (most - dx_way_number(room, k & -k)) *
                    dx_way_one((unsigned)__builtin_ctzll(k));
    }
    return dx_way_lesser(room, wanted->room);
}

// Of each block the kinds with most room first.
uint64_t dx_hand_wanted_falling(const dx_hand_wanted *wanted, uint64_t room)
{
    for (unsigned b = 0; b < wanted->blocks; b++) {
        uint64_t block = wanted->block[b], next = block, out = 0, bits = 0;
        for (unsigned n = DX_WAY_COPIES + 1; n-- > 0;)
            for (uint64_t k = block; k != 0; k &= k - 1) {
                if (dx_way_of(room, (unsigned)__builtin_ctzll(k)) != n)
                    continue;
                unsigned to = (unsigned)__builtin_ctzll(next);
                out |= n * dx_way_one(to);
                bits |= 15 * dx_way_one(to);
                next &= next - 1;
            }
        room = (room & ~bits) | out;
    }
    return room;
}

static void merge(dx_hand_listing *l, const dx_hand_wanted *wanted)
{
    uint8_t alike[DX_KINDS_MAX] = {0};
    for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++)
        alike[kind] = (uint8_t)__builtin_ctzll(block_of(wanted, kind));
    dx_hand_listing_merge(l, alike);
}

static void add_links(dx_hand_listing *l, const dx_hand_links *links)
{
    for (size_t i = 0; i < links->count; i++) {
        dx_hand_link link = links->links[i];
        link.number += (unsigned)l->numbers.count;
        dx_vector_push(&l->links, link);
    }
    for (size_t i = 0; i < links->numbers; i++)
        dx_vector_push(&l->numbers, (dx_hand_number){0}); // of no kinds
    l->holds = links->holds;
    l->context = links->context;
}

dx_hand_list *dx_hand_list_linked(const dx_hand_wanted *wanted,
                                  const dx_hand_links *links, dx_effort *effort)
{
    dx_hand_listing *l = dx_alloc(1, sizeof *l);
    dx_hand_list *list = NULL;
    uint64_t before = effort->steps;
    bool fine = dx_hand_listing_begin(l, wanted->frame, wanted->hand) &&
                (!wanted->weighs || dx_hand_listing_weigh(l, wanted->factors));
    DX_REQUIRE(fine, "a hand that can be listed");
    merge(l, wanted);
    for (unsigned i = 0; i < l->place_count; i++)
        l->most[i] = dx_way_lesser(l->most[i], wanted->room);
    for (size_t i = 0; i < wanted->numbers.count; i++)
        dx_vector_push(&l->numbers, wanted->numbers.at[i]);
    add_links(l, links);
    dx_status status = dx_hand_listing_run(l, effort);
    if (status == DX_OK || status == DX_ERR_EMPTY) {
        list = take_list(l, wanted);
        copy_wanted(&list->of, wanted);
        list->steps = effort->steps - before;
    }
    dx_hand_listing_release(l);
    dx_free(l);
    return list;
}

void dx_hand_list_free(dx_hand_list *list)
{
    if (list == NULL)
        return;
    if (list->weights != NULL)
        dx_natural_release_all(list->weights, list->count);
    for (unsigned b = 0; b < list->of.blocks; b++)
        dx_states_release(&list->profile[b]);
    dx_vector_release(&list->of.numbers);
    dx_free(list->weights);
    dx_free(list->ways);
    dx_free(list->values);
    dx_free(list->profiles);
    dx_free(list);
}

void dx_hand_lists_release(dx_hand_lists *lists)
{
    for (size_t i = 0; i < lists->of.count; i++)
        dx_hand_list_free(lists->of.at[i]);
    dx_vector_release(&lists->of);
    dx_room_tables_release(&lists->rooms);
}

static size_t list_bytes(const dx_hand_list *list)
{
    bool weighs = list->weights != NULL && list->count > 0;
    size_t weight =
        weighs ? sizeof *list->weights + dx_natural_heap(&list->weights[0]) : 0;
    return list->count *
           (sizeof *list->ways + list->of.blocks * sizeof *list->profiles +
            list->of.numbers.count + weight);
}

// Does a list of `a` have all that is wanted in `b`?
static bool is_it(const dx_hand_wanted *a, const dx_hand_wanted *b)
{
    return a->frame == b->frame && a->factors == b->factors &&
           a->hand == b->hand && a->room == b->room &&
           (a->weighs || !b->weighs) && a->blocks == b->blocks &&
           memcmp(a->block, b->block, sizeof a->block) == 0 &&
           a->numbers.count == b->numbers.count &&
           (a->numbers.count == 0 ||
            memcmp(a->numbers.at, b->numbers.at,
                   a->numbers.count * sizeof *a->numbers.at) == 0);
}

const dx_hand_list *dx_hand_lists_get(dx_hand_lists *lists,
                                      const dx_hand_wanted *wanted,
                                      dx_effort *effort)
{
    for (size_t i = 0; i < lists->of.count; i++)
        if (is_it(&lists->of.at[i]->of, wanted)) {
            effort->steps += lists->of.at[i]->steps;
            return lists->of.at[i];
        }
    const dx_hand_links none = {0};
    dx_hand_list *made = dx_hand_list_linked(wanted, &none, effort);
    if (made == NULL)
        return NULL;
    effort->bytes += list_bytes(made);
    dx_vector_push(&lists->of, made);
    return made;
}
