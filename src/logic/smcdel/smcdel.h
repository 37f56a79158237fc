// logic/smcdel/smcdel.h -- reading SMCDEL's text format, version 1.3.0.
//
//     VARS 1,2,3
//     LAW  Top
//     OBS  alice: 2,3
//          bob:   1,3
//     VALID? ~ (alice knows whether 1)
//     WHERE? <! 1|2|3 > alice knows that 1
//
// SMCDEL has no written grammar; this one was worked out from its behaviour.
// docs/smcdel.md describes it with its surprises, of which the worst are:
// `&` and `|` share one level and so do `->` and `iff`, both from left to
// right; `knows that` is one word with exactly one blank; `a knows that 1 & 2`
// is `(a knows that 1) & 2` but `K a 1 & 2` is `K a (1 & 2)`.
//
// What SMCDEL rejects is rejected here, with the place; also a law that is
// not Boolean, on which SMCDEL fails only when it runs.  Of an agent that is
// observed twice the first line counts, as there.

#ifndef DX_LOGIC_SMCDEL_SMCDEL_H
#define DX_LOGIC_SMCDEL_SMCDEL_H

#include "base/base.h"
#include "logic/formula/formula.h"

#include <stddef.h>
#include <stdint.h>

typedef enum dx_smcdel_kind {
    DX_SMCDEL_TRUE,  // TRUE? {..} f: at this state
    DX_SMCDEL_VALID, // VALID? f: at all states of the law
    DX_SMCDEL_WHERE, // WHERE? f: at which
} dx_smcdel_kind;

// Places in dx_smcdel.vars, and how many.
typedef struct dx_smcdel_set {
    uint32_t *at;
    size_t count;
} dx_smcdel_set;

typedef struct dx_smcdel_agent {
    dx_name name;
    dx_smcdel_set sees;
} dx_smcdel_agent;

typedef struct dx_smcdel_query {
    dx_smcdel_kind kind;
    dx_formula formula;
    dx_smcdel_set state; // of TRUE?: the true variables
    unsigned line, column;
    size_t at, length; // where the formula is in the text, in bytes
} dx_smcdel_query;

// A file as it was read; the formulas are in the store it was read into.
// Variables are atoms whose names are numbers, each once and in the order of
// the file.
typedef struct dx_smcdel {
    dx_name *vars;
    size_t var_count;
    dx_formula law; // Boolean, quantifiers over propositions included
    dx_smcdel_agent *agents;
    size_t agent_count;
    dx_smcdel_query *queries;
    size_t query_count;
} dx_smcdel;

// Reads a whole file.  On DX_OK the caller owns `*out_file` and releases it
// with dx_smcdel_free.  XOR and ONEOF become formulas of the store's own
// kinds, of a size that is about linear.
DX_MUST_USE dx_status dx_smcdel_read(dx_formulas *store, const char *text,
                                     size_t length, dx_smcdel **out_file,
                                     dx_error *error);
void dx_smcdel_free(dx_smcdel *file);

#endif
