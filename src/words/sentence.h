// words/sentence.h -- formulas about a game as English sentences, and back.
//
//     dx_cast cast = {.rules = &rules, .names = names, .you = 0};
//     dx_sentence_say(store, &cast, f, &out);
//     // "You know that Ann's card 1 can be played now."
//     dx_sentence_read(&cast, dx_text_string(&out), &formula, &error);
//     // "K[1] (playable(2,1))"
//
// The sentence is that of the normal form (words/normal.h), and reading it
// gives a formula of the same normal form: no two formulas that differ in it
// have one sentence.  What there are no words for (programs, say, which no
// game answers) is quoted: `the formula "x = y" holds`.

#ifndef DX_WORDS_SENTENCE_H
#define DX_WORDS_SENTENCE_H

#include "game/words.h"
#include "logic/formula/formula.h"

// A sentence with its full stop; of a term ("P[1](f)", "tokens") what it is
// called, without one.  These recurse: see base/stack.h.
void dx_sentence_say(dx_formulas *store, const dx_cast *cast, dx_formula f,
                     dx_text *out);
// That it is not so.
void dx_sentence_say_not(dx_formulas *store, const dx_cast *cast, dx_formula f,
                         dx_text *out);
// "whether your card 1 can be played now", in the mind of a seat.
void dx_sentence_whether(dx_formulas *store, const dx_cast *cast, unsigned mind,
                         dx_formula f, dx_text *out);
void dx_term_say(dx_formulas *store, const dx_cast *cast, dx_formula term,
                 dx_text *out);

enum { DX_SENTENCE_MAX = 4000, DX_SENTENCE_DEPTH_MAX = 60 };

// The formula of a sentence (its full stop may be missing; upper and lower case
// do not matter).  The error has the column up to which it could be read and
// what could come there.
DX_MUST_USE dx_status dx_sentence_read(const dx_cast *cast, const char *text,
                                       dx_text *out_formula, dx_error *error);

#endif
