// logic/formula/habit.h -- habits of other notations, so that a slip is
// answered with how it is written here.

#ifndef DX_LOGIC_FORMULA_HABIT_H
#define DX_LOGIC_FORMULA_HABIT_H

#include "base/text.h"
#include "logic/formula/lexer.h"

// What stands for a name that is a word elsewhere, `not`, `Box`; NULL of
// others.
const char *dx_habit_word(const char *name);
// Of a name in which an operator and perhaps an agent were meant, `K_a`, `Ba`,
// `Safe_`: the operator, and in *out_agent what stands behind it; NULL of other
// names.
const char *dx_habit_operator(const char *name, const char **out_agent);
// How that operator is written: "B[a] f, B[a](f given g)".
void dx_habit_print(const char *op, const char *agent, dx_text *out);
// What stands for a sign or a word that is none of ours, `&&`, `not`; NULL
// of others.
const char *dx_habit_advice(const dx_lexer *lexer);

#endif
