// Weights are rounded here: they only say how often a world is drawn.

#include "minds/draw.h"

#include "base/memory.h"
#include "base/vector.h"
#include "minds/layers.h"
#include "minds/layout.h"
#include "minds/narrow.h"

#include <assert.h>
#include <string.h>

// A step from a state to one of the next layer, with its own weight, and where
// what it lays is kept.
typedef struct step {
    size_t to, laid;
    double weight;
} step;

// Of each state of a layer its first step, and the weight of what is to come.
typedef struct layer {
    size_t *first;
    double *rest;
} layer;

struct dx_draw {
    const dx_rules *rules;
    dx_frame frame; // narrowed
    dx_outlook o;
    dx_layers layers;
    dx_layout layout;
    dx_dealt seen, dealt;
    layer *steps_of;
    DX_VECTOR(step) steps;   // in the order in which they are met
    DX_VECTOR(uint8_t) laid; // by cell of the step, and marks behind
};

static const dx_natural one = {.low = 1};

static unsigned cells_of(const dx_draw *d, size_t at_step)
{
    const dx_elimination_step *s = &d->layers.run.order->steps[at_step];
    return s[1].cells - s->cells;
}

static void find(dx_elimination_run *r, const uint64_t *key, const dx_load *l)
{
    dx_draw *d = r->context;
    unsigned cells = cells_of(d, r->step);
    step s = {.to = dx_states_find(&d->layers.states[r->step + 1], key),
              .laid = d->laid.count,
              .weight = dx_natural_ratio(l->weight, &one) * (double)l->ways};
    assert(s.weight > 0);
    dx_vector_push(&d->steps, s);
    dx_vector_reserve(&d->laid, cells + d->o.marks.count);
    memcpy(d->laid.at + d->laid.count, r->laid + r->order->steps[r->step].cells,
           cells);
    memcpy(d->laid.at + d->laid.count + cells, r->marked, d->o.marks.count);
    d->laid.count += cells + d->o.marks.count;
}

// Takes what comes with the right chance, without knowing what is to come, and
// answers which state that leads to.
static size_t step_on(dx_draw *d, size_t at_step, size_t at)
{
    dx_elimination_run *r = &d->layers.run;
    const layer *from = &d->steps_of[at_step];
    const double *rest = from[1].rest;
    unsigned cells = cells_of(d, at_step);
    size_t found = from->first[at];
    double all = 0;
    for (size_t i = from->first[at]; i < from->first[at + 1]; i++) {
        double weight = d->steps.at[i].weight * rest[d->steps.at[i].to];
        all += weight;
        if (dx_random_unit(d->layout.random) * all < weight)
            found = i;
    }
    assert(all > 0);
    const uint8_t *laid = d->laid.at + d->steps.at[found].laid;
    r->step = (unsigned)at_step;
    memcpy(r->laid + r->order->steps[at_step].cells, laid, cells);
    memcpy(r->marked, laid + cells, d->o.marks.count);
    dx_layout_keep(&d->layout, r);
    return d->steps.at[found].to;
}

static void find_steps(dx_draw *d)
{
    dx_elimination_run *r = &d->layers.run;
    size_t steps = r->order->step_count;
    r->arrive = find;
    r->context = d;
    for (size_t t = 0; t <= steps; t++) {
        const dx_states *from = &d->layers.states[t];
        layer *out = &d->steps_of[t];
        out->first = dx_alloc(from->count + 1, sizeof *out->first);
        out->rest = dx_alloc(from->count + 1, sizeof *out->rest);
        if (t < steps)
            dx_states_clear(&d->layers.states[t + 1], r->order->words, false);
        r->step = (unsigned)t;
        for (size_t i = 0; i < from->count; i++) {
            out->first[i] = d->steps.count;
            if (t < steps)
                dx_elimination_lay(r, from->keys + i * from->stride, &one);
        }
        out->first[from->count] = d->steps.count;
    }
}

static void weigh_states(dx_draw *d)
{
    size_t steps = d->layers.run.order->step_count;
    for (size_t i = 0; i < d->layers.states[steps].count; i++)
        d->steps_of[steps].rest[i] = 1;
    for (size_t t = steps; t-- > 0;) {
        layer *l = &d->steps_of[t];
        for (size_t i = 0; i < d->layers.states[t].count; i++)
            for (size_t s = l->first[i]; s < l->first[i + 1]; s++)
                l->rest[i] +=
                    d->steps.at[s].weight * l[1].rest[d->steps.at[s].to];
    }
}

static bool begin(dx_draw *d, dx_effort *effort)
{
    d->layout.o = &d->o;
    bool has_worlds =
        dx_layers_begin(&d->layers, &d->o, DX_ORDER_MIXED, NULL, NULL, effort);
    d->steps_of =
        dx_alloc(d->layers.run.order->step_count + 1, sizeof *d->steps_of);
    if (!has_worlds)
        return false;
    find_steps(d);
    weigh_states(d);
    return effort->status == DX_OK && d->steps_of[0].rest[0] > 0;
}

dx_draw *dx_draw_new(dx_frames *frames, unsigned seat, const void *own,
                     bool uniform, dx_effort *effort)
{
    const dx_frame *now = dx_frames_now(frames);
    if (now->beyond != NULL)
        return NULL;
    dx_draw *d = dx_alloc(1, sizeof *d);
    d->rules = dx_frames_rules(frames);
    uint64_t sees = seat == DX_BYSTANDER ? 0 : now->sees[seat];
    dx_frame_narrow(now, sees, d->rules->game->places, own, &d->frame,
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
    dx_draw_free(d);
    return NULL;
}

void dx_draw_free(dx_draw *d)
{
    if (d == NULL)
        return;
    for (size_t t = 0; t <= d->layers.run.order->step_count; t++) {
        dx_free(d->steps_of[t].first);
        dx_free(d->steps_of[t].rest);
    }
    dx_free(d->steps_of);
    dx_vector_release(&d->steps);
    dx_vector_release(&d->laid);
    dx_layers_end(&d->layers);
    dx_outlook_release(&d->o);
    dx_free(d);
}

void dx_draw_world(dx_draw *d, dx_random *random, void *out_table)
{
    const dx_frame *frame = d->o.frame;
    size_t at = 0;
    d->layout.random = random;
    for (size_t t = 0; t < d->layers.run.order->step_count; t++) {
        assert(d->steps_of[t].rest[at] > 0); // a world lies ahead
        at = step_on(d, t, at);
    }
    d->dealt = d->seen;
    dx_layout_deal(&d->layout, &d->dealt);
    memcpy(out_table, frame->sight, d->rules->game->table_bytes(d->rules));
    d->rules->game->places->fill(out_table, &d->dealt);
}
