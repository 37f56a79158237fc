// words/normal.h -- the form of a formula that its sentence stands for.
//
// Two formulas have one sentence exactly if they have the same normal form:
// - no double negation; negation goes inwards through `&`, `|`, `->`, `<->`,
//   quantifiers, comparisons of numbers that have a value (given what cannot
//   be a chance has none), announcements, upgrades, `@`, `once` and `sofar`;
// - of K and M the one whose body is not negated: ~K[a] ~f is M[a] f, M[a] ~f
// is
//   ~K[a] f; Kw[a] ~f is Kw[a] f;
// - chains of `&` and of `|` are one chain; groups are in order, each seat
// once,
//   and of one seat E, C and D are K;
// - what is true or false anyhow goes out of `&`, `|`, `->`, `<->`, K, M, Kw,
//   E, C, D, `once` and `sofar`; what holds of all, or whatever is told, is
//   true if its body is, and what can be told or be of some is false if its
//   body is;
// - seats are numbers; a number stands right of what it is compared with, of
//   two chances the larger stands left, and x - 1/4 <= y is x <= y + 1/4;
// - of what is counted none are `= 0` and some are `> 0`.

#ifndef DX_WORDS_NORMAL_H
#define DX_WORDS_NORMAL_H

#include "game/words.h"
#include "logic/formula/formula.h"

// Recurses: see base/stack.h.  `names` as in dx_cast.
dx_formula dx_sentence_normal(dx_formulas *store, const dx_rules *rules,
                              const char *const *names, dx_formula f);

// The normal form of ~f.
dx_formula dx_sentence_negated(dx_formulas *store, const dx_rules *rules,
                               const char *const *names, dx_formula f);

#endif
