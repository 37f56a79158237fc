#include "cli/answer.h"

#include <string.h>

static bool is_number(const dx_game *game, const char *name)
{
    const dx_quantity *quantity = game->quantities;
    for (; quantity != NULL && quantity->name != NULL; quantity++)
        if (strcmp(quantity->name, name) == 0)
            return true;
    return strcmp(name, "now") == 0;
}

dx_status dx_cli_question(dx_formulas *store, const dx_game *game,
                          const char *text, dx_formula *out, bool *out_is_term,
                          dx_error *error)
{
    dx_lexer lexer;
    dx_sort sort;
    dx_lexer_init(&lexer, text, strlen(text));
    dx_status status = dx_parse_expression(&lexer, store, out, &sort, error);
    if (status == DX_OK && lexer.token.kind != DX_TOKEN_END)
        status = dx_lexer_expected(&lexer, "the end of the formula", error);
    *out_is_term =
        status == DX_OK &&
        (sort == DX_SORT_TERM ||
         (sort == DX_SORT_EITHER && dx_formula_kind(store, *out) == DX_APPLY &&
          is_number(game, dx_formula_text(store, *out))));
    return status;
}

void dx_cli_count(dx_count count, dx_text *out)
{
    char digits[DX_COUNT_TEXT_BYTES];
    dx_text_add(out, dx_count_text(count, digits));
}

void dx_cli_reason(const dx_reason *why, dx_text *out)
{
    dx_text_add(out, "    ");
    dx_text_add_shown(out, why->rule);
    dx_text_add(out, ": ");
    dx_text_add_shown(out, why->words != NULL ? why->words : "");
    if (why->formula != NULL) {
        dx_text_add(out, "\n    because ");
        dx_text_add_shown(out, why->formula);
    }
    dx_text_add_char(out, '\n');
}

static void indent(const char *title, const char *lines, dx_text *out)
{
    if (lines == NULL)
        return;
    dx_text_printf(out, "%s\n    ", title);
    for (const char *c = lines; *c != '\0'; c++) {
        dx_text_add_char(out, *c);
        if (*c == '\n' && c[1] != '\0')
            dx_text_add(out, "    ");
    }
}

// "(engine places, 8 worlds, assuming none)"
static void add_how(const dx_answer *answer, const char *assumption,
                    dx_text *out)
{
    dx_text_printf(out, "(engine %s, ", answer->engine);
    if (answer->worlds > 0) {
        dx_cli_count(answer->worlds, out);
        dx_text_printf(out, " world%s, ", answer->worlds == 1 ? "" : "s");
    }
    if (answer->believed > 0) {
        dx_cli_count(answer->believed, out);
        dx_text_add(out, " believed, ");
    }
    if (answer->drawn > 0)
        dx_text_printf(out, "%zu drawn, ", answer->drawn);
    dx_text_printf(out, "assuming %s", assumption);
    if (answer->refuted)
        dx_text_printf(out, ", which turn %u refuted", answer->refuted_turn);
    dx_text_add(out, ")\n");
}

const char *dx_cli_quality(dx_quality quality)
{
    static const char *const words[] = {"exact", "rounded", "sampled"};
    return words[quality];
}

// 5/6; or as well as it is known.
static void add_chance(const dx_answer *answer, dx_text *out)
{
    if (answer->quality == DX_EXACT)
        dx_fraction_print(answer->chance, out);
    else if (answer->quality == DX_ROUNDED)
        dx_text_printf(out, "%.10g (rounded)", answer->probability);
    else
        dx_text_printf(out, "about %.3f, give or take %.3f (sampled)",
                       answer->probability, answer->half_width);
}

void dx_cli_answer(const dx_answer *answer, const char *assumption,
                   bool examples, dx_text *out)
{
    dx_text_printf(out, "%s", dx_truth_text(answer->truth));
    if (answer->has_chance && answer->truth == DX_ANSWER_OPEN) {
        dx_text_add(out, ", chance ");
        add_chance(answer, out);
    }
    if (answer->why[0] != '\0')
        dx_text_printf(out, ": %s", answer->why);
    dx_text_add_char(out, '\n');
    add_how(answer, assumption, out);
    if (!examples || answer->truth != DX_ANSWER_OPEN)
        return;
    indent("it may be that it holds:", answer->example, out);
    indent("or that it does not:", answer->counterexample, out);
}

void dx_cli_value(const dx_value *value, const char *assumption, dx_text *out)
{
    if (value->is_known)
        dx_fraction_print(value->value, out);
    else if (value->is_estimated)
        add_chance(&value->answer, out);
    else
        dx_text_printf(out, "%s: %s", dx_truth_text(value->answer.truth),
                       value->answer.why);
    dx_text_add_char(out, '\n');
    add_how(&value->answer, assumption, out);
}
