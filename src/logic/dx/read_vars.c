// Agents, sets, constants, definitions; variables, law and sights.

#include "logic/dx/compile.h"
#include "logic/dx/read.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

static dx_name name_of(dx_reader *reader, const char *text)
{
    return dx_names_add(dx_formulas_names(reader->store), text);
}

static dx_status add_agent(dx_reader *reader, dx_formula member,
                           dx_file_place place)
{
    dx_formula as_agent = dx_formula_operand(
        reader->store, dx_formula_unary(reader->store, DX_STEP, member), 0);
    dx_name name = dx_formula_name(reader->store, as_agent);
    if (reader->document->agents.count >= DX_AGENTS_MAX)
        return dx_read_limit(reader, place, "more than %d agents",
                             DX_AGENTS_MAX);
    dx_status status = dx_read_declare(reader, name, DX_ROLE_AGENT, place);
    if (status == DX_OK)
        dx_vector_push(&reader->document->agents, name);
    return status;
}

// Adds a member to the set `agents`, which begins with the first of them.
static void join_agents(dx_reader *reader, dx_formula member, int32_t value,
                        dx_file_place place)
{
    dx_document *document = reader->document;
    dx_symbol *symbol = dx_read_symbol(reader, name_of(reader, "agents"));
    if (!(symbol->roles & DX_ROLE_SET)) {
        symbol->roles |= DX_ROLE_SET;
        symbol->place = place;
        symbol->domain = document->domains.count;
        dx_value_domain empty = {.sort = DX_SORT_NAME,
                                 .name = name_of(reader, "agents")};
        dx_vector_push(&document->domains, empty);
    }
    dx_value_domain *set = &document->domains.at[symbol->domain];
    set->value = dx_resize(set->value, set->count + 1, sizeof *set->value);
    set->member = dx_resize(set->member, set->count + 1, sizeof *set->member);
    set->value[set->count] = value;
    set->member[set->count++] = member;
    if (dx_formula_kind(reader->store, member) == DX_NUMBER)
        set->sort = DX_SORT_NUMBER;
}

static dx_status read_agent_range(dx_reader *reader)
{
    dx_file_place place = dx_read_here(reader);
    size_t number;
    dx_status status =
        dx_read_domain(reader, (dx_domain_rules){true, true}, &number);
    if (status != DX_OK)
        return status;
    if (reader->document->domains.at[number].sort == DX_SORT_TRUTH)
        return dx_read_fail(reader, place, "expected the names of agents");
    for (size_t i = 0; i < reader->document->domains.at[number].count; i++) {
        const dx_value_domain *domain = &reader->document->domains.at[number];
        dx_formula member = domain->member[i];
        int32_t value = domain->value[i];
        status = add_agent(reader, member, place);
        if (status != DX_OK)
            return status;
        join_agents(reader, member, value, place);
    }
    return DX_OK;
}

dx_status dx_read_agents(dx_reader *reader)
{
    // A private event hides itself from everybody else: from all agents.
    if (dx_event_library_count(reader->document->events) > 0)
        return dx_read_fail(reader, dx_read_here(reader),
                            "agents must be declared before event models");
    do {
        dx_status status = read_agent_range(reader);
        if (status != DX_OK)
            return status;
    } while (dx_lexer_take(&reader->lexer, ","));
    return DX_OK;
}

dx_status dx_read_set(dx_reader *reader)
{
    dx_file_place place = dx_read_here(reader);
    dx_name name;
    size_t domain;
    dx_status status = dx_read_new_name(reader, "the name of a set", &name);
    if (status == DX_OK)
        status = dx_read_sign(reader, "=");
    if (status == DX_OK)
        status = dx_read_domain(reader, (dx_domain_rules){true, true}, &domain);
    if (status == DX_OK)
        status = dx_read_declare(reader, name, DX_ROLE_SET, place);
    if (status != DX_OK)
        return status;
    if (reader->document->domains.at[domain].sort == DX_SORT_TRUTH)
        return dx_read_fail(reader, place, "'bool' cannot be named");
    dx_read_symbol(reader, name)->domain = domain;
    reader->document->domains.at[domain].name = name;
    return DX_OK;
}

dx_status dx_read_const(dx_reader *reader)
{
    dx_file_place place = dx_read_here(reader);
    dx_name name;
    dx_fraction value;
    dx_status status =
        dx_read_new_name(reader, "the name of a constant", &name);
    if (status == DX_OK)
        status = dx_read_sign(reader, "=");
    if (status == DX_OK)
        status = dx_read_number(reader, &value);
    if (status == DX_OK)
        status = dx_read_declare(reader, name, DX_ROLE_CONSTANT, place);
    if (status == DX_OK)
        dx_read_symbol(reader, name)->constant =
            dx_formula_number(reader->store, value);
    return status;
}

enum { PARAMETERS_MAX = 16 };

static dx_status read_parameters(dx_reader *reader, size_t *count,
                                 dx_name *parameters)
{
    *count = 0;
    if (!dx_lexer_take(&reader->lexer, "("))
        return DX_OK;
    do {
        if (*count == PARAMETERS_MAX)
            return dx_read_limit(reader, dx_read_here(reader),
                                 "more than %d parameters", PARAMETERS_MAX);
        dx_status status =
            dx_read_new_name(reader, "a parameter", &parameters[*count]);
        if (status != DX_OK)
            return status;
        ++*count;
    } while (dx_lexer_take(&reader->lexer, ","));
    return dx_read_sign(reader, ")");
}

// Inside the body parameters are called $0, $1, ..., which no file can write,
// so that a call can put in whatever it likes.
static dx_formula with_positions(dx_reader *reader, dx_formula body,
                                 size_t count, const dx_name *parameters)
{
    dx_formula position[PARAMETERS_MAX];
    for (size_t i = 0; i < count; i++) {
        char text[24];
        snprintf(text, sizeof text, "$%zu", i);
        position[i] = dx_formula_atom(reader->store, text);
    }
    return dx_substitute(reader->store, body,
                         (dx_substitution){count, parameters, position});
}

dx_status dx_read_let(dx_reader *reader)
{
    dx_file_place place = dx_read_here(reader);
    dx_name name, parameters[PARAMETERS_MAX];
    size_t count = 0;
    dx_formula body = DX_FORMULA_NONE;
    dx_status status =
        dx_read_new_name(reader, "the name of a definition", &name);
    if (status == DX_OK)
        status = read_parameters(reader, &count, parameters);
    if (status == DX_OK)
        status = dx_read_sign(reader, "=");
    if (status == DX_OK)
        status = dx_read_raw(reader, &body);
    for (size_t i = 0; i < count; i++)
        dx_vector_push(&reader->bound, parameters[i]);
    if (status == DX_OK)
        status = dx_expand(reader, body, &body);
    reader->bound.count = 0;
    if (status == DX_OK)
        status = dx_read_declare(reader, name, DX_ROLE_DEFINITION, place);
    if (status != DX_OK)
        return status;
    dx_symbol *symbol = dx_read_symbol(reader, name);
    symbol->arity = count;
    symbol->constant = with_positions(reader, body, count, parameters);
    return DX_OK;
}

dx_status dx_read_add_variable(dx_reader *reader, dx_formula term,
                               size_t domain, dx_file_place place)
{
    dx_document *document = reader->document;
    if (document->variables.count >= DX_VARIABLES_MAX)
        return dx_read_limit(reader, place, "more than %d variables",
                             DX_VARIABLES_MAX);
    while (document->variable_of.count <= term)
        dx_vector_push(&document->variable_of, UINT32_MAX);
    document->variable_of.at[term] = (uint32_t)document->variables.count;
    dx_declared declared = {term, domain, place};
    dx_vector_push(&document->variables, declared);
    return DX_OK;
}

// What stands before the colon: a name, or a family with its index sets.
enum { INDICES_MAX = 8 };
typedef struct target {
    dx_name name;
    size_t count, domain[INDICES_MAX];
    dx_file_place place;
} target;

static dx_status read_indices(dx_reader *reader, target *t)
{
    if (!dx_lexer_take(&reader->lexer, "("))
        return DX_OK;
    do {
        if (t->count == INDICES_MAX)
            return dx_read_limit(reader, dx_read_here(reader),
                                 "more than %d indices", INDICES_MAX);
        dx_file_place place = dx_read_here(reader);
        dx_status status = dx_read_domain(reader, (dx_domain_rules){true, true},
                                          &t->domain[t->count]);
        if (status != DX_OK)
            return status;
        if (reader->document->domains.at[t->domain[t->count]].sort ==
            DX_SORT_TRUTH)
            return dx_read_fail(reader, place, "'bool' cannot be an index");
        t->count++;
    } while (dx_lexer_take(&reader->lexer, ","));
    return dx_read_sign(reader, ")");
}

static dx_status read_target(dx_reader *reader, target *t)
{
    *t = (target){.place = dx_read_here(reader)};
    if (reader->lexer.token.kind == DX_TOKEN_NUMBER)
        return dx_read_expected(reader, "the name of a variable");
    dx_status status =
        dx_read_new_name(reader, "the name of a variable", &t->name);
    if (status == DX_OK)
        status = dx_read_declare(reader, t->name, DX_ROLE_VARIABLE, t->place);
    if (status == DX_OK)
        status = read_indices(reader, t);
    if (status == DX_OK)
        dx_read_symbol(reader, t->name)->arity = t->count;
    return status;
}

// Declares every member of the family, the last index running fastest.
static dx_status declare_family(dx_reader *reader, const target *t,
                                size_t domain)
{
    const dx_value_domain *domains = reader->document->domains.at;
    size_t index[INDICES_MAX] = {0};
    for (;;) {
        uint32_t operands[INDICES_MAX + 1] = {t->name};
        for (size_t i = 0; i < t->count; i++)
            operands[i + 1] = domains[t->domain[i]].member[index[i]];
        dx_formula term =
            dx_formula_make(reader->store, DX_APPLY, t->count + 1, operands);
        dx_status status = dx_read_add_variable(reader, term, domain, t->place);
        if (status != DX_OK)
            return status;
        size_t i = t->count;
        while (i > 0 && ++index[i - 1] == domains[t->domain[i - 1]].count)
            index[--i] = 0;
        if (i == 0)
            return DX_OK;
    }
}

// Has the set numbers and names as members?  (Only `agents` can.)
static bool is_mixed(const dx_reader *reader, size_t number)
{
    const dx_value_domain *d = &reader->document->domains.at[number];
    for (size_t i = 1; d->sort != DX_SORT_TRUTH && i < d->count; i++)
        if (dx_formula_kind(reader->store, d->member[i]) !=
            dx_formula_kind(reader->store, d->member[0]))
            return true;
    return false;
}

// A domain without a name gets one from its first variable: `hat_values`.
static void name_domain(dx_reader *reader, size_t number, dx_name variable)
{
    dx_value_domain *d = &reader->document->domains.at[number];
    if (d->sort != DX_SORT_NAME || dx_read_text(reader, d->name)[0] != '$')
        return;
    dx_text text = {0};
    dx_text_printf(&text, "%s_values", dx_read_text(reader, variable));
    dx_name name = name_of(reader, dx_text_string(&text));
    if (dx_read_symbol(reader, name)->roles == 0)
        d->name = name;
    dx_text_release(&text);
}

static dx_status read_vars_entry(dx_reader *reader)
{
    DX_VECTOR(target) targets = {0};
    dx_status status;
    size_t domain = 0;
    do {
        target t;
        status = read_target(reader, &t);
        dx_vector_push(&targets, t);
    } while (status == DX_OK && dx_lexer_take(&reader->lexer, ","));
    if (status == DX_OK && !dx_lexer_take(&reader->lexer, ":"))
        status = dx_read_fail(reader, dx_read_here(reader),
                              "expected ':' and what values these variables "
                              "take, as in 'p: bool' or 'x: 1..6'");
    if (status == DX_OK)
        status =
            dx_read_domain(reader, (dx_domain_rules){true, false}, &domain);
    if (status == DX_OK && is_mixed(reader, domain))
        status = dx_read_fail(reader, targets.at[0].place,
                              "its values would be numbers and names mixed");
    if (status == DX_OK)
        name_domain(reader, domain, targets.at[0].name);
    for (size_t i = 0; i < targets.count && status == DX_OK; i++)
        status = declare_family(reader, &targets.at[i], domain);
    dx_vector_release(&targets);
    return status;
}

dx_status dx_read_vars(dx_reader *reader)
{
    do {
        dx_status status = read_vars_entry(reader);
        if (status != DX_OK)
            return status;
    } while (dx_read_at_entry(reader));
    return DX_OK;
}

// A law that is a conjunction is as many laws: each can then be checked as
// soon as its own variables are known.
static void add_law(dx_reader *reader, dx_formula f, dx_file_place place)
{
    if (dx_formula_kind(reader->store, f) != DX_AND) {
        dx_placed law = {0, f, place};
        dx_vector_push(&reader->document->laws, law);
        return;
    }
    for (size_t i = 0; i < dx_formula_count(reader->store, f); i++)
        add_law(reader, dx_formula_operand(reader->store, f, i), place);
}

dx_status dx_read_law(dx_reader *reader)
{
    dx_file_place place = dx_read_here(reader);
    dx_formula law;
    dx_status status = dx_read_formula(reader, &law);
    dx_code code;
    if (status == DX_OK)
        status = dx_compile(reader->document, law, place, &code, reader->error);
    if (status != DX_OK)
        return status;
    bool is_truth = code.is_truth;
    dx_code_release(&code);
    if (!is_truth)
        return dx_read_fail(reader, place, "a law is a formula, not a number");
    add_law(reader, law, place);
    return DX_OK;
}

// An expression with its `for`, to be written out for each agent.
typedef struct item {
    dx_formula raw;
    dx_lexer start;
    dx_file_place place;
    dx_each each;
} item;

typedef struct sight_context {
    const item *item;
    size_t agent;
} sight_context;

static dx_status add_sight(dx_reader *reader, void *context,
                           dx_substitution choice)
{
    const sight_context *sight = context;
    dx_formula f = dx_substitute(reader->store, sight->item->raw, choice);
    reader->start = sight->item->start;
    dx_status status = dx_expand(reader, f, &f);
    dx_code code;
    if (status == DX_OK)
        status = dx_compile(reader->document, f, sight->item->place, &code,
                            reader->error);
    if (status != DX_OK)
        return status;
    dx_code_release(&code);
    dx_placed placed = {sight->agent, f, sight->item->place};
    dx_vector_push(&reader->document->sights, placed);
    return DX_OK;
}

static dx_status read_item(dx_reader *reader, item *it)
{
    *it = (item){.start = reader->lexer, .place = dx_read_here(reader)};
    dx_status status = dx_read_raw(reader, &it->raw);
    return status != DX_OK ? status : dx_read_each(reader, &it->each);
}

static dx_status write_out(dx_reader *reader, const item *it,
                           const dx_subject *subject)
{
    dx_status status = DX_OK;
    for (size_t i = 0; i < subject->agents.count && status == DX_OK; i++) {
        dx_substitution outer = {subject->variable != DX_NAME_NONE,
                                 &subject->variable, &subject->members.at[i]};
        sight_context sight = {it, subject->agents.at[i]};
        status = dx_each_run(reader, &it->each, outer, add_sight, &sight);
    }
    return status;
}

static dx_status read_sees_entry(dx_reader *reader)
{
    dx_subject subject;
    dx_status status = dx_read_subject(reader, &subject);
    if (status == DX_OK)
        status = dx_read_sign(reader, ":");
    bool nothing = status == DX_OK && dx_lexer_take(&reader->lexer, "nothing");
    while (status == DX_OK && !nothing) {
        item it;
        status = read_item(reader, &it);
        if (status == DX_OK)
            status = write_out(reader, &it, &subject);
        dx_each_release(&it.each);
        if (status == DX_OK && !dx_lexer_take(&reader->lexer, ","))
            break;
    }
    dx_subject_release(&subject);
    return status;
}

dx_status dx_read_sees(dx_reader *reader)
{
    do {
        dx_status status = read_sees_entry(reader);
        if (status != DX_OK)
            return status;
    } while (dx_read_at_entry(reader));
    return DX_OK;
}
