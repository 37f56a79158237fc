// The product update (Baltag, Moss and Solecki 1998), from the designated
// worlds outwards: a new world is an old one and an event that fits it, and
// only those that some agent gets to are made.
//
// A row of the new state is a row of the old one and a set of events, so there
// are as many as such pairs, not as many as worlds.  The look of an agent is
// one for the whole state (EPDDL): it is asked of the designated worlds.

#include "logic/plan/update.h"

#include "base/memory.h"

#include <string.h>

// ---- Making ready ----

static dx_status ready_event(dx_task_engine *engine, const dx_task_event *event,
                             dx_task_ready_event *ready, dx_error *error)
{
    dx_task_program *program = &engine->program;
    dx_status status = dx_task_compile(program, event->precondition,
                                       &ready->precondition, error);
    ready->is_plain = true;
    for (size_t i = 0; status == DX_OK && i < event->effects.count; i++) {
        dx_task_node node;
        status = dx_task_compile(program, event->effects.at[i].becomes, &node,
                                 error);
        if (status != DX_OK)
            break;
        dx_vector_push(&ready->becomes, node);
        ready->is_plain &= !program->nodes.at[node].is_modal;
    }
    return status;
}

static dx_status ready_action(dx_task_engine *engine,
                              const dx_task_action *action,
                              dx_task_ready_action *ready, dx_error *error)
{
    size_t events = action->events.count;
    size_t looks = engine->task->agents.count * action->looks.count;
    ready->action = action;
    ready->events = dx_alloc(events, sizeof *ready->events);
    ready->looks_as = dx_alloc(looks, sizeof *ready->looks_as);
    dx_status status = DX_OK;
    for (size_t e = 0; status == DX_OK && e < events; e++)
        status = ready_event(engine, &action->events.at[e], &ready->events[e],
                             error);
    for (size_t i = 0; status == DX_OK && i < looks; i++) {
        ready->looks_as[i] = UINT32_MAX;
        if (action->looks_as[i] != DX_FORMULA_NONE)
            status = dx_task_compile(&engine->program, action->looks_as[i],
                                     &ready->looks_as[i], error);
    }
    return status;
}

dx_status dx_task_engine_init(dx_task_engine *engine, dx_task *task,
                              dx_error *error)
{
    *engine = (dx_task_engine){.task = task};
    dx_task_program_init(&engine->program, task);
    engine->actions = dx_alloc(task->actions.count, sizeof *engine->actions);
    dx_status status =
        dx_task_compile(&engine->program, task->goal, &engine->goal, error);
    for (size_t i = 0; status == DX_OK && i < task->actions.count; i++)
        status = ready_action(engine, &task->actions.at[i], &engine->actions[i],
                              error);
    if (status != DX_OK)
        dx_task_engine_release(engine);
    return status;
}

void dx_task_engine_release(dx_task_engine *engine)
{
    for (size_t i = 0; i < engine->task->actions.count; i++) {
        dx_task_ready_action *ready = &engine->actions[i];
        for (size_t e = 0; ready->action != NULL && ready->events != NULL &&
                           e < ready->action->events.count;
             e++) {
            dx_vector_release(&ready->events[e].becomes);
            dx_vector_release(&ready->events[e].label_afterwards);
        }
        dx_free(ready->events);
        dx_free(ready->looks_as);
    }
    dx_free(engine->actions);
    dx_task_program_release(&engine->program);
    dx_task_contraction_release(&engine->contraction);
    dx_vector_release(&engine->world_of);
    dx_vector_release(&engine->pair);
    dx_vector_release(&engine->row_of);
    dx_pair_map_release(&engine->rows);
    dx_vector_release(&engine->row_key);
    dx_vector_release(&engine->event_sets);
}

void dx_task_engine_look(dx_task_engine *engine, const dx_task_state *state)
{
    dx_task_program_look(&engine->program, state);
}

dx_status dx_task_engine_status(const dx_task_engine *engine, dx_error *error)
{
    if (engine->program.pace.is_off || engine->contraction.pace.is_off)
        return dx_fail(error, DX_ERR_CANCELLED, 0, 0, "the time was over");
    if (engine->program.is_full)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "too many formulas at too many different worlds");
    return DX_OK;
}

bool dx_task_engine_has_room(const dx_task_engine *engine, size_t worlds,
                             size_t rows)
{
    enum { SETS_MAX = 1 << 30 }; // words; those that are asked for are used
    return dx_task_state_fits(engine->task->agents.count, worlds, rows) &&
           dx_bitset_words(worlds) * engine->program.nodes.count <= SETS_MAX;
}

// ---- Asking ----

static bool is_designated(const dx_task_state *state, size_t w)
{
    return state->designated[w / 64] >> w % 64 & 1;
}

bool dx_task_is_applicable(dx_task_engine *engine, size_t a)
{
    const dx_task_state *state = engine->program.state;
    const dx_task_ready_action *ready = &engine->actions[a];
    dx_pace *pace = &engine->program.pace;
    for (size_t w = 0; w < state->worlds && !dx_is_off(pace, 1); w++) {
        if (!is_designated(state, w))
            continue;
        bool fits = false;
        for (size_t e = 0; !fits && e < ready->action->events.count; e++)
            fits = ready->action->designated >> e & 1 &&
                   dx_task_holds(&engine->program,
                                 ready->events[e].precondition, w);
        if (!fits)
            return false;
    }
    return true;
}

bool dx_task_holds_everywhere(dx_task_engine *engine, dx_task_node node)
{
    const dx_task_state *state = engine->program.state;
    dx_pace *pace = &engine->program.pace;
    for (size_t w = 0; w < state->worlds && !dx_is_off(pace, 1); w++)
        if (is_designated(state, w) &&
            !dx_task_holds(&engine->program, node, w))
            return false;
    return dx_task_engine_status(engine, NULL) == DX_OK;
}

bool dx_task_goal_holds(dx_task_engine *engine)
{
    return dx_task_holds_everywhere(engine, engine->goal);
}

// The first look whose condition holds at a world, or the number of looks.
static uint32_t look_at(dx_task_engine *engine,
                        const dx_task_ready_action *ready, size_t agent,
                        size_t world)
{
    size_t count = ready->action->looks.count;
    for (uint32_t look = 0; look < count; look++) {
        dx_task_node node = ready->looks_as[agent * count + look];
        if (node != UINT32_MAX && dx_task_holds(&engine->program, node, world))
            return look;
    }
    return (uint32_t)count;
}

dx_status dx_task_looks(dx_task_engine *engine, size_t a, uint32_t *out,
                        dx_error *error)
{
    const dx_task_state *state = engine->program.state;
    const dx_task_ready_action *ready = &engine->actions[a];
    for (size_t agent = 0; agent < engine->task->agents.count; agent++) {
        out[agent] = UINT32_MAX;
        for (size_t w = 0;
             w < state->worlds && !dx_is_off(&engine->program.pace, 1); w++) {
            if (!is_designated(state, w))
                continue;
            uint32_t look = look_at(engine, ready, agent, w);
            if (look == ready->action->looks.count)
                return dx_fail(error, DX_ERR_INPUT, 0, 0,
                               "%.60s: nothing says how %.60s looks on; give "
                               "a 'default'",
                               ready->action->name,
                               engine->task->agents.at[agent]);
            if (out[agent] != UINT32_MAX && out[agent] != look)
                return dx_fail(error, DX_ERR_INPUT, 0, 0,
                               "%.60s: how %.60s looks on differs between "
                               "worlds that may be the real one, and an agent "
                               "has one look for a whole state",
                               ready->action->name,
                               engine->task->agents.at[agent]);
            out[agent] = look;
        }
    }
    return dx_task_engine_status(engine, error);
}

// ---- Updating ----

// The number of a set of events, among the few there are.
static uint32_t event_set_number(dx_task_engine *engine, uint64_t set)
{
    for (size_t i = 0; i < engine->event_sets.count; i++)
        if (engine->event_sets.at[i] == set)
            return (uint32_t)i;
    dx_vector_push(&engine->event_sets, set);
    return (uint32_t)(engine->event_sets.count - 1);
}

static void add_world(dx_task_engine *engine, const dx_task_ready_action *ready,
                      size_t w, size_t e)
{
    uint32_t *slot = &engine->world_of.at[w * ready->action->events.count + e];
    if (*slot != 0 || engine->pair.count > DX_TASK_WORLDS_MAX)
        return;
    dx_vector_push(&engine->pair, (uint64_t)w << 32 | e);
    *slot = (uint32_t)engine->pair.count;
}

// The worlds of a new row: those of the old row, each with every event of the
// set that fits it.  Calls `visit` for each.
typedef void visit_world(dx_task_engine *engine,
                         const dx_task_ready_action *ready, size_t w, size_t e,
                         void *data);

static void visit_row(dx_task_engine *engine, const dx_task_ready_action *ready,
                      uint64_t key, visit_world *visit, void *data)
{
    const dx_task_state *state = engine->program.state;
    size_t words = dx_task_state_words(state);
    const uint64_t *row = state->bits + (key >> 32) * words;
    uint64_t set = engine->event_sets.at[(uint32_t)key];
    for (; set != 0; set &= set - 1) {
        size_t e = (size_t)__builtin_ctzll(set);
        const uint64_t *fits =
            dx_task_worlds_of(&engine->program, ready->events[e].precondition);
        for (size_t i = 0; i < words && !dx_is_off(&engine->program.pace, 4);
             i++)
            for (uint64_t bits = row[i] & fits[i]; bits != 0; bits &= bits - 1)
                visit(engine, ready, 64 * i + (size_t)__builtin_ctzll(bits), e,
                      data);
    }
}

static void discover(dx_task_engine *engine, const dx_task_ready_action *ready,
                     size_t w, size_t e, void *data)
{
    (void)data;
    add_world(engine, ready, w, e);
}

static void mark(dx_task_engine *engine, const dx_task_ready_action *ready,
                 size_t w, size_t e, void *data)
{
    uint32_t v = engine->world_of.at[w * ready->action->events.count + e] - 1;
    ((uint64_t *)data)[v / 64] |= UINT64_C(1) << v % 64;
}

// The new row of an agent at a new world; its worlds are made where it is new.
static uint32_t find_row(dx_task_engine *engine,
                         const dx_task_ready_action *ready, uint32_t old_row,
                         uint64_t set)
{
    uint32_t number = event_set_number(engine, set);
    uint32_t row = dx_pair_map_find(&engine->rows, old_row, number);
    if (row != UINT32_MAX)
        return row;
    row = (uint32_t)engine->row_key.count;
    uint64_t key = (uint64_t)old_row << 32 | number;
    dx_vector_push(&engine->row_key, key);
    dx_pair_map_put(&engine->rows, old_row, number, row);
    visit_row(engine, ready, key, discover, NULL);
    return row;
}

static void begin_worlds(dx_task_engine *engine,
                         const dx_task_ready_action *ready)
{
    const dx_task_state *state = engine->program.state;
    size_t events = ready->action->events.count;
    dx_vector_reserve(&engine->world_of, state->worlds * events);
    engine->pair.count = engine->row_of.count = 0;
    engine->row_key.count = engine->event_sets.count = 0;
    engine->rows.pairs.count = 0;
    dx_index_clear(&engine->rows.index);
    for (size_t w = 0;
         w < state->worlds && !dx_is_off(&engine->program.pace, events); w++) {
        uint32_t *slots = engine->world_of.at + w * events;
        memset(slots, 0, events * sizeof *slots);
        for (size_t e = 0; is_designated(state, w) && e < events; e++)
            if (ready->action->designated >> e & 1 &&
                dx_task_holds(&engine->program, ready->events[e].precondition,
                              w))
                add_world(engine, ready, w, e);
    }
}

static dx_status make_worlds(dx_task_engine *engine,
                             const dx_task_ready_action *ready,
                             const uint32_t *looks, dx_error *error)
{
    const dx_task_state *state = engine->program.state;
    size_t events = ready->action->events.count;
    size_t agents = engine->task->agents.count;
    dx_pace *pace = &engine->program.pace;
    begin_worlds(engine, ready);
    for (size_t i = 0; i < engine->pair.count && !dx_is_off(pace, agents);
         i++) {
        if (!dx_task_engine_has_room(engine, engine->pair.count,
                                     engine->row_key.count))
            return dx_fail(
                error, DX_ERR_LIMIT, 0, 0,
                "%.60s makes too large a state: %zu worlds and more, "
                "%zu sets of them that somebody holds possible",
                ready->action->name, engine->pair.count, engine->row_key.count);
        size_t w = engine->pair.at[i] >> 32, e = (uint32_t)engine->pair.at[i];
        for (size_t a = 0; a < agents; a++) {
            uint64_t set = ready->action->sees[looks[a] * events + e];
            uint32_t row =
                find_row(engine, ready, state->row[a * state->worlds + w], set);
            dx_vector_push(&engine->row_of, row);
        }
    }
    return dx_task_engine_status(engine, error);
}

static uint32_t new_label(dx_task_engine *engine, const dx_task_event *event,
                          const dx_task_ready_event *ready, size_t w)
{
    dx_task_labels *labels = &engine->task->labels;
    uint32_t old = engine->program.state->label[w];
    uint64_t *atoms = dx_copy(dx_task_label_atoms(labels, old),
                              labels->words * sizeof *atoms);
    for (size_t i = 0; i < event->effects.count; i++) {
        uint32_t atom = event->effects.at[i].atom;
        uint64_t bit = UINT64_C(1) << atom % 64;
        atoms[atom / 64] &= ~bit;
        if (dx_task_holds(&engine->program, ready->becomes.at[i], w))
            atoms[atom / 64] |= bit;
    }
    uint32_t label = dx_task_label(labels, atoms);
    dx_free(atoms);
    return label;
}

static uint32_t label_after(dx_task_engine *engine,
                            const dx_task_ready_action *action, size_t w,
                            size_t e)
{
    const dx_task_event *event = &action->action->events.at[e];
    dx_task_ready_event *ready = &action->events[e];
    uint32_t old = engine->program.state->label[w];
    if (event->effects.count == 0)
        return old;
    if (!ready->is_plain)
        return new_label(engine, event, ready, w);
    while (ready->label_afterwards.count <= old)
        dx_vector_push(&ready->label_afterwards, 0);
    if (ready->label_afterwards.at[old] == 0) {
        uint32_t label = new_label(engine, event, ready, w);
        ready->label_afterwards.at[old] = label + 1;
    }
    return ready->label_afterwards.at[old] - 1;
}

static dx_task_state build(dx_task_engine *engine,
                           const dx_task_ready_action *ready)
{
    const dx_task_state *old = engine->program.state;
    size_t agents = engine->task->agents.count, worlds = engine->pair.count;
    dx_task_state big =
        dx_task_state_new(agents, worlds, engine->row_key.count);
    size_t words = dx_bitset_words(worlds);
    dx_pace *pace = &engine->program.pace;
    for (size_t i = 0; i < worlds && !dx_is_off(pace, 8 + agents); i++) {
        size_t w = engine->pair.at[i] >> 32, e = (uint32_t)engine->pair.at[i];
        big.label[i] = label_after(engine, ready, w, e);
        for (size_t a = 0; a < agents; a++)
            big.row[a * worlds + i] = engine->row_of.at[i * agents + a];
        if (is_designated(old, w) && ready->action->designated >> e & 1)
            big.designated[i / 64] |= UINT64_C(1) << i % 64;
    }
    for (size_t r = 0; r < engine->row_key.count; r++)
        visit_row(engine, ready, engine->row_key.at[r], mark,
                  big.bits + r * words);
    return big;
}

dx_status dx_task_update(dx_task_engine *engine, size_t a, dx_task_state *out,
                         dx_error *error)
{
    uint32_t looks[DX_TASK_AGENTS_MAX];
    dx_status status = dx_task_looks(engine, a, looks, error);
    if (status == DX_OK)
        status = make_worlds(engine, &engine->actions[a], looks, error);
    if (status != DX_OK)
        return status;
    dx_task_state big = build(engine, &engine->actions[a]);
    status = dx_task_engine_status(engine, error);
    if (status == DX_OK)
        *out = dx_task_contract(&engine->contraction, &big,
                                engine->task->agents.count);
    dx_task_state_release(&big);
    return status == DX_OK ? dx_task_engine_status(engine, error) : status;
}
