// ask/complete.h -- what may come next in a formula that was begun.

#ifndef DX_ASK_COMPLETE_H
#define DX_ASK_COMPLETE_H

#include "base/vector.h"
#include "game/game.h"

// Words that may stand from byte `from` on, in place of what was begun there:
// operators, facts, numbers and sets of the game, seats, values of arguments.
typedef struct dx_completions {
    size_t from;
    DX_VECTOR(char *) words;
} dx_completions;

void dx_completions_release(dx_completions *completions);

// Every word is one after which the text can still become a formula or a term.
// Inside the brackets of a fact only values of the argument's type are offered
// and variables, inside those of K[ only seats, by numbers and by `names`
// (NULL: none).  A text that cannot be continued has none.
dx_completions dx_complete(const dx_rules *rules, const char *const *names,
                           const char *text);

#endif
