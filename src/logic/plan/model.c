#include "logic/plan/model.h"

static void set_relation(const dx_task_state *state, size_t agent,
                         dx_model *model)
{
    DX_VECTOR(dx_edge) edges = {0};
    size_t words = dx_task_state_words(state);
    for (uint32_t w = 0; w < state->worlds; w++) {
        const uint64_t *row =
            state->bits + state->row[agent * state->worlds + w] * words;
        for (uint32_t v = 0; v < state->worlds; v++)
            if (row[v / 64] >> v % 64 & 1)
                dx_vector_push(&edges, (dx_edge){w, v});
    }
    dx_model_set_edges(model, agent, DX_KNOWLEDGE, edges.count, edges.at);
    dx_vector_release(&edges);
}

dx_model *dx_task_model(const dx_task *task, const dx_task_state *state)
{
    dx_model *model = dx_model_new(task->store, state->worlds);
    for (size_t a = 0; a < task->agents.count; a++) {
        dx_model_add_agent(model, task->agents.at[a]);
        set_relation(state, a, model);
    }
    for (size_t i = 0; i < task->atoms.count; i++) {
        size_t p = dx_model_add_proposition(model, task->atoms.at[i]);
        for (size_t w = 0; w < state->worlds; w++)
            if (dx_task_label_has(&task->labels, state->label[w], (uint32_t)i))
                dx_bitset_add(dx_model_worlds_of(model, p), w);
    }
    for (size_t w = state->worlds; w-- > 0;)
        if (state->designated[w / 64] >> w % 64 & 1)
            dx_model_set_actual(model, w);
    return model;
}
