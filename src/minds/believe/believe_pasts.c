// Pasts are sorted, so that those that agree so far are a run of the list, and
// the walk goes down from run to run.  What a partner thinks depends on its
// view alone, and in a run that is the same for all, so each is imagined once a
// run and copied where the run splits, with all thinking done that comes
// before.
//
// Only ratios of weights matter, so the likelihoods of a move are divided by
// the first that was met at it.  Cost: a step of a mind for each move and run,
// where the reference takes a whole mind for each move and world.

#include "minds/believe/believe_pasts.h"

#include "base/memory.h"
#include "base/order.h"
#include "minds/odds.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static dx_weight times(dx_weight w, dx_fraction by)
{
    return (dx_weight){dx_fraction_multiply(w.exact, by),
                       w.value * dx_fraction_value(by)};
}

dx_pasts dx_pasts_of(const dx_view *view, dx_toil *toil)
{
    return (dx_pasts){.view = view, .toil = toil};
}

void dx_pasts_release(dx_pasts *pasts)
{
    dx_vector_release(&pasts->hidden);
    dx_vector_release(&pasts->events);
}

// Which events hide something is the same for all.
void dx_pasts_add(dx_pasts *pasts, const dx_event *past)
{
    const dx_view *view = pasts->view;
    for (unsigned i = 0; i < view->count && pasts->count == 0; i++)
        if (!dx_event_same(past[i], view->seen[i]))
            dx_vector_push(&pasts->hidden, i);
    for (size_t k = 0; k < pasts->hidden.count; k++)
        dx_vector_push(&pasts->events, past[pasts->hidden.at[k]]);
    pasts->count++;
    assert(pasts->events.count == pasts->count * pasts->hidden.count);
}

void dx_pasts_read(const dx_pasts *pasts, size_t i, dx_event *past)
{
    size_t count = pasts->hidden.count;
    assert(i < pasts->count);
    for (size_t k = 0; k < count; k++)
        past[pasts->hidden.at[k]] = pasts->events.at[i * count + k];
}

typedef struct walk {
    const dx_pasts *pasts;
    const dx_rules *rules;
    const bool *dropped;
    unsigned faults; // that are forgiven in one past
    dx_weight *weights;
    uint16_t *used;     // faults of each past in walks before
    bool *tells;        // does this hidden event differ to them?
    bool is_one_enough; // that survives
    bool survives;
    size_t count;      // of pasts in `order`
    uint32_t *order;   // of pasts, such that those that agree are together
    dx_fraction *unit; // for each event, what likelihoods are measured in
    dx_scene scene;    // the past that is walked
} walk;

// What a past has deserved so far.
typedef struct merit {
    dx_weight weight;
    unsigned faults;
} merit;

static dx_event hidden_event(const walk *w, size_t place, size_t k)
{
    const dx_pasts *pasts = w->pasts;
    return pasts->events.at[w->order[place] * pasts->hidden.count + k];
}

static bool is_weighed(const walk *w, unsigned now)
{
    dx_event seen = w->pasts->view->seen[now];
    return !w->rules->game->verbs[seen.verb].chance &&
           (w->scene.seats >> seen.who & 1) &&
           (w->dropped == NULL || !w->dropped[now]);
}

// Only ratios matter, so likelihoods of one move are divided by one of them:
// that keeps fractions short and doubles away from zero.
static bool weigh_move(walk *w, dx_partners *others, unsigned now,
                       merit *so_far)
{
    unsigned count;
    dx_fraction odds;
    if (!dx_scene_odds(&w->scene, others, now, &odds, &count))
        return false;
    if (dx_fraction_is_zero(odds)) {
        if (so_far->faults++ == w->faults)
            return false;
        odds = dx_forgiven_odds(w->scene.assumption, count);
    }
    if (w->unit[now].over == 0)
        w->unit[now] = odds;
    assert(w->unit[now].top > 0 && odds.top > 0);
    so_far->weight =
        times(so_far->weight, dx_fraction_divide(odds, w->unit[now]));
    return true;
}

static void conclude(walk *w, size_t from, size_t to, merit all)
{
    assert(from < to && to <= w->count && all.weight.value >= 0);
    w->survives |= all.weight.value > 0;
    for (; from < to; from++) {
        dx_weight *of = &w->weights[w->order[from]];
        uint16_t *used = &w->used[w->order[from]];
        of->exact = dx_fraction_multiply(of->exact, all.weight.exact);
        of->value *= all.weight.value;
        *used = (uint16_t)(*used + all.faults);
        if (*used > w->faults)
            *of = (dx_weight){dx_fraction_int(0), 0};
    }
}

// From event `now` on, the k-th of the hidden ones being next, for the pasts
// at places `from` to `to`, which agree so far.
static void go_on(walk *w, size_t from, size_t to, unsigned now, size_t k,
                  dx_partners *others, merit so_far);

static void branch(walk *w, size_t from, size_t to, unsigned now, size_t k,
                   dx_partners *others, merit so_far)
{
    dx_scene_catch_up(&w->scene, others, now);
    while (from < to && w->scene.status == DX_OK &&
           !(w->survives && w->is_one_enough)) {
        dx_event event = hidden_event(w, from, k);
        size_t next = from + 1;
        while (next < to && dx_event_same(hidden_event(w, next, k), event))
            next++;
        dx_partners copy = dx_partners_copy(&w->scene, others);
        go_on(w, from, next, now, k, &copy, so_far);
        dx_partners_release(&copy);
        from = next;
    }
}

static void go_on(walk *w, size_t from, size_t to, unsigned now, size_t k,
                  dx_partners *others, merit so_far)
{
    const dx_pasts *pasts = w->pasts;
    assert(from < to && to <= w->count && k <= pasts->hidden.count);
    for (; now < pasts->view->count; now++) {
        bool hides = k < pasts->hidden.count && pasts->hidden.at[k] == now;
        dx_event event = hides ? hidden_event(w, from, k) //
                               : pasts->view->seen[now];
        if (hides && w->tells[k] &&
            !dx_event_same(event, hidden_event(w, to - 1, k))) {
            branch(w, from, to, now, k, others, so_far);
            return;
        }
        k += hides;
        dx_scene_happen(&w->scene, now, event);
        if (is_weighed(w, now) && !weigh_move(w, others, now, &so_far)) {
            so_far.weight = (dx_weight){dx_fraction_int(0), 0};
            break;
        }
    }
    conclude(w, from, to, so_far);
}

static int compare_pasts(const void *a, const void *b, void *context)
{
    const walk *w = context;
    size_t count = w->pasts->hidden.count;
    const dx_event *x = w->pasts->events.at + *(const uint32_t *)a * count;
    const dx_event *y = w->pasts->events.at + *(const uint32_t *)b * count;
    for (size_t k = 0; k < count; k++)
        if (w->tells[k] && x[k].bits != y[k].bits)
            return x[k].bits < y[k].bits ? -1 : 1;
    return 0;
}

// Does a seat see anything of hidden event k that the asker does not?
static bool tells(const walk *w, size_t k, unsigned seat)
{
    unsigned event = w->pasts->hidden.at[k];
    dx_event one = w->pasts->events.at[k];
    return !dx_event_same(
        dx_masks_see(&w->scene.masks, one, seat),
        dx_masks_see(&w->scene.masks, w->pasts->view->seen[event], seat));
}

static bool sees_alike(const walk *w, unsigned seat)
{
    for (size_t k = 0; k < w->pasts->hidden.count; k++)
        if (tells(w, k, seat) != w->tells[k])
            return false;
    return true;
}

static void find_tells(walk *w, unsigned seat)
{
    for (size_t k = 0; k < w->pasts->hidden.count; k++)
        w->tells[k] = tells(w, k, seat);
}

// The seats that have moved and whose moves are not certain, as bits.
static unsigned movers(const walk *w)
{
    const dx_view *view = w->pasts->view;
    unsigned seats = 0;
    for (unsigned i = 0; i < view->count; i++)
        if (!w->rules->game->verbs[view->seen[i].verb].chance &&
            view->seen[i].who != view->seat)
            seats |= 1U << view->seen[i].who;
    return seats;
}

// One walk, over the pasts that have weight so far.
static void walk_once(walk *w)
{
    dx_partners others = {0};
    w->count = 0;
    w->survives = false;
    for (size_t i = 0; i < w->pasts->count; i++)
        if (w->weights[i].value > 0)
            w->order[w->count++] = (uint32_t)i;
    dx_order(w->order, w->count, compare_pasts, w);
    if (w->count > 0)
        go_on(w, 0, w->count, 0, 0, &others,
              (merit){.weight = {dx_fraction_int(1), 1}});
    dx_partners_release(&others);
}

// How a seat moves depends on what it sees, so seats that see the same of what
// is hidden from the asker are walked with together, and each such group sees
// only so many different pasts: in Kemps one for each hand, not for each deal.
static dx_status walk_groups(walk *w, bool is_one_enough)
{
    unsigned left = movers(w);
    w->survives = w->pasts->count > 0;
    while (left != 0 && w->survives && w->scene.status == DX_OK) {
        unsigned first = (unsigned)__builtin_ctz(left);
        find_tells(w, first);
        w->scene.seats = 0;
        for (unsigned seat = first; seat < dx_players(w->rules); seat++)
            if ((left >> seat & 1) && sees_alike(w, seat))
                w->scene.seats |= 1U << seat;
        assert(w->scene.seats >> first & 1); // it sees like itself
        left &= ~w->scene.seats;
        w->is_one_enough = is_one_enough && left == 0;
        walk_once(w);
    }
    return w->scene.status;
}

static dx_status walk_all(const dx_pasts *pasts,
                          const dx_assumption *assumption, const bool *dropped,
                          unsigned faults, dx_weight *weights,
                          bool is_one_enough, bool *out_survives)
{
    const dx_rules *rules = pasts->view->rules;
    unsigned count = pasts->view->count;
    walk *w = dx_alloc(1, sizeof *w);
    *w = (walk){.pasts = pasts,
                .rules = rules,
                .dropped = dropped,
                .faults = faults,
                .weights = weights};
    dx_scene_init(&w->scene, rules, count, assumption, pasts->toil);
    w->used = dx_alloc(pasts->count, sizeof *w->used);
    w->tells = dx_alloc(pasts->hidden.count + 1, sizeof *w->tells);
    w->order = dx_alloc_raw(pasts->count, sizeof *w->order);
    w->unit = dx_alloc(count, sizeof *w->unit);
    dx_status status = walk_groups(w, is_one_enough);
    *out_survives = w->survives;
    dx_free(w->used);
    dx_free(w->tells);
    dx_free(w->order);
    dx_free(w->unit);
    dx_scene_release(&w->scene);
    dx_free(w);
    return status;
}

dx_status dx_pasts_weigh(const dx_pasts *pasts, const dx_assumption *assumption,
                         const bool *dropped, unsigned faults,
                         dx_weight *weights)
{
    bool survives;
    return walk_all(pasts, assumption, dropped, faults, weights, false,
                    &survives);
}

dx_status dx_pasts_survive(const dx_pasts *pasts,
                           const dx_assumption *assumption, const bool *dropped,
                           bool *out)
{
    dx_weight *weights = dx_alloc(pasts->count, sizeof *weights);
    for (size_t i = 0; i < pasts->count; i++)
        weights[i] = (dx_weight){dx_fraction_int(1), 1};
    dx_status status =
        walk_all(pasts, assumption, dropped, 0, weights, true, out);
    dx_free(weights);
    return status;
}
