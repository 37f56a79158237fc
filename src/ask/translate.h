// ask/translate.h -- from a grounded formula to an inquiry
// (minds/inquiry/inquiry.h).
//
// Facts become claims about places, seats the sets of places they see, time the
// turn a node speaks of, announcements what a mind has heard.  A mind is made
// once for what it is asked, of which turn, having heard what; so a formula
// that says the same of the same mind in several places asks it once.

#ifndef DX_ASK_TRANSLATE_H
#define DX_ASK_TRANSLATE_H

#include "ask/question.h"
#include "minds/inquiry/inquiry.h"

typedef struct dx_translator dx_translator;

// Borrows all; `levels` is how often "everybody knows" is tried for common
// knowledge, and with `closes` it is decided in any case.
dx_translator *dx_translator_new(const dx_question *question, dx_frames *frames,
                                 dx_inquiry *inquiry, unsigned levels,
                                 bool closes);
void dx_translator_free(dx_translator *translator);

// Has an inquiry words for every operator of the question?
bool dx_can_translate(const dx_question *question);

// What `f` (a formula or a term) says at a spot.  DX_ERR_UNSUPPORTED, with the
// reason, where an inquiry cannot say it.
DX_MUST_USE dx_status dx_translate(dx_translator *translator, dx_formula f,
                                   dx_vantage spot, dx_inquiry_node *out,
                                   dx_error *error);

// Writes a mind that was made, with what it is asked: "K[2] playable(2,1)".
// False if it was not made here.
bool dx_translator_name(const dx_translator *translator, dx_mind_id mind,
                        dx_text *out);

#endif
