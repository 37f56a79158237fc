// Errors that say what was expected, and what people from other notations
// should have written.

#include "logic/formula/parse_private.h"

#include "logic/formula/habit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool dx_parser_failed(const dx_parser *parser)
{
    return parser->status != DX_OK;
}

void dx_parser_fail(dx_parser *parser, dx_status status, unsigned line,
                    unsigned column, const char *format, ...)
{
    if (dx_parser_failed(parser))
        return;
    char message[DX_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    parser->status =
        dx_fail(parser->error, status, line, column, "%s", message);
    parser->lexer->next = parser->lexer->end;
    dx_lexer_step(parser->lexer);
}

// A name where an operator was meant: `K_a p`, `Ka p`, `K a p`, `not p`.
static void hint_for_name(const dx_parser *parser, dx_formula after,
                          dx_text *out)
{
    if (after == DX_FORMULA_NONE)
        return;
    const dx_formulas *store = parser->store;
    while (dx_formula_family(store, after) == DX_FAMILY_BOOLEAN)
        after = dx_formula_operand(store, after,
                                   dx_formula_count(store, after) - 1);
    dx_kind kind = dx_formula_kind(store, after);
    if (kind == DX_AT && dx_lexer_is(parser->lexer, "("))
        dx_text_add(out,
                    "a time is a number, a name, or stands in brackets: f@(t)");
    if (kind != DX_APPLY)
        return;
    const char *name = dx_formula_text(store, after), *agent;
    const char *op = dx_habit_operator(name, &agent);
    const char *word = dx_habit_word(name);
    if (word != NULL)
        dx_text_add(out, word);
    else if (op != NULL &&
             (agent[0] == '\0' || agent[1] == '\0' || agent[-1] == '_')) {
        dx_text_add(out, "agents stand in square brackets: ");
        dx_habit_print(op, agent[0] != '\0' ? agent : "a", out);
    }
}

static void fail_expected(dx_parser *parser, const char *what,
                          const char *advice)
{
    const dx_token *token = &parser->lexer->token;
    char found[64];
    dx_token_describe(token, found, sizeof found);
    dx_parser_fail(parser, DX_ERR_SYNTAX, token->line, token->column,
                   "expected %s, found %s%s%s", what, found,
                   advice != NULL ? "; " : "", advice != NULL ? advice : "");
}

void dx_parser_expected(dx_parser *parser, const char *what)
{
    const dx_token *token = &parser->lexer->token;
    const char *advice = dx_habit_advice(parser->lexer);
    if (advice == NULL && token->kind == DX_TOKEN_NAME && !token->is_quoted &&
        dx_is_reserved(token->at, token->length))
        advice = "it is a word of the language; as a name it is written "
                 "between two `";
    fail_expected(parser, what, advice);
}

bool dx_parser_expect(dx_parser *parser, const char *sign)
{
    if (dx_lexer_take(parser->lexer, sign))
        return true;
    char what[40];
    snprintf(what, sizeof what, "'%s'", sign);
    dx_parser_expected(parser, what);
    return false;
}

// The name before says more than the sign that is not understood behind it.
static void fail_after(dx_parser *parser, const char *what, dx_formula after)
{
    dx_text advice = {0};
    hint_for_name(parser, after, &advice);
    fail_expected(parser, what,
                  advice.length > 0 ? dx_text_string(&advice)
                                    : dx_habit_advice(parser->lexer));
    dx_text_release(&advice);
}

void dx_parser_close(dx_parser *parser, const char *close, const dx_token *open,
                     const char *also, dx_formula after)
{
    if (dx_parser_failed(parser) || dx_lexer_take(parser->lexer, close))
        return;
    char what[100];
    snprintf(what, sizeof what, "%s%s'%s' to close the '%.*s' at %u:%u",
             also != NULL ? also : "", also != NULL ? " or " : "", close,
             (int)open->length, open->at, open->line, open->column);
    fail_after(parser, what, after);
}

void dx_parser_expect_end(dx_parser *parser, dx_formula after)
{
    if (parser->lexer->token.kind != DX_TOKEN_END)
        fail_after(parser, "an operator or the end", after);
}

void dx_parser_too_deep(dx_parser *parser)
{
    dx_parser_fail(parser, DX_ERR_LIMIT, parser->lexer->token.line,
                   parser->lexer->token.column,
                   "the formula is nested deeper than %d: every operator "
                   "counts, each + and -> of a row too; a row of & or of | "
                   "counts once, brackets do not",
                   DX_FORMULA_DEPTH_MAX);
}

bool dx_parser_is_count(const dx_parser *parser, const dx_operand *operand)
{
    return !dx_parser_failed(parser) && operand->node != DX_FORMULA_NONE &&
           operand->sort == DX_SORT_TERM &&
           dx_formula_kind(parser->store, operand->node) == DX_COUNT;
}

void dx_parser_wrong_sort(dx_parser *parser, const dx_operand *operand,
                          dx_sort wanted, const char *sign)
{
    static const char *const name[] = {
        [DX_SORT_FORMULA] = "a formula",
        [DX_SORT_TERM] = "a term",
        [DX_SORT_EITHER] = "a formula or a term",
        [DX_SORT_DOMAIN] = "a domain",
    };
    char where[60] = "";
    if (sign != NULL)
        snprintf(where, sizeof where, " for '%s'", sign);
    const char *advice = NULL;
    if (dx_parser_is_count(parser, operand))
        advice = DX_COUNT_ADVICE;
    else if (operand->sort == DX_SORT_TERM && wanted == DX_SORT_FORMULA) {
        advice = dx_habit_advice(parser->lexer); // x == 3
        if (advice == NULL)
            advice = "a term becomes a formula by comparing it, as in x = 3";
    }
    dx_parser_fail(parser, DX_ERR_SYNTAX, operand->line, operand->column,
                   "expected %s%s, found %s%s%s", name[wanted], where,
                   name[operand->sort], advice != NULL ? "; " : "",
                   advice != NULL ? advice : "");
}
