// A task is data: this file makes it and takes it apart.  A state is one piece
// of memory, so that two of them are compared and hashed as bytes.

#include "logic/plan/task.h"

#include "base/hash.h"
#include "base/memory.h"

#include <string.h>

dx_task *dx_task_new(void)
{
    dx_task *task = dx_alloc(1, sizeof *task);
    task->store = dx_formulas_new();
    task->goal = dx_formula_true(task->store);
    return task;
}

static void release_action(dx_task_action *action)
{
    for (size_t e = 0; e < action->events.count; e++) {
        dx_free(action->events.at[e].name);
        dx_vector_release(&action->events.at[e].effects);
    }
    for (size_t i = 0; i < action->looks.count; i++)
        dx_free(action->looks.at[i]);
    dx_vector_release(&action->events);
    dx_vector_release(&action->looks);
    dx_free(action->name);
    dx_free(action->type);
    dx_free(action->sees);
    dx_free(action->looks_as);
}

void dx_task_free(dx_task *task)
{
    if (task == NULL)
        return;
    for (size_t i = 0; i < task->actions.count; i++)
        release_action(&task->actions.at[i]);
    for (size_t i = 0; i < task->agents.count; i++)
        dx_free(task->agents.at[i]);
    dx_vector_release(&task->actions);
    dx_vector_release(&task->agents);
    dx_vector_release(&task->atoms);
    dx_vector_release(&task->labels.bits);
    dx_index_release(&task->labels.index);
    dx_task_state_release(&task->start);
    dx_formulas_free(task->store);
    dx_free(task->name);
    dx_free(task);
}

void dx_task_fix_atoms(dx_task *task)
{
    DX_REQUIRE(task->labels.count == 0, "no label before all atoms are there");
    task->labels.words = dx_bitset_words(task->atoms.count);
    if (task->labels.words == 0)
        task->labels.words = 1;
}

uint32_t dx_task_label(dx_task_labels *labels, const uint64_t *atoms)
{
    size_t bytes = labels->words * sizeof *atoms;
    uint64_t hash = dx_hash_bytes(atoms, bytes);
    dx_probe probe = dx_index_probe(&labels->index, hash);
    uint32_t label;
    while ((label = dx_probe_next(&probe)) != DX_INDEX_NONE)
        if (memcmp(dx_task_label_atoms(labels, label), atoms, bytes) == 0)
            return label;
    dx_vector_reserve(&labels->bits, labels->words);
    memcpy(labels->bits.at + labels->bits.count, atoms, bytes);
    labels->bits.count += labels->words;
    dx_index_add(&labels->index, hash, labels->count);
    return labels->count++;
}

const uint64_t *dx_task_label_atoms(const dx_task_labels *labels,
                                    uint32_t label)
{
    return labels->bits.at + label * labels->words;
}

dx_task_action *dx_task_add_action(dx_task *task, const char *name,
                                   const char *type, size_t events,
                                   size_t looks)
{
    DX_REQUIRE(events <= DX_TASK_EVENTS_MAX, "at most 64 events");
    dx_vector_push(&task->actions,
                   (dx_task_action){.name = dx_copy_text(name),
                                    .type = dx_copy_text(type)});
    dx_task_action *action = &task->actions.at[task->actions.count - 1];
    action->sees = dx_alloc(looks * events, sizeof *action->sees);
    size_t count = task->agents.count * looks;
    action->looks_as = dx_alloc(count, sizeof *action->looks_as);
    for (size_t i = 0; i < count; i++)
        action->looks_as[i] = DX_FORMULA_NONE;
    return action;
}

void dx_task_drop_action(dx_task *task)
{
    release_action(&task->actions.at[--task->actions.count]);
}

bool dx_task_state_fits(size_t agents, size_t worlds, size_t rows)
{
    const size_t most = DX_TASK_STATE_BYTES_MAX;
    size_t words = dx_bitset_words(worlds);
    return worlds <= DX_TASK_WORLDS_MAX && rows <= most / 8 &&
           worlds * (1 + agents) * sizeof(uint32_t) +
                   (rows + 1) * words * sizeof(uint64_t) <=
               most;
}

dx_task_state dx_task_state_new(size_t agents, size_t worlds, size_t rows)
{
    size_t words = dx_bitset_words(worlds);
    // Eight-byte words first would move what a reader looks for first; so the
    // numbers are rounded up to an even count instead.
    size_t numbers = (worlds * (1 + agents) + 1) / 2 * 2;
    size_t bytes =
        numbers * sizeof(uint32_t) + (rows + 1) * words * sizeof(uint64_t);
    dx_task_state state = {
        .worlds = (uint32_t)worlds, .rows = (uint32_t)rows, .bytes = bytes};
    state.label = dx_alloc(bytes, 1);
    state.row = state.label + worlds;
    state.bits = (uint64_t *)(void *)(state.label + numbers);
    state.designated = state.bits + rows * words;
    return state;
}

void dx_task_state_release(dx_task_state *state)
{
    dx_free(state->label);
    *state = (dx_task_state){0};
}
