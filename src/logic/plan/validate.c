// Following a plan, state by state.  Where a step cannot be done, or the goal
// does not hold, the blame is on the first conjunct that fails at a designated
// world; where an agent is left with nothing possible, on the step that did it.

#include "logic/plan/validate.h"

#include <string.h>

void dx_plan_verdict_release(dx_plan_verdict *verdict)
{
    dx_vector_release(&verdict->faults);
    dx_vector_release(&verdict->losses);
}

uint32_t dx_task_find_action(const dx_task *task, const char *name)
{
    for (uint32_t i = 0; i < task->actions.count; i++)
        if (strcmp(task->actions.at[i].name, name) == 0)
            return i;
    return UINT32_MAX;
}

// ---- Why a formula fails ----

// A designated world where it fails, or the number of worlds.
static size_t find_failing(dx_task_engine *engine, dx_task_node node)
{
    const dx_task_state *state = engine->program.state;
    size_t w = 0;
    while (w < state->worlds && (!(state->designated[w / 64] >> w % 64 & 1) ||
                                 dx_task_holds(&engine->program, node, w)))
        w++;
    return w;
}

// The agent whose mind a formula is about: of an attitude, whatever is in front
// of it, or of the first one in a disjunction.
static uint32_t agent_of(const dx_task *task, dx_formula f)
{
    const dx_formulas *store = task->store;
    while (dx_formula_kind(store, f) == DX_NOT)
        f = dx_formula_operand(store, f, 0);
    uint32_t agent = UINT32_MAX;
    if (dx_formula_kind(store, f) == DX_OR)
        for (size_t i = 0;
             agent == UINT32_MAX && i < dx_formula_count(store, f); i++)
            agent = agent_of(task, dx_formula_operand(store, f, i));
    if (dx_formula_family(store, f) != DX_FAMILY_ATTITUDE)
        return agent;
    const char *name = dx_formula_text(store, dx_formula_operand(store, f, 0));
    for (agent = 0; agent < task->agents.count; agent++)
        if (strcmp(task->agents.at[agent], name) == 0)
            return agent;
    return UINT32_MAX;
}

// Goes down from a conjunction to the first conjunct that fails at the world.
static dx_formula failing_part(dx_task_engine *engine, dx_formula f,
                               size_t world)
{
    const dx_formulas *store = engine->task->store;
    while (dx_formula_kind(store, f) == DX_AND) {
        dx_formula part = DX_FORMULA_NONE;
        for (size_t i = 0;
             part == DX_FORMULA_NONE && i < dx_formula_count(store, f); i++) {
            dx_formula conjunct = dx_formula_operand(store, f, i);
            dx_task_node node =
                dx_pair_map_find(&engine->program.node_of, conjunct, 0);
            if (!dx_task_holds(&engine->program, node, world))
                part = conjunct;
        }
        if (part == DX_FORMULA_NONE)
            return f;
        f = part;
    }
    return f;
}

static void blame(dx_task_engine *engine, size_t event, dx_formula f,
                  size_t world, dx_plan_verdict *out)
{
    dx_formula part = failing_part(engine, f, world);
    dx_vector_push(&out->faults,
                   (dx_plan_fault){event, part, agent_of(engine->task, part)});
}

// The designated events, none of which fits one of the designated worlds.
static void blame_events(dx_task_engine *engine, size_t a, dx_plan_verdict *out)
{
    const dx_task_state *state = engine->program.state;
    const dx_task_ready_action *ready = &engine->actions[a];
    for (size_t w = 0; w < state->worlds; w++) {
        if (!(state->designated[w / 64] >> w % 64 & 1))
            continue;
        bool fits = false;
        for (size_t e = 0; !fits && e < ready->action->events.count; e++)
            fits = ready->action->designated >> e & 1 &&
                   dx_task_holds(&engine->program,
                                 ready->events[e].precondition, w);
        for (size_t e = 0; !fits && e < ready->action->events.count; e++)
            if (ready->action->designated >> e & 1)
                blame(engine, e, ready->action->events.at[e].precondition, w,
                      out);
        if (!fits)
            return;
    }
}

// ---- Whose beliefs are gone ----

static dx_plan_loss *find_loss(dx_plan_verdict *verdict, uint32_t agent)
{
    for (size_t i = 0; i < verdict->losses.count; i++)
        if (verdict->losses.at[i].agent == agent)
            return &verdict->losses.at[i];
    return NULL;
}

// A loss that was somebody's thought and becomes real is told as the latter.
static void note_losses(const dx_task *task, const dx_task_state *state,
                        size_t step, dx_plan_verdict *out)
{
    for (uint32_t a = 0; a < task->agents.count; a++) {
        dx_plan_loss *known = find_loss(out, a);
        bool is_real = dx_task_is_bereft(state, a, a + 1, true);
        if ((known != NULL && (known->is_real || !is_real)) ||
            !dx_task_is_bereft(state, a, a + 1, false))
            continue;
        dx_plan_loss loss = {a, step, is_real};
        if (known != NULL)
            *known = loss;
        else
            dx_vector_push(&out->losses, loss);
    }
}

// ---- Step by step ----

typedef struct walk {
    dx_task_engine engine;
    dx_plan_watch *watch;
    void *context;
    dx_plan_verdict *out;
} walk;

static void arrive(walk *w, const dx_task_state *state, size_t step)
{
    note_losses(w->engine.task, state, step, w->out);
    if (w->watch != NULL)
        w->watch(w->context, w->engine.task, step, state);
    dx_task_engine_look(&w->engine, state);
}

static dx_status go(walk *w, size_t count, const uint32_t *actions,
                    dx_task_state *state, dx_error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (!dx_task_is_applicable(&w->engine, actions[i])) {
            w->out->is_cut = true;
            blame_events(&w->engine, actions[i], w->out);
            return DX_OK;
        }
        dx_task_state after;
        dx_status status =
            dx_task_update(&w->engine, actions[i], &after, error);
        if (status != DX_OK)
            return status;
        dx_task_state_release(state);
        *state = after;
        w->out->steps++;
        arrive(w, state, i + 1);
    }
    w->out->holds = dx_task_goal_holds(&w->engine);
    if (!w->out->holds)
        blame(&w->engine, 0, w->engine.task->goal,
              find_failing(&w->engine, w->engine.goal), w->out);
    return DX_OK;
}

dx_status dx_task_validate(dx_task *task, size_t count, const uint32_t *actions,
                           dx_plan_watch *watch, void *context,
                           dx_plan_verdict *out, dx_error *error)
{
    *out = (dx_plan_verdict){0};
    walk w = {.watch = watch, .context = context, .out = out};
    dx_status status = dx_task_engine_init(&w.engine, task, error);
    if (status != DX_OK)
        return status;
    dx_task_state state;
    status = dx_task_begin(&w.engine, &state, error);
    if (status == DX_OK) {
        arrive(&w, &state, 0);
        status = go(&w, count, actions, &state, error);
    }
    if (status == DX_OK)
        status = dx_task_engine_status(&w.engine, error);
    dx_task_state_release(&state);
    dx_task_engine_release(&w.engine);
    return status;
}
