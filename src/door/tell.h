// door/tell.h -- the one shape of answers about models (logic/json/model.h is
// that of a model itself).
//
// Requests of the door write down with these what an engine has answered.

#ifndef DX_DOOR_TELL_H
#define DX_DOOR_TELL_H

#include "belief/document.h"
#include "logic/draw/draw.h"
#include "logic/dx/check.h"
#include "logic/dx/document.h"
#include "logic/smcdel/answer.h"
#include "proof/valid.h"

// The event models of a .dx text, those of few events:
// ,"events":[{"name":"look",
// "events":[{"name":"e","pre":"p","post":[]}],"links":{"a":[[0,0]]}}].
void dx_tell_events(const dx_document *document, dx_text *out);
// A picture of what happens in an update.
dx_status dx_draw_step(const dx_document *document, const dx_query_step *step,
                       dx_draw_options options, dx_text *out, dx_error *error);

// One question of a .dx text and its answer; with the file it is in, if that
// is to be told.
void dx_tell_query(const dx_document *document, const dx_check_answer *answer,
                   bool has_file, dx_text *out);
// "after !p: K[a] p", or its title.
// The same in words; with counterexamples and witnesses, if these are wanted.
void dx_say_query(const dx_document *document, const dx_check_answer *answer,
                  bool explains, bool in_colours, dx_text *out);
void dx_question_text(const dx_query *query, dx_text *out);
const char *dx_query_word(dx_query_kind kind); // "true", ...

// What is no error but should be known.
void dx_tell_note(const dx_document *document, const dx_note *note,
                  bool has_file, dx_text *out);

// A question of validity, with what it was and what came of it.
typedef struct dx_asked_validity {
    const dx_formulas *store;
    dx_formula formula;
    const dx_valid_options *options;
    const dx_validity *answer;
} dx_asked_validity;
void dx_tell_validity(const dx_asked_validity *asked, dx_text *out);
void dx_say_validity(const dx_asked_validity *asked, dx_text *out);

#endif
