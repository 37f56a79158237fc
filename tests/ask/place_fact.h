// ask/place_fact.h -- "holds(1,2,r3)", a fact to ask about a cell of a board.

#ifndef DX_TESTS_ASK_PLACE_FACT_H
#define DX_TESTS_ASK_PLACE_FACT_H

#include "minds/place_words.h"

// Nothing if no fact speaks of it alone.
static inline void dx_place_fact(const dx_place_words *words, unsigned place,
                                 unsigned kind, dx_text *out)
{
    const dx_place_word *word = &words->of[place];
    if (word->atom == NULL || word->is_wide || word->value[kind] < 0)
        return;
    dx_place_words_place(words, place, out);
    if (word->last > 0)
        out->length--; // the bracket
    dx_text_add_char(out, word->last > 0 ? ',' : '(');
    dx_place_words_kind(words, place, kind, out);
    dx_text_add_char(out, ')');
}

#endif
