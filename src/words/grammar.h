// words/grammar.h -- the one grammar of sentences, as rows that both the
// speaker and the reader go by.
//
// A sentence is written from left to right and says where it ends: behind
// "Ann knows that" comes one sentence, "both" waits for its "and", "either" for
// its "or ... or both".  What is joined of several sentences and has words of
// the outer one behind it stands in brackets, for the eye.

#ifndef DX_WORDS_GRAMMAR_H
#define DX_WORDS_GRAMMAR_H

#include "game/words.h"
#include "logic/formula/formula.h"

// Whom a group must be for a row: everybody, two, or more.
typedef enum dx_crowd {
    DX_CROWD_ANY,
    DX_CROWD_ALL,
    DX_CROWD_TWO,
    DX_CROWD_MORE,
} dx_crowd;

// In `words` and in `formula` stand, with the number of an operand: @0 a seat,
// &1 the seats from there on, ^0 a sentence, $0 a term, =0 a variable, *1 a
// set, #0 a number, -1 how much less than `now` it is, /1 the part that it
// divides into (half, a third); and {a|b} as in game/words.h.
#define DX_GRAMMAR_PARTS "@&^$=*#-/"

typedef struct dx_grammar_row {
    dx_kind kind;
    bool negated;
    dx_crowd crowd;
    const char *words, *formula;
} dx_grammar_row;

// Sentences, numbers, and sets of things; each ends with words NULL.
extern const dx_grammar_row dx_grammar[], dx_grammar_terms[], dx_grammar_sets[];

// The first row for a kind from `row` on, or NULL.
const dx_grammar_row *dx_grammar_find(const dx_grammar_row *row, dx_kind kind,
                                      bool negated, dx_crowd crowd);

// How a comparison is said of a number of things, and of a chance.
typedef struct dx_comparison_words {
    dx_kind kind;
    const char *sign, *of_number, *of_chance;
} dx_comparison_words;

extern const dx_comparison_words dx_comparisons[];

// Compared with 0, where `before` stands behind the number of a template: "no
// hints are left", "none of the 8s", "some hints are left".
typedef struct dx_zero_words {
    dx_kind kind;
    const char *sign, *words, *before; // ends with sign NULL
} dx_zero_words;

extern const dx_zero_words dx_zeros[];

// The word for it in a template of a number, "no"; NULL: none of these.
const char *dx_zero_word(dx_kind kind, const char *is);

// The turn, which every game has.
extern const dx_number_words dx_words_now;

// "half", "a third", "a quarter"; of other numbers "1/7".
extern const char *const dx_part_words[]; // from 2 on; ends with NULL

#define DX_BRACKET "(^0)"

// What stands between "the formula" and "holds" is a formula.
#define DX_QUOTE_BEGIN "the formula \""
#define DX_QUOTE_END "\" holds"

// A set that is written out: "the set {1, 2}".
#define DX_SET_BEGIN "the set {"

// A set that is all values of a type: "all cards".
void dx_type_set_say(const char *type, dx_text *out);

#endif
