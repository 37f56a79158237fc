// The state that a task begins with: listed world by world, or a theory.

#include "logic/epddl/inside.h"

#include "base/memory.h"

#include <string.h>

static dx_status read_world(dx_ep_spec *spec, uint32_t tree, uint32_t *out)
{
    dx_ep_thing value;
    dx_status status = dx_ep_value(spec, tree, &value);
    if (status != DX_OK || value.space != DX_EP_WORLDS)
        status = dx_ep_fail(spec, tree, "expected one of the :worlds");
    *out = value.number;
    return status;
}

typedef struct arrows {
    dx_task_state *state;
    uint32_t agent;
} arrows;

// Each world of each agent has a row of its own here: row = agent and world.
static dx_status add_arrow(dx_ep_spec *spec, uint32_t item, void *data)
{
    const arrows *a = data;
    uint32_t from, to;
    if (dx_ep_count(spec, item) != 2)
        return dx_ep_fail(spec, item, "expected (WORLD WORLD)");
    dx_status status = read_world(spec, dx_ep_member(spec, item, 0), &from);
    if (status == DX_OK)
        status = read_world(spec, dx_ep_member(spec, item, 1), &to);
    if (status != DX_OK)
        return status;
    size_t row = a->agent * a->state->worlds + from;
    a->state->bits[row * dx_task_state_words(a->state) + to / 64] |= UINT64_C(1)
                                                                     << to % 64;
    return DX_OK;
}

static dx_status read_relations(dx_ep_spec *spec, uint32_t list,
                                dx_task_state *state)
{
    uint32_t t = dx_ep_tree(spec, list)->first;
    while (t != 0) {
        uint32_t agent, item = dx_ep_tree(spec, t)->next;
        dx_status status = dx_ep_agent(spec, t, &agent);
        if (status == DX_OK && item == 0)
            status = dx_ep_fail(spec, t, "expected arrows behind the agent");
        if (status == DX_OK)
            status = dx_ep_list(spec, item, add_arrow, &(arrows){state, agent});
        if (status != DX_OK)
            return status;
        t = dx_ep_tree(spec, item)->next;
    }
    return DX_OK;
}

static dx_status add_true(dx_ep_spec *spec, uint32_t item, void *data)
{
    uint64_t *atoms = data;
    dx_formula atom;
    bool is_fact = false;
    dx_status status = dx_ep_atom(spec, item, &atom, &is_fact);
    if (status == DX_OK && is_fact)
        status = dx_ep_fail(spec, item, "facts stand in (:facts-init ..)");
    if (status != DX_OK)
        return status;
    uint32_t number = dx_pair_map_find(&spec->atom_of, atom, 0);
    atoms[number / 64] |= UINT64_C(1) << number % 64;
    return DX_OK;
}

static dx_status read_labels(dx_ep_spec *spec, uint32_t list,
                             dx_task_state *state)
{
    dx_task_labels *labels = &spec->task->labels;
    uint64_t *atoms = dx_alloc(labels->words, sizeof *atoms);
    uint32_t none = dx_task_label(labels, atoms);
    for (size_t w = 0; w < state->worlds; w++)
        state->label[w] = none;
    dx_status status = DX_OK;
    uint32_t t = dx_ep_tree(spec, list)->first;
    while (status == DX_OK && t != 0) {
        uint32_t world, item = dx_ep_tree(spec, t)->next;
        memset(atoms, 0, labels->words * sizeof *atoms);
        status = read_world(spec, t, &world);
        if (status == DX_OK && item == 0)
            status = dx_ep_fail(spec, t, "expected what is true there");
        if (status == DX_OK)
            status = dx_ep_list(spec, item, add_true, atoms);
        if (status == DX_OK)
            state->label[world] = dx_task_label(labels, atoms);
        t = item == 0 ? 0 : dx_ep_tree(spec, item)->next;
    }
    dx_free(atoms);
    return status;
}

static dx_status read_listed(dx_ep_spec *spec, uint32_t init)
{
    dx_task *task = spec->task;
    uint32_t list = dx_ep_after(spec, init, ":worlds");
    uint32_t t = dx_ep_tree(spec, list)->first;
    for (; t != 0; t = dx_ep_tree(spec, t)->next) {
        const char *name = dx_ep_tree(spec, t)->text;
        dx_status status = dx_ep_goes_on(spec, 4 * spec->world_names.count);
        if (status != DX_OK)
            return status;
        for (size_t i = 0; i < spec->world_names.count; i++)
            if (strcmp(spec->world_names.at[i], name) == 0)
                return dx_ep_fail(spec, t, "the world '%.60s' is there twice",
                                  name);
        dx_vector_push(&spec->world_names, name);
    }
    size_t worlds = spec->world_names.count, agents = task->agents.count;
    if (worlds == 0 || worlds * agents > 1 << 14)
        return dx_ep_fail(spec, list,
                          "expected some :worlds, at most %d "
                          "over the number of agents",
                          1 << 14);
    task->start = dx_task_state_new(agents, worlds, worlds * agents);
    for (uint32_t i = 0; i < worlds * agents; i++)
        task->start.row[i] = i;
    dx_status status = read_relations(
        spec, dx_ep_after(spec, init, ":relations"), &task->start);
    if (status == DX_OK)
        status =
            read_labels(spec, dx_ep_after(spec, init, ":labels"), &task->start);
    t = dx_ep_tree(spec, dx_ep_after(spec, init, ":designated"))->first;
    bool any = t != 0;
    for (; status == DX_OK && t != 0; t = dx_ep_tree(spec, t)->next) {
        uint32_t world;
        status = read_world(spec, t, &world);
        if (status == DX_OK)
            task->start.designated[world / 64] |= UINT64_C(1) << world % 64;
    }
    if (status == DX_OK && !any)
        status = dx_ep_fail(spec, init,
                            "no world is :designated: expected (WORLD ..) "
                            "behind it");
    spec->world_names.count = 0;
    return status;
}

dx_status dx_ep_start(dx_ep_spec *spec)
{
    uint32_t init = dx_ep_section(spec, spec->problem, ":init");
    if (init == 0)
        return dx_ep_fail(spec, spec->problem, "expected (:init ..)");
    if (dx_ep_after(spec, init, ":worlds") != 0)
        return read_listed(spec, init);
    if (dx_ep_count(spec, init) != 2)
        return dx_ep_fail(spec, init, "expected one list: (:init (:and ..))");
    return dx_ep_theory(spec, init);
}
