// Forward once, keeping the states of every layer that may lead to the numbers
// that are wanted; then back from a final state, each time to a state from
// which laying the row leads there, chosen by the weight of that way.

#include "minds/eliminate/trace.h"

#include "base/memory.h"
#include "minds/eliminate/layout.h"
#include "minds/eliminate/moves.h"

#include <assert.h>
#include <string.h>

enum { STATES_FEW = 100 };

typedef struct trace {
    dx_deal_run run;
    dx_layers layers;
    const uint8_t *vector; // the numbers that are wanted; NULL: any
    dx_layout laid;
    // Going back: where to, and what was found.
    const uint64_t *target;
    const dx_natural *target_weight;
    size_t from, found;
    double weight;
} trace;

// Is a number that is complete with this row another than is wanted?
static bool leads_astray(const dx_deal_run *r)
{
    const trace *t = r->context;
    const dx_outlook *o = r->o;
    const uint8_t *sums = (const uint8_t *)r->done + r->lead;
    for (unsigned i = o->closing[r->row]; i < o->closing[r->row + 1]; i++) {
        const dx_sum *sum = &o->sums.at[o->closed[i]];
        if (sum->slot != DX_SLOT_NONE && sum->last == r->row &&
            (r->ignored == NULL || !r->ignored[sum->slot]) &&
            sums[o->closed[i]] != t->vector[sum->slot])
            return true;
    }
    return false;
}

// Takes what comes with the right chance, without knowing what is to come.
static bool takes(trace *t, double weight)
{
    if (t->laid.random == NULL)
        return t->weight++ == 0;
    t->weight += weight;
    return dx_random_unit(t->laid.random) * t->weight < weight;
}

static void compare(dx_deal_run *r, const dx_load *l)
{
    trace *t = r->context;
    if (memcmp(r->done, t->target, r->stride * sizeof *r->done) != 0)
        return;
    double weight =
        r->o->weighs ? dx_natural_ratio(l->weight, t->target_weight) : 1;
    if (!takes(t, weight * (double)l->ways))
        return;
    t->found = t->from;
    dx_layout_keep(&t->laid, r);
}

static void go_back(trace *t, size_t last)
{
    dx_outlook *o = t->run.o;
    const dx_natural one = dx_natural_of_small(1);
    t->run.arrive = compare;
    unsigned row = dx_outlook_rows(o);
    while (row-- > 0 && t->run.effort->status == DX_OK) {
        const dx_states *from = &t->layers.at[row];
        const dx_states *to = &t->layers.at[row + 1];
        assert(last < to->count || t->run.effort->status != DX_OK);
        t->target = to->keys + last * to->stride;
        t->target_weight = o->weighs ? &to->weights[last] : &one;
        t->weight = 0;
        for (t->from = 0; t->from < from->count; t->from++)
            dx_run_lay(&t->run, row, dx_states_key(from, t->from),
                       o->weighs ? &from->weights[t->from] : &one);
        // Some state leads there.
        assert(t->weight > 0 || t->run.effort->status != DX_OK);
        last = t->found;
    }
}

// A final state with the wanted numbers; SIZE_MAX if there is none.
static size_t find_last(trace *t, const uint8_t *self, const uint8_t *vector)
{
    const dx_outlook *o = t->run.o;
    const dx_states *last = &t->layers.at[dx_outlook_rows(o)];
    size_t count = o->inner.entries.count, found = SIZE_MAX;
    uint8_t *numbers = dx_alloc(count + 1, 1);
    dx_natural all = dx_natural_of(0);
    for (size_t i = 0; o->weighs && i < last->count; i++)
        dx_natural_add(&all, &last->weights[i]);
    t->weight = 0;
    for (size_t i = 0; i < last->count; i++) {
        dx_run_read(&t->run, self, dx_states_key(last, i), numbers);
        if ((vector == NULL || memcmp(numbers, vector, count) == 0) &&
            takes(t, o->weighs ? dx_natural_ratio(&last->weights[i], &all) : 1))
            found = i;
    }
    dx_natural_release(&all);
    dx_free(numbers);
    return found;
}

static bool find_world(trace *t, const uint8_t *self, const uint8_t *vector,
                       dx_dealt *dealt)
{
    // If it is not drawn any will do, and few states may lead to one.
    t->layers.most = t->laid.random == NULL ? STATES_FEW : 0;
    t->layers.leads_astray = vector != NULL ? leads_astray : NULL;
    dx_run_forward(&t->run, &t->layers);
    size_t last = find_last(t, self, vector);
    if (last == SIZE_MAX && !t->layers.has_all) {
        t->layers.most = 0;
        dx_run_forward(&t->run, &t->layers);
        last = find_last(t, self, vector);
    }
    if (last == SIZE_MAX || t->run.effort->status != DX_OK)
        return false;
    go_back(t, last);
    if (t->run.effort->status == DX_OK)
        dx_layout_deal(&t->laid, dealt);
    return t->run.effort->status == DX_OK;
}

bool dx_outlook_world(dx_outlook *o, const uint8_t *self, const bool *ignored,
                      const uint8_t *vector, dx_random *random, dx_dealt *dealt,
                      dx_effort *effort)
{
    DX_REQUIRE(o->shows_worlds || !o->is_plain, "an outlook that shows worlds");
    if (o->by_hand != NULL && o->chains != NULL)
        return false;
    trace *t = dx_alloc(1, sizeof *t);
    t->laid.o = o;
    t->laid.random = random;
    t->run.ignored = ignored;
    t->run.context = t;
    t->vector = vector;
    t->layers = dx_layers_new(o);
    bool found = !o->is_refused && dx_run_begin(&t->run, o, self, effort) &&
                 find_world(t, self, vector, dealt);
    dx_layers_release(&t->layers);
    dx_run_end(&t->run);
    dx_free(t);
    return found;
}
