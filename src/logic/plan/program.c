// Compiling is a walk over the formula; since the store has every formula once,
// parts that are shared are compiled once.  M and Kw are written by K and the
// connectives, so that there are two modal operators to work out: a step of
// some agents, and all steps of them.
//
// A set over worlds costs words, one step of an agent the number of rows of the
// state: all worlds with one row have the same answer.

#include "logic/plan/program.h"

#include "base/memory.h"

#include <string.h>

// ---- Compiling ----

static dx_task_node add_node(dx_task_program *program,
                             dx_task_operator operator, uint64_t agents,
                             size_t count, const dx_task_node *parts)
{
    dx_task_formula node = {.operator= operator,
                            .agents = agents,
                            .first = (uint32_t)program->parts.count,
                            .count = (uint32_t)count};
    node.is_modal = operator== DX_TASK_ALL_OF || operator== DX_TASK_COMMON_OF;
    for (size_t i = 0; i < count; i++) {
        node.is_modal |= program->nodes.at[parts[i]].is_modal;
        dx_vector_push(&program->parts, parts[i]);
    }
    dx_vector_push(&program->nodes, node);
    dx_vector_push(&program->made_at, 0);
    return (dx_task_node)(program->nodes.count - 1);
}

void dx_task_program_init(dx_task_program *program, dx_task *task)
{
    *program = (dx_task_program){.task = task};
    for (size_t i = 0; i < task->atoms.count; i++) {
        dx_task_node node = add_node(program, DX_TASK_ATOM, 0, 0, NULL);
        program->nodes.at[node].first = (uint32_t)i;
        dx_pair_map_put(&program->node_of, task->atoms.at[i], 0, node);
    }
}

void dx_task_program_release(dx_task_program *program)
{
    for (size_t i = 0; i < program->nodes.count; i++)
        dx_vector_release(&program->nodes.at[i].at_label);
    dx_vector_release(&program->nodes);
    dx_vector_release(&program->parts);
    dx_pair_map_release(&program->node_of);
    dx_vector_release(&program->sets);
    dx_vector_release(&program->made_at);
    dx_vector_release(&program->fits);
}

static dx_task_node add_not(dx_task_program *program, dx_task_node part)
{
    return add_node(program, DX_TASK_NOT, 0, 1, &part);
}

static dx_status find_agent(const dx_task_program *program, dx_formula agent,
                            size_t *out, dx_error *error)
{
    const dx_task *task = program->task;
    const char *name = dx_formula_text(task->store, agent);
    for (*out = 0; *out < task->agents.count; ++*out)
        if (strcmp(task->agents.at[*out], name) == 0)
            return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0, "there is no agent '%.60s'",
                   name);
}

// The parts of a connective; an implication is a disjunction.
static dx_status compile_boolean(dx_task_program *program, dx_formula f,
                                 dx_task_node *out, dx_error *error)
{
    const dx_formulas *store = program->task->store;
    dx_kind kind = dx_formula_kind(store, f);
    DX_VECTOR(dx_task_node) parts = {0};
    dx_status status = DX_OK;
    for (size_t i = 0; status == DX_OK && i < dx_formula_count(store, f); i++) {
        dx_task_node part;
        status = dx_task_compile(program, dx_formula_operand(store, f, i),
                                 &part, error);
        if (status == DX_OK && kind == DX_IMPLIES && i == 0)
            part = add_not(program, part);
        if (status == DX_OK)
            dx_vector_push(&parts, part);
    }
    dx_task_operator operator= kind == DX_NOT ? DX_TASK_NOT
    : kind == DX_AND                          ? DX_TASK_AND
    : kind == DX_IFF                          ? DX_TASK_IFF
                                              : DX_TASK_OR;
    if (status == DX_OK)
        *out = add_node(program, operator, 0, parts.count, parts.at);
    dx_vector_release(&parts);
    return status;
}

// Kw: at all of them, or at none.
static dx_task_node add_whether(dx_task_program *program, size_t agent,
                                dx_task_node part)
{
    uint64_t one = UINT64_C(1) << agent;
    dx_task_node denied = add_not(program, part);
    dx_task_node either[2] = {
        add_node(program, DX_TASK_ALL_OF, one, 1, &part),
        add_node(program, DX_TASK_ALL_OF, one, 1, &denied)};
    return add_node(program, DX_TASK_OR, 0, 2, either);
}

static dx_status compile_attitude(dx_task_program *program, dx_formula f,
                                  dx_task_node *out, dx_error *error)
{
    const dx_formulas *store = program->task->store;
    dx_kind kind = dx_formula_kind(store, f);
    size_t agent;
    dx_task_node part;
    dx_status status =
        find_agent(program, dx_formula_operand(store, f, 0), &agent, error);
    if (status == DX_OK)
        status = dx_task_compile(program, dx_formula_operand(store, f, 1),
                                 &part, error);
    if (status != DX_OK)
        return status;
    uint64_t one = UINT64_C(1) << agent;
    if (kind == DX_KNOWS_WHETHER) {
        *out = add_whether(program, agent, part);
    } else if (kind == DX_POSSIBLE) {
        part = add_not(program, part);
        *out =
            add_not(program, add_node(program, DX_TASK_ALL_OF, one, 1, &part));
    } else {
        *out = add_node(program, DX_TASK_ALL_OF, one, 1, &part);
    }
    return DX_OK;
}

static dx_status compile_group(dx_task_program *program, dx_formula f,
                               dx_task_node *out, dx_error *error)
{
    const dx_formulas *store = program->task->store;
    uint64_t agents = 0;
    for (size_t i = 1; i < dx_formula_count(store, f); i++) {
        size_t agent;
        dx_status status =
            find_agent(program, dx_formula_operand(store, f, i), &agent, error);
        if (status != DX_OK)
            return status;
        agents |= UINT64_C(1) << agent;
    }
    dx_task_node part;
    dx_status status =
        dx_task_compile(program, dx_formula_operand(store, f, 0), &part, error);
    if (status != DX_OK)
        return status;
    bool common = dx_formula_kind(store, f) == DX_COMMON;
    *out = add_node(program, common ? DX_TASK_COMMON_OF : DX_TASK_ALL_OF,
                    agents, 1, &part);
    return DX_OK;
}

static dx_status compile_new(dx_task_program *program, dx_formula f,
                             dx_task_node *out, dx_error *error)
{
    const dx_formulas *store = program->task->store;
    switch (dx_formula_kind(store, f)) {
    case DX_TRUE:
        *out = add_node(program, DX_TASK_TRUE, 0, 0, NULL);
        return DX_OK;
    case DX_FALSE:
        *out = add_not(program, add_node(program, DX_TASK_TRUE, 0, 0, NULL));
        return DX_OK;
    case DX_APPLY:
        return dx_fail(error, DX_ERR_INPUT, 0, 0, "there is no fact '%.60s'",
                       dx_formula_text(store, f));
    case DX_NOT:
    case DX_AND:
    case DX_OR:
    case DX_IMPLIES:
    case DX_IFF:
        return compile_boolean(program, f, out, error);
    case DX_KNOWS:
    case DX_BELIEVES:
    case DX_POSSIBLE:
    case DX_KNOWS_WHETHER:
        return compile_attitude(program, f, out, error);
    case DX_EVERYBODY:
    case DX_COMMON:
        return compile_group(program, f, out, error);
    default:
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "a planning task speaks of facts, of K, B, M, Kw, E "
                       "and C, and of what is made of them by ~ & | -> <->");
    }
}

dx_status dx_task_compile(dx_task_program *program, dx_formula f,
                          dx_task_node *out, dx_error *error)
{
    *out = dx_pair_map_find(&program->node_of, f, 0);
    if (*out != UINT32_MAX)
        return DX_OK;
    dx_status status = compile_new(program, f, out, error);
    if (status == DX_OK)
        dx_pair_map_put(&program->node_of, f, 0, *out);
    return status;
}

// ---- Asking a label ----

enum { REMEMBERED_MAX = 1 << 30 };

static bool holds_of_label(dx_task_program *program, dx_task_node n,
                           uint32_t label);

static bool ask_label(dx_task_program *program, const dx_task_formula *node,
                      uint32_t label)
{
    const uint32_t *parts = program->parts.at + node->first;
    bool any = false, all = true;
    switch (node->operator) {
    case DX_TASK_TRUE:
        return true;
    case DX_TASK_ATOM:
        return dx_task_label_has(&program->task->labels, label, node->first);
    case DX_TASK_NOT:
        return !holds_of_label(program, parts[0], label);
    case DX_TASK_IFF:
        return holds_of_label(program, parts[0], label) ==
               holds_of_label(program, parts[1], label);
    case DX_TASK_AND:
        for (size_t i = 0; all && i < node->count; i++)
            all = holds_of_label(program, parts[i], label);
        return all;
    case DX_TASK_OR:
        for (size_t i = 0; !any && i < node->count; i++)
            any = holds_of_label(program, parts[i], label);
        return any;
    default:
        DX_REQUIRE(false, "a formula of facts");
        return false;
    }
}

static bool holds_of_label(dx_task_program *program, dx_task_node n,
                           uint32_t label)
{
    dx_task_formula *node = &program->nodes.at[n];
    size_t count = node->at_label.count;
    if (label >= count) {
        size_t wanted = program->task->labels.count;
        program->remembered += wanted - count;
        program->is_full |= program->remembered > REMEMBERED_MAX;
        if (program->is_full || dx_is_off(&program->pace, wanted / 64))
            return false;
        dx_vector_reserve(&node->at_label, wanted - count);
        memset(node->at_label.at + count, 0, wanted - count);
        node->at_label.count = wanted;
    }
    if (node->at_label.at[label] == 0 &&
        !dx_is_off(&program->pace, 1 + node->count))
        node->at_label.at[label] = ask_label(program, node, label) ? 2 : 1;
    return node->at_label.at[label] == 2;
}

// ---- Asking a state ----

void dx_task_program_look(dx_task_program *program, const dx_task_state *state)
{
    program->state = state;
    size_t needed = program->nodes.count * dx_task_state_words(state);
    program->sets.count = 0;
    dx_vector_reserve(&program->sets, needed);
    if (++program->stamp == 0) {
        memset(program->made_at.at, 0,
               program->made_at.count * sizeof *program->made_at.at);
        program->stamp = 1;
    }
}

static uint64_t *set_of(const dx_task_program *program, dx_task_node node)
{
    return program->sets.at + node * dx_task_state_words(program->state);
}

static void facts_to_set(dx_task_program *program, dx_task_node n,
                         uint64_t *into)
{
    const dx_task_state *state = program->state;
    memset(into, 0, dx_task_state_words(state) * sizeof *into);
    for (size_t w = 0; w < state->worlds && !dx_is_off(&program->pace, 4); w++)
        if (holds_of_label(program, n, state->label[w]))
            into[w / 64] |= UINT64_C(1) << w % 64;
}

static bool is_within(const uint64_t *part, const uint64_t *whole, size_t words)
{
    for (size_t i = 0; i < words; i++)
        if ((part[i] & ~whole[i]) != 0)
            return false;
    return true;
}

// Takes from `into` the worlds at which the agent holds one outside of `part`
// possible.  A row is looked at once, however many worlds have it.
static void keep_agent(dx_task_program *program, size_t agent,
                       const uint64_t *part, uint64_t *into)
{
    const dx_task_state *state = program->state;
    size_t words = dx_task_state_words(state);
    const uint32_t *row = state->row + agent * state->worlds;
    program->fits.count = 0;
    dx_vector_reserve(&program->fits, state->rows);
    uint8_t *fits = program->fits.at;
    for (size_t r = 0; r < state->rows; r++)
        fits[r] = dx_is_off(&program->pace, words / 4) ||
                  is_within(state->bits + r * words, part, words);
    for (size_t w = 0; w < state->worlds && !dx_is_off(&program->pace, 1); w++)
        if (!fits[row[w]])
            into[w / 64] &= ~(UINT64_C(1) << w % 64);
}

static void fill(const dx_task_state *state, uint64_t *into)
{
    size_t words = dx_task_state_words(state);
    memset(into, 0xff, words * sizeof *into);
    if (state->worlds % 64 != 0)
        into[words - 1] = (UINT64_C(1) << state->worlds % 64) - 1;
}

static void keep_agents(dx_task_program *program, uint64_t agents,
                        const uint64_t *part, uint64_t *into)
{
    for (size_t a = 0; agents >> a != 0; a++)
        if (agents >> a & 1)
            keep_agent(program, a, part, into);
}

// The largest set that is within `part` one step on, and within itself: worlds
// fall out until none does.
static void keep_common(dx_task_program *program, uint64_t agents,
                        const uint64_t *part, uint64_t *into)
{
    size_t words = dx_task_state_words(program->state);
    uint64_t *both = dx_alloc(2 * words, sizeof *both), *before = both + words;
    fill(program->state, into);
    do {
        memcpy(before, into, words * sizeof *into);
        for (size_t i = 0; i < words; i++)
            both[i] = into[i] & part[i];
        keep_agents(program, agents, both, into);
    } while (memcmp(before, into, words * sizeof *into) != 0 &&
             !program->pace.is_off);
    dx_free(both);
}

static void combine(dx_task_program *program, const dx_task_formula *node,
                    uint64_t *into)
{
    size_t words = dx_task_state_words(program->state);
    const uint32_t *parts = program->parts.at + node->first;
    memcpy(into, dx_task_worlds_of(program, parts[0]), words * sizeof *into);
    for (size_t i = 1; i < node->count && !dx_is_off(&program->pace, words / 4);
         i++) {
        const uint64_t *part = dx_task_worlds_of(program, parts[i]);
        for (size_t k = 0; k < words; k++)
            if (node->operator== DX_TASK_AND)
                into[k] &= part[k];
            else if (node->operator== DX_TASK_OR)
                into[k] |= part[k];
            else
                into[k] ^= part[k];
    }
    if (node->operator== DX_TASK_NOT || node->operator== DX_TASK_IFF) {
        uint64_t *all = dx_alloc(words, sizeof *all);
        fill(program->state, all);
        for (size_t k = 0; k < words; k++)
            into[k] ^= all[k];
        dx_free(all);
    }
}

const uint64_t *dx_task_worlds_of(dx_task_program *program, dx_task_node n)
{
    uint64_t *into = set_of(program, n);
    if (program->made_at.at[n] == program->stamp)
        return into;
    const dx_task_formula *node = &program->nodes.at[n];
    if (!node->is_modal) {
        facts_to_set(program, n, into);
    } else if (node->operator== DX_TASK_ALL_OF) {
        const uint64_t *part =
            dx_task_worlds_of(program, program->parts.at[node->first]);
        fill(program->state, into);
        keep_agents(program, node->agents, part, into);
    } else if (node->operator== DX_TASK_COMMON_OF) {
        const uint64_t *part =
            dx_task_worlds_of(program, program->parts.at[node->first]);
        keep_common(program, node->agents, part, into);
    } else {
        combine(program, node, into);
    }
    program->made_at.at[n] = program->stamp;
    return into;
}

bool dx_task_holds(dx_task_program *program, dx_task_node node, size_t world)
{
    if (!program->nodes.at[node].is_modal)
        return holds_of_label(program, node, program->state->label[world]);
    return dx_task_worlds_of(program, node)[world / 64] >> world % 64 & 1;
}
