// A model for who shows it or reads on: worlds by number with what is true
// there, and who cannot tell which apart.

#include "door/tell.h"

#include "base/members.h"
#include "logic/formula/print.h"
#include "logic/kripke/plausible.h"

static void add_facts(const dx_model *model, size_t world, dx_text *out)
{
    dx_text fact = {0};
    for (size_t p = 0; p < dx_model_proposition_count(model); p++) {
        if (!dx_bitset_has(dx_model_proposition_worlds(model, p), world))
            continue;
        dx_formula_print(dx_model_formulas(model),
                         dx_model_proposition(model, p), &fact);
        dx_put_said(out, NULL, &fact);
    }
    for (size_t v = 0; v < dx_model_variable_count(model); v++) {
        dx_model_print_value(model, v, world, &fact);
        dx_put_said(out, NULL, &fact);
    }
}

static void add_worlds(const dx_model *model, dx_text *out)
{
    dx_text name = {0};
    for (size_t w = 0; w < dx_model_world_count(model); w++) {
        dx_model_print_world(model, w, &name);
        dx_put_open(out, NULL, '{');
        dx_put_number(out, "id", w);
        dx_put_said(out, "name", &name);
        dx_put_open(out, "true", '[');
        add_facts(model, w, out);
        dx_text_add(out, "]}");
    }
}

static void add_cells(const dx_relation *relation, size_t worlds, dx_text *out)
{
    for (uint32_t cell = 0; cell < relation->cell_count; cell++) {
        dx_put_open(out, NULL, '[');
        for (size_t w = 0; w < worlds; w++)
            if (relation->cell[w] == cell)
                dx_put_number(out, NULL, w);
        dx_text_add_char(out, ']');
    }
}

static void add_links(const dx_relation *relation, size_t worlds, dx_text *out)
{
    for (size_t w = 0; w < worlds; w++)
        for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++) {
            dx_put_member(out, NULL);
            dx_text_printf(out, "[%zu,%u]", w, (unsigned)relation->target[i]);
        }
}

static void open_agent(const dx_model *model, size_t agent, dx_text *out)
{
    dx_put_text(out, NULL,
                dx_names_text(dx_formulas_names(dx_model_formulas(model)),
                              dx_model_agent_name(model, agent)));
    dx_text_add(out, ":[");
}

// The agents whose relation of an attitude is (or is not) a partition.
static void add_relations(const dx_model *model, const char *member,
                          dx_attitude attitude, bool cells, dx_text *out)
{
    dx_put_open(out, member, '{');
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        const dx_relation *relation = dx_model_relation(model, a, attitude);
        bool is_ranked = dx_model_ranks(model, a) != NULL;
        dx_relation best = {0};
        if (attitude == DX_BELIEF && !dx_model_has_belief(model, a) &&
            !is_ranked)
            continue;
        if (attitude == DX_BELIEF && is_ranked) {
            best = dx_model_beliefs(model, a);
            relation = &best;
        }
        if ((relation->cell != NULL) == cells) {
            open_agent(model, a, out);
            if (cells)
                add_cells(relation, dx_model_world_count(model), out);
            else
                add_links(relation, dx_model_world_count(model), out);
            dx_text_add_char(out, ']');
        }
        dx_relation_release(&best);
    }
    dx_text_add_char(out, '}');
}

static void add_ranks(const dx_model *model, dx_text *out)
{
    dx_text ranked = {0};
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        const uint32_t *ranks = dx_model_ranks(model, a);
        if (ranks == NULL)
            continue;
        open_agent(model, a, &ranked);
        for (size_t w = 0; w < dx_model_world_count(model); w++)
            dx_put_number(&ranked, NULL, ranks[w]);
        dx_text_add_char(&ranked, ']');
    }
    if (ranked.length > 0)
        dx_text_printf(out, ",\"ranks\":{%s}", dx_text_string(&ranked));
    dx_text_release(&ranked);
}

void dx_tell_model(const dx_model *model, bool has_actual, dx_text *out)
{
    dx_text_add(out, "{\"worlds\":[");
    add_worlds(model, out);
    dx_text_add_char(out, ']');
    add_relations(model, "cells", DX_KNOWLEDGE, true, out);
    add_relations(model, "links", DX_KNOWLEDGE, false, out);
    add_relations(model, "belief", DX_BELIEF, false, out);
    add_ranks(model, out);
    if (has_actual)
        dx_put_number(out, "actual", dx_model_actual(model));
    dx_text_add_char(out, '}');
}
