// Layers come from the reference walk (minds/consider.c), followed by a
// bystander.  A bystander sees no more than any seat does, so whatever a seat
// holds possible is in the layer, and its cells are the histories that mask
// alike for it: the partition of the theory, written out.
//
// Weights: where nothing is assumed they are the chances of nature.  An
// assumption is weighed by each seat in its own way (how it moved itself is no
// evidence for it), so each cell is considered once more from that seat's view.
//
// The past: a formula under `prev`, `@`, `once` or `sofar` is evaluated in the
// layers it looks back to, and carried along the parents into a fact of the
// layer that asks.  Inner formulas and earlier layers come first, so that what
// is looked up is always there.
//
// Cost: the walk; for each layer and seat a masked past of each history; and
// with an assumption a whole walk for each cell.

#include "ask/histories.h"

#include "ask/source_worlds.h"
#include "ask/table_model.h"
#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct layer {
    unsigned turn, length; // moves of seats, events
    size_t count;
    dx_event *pasts;
    uint8_t *tables;
    dx_fraction *chance; // of nature and the assumption, for a bystander
    uint32_t *parent;    // in the layer before
    dx_model *model;
} layer;

struct dx_histories {
    dx_rules rules;
    dx_masks masks;
    const dx_assumption *assumption;
    size_t worlds_max, table_bytes;
    bool have_chances;
    DX_VECTOR(layer) layers;
};

static layer *last_layer(const dx_histories *h)
{
    assert(h->layers.count > 0);
    return &h->layers.at[h->layers.count - 1];
}

static const dx_event *past_of(const layer *l, size_t world)
{
    assert(world < l->count);
    return l->pasts + world * l->length;
}

static void layer_release(layer *l)
{
    dx_free(l->pasts);
    dx_free(l->tables);
    dx_free(l->chance);
    dx_free(l->parent);
    dx_model_free(l->model);
}

void dx_histories_free(dx_histories *h)
{
    if (h == NULL)
        return;
    for (size_t i = 0; i < h->layers.count; i++)
        layer_release(&h->layers.at[i]);
    dx_vector_release(&h->layers);
    dx_free(h);
}

// Histories go on in the order of the ones they come from, so the parent is
// the one before or a later one.
static void find_parents(layer *now, const layer *before)
{
    size_t parent = 0;
    for (size_t i = 0; i < now->count; i++) {
        while (memcmp(past_of(now, i), past_of(before, parent),
                      before->length * sizeof(dx_event)) != 0) {
            parent++;
            assert(parent < before->count);
        }
        now->parent[i] = (uint32_t)parent;
    }
}

static void keep_layer(dx_histories *h, const dx_worlds *worlds, unsigned turn,
                       unsigned length)
{
    layer l = {.turn = turn, .length = length};
    l.count = dx_worlds_count(worlds);
    l.pasts = dx_alloc_raw(l.count * length + 1, sizeof *l.pasts);
    l.tables = dx_alloc_raw(l.count, h->table_bytes);
    l.chance = dx_alloc_raw(l.count, sizeof *l.chance);
    l.parent = dx_alloc(l.count, sizeof *l.parent);
    size_t bytes = h->rules.game->table_bytes(&h->rules);
    for (size_t i = 0; i < l.count; i++) {
        dx_world world = dx_worlds_at(worlds, i);
        if (length > 0)
            memcpy(l.pasts + i * length, world.past, length * sizeof *l.pasts);
        memcpy(l.tables + i * h->table_bytes, world.table, bytes);
        l.chance[i] = world.exact;
    }
    if (h->layers.count > 0)
        find_parents(&l, last_layer(h));
    dx_vector_push(&h->layers, l);
}

dx_status dx_histories_new(const dx_rules *rules, const dx_event *seen,
                           unsigned count, bool with_past,
                           const dx_consider_options *options,
                           dx_histories **out, dx_error *error)
{
    dx_histories *h = dx_alloc(1, sizeof *h);
    h->rules = *rules;
    h->assumption = options->assumption;
    h->worlds_max = options->worlds_max;
    h->table_bytes = (rules->game->table_bytes(rules) + 15) / 16 * 16;
    dx_masks_init(&h->masks, rules->game->verbs);
    dx_consider_options plain = *options;
    plain.assumption = NULL;
    dx_worlds *worlds = dx_worlds_new(rules, DX_BYSTANDER, &plain);
    dx_status status = DX_OK;
    unsigned turn = 0;
    bool nature_begins =
        rules->game->turn(dx_worlds_at(worlds, 0).table) == DX_NATURE;
    if (count == 0 || (with_past && !nature_begins))
        keep_layer(h, worlds, 0, 0);
    for (unsigned i = 0; i < count && status == DX_OK; i++) {
        turn += !rules->game->verbs[seen[i].verb].chance;
        status = dx_worlds_follow(
            worlds, dx_masks_see(&h->masks, seen[i], DX_BYSTANDER), error);
        bool last = i + 1 == count;
        if (status == DX_OK &&
            (last || (with_past && seen[i].next != DX_NATURE)))
            keep_layer(h, worlds, turn, i + 1);
    }
    h->have_chances = dx_worlds_have_chances(worlds);
    dx_worlds_free(worlds);
    if (status == DX_OK)
        *out = h;
    else
        dx_histories_free(h);
    return status;
}

size_t dx_histories_count(const dx_histories *h)
{
    return last_layer(h)->count;
}

const void *dx_histories_table(const dx_histories *h, size_t world)
{
    return last_layer(h)->tables + world * h->table_bytes;
}

const dx_event *dx_histories_past(const dx_histories *h, size_t world,
                                  unsigned *out_count)
{
    *out_count = last_layer(h)->length;
    return past_of(last_layer(h), world);
}

bool dx_histories_looks(const dx_histories *h, size_t world, unsigned seat,
                        const dx_event *seen)
{
    const layer *l = last_layer(h);
    const dx_event *past = past_of(l, world);
    for (unsigned i = 0; i < l->length; i++)
        if (!dx_event_same(dx_masks_see(&h->masks, past[i], seat), seen[i]))
            return false;
    return true;
}

typedef struct masking {
    const dx_histories *h;
    const layer *l;
    unsigned seat;
    dx_event *buffer;
} masking;

static const dx_event *masked(void *context, size_t i)
{
    masking *m = context;
    const dx_event *past = past_of(m->l, i);
    for (unsigned k = 0; k < m->l->length; k++)
        m->buffer[k] = dx_masks_see(&m->h->masks, past[k], m->seat);
    return m->buffer;
}

// What the seat considers in one of its cells, with the weights it gives.
// Both lists of histories have the same ones.
static dx_status weigh_cell(const dx_histories *h, const layer *l,
                            const uint32_t *cell, size_t one, unsigned seat,
                            dx_fraction *weight, dx_error *error)
{
    dx_world world = {.past = past_of(l, one), .count = l->length};
    dx_eyes *eyes = dx_world_eyes(&h->rules, &world, seat);
    dx_worlds *worlds;
    dx_status status =
        dx_consider(dx_eyes_view(eyes),
                    &(dx_consider_options){.assumption = h->assumption,
                                           .worlds_max = h->worlds_max},
                    &worlds, error);
    dx_eyes_free(eyes);
    if (status != DX_OK)
        return status;
    size_t next = 0;
    for (size_t i = one; i < l->count; i++) {
        if (cell[i] != cell[one])
            continue;
        while (memcmp(dx_worlds_at(worlds, next).past, past_of(l, i),
                      l->length * sizeof(dx_event)) != 0) {
            next++;
            assert(next < dx_worlds_count(worlds));
        }
        weight[i] = dx_worlds_at(worlds, next).exact;
    }
    dx_worlds_free(worlds);
    return DX_OK;
}

static bool assumes(const dx_histories *h)
{
    return h->assumption != NULL && h->assumption->kind != 0;
}

dx_fraction *dx_histories_weigh(const dx_histories *h, unsigned seat,
                                const dx_event *seen)
{
    const layer *l = last_layer(h);
    if (!h->have_chances && !assumes(h))
        return NULL;
    uint32_t *cell = dx_alloc(l->count, sizeof *cell);
    dx_fraction *weight = dx_copy(l->chance, l->count * sizeof *weight);
    size_t one = l->count;
    for (size_t i = 0; i < l->count; i++) {
        cell[i] = dx_histories_looks(h, i, seat, seen);
        one = cell[i] && one == l->count ? i : one;
    }
    bool fine = one < l->count;
    if (fine && assumes(h))
        fine = weigh_cell(h, l, cell, one, seat, weight, NULL) == DX_OK;
    for (size_t i = 0; i < l->count; i++)
        fine = fine && !(cell[i] && dx_fraction_is_lost(weight[i]));
    dx_free(cell);
    if (fine)
        return weight;
    dx_free(weight);
    return NULL;
}

static dx_status add_weights(const dx_histories *h, layer *l, unsigned seat,
                             const uint32_t *cell, dx_error *error)
{
    dx_fraction *weight = dx_copy(l->chance, l->count * sizeof *weight);
    dx_bitset done = dx_bitset_new(l->count); // cells
    dx_status status = DX_OK;
    for (size_t i = 0; i < l->count && assumes(h) && status == DX_OK; i++)
        if (!dx_bitset_has(&done, cell[i])) {
            dx_bitset_add(&done, cell[i]);
            status = weigh_cell(h, l, cell, i, seat, weight, error);
        }
    for (size_t i = 0; i < l->count && status == DX_OK; i++)
        if (dx_fraction_is_lost(weight[i]))
            status = dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                             "the weights are too fine for exact fractions");
    if (status == DX_OK)
        dx_model_set_weights(l->model, seat, weight);
    dx_bitset_release(&done);
    dx_free(weight);
    return status;
}

// The cells of every seat; the bystander has one.
static dx_status add_agents(const dx_histories *h, layer *l, bool with_weights,
                            dx_error *error)
{
    uint32_t *cell = dx_alloc(l->count, sizeof *cell);
    masking m = {h, l, 0, dx_alloc(l->length + 1, sizeof *m.buffer)};
    dx_status status = DX_OK;
    for (unsigned seat = 0; seat < dx_players(&h->rules); seat++) {
        char name[16];
        snprintf(name, sizeof name, "%u", seat + 1);
        size_t agent = dx_model_add_agent(l->model, name);
        m.seat = seat;
        dx_cells_of_sequences(l->count, l->length, masked, &m, cell);
        dx_model_set_partition(l->model, agent, cell);
        if (with_weights && status == DX_OK)
            status = add_weights(h, l, seat, cell, error);
    }
    dx_model_add_agent(l->model, DX_PUBLIC_AGENT);
    dx_free(m.buffer);
    dx_free(cell);
    return status;
}

// The world of layer `to` that `world` of layer `from` goes on from.
static size_t ancestor(const dx_histories *h, size_t from, size_t to,
                       size_t world)
{
    assert(from < h->layers.count && to <= from);
    for (; from > to; from--)
        world = h->layers.at[from].parent[world];
    return world;
}

// Where a formula holds in a layer whose model has all it needs; the caller
// releases the set.
static dx_status where(const layer *l, dx_formula f, dx_bitset *out,
                       dx_error *error)
{
    const dx_bitset *set;
    dx_evaluator *evaluator = dx_evaluator_new(l->model, NULL);
    dx_status status = dx_evaluate(evaluator, f, &set, error);
    if (status == DX_OK)
        *out = dx_bitset_copy(set);
    dx_evaluator_free(evaluator);
    return status;
}

// Which earlier layers a time operator at layer `now` looks at.
static void span(const dx_need *need, size_t now, size_t *first, size_t *last)
{
    *first = 0;
    *last = now;
    if (need->when == DX_AT)
        *first = *last = need->turn;
    else if (need->when == DX_PREV)
        *first = *last = now - 1;
    assert(*first <= *last && *last <= now);
}

// Adds the proposition of a time operator to layer `now`.  Before the first
// turn there is nothing, so `prev f` is false there; and `f@n` is false where
// turn n has not come yet (inside another time operator).
static dx_status add_past(dx_histories *h, size_t now, const dx_need *need,
                          dx_error *error)
{
    layer *l = &h->layers.at[now];
    size_t p = dx_model_add_proposition(l->model, need->key);
    if ((need->when == DX_PREV && now == 0) ||
        (need->when == DX_AT && need->turn > now))
        return DX_OK;
    size_t first, last;
    span(need, now, &first, &last);
    bool all = need->when == DX_SOFAR;
    dx_bitset result = dx_bitset_new(l->count);
    if (all)
        dx_bitset_fill(&result);
    for (size_t t = first; t <= last; t++) {
        dx_bitset then;
        dx_status status = where(&h->layers.at[t], need->inner, &then, error);
        if (status != DX_OK) {
            dx_bitset_release(&result);
            return status;
        }
        for (size_t i = 0; i < l->count; i++)
            if (dx_bitset_has(&then, ancestor(h, now, t, i)) != all) {
                if (all)
                    dx_bitset_remove(&result, i);
                else
                    dx_bitset_add(&result, i);
            }
        dx_bitset_release(&then);
    }
    dx_bitset_assign(dx_model_worlds_of(l->model, p), &result);
    dx_bitset_release(&result);
    return DX_OK;
}

// Needs come in the order in which formulas contain each other, the inner
// first; and layers in the order of time.  So everything is there before it
// is looked at.
static dx_status build(dx_histories *h, size_t now, const dx_grounding *g,
                       dx_error *error)
{
    layer *l = &h->layers.at[now];
    dx_tables tables = {l->tables, l->count, h->table_bytes};
    // Layers are in the order of time.
    assert(now == 0 || h->layers.at[now - 1].length < l->length);
    dx_model_free(l->model);
    l->model = dx_model_of_tables(g, &tables, l->turn);
    dx_status status = add_agents(h, l, g->asks_chance, error);
    for (size_t i = 0; i < g->needs.count && status == DX_OK; i++)
        if (g->needs.at[i].kind == DX_NEED_PAST)
            status = add_past(h, now, &g->needs.at[i], error);
    return status;
}

dx_status dx_histories_model(dx_histories *h, const dx_grounding *g,
                             const dx_model **out_model, dx_error *error)
{
    if (g->asks_chance && !h->have_chances && !assumes(h))
        return dx_fail_no_chances(h->rules.game, error);
    for (size_t now = 0; now < h->layers.count; now++) {
        dx_status status = build(h, now, g, error);
        if (status != DX_OK)
            return status;
    }
    *out_model = last_layer(h)->model;
    return DX_OK;
}
