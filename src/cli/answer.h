// cli/answer.h -- a question as it is typed, and its answer as it is printed.

#ifndef DX_CLI_ANSWER_H
#define DX_CLI_ANSWER_H

#include "ask/value.h"
#include "base/text.h"
#include "game/agent.h"
#include "logic/formula/parse.h"

// Reads a formula or a term of the game; a bare name is what the game has of
// that name.
DX_MUST_USE dx_status dx_cli_question(dx_formulas *store, const dx_game *game,
                                      const char *text, dx_formula *out,
                                      bool *out_is_term, dx_error *error);

// The answer, its engine, the number of worlds and the assumption; with
// `examples` a world for and a world against, where it is open.
void dx_cli_answer(const dx_answer *answer, const char *assumption,
                   bool examples, dx_text *out);

// The value of a term, or why there is none; the same about it.
void dx_cli_value(const dx_value *value, const char *assumption, dx_text *out);

void dx_cli_count(dx_count count, dx_text *out);

// "exact", "rounded" or "sampled".
const char *dx_cli_quality(dx_quality quality);

// "    rule: words" and, on a line of its own, "    because formula".
void dx_cli_reason(const dx_reason *why, dx_text *out);

#endif
