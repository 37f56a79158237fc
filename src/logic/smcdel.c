// SMCDEL's format: the file around the formulas.

#include "logic/smcdel.h"

#include "base/memory.h"
#include "logic/smcdel_private.h"

#include <string.h>

enum { NUMBER_DIGITS_MAX = 9 };

// ---- Tokens and errors ----

dx_formula dx_smcdel_fail(dx_smcdel_parser *p, dx_status status,
                          const char *message)
{
    if (p->status == DX_OK)
        p->status = dx_fail(p->error, status, p->token->line, p->token->column,
                            "%s", message);
    return DX_FORMULA_NONE;
}

dx_formula dx_smcdel_expected(dx_smcdel_parser *p, const char *what)
{
    if (p->status != DX_OK)
        return DX_FORMULA_NONE;
    const dx_smcdel_token *token = p->token;
    if (token->kind == TOKEN_END)
        p->status = dx_fail(p->error, DX_ERR_SYNTAX, token->line, token->column,
                            "expected %s, found the end of the file", what);
    else
        p->status =
            dx_fail(p->error, DX_ERR_SYNTAX, token->line, token->column,
                    "expected %s, found '%.*s'", what,
                    (int)(token->length < 40 ? token->length : 40), token->at);
    return DX_FORMULA_NONE;
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

static dx_name name_of(dx_smcdel_parser *p, const dx_smcdel_token *token)
{
    return dx_names_add_part(dx_formulas_names(p->store), token->at,
                             token->length);
}

// The number without leading zeros, as SMCDEL reads it.
static dx_name number_name(dx_smcdel_parser *p)
{
    dx_smcdel_token number = *p->token;
    while (number.length > 1 && *number.at == '0') {
        number.at++;
        number.length--;
    }
    if (number.length > NUMBER_DIGITS_MAX) {
        dx_smcdel_fail(p, DX_ERR_LIMIT,
                       "a variable is a number of at most nine digits");
        return DX_NAME_NONE;
    }
    p->token++;
    return name_of(p, &number);
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
    dx_name name = number_name(p);
    if (name != DX_NAME_NONE && place_of(p, name) == 0) {
        p->status = dx_fail(p->error, DX_ERR_INPUT, token->line, token->column,
                            "%.*s is not among the VARS", (int)token->length,
                            token->at);
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
    dx_name name = name_of(p, token);
    p->token++;
    if (place_of(p, name) > 0)
        return dx_formula_make(p->store, DX_APPLY, 1, &name);
    p->status = dx_fail(p->error, DX_ERR_INPUT, token->line, token->column,
                        "OBS does not say what the agent %.*s observes",
                        (int)token->length, token->at);
    return DX_FORMULA_NONE;
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
        dx_name name = number_name(p);
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
    for (size_t i = 0; i < names->count; i++)
        set.at[i] = place_of(p, names->at[i]) - 1;
    return set;
}

static void parse_observer(dx_smcdel_parser *p)
{
    dx_smcdel_agent agent = {.name = name_of(p, p->token)};
    dx_smcdel_handles names = {0};
    p->token++;
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
    dx_smcdel_query query = {.line = p->token->line,
                             .column = p->token->column};
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
    query.formula =
        p->status == DX_OK ? dx_smcdel_parse_form(p) : DX_FORMULA_NONE;
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
        dx_smcdel_parser p = {
            .store = store, .token = tokens.at, .error = error};
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
