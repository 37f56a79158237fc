// Forward, every layer keeps the weight of the ways to it; backward, the weight
// of the ways from it to the end.  The product of the two, with the step in
// between, is the weight of all worlds that take that step.

#include "minds/passes.h"

#include "base/memory.h"

#include <assert.h>

typedef struct passes {
    dx_deal_run run;
    dx_states *layers; // before each group, and at the end
    dx_natural **rest; // of each state, the weight of what is to come
    size_t from;
    dx_natural *all;
    dx_pass_step *step;
    void *context;
} passes;

static void join(dx_deal_run *r, dx_load l)
{
    passes *p = r->context;
    dx_states *to = &p->layers[r->group + 1];
    size_t number = dx_states_find(to, r->done); // may move the weights
    dx_natural_add_product_count(&to->weights[number], l.weight, l.ways);
}

// A step from state p->from; the load is that of the step alone.
static void step_back(dx_deal_run *r, dx_load l)
{
    passes *p = r->context;
    size_t to = dx_states_find(&p->layers[r->group + 1], r->done);
    // It was reached before.
    assert(!dx_natural_is_zero(&p->layers[r->group + 1].weights[to]));
    dx_natural ways = dx_natural_copy(l.weight);
    dx_natural_multiply_count(&ways, l.ways);
    dx_natural_multiply(&ways, &p->rest[r->group + 1][to]);
    dx_natural_add(&p->rest[r->group][p->from], &ways);
    dx_natural_multiply(&ways, &p->layers[r->group].weights[p->from]);
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
    for (unsigned g = 0; g < o->groups.count; g++) {
        const dx_states *from = &p->layers[g];
        dx_states_clear(&p->layers[g + 1], p->run.stride, true);
        for (size_t i = 0; i < from->count; i++)
            dx_run_lay(&p->run, g, dx_states_key(from, i), &from->weights[i]);
    }
    const dx_states *last = &p->layers[o->groups.count];
    for (size_t i = 0; i < last->count; i++)
        dx_natural_add(p->all, &last->weights[i]);
}

static void go_back(passes *p)
{
    const dx_outlook *o = p->run.o;
    const dx_natural one = dx_natural_of_small(1);
    p->run.arrive = step_back;
    for (size_t g = 0; g <= o->groups.count; g++)
        p->rest[g] = dx_alloc(p->layers[g].count + 1, sizeof *p->rest[g]);
    for (size_t i = 0; i < p->layers[o->groups.count].count; i++)
        p->rest[o->groups.count][i] = dx_natural_of(1);
    for (unsigned g = (unsigned)o->groups.count; g-- > 0;)
        for (p->from = 0; p->from < p->layers[g].count; p->from++)
            dx_run_lay(&p->run, g, dx_states_key(&p->layers[g], p->from), &one);
    // What the ways from the beginning weigh, those to the end do.
    assert(p->run.effort->status != DX_OK ||
           dx_natural_equal(&p->rest[0][0], p->all));
}

static void release(passes *p)
{
    size_t groups = p->run.o->groups.count;
    for (size_t g = 0; g <= groups; g++) {
        if (p->rest[g] != NULL)
            dx_natural_release_all(p->rest[g], p->layers[g].count);
        dx_free(p->rest[g]);
        dx_states_release(&p->layers[g]);
    }
    dx_free(p->rest);
    dx_free(p->layers);
}

void dx_passes_go(dx_outlook *o, const uint8_t *self, dx_pass_step *step,
                  void *context, dx_natural *all, dx_effort *effort)
{
    assert(o->weighs && o->by_place == NULL && dx_natural_is_zero(all));
    passes p = {.all = all, .step = step, .context = context};
    p.layers = dx_alloc(o->groups.count + 1, sizeof *p.layers);
    p.rest = dx_alloc(o->groups.count + 1, sizeof *p.rest);
    p.run.context = &p;
    if (dx_run_begin(&p.run, o, self, effort)) {
        go_forward(&p);
        go_back(&p);
    }
    dx_run_end(&p.run);
    release(&p);
}
