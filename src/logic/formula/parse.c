// The heart of the parser: operators and how tightly they bind.

#include "logic/formula/parse.h"

#include "logic/formula/parse_private.h"

#include <string.h>

typedef struct operator_sign {
    const char *sign;
    dx_kind kind;
    dx_level level;
} operator_sign;

static const operator_sign operators[] = {
    {"&", DX_AND, DX_LEVEL_AND},
    {"|", DX_OR, DX_LEVEL_OR},
    {"->", DX_IMPLIES, DX_LEVEL_IMPLIES},
    {"<->", DX_IFF, DX_LEVEL_IFF},
    {"=", DX_EQUAL, DX_LEVEL_COMPARE},
    {"!=", DX_NOT_EQUAL, DX_LEVEL_COMPARE},
    {"<", DX_LESS, DX_LEVEL_COMPARE},
    {"<=", DX_LESS_EQUAL, DX_LEVEL_COMPARE},
    {">", DX_GREATER, DX_LEVEL_COMPARE},
    {">=", DX_GREATER_EQUAL, DX_LEVEL_COMPARE},
    {"in", DX_IN, DX_LEVEL_COMPARE},
    {"..", DX_RANGE, DX_LEVEL_RANGE},
    {"+", DX_ADD, DX_LEVEL_SUM},
    {"-", DX_SUBTRACT, DX_LEVEL_SUM},
    {"*", DX_MULTIPLY, DX_LEVEL_PRODUCT},
    {"/", DX_DIVIDE, DX_LEVEL_PRODUCT},
    {"mod", DX_MODULO, DX_LEVEL_PRODUCT},
};

// The infix operator at the lexer's place, or NULL.
static const operator_sign *operator_at(const dx_parser *parser)
{
    const dx_token *token = &parser->lexer->token;
    if (token->kind != DX_TOKEN_SIGN && token->kind != DX_TOKEN_NAME)
        return NULL;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const operator_sign *found = &operators[i];
        if (!dx_lexer_is(parser->lexer, found->sign))
            continue;
        bool is_taken =
            ((parser->flags & DX_NO_GREATER) && found->kind == DX_GREATER) ||
            ((parser->flags & DX_NO_PLUS_STAR) &&
             (found->kind == DX_ADD || found->kind == DX_MULTIPLY));
        return is_taken ? NULL : found;
    }
    return NULL;
}

static dx_formula too_deep(dx_parser *parser, unsigned line, unsigned column)
{
    dx_parser_fail(parser, DX_ERR_LIMIT, line, column,
                   "the formula is nested deeper than %d",
                   DX_FORMULA_DEPTH_MAX);
    return DX_FORMULA_NONE;
}

dx_formula dx_parser_make(dx_parser *parser, dx_kind kind, size_t count,
                          const uint32_t *operands)
{
    const dx_token *token = &parser->lexer->token;
    if (dx_parser_failed(parser))
        return DX_FORMULA_NONE;
    dx_formula node = dx_formula_make(parser->store, kind, count, operands);
    return node != DX_FORMULA_NONE
               ? node
               : too_deep(parser, token->line, token->column);
}

// The node of an operator whose operands are complete.
static dx_formula make_pending(dx_parser *parser, const dx_pending *top,
                               size_t count, const uint32_t *operands)
{
    if (dx_parser_failed(parser))
        return DX_FORMULA_NONE;
    dx_formula node =
        dx_formula_make(parser->store, top->kind, count, operands);
    return node != DX_FORMULA_NONE ? node
                                   : too_deep(parser, top->line, top->column);
}

bool dx_parser_enter(dx_parser *parser)
{
    const dx_token *token = &parser->lexer->token;
    if (++parser->lexer->nesting <= DX_NESTING_MAX)
        return true;
    dx_parser_fail(parser, DX_ERR_LIMIT, token->line, token->column,
                   "brackets are nested deeper than %d", DX_NESTING_MAX);
    return false;
}

void dx_parser_leave(dx_parser *parser)
{
    parser->lexer->nesting--;
}

void dx_parser_push_prefix(dx_parser *parser, dx_pending prefix)
{
    prefix.is_prefix = true;
    prefix.line = parser->lexer->token.line;
    prefix.column = parser->lexer->token.column;
    dx_vector_push(&parser->pending, prefix);
}

static bool fits(dx_sort sort, dx_sort wanted)
{
    return sort == wanted || sort == DX_SORT_EITHER;
}

static void check_sort(dx_parser *parser, const dx_operand *operand,
                       dx_sort wanted, const char *sign)
{
    if (!fits(operand->sort, wanted))
        dx_parser_wrong_sort(parser, operand, wanted, sign);
}

// The body of a prefix operator is complete: it becomes one operand.
static void reduce_prefix(dx_parser *parser, const dx_pending *top)
{
    dx_operand *body = &parser->operands.at[parser->operands.count - 1];
    bool is_term = top->kind == DX_NEGATIVE;
    check_sort(parser, body, is_term ? DX_SORT_TERM : DX_SORT_FORMULA,
               top->sign);
    dx_vector_push(&parser->fixed, body->node);
    uint32_t *own = parser->fixed.at + top->first;
    size_t count = parser->fixed.count - top->first;
    memmove(own + top->hole + 1, own + top->hole,
            (count - 1 - top->hole) * sizeof *own);
    own[top->hole] = body->node;
    body->node = make_pending(parser, top, count, own);
    body->sort = is_term ? DX_SORT_TERM : DX_SORT_FORMULA;
    body->is_literal = false;
    parser->fixed.count = top->first;
}

// What an infix operator wants on its sides, and makes.
static dx_sort wanted_sort(const dx_pending *top, bool is_last)
{
    if (top->level <= DX_LEVEL_PREFIX)
        return DX_SORT_FORMULA;
    return top->kind == DX_IN && is_last ? DX_SORT_DOMAIN : DX_SORT_TERM;
}

static dx_sort made_sort(const dx_pending *top)
{
    if (top->level <= DX_LEVEL_COMPARE)
        return DX_SORT_FORMULA;
    return top->level == DX_LEVEL_RANGE ? DX_SORT_DOMAIN : DX_SORT_TERM;
}

// 1/3, written of two whole numbers, is one number.
static bool is_fraction(const dx_pending *top, const dx_operand *operands)
{
    return top->kind == DX_DIVIDE && operands[0].is_literal &&
           operands[1].is_literal && !operands[1].is_signed;
}

static dx_formula make_fraction(dx_parser *parser, const dx_operand *operands)
{
    dx_fraction over = dx_formula_value(parser->store, operands[1].node);
    dx_fraction value = dx_fraction_divide(
        dx_formula_value(parser->store, operands[0].node), over);
    if (!dx_fraction_is_lost(value))
        return dx_formula_number(parser->store, value);
    dx_parser_fail(parser, DX_ERR_SYNTAX, operands[1].line, operands[1].column,
                   "a fraction cannot have 0 below");
    return DX_FORMULA_NONE;
}

static void reduce_infix(dx_parser *parser, const dx_pending *top)
{
    size_t count = top->operand_count, first = parser->fixed.count;
    dx_operand *own = parser->operands.at + (parser->operands.count - count);
    for (size_t i = 0; i < count; i++) {
        check_sort(parser, &own[i], wanted_sort(top, i + 1 == count),
                   top->sign);
        dx_vector_push(&parser->fixed, own[i].node);
    }
    if (!dx_parser_failed(parser))
        own[0].node =
            is_fraction(top, own)
                ? make_fraction(parser, own)
                : make_pending(parser, top, count, parser->fixed.at + first);
    own[0].sort = made_sort(top);
    own[0].is_literal = false;
    parser->fixed.count = first;
    parser->operands.count -= count - 1;
}

static void reduce(dx_parser *parser)
{
    dx_pending top = parser->pending.at[--parser->pending.count];
    if (top.is_prefix)
        reduce_prefix(parser, &top);
    else
        reduce_infix(parser, &top);
}

static void refuse_chain(dx_parser *parser, const char *first,
                         const char *second)
{
    const dx_token *token = &parser->lexer->token;
    dx_parser_fail(parser, DX_ERR_SYNTAX, token->line, token->column,
                   "'%s' after '%s': %s", second, first,
                   strcmp(first, "..") == 0
                       ? "a range has two ends"
                       : "comparisons do not chain; write x < y & y < z");
}

// An infix operator arrives: what waits and binds tighter gets its operand.
// Chains of & and of | become longer; -> and <-> lean to the right; sums and
// products to the left.
static void push_infix(dx_parser *parser, size_t base,
                       const operator_sign *arriving)
{
    while (parser->pending.count > base && !dx_parser_failed(parser)) {
        dx_pending *top = &parser->pending.at[parser->pending.count - 1];
        bool is_chain = top->level == arriving->level && !top->is_prefix;
        if (is_chain && (top->kind == DX_AND || top->kind == DX_OR)) {
            top->operand_count++;
            return;
        }
        if (is_chain &&
            (top->level == DX_LEVEL_COMPARE || top->level == DX_LEVEL_RANGE)) {
            refuse_chain(parser, top->sign, arriving->sign);
            return;
        }
        if (top->level < arriving->level ||
            (is_chain && top->level <= DX_LEVEL_IMPLIES))
            break;
        reduce(parser);
    }
    const dx_token *token = &parser->lexer->token;
    dx_vector_push(&parser->pending, (dx_pending){.kind = arriving->kind,
                                                  .level = arriving->level,
                                                  .sign = arriving->sign,
                                                  .operand_count = 2,
                                                  .line = token->line,
                                                  .column = token->column});
}

static const dx_operand nothing = {.node = DX_FORMULA_NONE};

dx_operand dx_parse_above(dx_parser *parser, dx_level floor)
{
    size_t base = parser->pending.count;
    bool is_open = false; // a quantifier takes in all operators that follow
    if (!dx_parser_enter(parser))
        return nothing;
    for (;;) {
        is_open |= dx_parse_operand(parser, floor);
        const operator_sign *arriving = operator_at(parser);
        if (dx_parser_failed(parser) || arriving == NULL ||
            (arriving->level < floor && !is_open))
            break;
        push_infix(parser, base, arriving);
        dx_lexer_step(parser->lexer);
    }
    while (parser->pending.count > base && !dx_parser_failed(parser))
        reduce(parser);
    dx_parser_leave(parser);
    if (dx_parser_failed(parser))
        return nothing;
    return parser->operands.at[--parser->operands.count];
}

dx_formula dx_parse_sort(dx_parser *parser, dx_level floor, dx_sort sort)
{
    dx_operand read = dx_parse_above(parser, floor);
    if (!dx_parser_failed(parser))
        check_sort(parser, &read, sort, NULL);
    return dx_parser_failed(parser) ? DX_FORMULA_NONE : read.node;
}

static dx_parser begin(dx_lexer *lexer, dx_formulas *store, dx_error *error)
{
    return (dx_parser){.lexer = lexer, .store = store, .error = error};
}

static dx_status finish(dx_parser *parser, dx_formula node, dx_formula *out)
{
    dx_vector_release(&parser->operands);
    dx_vector_release(&parser->pending);
    dx_vector_release(&parser->fixed);
    if (parser->status == DX_OK)
        *out = node;
    return parser->status;
}

dx_status dx_parse_formula(dx_lexer *lexer, dx_formulas *store,
                           dx_formula *out_formula, dx_error *error)
{
    dx_parser parser = begin(lexer, store, error);
    dx_formula f = dx_parse_sort(&parser, DX_LEVEL_IFF, DX_SORT_FORMULA);
    return finish(&parser, f, out_formula);
}

dx_status dx_parse_term(dx_lexer *lexer, dx_formulas *store,
                        dx_formula *out_term, dx_error *error)
{
    dx_parser parser = begin(lexer, store, error);
    dx_formula t = dx_parse_sort(&parser, DX_LEVEL_SUM, DX_SORT_TERM);
    return finish(&parser, t, out_term);
}

dx_status dx_parse_domain(dx_lexer *lexer, dx_formulas *store,
                          dx_formula *out_domain, dx_error *error)
{
    dx_parser parser = begin(lexer, store, error);
    dx_formula d = dx_parse_sort(&parser, DX_LEVEL_RANGE, DX_SORT_DOMAIN);
    return finish(&parser, d, out_domain);
}

dx_status dx_parse_expression(dx_lexer *lexer, dx_formulas *store,
                              dx_formula *out_node, dx_sort *out_sort,
                              dx_error *error)
{
    dx_parser parser = begin(lexer, store, error);
    dx_operand read = dx_parse_above(&parser, DX_LEVEL_IFF);
    if (!dx_parser_failed(&parser) && read.sort == DX_SORT_DOMAIN)
        dx_parser_wrong_sort(&parser, &read, DX_SORT_EITHER, NULL);
    if (!dx_parser_failed(&parser))
        *out_sort = read.sort;
    return finish(&parser, read.node, out_node);
}

dx_status dx_parse_agent(dx_lexer *lexer, dx_formulas *store,
                         dx_formula *out_agent, dx_error *error)
{
    dx_parser parser = begin(lexer, store, error);
    dx_formula agent = dx_parse_an_agent(&parser);
    return finish(&parser, agent, out_agent);
}

dx_status dx_parse(dx_formulas *store, const char *text,
                   dx_formula *out_formula, dx_error *error)
{
    dx_lexer lexer;
    dx_lexer_init(&lexer, text, strlen(text));
    dx_parser parser = begin(&lexer, store, error);
    dx_formula f = dx_parse_sort(&parser, DX_LEVEL_IFF, DX_SORT_FORMULA);
    if (!dx_parser_failed(&parser))
        dx_parser_expect_end(&parser, f);
    return finish(&parser, f, out_formula);
}
