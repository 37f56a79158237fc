// All deals are listed and weighed one by one: arrangements, times one over the
// number of cards that could have been shown for each card the looker was
// shown, times one over the number of moves of each seat that moved.  Weights
// are kept whole: each factor is multiplied by a common multiple of its
// numbers.

#include "minds/board/likeliest.h"

#include "base/memory.h"
#include "minds/eliminate/run.h"
#include "minds/turn/own_space.h"
#include "worlds/deal_table.h"

#include <assert.h>
#include <string.h>

enum { STEPS_MAX = 20000000 };

typedef struct listing {
    const dx_looker *looker;
    bool has_chances;
    dx_own_space own;
    size_t top;
    dx_likeliest *out;
    dx_natural *weight; // of those kept
    dx_natural all;
    bool is_lost; // a weight does not fit
    dx_effort *effort;
} listing;

void dx_likeliest_release(dx_likeliest *likeliest)
{
    for (size_t i = 0; i < likeliest->count; i++)
        dx_rational_release(&likeliest->world[i].chance);
    dx_free(likeliest->world);
    *likeliest = (dx_likeliest){0};
}

// Do multiples of all numbers of moves fit?
static bool has_few_moves(const dx_factors *all)
{
    enum { MOVES_MAX = 64 };
    for (size_t i = 0; all != NULL && i < all->factors.count; i++) {
        const dx_factor *f = &all->factors.at[i];
        unsigned most = f->base;
        for (size_t k = f->first; k < f->first + f->count; k++)
            most += dx_some_moves(&all->somes.at[k]);
        if (most > MOVES_MAX)
            return false;
    }
    return true;
}

static dx_count multiple_up_to(unsigned least, unsigned most)
{
    dx_count multiple = 1;
    for (unsigned n = least > 1 ? least : 2; n <= most; n++)
        multiple *= n / dx_count_gcd(multiple, n);
    return multiple;
}

// The choices that the looker saw, from places it does not see.
static void weigh_choices(const listing *l, const dx_dealt *dealt,
                          dx_natural *weight)
{
    const dx_frame *frame = l->own.frame;
    for (unsigned i = 0; i < frame->choice_count; i++) {
        unsigned at = dx_frame_chosen(frame, i);
        uint64_t from = DX_BIT(frame->choice[i].place);
        uint64_t kinds = frame->could[at];
        if (!(l->looker->sees >> at & 1) || (l->looker->sees & from) != 0)
            continue;
        unsigned most = (unsigned)__builtin_popcountll(kinds);
        dx_natural_multiply_count(weight,
                                  multiple_up_to(1, most) /
                                      dx_dealt_count(dealt, from, kinds));
    }
}

static void weigh_moves(const listing *l, const dx_dealt *dealt,
                        dx_natural *weight)
{
    const dx_factors *all = l->looker->factors;
    for (size_t i = 0; all != NULL && i < all->factors.count; i++) {
        const dx_factor *f = &all->factors.at[i];
        unsigned moves = f->base, most = f->base;
        for (size_t k = f->first; k < f->first + f->count; k++) {
            const dx_some *some = &all->somes.at[k];
            most += dx_some_moves(some);
            if (dx_some_holds(some,
                              dx_dealt_count(dealt, some->places, some->kinds)))
                moves += dx_some_moves(some);
        }
        moves = moves > 0 ? moves : 1; // to pass
        dx_count by = multiple_up_to(f->base, most) / moves;
        for (unsigned k = 0; k < f->times; k++)
            dx_natural_multiply_count(weight, by);
    }
}

// Keeps a world among the best; the weight is then the list's.
static void keep(listing *l, const dx_dealt *dealt, dx_natural weight)
{
    size_t at = l->out->count;
    while (at > 0 && dx_natural_compare(&l->weight[at - 1], &weight) < 0)
        at--;
    assert(l->out->count <= l->top);
    if (at == l->top) {
        dx_natural_release(&weight);
        return;
    }
    if (l->out->count == l->top)
        dx_natural_release(&l->weight[--l->out->count]);
    size_t behind = l->out->count++ - at;
    memmove(l->weight + at + 1, l->weight + at, behind * sizeof *l->weight);
    memmove(l->out->world + at + 1, l->out->world + at,
            behind * sizeof *l->out->world);
    l->weight[at] = weight;
    l->out->world[at] = (dx_likely){.dealt = *dealt};
}

static bool visit(void *context, const dx_dealt *hidden, dx_tally arrangements)
{
    listing *l = context;
    if (!dx_effort_step(l->effort))
        return false;
    dx_dealt dealt = l->own.dealt;
    dx_natural weight = dx_natural_of(arrangements.whole);
    l->is_lost = l->is_lost || arrangements.quality != DX_EXACT;
    for (unsigned place = 0; place < l->own.space.place_count; place++)
        for (unsigned kind = 0; kind < l->own.space.kind_count; kind++)
            dealt.count[place][kind] = (uint8_t)(dealt.count[place][kind] +
                                                 hidden->count[place][kind]);
    if (l->looker->is_uniform) {
        weigh_choices(l, &dealt, &weight);
        weigh_moves(l, &dealt, &weight);
    }
    if (!l->has_chances) {
        dx_natural_release(&weight);
        weight = dx_natural_of(1);
    }
    l->out->deals++;
    dx_natural_add(&l->all, &weight);
    keep(l, &dealt, weight);
    return true;
}

dx_status dx_likeliest_find(dx_frames *frames, const dx_looker *looker,
                            size_t top, size_t deals_max, dx_likeliest *out,
                            dx_effort *effort)
{
    const dx_frame *now = dx_frames_now(frames);
    const dx_places *places = dx_frames_rules(frames)->game->places;
    listing l = {.looker = looker, .top = top, .out = out, .effort = effort};
    *out = (dx_likeliest){0};
    if (dx_budget_is_spent(effort->budget, effort->steps))
        return effort->status = DX_ERR_CANCELLED;
    if (top == 0 || !has_few_moves(looker->factors) ||
        !dx_own_space_look(&l.own, now, places, looker->sees & now->all,
                           looker->own))
        return DX_ERR_LIMIT;
    l.has_chances =
        looker->is_uniform || dx_frame_has_chances(now, looker->sees);
    out->world = dx_alloc(top + 1, sizeof *out->world);
    l.weight = dx_alloc(top + 1, sizeof *l.weight);
    uint64_t steps = effort->steps_max != 0 && effort->steps_max < STEPS_MAX
                         ? effort->steps_max
                         : STEPS_MAX;
    dx_status status = dx_deals_each(&l.own.space, steps, deals_max, visit, &l);
    if (status == DX_OK)
        status = effort->status;
    for (size_t i = 0; status == DX_OK && i < out->count; i++)
        if (l.has_chances) {
            assert(i == 0 ||
                   dx_natural_compare(&l.weight[i - 1], &l.weight[i]) >= 0);
            assert(dx_natural_compare(&l.weight[i], &l.all) <= 0);
            out->world[i].chance = dx_rational_of_ratio(&l.weight[i], &l.all);
        }
    dx_natural_release_all(l.weight, out->count);
    dx_natural_release(&l.all);
    dx_free(l.weight);
    if (status == DX_OK && l.is_lost)
        status = DX_ERR_LIMIT;
    if (status != DX_OK)
        dx_likeliest_release(out);
    return status;
}
