// belief/language.h -- the language of belief bases, and its normal form.
//
// Three languages, each within the next (Longin, Lorini and Maris 2020):
//
//     L0   p@t  p  now>=t  explicit[h]@t f  explicit[m] f  ~ &
//     L    and implicit[m] f, of L0 formulas
//     L+   and [+f] g, <+f> g: after m's base is expanded by f of L0
//
// m is the one agent whose base we are inside of; h is any other, and what h
// believes is a fact like another.  A base is a set of *formulas*: m believes
// p & q without believing p.  So it must be fixed what a formula is.  Whatever
// the rest of the language allows is short for something in the table above:
//
//     f | g        ~(~f & ~g)               false      ~true
//     f -> g       ~(f & ~g)                now > t    now >= t+1
//     f <-> g      (f -> g) & (g -> f)      now < t    ~(now >= t)
//     f & g & h    (f & g) & h, likewise |  now = t    now >= t & ~(now >= t+1)
//
// and quantifiers and sums are written out (proof/expand.h).  In the normal
// form only true, ~, &, atoms, now >= t and the operators of the table are
// left.  Two beliefs are one exactly if their normal forms are the same handle.
//
// Outside of bases only the truth of a formula matters; there a disjunction of
// n parts becomes a flat ~(~f & ~g & ...), since long ones should not be deep.

#ifndef DX_BELIEF_LANGUAGE_H
#define DX_BELIEF_LANGUAGE_H

#include "base/base.h"
#include "base/pair_map.h"
#include "logic/formula/formula.h"

typedef enum dx_belief_level {
    DX_BELIEF_L0,
    DX_BELIEF_L,
    DX_BELIEF_LPLUS,
} dx_belief_level;

enum {
    DX_TIME_MAX = 1000000,   // times are whole numbers up to this one
    DX_EXPANSIONS_MAX = 200, // inside each other
};

// How [+f] moves on from one state to the next.  The paper's Definition 6 adds
// now>=t+1 to m's base and leaves ~(now>=t+1) there, so that m believes
// everything from then on; repaired, it is taken out.
typedef enum dx_belief_rule {
    DX_EXPAND_REPAIRED,
    DX_EXPAND_LITERAL,
} dx_belief_rule;

typedef struct dx_language {
    dx_formulas *store; // borrowed
    dx_name machine;    // m
    dx_belief_rule rule;
    dx_formula culprit;  // what the last error was about, as it was written
    dx_pair_map normal;  // of (formula, is a belief)
    dx_pair_map nested;  // how many expansions are inside each other
    dx_pair_map written; // back: the formula that a normal belief was made of
} dx_language;

// `machine` is the agent whose base it is, as in explicit[m].
void dx_language_init(dx_language *language, dx_formulas *store,
                      const char *machine);
void dx_language_release(dx_language *language);

// The normal form of `f`, which must belong to `level`: as something that is
// true or false, or as a belief.  Answers DX_ERR_UNSUPPORTED or DX_ERR_INPUT
// with `culprit` set, DX_ERR_LIMIT if it gets too large or too deep.
DX_MUST_USE dx_status dx_language_formula(dx_language *language, dx_formula f,
                                          dx_belief_level level,
                                          dx_formula *out, dx_error *error);
DX_MUST_USE dx_status dx_language_belief(dx_language *language, dx_formula f,
                                         dx_formula *out, dx_error *error);

// The same for what [+f] adds: a belief that is no time literal, since those
// would leave the states of Definition 1.
DX_MUST_USE dx_status dx_language_event(dx_language *language, dx_formula f,
                                        dx_formula *out, dx_error *error);

// Of normal forms.  Is it now>=t or ~(now>=t), and if so, which?
typedef struct dx_time_literal {
    bool is, holds;
    uint32_t time;
} dx_time_literal;
dx_time_literal dx_time_literal_of(const dx_formulas *store, dx_formula f);
uint32_t dx_now_time(const dx_formulas *store, dx_formula now);

// The formula that somebody wrote for this normal form, for people to read.
dx_formula dx_language_written(const dx_language *language, dx_formula normal);

#endif
