#include "cli/answer.h"

#include <string.h>

// What is asked of minds goes through them on the stack of the caller.
enum { DEPTH_MAX = 1000 };

dx_status dx_cli_question(dx_formulas *store, const char *text, dx_formula *out,
                          dx_sort *out_sort, dx_error *error)
{
    dx_lexer lexer;
    dx_lexer_init(&lexer, text, strlen(text));
    dx_status status = dx_parse_expression(&lexer, store, out, out_sort, error);
    if (status == DX_OK && lexer.token.kind != DX_TOKEN_END)
        status = dx_lexer_expected(&lexer, "the end of the formula", error);
    if (status == DX_OK && dx_formula_depth(store, *out) > DEPTH_MAX)
        status =
            dx_fail(error, DX_ERR_LIMIT, 1, 1,
                    "a question about a game nests %d deep at most", DEPTH_MAX);
    return status;
}

void dx_cli_count(dx_count count, dx_text *out)
{
    char digits[DX_COUNT_TEXT_BYTES];
    dx_text_add(out, dx_count_text(count, digits));
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

void dx_cli_answer(const dx_answer *answer, const char *assumption,
                   bool examples, dx_text *out)
{
    dx_text_printf(out, "%s", dx_truth_text(answer->truth));
    if (answer->has_chance && answer->truth == DX_ANSWER_OPEN) {
        dx_text_add(out, ", chance ");
        dx_fraction_print(answer->chance, out);
    }
    if (answer->why[0] != '\0')
        dx_text_printf(out, ": %s", answer->why);
    dx_text_printf(out, "\n(engine %s, ", answer->engine);
    if (answer->worlds > 0) {
        dx_cli_count(answer->worlds, out);
        dx_text_printf(out, " world%s, ", answer->worlds == 1 ? "" : "s");
    }
    if (answer->believed > 0) {
        dx_cli_count(answer->believed, out);
        dx_text_add(out, " believed, ");
    }
    dx_text_printf(out, "assuming %s", assumption);
    if (answer->refuted)
        dx_text_printf(out, ", which turn %u refuted", answer->refuted_turn);
    dx_text_add(out, ")\n");
    if (!examples || answer->truth != DX_ANSWER_OPEN)
        return;
    indent("it may be that it holds:", answer->example, out);
    indent("or that it does not:", answer->counterexample, out);
}
