// Layers kept, gone through forward and back.

#include "minds/layers.h"

#include "base/memory.h"
#include "minds/by_hand.h"
#include "minds/layout.h"

#include <assert.h>
#include <string.h>

static const dx_natural one = {.low = 1};

static size_t steps_of(const dx_layers *l)
{
    return l->run.order->step_count;
}

static const dx_natural *weight_of(const dx_states *states, size_t state)
{
    return states->weighs ? &states->weights[state] : &one;
}

bool dx_layers_begin(dx_layers *l, dx_outlook *o, dx_order_kind kind,
                     const uint8_t *self, const bool *ignored,
                     dx_effort *effort)
{
    const dx_order *q = dx_elimination_order(o, kind);
    l->run.order = q;
    l->run.effort = effort;
    l->run.self = self;
    l->stand.ignored = ignored;
    l->states = dx_alloc(q->step_count + 1, sizeof *l->states);
    l->times = dx_alloc(q->step_count + 1, sizeof *l->times);
    if (!dx_run_begin(&l->stand, o, self, effort) ||
        !dx_elimination_begin(&l->run, o, q, &l->stand))
        return false;
    dx_states_clear(&l->states[0], q->words, o->weighs);
    size_t first = dx_states_find(&l->states[0], l->run.begin);
    if (o->weighs)
        l->states[0].weights[first] = dx_natural_of(1);
    return true;
}

static void release(dx_natural *numbers, size_t count)
{
    if (numbers != NULL)
        dx_natural_release_all(numbers, count);
    dx_free(numbers);
}

void dx_layers_end(dx_layers *l)
{
    for (size_t i = 0; i <= steps_of(l); i++) {
        release(l->times[i], l->states[i].count);
        dx_states_release(&l->states[i]);
    }
    dx_free(l->states);
    dx_free(l->times);
    assert(l->run.effort->bytes >= l->bytes);
    l->run.effort->bytes -= l->bytes;
    dx_elimination_end(&l->run);
    dx_run_end(&l->stand);
}

// What factors make of the layer that was just reached.
static void weigh(dx_layers *l, dx_states *to)
{
    const dx_elimination_step *step = &l->run.order->steps[l->run.step];
    if (!to->weighs || step->factors == step[1].factors)
        return;
    dx_natural *times = dx_alloc(to->count + 1, sizeof *times);
    for (size_t i = 0; i < to->count; i++)
        times[i] = dx_natural_of(1);
    dx_elimination_weigh(&l->run, to, times);
    l->times[l->run.step + 1] = times;
}

bool dx_layers_go(dx_layers *l, size_t most)
{
    dx_elimination_run *r = &l->run;
    bool is_all = true;
    for (r->step = 0; r->step < steps_of(l); r->step++) {
        const dx_states *from = &l->states[r->step];
        dx_states *to = &l->states[r->step + 1];
        release(l->times[r->step + 1], to->count); // of an earlier go
        l->times[r->step + 1] = NULL;
        dx_states_clear(to, r->order->words, r->o->weighs);
        size_t i = 0;
        for (; i < from->count && (most == 0 || to->count < most); i++)
            dx_elimination_lay(r, from->keys + i * from->stride,
                               weight_of(from, i));
        is_all = is_all && i == from->count;
        l->bytes += dx_states_bytes(to);
        r->effort->bytes += dx_states_bytes(to);
        weigh(l, to);
    }
    return is_all;
}

// ---- passes ----

typedef struct passes {
    dx_layers layers;
    dx_natural **rest; // of each state, the weight of what is to come
    size_t from;
    dx_natural *all;
    dx_pass *pass;
    void *context;
} passes;

static void join(dx_elimination_run *r, const uint64_t *key, const dx_load *l)
{
    passes *p = r->context;
    dx_states *to = &p->layers.states[r->step + 1];
    size_t number = dx_states_find(to, key); // may move the weights
    dx_natural_add_product_count(&to->weights[number], l->weight, l->ways);
}

// A step from state p->from; the load is that of the step alone.
static void step_back(dx_elimination_run *r, const uint64_t *key,
                      const dx_load *l)
{
    passes *p = r->context;
    dx_states *to = &p->layers.states[r->step + 1];
    size_t number = dx_states_find(to, key);
    const dx_natural *times = p->layers.times[r->step + 1];
    // It was reached before.
    assert(!dx_natural_is_zero(&to->weights[number]));
    dx_natural ways = dx_natural_copy(l->weight);
    dx_natural_multiply_count(&ways, l->ways);
    if (times != NULL)
        dx_natural_multiply(&ways, &times[number]);
    dx_natural_multiply(&ways, &p->rest[r->step + 1][number]);
    dx_natural_add(&p->rest[r->step][p->from], &ways);
    dx_natural_multiply(&ways, &p->layers.states[r->step].weights[p->from]);
    if (!dx_natural_is_zero(&ways))
        p->pass(p->context, r, times != NULL ? &times[number] : NULL, &ways,
                p->all);
    dx_natural_release(&ways);
}

static void go_back(passes *p)
{
    dx_elimination_run *r = &p->layers.run;
    size_t steps = steps_of(&p->layers);
    const dx_states *states = p->layers.states;
    for (size_t t = 0; t <= steps; t++)
        p->rest[t] = dx_alloc(states[t].count + 1, sizeof *p->rest[t]);
    for (size_t i = 0; i < states[steps].count; i++) {
        p->rest[steps][i] = dx_natural_of(1);
        dx_natural_add(p->all, &states[steps].weights[i]);
    }
    r->arrive = step_back;
    for (size_t t = steps; t-- > 0;) {
        r->step = (unsigned)t;
        for (p->from = 0; p->from < states[t].count; p->from++)
            dx_elimination_lay(r, states[t].keys + p->from * states[t].stride,
                               &one);
    }
    // What the ways from the beginning weigh, those to the end do.
    assert(r->effort->status != DX_OK ||
           dx_natural_equal(&p->rest[0][0], p->all));
    for (size_t t = 0; t <= steps; t++)
        release(p->rest[t], states[t].count);
}

void dx_passes_go(dx_outlook *o, dx_order_kind kind, const uint8_t *self,
                  dx_pass *pass, void *context, dx_natural *all,
                  dx_effort *effort)
{
    assert(o->weighs && dx_natural_is_zero(all));
    passes p = {.all = all, .pass = pass, .context = context};
    bool has_worlds = dx_layers_begin(&p.layers, o, kind, self, NULL, effort);
    p.layers.run.context = &p;
    p.layers.run.arrive = join;
    p.rest = dx_alloc(steps_of(&p.layers) + 1, sizeof *p.rest);
    if (has_worlds) {
        dx_layers_go(&p.layers, 0);
        if (effort->status == DX_OK)
            go_back(&p);
    }
    dx_free(p.rest);
    dx_layers_end(&p.layers);
}

// ---- one world ----

enum { STATES_FEW = 100 };

typedef struct trace {
    dx_layers layers;
    const uint8_t *vector; // the numbers that are wanted; NULL: any
    dx_layout laid;
    // Going back: where to, and what was found.
    const uint64_t *target;
    const dx_natural *target_weight;
    size_t from, found;
    double weight;
} trace;

// Is a number that is complete with this step another than is wanted?
static bool leads_astray(const trace *t, const uint64_t *key)
{
    const dx_elimination_run *r = &t->layers.run;
    const dx_elimination_step *step = &r->order->steps[r->step];
    if (t->vector == NULL || r->o->has_guards)
        return false;
    for (unsigned i = step->closes; i < step[1].closes; i++) {
        size_t s = r->order->closes[i];
        const dx_sum *sum = &r->o->sums.at[s];
        if (sum->slot != DX_SLOT_NONE && !dx_run_ignores(r->stand, sum) &&
            dx_entry_clamp(&r->o->inner.entries.at[sum->slot],
                           dx_elimination_value(r, s, key)) !=
                t->vector[sum->slot])
            return true;
    }
    return false;
}

static void join_wanted(dx_elimination_run *r, const uint64_t *key,
                        const dx_load *l)
{
    trace *t = r->context;
    dx_states *to = &t->layers.states[r->step + 1];
    if (leads_astray(t, key))
        return;
    size_t number = dx_states_find(to, key);
    if (to->weighs)
        dx_natural_add_product_count(&to->weights[number], l->weight, l->ways);
}

// Takes what comes with the right chance, without knowing what is to come.
static bool takes(trace *t, double weight)
{
    if (t->laid.random == NULL)
        return t->weight++ == 0;
    t->weight += weight;
    return dx_random_unit(t->laid.random) * t->weight < weight;
}

static void compare(dx_elimination_run *r, const uint64_t *key,
                    const dx_load *l)
{
    trace *t = r->context;
    if (memcmp(key, t->target, r->order->words * sizeof *key) != 0)
        return;
    double weight =
        r->o->weighs ? dx_natural_ratio(l->weight, t->target_weight) : 1;
    if (!takes(t, weight * (double)l->ways))
        return;
    t->found = t->from;
    dx_layout_keep(&t->laid, r);
}

static void find_back(trace *t, size_t last)
{
    dx_elimination_run *r = &t->layers.run;
    r->arrive = compare;
    for (size_t i = steps_of(&t->layers);
         i-- > 0 && r->effort->status == DX_OK;) {
        const dx_states *from = &t->layers.states[i], *to = from + 1;
        r->step = (unsigned)i;
        t->target = to->keys + last * to->stride;
        t->target_weight = weight_of(to, last);
        t->weight = 0;
        for (t->from = 0; t->from < from->count; t->from++)
            dx_elimination_lay(r, from->keys + t->from * from->stride,
                               weight_of(from, t->from));
        // Some state leads there.
        assert(t->weight > 0 || r->effort->status != DX_OK);
        last = t->found;
    }
}

// A final state with the wanted numbers; SIZE_MAX if there is none.
static size_t find_last(trace *t)
{
    const dx_elimination_run *r = &t->layers.run;
    const dx_states *last = &t->layers.states[steps_of(&t->layers)];
    size_t count = r->o->inner.entries.count, found = SIZE_MAX;
    uint8_t *numbers = dx_alloc(count + 1, 1);
    dx_natural all = dx_natural_of(0);
    for (size_t i = 0; last->weighs && i < last->count; i++)
        dx_natural_add(&all, &last->weights[i]);
    t->weight = 0;
    for (size_t i = 0; i < last->count; i++) {
        dx_elimination_read(r, last->keys + i * last->stride, numbers);
        if ((t->vector == NULL || memcmp(numbers, t->vector, count) == 0) &&
            takes(t,
                  last->weighs ? dx_natural_ratio(&last->weights[i], &all) : 1))
            found = i;
    }
    dx_natural_release(&all);
    dx_free(numbers);
    return found;
}

static bool find_world(trace *t, dx_dealt *dealt)
{
    const dx_effort *effort = t->layers.run.effort;
    // If it is not drawn any will do, and few states may lead to one.
    bool is_all =
        dx_layers_go(&t->layers, t->laid.random == NULL ? STATES_FEW : 0);
    size_t last = find_last(t);
    if (last == SIZE_MAX && !is_all) {
        dx_layers_go(&t->layers, 0);
        last = find_last(t);
    }
    if (last == SIZE_MAX || effort->status != DX_OK)
        return false;
    find_back(t, last);
    if (effort->status == DX_OK)
        dx_layout_deal(&t->laid, dealt);
    return effort->status == DX_OK;
}

bool dx_outlook_world(dx_outlook *o, const uint8_t *self, const bool *ignored,
                      const uint8_t *vector, dx_random *random, dx_dealt *dealt,
                      dx_effort *effort)
{
    DX_REQUIRE(o->shows_worlds || !o->is_plain, "an outlook that shows worlds");
    if (o->by_hand != NULL)
        return dx_by_hand_world(o, self, ignored, vector, random, dealt,
                                effort);
    if (o->is_refused)
        return false;
    trace *t = dx_alloc(1, sizeof *t);
    bool has_worlds = dx_layers_begin(&t->layers, o, o->elimination.turn[0],
                                      self, ignored, effort);
    t->vector = vector;
    t->laid.o = o;
    t->laid.random = random;
    t->layers.run.arrive = join_wanted;
    t->layers.run.context = t;
    bool found = has_worlds && find_world(t, dealt);
    dx_layers_end(&t->layers);
    dx_free(t);
    return found;
}
