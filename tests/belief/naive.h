// naive.h -- satisfiability in L+ by trying all models over a tiny vocabulary.
//
// The facts are p@0, q@0 and explicit[h]@0 p@0; the beliefs of a base are some
// of p@0, p@0 -> q@0 and explicit[m] p@0; times are 0 to NAIVE_TIMES - 1.  Any
// belief about these, any time up to 2 and up to two expansions by one of the
// three fit in, so nothing that a formula made by naive_formula can tell apart
// is left out.

#ifndef DX_TEST_BELIEF_NAIVE_H
#define DX_TEST_BELIEF_NAIVE_H

#include "base/random.h"
#include "belief/language.h"

// A random formula of L+, not in normal form.
dx_formula naive_formula(dx_language *language, dx_random *random,
                         unsigned depth);

// Can it be true?  Under language->rule.
bool naive_is_satisfiable(dx_language *language, dx_formula f);

#endif
