// What a model is made of.  Its relations are in relation.c; how worlds are
// called is in world_name.c.
//
// Rows by kind: an agent, a proposition, a variable is a row with its data for
// all worlds beside each other, so that an evaluation walks memory once.  Facts
// are found by the handle of their formula in a table as long as the largest
// handle, agents and constants by looking through the few there are.  Weights
// of edges that depend on the target only are kept as weights of worlds, which
// is the common case (weights_by_target) and lets a partition stay one.

#include "logic/kripke/model.h"

#include "base/memory.h"
#include "base/vector.h"
#include "logic/kripke/inside.h"

#include <assert.h>
#include <string.h>

dx_model *dx_model_new(dx_formulas *store, size_t world_count)
{
    DX_REQUIRE(world_count <= DX_WORLDS_MAX, "at most DX_WORLDS_MAX worlds");
    dx_model *model = dx_alloc(1, sizeof *model);
    model->store = store;
    model->world_count = world_count;
    return model;
}

static void release_weights(dx_agent_row *agent)
{
    dx_free(agent->weights.of_world);
    dx_free(agent->weights.of_edge);
    agent->weights = (dx_weights){0};
}

void dx_model_free(dx_model *model)
{
    if (model == NULL)
        return;
    for (size_t a = 0; a < model->agents.count; a++) {
        dx_relation_release(&model->agents.at[a].knowledge);
        dx_relation_release(&model->agents.at[a].belief);
        release_weights(&model->agents.at[a]);
        dx_free(model->agents.at[a].rank);
    }
    for (size_t p = 0; p < model->propositions.count; p++)
        dx_bitset_release(&model->propositions.at[p].worlds);
    for (size_t v = 0; v < model->variables.count; v++)
        dx_free(model->variables.at[v].values);
    for (size_t d = 0; d < model->domains.count; d++)
        dx_free(model->domains.at[d].members);
    dx_vector_release(&model->agents);
    dx_vector_release(&model->propositions);
    dx_vector_release(&model->variables);
    dx_vector_release(&model->constants);
    dx_vector_release(&model->domains);
    dx_vector_release(&model->fact_of);
    dx_vector_release(&model->world_of_name);
    dx_free(model->name_of_world);
    dx_names_free(model->world_names);
    dx_free(model);
}

// Constants and domains: what a name means does not change with the worlds.
void dx_model_copy_words(dx_model *into, const dx_model *from)
{
    for (size_t c = 0; c < from->constants.count; c++)
        dx_model_add_constant(into, from->constants.at[c].name,
                              from->constants.at[c].value);
    for (size_t d = 0; d < from->domains.count; d++) {
        const dx_domain_row *domain = &from->domains.at[d];
        dx_model_add_domain(into, domain->name, domain->count, domain->members);
    }
}

static void copy_agent(dx_model *copy, const dx_model *model, size_t a)
{
    size_t count = model->world_count;
    const dx_agent_row *agent = &model->agents.at[a];
    dx_names *names = dx_formulas_names(model->store);
    dx_model_add_agent(copy, dx_names_text(names, agent->name));
    dx_model_take_relation(copy, a, DX_KNOWLEDGE,
                           dx_relation_copy(&agent->knowledge, count));
    if (agent->has_belief)
        dx_model_take_relation(copy, a, DX_BELIEF,
                               dx_relation_copy(&agent->belief, count));
    dx_weights *weights = &copy->agents.at[a].weights;
    if (agent->rank != NULL)
        copy->agents.at[a].rank =
            dx_copy(agent->rank, count * sizeof *agent->rank);
    if (agent->weights.of_world != NULL)
        weights->of_world =
            dx_copy(agent->weights.of_world, count * sizeof *weights->of_world);
    if (agent->weights.of_edge != NULL)
        weights->of_edge =
            dx_copy(agent->weights.of_edge,
                    agent->knowledge.first[count] * sizeof *weights->of_edge);
}

dx_model *dx_model_copy(const dx_model *model)
{
    dx_model *copy = dx_model_new(model->store, model->world_count);
    copy->actual = model->actual;
    for (size_t a = 0; a < model->agents.count; a++)
        copy_agent(copy, model, a);
    for (size_t p = 0; p < model->propositions.count; p++) {
        dx_model_add_proposition(copy, model->propositions.at[p].atom);
        dx_bitset_assign(&copy->propositions.at[p].worlds,
                         &model->propositions.at[p].worlds);
    }
    for (size_t v = 0; v < model->variables.count; v++) {
        dx_model_add_variable(copy, model->variables.at[v].term,
                              model->variables.at[v].values);
        copy->variables.at[v].domain = model->variables.at[v].domain;
    }
    dx_model_copy_words(copy, model);
    for (size_t w = 0; w < model->world_count; w++)
        if (dx_model_given_name(model, w) != NULL)
            dx_model_name_world(copy, w, dx_model_given_name(model, w));
    return copy;
}

dx_formulas *dx_model_formulas(const dx_model *model)
{
    return model->store;
}

size_t dx_model_world_count(const dx_model *model)
{
    return model->world_count;
}

size_t dx_model_actual(const dx_model *model)
{
    return model->actual;
}

void dx_model_set_actual(dx_model *model, size_t world)
{
    DX_REQUIRE(world < model->world_count, "a world of the model");
    model->actual = world;
}

size_t dx_model_add_agent(dx_model *model, const char *name)
{
    DX_REQUIRE(model->agents.count < DX_AGENTS_MAX, "at most DX_AGENTS_MAX");
    dx_agent_row agent = {
        .name = dx_names_add(dx_formulas_names(model->store), name),
        .knowledge = dx_relation_universal(model->world_count),
    };
    DX_REQUIRE(dx_model_find_agent(model, agent.name) == DX_NOT_FOUND,
               "agents with different names");
    dx_vector_push(&model->agents, agent);
    return model->agents.count - 1;
}

size_t dx_model_find_agent(const dx_model *model, dx_name name)
{
    for (size_t a = 0; a < model->agents.count; a++)
        if (model->agents.at[a].name == name)
            return a;
    return DX_NOT_FOUND;
}

size_t dx_model_agent_count(const dx_model *model)
{
    return model->agents.count;
}

static dx_agent_row *agent_at(const dx_model *model, size_t agent)
{
    DX_REQUIRE(agent < model->agents.count, "an agent of the model");
    return &model->agents.at[agent];
}

dx_name dx_model_agent_name(const dx_model *model, size_t agent)
{
    return agent_at(model, agent)->name;
}

void dx_model_take_relation(dx_model *model, size_t agent, dx_attitude attitude,
                            dx_relation relation)
{
    dx_agent_row *a = agent_at(model, agent);
    assert(dx_relation_is_sound(&relation, model->world_count));
    if (attitude == DX_BELIEF) {
        dx_free(a->rank); // one source of belief
        a->rank = NULL;
        dx_relation_release(&a->belief);
        a->belief = relation;
        a->has_belief = true;
        return;
    }
    dx_relation_release(&a->knowledge);
    release_weights(a);
    a->knowledge = relation;
}

void dx_model_set_partition(dx_model *model, size_t agent, const uint32_t *cell)
{
    dx_model_take_relation(model, agent, DX_KNOWLEDGE,
                           dx_relation_of_cells(model->world_count, cell));
}

void dx_model_set_edges(dx_model *model, size_t agent, dx_attitude attitude,
                        size_t count, const dx_edge *edges)
{
    dx_model_take_relation(
        model, agent, attitude,
        dx_relation_of_edges(model->world_count, count, edges));
}

const dx_relation *dx_model_relation(const dx_model *model, size_t agent,
                                     dx_attitude attitude)
{
    const dx_agent_row *a = agent_at(model, agent);
    return attitude == DX_BELIEF && a->has_belief ? &a->belief : &a->knowledge;
}

bool dx_model_has_belief(const dx_model *model, size_t agent)
{
    return agent_at(model, agent)->has_belief;
}

void dx_model_set_weights(dx_model *model, size_t agent,
                          const dx_fraction *of_world)
{
    dx_agent_row *a = agent_at(model, agent);
    release_weights(a);
    a->weights.of_world =
        dx_copy(of_world, model->world_count * sizeof *of_world);
}

// Where the weight of `edge` stands in an edge relation.
static size_t place_of_edge(const dx_relation *relation, dx_edge edge)
{
    size_t low = relation->first[edge.from];
    size_t high = relation->first[edge.from + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (relation->target[middle] < edge.to)
            low = middle + 1;
        else
            high = middle;
    }
    DX_REQUIRE(low < relation->first[edge.from + 1] &&
                   relation->target[low] == edge.to,
               "weights of edges that are there");
    return low;
}

// One weight a world if all edges into each world weigh the same, else NULL.
static dx_fraction *weights_by_target(const dx_relation *relation,
                                      const dx_fraction *of_edge, size_t count)
{
    const dx_fraction unset = {0, 0};
    dx_fraction *of_world = dx_alloc(count, sizeof *of_world);
    for (size_t i = 0; i < relation->first[count]; i++) {
        dx_fraction *weight = &of_world[relation->target[i]];
        if (dx_fraction_equal(*weight, unset))
            *weight = of_edge[i];
        if (!dx_fraction_equal(*weight, of_edge[i])) {
            dx_free(of_world);
            return NULL;
        }
    }
    for (size_t w = 0; w < count; w++)
        if (dx_fraction_is_lost(of_world[w]))
            of_world[w] = dx_fraction_int(0);
    return of_world;
}

void dx_model_set_edge_weights(dx_model *model, size_t agent, size_t count,
                               const dx_edge *edges, const dx_fraction *weights)
{
    dx_agent_row *a = agent_at(model, agent);
    dx_relation rows = dx_relation_as_edges(&a->knowledge, model->world_count);
    size_t edge_count = rows.first[model->world_count];
    dx_fraction *of_edge = dx_alloc_raw(edge_count, sizeof *of_edge);
    for (size_t i = 0; i < edge_count; i++)
        of_edge[i] = dx_fraction_int(0);
    for (size_t i = 0; i < count; i++)
        of_edge[place_of_edge(&rows, edges[i])] = weights[i];
    release_weights(a);
    a->weights.of_world = weights_by_target(&rows, of_edge, model->world_count);
    if (a->weights.of_world != NULL) {
        dx_free(of_edge);
        dx_relation_release(&rows);
        return;
    }
    dx_relation_release(&a->knowledge);
    a->knowledge = rows;
    a->weights.of_edge = of_edge;
}

const dx_weights *dx_model_weights(const dx_model *model, size_t agent)
{
    const dx_weights *weights = &agent_at(model, agent)->weights;
    assert(weights->of_world == NULL || weights->of_edge == NULL);
    assert(weights->of_edge == NULL || agent_at(model, agent)->knowledge.first);
    return weights->of_world == NULL && weights->of_edge == NULL ? NULL
                                                                 : weights;
}

// Facts are found by the handle of their node: 0 is none, then propositions
// have odd and variables even numbers.
static void remember_fact(dx_model *model, dx_formula node, size_t number)
{
    while (model->fact_of.count <= node)
        dx_vector_push(&model->fact_of, 0);
    assert(number != 0 && model->fact_of.at[node] == 0);
    model->fact_of.at[node] = (uint32_t)number;
}

static uint32_t fact_of(const dx_model *model, dx_formula node)
{
    return node < model->fact_of.count ? model->fact_of.at[node] : 0;
}

size_t dx_model_add_proposition(dx_model *model, dx_formula atom)
{
    DX_REQUIRE(dx_formula_kind(model->store, atom) == DX_APPLY, "an atom");
    DX_REQUIRE(fact_of(model, atom) == 0, "an atom that is new");
    dx_proposition p = {atom, dx_bitset_new(model->world_count)};
    dx_vector_push(&model->propositions, p);
    remember_fact(model, atom, 2 * model->propositions.count - 1);
    return model->propositions.count - 1;
}

size_t dx_model_find_proposition(const dx_model *model, dx_formula atom)
{
    uint32_t fact = fact_of(model, atom);
    assert(fact % 2 == 0 || fact / 2 < model->propositions.count);
    return fact % 2 == 1 ? fact / 2 : DX_NOT_FOUND;
}

size_t dx_model_proposition_count(const dx_model *model)
{
    return model->propositions.count;
}

static dx_proposition *proposition_at(const dx_model *model, size_t p)
{
    DX_REQUIRE(p < model->propositions.count, "a proposition of the model");
    return &model->propositions.at[p];
}

dx_formula dx_model_proposition(const dx_model *model, size_t proposition)
{
    return proposition_at(model, proposition)->atom;
}

dx_bitset *dx_model_worlds_of(dx_model *model, size_t proposition)
{
    return &proposition_at(model, proposition)->worlds;
}

const dx_bitset *dx_model_proposition_worlds(const dx_model *model,
                                             size_t proposition)
{
    return &proposition_at(model, proposition)->worlds;
}

size_t dx_model_add_variable(dx_model *model, dx_formula term,
                             const int32_t *values)
{
    DX_REQUIRE(dx_formula_kind(model->store, term) == DX_APPLY, "a name");
    DX_REQUIRE(fact_of(model, term) == 0, "a variable that is new");
    dx_variable v = {term, DX_NAME_NONE,
                     dx_copy(values, model->world_count * sizeof *values)};
    dx_vector_push(&model->variables, v);
    remember_fact(model, term, 2 * model->variables.count);
    return model->variables.count - 1;
}

size_t dx_model_find_variable(const dx_model *model, dx_formula term)
{
    uint32_t fact = fact_of(model, term);
    assert(fact % 2 == 1 || fact / 2 <= model->variables.count);
    return fact != 0 && fact % 2 == 0 ? fact / 2 - 1 : DX_NOT_FOUND;
}

size_t dx_model_variable_count(const dx_model *model)
{
    return model->variables.count;
}

static dx_variable *variable_at(const dx_model *model, size_t v)
{
    DX_REQUIRE(v < model->variables.count, "a variable of the model");
    return &model->variables.at[v];
}

dx_formula dx_model_variable(const dx_model *model, size_t variable)
{
    return variable_at(model, variable)->term;
}

const int32_t *dx_model_values(const dx_model *model, size_t variable)
{
    return variable_at(model, variable)->values;
}

void dx_model_set_value(dx_model *model, size_t variable, size_t world,
                        int32_t value)
{
    DX_REQUIRE(world < model->world_count, "a world of the model");
    variable_at(model, variable)->values[world] = value;
}

void dx_model_set_variable_domain(dx_model *model, size_t variable,
                                  dx_name domain)
{
    variable_at(model, variable)->domain = domain;
}

dx_name dx_model_variable_domain(const dx_model *model, size_t variable)
{
    return variable_at(model, variable)->domain;
}

void dx_model_add_constant(dx_model *model, dx_name name, int32_t value)
{
    dx_constant constant = {name, value};
    dx_vector_push(&model->constants, constant);
}

bool dx_model_constant(const dx_model *model, dx_name name, int32_t *out)
{
    for (size_t c = 0; c < model->constants.count; c++)
        if (model->constants.at[c].name == name) {
            *out = model->constants.at[c].value;
            return true;
        }
    return false;
}

size_t dx_model_constant_count(const dx_model *model)
{
    return model->constants.count;
}

dx_name dx_model_constant_at(const dx_model *model, size_t i,
                             int32_t *out_value)
{
    DX_REQUIRE(i < model->constants.count, "a constant of the model");
    *out_value = model->constants.at[i].value;
    return model->constants.at[i].name;
}

void dx_model_add_domain(dx_model *model, dx_name name, size_t count,
                         const dx_formula *members)
{
    dx_domain_row domain = {name, count,
                            dx_copy(members, count * sizeof *members)};
    dx_vector_push(&model->domains, domain);
}

const dx_formula *dx_model_domain(const dx_model *model, dx_name name,
                                  size_t *out_count)
{
    for (size_t d = 0; d < model->domains.count; d++)
        if (model->domains.at[d].name == name) {
            *out_count = model->domains.at[d].count;
            return model->domains.at[d].members;
        }
    return NULL;
}

size_t dx_model_domain_count(const dx_model *model)
{
    return model->domains.count;
}

dx_name dx_model_domain_name(const dx_model *model, size_t i)
{
    DX_REQUIRE(i < model->domains.count, "a domain of the model");
    return model->domains.at[i].name;
}
