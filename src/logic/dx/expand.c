// Names resolved: from what the formula parser gives to what a document keeps.
//
// Every name must be known: a variable of a quantifier, an agent, a value, a
// constant, a variable of the model, a definition or a set.  Constants become
// their numbers, sets their members, definitions their bodies; so an engine
// that meets the result needs no table of names.

#include "logic/dx/read.h"

#include "base/memory.h"
#include "base/stack.h"
#include "base/text.h"
#include "logic/formula/habit.h"
#include "logic/formula/parse.h"
#include "logic/formula/parts.h"
#include "logic/formula/print.h"

#include <stdio.h>
#include <string.h>

enum { ARGUMENTS_MAX = 64 };

// How many parts a term has as a tree; of a formula, which engines evaluate
// once, 1.  More than DX_PARTS_MAX: it, or a part of it, has too many.
static uint32_t parts(const dx_formulas *store, dx_formula f,
                      dx_pair_map *known)
{
    dx_family family = dx_formula_family(store, f);
    uint32_t sum = dx_pair_map_find(known, f, 0);
    if (sum != UINT32_MAX)
        return sum;
    bool is_tree = family == DX_FAMILY_NAME || family >= DX_FAMILY_NUMBER;
    sum = 1;
    for (size_t i = 0; i < dx_formula_count(store, f); i++) {
        if (!dx_formula_operand_is_node(store, f, i))
            continue;
        uint32_t more = parts(store, dx_formula_operand(store, f, i), known);
        if (more > DX_PARTS_MAX)
            return more;
        sum += is_tree ? more : 0;
        if (sum > DX_PARTS_MAX)
            return sum;
    }
    dx_pair_map_put(known, f, 0, sum);
    return sum;
}

typedef struct counting {
    dx_reader *reader;
    dx_formula f;
    uint32_t parts;
} counting;

static void count_there(void *data)
{
    counting *c = data;
    c->parts = parts(c->reader->store, c->f, &c->reader->parts);
}

static bool is_too_large(dx_reader *reader, dx_formula f)
{
    counting c = {.reader = reader, .f = f};
    if (dx_pair_map_find(&reader->parts, f, 0) == UINT32_MAX)
        dx_run_deep(dx_formula_depth(reader->store, f), count_there, &c);
    return c.parts > DX_PARTS_MAX;
}

static bool is_bound(const dx_reader *reader, dx_name name)
{
    for (size_t i = reader->bound.count; i-- > 0;)
        if (reader->bound.at[i] == name)
            return true;
    return false;
}

static dx_status expand(dx_reader *reader, dx_formula f, dx_formula *out);

static dx_status too_deep(dx_reader *reader)
{
    dx_file_place place = {reader->file, reader->start.token.line,
                           reader->start.token.column};
    return dx_read_limit(reader, place,
                         "the formula is nested deeper than %d, or has more "
                         "than %d parts, once its definitions are put in",
                         DX_FORMULA_DEPTH_MAX, DX_PARTS_MAX);
}

static dx_status keep(dx_reader *reader, dx_formula made, dx_formula *out)
{
    *out = made;
    return made == DX_FORMULA_NONE ? too_deep(reader) : DX_OK;
}

// x != y for every two of the arguments.
static dx_formula all_distinct(dx_formulas *store, size_t count,
                               const uint32_t *terms)
{
    DX_VECTOR(dx_formula) pairs = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            dx_vector_push(&pairs, dx_formula_binary(store, DX_NOT_EQUAL,
                                                     terms[i], terms[j]));
    dx_formula all = dx_formula_all(store, DX_AND, pairs.count, pairs.at);
    dx_vector_release(&pairs);
    return all;
}

static dx_status put_in_definition(dx_reader *reader, dx_formula called,
                                   size_t count, const uint32_t *arguments,
                                   dx_formula *out)
{
    dx_name name = dx_formula_name(reader->store, called);
    dx_symbol *symbol = dx_read_symbol(reader, name);
    if (symbol->arity != count)
        return dx_read_fail(reader, dx_read_place_of(reader, name),
                            "'%s' takes %zu argument%s, not %zu",
                            dx_read_text(reader, name), symbol->arity,
                            dx_plural(symbol->arity), count);
    dx_name parameter[ARGUMENTS_MAX];
    for (size_t i = 0; i < count; i++) {
        char text[24];
        snprintf(text, sizeof text, "$%zu", i);
        parameter[i] = dx_names_add(dx_formulas_names(reader->store), text);
    }
    dx_substitution s = {count, parameter, arguments};
    dx_formula made = dx_substitute(reader->store, symbol->constant, s);
    if (made == DX_FORMULA_NONE || is_too_large(reader, made))
        return too_deep(reader);
    dx_formula_call(reader->store, made, called);
    *out = made;
    return DX_OK;
}

// Numbers, values and agents: what a member of a family is called by.
static bool is_ground(const dx_reader *reader, dx_formula term)
{
    dx_kind kind = dx_formula_kind(reader->store, term);
    if (kind == DX_NUMBER)
        return true;
    if (kind != DX_APPLY || dx_formula_count(reader->store, term) != 1)
        return false;
    dx_name name = dx_formula_name(reader->store, term);
    return !is_bound(reader, name) &&
           dx_names_text(dx_formulas_names(reader->store), name)[0] != '$';
}

static dx_status check_variable(dx_reader *reader, dx_name name, dx_formula f)
{
    size_t count = dx_formula_count(reader->store, f) - 1;
    dx_symbol *symbol = dx_read_symbol(reader, name);
    if (symbol->arity != count)
        return dx_read_fail(reader, dx_read_place_of(reader, name),
                            "'%s' was declared with %zu argument%s, not %zu",
                            dx_read_text(reader, name), symbol->arity,
                            dx_plural(symbol->arity), count);
    for (size_t i = 1; i <= count; i++)
        if (!is_ground(reader, dx_formula_operand(reader->store, f, i)))
            return DX_OK; // known only when its variables are
    if (dx_document_find_variable(reader->document, f) != DX_NOT_FOUND)
        return DX_OK;
    dx_text text = {0};
    dx_formula_print(reader->store, f, &text);
    dx_status status =
        dx_read_fail(reader, dx_read_place_of_term(reader, f),
                     "there is no '%s': it was not declared under 'vars'",
                     dx_text_string(&text));
    dx_text_release(&text);
    return status;
}

// What the arguments of an unknown family would be declared with: the agents, a
// range for numbers, and for other names a set of them.
static void propose_family(dx_reader *reader, dx_formula f, dx_text *out)
{
    dx_text_add(out, dx_read_text(reader, dx_formula_name(reader->store, f)));
    for (size_t i = 1; i < dx_formula_count(reader->store, f); i++) {
        dx_formula term = dx_formula_operand(reader->store, f, i);
        bool is_name = dx_formula_kind(reader->store, term) == DX_APPLY;
        dx_name name = is_name ? dx_formula_name(reader->store, term) : 0;
        unsigned roles = is_name ? dx_read_symbol(reader, name)->roles : 0;
        dx_text_add(out, i > 1 ? ", " : "(");
        if (is_name && roles == 0 && !is_bound(reader, name))
            dx_text_printf(out, "{%s}", dx_read_text(reader, name));
        else
            dx_text_add(out, roles & DX_ROLE_AGENT ? "agents" : "1..3");
    }
    dx_text_add_char(out, ')');
}

static dx_status unknown_family(dx_reader *reader, dx_formula f)
{
    dx_name name = dx_formula_name(reader->store, f);
    dx_text family = {0};
    propose_family(reader, f, &family);
    dx_status status = dx_read_fail(
        reader, dx_read_place_of(reader, name),
        "unknown atom '%s': declare the family before, as in 'vars %s: bool'",
        dx_read_text(reader, name), dx_text_string(&family));
    dx_text_release(&family);
    return status;
}

// An atom that no world of a listed model has.
static dx_status unlisted(dx_reader *reader, dx_formula f)
{
    dx_text atom = {0};
    dx_formula_print(reader->store, f, &atom);
    const char *text = dx_text_string(&atom);
    dx_status status = dx_read_fail(
        reader, dx_read_place_of(reader, dx_formula_name(reader->store, f)),
        "unknown atom '%s': no world and no event mentions it; add it "
        "to one, '~%s' where it is false",
        text, text);
    dx_text_release(&atom);
    return status;
}

// Is it a name that stands for nothing?
static bool is_unknown(dx_reader *reader, dx_formula term)
{
    if (dx_formula_kind(reader->store, term) != DX_APPLY ||
        dx_formula_count(reader->store, term) != 1 || !is_ground(reader, term))
        return false;
    dx_name name = dx_formula_name(reader->store, term);
    return dx_read_symbol(reader, name)->roles == 0;
}

// A name in the brackets of a family that is none of its members.
static dx_status unknown_member(dx_reader *reader, dx_name family,
                                dx_formula term)
{
    dx_name name = dx_formula_name(reader->store, term);
    return dx_read_fail(
        reader, dx_read_place_of(reader, name),
        "unknown name '%s' in '%s(..)': what stands there is a number, an "
        "agent, or a value that was declared, as in 'set s = {%s}'",
        dx_read_text(reader, name), dx_read_text(reader, family),
        dx_read_text(reader, name));
}

// Is `text` the name of an agent?
static bool is_agent(dx_reader *reader, const char *text)
{
    dx_name name = dx_names_add(dx_formulas_names(reader->store), text);
    return dx_read_symbol(reader, name)->roles & DX_ROLE_AGENT;
}

static bool is_atom(dx_reader *reader, const char *text)
{
    dx_name name = dx_names_add(dx_formulas_names(reader->store), text);
    return dx_read_symbol(reader, name)->roles & DX_ROLE_VARIABLE;
}

// K_a p, Ka p, Kp, K a p, K(a, p): how what was meant is written here.
static bool is_habit(dx_reader *reader, dx_formula f, dx_text *out)
{
    const char *text = dx_read_text(reader, dx_formula_name(reader->store, f));
    const char *rest, *op = dx_habit_operator(text, &rest);
    if (op == NULL)
        return false;
    dx_formula first = dx_formula_count(reader->store, f) > 1
                           ? dx_formula_operand(reader->store, f, 1)
                           : DX_FORMULA_NONE;
    if (*rest == '\0' && first != DX_FORMULA_NONE &&
        dx_formula_kind(reader->store, first) == DX_APPLY)
        rest = dx_formula_text(reader->store, first);
    if ((*rest == '\0' || is_atom(reader, rest)) &&
        reader->document->agents.count > 0)
        rest = dx_read_text(reader, reader->document->agents.at[0]);
    if (!is_agent(reader, rest))
        return false;
    dx_habit_print(op, rest, out);
    return true;
}

static dx_status unknown(dx_reader *reader, dx_formula f)
{
    dx_name name = dx_formula_name(reader->store, f);
    const char *text = dx_read_text(reader, name);
    dx_file_place place = dx_read_place_of(reader, name);
    unsigned roles = dx_read_symbol(reader, name)->roles;
    if (roles & (DX_ROLE_SET | DX_ROLE_EVENTS))
        return dx_read_fail(reader, place, "'%s' is %s and cannot stand here",
                            text,
                            roles & DX_ROLE_SET ? "a set" : "an event model");
    if (roles & (DX_ROLE_AGENT | DX_ROLE_THING | DX_ROLE_CONSTANT))
        return dx_read_fail(reader, place, "'%s' takes no arguments", text);
    dx_text habit = {0};
    if (is_habit(reader, f, &habit)) {
        dx_status status = dx_read_fail(reader, place,
                                        "unknown atom '%s': agents stand in "
                                        "square brackets, %s",
                                        text, dx_text_string(&habit));
        dx_text_release(&habit);
        return status;
    }
    if (dx_habit_word(text) != NULL)
        return dx_read_fail(reader, place, "unknown atom '%s': %s", text,
                            dx_habit_word(text));
    if (dx_document_is_listed(reader->document) && reader->worlds_declare)
        return unlisted(reader, f);
    if (dx_formula_count(reader->store, f) > 1)
        return unknown_family(reader, f);
    return dx_read_fail(reader, place,
                        "unknown atom '%s': declare it before, as in 'vars %s: "
                        "bool', or with 'let %s = ...'",
                        text, text, text);
}

static dx_status expand_apply(dx_reader *reader, dx_formula f, dx_formula *out)
{
    dx_name name = dx_formula_name(reader->store, f);
    size_t count = dx_formula_count(reader->store, f) - 1;
    *out = f;
    if (count == 0 && is_bound(reader, name))
        return DX_OK;
    uint32_t operands[ARGUMENTS_MAX + 1] = {name};
    if (count > ARGUMENTS_MAX)
        return dx_read_limit(reader, dx_read_place_of(reader, name),
                             "'%s' has %zu arguments; %d is the most",
                             dx_read_text(reader, name), count, ARGUMENTS_MAX);
    unsigned roles = dx_read_symbol(reader, name)->roles;
    bool is_distinct =
        roles == 0 && strcmp(dx_read_text(reader, name), "distinct") == 0;
    if (roles == 0 && !is_distinct)
        return unknown(reader, f);
    for (size_t i = 1; i <= count; i++) {
        dx_formula old = dx_formula_operand(reader->store, f, i);
        if (roles & DX_ROLE_VARIABLE && is_unknown(reader, old))
            return unknown_member(reader, name, old);
        dx_status status = expand(reader, old, &operands[i]);
        if (status != DX_OK)
            return status;
    }
    dx_formula made =
        dx_formula_make(reader->store, DX_APPLY, count + 1, operands);
    if (roles & DX_ROLE_DEFINITION)
        return put_in_definition(reader, made, count, operands + 1, out);
    if (roles & DX_ROLE_VARIABLE)
        return *out = made, check_variable(reader, name, made);
    if (is_distinct)
        return keep(reader, all_distinct(reader->store, count, operands + 1),
                    out);
    if (roles & DX_ROLE_CONSTANT && count == 0)
        return *out = dx_read_symbol(reader, name)->constant, DX_OK;
    if (roles & (DX_ROLE_AGENT | DX_ROLE_THING) && count == 0)
        return DX_OK;
    return unknown(reader, f);
}

static dx_status expand_agent(dx_reader *reader, dx_formula f, dx_formula *out)
{
    *out = f;
    dx_kind kind = dx_formula_kind(reader->store, f);
    if (kind != DX_APPLY || dx_formula_count(reader->store, f) != 1)
        return dx_read_fail(reader,
                            (dx_file_place){reader->file,
                                            reader->start.token.line,
                                            reader->start.token.column},
                            "an agent is a name");
    dx_name name = dx_formula_name(reader->store, f);
    dx_symbol *symbol = dx_read_symbol(reader, name);
    if (is_bound(reader, name) || symbol->roles & DX_ROLE_AGENT)
        return DX_OK;
    if (symbol->roles & DX_ROLE_CONSTANT)
        return *out = symbol->constant, DX_OK;
    if (symbol->roles & DX_ROLE_SET)
        return dx_read_fail(reader, dx_read_place_of(reader, name),
                            "'%s' is a set, and here stands one agent; E, C "
                            "and D take sets",
                            dx_read_text(reader, name));
    return dx_read_fail(reader, dx_read_place_of(reader, name),
                        "unknown agent '%s': declare it with 'agents'",
                        dx_read_text(reader, name));
}

typedef DX_VECTOR(uint32_t) operand_list;

// Does the name stand for a set, and neither for an agent nor a variable?
static bool is_agent_set(dx_reader *reader, dx_formula f)
{
    if (dx_formula_kind(reader->store, f) != DX_APPLY ||
        dx_formula_count(reader->store, f) != 1)
        return false;
    dx_name name = dx_formula_name(reader->store, f);
    unsigned roles = dx_read_symbol(reader, name)->roles;
    return !is_bound(reader, name) && roles & DX_ROLE_SET &&
           !(roles & DX_ROLE_AGENT);
}

static dx_status expand_set(dx_reader *reader, dx_name name, operand_list *out)
{
    const dx_value_domain *domain =
        &reader->document->domains.at[dx_read_symbol(reader, name)->domain];
    for (size_t i = 0; i < domain->count; i++) {
        dx_formula member;
        dx_name text = DX_NAME_NONE;
        if (domain->member != NULL &&
            dx_formula_kind(reader->store, domain->member[i]) == DX_APPLY)
            text = dx_formula_name(reader->store, domain->member[i]);
        char number[24];
        snprintf(number, sizeof number, "%d", (int)domain->value[i]);
        if (text == DX_NAME_NONE)
            text = dx_names_add(dx_formulas_names(reader->store), number);
        member = dx_formula_make(reader->store, DX_APPLY, 1, &text);
        if (!(dx_read_symbol(reader, text)->roles & DX_ROLE_AGENT))
            return dx_read_fail(reader, dx_read_place_of(reader, name),
                                "'%s' of the set '%s' is no agent",
                                dx_read_text(reader, text),
                                dx_read_text(reader, name));
        dx_vector_push(out, member);
    }
    return DX_OK;
}

// The agent that is left out of a group.  A variable that is called like an
// agent would be taken for it.
static dx_status expand_excluded(dx_reader *reader, dx_formula f,
                                 operand_list *out)
{
    dx_formula one = dx_formula_operand(reader->store, f, 1);
    dx_formula without = dx_formula_operand(reader->store, f, 0);
    if (is_agent_set(reader, one)) {
        size_t first = out->count;
        dx_status status =
            expand_set(reader, dx_formula_name(reader->store, one), out);
        for (size_t i = first; i < out->count; i++)
            out->at[i] = dx_formula_make(reader->store, DX_APPLY, 2,
                                         (uint32_t[]){without, out->at[i]});
        return status;
    }
    dx_status status = expand_agent(reader, one, &one);
    if (status != DX_OK)
        return status;
    dx_name name = dx_formula_kind(reader->store, one) == DX_APPLY
                       ? dx_formula_name(reader->store, one)
                       : DX_NAME_NONE;
    if (name != DX_NAME_NONE && is_bound(reader, name) &&
        dx_read_symbol(reader, name)->roles & DX_ROLE_AGENT)
        return dx_read_fail(reader, dx_read_place_of(reader, name),
                            "the variable '%s' is called like an agent: give "
                            "it another name",
                            dx_read_text(reader, name));
    uint32_t operands[] = {without, one};
    dx_vector_push(out, dx_formula_make(reader->store, DX_APPLY, 2, operands));
    return DX_OK;
}

// One entry of a group: an agent, a set of them, or one that is left out.
static dx_status expand_member(dx_reader *reader, dx_formula f,
                               operand_list *out)
{
    bool is_name = dx_formula_kind(reader->store, f) == DX_APPLY;
    size_t count = dx_formula_count(reader->store, f);
    dx_name name = is_name ? dx_formula_name(reader->store, f) : DX_NAME_NONE;
    if (is_name && count == 2 &&
        strcmp(dx_read_text(reader, name), DX_WITHOUT) == 0)
        return expand_excluded(reader, f, out);
    if (is_agent_set(reader, f))
        return expand_set(reader, name, out);
    dx_formula agent;
    dx_status status = expand_agent(reader, f, &agent);
    dx_vector_push(out, agent);
    return status;
}

// Was somebody left out of a group who was not in it, or everybody?
static dx_status check_group(dx_reader *reader, dx_formula f)
{
    const dx_formulas *store = reader->store;
    const char *letters = dx_kind_operands(dx_formula_kind(store, f));
    size_t first = strcspn(letters, "*+") - 1;
    for (size_t i = first; i < dx_formula_count(store, f); i++) {
        dx_formula agent = dx_formula_operand(store, f, i);
        if (dx_formula_count(store, agent) != 2)
            continue;
        dx_formula gone = dx_formula_operand(store, agent, 1);
        if (is_ground(reader, gone))
            return dx_read_fail(
                reader, dx_read_place_of(reader, dx_formula_name(store, gone)),
                "'%s' is not in the group, or nobody is left in it",
                dx_formula_text(store, gone));
    }
    return DX_OK;
}

dx_formula dx_domain_node(dx_reader *reader, const dx_value_domain *domain)
{
    dx_formulas *store = reader->store;
    bool is_range = domain->count > 2;
    for (size_t i = 0; i < domain->count && is_range; i++)
        is_range = dx_formula_kind(store, domain->member[i]) == DX_NUMBER &&
                   domain->value[i] == domain->value[0] + (int64_t)i;
    if (is_range)
        return dx_formula_binary(store, DX_RANGE, domain->member[0],
                                 domain->member[domain->count - 1]);
    return dx_formula_make(store, DX_SET, domain->count, domain->member);
}

static dx_status resolve_domain(dx_reader *reader, dx_formula raw,
                                dx_formula *out)
{
    if (dx_formula_kind(reader->store, raw) != DX_APPLY)
        return expand(reader, raw, out);
    dx_name name = dx_formula_name(reader->store, raw);
    dx_symbol *symbol = dx_read_symbol(reader, name);
    if (!(symbol->roles & DX_ROLE_SET))
        return dx_read_fail(reader, dx_read_place_of(reader, name),
                            "unknown set '%s': declare it with 'set %s = ...'",
                            dx_read_text(reader, name),
                            dx_read_text(reader, name));
    return keep(
        reader,
        dx_domain_node(reader, &reader->document->domains.at[symbol->domain]),
        out);
}

// Has the name an index that a quantifier around it chooses, as e(i)?
static bool has_bound_index(dx_reader *reader, dx_name name)
{
    dx_formula any = dx_formula_true(reader->store);
    for (size_t i = 0; i < reader->bound.count; i++)
        if (dx_formula_reindexed(reader->store, name, reader->bound.at[i],
                                 any) != name)
            return true;
    return false;
}

// Which event [M,e(i)] is shows when the quantifier is written out.
static dx_status check_event(dx_reader *reader, dx_formula f)
{
    dx_name model = dx_formula_operand(reader->store, f, 0);
    dx_name event = dx_formula_operand(reader->store, f, 1);
    if (has_bound_index(reader, model) || has_bound_index(reader, event))
        return DX_OK;
    const dx_event_model *events = dx_event_library_find(
        reader->document->events, dx_read_text(reader, model));
    if (events == NULL)
        return dx_read_fail(reader, dx_read_place_of(reader, model),
                            "unknown event model '%s'",
                            dx_read_text(reader, model));
    if (dx_event_model_find(events, dx_read_text(reader, event)) ==
        DX_NOT_FOUND)
        return dx_read_fail(reader, dx_read_place_of(reader, event),
                            "event model '%s' has no event '%s'",
                            dx_read_text(reader, model),
                            dx_read_text(reader, event));
    return DX_OK;
}

static dx_status expand_operand(dx_reader *reader, dx_formula f, size_t i,
                                uint32_t *out)
{
    const char *letters = dx_kind_operands(dx_formula_kind(reader->store, f));
    size_t length = strcspn(letters, "*+");
    char letter = letters[i < length ? i : length - 1];
    *out = dx_formula_operand(reader->store, f, i);
    if (letter == 'a')
        return expand_agent(reader, *out, out);
    if (letter == 'd')
        return resolve_domain(reader, *out, out);
    if (letter == 'x' || letter == 'n')
        return DX_OK;
    return expand(reader, *out, out);
}

static dx_status expand(dx_reader *reader, dx_formula f, dx_formula *out)
{
    dx_kind kind = dx_formula_kind(reader->store, f);
    *out = f;
    if (kind == DX_NUMBER || kind == DX_TRUE || kind == DX_FALSE)
        return DX_OK;
    if (kind == DX_APPLY)
        return expand_apply(reader, f, out);
    dx_status status = DX_OK;
    if (dx_kind_family(kind) == DX_FAMILY_EVENT)
        status = check_event(reader, f);
    size_t count = dx_formula_count(reader->store, f);
    const char *letters = dx_kind_operands(kind);
    size_t last = strcspn(letters, "*+") - 1;
    bool has_group = letters[last + 1] != '\0' && letters[last] == 'a';
    operand_list operands = {0};
    for (size_t i = 0; i < count && status == DX_OK; i++) {
        bool binds = dx_kind_binds(kind) && i == 2;
        if (binds)
            dx_vector_push(&reader->bound, operands.at[0]);
        if (has_group && i >= last) {
            status = expand_member(
                reader, dx_formula_operand(reader->store, f, i), &operands);
        } else {
            uint32_t one;
            status = expand_operand(reader, f, i, &one);
            dx_vector_push(&operands, one);
        }
        if (binds)
            reader->bound.count--;
    }
    if (status == DX_OK)
        status = keep(
            reader,
            dx_formula_make(reader->store, kind, operands.count, operands.at),
            out);
    if (status == DX_OK && has_group)
        status = check_group(reader, *out);
    dx_vector_release(&operands);
    return status;
}

typedef struct expansion {
    dx_status (*how)(dx_reader *reader, dx_formula raw, dx_formula *out);
    dx_reader *reader;
    dx_formula raw, *out;
    dx_status status;
} expansion;

static void expand_there(void *data)
{
    expansion *e = data;
    e->status = e->how(e->reader, e->raw, e->out);
}

static dx_status run_deep(expansion e)
{
    dx_run_deep(dx_formula_depth(e.reader->store, e.raw), expand_there, &e);
    return e.status;
}

dx_status dx_expand(dx_reader *reader, dx_formula raw, dx_formula *out)
{
    return run_deep((expansion){expand, reader, raw, out, DX_OK});
}
