// Announcements, events and programs: everything written [..] or <..> before
// a formula.
//
//     [!f]  [?!f]  [a,b !f]  [a,b ?!f]  [+f]  [M,e]  [program]
//     [radical f]  [a,b radical f]  [conservative f]

#include "logic/formula/parse_private.h"

#include "base/text.h"
#include "logic/formula/print.h"

#include <string.h>

static dx_formula parse_program(dx_parser *parser, dx_formula first);

static DX_OWN_FRAME dx_formula parse_step(dx_parser *parser)
{
    dx_formula agent = dx_parse_an_agent(parser);
    return dx_parser_make(parser, DX_STEP, 1, &agent);
}

// ?f  where + and * outside of brackets belong to the program
static DX_OWN_FRAME dx_formula parse_test(dx_parser *parser)
{
    unsigned flags = parser->flags;
    parser->flags |= DX_NO_PLUS_STAR;
    dx_formula f = dx_parse_sort(parser, DX_LEVEL_COMPARE, DX_SORT_FORMULA);
    parser->flags = flags;
    return dx_parser_make(parser, DX_TEST, 1, &f);
}

typedef struct group {
    dx_parser *parser;
    dx_formula program;
} group;

static void read_group(void *data)
{
    group *g = data;
    g->program = parse_program(g->parser, DX_FORMULA_NONE);
}

static DX_OWN_FRAME dx_formula parse_group(dx_parser *parser)
{
    dx_token open = parser->lexer->token;
    unsigned flags = parser->flags;
    group g = {parser, DX_FORMULA_NONE};
    dx_lexer_step(parser->lexer);
    if (!dx_parser_enter(parser))
        return DX_FORMULA_NONE;
    parser->flags = 0;
    if (dx_parser_wants_room(parser))
        dx_parser_run_deep(parser, read_group, &g);
    else
        read_group(&g);
    parser->flags = flags;
    dx_parser_close(parser, ")", &open, "';', '+', '*'", DX_FORMULA_NONE);
    dx_parser_leave(parser);
    return g.program;
}

// a  ?f  (p)  with any number of stars; `first` if it has been read already
static dx_formula parse_starred(dx_parser *parser, dx_formula first)
{
    const dx_token *token = &parser->lexer->token;
    dx_formula program = first;
    if (program == DX_FORMULA_NONE) {
        if (dx_lexer_is(parser->lexer, "("))
            program = parse_group(parser);
        else if (dx_lexer_take(parser->lexer, "?"))
            program = parse_test(parser);
        else if (token->kind == DX_TOKEN_NAME ||
                 token->kind == DX_TOKEN_MIXED ||
                 token->kind == DX_TOKEN_NUMBER)
            program = parse_step(parser);
        else
            dx_parser_expected(parser, "a program: an agent, ?f or '('");
    }
    while (dx_lexer_take(parser->lexer, "*"))
        program = dx_parser_make(parser, DX_STAR, 1, &program);
    return program;
}

typedef dx_formula read_part(dx_parser *parser, dx_formula first);

// part sign part sign part ...: one node if there are several.
static dx_formula parse_parts(dx_parser *parser, dx_formula first, dx_kind kind,
                              read_part *part)
{
    const char *sign = kind == DX_CHOICE ? "+" : ";";
    size_t base = parser->fixed.count;
    dx_formula program = part(parser, first);
    dx_vector_push(&parser->fixed, program);
    while (dx_lexer_take(parser->lexer, sign)) {
        program = part(parser, DX_FORMULA_NONE);
        dx_vector_push(&parser->fixed, program);
    }
    size_t count = parser->fixed.count - base;
    if (count > 1)
        program = dx_parser_make(parser, kind, count, parser->fixed.at + base);
    parser->fixed.count = base;
    return program;
}

static dx_formula parse_sequence(dx_parser *parser, dx_formula first)
{
    return parse_parts(parser, first, DX_SEQUENCE, parse_starred);
}

static dx_formula parse_program(dx_parser *parser, dx_formula first)
{
    return parse_parts(parser, first, DX_CHOICE, parse_sequence);
}

// The whole program of [program] f.  It counts as a bracket of its own: its
// frames are many, and box and step are two levels of the formula anyway.
static void parse_whole_program(dx_parser *parser, dx_formula first)
{
    if (!dx_parser_enter(parser))
        return;
    dx_formula program = parse_program(parser, first);
    dx_vector_push(&parser->fixed, program);
    dx_parser_leave(parser);
}

// [sign f]: the formula, as the only operand so far.
static void parse_announced(dx_parser *parser)
{
    dx_formula f = dx_parse_sort(parser, DX_LEVEL_IFF, DX_SORT_FORMULA);
    dx_vector_push(&parser->fixed, f);
}

// The agents come first in the text and last in the node.
static void rotate_last_to_front(dx_parser *parser, size_t first)
{
    uint32_t *own = parser->fixed.at + first;
    size_t count = parser->fixed.count - first;
    uint32_t last = own[count - 1];
    memmove(own + 1, own, (count - 1) * sizeof *own);
    own[0] = last;
}

// `radical` or `conservative`, if it is not a name here: before what closes or
// goes on with a list of agents or a program it is one.
static bool at_upgrade(const dx_parser *parser)
{
    static const char *const ends[] = {"]", ">", ",",  ";", "+",
                                       "*", "!", "?!", "?"};
    const dx_lexer *lexer = parser->lexer;
    if (!dx_lexer_is(lexer, "radical") && !dx_lexer_is(lexer, "conservative"))
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (dx_lexer_next_is(lexer, ends[i]))
            return false;
    return true;
}

static void parse_upgrade(dx_parser *parser, dx_pending *prefix)
{
    bool is_radical = dx_lexer_is(parser->lexer, "radical");
    prefix->kind = is_radical ? DX_RADICAL : DX_CONSERVATIVE;
    prefix->sign = is_radical ? "[radical f]" : "[conservative f]";
    dx_lexer_step(parser->lexer);
    parse_announced(parser);
    if (!dx_parser_failed(parser))
        rotate_last_to_front(parser, prefix->first);
}

// [M,e]: the two names of what was read as agents.
static void make_event(dx_parser *parser, dx_pending *prefix)
{
    for (size_t i = 0; i < 2; i++) {
        uint32_t *own = &parser->fixed.at[prefix->first + i];
        if (dx_formula_count(parser->store, *own) == 1) {
            *own = dx_formula_name(parser->store, *own);
            continue;
        }
        dx_text name = {0}; // of a family: e(3)
        dx_formula_print(parser->store, *own, &name);
        *own = dx_names_add(dx_formulas_names(parser->store),
                            dx_text_string(&name));
        dx_text_release(&name);
    }
    prefix->kind = DX_EVENT;
    prefix->sign = "[M,e]";
    prefix->hole = 2;
}

// Begins with an agent: [a,b !f], [a,b ?!f], [M,e] or a program.
static DX_OWN_FRAME void
parse_after_agents(dx_parser *parser, dx_pending *prefix, const char *close)
{
    dx_parse_agents(parser);
    if (dx_parser_failed(parser))
        return;
    size_t count = parser->fixed.count - prefix->first;
    bool tells = dx_lexer_take(parser->lexer, "!");
    if (tells || dx_lexer_take(parser->lexer, "?!")) {
        prefix->kind = tells ? DX_TELL : DX_TELL_GROUP_WHETHER;
        prefix->sign = tells ? "[a !f]" : "[a ?!f]";
        if (dx_lexer_is(parser->lexer, close)) // [f!]
            dx_parser_expected(parser, "what is said, as in [!f] g");
        parse_announced(parser);
        if (!dx_parser_failed(parser))
            rotate_last_to_front(parser, prefix->first);
    } else if (at_upgrade(parser)) {
        parse_upgrade(parser, prefix);
    } else if (count == 2 && dx_lexer_is(parser->lexer, close)) {
        make_event(parser, prefix);
    } else if (count > 1) {
        dx_parser_expected(parser, count > 2 ? "'!' or '?!' after the agents"
                                             : "'!', '?!' or the end of [M,e]");
    } else {
        uint32_t *own = &parser->fixed.at[prefix->first];
        dx_formula first = dx_parser_make(parser, DX_STEP, 1, own);
        parser->fixed.count--;
        parse_whole_program(parser, first);
    }
}

// The dual of a box, where there is one: the kind next to it.
static dx_kind dual_of(dx_kind kind)
{
    return (dx_kind)(kind + 1);
}
_Static_assert(DX_ANNOUNCE_DUAL == DX_ANNOUNCE + 1 &&
                   DX_TELL_WHETHER_DUAL == DX_TELL_WHETHER + 1 &&
                   DX_TELL_DUAL == DX_TELL + 1 &&
                   DX_TELL_GROUP_WHETHER_DUAL == DX_TELL_GROUP_WHETHER + 1 &&
                   DX_EVENT_DUAL == DX_EVENT + 1 && DX_DIAMOND == DX_BOX + 1 &&
                   DX_EXPAND_DUAL == DX_EXPAND + 1,
               "each dual follows its box in DX_KIND_LIST");

static DX_OWN_FRAME void parse_in_box(dx_parser *parser, dx_pending *prefix,
                                      const char *close)
{
    const dx_token *token = &parser->lexer->token;
    if (dx_lexer_take(parser->lexer, "!")) {
        prefix->kind = DX_ANNOUNCE;
        prefix->sign = "[!f]";
        parse_announced(parser);
    } else if (dx_lexer_take(parser->lexer, "?!")) {
        prefix->kind = DX_TELL_WHETHER;
        prefix->sign = "[?!f]";
        parse_announced(parser);
    } else if (dx_lexer_take(parser->lexer, "+")) {
        prefix->kind = DX_EXPAND;
        prefix->sign = "[+f]";
        parse_announced(parser);
    } else if (at_upgrade(parser)) {
        parse_upgrade(parser, prefix);
    } else if (token->kind == DX_TOKEN_NAME || token->kind == DX_TOKEN_MIXED ||
               token->kind == DX_TOKEN_NUMBER ||
               dx_lexer_is(parser->lexer, "{")) {
        parse_after_agents(parser, prefix, close);
    } else if (dx_lexer_is(parser->lexer, close)) {
        dx_parser_expected(parser, "whose box it is, as in K[a] f or M[a] f");
    } else {
        parse_whole_program(parser, DX_FORMULA_NONE);
    }
}

void dx_parse_box(dx_parser *parser)
{
    dx_token open = parser->lexer->token;
    bool is_dual = *open.at == '<';
    const char *close = is_dual ? ">" : "]";
    dx_pending prefix = {.kind = DX_BOX,
                         .level = DX_LEVEL_PREFIX,
                         .sign = "[program]",
                         .first = parser->fixed.count,
                         .hole = 1};
    unsigned flags = parser->flags;
    parser->flags = is_dual ? DX_NO_GREATER : 0;
    dx_lexer_step(parser->lexer);
    parse_in_box(parser, &prefix, close);
    parser->flags = flags;
    bool is_program = prefix.kind == DX_BOX, is_event = prefix.kind == DX_EVENT;
    dx_formula last = DX_FORMULA_NONE;
    if (!dx_parser_failed(parser) && !is_event)
        last = parser->fixed.at[prefix.first];
    dx_parser_close(parser, close, &open,
                    is_program ? "';', '+', '*'" : "an operator", last);
    bool has_dual = dx_kind_family(prefix.kind) != DX_FAMILY_UPGRADE;
    if (is_dual && has_dual)
        prefix.kind = dual_of(prefix.kind);
    dx_parser_push_prefix(parser, prefix);
}
