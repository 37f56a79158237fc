// proof/rules.h -- the rules of the calculus.
//
// Worlds form a tree: each but the root was made for a diamond of its parent
// and hangs on an edge of the agents in that diamond.  A box at one end of an
// edge (or at a world itself) says something about the other end, depending
// on the logic.  These single steps are enough (Massacci 2000, for Euclidean
// relations adapted): the tree's relations, closed under the properties of
// the logic, then make a model.
//
//     K   w: K[a] f gives v: f           v a child of w
//     T   w: K[a] f gives w: f
//     4   w: K[a] f gives v: K[a] f
//     B   v: K[a] f gives w: f
//     5   v: K[a] f gives w: K[a] f
//     5   v: K[a] f gives w: K[a] K[a] f            where 4 is missing
//     5   w: K[a] f gives v: K[a] f, if w itself hangs on an a-edge
//
// For Euclidean relations a diamond at v moves to its parent, which sees the
// same worlds.  Where relations are serial, w: K[a] f gives w: M[a] true (D).

#ifndef DX_PROOF_RULES_H
#define DX_PROOF_RULES_H

#include "proof/core.h"
#include "proof/logics.h"

typedef enum dx_way { DX_HERE, DX_DOWN, DX_UP } dx_way;
typedef enum dx_gain { DX_BODY, DX_SAME, DX_TWICE } dx_gain;

typedef struct dx_rule {
    const char *name;
    dx_way way;   // where the conclusion stands
    dx_gain gain; // what it is: f, K[a] f or K[a] K[a] f
    dx_logic needs, lacks;
    bool inside; // only if the world hangs on an edge of these agents itself
} dx_rule;

extern const dx_rule dx_rules[];
extern const size_t dx_rule_count;

// Is the rule one of this logic?
bool dx_rule_applies(const dx_rule *rule, dx_logic logic);

// What it concludes from `box`.
dx_node dx_rule_conclusion(const dx_rule *rule, dx_core *core, dx_node box);

// Does a diamond of `set`, at a world that hangs on `edge` from a parent that
// hangs on `parent_edge` (0: the root), move to that parent?
bool dx_diamond_moves(dx_logic logic, uint64_t set, uint64_t edge,
                      uint64_t parent_edge);

// Must a world that hangs on `edge` be given a successor for a box of `set`?
bool dx_needs_successor(dx_logic logic, uint64_t set, uint64_t edge);

#endif
