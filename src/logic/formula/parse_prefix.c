// Operators that stand before what they apply to.

#include "logic/formula/parse_private.h"

static bool is(const dx_parser *parser, const char *sign_or_word)
{
    return dx_lexer_is(parser->lexer, sign_or_word);
}

// B[a] is an operator before a formula, except as B[a](f given g), which is
// complete.  True if it was that one: the operand is then there already.
static DX_OWN_FRAME bool parse_believes(dx_parser *parser)
{
    dx_operand result = dx_operand_here(parser, DX_SORT_FORMULA);
    dx_lexer_step(parser->lexer);
    dx_formula agent = dx_parse_agent_in_brackets(parser);
    dx_token open = parser->lexer->token;
    bool has_bracket = is(parser, "("), is_given = false;
    dx_operand f = dx_operand_here(parser, DX_SORT_FORMULA);
    if (has_bracket) {
        unsigned line = f.line, column = f.column;
        f = dx_parse_inside(parser);
        f.line = line;
        f.column = column;
        is_given = is(parser, "given");
    }
    if (is_given) {
        result.node = dx_parse_given(parser, DX_BELIEVES_GIVEN, agent, &f);
        dx_parser_close(parser, ")", &open, "an operator", result.node);
        dx_vector_push(&parser->operands, result);
        return true;
    }
    dx_vector_push(&parser->fixed, agent);
    dx_parser_push_prefix(parser, (dx_pending){.kind = DX_BELIEVES,
                                               .level = DX_LEVEL_PREFIX,
                                               .sign = "B[a]",
                                               .first = parser->fixed.count - 1,
                                               .hole = 1});
    if (has_bracket) {
        dx_parser_close(parser, ")", &open, "an operator", f.node);
        dx_vector_push(&parser->operands, f);
    }
    return has_bracket;
}

// forall x in d:   or   forall prop p, q:
static DX_OWN_FRAME void parse_quantifier(dx_parser *parser, bool is_forall)
{
    dx_pending prefix = {.kind = is_forall ? DX_FORALL : DX_EXISTS,
                         .level = DX_LEVEL_OPEN,
                         .sign = is_forall ? "forall" : "exists",
                         .first = parser->fixed.count};
    dx_lexer_step(parser->lexer);
    bool is_prop = is(parser, "prop") && !dx_lexer_next_is(parser->lexer, "in");
    if (is_prop) {
        prefix.kind = is_forall ? DX_FORALL_PROP : DX_EXISTS_PROP;
        do {
            dx_lexer_step(parser->lexer);
            dx_name name = dx_parse_name(parser, "the name of a proposition");
            dx_vector_push(&parser->fixed, name);
        } while (is(parser, ","));
    } else {
        prefix.hole = 2;
        dx_name name = dx_parse_name(parser, "the name of a variable");
        dx_vector_push(&parser->fixed, name);
        if (is(parser, ","))
            dx_parser_expected(parser,
                               "'in', for one variable at a time (forall "
                               "x in d: forall y in d: ..)");
        dx_parser_expect(parser, "in");
        dx_formula domain =
            dx_parse_sort(parser, DX_LEVEL_RANGE, DX_SORT_DOMAIN);
        dx_vector_push(&parser->fixed, domain);
    }
    dx_parser_expect(parser, ":");
    dx_parser_push_prefix(parser, prefix);
}

typedef struct prefix_word {
    const char *word;
    dx_kind kind;
    enum { ALONE, ONE_AGENT, AGENTS } takes;
    const char *sign;
} prefix_word;

static const prefix_word prefix_words[] = {
    {"~", DX_NOT, ALONE, "~"},
    {"prev", DX_PREV, ALONE, "prev"},
    {"once", DX_ONCE, ALONE, "once"},
    {"sofar", DX_SOFAR, ALONE, "sofar"},
    {"public", DX_PUBLIC, ALONE, "public"},
    {"K", DX_KNOWS, ONE_AGENT, "K[a]"},
    {"M", DX_POSSIBLE, ONE_AGENT, "M[a]"},
    {"Kw", DX_KNOWS_WHETHER, ONE_AGENT, "Kw[a]"},
    {"Safe", DX_SAFE, ONE_AGENT, "Safe[a]"},
    {"Strong", DX_STRONG, ONE_AGENT, "Strong[a]"},
    {"E", DX_EVERYBODY, AGENTS, "E[a,b]"},
    {"C", DX_COMMON, AGENTS, "C[a,b]"},
    {"D", DX_DISTRIBUTED, AGENTS, "D[a,b]"},
    {"learned", DX_LEARNED, ONE_AGENT, "learned[a]"},
    {"explicit", DX_EXPLICIT, ONE_AGENT, "explicit[a]"},
    {"implicit", DX_IMPLICIT, ONE_AGENT, "implicit[a]"},
};

static const prefix_word *prefix_word_at(const dx_parser *parser)
{
    for (size_t i = 0; i < sizeof prefix_words / sizeof *prefix_words; i++) {
        const prefix_word *found = &prefix_words[i];
        if (is(parser, found->word))
            return found->takes == ALONE || dx_lexer_next_is(parser->lexer, "[")
                       ? found
                       : NULL;
    }
    return NULL;
}

static DX_OWN_FRAME void parse_prefix_word(dx_parser *parser,
                                           const prefix_word *word)
{
    dx_pending prefix = {.kind = word->kind,
                         .level = DX_LEVEL_PREFIX,
                         .sign = word->sign,
                         .first = parser->fixed.count};
    dx_lexer_step(parser->lexer);
    if (word->takes == ONE_AGENT) {
        dx_formula agent = dx_parse_agent_in_brackets(parser);
        dx_vector_push(&parser->fixed, agent);
        prefix.hole = 1;
    } else if (word->takes == AGENTS) {
        dx_token open = parser->lexer->token;
        dx_lexer_step(parser->lexer);
        dx_parse_agents(parser);
        dx_parser_close(parser, "]", &open, "','", DX_FORMULA_NONE);
    }
    if (word->kind == DX_EXPLICIT && dx_lexer_take(parser->lexer, "@")) {
        dx_formula time = dx_parse_time(parser);
        dx_vector_push(&parser->fixed, time);
        prefix.kind = DX_EXPLICIT_AT;
        prefix.hole = 2;
    }
    dx_parser_push_prefix(parser, prefix);
}

static DX_OWN_FRAME void parse_minus(dx_parser *parser)
{
    dx_lexer_step(parser->lexer);
    dx_parser_push_prefix(parser, (dx_pending){.kind = DX_NEGATIVE,
                                               .level = DX_LEVEL_NEGATIVE,
                                               .sign = "-",
                                               .first = parser->fixed.count});
}

typedef enum found { FOUND_NONE, FOUND_PREFIX, FOUND_OPEN, FOUND_ALL } found;

// One operator that stands before its operand, if there is one.  FOUND_ALL if
// the operand has been read with it.
static DX_OWN_FRAME found parse_prefix(dx_parser *parser)
{
    const prefix_word *word = prefix_word_at(parser);
    if (word != NULL) {
        parse_prefix_word(parser, word);
        return FOUND_PREFIX;
    }
    if (is(parser, "[") || is(parser, "<")) {
        dx_parse_box(parser);
        return FOUND_PREFIX;
    }
    if (is(parser, "B") && dx_lexer_next_is(parser->lexer, "["))
        return parse_believes(parser) ? FOUND_ALL : FOUND_PREFIX;
    if (is(parser, "forall") || is(parser, "exists")) {
        parse_quantifier(parser, is(parser, "forall"));
        return FOUND_OPEN;
    }
    if (is(parser, "-") &&
        dx_lexer_next_kind(parser->lexer) != DX_TOKEN_NUMBER) {
        parse_minus(parser);
        return FOUND_PREFIX;
    }
    return FOUND_NONE;
}

bool dx_parse_operand(dx_parser *parser, dx_scope *here)
{
    found prefix;
    while ((prefix = parse_prefix(parser)) == FOUND_PREFIX ||
           prefix == FOUND_OPEN) {
        here->is_open |= prefix == FOUND_OPEN;
        if (dx_parser_failed(parser))
            return true;
    }
    if (prefix == FOUND_NONE && is(parser, "("))
        return false;
    if (prefix == FOUND_NONE)
        dx_parse_primary(parser, here->floor);
    dx_parse_at(parser);
    return true;
}
