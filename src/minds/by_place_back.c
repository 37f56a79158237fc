// Back through the worlds of a mind whose worlds behaviour weighs.
//
// The layers of by_place.c are kept, with what each state was multiplied by
// when it was reached.  Backward, a state's *rest* is the weight of all that
// may follow; the weight of the worlds that take a step is the weight of the
// ways to it, times the cards it may take, times the multiplier and the rest of
// where it leads.  A world is drawn by going back from a final state, each time
// to one that leads there, by its share.

#include "minds/board_private.h"
#include "minds/by_place_private.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

typedef struct layers {
    dx_place_run run;
    size_t count;       // of steps
    dx_states *states;  // before each step, and at the end
    dx_natural **times; // what states were multiplied by; NULL: by nothing
    dx_natural **rest;
    dx_board_sums *sums;
    size_t from, bytes;
    // Drawing.
    dx_random *random;
    size_t target, found;
    unsigned group;
    double weight;
} layers;

static void keep_times(layers *l)
{
    const dx_states *to = l->run.to;
    if (l->run.sets.count == 0)
        return;
    dx_natural *times = dx_alloc(to->count + 1, sizeof *times);
    for (size_t i = 0; i < to->count; i++)
        times[i] = dx_natural_copy(dx_place_run_weight(&l->run, i));
    l->times[l->run.step + 1] = times;
}

// Forward, keeping all layers; false if there is no world or no effort left.
static bool go_forward(layers *l, dx_outlook *o, const uint8_t *self,
                       dx_effort *effort)
{
    l->count = o->by_place->steps.count;
    l->states = dx_alloc(l->count + 1, sizeof *l->states);
    l->times = dx_alloc(l->count + 1, sizeof *l->times);
    l->rest = dx_alloc(l->count + 1, sizeof *l->rest);
    l->run.from = &l->states[0];
    if (!dx_place_run_begin(&l->run, o, self, effort))
        return false;
    for (unsigned i = 0; i < l->count && effort->status == DX_OK; i++) {
        l->run.step = i;
        l->run.from = &l->states[i];
        l->run.to = &l->states[i + 1];
        dx_place_run_step(&l->run);
        l->bytes += dx_states_bytes(l->run.to);
        effort->bytes += dx_states_bytes(l->run.to);
        if (effort->status == DX_OK)
            keep_times(l);
    }
    return effort->status == DX_OK;
}

static void release_layer(dx_natural *numbers, size_t count)
{
    if (numbers != NULL)
        dx_natural_release_all(numbers, count);
    dx_free(numbers);
}

static void release(layers *l)
{
    for (size_t i = 0; i <= l->count; i++) {
        release_layer(l->times[i], l->states[i].count);
        release_layer(l->rest[i], l->states[i].count);
        dx_states_release(&l->states[i]);
    }
    dx_free(l->states);
    dx_free(l->times);
    dx_free(l->rest);
    assert(l->run.effort->bytes >= l->bytes);
    l->run.effort->bytes -= l->bytes;
    dx_place_run_end(&l->run);
}

// How many cards of each group a way has laid, at its end.
static void count_groups(layers *l, size_t last, const dx_natural *weight)
{
    unsigned number[DX_KINDS_MAX] = {0};
    const uint8_t *head = dx_states_key(l->run.from, l->from);
    double share = dx_natural_ratio(weight, &l->sums->all);
    for (size_t i = 0; i < l->run.step; i++)
        number[head[i] - 1]++;
    number[last]++;
    for (size_t g = 0; g < l->run.o->groups.count; g++)
        l->sums->number[g][number[g]] += share;
}

// A step from state l->from.
static void step_back(dx_place_run *r, size_t to, size_t group, unsigned left)
{
    layers *l = r->context;
    // It was reached before.
    assert(!dx_natural_is_zero(&l->states[r->step + 1].weights[to]));
    dx_natural ways = dx_natural_copy(&l->rest[r->step + 1][to]);
    if (l->times[r->step + 1] != NULL)
        dx_natural_multiply(&ways, &l->times[r->step + 1][to]);
    dx_natural_multiply_count(&ways, left);
    dx_natural_add(&l->rest[r->step][l->from], &ways);
    dx_natural_multiply(&ways, &r->from->weights[l->from]);
    dx_natural_add(&l->sums->laid[group * l->sums->columns + r->step], &ways);
    if (r->step + 1 == l->count)
        count_groups(l, group, &ways);
    dx_natural_release(&ways);
}

static void go_back(layers *l)
{
    l->run.arrive = step_back;
    l->run.context = l;
    for (size_t i = 0; i <= l->count; i++)
        l->rest[i] = dx_alloc(l->states[i].count + 1, sizeof *l->rest[i]);
    for (size_t i = 0; i < l->states[l->count].count; i++)
        l->rest[l->count][i] = dx_natural_of(1);
    for (unsigned i = (unsigned)l->count; i-- > 0;) {
        l->run.step = i;
        l->run.from = &l->states[i];
        l->run.to = &l->states[i + 1];
        for (l->from = 0; l->from < l->states[i].count; l->from++)
            dx_place_run_lay(&l->run, l->from);
    }
}

// The mean of log2 of all multipliers.
static double mean_times(const layers *l)
{
    double mean = 0;
    for (size_t i = 0; i <= l->count; i++)
        for (size_t s = 0; l->times[i] != NULL && s < l->states[i].count; s++) {
            dx_natural weight = dx_natural_copy(&l->states[i].weights[s]);
            dx_natural_multiply(&weight, &l->rest[i][s]);
            mean += dx_natural_ratio(&weight, &l->sums->all) *
                    dx_natural_log(&l->times[i][s]);
            dx_natural_release(&weight);
        }
    return mean;
}

void dx_by_place_sums(dx_outlook *o, const uint8_t *self, dx_board_sums *sums,
                      dx_effort *effort)
{
    layers l = {.sums = sums};
    if (go_forward(&l, o, self, effort)) {
        const dx_states *last = &l.states[l.count];
        for (size_t i = 0; i < last->count; i++)
            dx_natural_add(&sums->all, &last->weights[i]);
        go_back(&l);
        // What the ways from the beginning weigh, those to the end do.
        assert(effort->status != DX_OK ||
               dx_natural_equal(&l.rest[0][0], &sums->all));
        if (effort->status == DX_OK)
            sums->others = mean_times(&l);
    }
    release(&l);
}

// Drawing.

static bool takes(layers *l, double weight)
{
    l->weight += weight;
    return dx_random_unit(l->random) * l->weight < weight;
}

static void compare(dx_place_run *r, size_t to, size_t group, unsigned left)
{
    layers *l = r->context;
    if (to != l->target)
        return;
    double share =
        dx_natural_ratio(&r->from->weights[l->from], &r->to->weights[to]) *
        left;
    if (takes(l, share)) {
        l->found = l->from;
        l->group = (unsigned)group;
    }
}

static void draw_last(layers *l)
{
    const dx_states *last = &l->states[l->count];
    dx_natural all = {0};
    for (size_t i = 0; i < last->count; i++)
        dx_natural_add(&all, &last->weights[i]);
    l->weight = 0;
    for (size_t i = 0; i < last->count; i++)
        if (takes(l, dx_natural_ratio(&last->weights[i], &all)))
            l->target = i;
    dx_natural_release(&all);
}

bool dx_by_place_draw(dx_outlook *o, const uint8_t *self, dx_random *random,
                      unsigned *out_groups, dx_effort *effort)
{
    assert(o->by_place->steps.count <= DX_CARDS_MAX);
    layers l = {.random = random};
    bool found = go_forward(&l, o, self, effort) && l.states[l.count].count > 0;
    if (found)
        draw_last(&l);
    l.run.arrive = compare;
    l.run.context = &l;
    for (unsigned i = (unsigned)l.count; found && i-- > 0;) {
        l.run.step = i;
        l.run.from = &l.states[i];
        l.run.to = &l.states[i + 1];
        l.weight = 0;
        for (l.from = 0; l.from < l.states[i].count; l.from++)
            dx_place_run_lay(&l.run, l.from);
        assert(l.weight > 0 || effort->status != DX_OK);
        out_groups[i] = l.group;
        l.target = l.found;
        found = effort->status == DX_OK;
    }
    release(&l);
    return found;
}
