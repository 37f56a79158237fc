// ask/formula_words.h -- a formula about a game, read out in words.

#ifndef DX_ASK_FORMULA_WORDS_H
#define DX_ASK_FORMULA_WORDS_H

#include "base/text.h"
#include "game/game.h"
#include "logic/formula/formula.h"

// "seat 1 knows that not (playable of seat 1, slot 2)".  A formula or a term,
// as it was written; seats by their names, where `names` (NULL: none) has one.
// What there are no words for is written as a formula.  Recurses: see
// base/stack.h.
void dx_formula_words(const dx_formulas *store, const dx_rules *rules,
                      const char *const *names, dx_formula f, dx_text *out);

#endif
