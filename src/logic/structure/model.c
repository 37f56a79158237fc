// The belief structure of a Kripke model.
//
// A state is the number of a world in binary; a set of worlds is the
// disjunction of their codes, and a relation that of the codes of its pairs,
// first the world, then the twin.  That is no smaller than the model, and not
// meant to be: it is how the symbolic engine is judged against the explicit
// one, and how a model that was listed can be asked what is cheaper with
// diagrams.

#include "logic/structure/inside.h"

#include "base/memory.h"
#include "logic/kripke/plausible.h"

#include <assert.h>
#include <stdlib.h>

typedef struct source {
    dx_structure *s;
    const dx_model *model;
    size_t count;           // of worlds
    dx_bdd *world, *target; // per world: this state, that twin
} source;

static dx_bdd any_of(source *from, const dx_bdd *codes, const dx_bitset *worlds)
{
    DX_VECTOR(dx_bdd) list = {0};
    for (size_t w = dx_bitset_next(worlds, 0); w < worlds->size;
         w = dx_bitset_next(worlds, w + 1))
        dx_vector_push(&list, codes[w]);
    dx_bdd any = dx_bdd_or_all(from->s->m, list.at, list.count);
    dx_vector_release(&list);
    return any;
}

typedef struct place {
    int32_t value;
    dx_bdd world;
} place;

static int by_value(const void *a, const void *b)
{
    int32_t x = ((const place *)a)->value, y = ((const place *)b)->value;
    return (x > y) - (x < y);
}

static dx_number number_of(source *from, const int32_t *values)
{
    dx_bdd_manager *m = from->s->m;
    place *list = dx_alloc_raw(from->count, sizeof *list);
    for (size_t w = 0; w < from->count; w++)
        list[w] = (place){values[w], from->world[w]};
    qsort(list, from->count, sizeof *list, by_value);
    dx_number made = {.thing = DX_FORMULA_NONE};
    made.value = dx_alloc_raw(from->count, sizeof *made.value);
    made.where = dx_alloc_raw(from->count, sizeof *made.where);
    for (size_t i = 0; i < from->count; i++) {
        bool is_new = i == 0 || list[i].value != list[i - 1].value;
        made.count += is_new;
        dx_bdd *where = &made.where[made.count - 1];
        made.value[made.count - 1] = dx_fraction_int(list[i].value);
        *where = is_new ? list[i].world : dx_bdd_or(m, *where, list[i].world);
    }
    dx_free(list);
    assert(dx_number_is_sound(&made));
    return made;
}

static dx_bdd relation_of(source *from, const dx_relation *relation)
{
    dx_bdd_manager *m = from->s->m;
    dx_relation edges = dx_relation_as_edges(relation, from->count);
    dx_bdd all = DX_BDD_FALSE;
    for (size_t w = 0; w < from->count; w++) {
        dx_bdd to = DX_BDD_FALSE;
        for (size_t i = edges.first[w]; i < edges.first[w + 1]; i++)
            to = dx_bdd_or(m, to, from->target[edges.target[i]]);
        all = dx_bdd_or(m, all, dx_bdd_and(m, from->world[w], to));
    }
    dx_relation_release(&edges);
    return all;
}

static uint32_t add_relation(source *from, size_t a, dx_attitude attitude)
{
    dx_structure *s = from->s;
    uint32_t agent =
        dx_structure_new_agent(s, dx_model_agent_name(from->model, a));
    const dx_relation *relation = dx_model_relation(from->model, a, attitude);
    dx_bitset all = dx_bitset_new(dx_model_world_count(from->model));
    dx_bitset_fill(&all);
    s->views.at[0].agent[agent].is_tangled =
        !dx_relation_is_shared(relation, &all);
    dx_bitset_release(&all);
    if (relation->cell == NULL || relation->cell_count > 1)
        dx_structure_put(s, &s->views.at[0].agent[agent].relation,
                         relation_of(from, relation));
    return agent;
}

// Weights of edges that are 0 are not there: models that are read have none.
static void add_levels(source *from, size_t a, uint32_t agent)
{
    dx_levels levels = {0};
    if (!dx_model_has_belief(from->model, a))
        levels = dx_model_levels(from->model, a);
    if (levels.of_world != NULL) {
        int32_t *values = dx_alloc_raw(from->count, sizeof *values);
        for (size_t w = 0; w < from->count; w++)
            values[w] = (int32_t)levels.of_world[w];
        dx_number order = number_of(from, values);
        dx_structure_set_levels(from->s, agent, order.count, order.where);
        dx_number_release(&order);
        dx_free(values);
    }
    dx_levels_release(&levels);
}

static void add_all(source *from)
{
    dx_structure *s = from->s;
    const dx_model *model = from->model;
    for (size_t p = 0; p < dx_model_proposition_count(model); p++)
        dx_structure_name_atom(
            s, dx_model_proposition(model, p),
            any_of(from, from->world, dx_model_proposition_worlds(model, p)));
    for (size_t v = 0; v < dx_model_variable_count(model); v++)
        dx_structure_name_number(s, dx_model_variable(model, v),
                                 number_of(from, dx_model_values(model, v)));
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        uint32_t agent = add_relation(from, a, DX_KNOWLEDGE);
        add_levels(from, a, agent);
        if (dx_model_has_belief(model, a))
            dx_pair_map_put(&s->belief_of, agent, 0,
                            add_relation(from, a, DX_BELIEF));
    }
}

static dx_status add_worlds(source *from, dx_error *error)
{
    dx_structure *s = from->s;
    size_t bits = 0;
    while (from->count > (size_t)1 << bits)
        bits++;
    dx_bdd_var var[64], twin[64];
    bool is_fine = dx_structure_add_bits(s, bits, var);
    for (size_t i = 0; i < bits && is_fine; i++) {
        twin[i] = dx_structure_twin(s, var[i]);
        is_fine = twin[i] != DX_BDD_VAR_NONE;
    }
    assert(bits < 64 && from->count <= (size_t)1 << bits);
    if (is_fine) {
        dx_structure_codes(s, var, bits, from->count, from->world);
        dx_structure_codes(s, twin, bits, from->count, from->target);
    }
    return dx_structure_demand(
        s,
        is_fine ? dx_bdd_or_all(s->m, from->world, from->count)
                : DX_BDD_INVALID,
        error);
}

dx_status dx_structure_of_model(const dx_model *model,
                                const dx_bdd_options *options,
                                dx_structure **out_structure, dx_error *error)
{
    source from = {.s = dx_structure_new(dx_model_formulas(model), options),
                   .model = model,
                   .count = dx_model_world_count(model)};
    from.world = dx_alloc(from.count, sizeof *from.world);
    from.target = dx_alloc(from.count, sizeof *from.target);
    dx_status status = add_worlds(&from, error);
    if (status == DX_OK) {
        add_all(&from);
        status = dx_bdd_status(from.s->m);
        if (status != DX_OK && error != NULL)
            *error = *dx_bdd_trouble(from.s->m);
    }
    dx_free(from.world);
    dx_free(from.target);
    if (status == DX_OK)
        *out_structure = from.s;
    else
        dx_structure_free(from.s);
    return status;
}
