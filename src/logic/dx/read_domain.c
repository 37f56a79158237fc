// Domains, `for ... if ...`, and who a line is about.
//
// A domain is a flat list of values: numbers ascending, names as written.
// Names that are new become values where the rules of the place allow it,
// numbered through the whole document.  `for` runs through all choices, last
// variable fastest, with the condition decided for each before anything is
// written out; all of a file together may write DX_EACH_MAX lines.

#include "logic/dx/compile.h"
#include "logic/dx/read.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EACH_NAMES_MAX = 64 }; // of one `for`

dx_status dx_read_constant(dx_reader *reader, dx_formula term,
                           dx_file_place place, dx_fraction *out)
{
    dx_code code;
    dx_status status =
        dx_compile(reader->document, term, place, &code, reader->error);
    if (status != DX_OK)
        return status;
    if (code.variable_end == 0)
        *out = dx_fraction_of(dx_code_run(&code, NULL), code.over);
    else
        status = dx_read_fail(reader, place,
                              "a fixed value is expected here, without "
                              "variables of the model");
    dx_code_release(&code);
    return status;
}

size_t dx_read_truth_domain(dx_reader *reader)
{
    dx_document *document = reader->document;
    for (size_t i = 0; i < document->domains.count; i++)
        if (document->domains.at[i].sort == DX_SORT_TRUTH)
            return i;
    dx_value_domain domain = {.sort = DX_SORT_TRUTH,
                              .count = 2,
                              .value = dx_alloc(2, sizeof(int32_t)),
                              .name = DX_NAME_NONE};
    domain.value[1] = 1;
    dx_vector_push(&document->domains, domain);
    return document->domains.count - 1;
}

// Gives `name` its number as a value, unless it has one.
static dx_status make_thing(dx_reader *reader, dx_name name,
                            dx_file_place place)
{
    dx_symbol *symbol = dx_read_symbol(reader, name);
    if (symbol->roles & DX_ROLE_THING)
        return DX_OK;
    dx_status status = dx_read_declare(reader, name, DX_ROLE_THING, place);
    if (status != DX_OK)
        return status;
    dx_document_add_thing(reader->document, name);
    return DX_OK;
}

typedef struct member_list {
    dx_value_sort sort;
    DX_VECTOR(int32_t) values;
    DX_VECTOR(dx_formula) members;
} member_list;

static void release_members(member_list *list)
{
    dx_vector_release(&list->values);
    dx_vector_release(&list->members);
}

static dx_status add_number(dx_reader *reader, member_list *list,
                            dx_fraction value, dx_file_place place)
{
    if (value.over != 1 || value.top > INT32_MAX || value.top < INT32_MIN)
        return dx_read_fail(reader, place,
                            "a value is a whole number below 2^31, or a name");
    list->sort = DX_SORT_NUMBER;
    dx_vector_push(&list->values, (int32_t)value.top);
    dx_vector_push(&list->members, dx_formula_number(reader->store, value));
    return DX_OK;
}

static dx_status add_name(dx_reader *reader, member_list *list, dx_name name,
                          dx_domain_rules rules)
{
    dx_file_place place = dx_read_place_of(reader, name);
    dx_symbol *symbol = dx_read_symbol(reader, name);
    bool known = (symbol->roles & (DX_ROLE_AGENT | DX_ROLE_THING)) != 0;
    if (!known && !rules.declares)
        return dx_read_fail(reader, place, "unknown value or set '%s'",
                            dx_read_text(reader, name));
    dx_status status = make_thing(reader, name, place);
    if (status != DX_OK)
        return status;
    list->sort = DX_SORT_NAME;
    dx_vector_push(&list->values,
                   (int32_t)dx_document_find_thing(reader->document, name));
    dx_vector_push(&list->members,
                   dx_formula_make(reader->store, DX_APPLY, 1, &name));
    return DX_OK;
}

// One member: a name that is a value, or a term that is a number.
static dx_status add_member(dx_reader *reader, member_list *list,
                            dx_formula raw, dx_domain_rules rules)
{
    dx_file_place place = {reader->file, reader->start.token.line,
                           reader->start.token.column};
    bool is_name = dx_formula_kind(reader->store, raw) == DX_APPLY &&
                   dx_formula_count(reader->store, raw) == 1;
    if (is_name) {
        dx_name name = dx_formula_name(reader->store, raw);
        if (!(dx_read_symbol(reader, name)->roles & DX_ROLE_CONSTANT))
            return add_name(reader, list, name, rules);
    }
    dx_formula term;
    dx_fraction value = {0};
    dx_status status = dx_expand(reader, raw, &term);
    if (status == DX_OK)
        status = dx_read_constant(reader, term, place, &value);
    return status == DX_OK ? add_number(reader, list, value, place) : status;
}

static int compare_values(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static dx_status check_members(dx_reader *reader, const member_list *list,
                               dx_file_place place)
{
    if (list->values.count == 0)
        return dx_read_fail(reader, place, "this domain is empty");
    for (size_t i = 0; i < list->members.count; i++)
        if ((dx_formula_kind(reader->store, list->members.at[i]) ==
             DX_NUMBER) != (list->sort == DX_SORT_NUMBER))
            return dx_read_fail(reader, place,
                                "this domain mixes numbers and names");
    int32_t *sorted =
        dx_copy(list->values.at, list->values.count * sizeof *sorted);
    qsort(sorted, list->values.count, sizeof *sorted, compare_values);
    bool twice = false;
    for (size_t i = 1; i < list->values.count; i++)
        twice = twice || sorted[i] == sorted[i - 1];
    dx_free(sorted);
    return twice ? dx_read_fail(reader, place,
                                "this domain has the same value twice")
                 : DX_OK;
}

// Adds a domain to the document; it takes the list over.
static size_t add_domain(dx_reader *reader, member_list *list)
{
    dx_document *document = reader->document;
    char made_up[40];
    snprintf(made_up, sizeof made_up, "$domain%zu", document->domains.count);
    dx_value_domain domain = {
        .sort = list->sort,
        .count = list->values.count,
        .value = list->values.at,
        .member = list->members.at,
        .name = dx_names_add(dx_formulas_names(reader->store), made_up)};
    dx_vector_push(&document->domains, domain);
    *list = (member_list){0};
    return document->domains.count - 1;
}

static dx_status read_braces(dx_reader *reader, dx_domain_rules rules,
                             member_list *list)
{
    do {
        dx_formula raw;
        dx_status status = dx_read_raw_term(reader, &raw);
        if (status == DX_OK)
            status = add_member(reader, list, raw, rules);
        if (status != DX_OK)
            return status;
    } while (dx_lexer_take(&reader->lexer, ","));
    return dx_read_sign(reader, "}");
}

// `low` has been read; `..` and the high end follow.
static dx_status read_range(dx_reader *reader, dx_formula raw_low,
                            dx_file_place place, member_list *list)
{
    dx_formula term;
    dx_fraction low = {0}, high = {0};
    dx_status status = dx_expand(reader, raw_low, &term);
    if (status == DX_OK)
        status = dx_read_constant(reader, term, place, &low);
    if (status == DX_OK)
        status = dx_read_number(reader, &high);
    if (status != DX_OK)
        return status;
    if (low.over != 1 || high.over != 1)
        return dx_read_fail(reader, place, "a range goes over whole numbers");
    if (dx_fraction_compare(low, high) > 0)
        return dx_read_fail(reader, place, "this range is empty");
    uint64_t count = (uint64_t)high.top - (uint64_t)low.top + 1;
    if (count > DX_DOMAIN_VALUES_MAX || count == 0)
        return dx_read_limit(
            reader, place, "this domain has %" PRIu64 " values; %d is the most",
            count, DX_DOMAIN_VALUES_MAX);
    for (int64_t n = low.top; n <= high.top && status == DX_OK; n++)
        status = add_number(reader, list, dx_fraction_int(n), place);
    return status;
}

// A term that stands alone: a set, `bool`, or a single member.
static dx_status read_single(dx_reader *reader, dx_formula raw,
                             dx_domain_rules rules, member_list *list,
                             size_t *out_domain)
{
    if (dx_formula_kind(reader->store, raw) == DX_APPLY) {
        dx_name name = dx_formula_name(reader->store, raw);
        dx_symbol *symbol = dx_read_symbol(reader, name);
        if (symbol->roles & DX_ROLE_SET)
            return *out_domain = symbol->domain, DX_OK;
        if (strcmp(dx_read_text(reader, name), "bool") == 0)
            return *out_domain = dx_read_truth_domain(reader), DX_OK;
        if (!rules.single)
            return dx_read_fail(
                reader, dx_read_place_of(reader, name),
                "unknown set '%s'; expected a domain: bool, 1..6, {red, "
                "green}, or the name of a set",
                dx_read_text(reader, name));
    }
    if (!rules.single)
        return dx_read_expected(reader, "'..' and the end of the range");
    return add_member(reader, list, raw, rules);
}

dx_status dx_read_domain(dx_reader *reader, dx_domain_rules rules,
                         size_t *out_domain)
{
    dx_file_place place = dx_read_here(reader);
    member_list list = {0};
    dx_status status;
    *out_domain = DX_NOT_FOUND;
    if (dx_lexer_take(&reader->lexer, "{")) {
        status = read_braces(reader, rules, &list);
    } else {
        dx_formula raw;
        status = dx_read_raw_term(reader, &raw);
        if (status == DX_OK && dx_lexer_take(&reader->lexer, ".."))
            status = read_range(reader, raw, place, &list);
        else if (status == DX_OK)
            status = read_single(reader, raw, rules, &list, out_domain);
    }
    if (status == DX_OK && *out_domain == DX_NOT_FOUND)
        status = check_members(reader, &list, place);
    if (status == DX_OK && *out_domain == DX_NOT_FOUND)
        *out_domain = add_domain(reader, &list);
    release_members(&list);
    return status;
}

dx_status dx_read_each(dx_reader *reader, dx_each *each)
{
    *each =
        (dx_each){.place = dx_read_here(reader), .condition = DX_FORMULA_NONE};
    while (dx_lexer_take(&reader->lexer, "for")) {
        size_t domain, first = each->names.count;
        dx_status status;
        do {
            dx_name name;
            status = dx_read_new_name(reader, "a variable", &name);
            if (status == DX_OK)
                dx_vector_push(&each->names, name);
        } while (status == DX_OK && dx_lexer_take(&reader->lexer, ","));
        if (status == DX_OK)
            status = dx_read_sign(reader, "in");
        dx_file_place place = dx_read_here(reader);
        if (status == DX_OK)
            status = dx_read_domain(reader, (dx_domain_rules){0}, &domain);
        if (status == DX_OK &&
            reader->document->domains.at[domain].sort == DX_SORT_TRUTH)
            status = dx_read_fail(reader, place, "expected a set or a range");
        if (status != DX_OK)
            return status;
        while (first++ < each->names.count)
            dx_vector_push(&each->domains, domain);
    }
    if (each->names.count == 0 || !dx_lexer_take(&reader->lexer, "if"))
        return DX_OK;
    each->condition_start = reader->lexer;
    return dx_read_raw_formula(reader, &each->condition);
}

void dx_each_release(dx_each *each)
{
    dx_vector_release(&each->names);
    dx_vector_release(&each->domains);
}

// Does the choice pass the `if`?
static dx_status passes(dx_reader *reader, const dx_each *each,
                        dx_substitution choice, bool *out)
{
    *out = true;
    if (each->condition == DX_FORMULA_NONE)
        return DX_OK;
    dx_lexer start = reader->start;
    reader->start = each->condition_start;
    dx_file_place place = {reader->file, reader->start.token.line,
                           reader->start.token.column};
    dx_formula condition =
        dx_substitute(reader->store, each->condition, choice);
    dx_fraction value = {0};
    dx_status status = dx_expand(reader, condition, &condition);
    if (status == DX_OK)
        status = dx_read_constant(reader, condition, place, &value);
    *out = value.top != 0;
    reader->start = start;
    return status;
}

static dx_status run_each(dx_reader *reader, const dx_each *each, size_t level,
                          dx_substitution choice, dx_each_visit *visit,
                          void *context)
{
    if (level == each->names.count) {
        bool pass;
        dx_status status = passes(reader, each, choice, &pass);
        return status == DX_OK && pass ? visit(reader, context, choice)
                                       : status;
    }
    size_t at = choice.count;
    dx_formula *terms = (dx_formula *)choice.terms;
    size_t domain = each->domains.at[level];
    dx_status status = DX_OK;
    for (size_t i = 0;
         status == DX_OK && i < reader->document->domains.at[domain].count;
         i++) {
        ((dx_name *)choice.names)[at] = each->names.at[level];
        terms[at] = reader->document->domains.at[domain].member[i];
        status = run_each(reader, each, level + 1,
                          (dx_substitution){at + 1, choice.names, terms}, visit,
                          context);
    }
    return status;
}

size_t dx_each_count(const dx_reader *reader, const dx_each *each)
{
    size_t count = 1;
    for (size_t i = 0; i < each->domains.count && count <= DX_EACH_MAX; i++)
        count *= reader->document->domains.at[each->domains.at[i]].count;
    return count;
}

dx_status dx_each_run(dx_reader *reader, const dx_each *each,
                      dx_substitution outer, dx_each_visit *visit,
                      void *context)
{
    if (each->names.count > EACH_NAMES_MAX)
        return dx_read_limit(reader, each->place,
                             "'for' goes through %zu names at once; %d is the "
                             "most",
                             each->names.count, EACH_NAMES_MAX);
    reader->steps += dx_each_count(reader, each);
    if (reader->steps > DX_EACH_MAX)
        return dx_read_limit(reader, each->place,
                             "this file writes out more than %d lines by "
                             "'for'",
                             DX_EACH_MAX);
    size_t room = outer.count + each->names.count;
    dx_name *names = dx_alloc(room, sizeof *names);
    dx_formula *terms = dx_alloc(room, sizeof *terms);
    for (size_t i = 0; i < outer.count; i++) {
        names[i] = outer.names[i];
        terms[i] = outer.terms[i];
    }
    dx_status status =
        run_each(reader, each, 0, (dx_substitution){outer.count, names, terms},
                 visit, context);
    dx_free(names);
    dx_free(terms);
    return status;
}

static dx_status add_agent_named(dx_reader *reader, dx_subject *subject,
                                 dx_formula member, dx_file_place place)
{
    // K[1] and 1: the agent's name is the digits.
    dx_formula as_agent = dx_formula_operand(
        reader->store, dx_formula_unary(reader->store, DX_STEP, member), 0);
    dx_name name = dx_formula_name(reader->store, as_agent);
    size_t agent = dx_document_find_agent(reader->document, name);
    if (agent == DX_NOT_FOUND)
        return dx_read_fail(reader, place,
                            "unknown agent '%s': declare it with 'agents'",
                            dx_read_text(reader, name));
    dx_vector_push(&subject->agents, agent);
    dx_vector_push(&subject->members, member);
    return DX_OK;
}

// The term that a name stands for where agents are numbers or names.
static dx_formula member_named(dx_reader *reader, dx_name name)
{
    dx_fraction number;
    for (size_t i = 0; reader->choice != NULL && i < reader->choice->count; i++)
        if (reader->choice->names[i] == name)
            return reader->choice->terms[i];
    if (dx_fraction_parse(dx_read_text(reader, name), &number) == DX_OK &&
        number.over == 1)
        return dx_formula_number(reader->store, number);
    return dx_formula_make(reader->store, DX_APPLY, 1, &name);
}

// One part of a subject: an agent, a set of agents, a range.
static dx_status read_subject_part(dx_reader *reader, dx_subject *subject)
{
    dx_file_place place = dx_read_here(reader);
    size_t domain = 0;
    dx_status status = DX_OK;
    dx_lexer ahead = reader->lexer;
    dx_lexer_step(&ahead);
    if (dx_read_at_name(reader) && !dx_lexer_is(&ahead, "..")) {
        dx_name name;
        status = dx_read_name(reader, "an agent", &name);
        if (status != DX_OK)
            return status;
        if (!(dx_read_symbol(reader, name)->roles & DX_ROLE_SET))
            return add_agent_named(reader, subject, member_named(reader, name),
                                   place);
        domain = dx_read_symbol(reader, name)->domain;
    } else {
        status = dx_read_domain(reader, (dx_domain_rules){0}, &domain);
    }
    if (status == DX_OK &&
        reader->document->domains.at[domain].sort == DX_SORT_TRUTH)
        return dx_read_fail(reader, place, "expected agents");
    for (size_t i = 0;
         status == DX_OK && i < reader->document->domains.at[domain].count; i++)
        status = add_agent_named(reader, subject,
                                 reader->document->domains.at[domain].member[i],
                                 place);
    return status;
}

// `i in agents if f`: those for whom f is so.
static dx_status filter_subject(dx_reader *reader, dx_subject *subject)
{
    dx_each each = {.condition_start = reader->lexer};
    dx_status status = dx_read_raw_formula(reader, &each.condition);
    size_t kept = 0;
    for (size_t i = 0; i < subject->agents.count && status == DX_OK; i++) {
        bool pass = false;
        dx_substitution choice = {1, &subject->variable,
                                  &subject->members.at[i]};
        status = passes(reader, &each, choice, &pass);
        if (!pass)
            continue;
        subject->agents.at[kept] = subject->agents.at[i];
        subject->members.at[kept++] = subject->members.at[i];
    }
    subject->agents.count = subject->members.count = kept;
    return status;
}

dx_status dx_read_subject(dx_reader *reader, dx_subject *subject)
{
    *subject = (dx_subject){.variable = DX_NAME_NONE};
    dx_lexer ahead = reader->lexer;
    dx_lexer_step(&ahead);
    if (dx_lexer_is(&ahead, "in")) {
        dx_status status =
            dx_read_new_name(reader, "a variable", &subject->variable);
        if (status != DX_OK)
            return status;
        dx_lexer_step(&reader->lexer);
    }
    do {
        dx_status status = read_subject_part(reader, subject);
        if (status != DX_OK)
            return status;
    } while (dx_lexer_take(&reader->lexer, ","));
    if (subject->variable == DX_NAME_NONE ||
        !dx_lexer_take(&reader->lexer, "if"))
        return DX_OK;
    return filter_subject(reader, subject);
}

void dx_subject_release(dx_subject *subject)
{
    dx_vector_release(&subject->agents);
    dx_vector_release(&subject->members);
}
