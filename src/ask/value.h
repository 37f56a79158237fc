// ask/value.h -- the value of a term: P[1](f), tokens - 2, P[1](f) + P[1](g).
//
// From above every term has its value at the moment.  From a seat those have
// one that the seat can tell: its own chances, numbers that it sees, and what
// is the same in all worlds that it holds possible.  What another seat finds
// likely may differ between them, and is *open*: from a least value to a most.
// As everywhere, what is too large is *undecided*.
//
// A chance is what the seat itself would be answered (dx_ask_seat), so whatever
// counts there counts here; other terms are put together from their parts, with
// what those are off by, and what cannot be is left to dx_ask_value.

#ifndef DX_ASK_VALUE_H
#define DX_ASK_VALUE_H

#include "ask/ask.h"

typedef struct dx_value {
    bool is_known; // otherwise answer.truth is open or undecided, with its why
    // A number that is not exact, since a chance in it was rounded or sampled:
    // answer.probability, give or take answer.half_width.
    bool is_estimated;
    dx_fraction value; // lost if it does not fit: then it is in answer.exact
    // Where it is open and that is known: between which it lies, for the seat.
    bool has_range;
    dx_fraction least, most;
    dx_answer answer; // how it was found: engine, worlds, believed, refuted;
                      // the caller releases it
} dx_value;

// Is it a number with all but the last of its digits?
static inline bool dx_value_is_rounded(const dx_value *value)
{
    return value->is_estimated && value->answer.quality == DX_ROUNDED;
}

// Writes the chance of an answer that is rounded: the digits that are sure.
void dx_answer_print_rounded(const dx_answer *answer, dx_text *out);

// Writes a value that is known, or rounded.
void dx_value_print(const dx_value *value, dx_text *out);

// The value for the view's seat, now.
DX_MUST_USE dx_status dx_ask_term_seat(dx_formulas *store, const dx_view *view,
                                       dx_formula term,
                                       const dx_ask_options *options,
                                       dx_value *out_value, dx_error *error);

// The value at a moment, from above.
DX_MUST_USE dx_status dx_ask_term_above(dx_formulas *store,
                                        const dx_moment *moment,
                                        dx_formula term,
                                        const dx_ask_options *options,
                                        dx_value *out_value, dx_error *error);

#endif
