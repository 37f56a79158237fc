// logic/kripke/model.h -- explicit Kripke models: worlds, facts, who confuses
// what.
//
// A model has worlds 0 .. world_count - 1, facts that hold at some of them,
// and for each agent a relation: w to v means that at w the agent holds v
// possible.  Equivalence relations, by far the commonest, are kept as
// partitions (one cell number a world: a million worlds and twenty agents are
// 80 MB); all others as sorted lists of successors.
//
// An agent may have a second relation for belief (B); without one, K and B
// are both the box of the first.  An agent may have weights: exact, not
// normalised, so that P[a](f) at w is the weight of the f-worlds among the
// successors of w divided by the weight of all of them.
//
// Facts come in two sorts.  A proposition is an atom (an APPLY node such as
// `p` or `hand(b,6s)`) with the set of worlds where it holds.  A variable is a
// term (`x`, `sum`, `card(2)`) with a whole number at every world; constants
// of enumerations are numbers with a name.
//
//     dx_model *model = dx_model_new(store, 2);
//     size_t anne = dx_model_add_agent(model, "anne");
//     dx_model_set_partition(model, anne, (uint32_t[]){0, 0});
//     size_t p = dx_model_add_proposition(model, dx_formula_atom(store, "p"));
//     dx_bitset_add(dx_model_worlds_of(model, p), 1);

#ifndef DX_LOGIC_KRIPKE_MODEL_H
#define DX_LOGIC_KRIPKE_MODEL_H

#include "base/base.h"
#include "base/bitset.h"
#include "base/fraction.h"
#include "logic/formula/formula.h"
#include "logic/kripke/agent_set.h"
#include "logic/kripke/relation.h"

#include <stdint.h>

enum { DX_WORLDS_MAX = 1 << 26 };
#define DX_NOT_FOUND SIZE_MAX

// What an agent finds how likely.  `of_world[v]` is the weight of v wherever
// the agent holds v possible; if the weight also depends on where the agent
// stands, `of_edge` runs parallel to the targets of an edge relation instead.
typedef struct dx_weights {
    dx_fraction *of_world, *of_edge;
} dx_weights;

typedef struct dx_model dx_model;

// A model over `store`, which it borrows.  All relations start out universal
// (one cell), no world has a name, world 0 is the actual one.
dx_model *dx_model_new(dx_formulas *store, size_t world_count);
dx_model *dx_model_copy(const dx_model *model);
void dx_model_free(dx_model *model);

dx_formulas *dx_model_formulas(const dx_model *model);
size_t dx_model_world_count(const dx_model *model);

size_t dx_model_actual(const dx_model *model);
void dx_model_set_actual(dx_model *model, size_t world);

// Names of worlds are optional and should differ; the name of a world without
// one is made from its facts ("p q", "x=3 y=4", "{}" where nothing is true),
// or from its number ("w7") where that is not unique or too long.
void dx_model_name_world(dx_model *model, size_t world, const char *name);
size_t dx_model_find_world(const dx_model *model, const char *name);
void dx_model_print_world(const dx_model *model, size_t world, dx_text *out);
// The name that was given to a world, or NULL.
const char *dx_model_given_name(const dx_model *model, size_t world);

// Agents, at most DX_AGENTS_MAX, numbered as they are added.
size_t dx_model_add_agent(dx_model *model, const char *name);
size_t dx_model_find_agent(const dx_model *model, dx_name name);
size_t dx_model_agent_count(const dx_model *model);
dx_name dx_model_agent_name(const dx_model *model, size_t agent);

// Relations.  Cells may be numbered freely; they are copied and renumbered
// from 0.  Edges are pairs (from, to) in any order and are copied; a set of
// edges that is an equivalence becomes a partition by itself.
typedef enum dx_attitude { DX_KNOWLEDGE, DX_BELIEF } dx_attitude;
void dx_model_set_partition(dx_model *model, size_t agent,
                            const uint32_t *cell);
void dx_model_set_edges(dx_model *model, size_t agent, dx_attitude attitude,
                        size_t count, const dx_edge *edges);

// The same with a ready relation, which the model takes.  For knowledge this
// drops the agent's weights: set them again.
void dx_model_take_relation(dx_model *model, size_t agent, dx_attitude attitude,
                            dx_relation relation);

// The relation for an attitude; belief falls back to knowledge.
const dx_relation *dx_model_relation(const dx_model *model, size_t agent,
                                     dx_attitude attitude);
bool dx_model_has_belief(const dx_model *model, size_t agent);

// Weights, all >= 0.  `dx_model_weights` is NULL for an agent without any, who
// then holds its successors equally likely.  Weights of edges must name edges
// of the knowledge relation, in any order; edges not named weigh 0.  Weights
// of edges that depend on the target only are kept as weights of worlds; a
// partition whose weights do depend on where one stands becomes edges.
void dx_model_set_weights(dx_model *model, size_t agent,
                          const dx_fraction *of_world);
void dx_model_set_edge_weights(dx_model *model, size_t agent, size_t count,
                               const dx_edge *edges,
                               const dx_fraction *weights);
const dx_weights *dx_model_weights(const dx_model *model, size_t agent);

// Propositions: found by their atom; DX_NOT_FOUND if there is none.
size_t dx_model_add_proposition(dx_model *model, dx_formula atom);
size_t dx_model_find_proposition(const dx_model *model, dx_formula atom);
size_t dx_model_proposition_count(const dx_model *model);
dx_formula dx_model_proposition(const dx_model *model, size_t proposition);
dx_bitset *dx_model_worlds_of(dx_model *model, size_t proposition);
const dx_bitset *dx_model_proposition_worlds(const dx_model *model,
                                             size_t proposition);

// Variables: found by their term; `values` has one number a world.
size_t dx_model_add_variable(dx_model *model, dx_formula term,
                             const int32_t *values);
size_t dx_model_find_variable(const dx_model *model, dx_formula term);
size_t dx_model_variable_count(const dx_model *model);
dx_formula dx_model_variable(const dx_model *model, size_t variable);
const int32_t *dx_model_values(const dx_model *model, size_t variable);
void dx_model_set_value(dx_model *model, size_t variable, size_t world,
                        int32_t value);

// Constants: the names of an enumeration's values, and named finite domains
// for quantifiers (`forall c in cards`).  A name means one value everywhere
// in a model.
void dx_model_add_constant(dx_model *model, dx_name name, int32_t value);
bool dx_model_constant(const dx_model *model, dx_name name, int32_t *out);
void dx_model_add_domain(dx_model *model, dx_name name, size_t count,
                         const dx_formula *members);
// The members of a named domain; NULL if there is none of that name.
const dx_formula *dx_model_domain(const dx_model *model, dx_name name,
                                  size_t *out_count);
// All of them, in the order in which they were added: the name of constant
// number i, with its value, and that of domain number i.
size_t dx_model_constant_count(const dx_model *model);
dx_name dx_model_constant_at(const dx_model *model, size_t i,
                             int32_t *out_value);
size_t dx_model_domain_count(const dx_model *model);
dx_name dx_model_domain_name(const dx_model *model, size_t i);
// Gives a model that has none the constants and domains of another.
void dx_model_copy_words(dx_model *into, const dx_model *from);

// A variable whose values are constants prints them by name: tells the model
// that the values of `variable` are those of the named domain.  DX_NAME_NONE:
// they are plain numbers, as at first.
void dx_model_set_variable_domain(dx_model *model, size_t variable,
                                  dx_name domain);
dx_name dx_model_variable_domain(const dx_model *model, size_t variable);
// "x=3", or "x=red" where the domain names the value.
void dx_model_print_value(const dx_model *model, size_t variable, size_t world,
                          dx_text *out);

#endif
