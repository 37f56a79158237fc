#include "logic/any_model.h"

#include "base/memory.h"
#include "base/vector.h"
#include "logic/formula/parse.h"

#include <stdio.h>

static bool chance(dx_random *random, unsigned of)
{
    return dx_random_below(random, of) == 0;
}

static void random_partition(dx_model *model, dx_random *random, size_t agent)
{
    size_t count = dx_model_world_count(model);
    uint32_t *cell = dx_alloc(count, sizeof *cell);
    uint64_t cells = 1 + dx_random_below(random, count);
    for (size_t w = 0; w < count; w++)
        cell[w] = (uint32_t)dx_random_below(random, cells);
    dx_model_set_partition(model, agent, cell);
    dx_free(cell);
}

static void random_edges(dx_model *model, dx_random *random, size_t agent,
                         dx_attitude attitude)
{
    uint32_t count = (uint32_t)dx_model_world_count(model);
    unsigned rarity = 2 + (unsigned)dx_random_below(random, 3);
    DX_VECTOR(dx_edge) edges = {0};
    for (uint32_t u = 0; u < count; u++)
        for (uint32_t v = 0; v < count; v++)
            if (chance(random, rarity))
                dx_vector_push(&edges, (dx_edge){u, v});
    dx_model_set_edges(model, agent, attitude, edges.count, edges.at);
    dx_vector_release(&edges);
}

static void random_weights(dx_model *model, dx_random *random, size_t agent)
{
    uint32_t count = (uint32_t)dx_model_world_count(model);
    const dx_relation *relation = dx_model_relation(model, agent, DX_KNOWLEDGE);
    DX_VECTOR(dx_edge) edges = {0};
    DX_VECTOR(dx_fraction) weights = {0};
    bool by_edge = chance(random, 2);
    for (uint32_t u = 0; u < count; u++)
        for (uint32_t v = 0; v < count; v++)
            if (dx_relation_has(relation, u, v)) {
                dx_vector_push(&edges, (dx_edge){u, v});
                int64_t top = (int64_t)dx_random_below(random, 3);
                dx_vector_push(&weights, dx_fraction_of(top, 2));
            }
    if (by_edge)
        dx_model_set_edge_weights(model, agent, edges.count, edges.at,
                                  weights.at);
    dx_vector_release(&edges);
    dx_vector_release(&weights);
    if (by_edge)
        return;
    for (uint32_t u = 0; u < count; u++)
        dx_vector_push(&weights,
                       dx_fraction_of((int64_t)dx_random_below(random, 3), 3));
    dx_model_set_weights(model, agent, weights.at);
    dx_vector_release(&weights);
}

static void random_facts(dx_model *model, dx_random *random, bool variables)
{
    dx_formulas *store = dx_model_formulas(model);
    size_t count = dx_model_world_count(model);
    static const char *const names[] = {"p", "q"};
    for (size_t i = 0; i < 2; i++) {
        size_t p =
            dx_model_add_proposition(model, dx_formula_atom(store, names[i]));
        for (size_t w = 0; w < count; w++)
            if (chance(random, i == 0 ? 2 : 4))
                dx_bitset_add(dx_model_worlds_of(model, p), w);
    }
    if (!variables)
        return;
    int32_t *values = dx_alloc(count, sizeof *values);
    for (size_t w = 0; w < count; w++)
        values[w] = (int32_t)dx_random_below(random, 3) - 1;
    dx_model_add_variable(model, dx_formula_atom(store, "x"), values);
    dx_free(values);
}

dx_model *any_model(dx_formulas *store, dx_random *random, any_options options)
{
    size_t count = 1 + (size_t)dx_random_below(random, options.worlds_max);
    dx_model *model = dx_model_new(store, count);
    static const char *const agents[] = {"a", "b"};
    for (size_t a = 0; a < 2; a++) {
        dx_model_add_agent(model, agents[a]);
        if (chance(random, 2))
            random_partition(model, random, a);
        else
            random_edges(model, random, a, DX_KNOWLEDGE);
        if (chance(random, 4) && a == 0)
            random_edges(model, random, a, DX_BELIEF);
        if (options.with_weights && chance(random, 2))
            random_weights(model, random, a);
    }
    random_facts(model, random, options.with_variables);
    dx_model_set_actual(model, (size_t)dx_random_below(random, count));
    for (size_t w = 0; w < count && options.with_names; w++) {
        char name[32];
        snprintf(name, sizeof name, "world \"%zu\"", w);
        dx_model_name_world(model, w, name);
    }
    return model;
}

static dx_formula random_literal(dx_formulas *store, dx_random *random)
{
    return dx_formula_atom(store, chance(random, 2) ? "p" : "q");
}

// Puts `one` and `two` into a text with %1 and %2.
static dx_formula random_shape(dx_formulas *store, dx_random *random,
                               dx_formula one, dx_formula two,
                               bool with_probability)
{
    static const char *const shapes[] = {
        "~one",
        "one & two",
        "one | two",
        "one -> two",
        "K[a] one",
        "M[b] one",
        "B[a] one",
        "~B[b] one",
        "E[a,b] one",
        "C[a,b] one",
        "[!one] two",
        "<!one> two",
        "[a !one] two",
        "[?!one] two",
        "[(a+b)*] one",
        "<a;?one;b> two",
        "Kw[a] one",
        "B[b](one given two)",
        "P[a](one) >= 1/2",
        "P[b](one) < 1/3",
        "P[a](one) - P[b](two) > 0",
        "P[b](one given two) >= 1/2",
    };
    enum { ALL = sizeof shapes / sizeof *shapes, WITHOUT = ALL - 4 };
    size_t i =
        (size_t)dx_random_below(random, with_probability ? ALL : WITHOUT);
    dx_formula f;
    dx_names *names = dx_formulas_names(store);
    if (dx_parse(store, shapes[i], &f, NULL) != DX_OK)
        return DX_FORMULA_NONE;
    f = dx_formula_replace(store, f, dx_names_add(names, "one"), one);
    return dx_formula_replace(store, f, dx_names_add(names, "two"), two);
}

dx_formula any_formula(dx_formulas *store, dx_random *random, int depth,
                       bool with_probability)
{
    if (depth == 0)
        return random_literal(store, random);
    dx_formula one = any_formula(store, random, depth - 1, with_probability);
    dx_formula two = any_formula(store, random, depth - 1, with_probability);
    return random_shape(store, random, one, two, with_probability);
}
