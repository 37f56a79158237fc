// random_formula.h -- random formulas of any kinds, for property tests.
//
//     random_formulas shape = {.store = store,
//                              .depth = 4,
//                              .atoms = {2, (const char *[]){"p", "q"}},
//                              .agents = {2, (const char *[]){"a", "b"}}};
//     random_formulas_allow(&shape, 3, (dx_kind[]){DX_APPLY, DX_NOT,
//     DX_KNOWS}); dx_formula f = random_formula(&shape, &random);
//
// Which kinds appear is up to the caller; operands are made as the kind wants
// them.  A sort of thing (formula, term, program, domain) of which no kind is
// allowed must not be needed by any that is.

#ifndef DX_TEST_RANDOM_FORMULA_H
#define DX_TEST_RANDOM_FORMULA_H

#include "base/random.h"
#include "logic/formula/formula.h"

typedef struct random_names {
    size_t count;
    const char *const *at;
} random_names;

typedef struct random_formulas {
    dx_formulas *store;
    unsigned depth;            // at most; leaves come earlier now and then
    random_names atoms;        // names of APPLY nodes, in formulas
    random_names things;       // ... in terms; their functions and domains
    random_names agents;       // of operators, groups and steps
    random_names names;        // variables, event models, events
    unsigned arguments_max;    // of an APPLY node; 0 for plain names
    bool is_allowed[DX_KINDS]; // APPLY stands for itself in every sort
} random_formulas;

void random_formulas_allow(random_formulas *shape, size_t count,
                           const dx_kind *kinds);
void random_formulas_allow_all(random_formulas *shape);

dx_formula random_formula(const random_formulas *shape, dx_random *random);

#endif
