// Listed models: worlds, links between them, frames, the actual world.
//
// In a file without `vars` the worlds bring their atoms: the first line that
// names one declares it, false wherever it is not named.

#include "logic/dx/read.h"

#include "base/memory.h"
#include "base/text.h"
#include "logic/formula/print.h"

dx_status dx_read_declare_atom(dx_reader *reader, dx_formula atom,
                               dx_file_place place)
{
    dx_name name = dx_formula_name(reader->store, atom);
    size_t arity = dx_formula_count(reader->store, atom) - 1;
    dx_symbol *symbol = dx_read_symbol(reader, name);
    dx_status status = DX_OK;
    if (!(symbol->roles & DX_ROLE_VARIABLE)) {
        status = dx_read_declare(reader, name, DX_ROLE_VARIABLE, place);
        dx_read_symbol(reader, name)->arity = arity;
    } else if (symbol->arity != arity) {
        status = dx_read_fail(reader, place,
                              "'%s' had %zu argument%s before, now %zu",
                              dx_read_text(reader, name), symbol->arity,
                              dx_plural(symbol->arity), arity);
    }
    for (size_t i = 1; i <= arity && status == DX_OK; i++) {
        dx_formula argument = dx_formula_operand(reader->store, atom, i);
        dx_kind kind = dx_formula_kind(reader->store, argument);
        if (kind == DX_NUMBER)
            continue;
        if (kind != DX_APPLY || dx_formula_count(reader->store, argument) != 1)
            return dx_read_fail(reader, place,
                                "the arguments of an atom are names or "
                                "numbers");
        dx_name thing = dx_formula_name(reader->store, argument);
        if (dx_read_symbol(reader, thing)->roles &
            (DX_ROLE_THING | DX_ROLE_AGENT))
            continue;
        status = dx_read_declare(reader, thing, DX_ROLE_THING, place);
        if (status == DX_OK)
            dx_document_add_thing(reader->document, thing);
    }
    if (status != DX_OK)
        return status;
    return dx_read_add_variable(reader, atom, dx_read_truth_domain(reader),
                                place);
}

// The variable of an atom or term in a world line.
static dx_status find_target(dx_reader *reader, dx_formula raw,
                             dx_file_place place, size_t *out)
{
    *out = dx_document_find_variable(reader->document, raw);
    if (*out != DX_NOT_FOUND)
        return DX_OK;
    dx_status status = DX_OK;
    dx_formula term = raw;
    if (dx_formula_kind(reader->store, raw) != DX_APPLY)
        return dx_read_fail(reader, place,
                            "expected a fact: p, ~p, or x = value");
    if (reader->worlds_declare)
        status = dx_read_declare_atom(reader, raw, place);
    else
        status = dx_expand(reader, raw, &term);
    if (status != DX_OK)
        return status;
    *out = dx_document_find_variable(reader->document, term);
    if (*out == DX_NOT_FOUND)
        return dx_read_fail(reader, place,
                            "expected a variable that 'vars' declares");
    return DX_OK;
}

static dx_status read_value(dx_reader *reader, size_t variable, int32_t *out)
{
    dx_file_place place = dx_read_here(reader);
    dx_fraction value;
    dx_status status = dx_read_number(reader, &value);
    if (status != DX_OK)
        return status;
    const dx_document *document = reader->document;
    const dx_value_domain *domain =
        &document->domains.at[document->variables.at[variable].domain];
    for (size_t i = 0; i < domain->count; i++)
        if (domain->value[i] == value.top && value.over == 1) {
            *out = domain->value[i];
            return DX_OK;
        }
    return dx_read_fail(reader, place, "this value is not in the domain");
}

static dx_status read_fact(dx_reader *reader, dx_listed_world *world)
{
    dx_file_place place = dx_read_here(reader);
    bool negated = dx_lexer_take(&reader->lexer, "~");
    dx_formula raw;
    dx_fact fact = {0, !negated};
    dx_status status = DX_OK;
    if (reader->worlds_declare)
        status = dx_read_check_word(reader, "the name of a fact");
    if (status == DX_OK)
        status = dx_read_raw_term(reader, &raw);
    if (status == DX_OK)
        status = find_target(reader, raw, place, &fact.variable);
    if (status != DX_OK)
        return status;
    const dx_document *document = reader->document;
    size_t domain = document->variables.at[fact.variable].domain;
    bool is_truth = document->domains.at[domain].sort == DX_SORT_TRUTH;
    if (is_truth && dx_lexer_is(&reader->lexer, "="))
        return dx_read_fail(reader, place,
                            "a proposition is written p or ~p, without '='");
    if (!is_truth && negated)
        return dx_read_fail(reader, place, "only a proposition can be negated");
    if (!is_truth) {
        status = dx_read_sign(reader, "=");
        if (status == DX_OK)
            status = read_value(reader, fact.variable, &fact.value);
    }
    for (size_t i = 0; i < world->facts.count && status == DX_OK; i++)
        if (world->facts.at[i].variable == fact.variable)
            status =
                dx_read_fail(reader, place, "this world has that fact already");
    if (status == DX_OK)
        dx_vector_push(&world->facts, fact);
    return status;
}

dx_status dx_read_world(dx_reader *reader)
{
    dx_document *document = reader->document;
    dx_listed_world world = {.place = dx_read_here(reader)};
    if (document->worlds.count == 0)
        reader->worlds_declare = document->variables.count == 0;
    dx_status status = dx_read_name(reader, "the name of a world", &world.name);
    if (status == DX_OK)
        status =
            dx_read_declare(reader, world.name, DX_ROLE_WORLD, world.place);
    if (status != DX_OK)
        return status;
    dx_read_symbol(reader, world.name)->world =
        (uint32_t)document->worlds.count;
    if (dx_lexer_take(&reader->lexer, ":"))
        do
            status = read_fact(reader, &world);
        while (status == DX_OK && dx_lexer_take(&reader->lexer, ","));
    dx_vector_push(&document->worlds, world);
    return status;
}

static dx_status read_world_number(dx_reader *reader, uint32_t *out)
{
    dx_file_place place = dx_read_here(reader);
    dx_name name;
    dx_status status = dx_read_name(reader, "a world", &name);
    if (status != DX_OK)
        return status;
    const dx_symbol *symbol = dx_read_symbol(reader, name);
    if (!(symbol->roles & DX_ROLE_WORLD))
        return dx_read_fail(reader, place, "unknown world '%s'",
                            dx_read_text(reader, name));
    *out = symbol->world;
    return DX_OK;
}

static void add_link(dx_reader *reader, const dx_subject *subject,
                     dx_listed_link link)
{
    for (size_t i = 0; i < subject->agents.count; i++) {
        link.agent = subject->agents.at[i];
        dx_vector_push(&reader->document->links, link);
    }
}

// `{w1 w2} {w3}`: the cells of an equivalence.
static dx_status read_cells(dx_reader *reader, const dx_subject *subject,
                            dx_listed_link link)
{
    dx_bitset used = dx_bitset_new(reader->document->worlds.count);
    dx_status status = DX_OK;
    link.is_cell = true;
    while (status == DX_OK && dx_lexer_take(&reader->lexer, "{")) {
        while (status == DX_OK && !dx_lexer_take(&reader->lexer, "}")) {
            link.place = dx_read_here(reader);
            status = read_world_number(reader, &link.to);
            if (status == DX_OK && dx_bitset_has(&used, link.to))
                status = dx_read_fail(reader, link.place,
                                      "a world can be in one cell only");
            if (status != DX_OK)
                break;
            dx_bitset_add(&used, link.to);
            add_link(reader, subject, link);
            dx_lexer_take(&reader->lexer, ",");
        }
        dx_lexer_take(&reader->lexer, ",");
        link.from++;
    }
    dx_bitset_release(&used);
    return status;
}

// `w1 -> w2`, `w1 -> {w2 w3}`, or `w1 -> {}`: to nothing.
static dx_status read_edge(dx_reader *reader, const dx_subject *subject,
                           dx_listed_link link)
{
    dx_status status = read_world_number(reader, &link.from);
    if (status == DX_OK)
        status = dx_read_sign(reader, "->");
    bool several = status == DX_OK && dx_lexer_take(&reader->lexer, "{");
    if (several && dx_lexer_take(&reader->lexer, "}")) {
        link.is_none = true;
        link.to = link.from;
        add_link(reader, subject, link);
        return DX_OK;
    }
    while (status == DX_OK) {
        link.place = dx_read_here(reader);
        status = read_world_number(reader, &link.to);
        if (status == DX_OK)
            add_link(reader, subject, link);
        if (!several)
            return status;
        dx_lexer_take(&reader->lexer, ",");
        if (status == DX_OK && dx_lexer_take(&reader->lexer, "}"))
            return DX_OK;
    }
    return status;
}

static dx_status read_links_entry(dx_reader *reader, dx_attitude attitude)
{
    dx_subject subject;
    dx_listed_link link = {.attitude = attitude, .place = dx_read_here(reader)};
    dx_status status = dx_read_subject(reader, &subject);
    if (status == DX_OK)
        status = dx_read_sign(reader, ":");
    bool is_cells = dx_lexer_is(&reader->lexer, "{");
    if (status == DX_OK)
        status = dx_read_once(
            reader, attitude == DX_BELIEF ? DX_GIVEN_BELIEF : DX_GIVEN_LINKS,
            &subject, is_cells ? DX_ABOUT_ALL : DX_ABOUT_ARROWS, link.place);
    if (status == DX_OK && dx_lexer_is(&reader->lexer, "nothing"))
        status = dx_read_fail(
            reader, dx_read_here(reader),
            "'nothing' is what is seen: an agent without a line here holds "
            "every world possible, and one that holds none possible at w has "
            "the arrow w -> {}");
    if (status == DX_OK && is_cells)
        status = read_cells(reader, &subject, link);
    else if (status == DX_OK)
        do
            status = read_edge(reader, &subject, link);
        while (status == DX_OK && dx_lexer_take(&reader->lexer, ","));
    dx_subject_release(&subject);
    return status;
}

dx_status dx_read_links(dx_reader *reader, dx_attitude attitude)
{
    if (!dx_document_is_listed(reader->document))
        return dx_read_fail(reader, dx_read_here(reader),
                            "links go between worlds, and none is listed yet: "
                            "expected 'world' lines before, or 'sees'");
    do {
        dx_status status = read_links_entry(reader, attitude);
        if (status != DX_OK)
            return status;
    } while (dx_read_at_entry(reader));
    return DX_OK;
}

dx_status dx_read_frame_claim(dx_reader *reader, dx_declared_frame *out)
{
    dx_declared_frame frame = {.agents = dx_agent_set_all(DX_AGENTS_MAX),
                               .place = dx_read_here(reader)};
    dx_name name;
    dx_status status = dx_read_name(reader, "a frame such as S5", &name);
    if (status == DX_OK &&
        !dx_frame_find(dx_read_text(reader, name), &frame.frame))
        return dx_read_fail(reader, frame.place,
                            "unknown frame '%s'; expected K, T, S4, S5, KD45, "
                            "KD4s5s, KDI4, KDI4s, KDI45 or KDI4s5",
                            dx_read_text(reader, name));
    if (dx_lexer_take(&reader->lexer, "belief"))
        frame.attitude = DX_BELIEF;
    if (status == DX_OK && dx_lexer_take(&reader->lexer, ":")) {
        dx_subject subject;
        status = dx_read_subject(reader, &subject);
        frame.agents = (dx_agent_set){0};
        for (size_t i = 0; i < subject.agents.count; i++)
            dx_agent_set_add(&frame.agents, subject.agents.at[i]);
        dx_subject_release(&subject);
    }
    *out = frame;
    return status;
}

dx_status dx_read_frame(dx_reader *reader)
{
    dx_declared_frame frame;
    dx_status status = dx_read_frame_claim(reader, &frame);
    if (status == DX_OK)
        dx_vector_push(&reader->document->frames, frame);
    return status;
}

dx_status dx_read_spot(dx_reader *reader, dx_spot *out)
{
    *out = (dx_spot){true, DX_NAME_NONE, DX_FORMULA_NONE, dx_read_here(reader)};
    if (dx_document_is_listed(reader->document) && dx_read_at_name(reader)) {
        const dx_token *token = &reader->lexer.token;
        dx_name name = dx_names_add_part(dx_formulas_names(reader->store),
                                         token->at, token->length);
        if (dx_read_symbol(reader, name)->roles & DX_ROLE_WORLD) {
            out->world = name;
            dx_lexer_step(&reader->lexer);
            return DX_OK;
        }
    }
    return dx_read_formula(reader, &out->formula);
}

dx_status dx_read_actual(dx_reader *reader)
{
    if (reader->document->actual.is_given)
        return dx_read_fail(reader, dx_read_here(reader),
                            "the actual world was given on line %u already",
                            reader->document->actual.place.line);
    dx_status status = dx_read_spot(reader, &reader->document->actual);
    while (status == DX_OK && dx_lexer_take(&reader->lexer, ",")) {
        dx_spot also;
        status = dx_read_spot(reader, &also);
        if (status == DX_OK)
            dx_vector_push(&reader->document->also_actual, also);
    }
    return status;
}
