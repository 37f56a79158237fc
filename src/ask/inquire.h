// ask/inquire.h -- the engine by places, for every game that declares them.

#ifndef DX_ASK_INQUIRE_H
#define DX_ASK_INQUIRE_H

#include "ask/question.h"

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

#endif
