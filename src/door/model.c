// A model for who shows it or reads on: worlds by number with what is true
// there, and who cannot tell which apart.

#include "door/tell.h"

#include "logic/formula/print.h"
#include "logic/kripke/plausible.h"

static void add_facts(const dx_model *model, size_t world, dx_text *out)
{
    dx_text fact = {0};
    const char *between = "";
    for (size_t p = 0; p < dx_model_proposition_count(model); p++) {
        if (!dx_bitset_has(dx_model_proposition_worlds(model, p), world))
            continue;
        dx_text_clear(&fact);
        dx_formula_print(dx_model_formulas(model),
                         dx_model_proposition(model, p), &fact);
        dx_text_add(out, between);
        dx_text_add_json(out, dx_text_string(&fact));
        between = ",";
    }
    for (size_t v = 0; v < dx_model_variable_count(model); v++) {
        dx_text_clear(&fact);
        dx_model_print_value(model, v, world, &fact);
        dx_text_add(out, between);
        dx_text_add_json(out, dx_text_string(&fact));
        between = ",";
    }
    dx_text_release(&fact);
}

static void add_worlds(const dx_model *model, dx_text *out)
{
    dx_text name = {0};
    for (size_t w = 0; w < dx_model_world_count(model); w++) {
        dx_text_clear(&name);
        dx_model_print_world(model, w, &name);
        dx_text_printf(out, "%s{\"id\":%zu,\"name\":", w > 0 ? "," : "", w);
        dx_text_add_json(out, dx_text_string(&name));
        dx_text_add(out, ",\"true\":[");
        add_facts(model, w, out);
        dx_text_add(out, "]}");
    }
    dx_text_release(&name);
}

static void add_cells(const dx_relation *relation, size_t worlds, dx_text *out)
{
    for (uint32_t cell = 0; cell < relation->cell_count; cell++) {
        const char *between = "";
        dx_text_add(out, cell > 0 ? ",[" : "[");
        for (size_t w = 0; w < worlds; w++)
            if (relation->cell[w] == cell) {
                dx_text_printf(out, "%s%zu", between, w);
                between = ",";
            }
        dx_text_add_char(out, ']');
    }
}

static void add_links(const dx_relation *relation, size_t worlds, dx_text *out)
{
    const char *between = "";
    for (size_t w = 0; w < worlds; w++)
        for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++) {
            dx_text_printf(out, "%s[%zu,%u]", between, w,
                           (unsigned)relation->target[i]);
            between = ",";
        }
}

// The agents whose relation of an attitude is (or is not) a partition.
static void add_relations(const dx_model *model, const char *member,
                          dx_attitude attitude, bool cells, dx_text *out)
{
    const char *between = "";
    dx_text_printf(out, ",\"%s\":{", member);
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        const dx_relation *relation = dx_model_relation(model, a, attitude);
        bool is_ranked = dx_model_ranks(model, a) != NULL;
        if (attitude == DX_BELIEF && !dx_model_has_belief(model, a) &&
            !is_ranked)
            continue;
        dx_relation best = {0};
        if (attitude == DX_BELIEF && is_ranked) {
            best = dx_model_beliefs(model, a);
            relation = &best;
        }
        if ((relation->cell != NULL) != cells) {
            dx_relation_release(&best);
            continue;
        }
        dx_text_add(out, between);
        dx_text_add_json(
            out, dx_names_text(dx_formulas_names(dx_model_formulas(model)),
                               dx_model_agent_name(model, a)));
        dx_text_add(out, ":[");
        if (cells)
            add_cells(relation, dx_model_world_count(model), out);
        else
            add_links(relation, dx_model_world_count(model), out);
        dx_relation_release(&best);
        dx_text_add_char(out, ']');
        between = ",";
    }
    dx_text_add_char(out, '}');
}

static void add_ranks(const dx_model *model, dx_text *out)
{
    const char *before = ",\"ranks\":{";
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        const uint32_t *ranks = dx_model_ranks(model, a);
        if (ranks == NULL)
            continue;
        dx_text_add(out, before);
        dx_text_add_json(
            out, dx_names_text(dx_formulas_names(dx_model_formulas(model)),
                               dx_model_agent_name(model, a)));
        for (size_t w = 0; w < dx_model_world_count(model); w++)
            dx_text_printf(out, "%s%u", w > 0 ? "," : ":[", (unsigned)ranks[w]);
        dx_text_add_char(out, ']');
        before = ",";
    }
    dx_text_add(out, before[1] == '\0' ? "}" : "");
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
        dx_text_printf(out, ",\"actual\":%zu", dx_model_actual(model));
    dx_text_add_char(out, '}');
}
