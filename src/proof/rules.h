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
//     5   v: K[a] f gives w: K[a] K[a] f            where 4 is missing,
//     5   w: K[a] f gives v: K[a] f                 and likewise
//
// (of the last two the first is for a w that does not hang on an a-edge
// itself, the second for a w that does and so sees all that its children
// see).
//
//     4s  w: K[i] f gives v: K[i] f                 whoever the edge is of,
//     5s  v: K[i] f gives w: K[i] f                 for degrees of belief
//
// Where degrees are ordered (I), an edge for one is an edge for all later ones
// too, so that with one relation inside the other nothing else changes: along
// a way down that nobody moves up from, only ever earlier degrees step.
//
// For Euclidean relations a diamond at v moves to its parent, which sees the
// same worlds.  Where relations are serial, w: K[a] f gives w: M[a] true (D).

#ifndef DX_PROOF_RULES_H
#define DX_PROOF_RULES_H

#include "proof/core.h"
#include "proof/logics.h"

// Is `set` a part of `edge`?
static inline bool dx_covers(uint64_t edge, uint64_t set)
{
    return (edge & set) == set;
}

typedef enum dx_way { DX_HERE, DX_DOWN, DX_UP } dx_way;
typedef enum dx_gain { DX_BODY, DX_SAME, DX_TWICE } dx_gain;

typedef struct dx_proof_rule {
    const char *name;
    dx_way way;   // where the conclusion stands
    dx_gain gain; // what it is: f, K[a] f or K[a] K[a] f
    dx_logic needs, lacks;
    // Only if w, the upper world, does not hang on an edge of these agents
    // itself, or only if it does.
    bool outside, inside;
    bool any_edge; // whoever the edge between the two worlds is of
} dx_proof_rule;

extern const dx_proof_rule dx_proof_rules[];
extern const size_t dx_proof_rule_count;

// The agents that step along an edge that a diamond of `set` makes.
uint64_t dx_proof_edge(const dx_core *core, dx_logic logic, uint64_t set);

// Is it a rule of this logic for boxes of `set` whose upper world, or whose
// only world, hangs on `upper_edge` (0: the root)?
bool dx_proof_rule_fits(const dx_proof_rule *rule, dx_logic logic, uint64_t set,
                        uint64_t upper_edge);

// Does the rule lead a box of `set` along `edge`?
static inline bool dx_proof_rule_passes(const dx_proof_rule *rule,
                                        uint64_t edge, uint64_t set)
{
    return rule->any_edge || dx_covers(edge, set);
}

// What it concludes from `box`.
dx_node dx_proof_rule_conclusion(const dx_proof_rule *rule, dx_core *core,
                                 dx_node box);

// Does a diamond of `set`, at a world that hangs on `edge` from a parent that
// hangs on `parent_edge` (0: the root), move to that parent?
bool dx_diamond_moves(dx_logic logic, uint64_t set, uint64_t edge,
                      uint64_t parent_edge);

// Which agents must be given a successor at a world that hangs on `edge`
// because there is a box of `set`?  (In a group each gets its own, so that
// no two of them step to the same world by accident.  Of ordered degrees the
// first: where it can step, all can.)
uint64_t dx_need_successor(dx_logic logic, uint64_t set, uint64_t edge);

// Which boxes at a world concern a shortcut for `set`, that is a step to a
// world that was made for something else?  Those of subsets; but where there
// are groups, steps of several agents may meet in one world, so all.  And 0 if
// there must be no shortcuts: where what is at the end of a step has a say in
// what is at its beginning, and where steps of groups combine into longer
// ones.
uint64_t dx_shortcut_concerns(const dx_core *core, dx_logic logic,
                              uint64_t set);

// Is an open, finished tableau always a model?  Not with fixpoints, which it
// may put off for ever; and not for groups where relations are symmetric and
// transitive only, since there a world that
// has a step to anywhere has one to itself, for each agent of the group.
bool dx_proof_rules_are_complete(const dx_core *core, dx_logic logic);

#endif
