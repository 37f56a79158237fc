#include "logic/random_model.h"

#include "logic/kripke/plausible.h"

#include "base/memory.h"
#include "base/vector.h"

static size_t below(dx_random *random, size_t bound)
{
    return (size_t)dx_random_below(random, bound);
}

static void random_cells(dx_model *model, dx_random *random, size_t agent)
{
    size_t count = dx_model_world_count(model),
           cells = 1 + below(random, count);
    uint32_t *cell = dx_alloc_raw(count, sizeof *cell);
    for (size_t w = 0; w < count; w++)
        cell[w] = (uint32_t)below(random, cells);
    dx_model_set_partition(model, agent, cell);
    dx_free(cell);
}

static void random_edges(dx_model *model, dx_random *random, size_t agent,
                         dx_attitude attitude)
{
    size_t count = dx_model_world_count(model), one_in = 1 + below(random, 5);
    DX_VECTOR(dx_edge) edges = {0};
    for (uint32_t w = 0; w < count; w++)
        for (uint32_t v = 0; v < count; v++)
            if (below(random, one_in) == 0) {
                dx_edge edge = {w, v};
                dx_vector_push(&edges, edge);
            }
    dx_model_set_edges(model, agent, attitude, edges.count, edges.at);
    dx_vector_release(&edges);
}

static dx_fraction random_weight(dx_random *random)
{
    return dx_fraction_of((int64_t)below(random, 4),
                          1 + (int64_t)below(random, 3));
}

// Weights of worlds for some, of edges for others.
static void random_weights(dx_model *model, dx_random *random, size_t agent)
{
    size_t count = dx_model_world_count(model);
    const dx_relation *relation = dx_model_relation(model, agent, DX_KNOWLEDGE);
    DX_VECTOR(dx_edge) edges = {0};
    DX_VECTOR(dx_fraction) weights = {0};
    bool by_edge = below(random, 2) == 0;
    for (uint32_t w = 0; w < count; w++)
        for (uint32_t v = 0; v < (by_edge ? count : 1); v++) {
            dx_edge edge = {w, v};
            if (by_edge && !dx_relation_has(relation, w, v))
                continue;
            dx_vector_push(&edges, edge);
            dx_vector_push(&weights, random_weight(random));
        }
    if (by_edge)
        dx_model_set_edge_weights(model, agent, edges.count, edges.at,
                                  weights.at);
    else
        dx_model_set_weights(model, agent, weights.at);
    dx_vector_release(&edges);
    dx_vector_release(&weights);
}

static void random_ranks(dx_model *model, dx_random *random, size_t agent)
{
    size_t count = dx_model_world_count(model);
    uint32_t *ranks = dx_alloc(count, sizeof *ranks);
    for (size_t w = 0; w < count; w++)
        ranks[w] = (uint32_t)below(random, 3);
    dx_model_set_ranks(model, agent, ranks);
    dx_free(ranks);
}

// c may have a belief relation of its own, a and b ranks.
enum { RANDOM_BARE = 2 };
static const char *const agent_names[] = {"a", "b", "c"};
static const char *const atom_names[] = {"p", "q", "r"};

dx_model *random_model(dx_formulas *store, dx_random *random,
                       random_shape shape)
{
    size_t count = 1 + below(random, shape.worlds_max);
    dx_model *model = dx_model_new(store, count);
    for (size_t a = 0; a < 3; a++) {
        dx_model_add_agent(model, agent_names[a]);
        bool s5 = shape.frame == RANDOM_S5 ||
                  (shape.frame == RANDOM_MIXED && below(random, 2) == 0);
        if (s5)
            random_cells(model, random, a);
        else
            random_edges(model, random, a, DX_KNOWLEDGE);
        if (shape.beliefs && below(random, 2) == 0 && a == RANDOM_BARE)
            random_edges(model, random, a, DX_BELIEF);
        else if (shape.beliefs && below(random, 2) == 0)
            random_ranks(model, random, a);
        if (shape.weights && below(random, 3) > 0)
            random_weights(model, random, a);
    }
    for (size_t i = 0; i < 3; i++) {
        size_t p = dx_model_add_proposition(
            model, dx_formula_atom(store, atom_names[i]));
        for (size_t w = 0; w < count; w++)
            if (below(random, 2) == 0)
                dx_bitset_add(dx_model_worlds_of(model, p), w);
    }
    int32_t *values = dx_alloc_raw(count, sizeof *values);
    for (size_t w = 0; w < count; w++)
        values[w] = (int32_t)below(random, 4);
    dx_model_add_variable(model, dx_formula_atom(store, "x"), values);
    dx_free(values);
    dx_model_set_actual(model, below(random, count));
    return model;
}

dx_formula random_agent(dx_formulas *store, dx_random *random)
{
    return dx_formula_atom(store, agent_names[below(random, 3)]);
}

dx_formula random_atom(dx_formulas *store, dx_random *random)
{
    return dx_formula_atom(store, atom_names[below(random, 3)]);
}

static void random_occurrence(dx_event_model *events, dx_random *random,
                              size_t e)
{
    dx_formulas *store = dx_event_model_formulas(events);
    size_t count = below(random, 3);
    for (size_t i = 0; i < count; i++) {
        dx_occurrence one = {
            .condition = random_kernel_formula(store, random, RANDOM_STATIC, 1),
            .probability = dx_fraction_of((int64_t)below(random, 4), 4),
            .is_for_one = below(random, 4) == 0,
            .agent = dx_names_add(dx_formulas_names(store),
                                  agent_names[below(random, 3)])};
        dx_event_model_occurs(events, e, one);
    }
}

static void random_change(dx_event_model *events, dx_random *random, size_t e)
{
    dx_formulas *store = dx_event_model_formulas(events);
    size_t count = below(random, 3);
    for (size_t i = 0; i < count; i++)
        dx_event_model_assign(
            events, e,
            (dx_assignment){
                dx_formula_atom(store, atom_names[i]),
                random_kernel_formula(store, random, RANDOM_STATIC, 1)});
    if (below(random, 3) == 0)
        dx_event_model_assign(
            events, e,
            (dx_assignment){dx_formula_atom(store, "x"),
                            dx_formula_binary(
                                store, DX_ADD, dx_formula_atom(store, "x"),
                                dx_formula_number(store, dx_fraction_int(1)))});
}

dx_event_model *random_events(dx_formulas *store, dx_random *random,
                              bool weights)
{
    dx_event_model *events = dx_event_model_new(store, "A");
    size_t count = 1 + below(random, 3);
    for (size_t e = 0; e < count; e++) {
        char name[3] = {'e', (char)('0' + e), '\0'};
        dx_event_model_add(
            events, name,
            random_kernel_formula(store, random, RANDOM_STATIC, 1));
        random_change(events, random, e);
        if (weights)
            random_occurrence(events, random, e);
    }
    for (size_t a = 0; a < 3; a++) {
        size_t kind = below(random, 3); // identity, universal, anything
        for (size_t e = 0; e < count && kind != 0; e++)
            for (size_t d = 0; d < count; d++)
                if (kind == 1 || below(random, 2) == 0)
                    dx_event_model_link(events, agent_names[a], e, d);
        for (size_t e = 0; e < count && below(random, 3) == 0; e++)
            dx_event_model_rank(events, agent_names[a], e,
                                (uint32_t)below(random, 2));
    }
    return events;
}

static dx_formula random_program(dx_formulas *store, dx_random *random,
                                 unsigned contents, unsigned depth)
{
    size_t pick = depth == 0 ? 0 : below(random, 6);
    if (pick <= 1)
        return dx_formula_unary(store, DX_STEP, random_agent(store, random));
    if (pick == 2)
        return dx_formula_unary(
            store, DX_TEST,
            random_kernel_formula(store, random, contents, depth - 1));
    dx_formula left = random_program(store, random, contents, depth - 1);
    if (pick == 3)
        return dx_formula_unary(store, DX_STAR, left);
    return dx_formula_binary(
        store, pick == 4 ? DX_SEQUENCE : DX_CHOICE, left,
        random_program(store, random, contents, depth - 1));
}

static dx_formula random_number(dx_formulas *store, dx_random *random)
{
    return dx_formula_number(store,
                             dx_fraction_of((int64_t)below(random, 5) - 1,
                                            1 + (int64_t)below(random, 4)));
}

static dx_formula random_term(dx_formulas *store, dx_random *random,
                              unsigned contents, unsigned depth)
{
    dx_formula agent = random_agent(store, random);
    switch (below(random, 6)) {
    case 0:
        return dx_formula_atom(store, "x");
    case 1:
        return random_number(store, random);
    case 2: {
        dx_formula f = random_kernel_formula(store, random, contents, depth);
        dx_formula g = random_kernel_formula(store, random, contents, depth);
        return dx_formula_make(store, DX_PROBABILITY_GIVEN, 3,
                               (uint32_t[]){agent, f, g});
    }
    default: {
        dx_formula f = random_kernel_formula(store, random, contents, depth);
        return dx_formula_binary(
            store, DX_MULTIPLY, random_number(store, random),
            dx_formula_binary(store, DX_PROBABILITY, agent, f));
    }
    }
}

static dx_formula random_comparison(dx_formulas *store, dx_random *random,
                                    unsigned contents, unsigned depth)
{
    dx_formula left = random_term(store, random, contents, depth);
    if (below(random, 2) == 0)
        left = dx_formula_binary(
            store, below(random, 2) == 0 ? DX_ADD : DX_SUBTRACT, left,
            random_term(store, random, contents, depth));
    return dx_formula_binary(store, (dx_kind)(DX_EQUAL + below(random, 6)),
                             left, random_number(store, random));
}

// A kind with a group, or with two formulas and a group.
static dx_formula with_group(dx_formulas *store, dx_random *random,
                             dx_kind kind, dx_formula f, dx_formula g)
{
    uint32_t operands[4];
    size_t count = 0;
    operands[count++] = f;
    if (g != DX_FORMULA_NONE)
        operands[count++] = g;
    operands[count++] = random_agent(store, random);
    if (below(random, 2) == 0)
        operands[count++] = random_agent(store, random);
    return dx_formula_make(store, kind, count, operands);
}

static dx_formula random_update(dx_formulas *store, dx_random *random,
                                unsigned contents, dx_formula f, dx_formula g)
{
    size_t pick = below(random, contents & RANDOM_EVENTS ? 10 : 8);
    if (pick < 4)
        return dx_formula_binary(store, (dx_kind)(DX_ANNOUNCE + pick), f, g);
    if (pick < 8)
        return with_group(store, random, (dx_kind)(DX_ANNOUNCE + pick), f, g);
    dx_names *names = dx_formulas_names(store);
    return dx_formula_make(
        store, (dx_kind)(DX_EVENT + pick - 8), 3,
        (uint32_t[]){dx_names_add(names, "A"), dx_names_add(names, "e0"), g});
}

// What only an order of plausibility answers: of a or b.
static dx_formula random_order(dx_formulas *store, dx_random *random,
                               unsigned contents, dx_formula f, dx_formula g)
{
    dx_formula agent =
        dx_formula_atom(store, agent_names[below(random, RANDOM_BARE)]);
    switch (below(random, contents & RANDOM_UPGRADES ? 5 : 3)) {
    case 0:
        return dx_formula_make(store, DX_BELIEVES_GIVEN, 3,
                               (uint32_t[]){agent, f, g});
    case 1:
        return contents & RANDOM_UPGRADES
                   ? dx_formula_binary(store, DX_SAFE, agent, f)
                   : dx_formula_binary(store, DX_BELIEVES, agent, f);
    case 2:
        return contents & RANDOM_UPGRADES
                   ? dx_formula_binary(store, DX_STRONG, agent, f)
                   : dx_formula_binary(store, DX_BELIEVES, agent, f);
    case 3:
        return dx_formula_make(store, DX_RADICAL, 3, (uint32_t[]){f, g, agent});
    default:
        return dx_formula_make(store, DX_CONSERVATIVE, 3,
                               (uint32_t[]){f, g, agent});
    }
}

static dx_formula random_modal(dx_formulas *store, dx_random *random,
                               unsigned contents, dx_formula f, dx_formula g)
{
    dx_formula agent = random_agent(store, random);
    switch (below(random, 8)) {
    case 0:
        return dx_formula_binary(store, DX_POSSIBLE, agent, f);
    case 1:
        return dx_formula_binary(store, DX_KNOWS_WHETHER, agent, f);
    case 2:
        return with_group(store, random, DX_EVERYBODY, f, DX_FORMULA_NONE);
    case 3:
        if (contents & RANDOM_GROUPS)
            return with_group(store, random, DX_COMMON, f, DX_FORMULA_NONE);
        break;
    case 4:
        if (contents & RANDOM_GROUPS)
            return with_group(store, random, DX_DISTRIBUTED, f,
                              DX_FORMULA_NONE);
        break;
    case 5:
        if (contents & RANDOM_BELIEF)
            return dx_formula_binary(store, DX_BELIEVES, agent, f);
        break;
    case 6:
        if (contents & RANDOM_BELIEF)
            return random_order(store, random, contents, f, g);
        break;
    default:
        break;
    }
    return dx_formula_binary(store, DX_KNOWS, agent, f);
}

dx_formula random_kernel_formula(dx_formulas *store, dx_random *random,
                                 unsigned contents, unsigned depth)
{
    if (depth == 0) {
        size_t pick = below(random, 12);
        return pick == 0   ? dx_formula_true(store)
               : pick == 1 ? dx_formula_false(store)
                           : random_atom(store, random);
    }
    dx_formula f = random_kernel_formula(store, random, contents, depth - 1);
    dx_formula g = random_kernel_formula(store, random, contents, depth - 1);
    size_t pick = below(random, 10);
    if (pick == 0)
        return dx_formula_not(store, f);
    if (pick <= 2)
        return dx_formula_binary(store, (dx_kind)(DX_AND + below(random, 4)), f,
                                 g);
    if (pick == 3 && contents & RANDOM_PROGRAMS)
        return dx_formula_binary(
            store, below(random, 2) == 0 ? DX_BOX : DX_DIAMOND,
            random_program(store, random, contents, depth - 1), f);
    if (pick == 4 && contents & RANDOM_NUMBERS)
        return random_comparison(store, random, contents, depth - 1);
    if (pick <= 6 && contents & (RANDOM_ANNOUNCEMENTS | RANDOM_EVENTS))
        return random_update(store, random, contents, f, g);
    return random_modal(store, random, contents, f, g);
}
