// Weights are rounded here: they only say how often a world is drawn.

#include "minds/draw.h"

#include "base/memory.h"
#include "minds/layout.h"

#include <assert.h>
#include <string.h>

struct dx_draw {
    const dx_rules *rules;
    dx_outlook o;
    dx_deal_run run;
    dx_layout layout;
    dx_dealt seen, dealt;
    dx_states *layers; // before each group, and at the end
    double **rest;     // of each state, the weight of what is to come
    // Going on: from where, and what was found.
    size_t from, found;
    double weight;
};

static const dx_natural one = {.low = 1};

static void find(dx_deal_run *r, dx_load l DX_UNUSED)
{
    dx_draw *d = r->context;
    dx_states_find(&d->layers[r->group + 1], r->done);
}

// The weight of what follows a step, and the number of the state it leads to.
static double worth(dx_deal_run *r, dx_load l, size_t *out_to)
{
    dx_draw *d = r->context;
    *out_to = dx_states_find(&d->layers[r->group + 1], r->done);
    return dx_natural_ratio(l.weight, &one) * (double)l.ways *
           d->rest[r->group + 1][*out_to];
}

static void step_back(dx_deal_run *r, dx_load l)
{
    dx_draw *d = r->context;
    size_t to;
    d->rest[r->group][d->from] += worth(r, l, &to);
}

// Takes what comes with the right chance, without knowing what is to come.
static void step_on(dx_deal_run *r, dx_load l)
{
    dx_draw *d = r->context;
    size_t to;
    double weight = worth(r, l, &to);
    d->weight += weight;
    if (dx_random_unit(d->layout.random) * d->weight >= weight)
        return;
    d->found = to;
    dx_layout_keep(&d->layout, r);
}

static void lay(dx_draw *d, unsigned group, size_t from)
{
    d->from = from;
    dx_run_lay(&d->run, group, dx_states_key(&d->layers[group], from), &one);
}

static void find_states(dx_draw *d)
{
    unsigned groups = (unsigned)d->o.groups.count;
    d->run.arrive = find;
    for (unsigned g = 0; g <= groups; g++)
        dx_states_clear(&d->layers[g], d->run.stride, false);
    dx_states_find(&d->layers[0], (const uint64_t *)(void *)d->run.key);
    for (unsigned g = 0; g < groups; g++)
        for (size_t i = 0; i < d->layers[g].count; i++)
            lay(d, g, i);
}

static void weigh_states(dx_draw *d)
{
    unsigned groups = (unsigned)d->o.groups.count;
    d->run.arrive = step_back;
    for (unsigned g = 0; g <= groups; g++)
        d->rest[g] = dx_alloc(d->layers[g].count + 1, sizeof **d->rest);
    for (size_t i = 0; i < d->layers[groups].count; i++)
        d->rest[groups][i] = 1;
    for (unsigned g = groups; g-- > 0;)
        for (size_t i = 0; i < d->layers[g].count; i++)
            lay(d, g, i);
}

static void look(dx_draw *d, const void *own)
{
    const dx_places *places = d->rules->game->places;
    for (uint64_t seen = d->o.sees; seen != 0; seen &= seen - 1) {
        unsigned place = (unsigned)__builtin_ctzll(seen);
        places->held(d->o.frame->sight, own, place, d->seen.count[place]);
    }
}

static bool begin(dx_draw *d, const void *own, dx_effort *effort)
{
    uint8_t *self = dx_scope_values(&d->o.self, d->rules->game->places, own);
    size_t groups = d->o.groups.count;
    d->layers = dx_alloc(groups + 1, sizeof *d->layers);
    d->rest = dx_alloc(groups + 1, sizeof *d->rest);
    d->run.context = d;
    d->layout.o = &d->o;
    look(d, own);
    bool can = dx_run_begin(&d->run, &d->o, self, effort);
    if (can) {
        find_states(d);
        weigh_states(d);
    }
    dx_free(self);
    return can && effort->status == DX_OK && d->rest[0][0] > 0;
}

dx_draw *dx_draw_new(dx_frames *frames, unsigned seat, const void *own,
                     bool uniform, dx_effort *effort)
{
    const dx_frame *now = dx_frames_now(frames);
    dx_draw *d = dx_alloc(1, sizeof *d);
    d->rules = dx_frames_rules(frames);
    d->o = (dx_outlook){.frame = now,
                        .sees = seat == DX_BYSTANDER ? 0 : now->sees[seat],
                        .weighs = true,
                        .is_uniform = uniform,
                        .shows_worlds = true,
                        .self = {.frame = now},
                        .inner = {.frame = now}};
    dx_outlook_plan(&d->o);
    if (begin(d, own, effort))
        return d;
    dx_draw_free(d);
    return NULL;
}

void dx_draw_free(dx_draw *d)
{
    if (d == NULL)
        return;
    for (size_t g = 0; g <= d->o.groups.count; g++) {
        dx_states_release(&d->layers[g]);
        dx_free(d->rest[g]);
    }
    dx_free(d->layers);
    dx_free(d->rest);
    dx_run_end(&d->run);
    dx_outlook_release(&d->o);
    dx_free(d);
}

void dx_draw_world(dx_draw *d, dx_random *random, void *out_table)
{
    const dx_frame *frame = d->o.frame;
    size_t at = 0;
    d->layout.random = random;
    d->run.arrive = step_on;
    for (unsigned g = 0; g < d->o.groups.count; g++) {
        d->weight = 0;
        lay(d, g, at);
        assert(d->weight > 0);
        at = d->found;
    }
    d->dealt = d->seen;
    dx_layout_deal(&d->layout, &d->dealt);
    memcpy(out_table, frame->sight, d->rules->game->table_bytes(d->rules));
    d->rules->game->places->fill(out_table, &d->dealt);
}
