// logic/bisim/bisim.h -- bisimulation: when two worlds are the same for all
// talk.
//
// Two worlds are bisimilar if the same facts hold there and whatever an agent
// holds possible at the one has a bisimilar counterpart at the other, for
// knowledge and for belief.  No formula without D tells bisimilar worlds
// apart, and worlds that are not bisimilar (models are finite) are told apart
// by one, which dx_distinguish finds.
//
//     dx_model *small;
//     if (dx_model_contract(model, dx_model_bisim_kind(model), &small, NULL,
//                           &error) == DX_OK)
//         printf("%zu worlds\n", dx_model_world_count(small));
//
// D is not preserved: it asks for the intersection of relations, and two
// copies of a world that differ for nobody alone may differ for the group.

#ifndef DX_LOGIC_BISIM_BISIM_H
#define DX_LOGIC_BISIM_BISIM_H

#include "base/base.h"
#include "logic/kripke/model.h"

#include <stdbool.h>
#include <stdint.h>

// Does probability count?  With DX_BISIM_WEIGHTS counterparts must also be
// equally likely (after normalisation; an agent without weights holds its
// successors equally likely), and then P is preserved too.  With
// DX_BISIM_RELATIONS weights are not looked at and are gone afterwards.
typedef enum dx_bisim_kind {
    DX_BISIM_RELATIONS,
    DX_BISIM_WEIGHTS
} dx_bisim_kind;

// DX_BISIM_WEIGHTS if some agent of the model has weights.
dx_bisim_kind dx_model_bisim_kind(const dx_model *model);

// The smallest bisimilar model: one world for each class of bisimilar ones,
// with the name of the first of them.  `out_class` (may be NULL; the caller
// frees it) says which new world each old one became.  DX_ERR_LIMIT if a
// probability does not fit exact arithmetic.
DX_MUST_USE dx_status dx_model_contract(const dx_model *model,
                                        dx_bisim_kind kind,
                                        dx_model **out_model,
                                        uint32_t **out_class, dx_error *error);

// A model and one of its worlds.
typedef struct dx_pointed {
    const dx_model *model;
    size_t world;
} dx_pointed;

// Are they bisimilar?  Two different models must be over one store and have
// the same agents and facts, in any order: DX_ERR_INPUT names what is not so.
DX_MUST_USE dx_status dx_bisimilar(dx_pointed a, dx_pointed b,
                                   dx_bisim_kind kind, bool *out_bisimilar,
                                   dx_error *error);

// A formula that holds at `a` and fails at `b`; DX_FORMULA_NONE if they are
// bisimilar.  Not the shortest, but with shared parts and without conjuncts
// that exclude nothing.
DX_MUST_USE dx_status dx_distinguish(dx_pointed a, dx_pointed b,
                                     dx_bisim_kind kind,
                                     dx_formula *out_formula, dx_error *error);

#endif
