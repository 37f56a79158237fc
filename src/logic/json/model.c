// Writing a model as JSON.

#include "logic/json/model.h"

#include "base/members.h"
#include "logic/formula/print.h"
#include "logic/kripke/plausible.h"

// Making a name from the facts looks at all other worlds; those of large models
// have none unless they were given one.
enum { NAMED_WORLDS_MAX = 4096 };

static void put_formula(const dx_model *m, const char *name, dx_formula f,
                        dx_text *out)
{
    dx_text text = {0};
    dx_formula_print(dx_model_formulas(m), f, &text);
    dx_put_said(out, name, &text);
}

static const char *name_of(const dx_model *m, dx_name name)
{
    return dx_names_text(dx_formulas_names(dx_model_formulas(m)), name);
}

static void put_agent(const dx_model *m, size_t agent, dx_text *out)
{
    dx_put_text(out, NULL, name_of(m, dx_model_agent_name(m, agent)));
}

static void write_variables(const dx_model *m, dx_text *out)
{
    dx_put_open(out, "variables", '[');
    for (size_t x = 0; x < dx_model_variable_count(m); x++) {
        dx_put_open(out, NULL, '{');
        put_formula(m, "name", dx_model_variable(m, x), out);
        if (dx_model_variable_domain(m, x) != DX_NAME_NONE)
            dx_put_text(out, "domain",
                        name_of(m, dx_model_variable_domain(m, x)));
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

static void write_domains(const dx_model *m, dx_text *out)
{
    dx_put_open(out, "constants", '{');
    for (size_t c = 0; c < dx_model_constant_count(m); c++) {
        int32_t value;
        dx_put_text(out, NULL, name_of(m, dx_model_constant_at(m, c, &value)));
        dx_text_printf(out, ":%d", value);
    }
    dx_text_add_char(out, '}');
    dx_put_open(out, "domains", '{');
    for (size_t d = 0; d < dx_model_domain_count(m); d++) {
        size_t count;
        dx_name name = dx_model_domain_name(m, d);
        const dx_formula *members = dx_model_domain(m, name, &count);
        dx_put_text(out, NULL, name_of(m, name));
        dx_text_add(out, ":[");
        for (size_t i = 0; i < count; i++)
            put_formula(m, NULL, members[i], out);
        dx_text_add_char(out, ']');
    }
    dx_text_add_char(out, '}');
}

// Only what there is of these: most models have nothing but propositions.
static void write_words(const dx_model *m, dx_text *out)
{
    dx_put_open(out, "agents", '[');
    for (size_t a = 0; a < dx_model_agent_count(m); a++)
        put_agent(m, a, out);
    dx_text_add_char(out, ']');
    dx_put_open(out, "propositions", '[');
    for (size_t p = 0; p < dx_model_proposition_count(m); p++)
        put_formula(m, NULL, dx_model_proposition(m, p), out);
    dx_text_add_char(out, ']');
    if (dx_model_constant_count(m) + dx_model_domain_count(m) > 0)
        write_domains(m, out);
    if (dx_model_variable_count(m) > 0)
        write_variables(m, out);
}

static void write_world(const dx_model *m, size_t world, dx_text *out)
{
    dx_text text = {0};
    bool is_large = dx_model_world_count(m) > NAMED_WORLDS_MAX;
    dx_put_member(out, NULL);
    dx_text_add(out, "\n{");
    dx_put_number(out, "id", world);
    if (!is_large || dx_model_given_name(m, world) != NULL) {
        dx_model_print_world(m, world, &text);
        dx_put_said(out, "name", &text);
    }
    dx_put_open(out, "true", '[');
    for (size_t p = 0; p < dx_model_proposition_count(m); p++)
        if (dx_bitset_has(dx_model_proposition_worlds(m, p), world))
            put_formula(m, NULL, dx_model_proposition(m, p), out);
    for (size_t x = 0; x < dx_model_variable_count(m); x++) {
        dx_model_print_value(m, x, world, &text);
        dx_put_said(out, NULL, &text);
    }
    dx_text_add(out, "]}");
}

static void write_cells(const dx_relation *relation, size_t worlds,
                        dx_text *out)
{
    dx_lists cells = dx_relation_members(relation, worlds);
    for (size_t c = 0; c < relation->cell_count; c++) {
        dx_put_open(out, NULL, '[');
        for (size_t i = cells.first[c]; i < cells.first[c + 1]; i++)
            dx_put_number(out, NULL, cells.list[i]);
        dx_text_add_char(out, ']');
    }
    dx_lists_release(&cells);
}

static void write_link(size_t from, size_t to, const dx_fraction *weight,
                       dx_text *out)
{
    dx_put_member(out, NULL);
    dx_text_printf(out, "[%zu,%zu", from, to);
    if (weight != NULL) {
        dx_text_add(out, ",\"");
        dx_fraction_print(*weight, out);
        dx_text_add_char(out, '"');
    }
    dx_text_add_char(out, ']');
}

// With weights, each link has its own as third.
static void write_links(const dx_relation *relation, size_t worlds,
                        const dx_fraction *weights, dx_text *out)
{
    for (size_t u = 0; u < worlds; u++) {
        for (size_t v = 0; relation->cell != NULL && v < worlds; v++)
            if (relation->cell[u] == relation->cell[v])
                write_link(u, v, NULL, out);
        for (size_t i = relation->cell == NULL ? relation->first[u] : 0;
             relation->cell == NULL && i < relation->first[u + 1]; i++)
            write_link(u, relation->target[i],
                       weights != NULL ? &weights[i] : NULL, out);
    }
}

// The agents whose knowledge is (or is not) a partition.
static void write_knowledge(const dx_model *m, bool cells, dx_text *out)
{
    dx_put_open(out, cells ? "cells" : "links", '{');
    for (size_t a = 0; a < dx_model_agent_count(m); a++) {
        const dx_relation *relation = dx_model_relation(m, a, DX_KNOWLEDGE);
        if ((relation->cell != NULL) != cells)
            continue;
        put_agent(m, a, out);
        dx_text_add(out, ":[");
        if (cells)
            write_cells(relation, dx_model_world_count(m), out);
        else
            write_links(relation, dx_model_world_count(m), NULL, out);
        dx_text_add_char(out, ']');
    }
    dx_text_add_char(out, '}');
}

static void write_belief(const dx_model *m, dx_text *out)
{
    dx_put_open(out, "belief", '{');
    for (size_t a = 0; a < dx_model_agent_count(m); a++) {
        bool is_ranked = dx_model_ranks(m, a) != NULL;
        dx_relation best = {0};
        if (!dx_model_has_belief(m, a) && !is_ranked)
            continue;
        if (is_ranked)
            best = dx_model_beliefs(m, a);
        put_agent(m, a, out);
        dx_text_add(out, ":[");
        write_links(is_ranked ? &best : dx_model_relation(m, a, DX_BELIEF),
                    dx_model_world_count(m), NULL, out);
        dx_text_add_char(out, ']');
        dx_relation_release(&best);
    }
    dx_text_add_char(out, '}');
}

static void write_weights(const dx_model *m, size_t agent, dx_text *out)
{
    const dx_weights *weights = dx_model_weights(m, agent);
    put_agent(m, agent, out);
    dx_text_add(out, ":[");
    if (weights->of_edge != NULL)
        write_links(dx_model_relation(m, agent, DX_KNOWLEDGE),
                    dx_model_world_count(m), weights->of_edge, out);
    for (size_t w = 0; weights->of_edge == NULL && w < dx_model_world_count(m);
         w++) {
        dx_text text = {0};
        dx_fraction_print(weights->of_world[w], &text);
        dx_put_said(out, NULL, &text);
    }
    dx_text_add_char(out, ']');
}

static void write_ranks(const dx_model *m, size_t agent, dx_text *out)
{
    put_agent(m, agent, out);
    dx_text_add(out, ":[");
    for (size_t w = 0; w < dx_model_world_count(m); w++)
        dx_put_number(out, NULL, dx_model_ranks(m, agent)[w]);
    dx_text_add_char(out, ']');
}

void dx_model_write_json(const dx_model *model, bool has_actual, dx_text *out)
{
    dx_text weights = {0}, ranks = {0};
    dx_text_add_char(out, '{');
    write_words(model, out);
    dx_put_open(out, "worlds", '[');
    for (size_t w = 0; w < dx_model_world_count(model); w++)
        write_world(model, w, out);
    dx_text_add_char(out, ']');
    write_knowledge(model, true, out);
    write_knowledge(model, false, out);
    write_belief(model, out);
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        if (dx_model_weights(model, a) != NULL)
            write_weights(model, a, &weights);
        if (dx_model_ranks(model, a) != NULL)
            write_ranks(model, a, &ranks);
    }
    if (weights.length > 0)
        dx_text_printf(out, ",\"weights\":{%s}", dx_text_string(&weights));
    if (ranks.length > 0)
        dx_text_printf(out, ",\"ranks\":{%s}", dx_text_string(&ranks));
    if (has_actual && dx_model_world_count(model) > 0)
        dx_put_number(out, "actual", dx_model_actual(model));
    dx_text_add_char(out, '}');
    dx_text_release(&weights);
    dx_text_release(&ranks);
}
