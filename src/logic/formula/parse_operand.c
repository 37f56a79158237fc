// What operators apply to: names, numbers, probabilities, sets.

#include "logic/formula/parse_private.h"

#include <string.h>

static bool is(const dx_parser *parser, const char *sign_or_word)
{
    return dx_lexer_is(parser->lexer, sign_or_word);
}

static void push(dx_parser *parser, dx_operand operand)
{
    dx_vector_push(&parser->operands, operand);
}

dx_operand dx_operand_here(const dx_parser *parser, dx_sort sort)
{
    return (dx_operand){.node = DX_FORMULA_NONE,
                        .sort = sort,
                        .line = parser->lexer->token.line,
                        .column = parser->lexer->token.column};
}

bool dx_is_reserved(const char *name, size_t length)
{
    static const char *const words[] = {
        "true", "false", "forall", "exists", "in",    "mod",
        "prev", "once",  "sofar",  "public", "given",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && memcmp(words[i], name, length) == 0)
            return true;
    return false;
}

static bool is_word(const dx_token *token)
{
    return token->kind == DX_TOKEN_NAME && !token->is_quoted &&
           dx_is_reserved(token->at, token->length);
}

static bool is_name(const dx_token *token)
{
    return (token->kind == DX_TOKEN_NAME || token->kind == DX_TOKEN_MIXED) &&
           !is_word(token);
}

static dx_name take_name(dx_parser *parser)
{
    const dx_token *token = &parser->lexer->token;
    dx_name name = dx_names_add_part(dx_formulas_names(parser->store),
                                     token->at, token->length);
    dx_lexer_step(parser->lexer);
    return name;
}

// A number as a name: agent 1, event 2.
static bool is_number_name(const dx_token *token)
{
    return token->kind == DX_TOKEN_NUMBER &&
           memchr(token->at, '.', token->length) == NULL;
}

dx_name dx_parse_name(dx_parser *parser, const char *what)
{
    const dx_token *token = &parser->lexer->token;
    if (is_name(token) || is_number_name(token))
        return take_name(parser);
    dx_parser_expected(parser, what);
    return DX_NAME_NONE;
}

// Terms between two brackets, pushed to `fixed`; those of `head`, if it has a
// name: B_a(p given q) is no application that went wrong in its last argument.
static void parse_terms(dx_parser *parser, const char *close, dx_name head)
{
    dx_token open = parser->lexer->token;
    unsigned flags = parser->flags;
    parser->flags = 0;
    dx_lexer_step(parser->lexer);
    dx_formula term = DX_FORMULA_NONE;
    bool is_empty_set = is(parser, "}") && *close == '}';
    while (!is_empty_set) {
        term = dx_parse_sort(parser, DX_LEVEL_SUM, DX_SORT_TERM);
        dx_vector_push(&parser->fixed, term);
        if (!dx_lexer_take(parser->lexer, ","))
            break;
    }
    if (!dx_parser_failed(parser) && !is(parser, close) && head != DX_NAME_NONE)
        term = dx_parser_make(parser, DX_APPLY, 1, &head);
    dx_parser_close(parser, close, &open, "','", term);
    parser->flags = flags;
}

// A name and its arguments, if there are any.
static dx_formula parse_application(dx_parser *parser)
{
    size_t first = parser->fixed.count;
    dx_name name = take_name(parser);
    dx_vector_push(&parser->fixed, name);
    if (is(parser, "("))
        parse_terms(parser, ")", name);
    dx_formula node =
        dx_parser_make(parser, DX_APPLY, parser->fixed.count - first,
                       parser->fixed.at + first);
    parser->fixed.count = first;
    return node;
}

dx_formula dx_parse_an_agent(dx_parser *parser)
{
    const dx_token *token = &parser->lexer->token;
    if (is_name(token)) {
        // The way to the arguments of an agent is long: it counts twice.
        if (!dx_parser_enter(parser))
            return DX_FORMULA_NONE;
        dx_formula agent = parse_application(parser);
        dx_parser_leave(parser);
        return agent;
    }
    dx_name name = dx_parse_name(parser, "an agent");
    if (dx_parser_failed(parser))
        return DX_FORMULA_NONE;
    return dx_parser_make(parser, DX_APPLY, 1, &name);
}

// {a, b}: each of them, or each as one that is left out.
static void parse_listed_agents(dx_parser *parser, bool without)
{
    dx_token open = parser->lexer->token;
    bool is_listed = dx_lexer_take(parser->lexer, "{"); // or the name of a set
    do {
        dx_formula agent = dx_parse_an_agent(parser);
        if (dx_parser_failed(parser))
            return;
        if (without) {
            dx_name name =
                dx_names_add(dx_formulas_names(parser->store), DX_WITHOUT);
            agent =
                dx_parser_make(parser, DX_APPLY, 2, (uint32_t[]){name, agent});
        }
        dx_vector_push(&parser->fixed, agent);
    } while (is_listed && dx_lexer_take(parser->lexer, ","));
    if (is_listed)
        dx_parser_close(parser, "}", &open, "','", DX_FORMULA_NONE);
}

void dx_parse_agents(dx_parser *parser)
{
    do {
        if (is(parser, "{")) {
            parse_listed_agents(parser, false);
        } else {
            dx_formula agent = dx_parse_an_agent(parser);
            dx_vector_push(&parser->fixed, agent);
        }
        while (!dx_parser_failed(parser) && dx_lexer_take(parser->lexer, "-"))
            parse_listed_agents(parser, true);
    } while (!dx_parser_failed(parser) && dx_lexer_take(parser->lexer, ","));
}

// [a], after an operator that takes one agent.
dx_formula dx_parse_agent_in_brackets(dx_parser *parser)
{
    dx_token open = parser->lexer->token;
    dx_lexer_step(parser->lexer);
    dx_formula agent = dx_parse_an_agent(parser);
    if (is(parser, ","))
        dx_parser_expected(parser, "']' (one agent; E, C and D take several)");
    if (is(parser, "|"))
        dx_parser_expected(parser, "']' (given g: B[a](f given g))");
    dx_parser_close(parser, "]", &open, NULL, DX_FORMULA_NONE);
    return agent;
}

// A number as written; with `sign` "-" a minus has been read before it.
static dx_formula take_number(dx_parser *parser, const char *sign)
{
    const dx_token *token = &parser->lexer->token;
    char text[64];
    dx_fraction value;
    bool fits = token->length + 2 < sizeof text;
    if (fits) {
        size_t sign_length = strlen(sign);
        memcpy(text, sign, sign_length);
        memcpy(text + sign_length, token->at, token->length);
        text[sign_length + token->length] = '\0';
        fits = dx_fraction_parse(text, &value) == DX_OK;
    }
    if (!fits) {
        dx_parser_fail(parser, DX_ERR_SYNTAX, token->line, token->column,
                       "the number does not fit 63 bits");
        return DX_FORMULA_NONE;
    }
    dx_lexer_step(parser->lexer);
    return dx_formula_number(parser->store, value);
}

static dx_operand parse_number(dx_parser *parser, dx_operand operand)
{
    operand.is_signed = dx_lexer_take(parser->lexer, "-");
    operand.is_literal = is_number_name(&parser->lexer->token);
    operand.node = take_number(parser, operand.is_signed ? "-" : "");
    return operand;
}

// When: a number, a name or a term in brackets.  A name has no arguments
// here, because explicit[h]@t (f) is a belief in f at t.
dx_formula dx_parse_time(dx_parser *parser)
{
    const dx_token open = parser->lexer->token;
    if (is_number_name(&open))
        return take_number(parser, "");
    if (is_name(&open)) {
        dx_name name = take_name(parser);
        return dx_parser_make(parser, DX_APPLY, 1, &name);
    }
    if (!dx_lexer_take(parser->lexer, "(")) {
        dx_parser_expected(parser, "a time: a number, a name or '('");
        return DX_FORMULA_NONE;
    }
    unsigned flags = parser->flags;
    parser->flags = 0;
    dx_formula time = dx_parse_sort(parser, DX_LEVEL_SUM, DX_SORT_TERM);
    dx_parser_close(parser, ")", &open, "an operator", time);
    parser->flags = flags;
    return time;
}

dx_operand dx_parse_inside(dx_parser *parser)
{
    unsigned flags = parser->flags;
    parser->flags = 0;
    dx_lexer_step(parser->lexer);
    dx_operand inside = dx_parse_above(parser, DX_LEVEL_IFF);
    parser->flags = flags;
    inside.is_literal = false;
    return inside;
}

static void check_formula(dx_parser *parser, const dx_operand *operand,
                          const char *sign)
{
    if (!dx_parser_failed(parser) && operand->sort != DX_SORT_FORMULA &&
        operand->sort != DX_SORT_EITHER)
        dx_parser_wrong_sort(parser, operand, DX_SORT_FORMULA, sign);
}

// After (f: `given g)`.  Makes X[a](f given g).
dx_formula dx_parse_given(dx_parser *parser, dx_kind kind, dx_formula agent,
                          const dx_operand *f)
{
    unsigned flags = parser->flags;
    parser->flags = 0;
    dx_lexer_step(parser->lexer);
    check_formula(parser, f, "given");
    dx_formula g = dx_parse_sort(parser, DX_LEVEL_IFF, DX_SORT_FORMULA);
    parser->flags = flags;
    return dx_parser_make(parser, kind, 3, (uint32_t[]){agent, f->node, g});
}

// P[a](f) or P[a](f given g).
static DX_OWN_FRAME dx_formula parse_probability(dx_parser *parser)
{
    dx_lexer_step(parser->lexer);
    dx_formula agent = dx_parse_agent_in_brackets(parser);
    dx_token open = parser->lexer->token;
    if (!is(parser, "(")) {
        dx_parser_expected(parser, "'(', as in P[a](f) >= 1/2");
        return DX_FORMULA_NONE;
    }
    dx_operand f = dx_parse_inside(parser);
    check_formula(parser, &f, "P[a]");
    dx_formula node, last = f.node;
    if (is(parser, "given")) {
        node = dx_parse_given(parser, DX_PROBABILITY_GIVEN, agent, &f);
        last = node;
    } else {
        node = dx_parser_make(parser, DX_PROBABILITY, 2,
                              (uint32_t[]){agent, f.node});
    }
    dx_parser_close(parser, ")", &open, "an operator", last);
    return node;
}

static DX_OWN_FRAME dx_formula parse_set(dx_parser *parser)
{
    size_t first = parser->fixed.count;
    parse_terms(parser, "}", DX_NAME_NONE);
    size_t count = parser->fixed.count - first;
    dx_formula node = dx_parser_make(
        parser, DX_SET, count, count > 0 ? parser->fixed.at + first : NULL);
    parser->fixed.count = first;
    return node;
}

// `sum` and `count` are words only before a variable and its domain.
static bool is_gathering(const dx_parser *parser, const char *word)
{
    if (!is(parser, word))
        return false;
    dx_lexer ahead = *parser->lexer;
    dx_lexer_step(&ahead);
    bool has_variable = is_name(&ahead.token) || is_number_name(&ahead.token);
    dx_lexer_step(&ahead);
    return has_variable && dx_lexer_is(&ahead, "in");
}

// sum x in d: t   takes in products; count x in d: f   one fact or bracket.
static DX_OWN_FRAME dx_formula parse_gathering(dx_parser *parser, dx_kind kind)
{
    bool is_sum = kind == DX_SUM;
    dx_lexer_step(parser->lexer);
    dx_name name = dx_parse_name(parser, "the name of a variable");
    dx_parser_expect(parser, "in");
    dx_formula domain = dx_parse_sort(parser, DX_LEVEL_RANGE, DX_SORT_DOMAIN);
    dx_parser_expect(parser, ":");
    dx_formula body =
        dx_parse_sort(parser, is_sum ? DX_LEVEL_PRODUCT : DX_LEVEL_PRIMARY,
                      is_sum ? DX_SORT_TERM : DX_SORT_FORMULA);
    return dx_parser_make(parser, kind, 3, (uint32_t[]){name, domain, body});
}

// What can stand here, from what surrounds it.
static const char *what_is_wanted(const dx_parser *parser, dx_level floor)
{
    size_t count = parser->pending.count;
    const dx_pending *top = count > 0 ? &parser->pending.at[count - 1] : NULL;
    if (floor >= DX_LEVEL_SUM && floor < DX_LEVEL_PRIMARY)
        return "a term";
    if (floor == DX_LEVEL_RANGE || (top != NULL && top->kind == DX_IN))
        return "a domain: a name, {1, 2, 3} or 1..3";
    bool is_term = top != NULL && top->level > DX_LEVEL_PREFIX;
    return is_term ? "a term" : "a formula";
}

DX_OWN_FRAME void dx_parse_primary(dx_parser *parser, dx_level floor)
{
    const dx_token *token = &parser->lexer->token;
    dx_operand operand = dx_operand_here(parser, DX_SORT_FORMULA);
    if (token->kind == DX_TOKEN_NUMBER || is(parser, "-")) {
        operand.sort = DX_SORT_TERM;
        operand = parse_number(parser, operand);
    } else if (dx_lexer_take(parser->lexer, "true")) {
        operand.node = dx_formula_true(parser->store);
    } else if (dx_lexer_take(parser->lexer, "false")) {
        operand.node = dx_formula_false(parser->store);
    } else if (is(parser, "P") && dx_lexer_next_is(parser->lexer, "[")) {
        operand.sort = DX_SORT_TERM;
        operand.node = parse_probability(parser);
    } else if (is_gathering(parser, "sum") || is_gathering(parser, "count")) {
        operand.sort = DX_SORT_TERM;
        operand.node =
            parse_gathering(parser, is(parser, "sum") ? DX_SUM : DX_COUNT);
    } else if (is(parser, "{")) {
        operand.sort = DX_SORT_DOMAIN;
        operand.node = parse_set(parser);
    } else if (is_name(token)) {
        operand.sort = DX_SORT_EITHER;
        operand.node = parse_application(parser);
    } else {
        dx_parser_expected(parser, what_is_wanted(parser, floor));
    }
    push(parser, operand);
}

// f@t, as often as it is written.
void dx_parse_at(dx_parser *parser)
{
    while (!dx_parser_failed(parser) && dx_lexer_take(parser->lexer, "@")) {
        dx_formula time = dx_parse_time(parser);
        dx_operand *f = &parser->operands.at[parser->operands.count - 1];
        check_formula(parser, f, "@");
        f->node = dx_parser_make(parser, DX_AT, 2, (uint32_t[]){f->node, time});
        f->sort = DX_SORT_FORMULA;
        f->is_literal = false;
    }
}
