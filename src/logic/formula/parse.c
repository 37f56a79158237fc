// The heart of the parser: operators and how tightly they bind.
//
// Two stacks, of operands and of operators that wait (Dijkstra's shunting
// yard): an operator is applied as soon as one comes that binds less tightly.
// Only brackets recurse.  Each operand carries its sort, formula or term or (a
// bare name) either, so that `p + q & r` is refused where it stands and not
// when it is evaluated.  Chains of one operator become one node as they are
// written: `p & q & r` is an AND of three, `(p & q) & r` is not.

#include "logic/formula/parse.h"

#include "base/stack.h"
#include "logic/formula/parse_private.h"

#include <assert.h>
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

dx_formula dx_parser_make(dx_parser *parser, dx_kind kind, size_t count,
                          const uint32_t *operands)
{
    if (dx_parser_failed(parser))
        return DX_FORMULA_NONE;
    dx_formula node = dx_formula_make(parser->store, kind, count, operands);
    if (node == DX_FORMULA_NONE)
        dx_parser_too_deep(parser);
    return node;
}

bool dx_parser_enter(dx_parser *parser)
{
    if (++parser->lexer->nesting <= DX_NESTING_MAX)
        return true;
    dx_parser_too_deep(parser);
    return false;
}

void dx_parser_leave(dx_parser *parser)
{
    assert(parser->lexer->nesting > 0);
    parser->lexer->nesting--;
}

bool dx_parser_wants_room(const dx_parser *parser)
{
    return !parser->is_deep && parser->lexer->nesting >= DX_LEVELS_SHALLOW;
}

void dx_parser_run_deep(dx_parser *parser, void (*run)(void *), void *data)
{
    parser->is_deep = true;
    dx_run_deep(DX_NESTING_MAX, run, data);
    parser->is_deep = false;
}

void dx_parser_push_prefix(dx_parser *parser, dx_pending prefix)
{
    prefix.is_prefix = true;
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
    assert(parser->operands.count > 0 && top->first <= parser->fixed.count);
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
    body->node = dx_parser_make(parser, top->kind, count, own);
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
        own[0].node = is_fraction(top, own)
                          ? make_fraction(parser, own)
                          : dx_parser_make(parser, top->kind, count,
                                           parser->fixed.at + first);
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
    const dx_operand *left = &parser->operands.at[parser->operands.count - 2];
    const char *advice = "comparisons do not chain; write x < y & y < z";
    if (strcmp(first, "..") == 0)
        advice = "a range has two ends";
    else if (dx_parser_is_count(parser, left))
        advice = DX_COUNT_ADVICE;
    dx_parser_fail(parser, DX_ERR_SYNTAX, token->line, token->column,
                   "'%s' after '%s': %s", second, first, advice);
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
    dx_vector_push(&parser->pending, (dx_pending){.kind = arriving->kind,
                                                  .level = arriving->level,
                                                  .sign = arriving->sign,
                                                  .operand_count = 2});
}

static const dx_operand nothing = {.node = DX_FORMULA_NONE};

// An infix operator that goes on with what is read, if there is one.
static bool take_infix(dx_parser *parser, const dx_scope *here)
{
    const operator_sign *arriving = operator_at(parser);
    if (dx_parser_failed(parser) || arriving == NULL ||
        (arriving->level < here->floor && !here->is_open))
        return false;
    push_infix(parser, here->base, arriving);
    dx_lexer_step(parser->lexer);
    return true;
}

static void open_bracket(dx_parser *parser, dx_scope *here)
{
    const dx_token *token = &parser->lexer->token;
    if (parser->outer.count == DX_BRACKETS_MAX) {
        dx_parser_fail(parser, DX_ERR_LIMIT, token->line, token->column,
                       "brackets are nested deeper than %d", DX_BRACKETS_MAX);
        return;
    }
    here->line = token->line;
    here->column = token->column;
    here->flags = parser->flags;
    dx_vector_push(&parser->outer, *here);
    *here = (dx_scope){.base = parser->pending.count, .floor = DX_LEVEL_IFF};
    parser->flags = 0;
    dx_lexer_step(parser->lexer);
}

// What was between ( and ) is one operand of the scope outside.
static void close_bracket(dx_parser *parser, dx_scope *here)
{
    *here = parser->outer.at[--parser->outer.count];
    dx_operand *inside = &parser->operands.at[parser->operands.count - 1];
    inside->is_literal = false;
    inside->line = here->line;
    inside->column = here->column;
    dx_token open = {
        .at = "(", .length = 1, .line = here->line, .column = here->column};
    parser->flags = here->flags;
    dx_parser_close(parser, ")", &open, "an operator", inside->node);
    dx_parse_at(parser);
}

static dx_operand read_above(dx_parser *parser, dx_level floor)
{
    size_t outside = parser->outer.count;
    dx_scope here = {.base = parser->pending.count, .floor = floor};
    while (!dx_parser_failed(parser)) {
        if (!dx_parse_operand(parser, &here)) {
            open_bracket(parser, &here);
            continue;
        }
        while (!take_infix(parser, &here)) {
            while (parser->pending.count > here.base &&
                   !dx_parser_failed(parser))
                reduce(parser);
            if (dx_parser_failed(parser))
                break;
            if (parser->outer.count == outside)
                return parser->operands.at[--parser->operands.count];
            close_bracket(parser, &here);
        }
    }
    return nothing;
}

typedef struct deep_reading {
    dx_parser *parser;
    dx_level floor;
    dx_operand read;
} deep_reading;

static void read_deep(void *data)
{
    deep_reading *d = data;
    d->read = read_above(d->parser, d->floor);
}

dx_operand dx_parse_above(dx_parser *parser, dx_level floor)
{
    deep_reading d = {.parser = parser, .floor = floor, .read = nothing};
    if (!dx_parser_enter(parser))
        return nothing;
    if (dx_parser_wants_room(parser))
        dx_parser_run_deep(parser, read_deep, &d);
    else
        read_deep(&d);
    dx_parser_leave(parser);
    return d.read;
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
    dx_vector_release(&parser->outer);
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

dx_status dx_parse_end(dx_lexer *lexer, dx_formulas *store, dx_formula after,
                       dx_error *error)
{
    dx_parser parser = begin(lexer, store, error);
    dx_parser_expect_end(&parser, after);
    return finish(&parser, after, &after);
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
