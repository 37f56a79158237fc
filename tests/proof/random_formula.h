// random_formula.h -- formulas by chance, for the tests of this folder.

#ifndef DX_TESTS_PROOF_RANDOM_FORMULA_H
#define DX_TESTS_PROOF_RANDOM_FORMULA_H

#include "base/random.h"
#include "logic/formula/formula.h"

// What may occur, besides the connectives, K, M, Kw, B and E.
enum {
    DX_TEST_UPDATES = 1,     // announcements of all sorts
    DX_TEST_COMMON = 2,      // C and programs with a star
    DX_TEST_DISTRIBUTED = 4, // D
};

// Atoms p and q, agents a and b, nested at most `depth` deep.
dx_formula dx_random_formula(dx_formulas *store, dx_random *random,
                             unsigned depth, unsigned what);

#endif
