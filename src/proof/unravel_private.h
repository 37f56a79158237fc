// proof/unravel_private.h -- what making clauses and reading solutions share.

#ifndef DX_PROOF_UNRAVEL_PRIVATE_H
#define DX_PROOF_UNRAVEL_PRIVATE_H

#include "base/index.h"
#include "base/vector.h"
#include "proof/procedure.h"
#include "proof/rules.h"
#include "sat/solver.h"

#define DX_NOWHERE UINT32_MAX // no world, no entry

// A formula at a world: its literal.  Every entry is one the clauses mention.
typedef struct dx_unravel_entry {
    uint32_t world;
    dx_node node;
    int literal;
    bool needed; // in the solution that is being read
} dx_unravel_entry;

typedef struct dx_unravel_world {
    uint32_t parent;
    uint64_t edge;    // the agents of the edge from the parent; 0 at the root
    uint64_t set;     // of the diamond that it was made for,
    dx_node made_for; // and its body
    int exists;       // literal: the solution uses this world; 0 at the root
    bool alive;       // in the solution that is being read
    DX_VECTOR(uint32_t) children;
    DX_VECTOR(uint32_t) boxes; // entries
    DX_VECTOR(uint32_t) needs; // entries needed in the solution being read
} dx_unravel_world;

// A diamond met by a world of the tree that was made for something else.
typedef struct dx_unravel_shortcut {
    uint32_t diamond; // an entry
    uint32_t to;
} dx_unravel_shortcut;

// The worlds that need a formula in the solution that is being read.
typedef DX_VECTOR(uint32_t) dx_unravel_holders;

typedef struct dx_unravelling {
    const dx_problem *question;
    dx_core *core;
    dx_logic logic;
    dx_sat *sat;
    DX_VECTOR(dx_unravel_world) worlds;
    DX_VECTOR(dx_unravel_entry) entries;
    dx_index index;               // finds an entry by world and node
    dx_index made;                // finds a child by parent, set and body
    DX_VECTOR(uint32_t) fresh;    // entries whose clauses are still to be made
    DX_VECTOR(uint32_t) agenda;   // needed entries still to be looked at
    DX_VECTOR(uint32_t) diamonds; // needed diamonds still to be met
    DX_VECTOR(uint32_t) unmet;    // diamonds for which a world must be made
    DX_VECTOR(dx_unravel_shortcut) shortcuts;
    DX_VECTOR(dx_unravel_holders) holders; // by node
    double end;
} dx_unravelling;

uint32_t dx_unravel_find(const dx_unravelling *search, uint32_t world,
                         dx_node node);

// Does the rule fit a box of `set` at this world?
bool dx_unravel_rule_fits(const dx_unravelling *search,
                          const dx_proof_rule *rule, uint32_t world,
                          uint64_t set);

// Is the diamond one for the parent of its world to meet?
bool dx_unravel_moves_up(const dx_unravelling *search,
                         const dx_unravel_entry *diamond);

// The world that was made for the diamond, or DX_NOWHERE.
uint32_t dx_unravel_child(const dx_unravelling *search,
                          const dx_unravel_entry *diamond);

// "The first agent of `set` holds something possible."
dx_node dx_unravel_successor(dx_unravelling *search, uint64_t set);

// Reads the last solution: marks what is needed and alive, and lists the
// diamonds that have no world yet as `unmet`.  False if time ran out.
bool dx_unravel_read(dx_unravelling *search);

// The solution as a draft; false if it has too many worlds.
bool dx_unravel_draw(dx_unravelling *search, dx_draft *out);

#endif
