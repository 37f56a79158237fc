// ask/answer.h -- a question as it is typed, and its answer as it is printed.

#ifndef DX_ASK_ANSWER_H
#define DX_ASK_ANSWER_H

#include "ask/value.h"
#include "base/text.h"
#include "logic/formula/parse.h"
#include "words/sentence.h"

// Reads a formula or a term of the game; a bare name is what the game has of
// that name.
DX_MUST_USE dx_status dx_ask_parse(dx_formulas *store, const dx_game *game,
                                   const char *text, dx_formula *out,
                                   bool *out_is_term, dx_error *error);

// The same of a sentence too (words/sentence.h): what is no formula is read as
// one.  The error is about whichever of the two it comes nearer to.
DX_MUST_USE dx_status dx_ask_read(dx_formulas *store, const dx_cast *cast,
                                  const char *text, dx_formula *out,
                                  bool *out_is_term, dx_error *error);

// The answer in a sentence: of a yes what was asked, of a no that it is not so,
// "Ann does not know that ..."; if it is open "You do not know whether ..."; of
// what is undecided nothing.
void dx_answer_words(dx_formulas *store, const dx_cast *cast, dx_formula f,
                     const dx_answer *answer, dx_text *out);

// The answer, `sentence` (of dx_answer_words, or ""), the number of worlds and
// the assumption; with `examples` a world for and a world against
// where it is open, and where it is no, though there are both, one against.
void dx_answer_say(const dx_answer *answer, const char *sentence,
                   const char *assumption, bool examples, dx_text *out);

// "nothing is assumed about how anybody plays", "assuming info".
void dx_assumed_say(const char *assumption, dx_text *out);

// The value of a term, or why there is none; the same about it.
void dx_value_say(const dx_formulas *store, dx_formula term,
                  const dx_value *value, const char *assumption, dx_text *out);

// The same as an object in JSON, with what was asked.
void dx_answer_json(const dx_formulas *store, dx_formula f,
                    const dx_answer *answer, const char *assumption,
                    dx_text *out);
void dx_value_json(const dx_formulas *store, dx_formula term,
                   const dx_value *value, const char *assumption, dx_text *out);

#endif
