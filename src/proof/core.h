// proof/core.h -- the small language that the procedures work on.
//
// Negation normal form: negation stands at atoms only, and box and diamond
// carry a set of agents (more than one: distributed knowledge, the box of the
// intersection).  Two more kinds are fixpoints, for common knowledge and
// programs with a star: "always" is the greatest solution of x = unfold(x),
// "eventually" the least; their unfolding contains them again below a box or
// diamond.
//
// Nodes are hash-consed numbers, and each has its negation.

#ifndef DX_PROOF_CORE_H
#define DX_PROOF_CORE_H

#include "base/vector.h"
#include "logic/formula/formula.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t dx_node;

// A set of agents is a word here.
enum { DX_CORE_AGENTS_MAX = 64 };

typedef enum dx_core_kind {
    DX_CORE_TRUE,
    DX_CORE_FALSE,
    DX_CORE_ATOM,
    DX_CORE_NOT_ATOM,
    DX_CORE_AND,
    DX_CORE_OR,
    DX_CORE_BOX,
    DX_CORE_DIAMOND,
    DX_CORE_ALWAYS,
    DX_CORE_EVENTUALLY,
} dx_core_kind;

typedef struct dx_core dx_core;

// Borrows the store, in which it finds the names of agents.
dx_core *dx_core_new(dx_formulas *store);
void dx_core_free(dx_core *core);
dx_formulas *dx_core_formulas(const dx_core *core);

// Nodes.  `set` is a bit set of agent numbers, not empty.
dx_node dx_core_truth(dx_core *core, bool value);
dx_node dx_core_atom(dx_core *core, dx_formula atom);
dx_node dx_core_and(dx_core *core, size_t count, const dx_node *parts);
dx_node dx_core_or(dx_core *core, size_t count, const dx_node *parts);
dx_node dx_core_and2(dx_core *core, dx_node a, dx_node b);
dx_node dx_core_or2(dx_core *core, dx_node a, dx_node b);
dx_node dx_core_box(dx_core *core, uint64_t set, dx_node body);
dx_node dx_core_diamond(dx_core *core, uint64_t set, dx_node body);
dx_node dx_core_not(dx_core *core, dx_node node);

// A new "always" without an unfolding, to be given one before anything else
// asks for it.  `meaning` is how it prints.
dx_node dx_core_always(dx_core *core, dx_formula meaning);
void dx_core_set_unfolding(dx_core *core, dx_node always, dx_node unfolding);

// What nodes are made of.
dx_core_kind dx_core_kind_of(const dx_core *core, dx_node node);
size_t dx_core_count(const dx_core *core, dx_node node);
dx_node dx_core_part(const dx_core *core, dx_node node, size_t i);
uint64_t dx_core_set(const dx_core *core, dx_node node);
size_t dx_core_atom_of(const dx_core *core, dx_node node);
dx_node dx_core_unfolding(dx_core *core, dx_node fixpoint);
size_t dx_core_nodes(const dx_core *core);
size_t dx_core_depth(const dx_core *core); // of the deepest, until unfolded
bool dx_core_has_fixpoints(const dx_core *core);
bool dx_core_has_groups(const dx_core *core); // a set of more than one agent

// Atoms and agents, numbered as they were met.
size_t dx_core_atoms(const dx_core *core);
dx_formula dx_core_atom_formula(const dx_core *core, size_t atom);
size_t dx_core_agents(const dx_core *core);
dx_name dx_core_agent_name(const dx_core *core, size_t agent);
// DX_CORE_AGENTS_MAX if there are too many.
size_t dx_core_agent(dx_core *core, dx_name name);

// The conjuncts of `node` in groups that have no atom in common, one node a
// group; conjuncts without atoms are in all of them.  The caller releases the
// list.
typedef DX_VECTOR(dx_node) dx_node_list;
dx_node_list dx_core_split(dx_core *core, dx_node node);

// `node` in the common language of formulas.
dx_formula dx_core_formula(dx_core *core, dx_node node);

#endif
