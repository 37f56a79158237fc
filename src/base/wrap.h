// base/wrap.h -- words in lines of at most 79 columns.
//
//     dx_wrap wrap = {.out = &text, .indent = 4};
//     dx_wrap_add(&wrap, "hand(2): ");
//     ...
//     dx_wrap_end(&wrap);

#ifndef DX_BASE_WRAP_H
#define DX_BASE_WRAP_H

#include "base/text.h"

typedef struct dx_wrap {
    dx_text *out;
    unsigned indent; // of every line but the first
    size_t column;
} dx_wrap;

// Adds a word, with a blank before it unless it begins a line; whoever wrote
// it, a terminal may show it (dx_text_add_shown).
void dx_wrap_add(dx_wrap *wrap, const char *text);
void dx_wrap_end(dx_wrap *wrap); // ends the line if one was begun

// Adds all the words of `text`.
void dx_wrap_words(dx_wrap *wrap, const char *text);

// Prints the words of `text` so, with two blanks before all lines but the
// first, and ends the line.
void dx_wrap_print(const char *text);

// The same for each line of `text`.
void dx_wrap_print_lines(const char *text);

// Numbered words in columns: "  1 swap 5s jh    2 swap 5s qs ...".
void dx_wrap_columns(const char *const *words, size_t count, dx_text *out);

#endif
