// logic/formula/formula.h -- formulas: one language for every room.
//
// A formula is a 32-bit handle into a store that owns all of them.  Equal
// formulas have equal handles (they are hash-consed), so sub-results can be
// shared by handle, and nothing is ever freed but the whole store:
//
//     dx_formulas *store = dx_formulas_new();
//     dx_formula p = dx_formula_atom(store, "p");
//     dx_formula f = dx_formula_knows(store, "anne", p);
//     assert(dx_formula_kind(store, f) == DX_KNOWS);
//     dx_formulas_free(store);
//
// The store keeps what was written: `p | q` is an OR, not a negated AND, and
// `~~p` is not `p`, because belief bases are syntactic and because answers
// are read by people.  Engines normalise for themselves.
//
// Formulas, terms (numbers, things), programs and domains share one store and
// one node shape: a kind and a list of operands.  What the operands are is in
// the list of kinds below, in this notation: f g formulas, t u terms, p q
// programs, a an agent (a term that is a name), d a domain, x a name
// (dx_name), ... one or more of the same.

#ifndef DX_LOGIC_FORMULA_FORMULA_H
#define DX_LOGIC_FORMULA_FORMULA_H

#include "base/fraction.h"
#include "base/names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t dx_formula;
#define DX_FORMULA_NONE UINT32_MAX

// Kinds of one family have something in common, and mostly one function that
// answers them.
typedef enum dx_family {
    DX_FAMILY_TRUTH,           // true, false
    DX_FAMILY_NAME,            // an atom, a variable, an agent, a thing
    DX_FAMILY_BOOLEAN,         // a connective
    DX_FAMILY_ATTITUDE,        // what one agent knows or believes
    DX_FAMILY_GROUP,           // what several know together
    DX_FAMILY_ANNOUNCE,        // after everybody has heard something
    DX_FAMILY_TELL,            // after some have been told something
    DX_FAMILY_EVENT,           // after an event of an event model
    DX_FAMILY_UPGRADE,         // after something has become more plausible
    DX_FAMILY_RUN,             // after the runs of a program
    DX_FAMILY_QUANTIFIER,      // over the members of a domain
    DX_FAMILY_QUANTIFIER_PROP, // over the values of propositions
    DX_FAMILY_MEMBER,          // is in a domain
    DX_FAMILY_COMPARE,         // two terms compared
    DX_FAMILY_BASE,            // belief bases
    DX_FAMILY_TIME,            // the past of a game
    DX_FAMILY_PUBLIC,          // what all seats see
    DX_FAMILY_NUMBER,          // a number
    DX_FAMILY_ARITHMETIC,      // a number made of numbers
    DX_FAMILY_GATHER,          // a number made over the members of a domain
    DX_FAMILY_PROBABILITY,     // how likely an agent finds something
    DX_FAMILY_DOMAIN,          // a set of terms
    DX_FAMILY_PROGRAM,         // steps of agents, and programs made of them
    DX_FAMILIES
} dx_family;

// X(KIND, FAMILY, operands as letters): the syntax trees there are.
#define DX_KIND_LIST(X)                                                        \
    X(TRUE, TRUTH, "")                                                         \
    X(FALSE, TRUTH, "")                                                        \
    X(APPLY, NAME, "xt*") /* p  hand(b,6s)  also a term: a thing */            \
    X(NOT, BOOLEAN, "f")                                                       \
    X(AND, BOOLEAN, "ff+") /* two or more, as written in one chain */          \
    X(OR, BOOLEAN, "ff+")                                                      \
    X(IMPLIES, BOOLEAN, "ff")                                                  \
    X(IFF, BOOLEAN, "ff")                                                      \
    X(KNOWS, ATTITUDE, "af")                 /* K[a] f */                      \
    X(POSSIBLE, ATTITUDE, "af")              /* M[a] f */                      \
    X(KNOWS_WHETHER, ATTITUDE, "af")         /* Kw[a] f */                     \
    X(BELIEVES, ATTITUDE, "af")              /* B[a] f */                      \
    X(BELIEVES_GIVEN, ATTITUDE, "aff")       /* B[a](f given g) */             \
    X(SAFE, ATTITUDE, "af")                  /* Safe[a] f */                   \
    X(STRONG, ATTITUDE, "af")                /* Strong[a] f */                 \
    X(EVERYBODY, GROUP, "fa+")               /* E[a,b] f */                    \
    X(COMMON, GROUP, "fa+")                  /* C[a,b] f */                    \
    X(DISTRIBUTED, GROUP, "fa+")             /* D[a,b] f */                    \
    X(ANNOUNCE, ANNOUNCE, "ff")              /* [!f] g */                      \
    X(ANNOUNCE_DUAL, ANNOUNCE, "ff")         /* <!f> g */                      \
    X(TELL_WHETHER, ANNOUNCE, "ff")          /* [?!f] g */                     \
    X(TELL_WHETHER_DUAL, ANNOUNCE, "ff")     /* <?!f> g */                     \
    X(TELL, TELL, "ffa+")                    /* [a,b !f] g */                  \
    X(TELL_DUAL, TELL, "ffa+")               /* <a,b !f> g */                  \
    X(TELL_GROUP_WHETHER, TELL, "ffa+")      /* [a,b ?!f] g */                 \
    X(TELL_GROUP_WHETHER_DUAL, TELL, "ffa+") /* <a,b ?!f> g */                 \
    X(EVENT, EVENT, "xxf")                   /* [M,e] g: event model, event */ \
    X(EVENT_DUAL, EVENT, "xxf")              /* <M,e> g */                     \
    X(RADICAL, UPGRADE, "ffa*")            /* [radical f] g, [a radical f] */  \
    X(CONSERVATIVE, UPGRADE, "ffa*")       /* [conservative f] g */            \
    X(BOX, RUN, "pf")                      /* [prog] f */                      \
    X(DIAMOND, RUN, "pf")                  /* <prog> f */                      \
    X(FORALL, QUANTIFIER, "xdf")           /* forall x in d: f */              \
    X(EXISTS, QUANTIFIER, "xdf")           /* exists x in d: f */              \
    X(FORALL_PROP, QUANTIFIER_PROP, "fx+") /* forall prop p, q: f */           \
    X(EXISTS_PROP, QUANTIFIER_PROP, "fx+") /* exists prop p, q: f */           \
    X(IN, MEMBER, "td")                    /* t in d */                        \
    X(EQUAL, COMPARE, "tt")                                                    \
    X(NOT_EQUAL, COMPARE, "tt")                                                \
    X(LESS, COMPARE, "tt")                                                     \
    X(LESS_EQUAL, COMPARE, "tt")                                               \
    X(GREATER, COMPARE, "tt")                                                  \
    X(GREATER_EQUAL, COMPARE, "tt")                                            \
    X(EXPLICIT, BASE, "af")     /* explicit[a] f */                            \
    X(EXPLICIT_AT, BASE, "atf") /* explicit[a]@t f */                          \
    X(IMPLICIT, BASE, "af")     /* implicit[a] f */                            \
    X(EXPAND, BASE, "ff")       /* [+f] g */                                   \
    X(EXPAND_DUAL, BASE, "ff")  /* <+f> g */                                   \
    X(AT, TIME, "ft")           /* f@3 */                                      \
    X(PREV, TIME, "f")                                                         \
    X(ONCE, TIME, "f")                                                         \
    X(SOFAR, TIME, "f")                                                        \
    X(LEARNED, TIME, "af") /* learned[a] f */                                  \
    X(PUBLIC, PUBLIC, "f")                                                     \
    X(NUMBER, NUMBER, "n") /* an exact fraction */                             \
    X(ADD, ARITHMETIC, "tt")                                                   \
    X(SUBTRACT, ARITHMETIC, "tt")                                              \
    X(MULTIPLY, ARITHMETIC, "tt")                                              \
    X(DIVIDE, ARITHMETIC, "tt") /* exact */                                    \
    X(MODULO, ARITHMETIC, "tt") /* t mod u, of whole numbers */                \
    X(NEGATIVE, ARITHMETIC, "t")                                               \
    X(SUM, GATHER, "xdt")                    /* sum x in d: t */               \
    X(COUNT, GATHER, "xdf")                  /* count x in d: f, how many */   \
    X(PROBABILITY, PROBABILITY, "af")        /* P[a](f) */                     \
    X(PROBABILITY_GIVEN, PROBABILITY, "aff") /* P[a](f given g) */             \
    X(SET, DOMAIN, "t*")                     /* {t, u, ...}: a domain */       \
    X(RANGE, DOMAIN, "tt")                   /* t..u: a domain */              \
    X(STEP, PROGRAM, "a")       /* programs: one step of agent a */            \
    X(SEQUENCE, PROGRAM, "pp+") /* p;q */                                      \
    X(CHOICE, PROGRAM, "pp+")   /* p+q */                                      \
    X(STAR, PROGRAM, "p")       /* p* */                                       \
    X(TEST, PROGRAM, "f")       /* ?f */

typedef enum dx_kind {
#define X(kind, family, operands) DX_##kind,
    DX_KIND_LIST(X)
#undef X
        DX_KINDS
} dx_kind;

// The operand letters of `kind`, e.g. "af" for DX_KNOWS; "*" none or more and
// "+" one or more of the letter before it.
const char *dx_kind_operands(dx_kind kind);
dx_family dx_kind_family(dx_kind kind);
// Is it a number whatever it is made of?  (An APPLY may be one too: the model
// says.)
bool dx_kind_is_number(dx_kind kind);

// How deep formulas may nest.  Recursion over deep ones does not use up the
// caller's stack: see DX_STACK_BYTES.
#ifdef __EMSCRIPTEN__ // a browser's stack
enum { DX_FORMULA_DEPTH_MAX = 1000 };
#else
enum { DX_FORMULA_DEPTH_MAX = 50000 };
#endif

typedef struct dx_formulas dx_formulas;

dx_formulas *dx_formulas_new(void);
void dx_formulas_free(dx_formulas *store);

// The names in the store's formulas: atoms, agents, variables.
dx_names *dx_formulas_names(const dx_formulas *store);

// What a definition calls a formula, `someone` or `knows(2)`: an application
// that messages show instead of it.  The first that was given stays; `f`
// itself where there is none.
void dx_formula_call(dx_formulas *store, dx_formula f, dx_formula called);
dx_formula dx_formula_called(const dx_formulas *store, dx_formula f);
const char *dx_formulas_name_text(const dx_formulas *store, dx_name name);
size_t dx_formulas_count(const dx_formulas *store);

// The node with this kind and these operands, made now if it is new.  The
// operands must fit dx_kind_operands.  An agent that is given as the number n
// becomes the name "n".  Answers DX_FORMULA_NONE if the node would be nested
// deeper than DX_FORMULA_DEPTH_MAX.
dx_formula dx_formula_make(dx_formulas *store, dx_kind kind, size_t count,
                           const uint32_t *operands);

// In a list of agents `-`(x) leaves out x: C[a,b,`-`(b)] is C[a].
#define DX_WITHOUT "-"

// The usual nodes.  Operands that are DX_FORMULA_NONE give DX_FORMULA_NONE.
dx_formula dx_formula_true(dx_formulas *store);
dx_formula dx_formula_false(dx_formulas *store);
dx_formula dx_formula_atom(dx_formulas *store, const char *name);
dx_formula dx_formula_not(dx_formulas *store, dx_formula f);
dx_formula dx_formula_unary(dx_formulas *store, dx_kind kind, dx_formula f);
dx_formula dx_formula_binary(dx_formulas *store, dx_kind kind, dx_formula f,
                             dx_formula g);
dx_formula dx_formula_and(dx_formulas *store, dx_formula f, dx_formula g);
dx_formula dx_formula_or(dx_formulas *store, dx_formula f, dx_formula g);
dx_formula dx_formula_implies(dx_formulas *store, dx_formula f, dx_formula g);
dx_formula dx_formula_knows(dx_formulas *store, const char *agent,
                            dx_formula f);
dx_formula dx_formula_number(dx_formulas *store, dx_fraction value);

// DX_AND or DX_OR of any number of formulas: none is true or false, one is
// itself.
dx_formula dx_formula_all(dx_formulas *store, dx_kind kind, size_t count,
                          const dx_formula *formulas);

// What a node is made of.
dx_kind dx_formula_kind(const dx_formulas *store, dx_formula f);
dx_family dx_formula_family(const dx_formulas *store, dx_formula f);
size_t dx_formula_count(const dx_formulas *store, dx_formula f);
uint32_t dx_formula_operand(const dx_formulas *store, dx_formula f, size_t i);
unsigned dx_formula_depth(const dx_formulas *store, dx_formula f);
dx_fraction dx_formula_value(const dx_formulas *store, dx_formula number);

// Is operand i of `f` a node (a formula, term, program, domain or agent)
// rather than a bare name?
bool dx_formula_operand_is_node(const dx_formulas *store, dx_formula f,
                                size_t i);

// The name of an APPLY node, e.g. of the agent in K[a] f.
dx_name dx_formula_name(const dx_formulas *store, dx_formula apply);
const char *dx_formula_text(const dx_formulas *store, dx_formula apply);

// The name of a member of a family, e(i,2), with `variable` as an index
// replaced by `term`: what a quantifier does with [M,e(i)].
dx_name dx_formula_reindexed(dx_formulas *store, dx_name name, dx_name variable,
                             dx_formula term);

// `f` with every free occurrence of the term `variable` (an APPLY without
// arguments) replaced by `term`: what a quantifier does with its body.
dx_formula dx_formula_replace(dx_formulas *store, dx_formula f,
                              dx_name variable, dx_formula term);

#endif
