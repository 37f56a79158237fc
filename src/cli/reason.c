#include "cli/reason.h"

#include "ask/answer.h"

// The sentence of a formula that held; nothing if it is none of the game's, or
// one that has no words.
static void add_sentence(const dx_cast *cast, const char *formula, dx_text *out)
{
    dx_formulas *store = dx_formulas_new();
    const dx_answer holds = {.truth = DX_ANSWER_YES};
    dx_text words = {0};
    dx_formula f;
    bool is_term;
    if (dx_ask_parse(store, cast->rules->game, formula, &f, &is_term, NULL) ==
            DX_OK &&
        !is_term)
        dx_answer_words(store, cast, f, &holds, &words);
    if (words.length > 0 && words.length < DX_SENTENCE_MAX) {
        dx_text_add_shown(out, dx_text_string(&words));
        dx_text_add_char(out, ' ');
    }
    dx_text_release(&words);
    dx_formulas_free(store);
}

void dx_cli_reason(const dx_cast *cast, const dx_reason *why, dx_text *out)
{
    dx_text_add(out, "    ");
    dx_text_add_shown(out, why->rule);
    dx_text_add(out, ": ");
    dx_text_add_shown(out, why->words != NULL ? why->words : "");
    if (why->formula != NULL) {
        dx_text_add(out, "\n    because ");
        add_sentence(cast, why->formula, out);
        dx_text_add_char(out, '[');
        dx_text_add_shown(out, why->formula);
        dx_text_add_char(out, ']');
    }
    dx_text_add_char(out, '\n');
}
