// belief/model.h -- states, models, and what is true in them: the judge.
//
// Definitions 1 to 6 of Longin, Lorini and Maris, word by word and without
// any solver.  A state (B, V) is a time, the facts of V and the beliefs of B;
// that now>=t is in V up to the time and not after it, and that B has now>=t
// or ~(now>=t) accordingly, is Definition 1 and is not written down.  A model
// is a state and a context, the states that m could be in for all it takes for
// granted; the state itself need not be among them.  S' is an alternative of S
// if everything that is in the base of S is true at S', and m believes
// implicitly what is true at all alternatives in the context.
//
//     dx_belief_model model = {0};
//     dx_vector_push(&model.states, (dx_belief_state){.time = 2});
//     dx_state_add_belief(&model.states.at[0], p);
//     bool yes = dx_belief_holds(&language, &model, f);

#ifndef DX_BELIEF_MODEL_H
#define DX_BELIEF_MODEL_H

#include "base/text.h"
#include "base/vector.h"
#include "belief/language.h"

// The time of a state in which every now>=t is true.
#define DX_TIME_FOREVER UINT32_MAX

// Normal forms, in order: atoms and explicit[h]@t f; beliefs that are no time
// literals.
typedef struct dx_belief_state {
    uint32_t time;
    DX_VECTOR(dx_formula) facts;
    DX_VECTOR(dx_formula) beliefs;
} dx_belief_state;

void dx_state_release(dx_belief_state *state);
void dx_state_add_fact(dx_belief_state *state, dx_formula fact);
void dx_state_add_belief(dx_belief_state *state, dx_formula belief);
bool dx_state_has_fact(const dx_belief_state *state, dx_formula fact);
bool dx_state_has_belief(const dx_belief_state *state, dx_formula belief);

// What an event needs before it can happen; true if nothing is said.
typedef struct dx_precondition {
    dx_formula event, needs; // normal forms: of a belief, and of L
} dx_precondition;
typedef DX_VECTOR(dx_precondition) dx_preconditions;
dx_formula dx_precondition_of(const dx_preconditions *all, dx_formulas *store,
                              dx_formula event);

// The first state is the one that we are in; `in_context` says of each state
// whether it belongs to the context.
typedef struct dx_belief_model {
    DX_VECTOR(dx_belief_state) states;
    DX_VECTOR(bool) in_context;
} dx_belief_model;

// Adds a state, which the model then owns; answers its number.
size_t dx_belief_model_add(dx_belief_model *model, dx_belief_state state,
                           bool in_context);
void dx_belief_model_release(dx_belief_model *model);
// Leaves of equal states of the context one: it is a set.
void dx_belief_model_merge(dx_belief_model *model);

// Is `f`, a normal form of L+, true at state `at` of the model?
// `preconditions` may be NULL.
bool dx_belief_holds(dx_language *language, const dx_belief_model *model,
                     size_t at, const dx_preconditions *preconditions,
                     dx_formula f);

// "now 2: p@0, q@1; m believes p@0 -> q@1, ~r@0", as it was written.
void dx_state_print(const dx_language *language, const dx_belief_state *state,
                    dx_text *out);
// {"now": 2, "facts": [...], "beliefs": [...]}
void dx_state_print_json(const dx_language *language,
                         const dx_belief_state *state, dx_text *out);

#endif
