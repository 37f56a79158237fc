// Weights are rounded here: they only say how often a world is drawn.

#include "minds/eliminate/sample.h"

#include "base/memory.h"
#include "base/vector.h"
#include "minds/eliminate/layout.h"
#include "minds/turn/condition.h"

#include <assert.h>
#include <string.h>

// A step from a state to one of the next layer, with its own weight.
typedef struct step {
    size_t to;
    double weight;
} step;

// The states before a group, or at the end; of each its first step, and the
// weight of what is to come.
typedef struct layer {
    dx_states states;
    size_t *first;
    double *rest;
} layer;

struct dx_sampler {
    const dx_rules *rules;
    dx_frame frame; // narrowed
    dx_outlook o;
    dx_deal_run run;
    dx_layout layout;
    dx_dealt seen, dealt;
    layer *layers;
    DX_VECTOR(step) steps; // in the order in which they are met
    size_t stride;
    DX_VECTOR(uint8_t) laid; // in each: by class, and marks behind
};

static const dx_natural one = {.low = 1};

static void find(dx_deal_run *r, const dx_load *l)
{
    dx_sampler *d = r->context;
    step s = {.to = dx_states_find(&d->layers[r->row + 1].states, r->done),
              .weight = dx_natural_ratio(l->weight, &one) * (double)l->ways};
    assert(s.weight > 0);
    dx_vector_push(&d->steps, s);
    dx_vector_reserve(&d->laid, d->stride);
    memcpy(d->laid.at + d->laid.count, r->laid, d->o.classes.count);
    memcpy(d->laid.at + d->laid.count + d->o.classes.count, r->marked,
           d->o.marks.count);
    d->laid.count += d->stride;
}

// Takes what comes with the right chance, without knowing what is to come, and
// answers which state that leads to.
static size_t step_on(dx_sampler *d, unsigned group, size_t at)
{
    const layer *from = &d->layers[group];
    const double *rest = d->layers[group + 1].rest;
    size_t found = from->first[at];
    double all = 0;
    for (size_t i = from->first[at]; i < from->first[at + 1]; i++) {
        double weight = d->steps.at[i].weight * rest[d->steps.at[i].to];
        all += weight;
        if (dx_random_unit(d->layout.random) * all < weight)
            found = i;
    }
    assert(all > 0);
    const uint8_t *laid = d->laid.at + found * d->stride;
    memcpy(d->layout.step[group].laid, laid, d->o.classes.count);
    memcpy(d->layout.step[group].marked, laid + d->o.classes.count,
           d->o.marks.count);
    return d->steps.at[found].to;
}

static void lay(dx_sampler *d, unsigned group, size_t from)
{
    dx_run_lay(&d->run, group, dx_states_key(&d->layers[group].states, from),
               &one);
}

static void find_steps(dx_sampler *d)
{
    unsigned groups = (unsigned)d->o.groups.count;
    d->run.arrive = find;
    for (unsigned g = 0; g <= groups; g++)
        dx_states_clear(&d->layers[g].states, d->run.stride, false);
    dx_states_find(&d->layers[0].states, (const uint64_t *)(void *)d->run.key);
    for (unsigned g = 0; g <= groups; g++) {
        layer *from = &d->layers[g];
        size_t count = from->states.count;
        from->first = dx_alloc(count + 1, sizeof *from->first);
        from->rest = dx_alloc(count + 1, sizeof *from->rest);
        for (size_t i = 0; i < count; i++) {
            from->first[i] = d->steps.count;
            if (g < groups)
                lay(d, g, i);
        }
        from->first[count] = d->steps.count;
    }
}

static void weigh_states(dx_sampler *d)
{
    layer *last = &d->layers[d->o.groups.count];
    for (size_t i = 0; i < last->states.count; i++)
        last->rest[i] = 1;
    for (layer *l = last; l-- > d->layers;)
        for (size_t i = 0; i < l->states.count; i++)
            for (size_t s = l->first[i]; s < l->first[i + 1]; s++)
                l->rest[i] +=
                    d->steps.at[s].weight * l[1].rest[d->steps.at[s].to];
}

static bool begin(dx_sampler *d, dx_effort *effort)
{
    d->layers = dx_alloc(d->o.groups.count + 1, sizeof *d->layers);
    d->run.context = d;
    d->layout.o = &d->o;
    d->stride = d->o.classes.count + d->o.marks.count;
    if (!dx_run_begin(&d->run, &d->o, NULL, effort))
        return false;
    find_steps(d);
    weigh_states(d);
    return effort->status == DX_OK && d->layers[0].rest[0] > 0;
}

dx_sampler *dx_sampler_new(dx_frames *frames, unsigned seat, const void *own,
                           bool uniform, dx_effort *effort)
{
    const dx_frame *now = dx_frames_now(frames);
    if (now->beyond != NULL)
        return NULL;
    dx_sampler *d = dx_alloc(1, sizeof *d);
    d->rules = dx_frames_rules(frames);
    uint64_t sees = seat == DX_BYSTANDER ? 0 : now->sees[seat];
    dx_frame_condition(now, sees, d->rules->game->places, own, &d->frame,
                       &d->seen);
    d->o = (dx_outlook){.frame = &d->frame,
                        .sees = sees,
                        .weighs = true,
                        .is_uniform = uniform,
                        .shows_worlds = true,
                        .self = {.frame = &d->frame},
                        .inner = {.frame = &d->frame}};
    dx_outlook_plan(&d->o);
    assert(d->o.self.entries.count == 0);
    if (begin(d, effort))
        return d;
    dx_sampler_free(d);
    return NULL;
}

void dx_sampler_free(dx_sampler *d)
{
    if (d == NULL)
        return;
    for (size_t g = 0; g <= d->o.groups.count; g++) {
        dx_states_release(&d->layers[g].states);
        dx_free(d->layers[g].first);
        dx_free(d->layers[g].rest);
    }
    dx_free(d->layers);
    dx_vector_release(&d->steps);
    dx_vector_release(&d->laid);
    dx_run_end(&d->run);
    dx_outlook_release(&d->o);
    dx_free(d);
}

void dx_sampler_world(dx_sampler *d, dx_random *random, void *out_table)
{
    const dx_frame *frame = d->o.frame;
    size_t at = 0;
    d->layout.random = random;
    for (unsigned g = 0; g < d->o.groups.count; g++) {
        assert(d->layers[g].rest[at] > 0); // a world lies ahead
        at = step_on(d, g, at);
    }
    d->dealt = d->seen;
    dx_layout_deal(&d->layout, &d->dealt);
    memcpy(out_table, frame->sight, d->rules->game->table_bytes(d->rules));
    d->rules->game->places->fill(out_table, &d->dealt);
}
