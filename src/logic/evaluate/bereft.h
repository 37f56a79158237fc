// logic/evaluate/bereft.h -- whom updates left no world, as far as a formula
// looks there.

#ifndef DX_LOGIC_EVALUATE_BEREFT_H
#define DX_LOGIC_EVALUATE_BEREFT_H

#include "logic/evaluate/evaluate.h"
#include "logic/kripke/bereft.h"

// Adds the agents, and the groups of a D, to whom updates left no world, where
// the truth of `f` at the worlds `at` looks at what they hold possible. Updates
// are those in `f`, and with `is_updated` those that made the model.  To be
// asked of an `f` that has been evaluated.
void dx_evaluate_bereft(dx_evaluator *evaluator, dx_formula f,
                        const dx_bitset *at, bool is_updated,
                        dx_bereft_list *out);

// Did they hold something possible everywhere, in the model before all updates?
bool dx_evaluate_held_something(dx_evaluator *evaluator, const dx_bereft *who);

#endif
