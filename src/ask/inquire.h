// ask/inquire.h -- the engine by places, for every game that declares them.

#ifndef DX_ASK_INQUIRE_H
#define DX_ASK_INQUIRE_H

#include "ask/question.h"
#include "minds/eliminate/outlook.h"

struct dx_plan;

// Does the game declare its places; and if seats are taken to move evenly, how
// many moves they had?  Other assumptions are not for this engine.
bool dx_can_inquire(const dx_question *question);

// Answers from a seat, and from above.
DX_MUST_USE dx_status dx_inquire(const dx_question *question, dx_answer *answer,
                                 dx_error *error);
DX_MUST_USE dx_status dx_inquire_above(const dx_question *question,
                                       dx_answer *answer, dx_error *error);

// The value of a term, from above; the caller releases it.
DX_MUST_USE dx_status dx_inquire_value(const dx_question *question,
                                       dx_rational *out, dx_error *error);

// Between which values a term lies in the worlds of the asking seat; the caller
// releases them.
DX_MUST_USE dx_status dx_inquire_range(const dx_question *question,
                                       dx_rational *out_least,
                                       dx_rational *out_most, dx_error *error);

// What the minds of the question will take.
DX_MUST_USE dx_status dx_inquire_plan(const dx_question *question,
                                      struct dx_plan *out, dx_error *error);

// A world of the asking seat where the formula holds and one where it does not,
// as like as can be: what lies in each place is the same in both, as far as one
// place after the other allows it.  NULL where there is none.
typedef struct dx_contrast {
    void *example, *counterexample; // tables
    uint64_t breaks;                // places in which the two differ
    uint64_t steps;
} dx_contrast;

void dx_contrast_release(dx_contrast *contrast);

DX_MUST_USE dx_status dx_inquire_contrast(const dx_question *question,
                                          dx_contrast *out, dx_error *error);

// What a question may cost by its options.
void dx_inquire_limits(const dx_ask_options *options, dx_effort *effort);

#endif
