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

// X(KIND, operands as letters): the syntax trees there are.
#define DX_KIND_LIST(X)                                                        \
    X(TRUE, "")                                                                \
    X(FALSE, "")                                                               \
    X(APPLY, "xt*") /* p  hand(b,6s)  also a term: a thing */                  \
    X(NOT, "f")                                                                \
    X(AND, "ff+") /* two or more, as written in one chain */                   \
    X(OR, "ff+")                                                               \
    X(IMPLIES, "ff")                                                           \
    X(IFF, "ff")                                                               \
    X(KNOWS, "af")                     /* K[a] f */                            \
    X(POSSIBLE, "af")                  /* M[a] f */                            \
    X(KNOWS_WHETHER, "af")             /* Kw[a] f */                           \
    X(BELIEVES, "af")                  /* B[a] f */                            \
    X(BELIEVES_GIVEN, "aff")           /* B[a](f given g) */                   \
    X(EVERYBODY, "fa+")                /* E[a,b] f */                          \
    X(COMMON, "fa+")                   /* C[a,b] f */                          \
    X(DISTRIBUTED, "fa+")              /* D[a,b] f */                          \
    X(ANNOUNCE, "ff")                  /* [!f] g */                            \
    X(ANNOUNCE_DUAL, "ff")             /* <!f> g */                            \
    X(TELL_WHETHER, "ff")              /* [?!f] g */                           \
    X(TELL_WHETHER_DUAL, "ff")         /* <?!f> g */                           \
    X(TELL, "ffa+")                    /* [a,b !f] g */                        \
    X(TELL_DUAL, "ffa+")               /* <a,b !f> g */                        \
    X(TELL_GROUP_WHETHER, "ffa+")      /* [a,b ?!f] g */                       \
    X(TELL_GROUP_WHETHER_DUAL, "ffa+") /* <a,b ?!f> g */                       \
    X(EVENT, "xxf")                    /* [M,e] g: event model, event */       \
    X(EVENT_DUAL, "xxf")               /* <M,e> g */                           \
    X(BOX, "pf")                       /* [prog] f */                          \
    X(DIAMOND, "pf")                   /* <prog> f */                          \
    X(FORALL, "xdf")                   /* forall x in d: f */                  \
    X(EXISTS, "xdf")                   /* exists x in d: f */                  \
    X(FORALL_PROP, "fx+")              /* forall prop p, q: f */               \
    X(EXISTS_PROP, "fx+")              /* exists prop p, q: f */               \
    X(IN, "td")                        /* t in d */                            \
    X(EQUAL, "tt")                                                             \
    X(NOT_EQUAL, "tt")                                                         \
    X(LESS, "tt")                                                              \
    X(LESS_EQUAL, "tt")                                                        \
    X(GREATER, "tt")                                                           \
    X(GREATER_EQUAL, "tt")                                                     \
    X(EXPLICIT, "af")     /* explicit[a] f */                                  \
    X(EXPLICIT_AT, "atf") /* explicit[a]@t f */                                \
    X(IMPLICIT, "af")     /* implicit[a] f */                                  \
    X(EXPAND, "ff")       /* [+f] g */                                         \
    X(EXPAND_DUAL, "ff")  /* <+f> g */                                         \
    X(AT, "ft")           /* f@3 */                                            \
    X(PREV, "f")                                                               \
    X(ONCE, "f")                                                               \
    X(SOFAR, "f")                                                              \
    X(LEARNED, "af") /* learned[a] f */                                        \
    X(PUBLIC, "f")                                                             \
    X(NUMBER, "n") /* an exact fraction */                                     \
    X(ADD, "tt")                                                               \
    X(SUBTRACT, "tt")                                                          \
    X(MULTIPLY, "tt")                                                          \
    X(DIVIDE, "tt") /* exact */                                                \
    X(MODULO, "tt") /* t mod u, of whole numbers */                            \
    X(NEGATIVE, "t")                                                           \
    X(SUM, "xdt")               /* sum x in d: t */                            \
    X(COUNT, "xdf")             /* count x in d: f, how many */                \
    X(PROBABILITY, "af")        /* P[a](f) */                                  \
    X(PROBABILITY_GIVEN, "aff") /* P[a](f given g) */                          \
    X(SET, "t*")                /* {t, u, ...}: a domain */                    \
    X(RANGE, "tt")              /* t..u: a domain */                           \
    X(STEP, "a")                /* programs: one step of agent a */            \
    X(SEQUENCE, "pp+")          /* p;q */                                      \
    X(CHOICE, "pp+")            /* p+q */                                      \
    X(STAR, "p")                /* p* */                                       \
    X(TEST, "f")                /* ?f */

typedef enum dx_kind {
#define X(kind, operands) DX_##kind,
    DX_KIND_LIST(X)
#undef X
        DX_KINDS
} dx_kind;

// The operand letters of `kind`, e.g. "af" for DX_KNOWS; "*" none or more and
// "+" one or more of the letter before it.
const char *dx_kind_operands(dx_kind kind);

// Does the kind bind its operand 0, a variable over the domain 1, in its
// operand 2?
bool dx_kind_binds(dx_kind kind);

// How deep formulas may nest: what keeps every recursion over them within the
// stack.
enum { DX_FORMULA_DEPTH_MAX = 4000 };

typedef struct dx_formulas dx_formulas;

dx_formulas *dx_formulas_new(void);
void dx_formulas_free(dx_formulas *store);

// The names in the store's formulas: atoms, agents, variables.
dx_names *dx_formulas_names(const dx_formulas *store);
const char *dx_formulas_name_text(const dx_formulas *store, dx_name name);
size_t dx_formulas_count(const dx_formulas *store);

// The node with this kind and these operands, made now if it is new.  The
// operands must fit dx_kind_operands.  An agent that is given as the number n
// becomes the name "n".  Answers DX_FORMULA_NONE if the node would be nested
// deeper than DX_FORMULA_DEPTH_MAX.
dx_formula dx_formula_make(dx_formulas *store, dx_kind kind, size_t count,
                           const uint32_t *operands);

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

// Is `f`, or a part of it, of a kind from `first` to `last`?
bool dx_formula_contains(const dx_formulas *store, dx_formula f, dx_kind first,
                         dx_kind last);

// `f` with every free occurrence of the term `variable` (an APPLY without
// arguments) replaced by `term`: what a quantifier does with its body.
dx_formula dx_formula_replace(dx_formulas *store, dx_formula f,
                              dx_name variable, dx_formula term);

#endif
