// Small random models and formulas for property tests.

#ifndef DX_TESTS_ANY_MODEL_H
#define DX_TESTS_ANY_MODEL_H

#include "base/random.h"
#include "logic/kripke/model.h"

typedef struct any_options {
    size_t worlds_max;
    bool with_weights, with_names, with_variables;
} any_options;

// Agents a and b, with relations of all kinds; propositions p and q.
dx_model *any_model(dx_formulas *store, dx_random *random, any_options options);

// Over p, q, a and b, without D; with P only if asked for.
dx_formula any_formula(dx_formulas *store, dx_random *random, int depth,
                       bool with_probability);

#endif
