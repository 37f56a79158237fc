// Forward, every layer keeps the weight of the ways to it; backward, the weight
// of the ways from it to the end.  The product of the two, with the step in
// between, is the weight of all worlds that take that step.

#include "minds/eliminate/marginals.h"

#include "base/memory.h"
#include "minds/eliminate/moves.h"

#include <assert.h>

typedef struct passes {
    dx_deal_run run;
    dx_states *layers;  // before each row, and at the end
    dx_natural **rest;  // of each state, the weight of what is to come
    dx_natural **times; // what factors multiplied it by; NULL: by nothing
    size_t from;
    dx_natural *all;
    dx_marginal_step *step;
    void *context;
} passes;

static void join(dx_deal_run *r, const dx_load *l)
{
    passes *p = r->context;
    dx_states *to = &p->layers[r->row + 1];
    size_t number = dx_states_find(to, r->done); // may move the weights
    dx_natural_add_product_count(&to->weights[number], l->weight, l->ways);
}

// A step from state p->from; the load is that of the step alone.
static void step_back(dx_deal_run *r, const dx_load *load)
{
    passes *p = r->context;
    dx_load l = *load;
    size_t to = dx_states_find(&p->layers[r->row + 1], r->done);
    // It was reached before.
    assert(!dx_natural_is_zero(&p->layers[r->row + 1].weights[to]));
    if (p->times[r->row + 1] != NULL)
        l.weight = &p->times[r->row + 1][to];
    dx_natural ways = dx_natural_copy(l.weight);
    dx_natural_multiply_count(&ways, l.ways);
    dx_natural_multiply(&ways, &p->rest[r->row + 1][to]);
    dx_natural_add(&p->rest[r->row][p->from], &ways);
    dx_natural_multiply(&ways, &p->layers[r->row].weights[p->from]);
    if (!dx_natural_is_zero(&ways))
        p->step(p->context, r, l, &ways, p->all);
    dx_natural_release(&ways);
}

static void go_forward(passes *p)
{
    const dx_outlook *o = p->run.o;
    p->run.arrive = join;
    dx_states_clear(&p->layers[0], p->run.stride, true);
    size_t first =
        dx_states_find(&p->layers[0], (const uint64_t *)(void *)p->run.key);
    p->layers[0].weights[first] = dx_natural_of(1);
    for (unsigned g = 0; g < dx_outlook_rows(o); g++) {
        const dx_states *from = &p->layers[g];
        dx_states_clear(&p->layers[g + 1], p->run.stride, true);
        for (size_t i = 0; i < from->count; i++)
            dx_run_lay(&p->run, g, dx_states_key(from, i), &from->weights[i]);
        dx_moves_weigh(&p->run, &p->layers[g + 1], &p->times[g + 1]);
    }
    const dx_states *last = &p->layers[dx_outlook_rows(o)];
    for (size_t i = 0; i < last->count; i++)
        dx_natural_add(p->all, &last->weights[i]);
}

static void go_back(passes *p)
{
    const dx_outlook *o = p->run.o;
    const dx_natural one = dx_natural_of_small(1);
    p->run.arrive = step_back;
    for (size_t g = 0; g <= dx_outlook_rows(o); g++)
        p->rest[g] = dx_alloc(p->layers[g].count + 1, sizeof *p->rest[g]);
    for (size_t i = 0; i < p->layers[dx_outlook_rows(o)].count; i++)
        p->rest[dx_outlook_rows(o)][i] = dx_natural_of(1);
    for (unsigned g = dx_outlook_rows(o); g-- > 0;)
        for (p->from = 0; p->from < p->layers[g].count; p->from++)
            dx_run_lay(&p->run, g, dx_states_key(&p->layers[g], p->from), &one);
    // What the ways from the beginning weigh, those to the end do.
    assert(p->run.effort->status != DX_OK ||
           dx_natural_equal(&p->rest[0][0], p->all));
}

static void release_layer(dx_natural *numbers, size_t count)
{
    if (numbers != NULL)
        dx_natural_release_all(numbers, count);
    dx_free(numbers);
}

void dx_marginals_go(dx_outlook *o, const uint8_t *self, dx_marginal_step *step,
                     void *context, dx_natural *all, dx_effort *effort)
{
    assert(o->weighs && dx_natural_is_zero(all));
    size_t layers = dx_outlook_rows(o) + 1;
    passes p = {.all = all, .step = step, .context = context};
    p.layers = dx_alloc(layers, sizeof *p.layers);
    p.rest = dx_alloc(2 * layers, sizeof *p.rest);
    p.times = p.rest + layers;
    p.run.context = &p;
    if (dx_run_begin(&p.run, o, self, effort)) {
        go_forward(&p);
        if (effort->status == DX_OK)
            go_back(&p);
    }
    dx_run_end(&p.run);
    for (size_t row = 0; row < layers; row++) {
        release_layer(p.rest[row], p.layers[row].count);
        release_layer(p.times[row], p.layers[row].count);
        dx_states_release(&p.layers[row]);
    }
    dx_free(p.rest);
    dx_free(p.layers);
}
