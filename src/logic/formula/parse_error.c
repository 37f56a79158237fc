// Errors that say what was expected, and what people from other languages
// should have written.

#include "logic/formula/parse_private.h"

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

typedef struct hint {
    const char *found, *advice;
} hint;

// What may stand in place of an operator, or of a formula.
static const hint hints[] = {
    {"&&", "'and' is written &"},
    {"/\\", "'and' is written &"},
    {"and", "'and' is written &"},
    {"||", "'or' is written |"},
    {"\\/", "'or' is written |"},
    {"or", "'or' is written |"},
    {"=>", "'implies' is written ->"},
    {"-->", "'implies' is written ->"},
    {"implies", "'implies' is written ->"},
    {"<=>", "'if and only if' is written <->"},
    {"<-->", "'if and only if' is written <->"},
    {"iff", "'if and only if' is written <->"},
    {"==", "'equals' is written ="},
    {"!", "'not' is written ~, an announcement [!f] g"},
    {"?!", "announcing whether f is written [?!f] g"},
    {"if", "'if f then g' is written f -> g; the cases of a weight stand in a "
           "row, without brackets: 1 if f else 2 if g else 3"},
};

static const char *hint_for_token(const dx_parser *parser)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (dx_lexer_is(parser->lexer, hints[i].found))
            return hints[i].advice;
    return NULL;
}

// A name where an operator was meant: `K_a p`, `Ka p`, `K a p`, `not p`.
static const char *hint_for_name(const dx_parser *parser, dx_formula after)
{
    static const char *const modal[] = {"K", "M", "Kw", "B", "E", "C", "D"};
    if (after == DX_FORMULA_NONE)
        return NULL;
    dx_kind kind = dx_formula_kind(parser->store, after);
    if (kind == DX_AT && dx_lexer_is(parser->lexer, "("))
        return "a time is a number, a name, or stands in brackets: f@(t)";
    if (kind != DX_APPLY)
        return NULL;
    const char *name = dx_formula_text(parser->store, after);
    if (strcmp(name, "not") == 0)
        return "'not' is written ~";
    if (strcmp(name, "Box") == 0 || strcmp(name, "Dia") == 0 ||
        strcmp(name, "Diamond") == 0)
        return "a box is somebody's: K[a] f, B[a] f; its diamond M[a] f";
    for (size_t i = 0; i < sizeof modal / sizeof *modal; i++) {
        size_t length = strlen(modal[i]);
        if (strncmp(name, modal[i], length) == 0 &&
            (name[length] == '\0' || name[length] == '_' ||
             name[length + 1] == '\0'))
            return "agents stand in square brackets: K[a] f, C[a,b] f";
    }
    return NULL;
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
    const char *advice = hint_for_token(parser);
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

static const char *hint_after(const dx_parser *parser, dx_formula after)
{
    const char *advice = hint_for_token(parser);
    return advice != NULL ? advice : hint_for_name(parser, after);
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
    fail_expected(parser, what, hint_after(parser, after));
}

void dx_parser_expect_end(dx_parser *parser, dx_formula after)
{
    if (parser->lexer->token.kind != DX_TOKEN_END)
        fail_expected(parser, "an operator or the end",
                      hint_after(parser, after));
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
    const char *advice = "";
    if (dx_parser_is_count(parser, operand))
        advice = "; " DX_COUNT_ADVICE;
    else if (operand->sort == DX_SORT_TERM && wanted == DX_SORT_FORMULA)
        advice = "; a term becomes a formula by comparing it, as in x = 3";
    dx_parser_fail(parser, DX_ERR_SYNTAX, operand->line, operand->column,
                   "expected %s%s, found %s%s", name[wanted], where,
                   name[operand->sort], advice);
}
