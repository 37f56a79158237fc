// Forward, every layer keeps the weight of the ways to it; backward, the weight
// of the ways from it to the end.  The product of the two, with the step in
// between, is the weight of all worlds that take that step.

#include "minds/eliminate/marginals.h"

#include "base/memory.h"

#include <assert.h>

typedef struct passes {
    dx_deal_run run;
    dx_layers layers;
    dx_natural **rest; // of each state, the weight of what is to come
    size_t from;
    dx_natural *all;
    dx_marginal_step *step;
    void *context;
} passes;

// A step from state p->from; the load is that of the step alone.
static void step_back(dx_deal_run *r, const dx_load *load)
{
    passes *p = r->context;
    const dx_states *before = &p->layers.at[r->row];
    dx_states *after = &p->layers.at[r->row + 1];
    dx_load l = *load;
    size_t to = dx_states_find(after, r->done);
    assert(!dx_natural_is_zero(&after->weights[to])); // it was reached before
    if (p->layers.times[r->row + 1] != NULL)
        l.weight = &p->layers.times[r->row + 1][to];
    dx_natural ways = dx_natural_copy(l.weight);
    dx_natural_multiply_count(&ways, l.ways);
    dx_natural_multiply(&ways, &p->rest[r->row + 1][to]);
    dx_natural_add(&p->rest[r->row][p->from], &ways);
    dx_natural_multiply(&ways, &before->weights[p->from]);
    if (!dx_natural_is_zero(&ways))
        p->step(p->context, r, l, &ways, p->all);
    dx_natural_release(&ways);
}

static void go_back(passes *p)
{
    const dx_natural one = dx_natural_of_small(1);
    const dx_states *layers = p->layers.at;
    unsigned rows = dx_outlook_rows(p->run.o);
    p->run.arrive = step_back;
    for (size_t g = 0; g <= rows; g++)
        p->rest[g] = dx_alloc(layers[g].count + 1, sizeof *p->rest[g]);
    for (size_t i = 0; i < layers[rows].count; i++)
        p->rest[rows][i] = dx_natural_of(1);
    for (unsigned g = rows; g-- > 0;)
        for (p->from = 0; p->from < layers[g].count; p->from++)
            dx_run_lay(&p->run, g, dx_states_key(&layers[g], p->from), &one);
    // What the ways from the beginning weigh, those to the end do.
    assert(p->run.effort->status != DX_OK ||
           dx_natural_equal(&p->rest[0][0], p->all));
}

void dx_marginals_go(dx_outlook *o, const uint8_t *self, dx_marginal_step *step,
                     void *context, dx_natural *all, dx_effort *effort)
{
    assert(o->weighs && dx_natural_is_zero(all));
    passes p = {.all = all, .step = step, .context = context};
    p.layers = dx_layers_new(o);
    p.layers.times = dx_alloc(p.layers.count, sizeof *p.layers.times);
    p.rest = dx_alloc(p.layers.count, sizeof *p.rest);
    p.run.context = &p;
    if (dx_run_begin(&p.run, o, self, effort)) {
        const dx_states *last = dx_run_forward(&p.run, &p.layers);
        for (size_t i = 0; i < last->count; i++)
            dx_natural_add(all, &last->weights[i]);
        if (effort->status == DX_OK)
            go_back(&p);
    }
    dx_run_end(&p.run);
    for (size_t row = 0; row < p.layers.count; row++) {
        if (p.rest[row] != NULL)
            dx_natural_release_all(p.rest[row], p.layers.at[row].count);
        dx_free(p.rest[row]);
    }
    dx_free(p.rest);
    dx_layers_release(&p.layers);
}
