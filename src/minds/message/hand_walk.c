// What two who see one hand each hold possible of each other are the pairs that
// fit, and their doubts lead from a hand to all that fit beside it, and from
// those to all that fit beside them: a walk.  In turns, what is left of each
// hand is looked at beside what was met of the other; hands that fit beside
// none are no part of it.
//
// Of kinds alike one way stands for all that differ in which of them has which
// number, and it is met if one of these is.  That shows that the walk leads
// everywhere if it leads from a way to itself with any two of these kinds
// swapped; and so it does if it meets a way that has the same number of both.
// What swaps a with b and what swaps b with c swap all three.
//
// Cost: for each way and turn a search through what was met.

#include "minds/message/hand_walk.h"

#include "minds/eliminate/run.h"
#include "minds/message/way_set.h"

#include <assert.h>
#include <string.h>

enum { WAYS_A_STEP = 16 };

typedef DX_VECTOR(uint64_t) way_list;

// Ways as they are listed; those that were met also as they were.
typedef struct walk {
    const dx_hand_wanted *wanted; // with the kinds alike of both hands
    uint64_t room;
    dx_effort *effort;
    way_list left[2], as[2];
    dx_way_set met[2];
    uint8_t swaps[DX_WAY_KINDS]; // the first kind that each may be swapped with
} walk;

// Two kinds may be swapped, and so may all that either may be with.
static void join_kinds(walk *w, unsigned a, unsigned b)
{
    uint8_t from = w->swaps[b], to = w->swaps[a];
    for (unsigned k = 0; k < DX_WAY_KINDS && from != to; k++)
        if (w->swaps[k] == from)
            w->swaps[k] = to;
}

// The way is met: kinds alike of which it has the same number may be swapped.
static void note_swaps(walk *w, uint64_t way)
{
    for (unsigned b = 0; b < w->wanted->blocks; b++) {
        unsigned with[DX_WAY_COPIES + 1];
        memset(with, UINT8_MAX, sizeof with);
        for (uint64_t k = w->wanted->block[b]; k != 0; k &= k - 1) {
            unsigned kind = (unsigned)__builtin_ctzll(k);
            unsigned *first = &with[dx_way_of(way, kind)];
            if (*first < DX_WAY_KINDS)
                join_kinds(w, *first, kind);
            *first = kind;
        }
    }
}

static bool can_swap_all(const walk *w)
{
    for (unsigned b = 0; b < w->wanted->blocks; b++)
        for (uint64_t k = w->wanted->block[b]; k != 0; k &= k - 1)
            if (w->swaps[__builtin_ctzll(k)] !=
                w->swaps[__builtin_ctzll(w->wanted->block[b])])
                return false;
    return true;
}

static void put_met(walk *w, unsigned side, uint64_t way, uint64_t as)
{
    assert(dx_way_fits(as, w->room));
    dx_way_set_add(&w->met[side], way);
    dx_vector_push(&w->as[side], as);
    note_swaps(w, as);
}

// The number of one among these beside which a way fits.
static size_t find_beside(const walk *w, uint64_t way, dx_way_set *among)
{
    uint64_t room = dx_hand_wanted_falling(w->wanted, w->room - way);
    return dx_way_set_find(among, room, w->effort);
}

// Meets what is left of one side beside what was met of the other; false if
// that is nothing.
static bool meet(walk *w, unsigned side)
{
    way_list *left = &w->left[side];
    size_t kept = 0, count = left->count;
    for (size_t i = 0; i < count; i++) {
        uint64_t way = left->at[i];
        if (i % WAYS_A_STEP == 0 && !dx_effort_step(w->effort))
            return false;
        size_t found = find_beside(w, way, &w->met[!side]);
        if (found == DX_STATE_NONE) {
            left->at[kept++] = way;
            continue;
        }
        uint64_t room = w->room - w->as[!side].at[found];
        put_met(w, side, way, dx_hand_wanted_given(w->wanted, way, room));
    }
    left->count = kept;
    return kept < count;
}

// Is there a pair among what is left?  The number of one of its ways on the
// first side, or DX_STATE_NONE.
static size_t find_pair(const walk *w)
{
    dx_way_set others = {0};
    size_t found = DX_STATE_NONE;
    for (size_t i = 0; i < w->left[1].count; i++)
        dx_way_set_add(&others, w->left[1].at[i]);
    for (size_t i = 0; i < w->left[0].count && found == DX_STATE_NONE; i++)
        if (find_beside(w, w->left[0].at[i], &others) != DX_STATE_NONE)
            found = i;
    dx_way_set_release(&others);
    return found;
}

// From one pair to all others?
static bool leads_everywhere(walk *w)
{
    size_t first = find_pair(w);
    if (first == DX_STATE_NONE)
        return false;
    uint64_t way = w->left[0].at[first];
    w->left[0].at[first] = w->left[0].at[--w->left[0].count];
    put_met(w, 0, way, way);
    unsigned side = 1;
    while (meet(w, side))
        side = !side;
    return find_pair(w) == DX_STATE_NONE && can_swap_all(w) &&
           w->effort->status == DX_OK;
}

bool dx_hand_lists_connect(const dx_hand_list *first,
                           const dx_hand_list *second, uint64_t room,
                           dx_effort *effort)
{
    const dx_hand_list *list[2] = {first, second};
    walk w = {.wanted = &first->of, .room = room, .effort = effort};
    assert(first->of.blocks == second->of.blocks);
    for (unsigned k = 0; k < DX_WAY_KINDS; k++)
        w.swaps[k] = (uint8_t)k;
    for (unsigned h = 0; h < 2; h++)
        for (size_t i = 0; i < list[h]->count; i++)
            if (dx_way_fits(list[h]->ways[i], room))
                dx_vector_push(&w.left[h], list[h]->ways[i]);
    bool leads = leads_everywhere(&w);
    for (unsigned h = 0; h < 2; h++) {
        dx_vector_release(&w.left[h]);
        dx_vector_release(&w.as[h]);
        dx_way_set_release(&w.met[h]);
    }
    return leads;
}
