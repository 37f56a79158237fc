// The walk: all histories of one length, and from them those one event longer.
//
// Every way in which chance or a seat could go on is tried, and kept if and
// only if it masks to what the seat saw.  A mask never hides the verb, so moves
// with another one need not be tried.  By induction the front holds the
// histories that look to the seat like the one that happened, all of them and
// no others; nothing about the game is used but its rules.
//
// Three weights go along: `chance` is nature's alone, `belief` has the odds of
// moves as well, and `before` lacks those of the last move, for the case that
// it refutes what was assumed.  The odds of a policy come from a mind made anew
// on the view that the mover has in that history: slow, and surely what it
// would have thought.  How the seat itself moved is no evidence for it.
//
// Cost: for each event the histories times the branches of each, with a copy of
// table and past for every branch that is kept; under a policy also a mind for
// each history and event.

#include "minds/consider.h"

#include "base/memory.h"
#include "base/vector.h"
#include "minds/odds.h"
#include "words/number.h"

#include <assert.h>
#include <string.h>

enum { WORLDS_NORMAL = 100000 };

// A weight as a fraction while it fits, and rounded all the while.
typedef struct weight {
    dx_fraction exact;
    double value;
} weight;

// The weight of one history: `chance` alone, `belief` with the likelihoods of
// all moves, and `before`, belief without that of the last move.  Where only
// the best histories are believed, `belief` forgives moves that were not to be
// expected and `faults` counts them.
typedef struct weights {
    weight chance, belief, before;
    unsigned faults;
} weights;

// Histories of equal length; world i has table i, past i and weights i.
typedef struct front {
    unsigned length;
    size_t count, capacity;
    uint8_t *tables;
    dx_event *pasts;
    weights *weights;
} front;

struct dx_worlds {
    dx_rules rules;
    dx_masks masks;
    unsigned seat;
    dx_consider_options options;
    size_t table_bytes;
    front now, next;
    bool hidden_choice;
    dx_refutation refutation;
    unsigned refuted, first_refuted;
    unsigned least_faults; // of all histories
    uint64_t steps;
    void *scratch; // one table
    dx_event events[DX_MOVES_MAX];
    uint32_t ways[DX_MOVES_MAX];
    dx_fraction odds[DX_MOVES_MAX];
};

static weight multiply(weight w, dx_fraction by)
{
    return (weight){dx_fraction_multiply(w.exact, by),
                    w.value * dx_fraction_value(by)};
}

static bool is_zero(weight w)
{
    return w.value == 0;
}

static void *table_of(const dx_worlds *worlds, const front *f, size_t i)
{
    return f->tables + i * worlds->table_bytes;
}

static void front_reserve(const dx_worlds *worlds, front *f)
{
    if (f->count < f->capacity)
        return;
    f->capacity = f->capacity == 0 ? 64 : 2 * f->capacity;
    f->tables = dx_resize(f->tables, f->capacity, worlds->table_bytes);
    f->pasts =
        dx_resize(f->pasts, f->capacity * (f->length + 1), sizeof *f->pasts);
    f->weights = dx_resize(f->weights, f->capacity, sizeof *f->weights);
}

static void front_release(front *f)
{
    dx_free(f->tables);
    dx_free(f->pasts);
    dx_free(f->weights);
    *f = (front){0};
}

dx_worlds *dx_worlds_new(const dx_rules *rules, unsigned seat,
                         const dx_consider_options *options)
{
    const dx_game *game = rules->game;
    dx_worlds *worlds = dx_alloc(1, sizeof *worlds);
    worlds->rules = *rules;
    worlds->seat = seat;
    worlds->options = *options;
    if (options->assumption != NULL)
        worlds->refutation = options->assumption->refutation;
    if (worlds->options.worlds_max == 0)
        worlds->options.worlds_max = WORLDS_NORMAL;
    dx_masks_init(&worlds->masks, game->verbs);
    // Tables lie one behind the other: keep them aligned.
    worlds->table_bytes = (game->table_bytes(rules) + 15) / 16 * 16;
    worlds->scratch = dx_alloc(1, worlds->table_bytes);
    front_reserve(worlds, &worlds->now);
    memset(worlds->now.tables, 0, worlds->table_bytes);
    game->setup(worlds->now.tables, rules);
    weight one = {dx_fraction_int(1), 1};
    worlds->now.weights[0] = (weights){one, one, one, 0};
    worlds->now.count = 1;
    return worlds;
}

void dx_worlds_free(dx_worlds *worlds)
{
    if (worlds == NULL)
        return;
    front_release(&worlds->now);
    front_release(&worlds->next);
    dx_free(worlds->scratch);
    dx_free(worlds);
}

// Lets `event` happen in world i and keeps the result if it looks as `seen`.
static bool try_event(dx_worlds *worlds, size_t i, dx_event event,
                      dx_event seen, const weights *result)
{
    const dx_game *game = worlds->rules.game;
    front *now = &worlds->now, *next = &worlds->next;
    assert(i < now->count && next->length == now->length + 1);
    worlds->steps++;
    memcpy(worlds->scratch, table_of(worlds, now, i), worlds->table_bytes);
    game->fold(worlds->scratch, event);
    event = dx_event_stamp(event, game->turn(worlds->scratch));
    if (!dx_event_same(dx_masks_see(&worlds->masks, event, worlds->seat), seen))
        return false;
    front_reserve(worlds, next);
    memcpy(table_of(worlds, next, next->count), worlds->scratch,
           worlds->table_bytes);
    dx_event *past = next->pasts + next->count * next->length;
    if (now->length > 0)
        memcpy(past, now->pasts + i * now->length, now->length * sizeof *past);
    past[now->length] = event;
    next->weights[next->count++] = *result;
    return true;
}

static void branch_on_chance(dx_worlds *worlds, size_t i, dx_event seen)
{
    unsigned count = worlds->rules.game->chances(
        table_of(worlds, &worlds->now, i), worlds->events, worlds->ways);
    int64_t total = 0;
    for (unsigned k = 0; k < count; k++)
        total += worlds->ways[k];
    assert(count <= DX_MOVES_MAX && total > 0); // something happens
    for (unsigned k = 0; k < count; k++) {
        dx_fraction share = dx_fraction_of(worlds->ways[k], total);
        weights w = worlds->now.weights[i];
        w.chance = multiply(w.chance, share);
        w.belief = multiply(w.belief, share);
        w.before = w.belief;
        try_event(worlds, i, worlds->events[k], seen, &w);
    }
}

// The odds of the moves in `events`, by the policy of `seat` if it has one;
// its view is then made from the history as if it were the truth.
static void find_odds(dx_worlds *worlds, size_t i, unsigned seat,
                      unsigned count)
{
    const dx_assumption *assumption = worlds->options.assumption;
    if (seat == worlds->seat)
        assumption = NULL;
    if (!dx_assumes_mind(assumption, seat)) {
        dx_assumed_odds(assumption, NULL, NULL, count, worlds->events,
                        worlds->odds);
        return;
    }
    dx_world world = dx_worlds_at(worlds, i);
    dx_eyes *eyes = dx_world_eyes(&worlds->rules, &world, seat);
    const dx_view *view = dx_eyes_view(eyes);
    dx_policy policy = dx_assumed_policy(assumption, seat);
    dx_mind *mind = dx_mind_new(&policy, view);
    dx_assumed_odds(assumption, view, mind, count, worlds->events,
                    worlds->odds);
    dx_mind_free(mind);
    dx_eyes_free(eyes);
}

static void weigh_move(const dx_worlds *worlds, dx_fraction odds,
                       unsigned count, weights *w)
{
    bool forgiven =
        worlds->refutation == DX_REFUTED_BEST && dx_fraction_is_zero(odds);
    if (forgiven)
        odds = dx_forgiven_odds(worlds->options.assumption, count);
    assert(odds.top >= 0);
    w->faults += forgiven;
    w->before = w->belief;
    w->belief = multiply(w->belief, odds);
}

static void branch_on_moves(dx_worlds *worlds, size_t i, unsigned seat,
                            dx_event seen)
{
    const dx_game *game = worlds->rules.game;
    const void *table = table_of(worlds, &worlds->now, i);
    unsigned count = game->moves(table, seat, worlds->events), fitting = 0;
    find_odds(worlds, i, seat, count);
    for (unsigned k = 0; k < count; k++) {
        if (worlds->events[k].verb != seen.verb)
            continue;
        weights w = worlds->now.weights[i];
        weigh_move(worlds, worlds->odds[k], count, &w);
        dx_event event = game->decide(table, worlds->events[k]);
        fitting += try_event(worlds, i, event, seen, &w);
    }
    worlds->hidden_choice |= fitting > 1;
}

static bool all_vanished(const front *f, size_t offset)
{
    for (size_t i = 0; i < f->count; i++) {
        const char *at = (const char *)&f->weights[i] + offset;
        if (!is_zero(*(const weight *)(const void *)at))
            return false;
    }
    return true;
}

// If no history that fits has any weight, the last move's likelihood is
// dropped, or, where belief had died before or begins anew, all are.
static bool drop_likelihoods(dx_worlds *worlds)
{
    front *f = &worlds->next;
    if (!all_vanished(f, offsetof(weights, belief)))
        return false;
    bool all = worlds->refutation == DX_REFUTED_RESET ||
               all_vanished(f, offsetof(weights, before));
    for (size_t i = 0; i < f->count; i++)
        f->weights[i].belief =
            all ? f->weights[i].chance : f->weights[i].before;
    worlds->refuted++;
    return true;
}

// The same where the best are believed: has even the best one more fault?
static bool forgive_faults(dx_worlds *worlds)
{
    const front *f = &worlds->next;
    assert(f->count > 0);
    unsigned least = f->weights[0].faults;
    for (size_t i = 1; i < f->count; i++)
        if (f->weights[i].faults < least)
            least = f->weights[i].faults;
    assert(least >= worlds->least_faults); // faults are not undone
    bool is_new = least > worlds->least_faults;
    worlds->refuted = worlds->least_faults = least;
    return is_new;
}

static void survive_refutation(dx_worlds *worlds)
{
    bool is_first = worlds->refuted == 0;
    bool is_refuted = worlds->refutation == DX_REFUTED_BEST
                          ? forgive_faults(worlds)
                          : drop_likelihoods(worlds);
    if (is_first && is_refuted)
        worlds->first_refuted = worlds->now.length;
}

// Only ratios matter, so dividing by one of the weights keeps the fractions
// short and the doubles away from zero.
static void rescale(dx_worlds *worlds, size_t offset)
{
    front *f = &worlds->next;
    weight unit = {dx_fraction_int(1), 0};
    for (size_t i = 0; i < f->count; i++) {
        char *at = (char *)&f->weights[i] + offset;
        weight *w = (weight *)(void *)at;
        if (is_zero(unit))
            unit = *w;
        if (is_zero(unit))
            continue;
        w->exact = dx_fraction_divide(w->exact, unit.exact);
        w->value /= unit.value;
    }
}

dx_status dx_worlds_follow(dx_worlds *worlds, dx_event seen, dx_error *error)
{
    front *now = &worlds->now, *next = &worlds->next;
    next->length = now->length + 1;
    for (size_t i = 0; i < now->count; i++) {
        unsigned turn = worlds->rules.game->turn(table_of(worlds, now, i));
        if (turn == DX_NATURE)
            branch_on_chance(worlds, i, seen);
        else if (turn != DX_OVER)
            branch_on_moves(worlds, i, turn, seen);
        if (next->count > worlds->options.worlds_max)
            return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                           "more than %s worlds are possible",
                           dx_many_of((double)worlds->options.worlds_max).text);
        if (dx_budget_is_spent(worlds->options.budget, worlds->steps))
            return dx_fail(error, DX_ERR_CANCELLED, 0, 0,
                           "stopped at event %u of the view", next->length);
    }
    if (next->count == 0)
        return dx_fail(error, DX_ERR_EMPTY, 0, 0,
                       "no game of these rules looks like this at event %u",
                       next->length);
    survive_refutation(worlds);
    // Something is believed.
    assert(!all_vanished(next, offsetof(weights, belief)) ||
           all_vanished(next, offsetof(weights, chance)));
    rescale(worlds, offsetof(weights, chance));
    rescale(worlds, offsetof(weights, belief));
    front_release(now);
    *now = *next;
    *next = (front){0};
    return DX_OK;
}

dx_status dx_consider(const dx_view *view, const dx_consider_options *options,
                      dx_worlds **out_worlds, dx_error *error)
{
    dx_worlds *worlds = dx_worlds_new(view->rules, view->seat, options);
    for (unsigned i = 0; i < view->count; i++) {
        dx_status status = dx_worlds_follow(worlds, view->seen[i], error);
        if (status != DX_OK) {
            dx_worlds_free(worlds);
            return status;
        }
    }
    *out_worlds = worlds;
    return DX_OK;
}

size_t dx_worlds_count(const dx_worlds *worlds)
{
    return worlds->now.count;
}

dx_world dx_worlds_at(const dx_worlds *worlds, size_t i)
{
    const front *f = &worlds->now;
    assert(i < f->count);
    bool is_best = f->weights[i].faults == worlds->least_faults;
    weight none = {dx_fraction_int(0), 0};
    weight belief = is_best ? f->weights[i].belief : none;
    return (dx_world){.table = table_of(worlds, f, i),
                      .past = f->pasts + i * f->length,
                      .count = f->length,
                      .exact = belief.exact,
                      .weight = belief.value};
}

bool dx_worlds_have_chances(const dx_worlds *worlds)
{
    const dx_assumption *assumption = worlds->options.assumption;
    return !worlds->hidden_choice ||
           (assumption != NULL && assumption->kind != DX_ASSUME_NONE);
}

unsigned dx_worlds_refuted(const dx_worlds *worlds, unsigned *out_first)
{
    if (out_first != NULL)
        *out_first = worlds->first_refuted;
    return worlds->refuted;
}

dx_eyes *dx_world_eyes(const dx_rules *rules, const dx_world *world,
                       unsigned seat)
{
    DX_REQUIRE(world->past != NULL || world->count == 0, "a world with a past");
    return dx_eyes_after(rules, seat, world->past, world->count);
}
