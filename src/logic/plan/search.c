// States wait in a queue for each number of goal parts that they lack; breadth
// first puts all into one.  A state is kept as its bytes with the step that led
// to it, so that a plan is read back from its end.
//
// Two actions that commute lead to one class by two ways, so behind b nothing
// is tried that commutes with b and has a smaller number.  No class is lost:
// what is left out behind b leads where b leads behind it, one level up; and if
// that was left out too, then for a larger number than before.  (With `serial`
// the state between may be refused in one order alone, so there all is tried.)

#include "logic/plan/search.h"

#include "base/hash.h"
#include "base/memory.h"
#include "logic/plan/commute.h"

#include <string.h>

enum { PARTS_MAX = 64 };
static const size_t bytes_max = (size_t)1 << 32; // of all states

typedef struct node {
    dx_task_state state;
    uint32_t parent, action;
} node;

typedef DX_VECTOR(uint32_t) queue;

typedef struct search {
    dx_task_engine engine;
    const dx_plan_options *options;
    size_t agents;
    DX_VECTOR(node) nodes;
    dx_index index;
    queue waiting[PARTS_MAX + 1];  // by how many parts of the goal are lacking
    size_t next[PARTS_MAX + 1];    // the first of each that still waits
    DX_VECTOR(dx_task_node) parts; // of the goal; greedy only
    dx_task_commuting commuting;
    uint64_t steps;
    size_t bytes; // of the states
    dx_pace pace;
    dx_plan_found *found;
} search;

void dx_plan_found_release(dx_plan_found *found)
{
    dx_vector_release(&found->actions);
}

dx_status dx_task_begin(dx_task_engine *engine, dx_task_state *out,
                        dx_error *error)
{
    const dx_task_state *start = &engine->task->start;
    dx_task_contraction *c = &engine->contraction;
    size_t agents = engine->task->agents.count;
    if (!dx_task_engine_has_room(engine, start->worlds, start->rows))
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the initial state of %u worlds is too large for so "
                       "many formulas",
                       start->worlds);
    dx_task_state all = dx_task_reachable(c, start, agents);
    *out = (dx_task_state){0};
    if (!c->pace.is_off)
        *out = dx_task_contract(c, &all, agents);
    dx_task_state_release(&all);
    return dx_task_engine_status(engine, error);
}

bool dx_task_is_bereft(const dx_task_state *state, size_t from, size_t to,
                       bool designated)
{
    size_t words = dx_task_state_words(state);
    bool *is_seen = dx_alloc(state->rows, sizeof *is_seen), empty = false;
    for (size_t i = from * state->worlds; !empty && i < to * state->worlds;
         i++) {
        const uint64_t *row = state->bits + state->row[i] * words;
        size_t w = i % state->worlds;
        if (is_seen[state->row[i]] ||
            (designated && !(state->designated[w / 64] >> w % 64 & 1)))
            continue;
        is_seen[state->row[i]] = empty = true;
        for (size_t k = 0; empty && k < words; k++)
            empty = row[k] == 0;
    }
    dx_free(is_seen);
    return empty;
}

// The conjuncts of the goal, each a part of its own.
static dx_status find_parts(search *s, dx_formula f, dx_error *error)
{
    const dx_formulas *store = s->engine.task->store;
    if (dx_formula_kind(store, f) != DX_AND || s->parts.count >= PARTS_MAX) {
        dx_task_node part;
        dx_status status = dx_task_compile(&s->engine.program, f, &part, error);
        if (status == DX_OK && s->parts.count < PARTS_MAX)
            dx_vector_push(&s->parts, part);
        return status;
    }
    dx_status status = DX_OK;
    for (size_t i = 0; status == DX_OK && i < dx_formula_count(store, f); i++)
        status = find_parts(s, dx_formula_operand(store, f, i), error);
    return status;
}

static size_t count_lacking(search *s)
{
    size_t lacking = 0;
    for (size_t i = 0; i < s->parts.count; i++)
        lacking += !dx_task_holds_everywhere(&s->engine, s->parts.at[i]);
    return lacking;
}

static uint32_t find_node(const search *s, uint64_t hash,
                          const dx_task_state *state)
{
    dx_probe probe = dx_index_probe(&s->index, hash);
    uint32_t n;
    while ((n = dx_probe_next(&probe)) != DX_INDEX_NONE) {
        const dx_task_state *other = &s->nodes.at[n].state;
        if (other->worlds == state->worlds && other->rows == state->rows &&
            memcmp(other->label, state->label, state->bytes) == 0)
            return n;
    }
    return DX_INDEX_NONE;
}

// Takes the state.  True if it has the goal.
static bool keep(search *s, dx_task_state *state, uint32_t parent,
                 uint32_t action)
{
    uint64_t hash = dx_hash_bytes(state->label, state->bytes);
    bool refused =
        s->options->serial && dx_task_is_bereft(state, 0, s->agents, false);
    if (refused || find_node(s, hash, state) != DX_INDEX_NONE) {
        dx_task_state_release(state);
        return false;
    }
    uint32_t n = (uint32_t)s->nodes.count;
    s->bytes += state->bytes;
    dx_index_add(&s->index, hash, n);
    dx_vector_push(&s->nodes, (node){*state, parent, action});
    dx_task_engine_look(&s->engine, state);
    size_t lacking = s->options->greedy ? count_lacking(s) : 0;
    dx_vector_push(&s->waiting[lacking], n);
    return dx_task_goal_holds(&s->engine);
}

static dx_status go_on(search *s, dx_error *error)
{
    enum { STEP = 2048 }; // an action takes some microseconds or more
    if (s->options->steps_max != 0 && s->steps >= s->options->steps_max)
        return DX_ERR_LIMIT;
    if (s->bytes > bytes_max)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the states that were met take more than %zu bytes",
                       bytes_max);
    if (dx_is_off(&s->pace, STEP))
        return dx_fail(error, DX_ERR_CANCELLED, 0, 0, "the time was over");
    return dx_task_engine_status(&s->engine, error);
}

// Tries all actions at a state.  DX_ERR_LIMIT: the limit came.
static dx_status expand(search *s, uint32_t n, bool *out_found, dx_error *error)
{
    bool is_first = s->nodes.at[n].parent == DX_INDEX_NONE;
    size_t last = is_first || s->options->serial ? 0 : s->nodes.at[n].action;
    const uint64_t *before =
        last == 0 ? NULL : dx_task_commuting_before(&s->commuting, last);
    for (size_t a = 0; a < s->engine.task->actions.count; a++) {
        if (a < last && before[a / 64] >> a % 64 & 1)
            continue;
        dx_status status = go_on(s, error);
        if (status != DX_OK)
            return status;
        dx_task_state *state = &s->nodes.at[n].state;
        dx_task_engine_look(&s->engine, state);
        s->steps++;
        if (!dx_task_is_applicable(&s->engine, a))
            continue;
        dx_task_state after;
        status = dx_task_update(&s->engine, a, &after, error);
        if (status == DX_ERR_INPUT) {
            // Of what is left out the first reason is kept.
            if (!s->found->has_refused)
                s->found->refused = *error;
            s->found->has_refused = true;
            continue;
        }
        if (status != DX_OK)
            return status;
        if (keep(s, &after, n, (uint32_t)a)) {
            *out_found = true;
            return DX_OK;
        }
    }
    return dx_task_engine_status(&s->engine, error);
}

static uint32_t next_node(search *s)
{
    for (size_t i = 0; i <= PARTS_MAX; i++)
        if (s->next[i] < s->waiting[i].count)
            return s->waiting[i].at[s->next[i]++];
    return DX_INDEX_NONE;
}

static void read_back(const search *s, uint32_t n, dx_plan_found *out)
{
    for (; s->nodes.at[n].parent != DX_INDEX_NONE; n = s->nodes.at[n].parent)
        dx_vector_push(&out->actions, s->nodes.at[n].action);
    for (size_t i = 0, k = out->actions.count; i + 1 < k; i++) {
        uint32_t action = out->actions.at[i];
        out->actions.at[i] = out->actions.at[--k];
        out->actions.at[k] = action;
    }
}

static dx_status run(search *s, dx_plan_found *out, dx_error *error)
{
    dx_task_state start;
    dx_status status = dx_task_begin(&s->engine, &start, error);
    if (status != DX_OK)
        return status;
    if (s->options->serial && dx_task_is_bereft(&start, 0, s->agents, false))
        return dx_task_state_release(&start), DX_OK;
    bool found = keep(s, &start, DX_INDEX_NONE, 0);
    status = dx_task_engine_status(&s->engine, error);
    while (!found && status == DX_OK) {
        uint32_t n = next_node(s);
        if (n == DX_INDEX_NONE) {
            if (out->has_refused)
                out->result = DX_PLAN_UNDECIDED;
            return DX_OK;
        }
        status = expand(s, n, &found, error);
    }
    if (status == DX_OK) {
        out->result = DX_PLAN_FOUND;
        read_back(s, (uint32_t)(s->nodes.count - 1), out);
    }
    return status;
}

static void release(search *s)
{
    for (size_t i = 0; i < s->nodes.count; i++)
        dx_task_state_release(&s->nodes.at[i].state);
    for (size_t i = 0; i <= PARTS_MAX; i++)
        dx_vector_release(&s->waiting[i]);
    dx_vector_release(&s->nodes);
    dx_vector_release(&s->parts);
    dx_index_release(&s->index);
    dx_task_commuting_release(&s->commuting);
    dx_task_engine_release(&s->engine);
}

dx_status dx_task_search(dx_task *task, const dx_plan_options *options,
                         dx_plan_found *out, dx_error *error)
{
    search s = {.options = options, .agents = task->agents.count, .found = out};
    *out = (dx_plan_found){.result = DX_PLAN_NONE};
    dx_status status = dx_task_engine_init(&s.engine, task, error);
    if (status != DX_OK)
        return status;
    dx_task_commuting_init(&s.commuting, &s.engine);
    if (options->greedy)
        status = find_parts(&s, task->goal, error);
    dx_error why = {.message = ""};
    if (status == DX_OK)
        status = run(&s, out, &why);
    if (status == DX_ERR_LIMIT || status == DX_ERR_CANCELLED)
        out->result = DX_PLAN_UNDECIDED;
    if (status == DX_ERR_LIMIT)
        out->limit = why;
    if (status == DX_ERR_CANCELLED && error != NULL)
        *error = why;
    out->classes = s.nodes.count;
    out->steps = s.steps;
    release(&s);
    return status == DX_ERR_LIMIT ? DX_OK : status;
}
