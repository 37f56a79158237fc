// proof/draft.h -- a model as a procedure leaves it, to be checked.
//
// Worlds, who steps from where to where, and which atoms hold; world 0 is
// where the formula is to hold.  Closing it under the properties of a logic
// makes it a model of that logic; whether it satisfies the formula is then
// for the explicit engine to say.

#ifndef DX_PROOF_DRAFT_H
#define DX_PROOF_DRAFT_H

#include "base/base.h"
#include "base/bitset.h"
#include "logic/kripke/model.h"
#include "proof/core.h"
#include "proof/logics.h"

enum { DX_DRAFT_WORLDS_MAX = 1500 };

typedef struct dx_draft {
    size_t worlds, agents, atoms;
    dx_bitset *step;  // of agent a from world w: step[a * worlds + w]
    dx_bitset *holds; // of atom p: the worlds
} dx_draft;

// No steps, no atom holds.  Released by dx_draft_release.
dx_draft dx_draft_new(size_t worlds, size_t agents, size_t atoms);
void dx_draft_release(dx_draft *draft);

// Adds the steps that the logic asks for.  A world without a step that must
// have one steps to itself.
void dx_draft_close(dx_draft *draft, dx_logic logic);

// The draft as a model with the names of `core`, without what cannot be
// reached and with bisimilar worlds made one.  The caller owns it.
dx_model *dx_draft_model(const dx_draft *draft, const dx_core *core);

// Do all agents' relations in `model` have the properties of `logic`?
bool dx_model_is_of_logic(const dx_model *model, dx_logic logic);

#endif
