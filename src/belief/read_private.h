// belief/read_private.h -- the reader of belief-base files: what its parts
// share.

#ifndef DX_BELIEF_READ_PRIVATE_H
#define DX_BELIEF_READ_PRIVATE_H

#include "belief/document.h"
#include "logic/formula/lexer.h"

// A name that stands for something: a set, a number, a formula with or without
// parameters.
typedef struct dx_belief_define {
    dx_name name;
    size_t first, count; // of its parameters
    dx_formula body;
} dx_belief_define;

typedef struct dx_belief_reader {
    dx_belief_document *document;
    dx_formulas *store;
    dx_lexer lexer;
    dx_lexer start; // where the last formula began
    dx_error *error;
    DX_VECTOR(dx_belief_define) defines;
    dx_pair_map define_of; // of a name
    dx_pair_map used_on;   // the line where a name stands for nothing yet
    bool has_agent;
    DX_VECTOR(dx_name) parameters;
    DX_VECTOR(dx_name) bound; // variables that hide definitions
} dx_belief_reader;

// Errors, at the token, or where the last formula has what is wrong.
dx_status dx_belief_fail(dx_belief_reader *r, dx_belief_place place,
                         const char *format, ...) DX_PRINTF(3, 4);
dx_belief_place dx_belief_here(const dx_belief_reader *r);
dx_status dx_belief_fail_formula(dx_belief_reader *r, dx_status status);

// A name that is being given.
DX_MUST_USE dx_status dx_belief_read_name(dx_belief_reader *r, const char *what,
                                          dx_name *out);

// A formula as written, with definitions put in.
DX_MUST_USE dx_status dx_belief_read_formula(dx_belief_reader *r,
                                             dx_formula *out);

DX_MUST_USE dx_status dx_belief_read_domain(dx_belief_reader *r,
                                            dx_formula *out);

// `for x in d, y in e if f` behind what it is about, or nothing: the formulas
// `row` of each choice, `width` of them a choice, `count` choices.
typedef struct dx_belief_family {
    size_t width, count;
    DX_VECTOR(dx_formula) rows;
} dx_belief_family;
DX_MUST_USE dx_status dx_belief_read_family(dx_belief_reader *r, size_t width,
                                            const dx_formula *row,
                                            dx_belief_family *out);

// Is a name defined, so that it cannot be a variable?
bool dx_belief_is_defined(const dx_belief_reader *r, dx_name name);

// set, const and let; the keyword has been read.
DX_MUST_USE dx_status dx_belief_read_set(dx_belief_reader *r);
DX_MUST_USE dx_status dx_belief_read_const(dx_belief_reader *r);
DX_MUST_USE dx_status dx_belief_read_let(dx_belief_reader *r);

#endif
