// Small random models and formulas for property tests.

#ifndef DX_TESTS_RANDOM_MODEL_H
#define DX_TESTS_RANDOM_MODEL_H

#include "base/random.h"
#include "logic/model.h"

typedef struct random_options {
    size_t worlds_max;
    bool with_weights, with_names, with_variables;
} random_options;

// Agents a and b, with relations of all kinds; propositions p and q.
dx_model *random_model(dx_formulas *store, dx_random *random,
                       random_options options);

// Over p, q, a and b, without D; with P only if asked for.
dx_formula random_epistemic(dx_formulas *store, dx_random *random, int depth,
                            bool with_probability);

#endif
