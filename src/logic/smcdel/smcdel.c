// SMCDEL's format: the file around the formulas.

#include "logic/smcdel/smcdel.h"

#include "base/memory.h"
#include "logic/smcdel/inside.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_DIGITS_MAX = 9 };

// ---- Errors ----

dx_formula dx_smcdel_fail(dx_smcdel_parser *p, const dx_smcdel_token *token,
                          dx_status status, const char *format, ...)
{
    if (p->status != DX_OK)
        return DX_FORMULA_NONE;
    char message[DX_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    dx_smcdel_place place = {.line = 1, .column = 1};
    dx_smcdel_place_move(&place, p->text, token->at);
    p->status =
        dx_fail(p->error, status, place.line, place.column, "%s", message);
    return DX_FORMULA_NONE;
}

// As much of a token as fits into a message.
static int shown(const dx_smcdel_token *token)
{
    return token->length < 40 ? (int)token->length : 40;
}

dx_formula dx_smcdel_expected(dx_smcdel_parser *p, const char *what)
{
    if (is_at(p, TOKEN_END))
        return dx_smcdel_fail(p, p->token, DX_ERR_SYNTAX,
                              "expected %s, found the end of the file", what);
    return dx_smcdel_fail(p, p->token, DX_ERR_SYNTAX,
                          "expected %s, found '%.*s'", what, shown(p->token),
                          p->text + p->token->at);
}

bool dx_smcdel_expects(dx_smcdel_parser *p, dx_smcdel_token_kind kind,
                       const char *what)
{
    if (p->status == DX_OK && takes(p, kind))
        return true;
    dx_smcdel_expected(p, what);
    return false;
}

// ---- Variables and agents ----

// The name at the token, which it steps over.
static dx_name parse_name(dx_smcdel_parser *p)
{
    const dx_smcdel_token *token = p->token++;
    if (token->length >= DX_SMCDEL_NAME_MAX)
        dx_smcdel_fail(p, token, DX_ERR_LIMIT, "this name is too long");
    return dx_names_add_part(dx_formulas_names(p->store), p->text + token->at,
                             token->length);
}

// The number without leading zeros, as SMCDEL reads it.
static dx_name parse_number(dx_smcdel_parser *p)
{
    assert(is_at(p, TOKEN_NUMBER));
    const dx_smcdel_token *token = p->token++;
    const char *digits = p->text + token->at;
    size_t length = token->length;
    for (; length > 1 && *digits == '0'; length--)
        digits++;
    if (length > NUMBER_DIGITS_MAX) {
        dx_smcdel_fail(p, token, DX_ERR_LIMIT,
                       "a variable is a number of at most nine digits");
        return DX_NAME_NONE;
    }
    return dx_names_add_part(dx_formulas_names(p->store), digits, length);
}

// The place of a variable or an agent, plus one; 0 if the name is neither.
// Variables are digits and agents begin with a letter, so one table does.
static uint32_t place_of(const dx_smcdel_parser *p, dx_name name)
{
    return name < p->place_room ? p->place_of[name] : 0;
}

static void set_place(dx_smcdel_parser *p, dx_name name, size_t place)
{
    if (name >= p->place_room) {
        size_t room = 2 * (size_t)name + 64;
        p->place_of = dx_resize(p->place_of, room, sizeof *p->place_of);
        memset(p->place_of + p->place_room, 0,
               (room - p->place_room) * sizeof *p->place_of);
        p->place_room = room;
    }
    p->place_of[name] = (uint32_t)place;
}

dx_name dx_smcdel_parse_variable(dx_smcdel_parser *p)
{
    const dx_smcdel_token *token = p->token;
    if (!is_at(p, TOKEN_NUMBER)) {
        dx_smcdel_expected(p, "the number of a variable");
        return DX_NAME_NONE;
    }
    dx_name name = parse_number(p);
    if (name != DX_NAME_NONE && place_of(p, name) == 0) {
        dx_smcdel_fail(p, token, DX_ERR_INPUT, "%.*s is not among the VARS",
                       shown(token), p->text + token->at);
        return DX_NAME_NONE;
    }
    return name;
}

void dx_smcdel_parse_variables(dx_smcdel_parser *p, dx_smcdel_handles *names)
{
    do {
        dx_name name = dx_smcdel_parse_variable(p);
        if (p->status == DX_OK)
            dx_vector_push(names, name);
    } while (p->status == DX_OK && takes(p, TOKEN_COMMA));
}

dx_formula dx_smcdel_parse_agent(dx_smcdel_parser *p)
{
    const dx_smcdel_token *token = p->token;
    if (!is_at(p, TOKEN_NAME))
        return dx_smcdel_expected(p, "the name of an agent");
    dx_name name = parse_name(p);
    if (place_of(p, name) > 0)
        return dx_formula_make(p->store, DX_APPLY, 1, &name);
    return dx_smcdel_fail(p, token, DX_ERR_INPUT,
                          "OBS does not say what the agent %.*s observes",
                          shown(token), p->text + token->at);
}

void dx_smcdel_parse_agents(dx_smcdel_parser *p, dx_smcdel_handles *operands)
{
    do {
        dx_formula agent = dx_smcdel_parse_agent(p);
        if (p->status == DX_OK)
            dx_vector_push(operands, agent);
    } while (p->status == DX_OK && takes(p, TOKEN_COMMA));
}

// ---- The file ----

static void parse_vars(dx_smcdel_parser *p)
{
    if (!dx_smcdel_expects(p, TOKEN_VARS, "VARS"))
        return;
    do {
        if (!is_at(p, TOKEN_NUMBER)) {
            dx_smcdel_expected(p, "the number of a variable");
            return;
        }
        dx_name name = parse_number(p);
        if (p->status == DX_OK && place_of(p, name) == 0) {
            dx_vector_push(&p->vars, name);
            set_place(p, name, p->vars.count);
        }
    } while (p->status == DX_OK && takes(p, TOKEN_COMMA));
}

static dx_formula parse_law(dx_smcdel_parser *p)
{
    if (!dx_smcdel_expects(p, TOKEN_LAW, "',' or LAW"))
        return DX_FORMULA_NONE;
    p->is_law = true;
    dx_formula law = dx_smcdel_parse_form(p);
    p->is_law = false;
    return law;
}

// Names to places, in storage of their own.
static dx_smcdel_set set_of(const dx_smcdel_parser *p,
                            const dx_smcdel_handles *names)
{
    dx_smcdel_set set = {.count = names->count};
    set.at = dx_alloc(names->count, sizeof *set.at);
    for (size_t i = 0; i < names->count; i++) {
        set.at[i] = place_of(p, names->at[i]) - 1;
        assert(set.at[i] < p->vars.count); // the parser knew it
    }
    return set;
}

static void parse_observer(dx_smcdel_parser *p)
{
    assert(is_at(p, TOKEN_NAME));
    dx_smcdel_agent agent = {.name = parse_name(p)};
    dx_smcdel_handles names = {0};
    if (dx_smcdel_expects(p, TOKEN_COLON, "':'"))
        dx_smcdel_parse_variables(p, &names);
    if (p->status == DX_OK && place_of(p, agent.name) == 0) {
        agent.sees = set_of(p, &names);
        dx_vector_push(&p->agents, agent);
        set_place(p, agent.name, p->agents.count);
    }
    dx_vector_release(&names);
}

static void parse_observers(dx_smcdel_parser *p)
{
    if (!dx_smcdel_expects(p, TOKEN_OBS, "OBS"))
        return;
    if (!is_at(p, TOKEN_NAME))
        dx_smcdel_expected(p,
                           "an agent and what it observes, like 'alice: 2,3'");
    while (p->status == DX_OK && is_at(p, TOKEN_NAME))
        parse_observer(p);
}

// '{' ints '}', or '{' '}'.
static dx_smcdel_set parse_state(dx_smcdel_parser *p)
{
    dx_smcdel_handles names = {0};
    if (dx_smcdel_expects(p, TOKEN_OPEN_STATE, "a state, like '{1,3}'") &&
        !takes(p, TOKEN_CLOSE_STATE)) {
        dx_smcdel_parse_variables(p, &names);
        dx_smcdel_expects(p, TOKEN_CLOSE_STATE, "',' or '}'");
    }
    if (p->status != DX_OK)
        names.count = 0;
    dx_smcdel_set set = set_of(p, &names);
    dx_vector_release(&names);
    return set;
}

static void parse_query(dx_smcdel_parser *p)
{
    dx_smcdel_place_move(&p->query_place, p->text, p->token->at);
    dx_smcdel_query query = {.line = p->query_place.line,
                             .column = p->query_place.column};
    if (takes(p, TOKEN_ASK_TRUE)) {
        query.kind = DX_SMCDEL_TRUE;
        query.state = parse_state(p);
    } else if (takes(p, TOKEN_ASK_VALID)) {
        query.kind = DX_SMCDEL_VALID;
    } else if (takes(p, TOKEN_ASK_WHERE)) {
        query.kind = DX_SMCDEL_WHERE;
    } else {
        dx_smcdel_expected(p, "TRUE?, VALID?, WHERE? or the end");
    }
    query.at = p->token->at;
    query.formula =
        p->status == DX_OK ? dx_smcdel_parse_form(p) : DX_FORMULA_NONE;
    query.length = p->token[-1].at + p->token[-1].length - query.at;
    dx_vector_push(&p->queries, query);
}

static dx_smcdel *parse_file(dx_smcdel_parser *p)
{
    dx_smcdel *file = dx_alloc(1, sizeof *file);
    parse_vars(p);
    file->law = parse_law(p);
    parse_observers(p);
    while (p->status == DX_OK && !is_at(p, TOKEN_END))
        parse_query(p);
    file->vars = p->vars.at;
    file->var_count = p->vars.count;
    file->agents = p->agents.at;
    file->agent_count = p->agents.count;
    file->queries = p->queries.at;
    file->query_count = p->queries.count;
    dx_free(p->place_of);
    return file;
}

dx_status dx_smcdel_read(dx_formulas *store, const char *text, size_t length,
                         dx_smcdel **out_file, dx_error *error)
{
    dx_smcdel_tokens tokens = {0};
    dx_status status = dx_smcdel_lex(text, length, &tokens, error);
    if (status == DX_OK) {
        dx_smcdel_parser p = {.store = store,
                              .text = text,
                              .token = tokens.at,
                              .error = error,
                              .query_place = {.line = 1, .column = 1}};
        dx_smcdel *file = parse_file(&p);
        status = p.status;
        if (status == DX_OK)
            *out_file = file;
        else
            dx_smcdel_free(file);
    }
    dx_vector_release(&tokens);
    return status;
}

void dx_smcdel_free(dx_smcdel *file)
{
    if (file == NULL)
        return;
    for (size_t i = 0; i < file->agent_count; i++)
        dx_free(file->agents[i].sees.at);
    for (size_t i = 0; i < file->query_count; i++)
        dx_free(file->queries[i].state.at);
    dx_free(file->vars);
    dx_free(file->agents);
    dx_free(file->queries);
    dx_free(file);
}
