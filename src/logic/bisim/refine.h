// logic/bisim/refine.h -- partition refinement: which worlds no formula tells
// apart.
//
// All worlds begin in one class.  A stage looks at one fact, or at one
// relation of one agent, and splits every class whose worlds differ there: in
// the fact, or in the classes that the relation leads to (with weights: in
// how likely it leads to each).  Facts have one stage each, relations take
// turns until a whole round of them has split nothing.  A stage costs about
// the size of its relation.
//
// Splits form a tree: a class that falls apart stays as the parent of its
// parts.  Two worlds are told apart by the stage that split the last class
// they had in common, and that is what a formula between them is built along
// (logic/bisim/distinguish.c).

#ifndef DX_LOGIC_BISIM_REFINE_H
#define DX_LOGIC_BISIM_REFINE_H

#include "base/vector.h"
#include "logic/bisim/bisim.h"
#include "logic/kripke/model.h"

typedef enum dx_refine_stage_kind {
    DX_STAGE_START,
    DX_STAGE_PROPOSITION,
    DX_STAGE_VARIABLE,
    DX_STAGE_RANK, // an agent's
    DX_STAGE_RELATION,
} dx_refine_stage_kind;

typedef struct dx_refine_stage {
    dx_refine_stage_kind kind;
    size_t index; // of the proposition, the variable or the agent
    dx_attitude attitude;
    bool weighted; // a relation together with its probabilities
} dx_refine_stage;

// A class that there is or was.
typedef struct dx_class {
    uint32_t parent, stage; // the stage that split it off its parent
} dx_class;

typedef struct dx_refinement {
    const dx_model *model;
    uint32_t *class_of; // the last class of each world
    DX_VECTOR(dx_class) classes;
    DX_VECTOR(dx_refine_stage) stages;
} dx_refinement;

// Refines until nothing splits.  Borrows `model`.  DX_ERR_LIMIT if a
// probability does not fit exact arithmetic.
DX_MUST_USE dx_status dx_refine(const dx_model *model, dx_bisim_kind kind,
                                dx_refinement *out, dx_error *error);
void dx_refinement_release(dx_refinement *refinement);

// How plausible the agent finds each world, numbered within its cell where
// there are cells; NULL: all the same.  The caller frees it.
uint32_t *dx_refine_ranks(const dx_model *model, size_t agent);

// The class of `world` just before `stage` split anything.
uint32_t dx_refinement_class_before(const dx_refinement *refinement,
                                    size_t world, uint32_t stage);

// The stage that told two worlds apart, or 0 if none did.
uint32_t dx_refinement_split(const dx_refinement *refinement, size_t u,
                             size_t v);

// The worlds that a stage's agent holds possible at a world, or at all worlds
// of a cell, and how likely each: prepared once, then read.
typedef struct dx_successors {
    const dx_relation *relation;
    const dx_weights *weights; // NULL: all equally likely
    size_t *first;             // of a cell or world ...
    uint32_t *list;            // ... in here
} dx_successors;

dx_successors dx_successors_of(const dx_model *model,
                               const dx_refine_stage *stage);
void dx_successors_release(dx_successors *successors);

// Which of the lists is that of `world`?
static inline size_t dx_successors_list(const dx_successors *successors,
                                        size_t world)
{
    const dx_relation *relation = successors->relation;
    return relation->cell != NULL ? relation->cell[world] : world;
}

// The weight of the successor at successors->list[i].
dx_fraction dx_successors_weight(const dx_successors *successors, size_t i);

#endif
