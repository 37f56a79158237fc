// ask/weighed.h -- the engine of weighed worlds: chances and belief under an
// assumption about how seats move.
//
// What does not depend on the assumption is left to the engine by places
// (ask/inquire.h), also inside: K[2] f at a world is one question to it.  For
// the rest, P[a](f), the worlds of a are weighed by what the others did and f
// is asked of each, minds within minds; and K[a] of something about chances
// asks it of all worlds of a.

#ifndef DX_ASK_WEIGHED_H
#define DX_ASK_WEIGHED_H

#include "ask/figure.h"
#include "ask/question.h"

// Does the game declare its places, and is something assumed that the engine by
// places does not reckon with?
bool dx_can_weigh(const dx_question *question);

// Answers from a seat, and from above; the value of a term, from above, and
// between which it lies in the worlds that a seat holds possible.
// DX_ERR_UNSUPPORTED: an operator that only histories can answer.
DX_MUST_USE dx_status dx_weigh(dx_question *question, dx_answer *answer,
                               dx_error *error);
DX_MUST_USE dx_status dx_weigh_range(dx_question *question,
                                     dx_rational *out_least,
                                     dx_rational *out_most, dx_error *error);
DX_MUST_USE dx_status dx_weigh_above(dx_question *question, dx_answer *answer,
                                     dx_error *error);
DX_MUST_USE dx_status dx_weigh_value(dx_question *question, dx_figure *out,
                                     dx_error *error);

#endif
