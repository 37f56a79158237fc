// Pasts are sorted, so that those that agree so far are a run of the list, and
// the walk goes down from run to run.  What a partner thinks depends on its
// view alone, and in a run that is the same for all, so each is imagined once a
// run and copied where the run splits, with all thinking done that comes
// before.
//
// Only ratios of weights matter, so the likelihoods of a move are divided by
// the first that was met at it.  Cost: a step of a mind for each move and run,
// where the reference takes a whole mind for each move and world.

#include "minds/believe_pasts.h"

#include "base/memory.h"
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

// A partner as it is imagined: its sight after `folded` events, and its mind.
typedef struct partner {
    unsigned folded;
    void *sight; // NULL: not looked at yet
    dx_mind *mind;
} partner;

typedef struct partners {
    partner at[DX_SEATS_MAX];
} partners;

typedef struct walk {
    const dx_pasts *pasts;
    const dx_assumption *assumption;
    const dx_rules *rules;
    const bool *dropped;
    unsigned faults; // that are forgiven in one past
    dx_weight *weights;
    uint16_t *used;     // faults of each past in walks before
    unsigned seats;     // whose moves are weighed in this walk, as bits
    bool *tells;        // does this hidden event differ to them?
    bool is_one_enough; // that survives
    bool survives;
    dx_status status;
    size_t count;      // of pasts in `order`
    uint32_t *order;   // of pasts, such that those that agree are together
    dx_event *past;    // the one that is walked
    dx_event *seen;    // the same as each seat sees it
    dx_fraction *unit; // for each event, what likelihoods are measured in
    dx_masks masks;
    size_t sight_bytes;
    dx_event moves[DX_MOVES_MAX];
    dx_fraction odds[DX_MOVES_MAX];
} walk;

// What a past has deserved so far.
typedef struct merit {
    dx_weight weight;
    unsigned faults;
} merit;

static dx_event *seen_by(const walk *w, unsigned seat)
{
    return w->seen + (size_t)seat * w->pasts->view->count;
}

static dx_event hidden_event(const walk *w, size_t place, size_t k)
{
    const dx_pasts *pasts = w->pasts;
    return pasts->events.at[w->order[place] * pasts->hidden.count + k];
}

static void partners_release(partners *p)
{
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++) {
        dx_free(p->at[seat].sight);
        dx_mind_free(p->at[seat].mind);
    }
}

static partners partners_copy(const walk *w, const partners *from)
{
    partners copy = *from;
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++) {
        partner *p = &copy.at[seat];
        if (p->sight != NULL)
            p->sight = dx_copy(p->sight, w->sight_bytes);
        if (p->mind != NULL)
            p->mind = dx_mind_copy(p->mind);
    }
    return copy;
}

// The view of a partner before event `now`.
static dx_view look(const walk *w, partner *p, unsigned seat, unsigned now)
{
    const dx_game *game = w->rules->game;
    const dx_event *seen = seen_by(w, seat);
    assert(p->folded <= now); // a mind does not go back in time
    if (p->sight == NULL) {
        p->sight = dx_alloc(1, w->sight_bytes);
        game->setup(p->sight, w->rules);
    }
    for (; p->folded < now; p->folded++)
        game->fold(p->sight, seen[p->folded]);
    return (dx_view){.rules = w->rules,
                     .seen = seen,
                     .sight = p->sight,
                     .seat = seat,
                     .count = now,
                     .turn = seat};
}

// To ask whether a move says something false takes less than to choose one.
static unsigned steps_of(const walk *w, unsigned seat)
{
    enum { WHETHER_TRUE = 4 };
    const dx_agent *agent = w->assumption->policy[seat].agent;
    unsigned steps = agent != NULL && agent->steps > 0 ? agent->steps : 1;
    bool is_truth = w->assumption->kind == DX_ASSUME_TRUTHFUL;
    return is_truth && steps > WHETHER_TRUE ? WHETHER_TRUE : steps;
}

// Is there enough left to weigh a move of `seat`?
static bool can_go_on(walk *w, unsigned seat)
{
    dx_toil *toil = w->pasts->toil;
    if (toil == NULL)
        return true;
    toil->steps += steps_of(w, seat);
    if (toil->steps_max != 0 && toil->steps > toil->steps_max)
        w->status = DX_ERR_LIMIT;
    else if (dx_budget_is_spent(toil->budget, toil->steps))
        w->status = DX_ERR_CANCELLED;
    return w->status == DX_OK;
}

// How likely the mover of event `now` was to make its move, one of `out_count`.
static dx_fraction odds_of(walk *w, partners *others, unsigned now,
                           unsigned *out_count)
{
    unsigned seat = w->past[now].who;
    partner *p = &others->at[seat];
    dx_view view = look(w, p, seat, now);
    unsigned count = dx_view_moves(&view, w->moves), k = 0;
    if (dx_assumes_mind(w->assumption, seat) && p->mind == NULL)
        p->mind = dx_mind_new(&w->assumption->policy[seat], &view);
    dx_assumed_odds(w->assumption, &view, p->mind, count, w->moves, w->odds);
    *out_count = count;
    dx_event made = dx_event_move(w->rules->game->verbs, w->past[now]);
    while (k < count && !dx_event_same(w->moves[k], made))
        k++;
    return k < count ? w->odds[k] : dx_fraction_int(0);
}

static bool is_weighed(const walk *w, unsigned now)
{
    dx_event seen = w->pasts->view->seen[now];
    return !w->rules->game->verbs[seen.verb].chance &&
           (w->seats >> seen.who & 1) &&
           (w->dropped == NULL || !w->dropped[now]);
}

// Only ratios matter, so likelihoods of one move are divided by one of them:
// that keeps fractions short and doubles away from zero.
static bool weigh_move(walk *w, partners *others, unsigned now, merit *so_far)
{
    unsigned count;
    if (!can_go_on(w, w->past[now].who))
        return false;
    dx_fraction odds = odds_of(w, others, now, &count);
    if (dx_fraction_is_zero(odds)) {
        if (so_far->faults++ == w->faults)
            return false;
        odds = dx_forgiven_odds(w->assumption, count);
    }
    if (w->unit[now].over == 0)
        w->unit[now] = odds;
    assert(w->unit[now].top > 0 && odds.top > 0);
    so_far->weight =
        times(so_far->weight, dx_fraction_divide(odds, w->unit[now]));
    return true;
}

static void happen(walk *w, unsigned now, dx_event event)
{
    w->past[now] = event;
    for (unsigned seat = 0; seat < dx_players(w->rules); seat++)
        seen_by(w, seat)[now] = dx_masks_see(&w->masks, event, seat);
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
                  partners *others, merit so_far);

// What all branches begin with is looked at once.
static void look_ahead(const walk *w, partners *others, unsigned now)
{
    for (unsigned seat = 0; seat < dx_players(w->rules); seat++) {
        partner *p = &others->at[seat];
        if (!(w->seats >> seat & 1))
            continue;
        dx_view view = look(w, p, seat, now);
        if (!dx_assumes_mind(w->assumption, seat))
            continue;
        if (p->mind == NULL)
            p->mind = dx_mind_new(&w->assumption->policy[seat], &view);
        else
            dx_mind_follow(p->mind, &view);
    }
}

static void branch(walk *w, size_t from, size_t to, unsigned now, size_t k,
                   partners *others, merit so_far)
{
    look_ahead(w, others, now);
    while (from < to && w->status == DX_OK &&
           !(w->survives && w->is_one_enough)) {
        dx_event event = hidden_event(w, from, k);
        size_t next = from + 1;
        while (next < to && dx_event_same(hidden_event(w, next, k), event))
            next++;
        partners copy = partners_copy(w, others);
        go_on(w, from, next, now, k, &copy, so_far);
        partners_release(&copy);
        from = next;
    }
}

static void go_on(walk *w, size_t from, size_t to, unsigned now, size_t k,
                  partners *others, merit so_far)
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
        happen(w, now, event);
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
        dx_masks_see(&w->masks, one, seat),
        dx_masks_see(&w->masks, w->pasts->view->seen[event], seat));
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
    partners others = {0};
    w->count = 0;
    w->survives = false;
    for (size_t i = 0; i < w->pasts->count; i++)
        if (w->weights[i].value > 0)
            w->order[w->count++] = (uint32_t)i;
    qsort_r(w->order, w->count, sizeof *w->order, compare_pasts, w);
    if (w->count > 0)
        go_on(w, 0, w->count, 0, 0, &others,
              (merit){.weight = {dx_fraction_int(1), 1}});
    partners_release(&others);
}

// How a seat moves depends on what it sees, so seats that see the same of what
// is hidden from the asker are walked with together, and each such group sees
// only so many different pasts: in Kemps one for each hand, not for each deal.
static dx_status walk_groups(walk *w, bool is_one_enough)
{
    unsigned left = movers(w);
    w->survives = w->pasts->count > 0;
    while (left != 0 && w->survives && w->status == DX_OK) {
        unsigned first = (unsigned)__builtin_ctz(left);
        find_tells(w, first);
        w->seats = 0;
        for (unsigned seat = first; seat < dx_players(w->rules); seat++)
            if ((left >> seat & 1) && sees_alike(w, seat))
                w->seats |= 1U << seat;
        assert(w->seats >> first & 1); // it sees like itself
        left &= ~w->seats;
        w->is_one_enough = is_one_enough && left == 0;
        walk_once(w);
    }
    return w->status;
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
                .assumption = assumption,
                .rules = rules,
                .dropped = dropped,
                .faults = faults,
                .weights = weights,
                .sight_bytes = rules->game->table_bytes(rules)};
    w->used = dx_alloc(pasts->count, sizeof *w->used);
    w->tells = dx_alloc(pasts->hidden.count + 1, sizeof *w->tells);
    w->order = dx_alloc_raw(pasts->count, sizeof *w->order);
    w->past = dx_alloc_raw(count, sizeof *w->past);
    w->seen = dx_alloc_raw((size_t)count * dx_players(rules), sizeof *w->seen);
    w->unit = dx_alloc(count, sizeof *w->unit);
    dx_masks_init(&w->masks, rules->game->verbs);
    dx_status status = walk_groups(w, is_one_enough);
    *out_survives = w->survives;
    dx_free(w->used);
    dx_free(w->tells);
    dx_free(w->order);
    dx_free(w->past);
    dx_free(w->seen);
    dx_free(w->unit);
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
