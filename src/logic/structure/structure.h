// logic/structure/structure.h -- knowledge structures: S5 knowledge without
// listing worlds.
//
// A knowledge structure (van Benthem, van Eijck, Gattinger and Su 2018) has
// propositional variables, a Boolean law and, for each agent, the variables
// that it observes.  Its states are the assignments that satisfy the law; an
// agent cannot tell two states apart that agree on what it observes.  So
//
//     K[a] f   is   forall (what a does not observe): law -> f
//
// a Boolean operation on decision diagrams, and n muddy children cost not 2^n
// worlds but a diagram of some n * n nodes.
//
//     dx_structure *s = dx_structure_new(store, NULL);
//     dx_name anne = dx_names_add(dx_formulas_names(store), "anne");
//     dx_structure_add_variable(s, dx_formula_atom(store, "p"), &error);
//     dx_structure_add_agent(s, anne, (size_t[]){0}, 1);
//     dx_structure_valid(s, f, &is_valid, NULL, &error);
//     dx_structure_free(s);
//
// An announcement makes a new law.  Laws are kept, and so is the value of
// every formula under every law it was asked of, so that a formula that
// repeats an announcement n times costs n steps and not 2^n.
//
// Answered: Boolean formulas, K M Kw B E C D, [prog], public announcements
// and announce-whether, announcements to a group, quantifiers over
// propositions.  The group announcement [a,b !f] g adds a fresh variable that
// is true where f is and that only a and b observe: all others learn that
// they know whether f.  A quantifier gives its variable both values at the
// state, law or no law.  C is reachability in one or more steps, which includes
// the state itself unless somebody's relation does not.
//
// The value of a formula is defined at every assignment, also at those that
// violate the law; SMCDEL's TRUE? asks there.

#ifndef DX_LOGIC_STRUCTURE_STRUCTURE_H
#define DX_LOGIC_STRUCTURE_STRUCTURE_H

#include "base/base.h"
#include "base/text.h"
#include "logic/bdd/bdd.h"
#include "logic/formula/formula.h"
#include "logic/kripke/event_model.h"
#include "logic/kripke/model.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct dx_structure dx_structure;

// Borrows the store, copies the options (NULL for the defaults), which bound
// what each question may cost.
dx_structure *dx_structure_new(dx_formulas *store,
                               const dx_bdd_options *options);
void dx_structure_free(dx_structure *s);

// The belief structure of a Kripke model: a state is the number of a world,
// agents have any relations, as functions of that number and its twin.
// Weights are left out.
DX_MUST_USE dx_status dx_structure_of_model(const dx_model *model,
                                            const dx_bdd_options *options,
                                            dx_structure **out_structure,
                                            dx_error *error);

// ---- Building: variables first, then agents and the law ----

// Variables are numbered in the order of adding, which is the first order of
// the diagrams: related variables belong together.  DX_ERR_LIMIT if there are
// too many; DX_ERR_INPUT if it is there already.
DX_MUST_USE dx_status dx_structure_add_variable(dx_structure *s,
                                                dx_formula atom,
                                                dx_error *error);
size_t dx_structure_variables(const dx_structure *s);
const char *dx_structure_variable_text(const dx_structure *s, size_t i);

// Of an agent that is added twice the first time counts.
void dx_structure_add_agent(dx_structure *s, dx_name name, const size_t *sees,
                            size_t count);

// A variable with several values (distinct, in any order), for comparisons
// and arithmetic.  It takes as many bits as needed to tell the values apart.
DX_MUST_USE dx_status dx_structure_add_number(dx_structure *s, dx_formula term,
                                              const int32_t *values,
                                              size_t count, dx_error *error);

// The name of a value.
void dx_structure_add_thing(dx_structure *s, dx_name name, int32_t value);

// Lets an agent that was added see the values of Boolean formulas and terms
// over one state.  After the law, once an agent.
DX_MUST_USE dx_status dx_structure_show(dx_structure *s, dx_name agent,
                                        const dx_formula *expressions,
                                        size_t count, dx_error *error);

// The event models of [M,e] f; borrowed.
void dx_structure_set_library(dx_structure *s, const dx_event_library *library);

// The law, Boolean, replaces the one before; true if never set.
DX_MUST_USE dx_status dx_structure_set_law(dx_structure *s, dx_formula law,
                                           dx_error *error);

// ---- Asking ----

// Is f true at `state` (a value per variable)?
DX_MUST_USE dx_status dx_structure_holds(dx_structure *s, dx_formula f,
                                         const bool *state, bool *out_holds,
                                         dx_error *error);

// Is f true at all states of the law?  If not, and `out_state` is not NULL, a
// state where it is false is written there, a value per variable.
DX_MUST_USE dx_status dx_structure_valid(dx_structure *s, dx_formula f,
                                         bool *out_valid, bool *out_state,
                                         dx_error *error);

// The states of the law where f is true, as a function of the variables; good
// until the next question.
DX_MUST_USE dx_status dx_structure_where(dx_structure *s, dx_formula f,
                                         dx_bdd *out_states, dx_error *error);

// Lists or counts what dx_structure_where gave, over the variables.
dx_bdd_solutions *dx_structure_list(dx_structure *s, dx_bdd states);
void dx_structure_count_print(const dx_structure *s, dx_bdd states,
                              dx_text *out);

const dx_bdd_manager *dx_structure_manager(const dx_structure *s);

#endif
