// ask/sourced.h -- the engine of sources: belief by a rule of the game's own.
//
// A source (game/source.h) says how its owner weighs worlds of a few places and
// which of them it, and others in its eyes, hold for possible by belief.  That
// is an explicit model: K is what a seat sees of these places, P its weights, B
// the box over the accessible worlds, a KD45 relation of its own.  One model
// for each owner: what is asked of a seat's mind is asked of the model of that
// seat, and minds within it are as it assumes them.

#ifndef DX_ASK_SOURCED_H
#define DX_ASK_SOURCED_H

#include "ask/question.h"

// Is a source assumed, and does the question ask for chances or belief?
bool dx_can_source(const dx_question *question);

// Answers from a seat or from above; the value of a term, from above.
DX_MUST_USE dx_status dx_ask_source(dx_question *question, dx_answer *answer,
                                    dx_error *error);
DX_MUST_USE dx_status dx_value_source(const dx_question *question,
                                      dx_fraction *out, dx_error *error);

#endif
