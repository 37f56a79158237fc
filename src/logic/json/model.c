// Writing a model as JSON.

#include "logic/json/model.h"

#include "base/memory.h"
#include "logic/formula/print.h"
#include "logic/kripke/plausible.h"

#include <assert.h>
#include <string.h>

// Making a name from the facts looks at all other worlds; large models are
// numbered instead.
enum { NAMED_WORLDS_MAX = 4096 };

typedef struct writer {
    const dx_model *model;
    dx_text *out;
    dx_names *names; // of the worlds, in their order: all different
} writer;

static void add_name(writer *w, const char *name, size_t world)
{
    dx_text text = {0};
    dx_text_add(&text, name);
    for (size_t i = world;
         dx_names_find(w->names, dx_text_string(&text)) != DX_NAME_NONE; i++) {
        dx_text_clear(&text);
        dx_text_printf(&text, "%s#%zu", name, i);
    }
    dx_name number = dx_names_add(w->names, dx_text_string(&text));
    assert(number == world); // no name came twice
    (void)number;
    dx_text_release(&text);
}

static void name_worlds(writer *w)
{
    dx_text name = {0};
    bool large = dx_model_world_count(w->model) > NAMED_WORLDS_MAX;
    for (size_t i = 0; i < dx_model_world_count(w->model); i++) {
        dx_text_clear(&name);
        if (large && dx_model_given_name(w->model, i) == NULL)
            dx_text_printf(&name, "w%zu", i);
        else
            dx_model_print_world(w->model, i, &name);
        add_name(w, dx_text_string(&name), i);
    }
    dx_text_release(&name);
}

static void put_world(writer *w, size_t world)
{
    assert(world < dx_model_world_count(w->model));
    dx_text_add_json(w->out, dx_names_text(w->names, (dx_name)world));
}

static void put_formula(writer *w, dx_formula f)
{
    dx_text text = {0};
    dx_formula_print(dx_model_formulas(w->model), f, &text);
    dx_text_add_json(w->out, dx_text_string(&text));
    dx_text_release(&text);
}

static void put_fraction(writer *w, dx_fraction f)
{
    dx_text_add_char(w->out, '"');
    dx_fraction_print(f, w->out);
    dx_text_add_char(w->out, '"');
}

static void put_name(writer *w, dx_name name)
{
    dx_text_add_json(
        w->out,
        dx_names_text(dx_formulas_names(dx_model_formulas(w->model)), name));
}

// "," and a blank between the members of a list, nothing before the first.
static void put_comma(writer *w, bool *first)
{
    dx_text_add(w->out, *first ? "" : ", ");
    *first = false;
}

static void write_words(writer *w)
{
    const dx_model *m = w->model;
    bool first = true;
    dx_text_add(w->out, "{\n\"agents\": [");
    for (size_t a = 0; a < dx_model_agent_count(m); a++) {
        put_comma(w, &first);
        put_name(w, dx_model_agent_name(m, a));
    }
    dx_text_add(w->out, "],\n\"propositions\": [");
    first = true;
    for (size_t p = 0; p < dx_model_proposition_count(m); p++) {
        put_comma(w, &first);
        put_formula(w, dx_model_proposition(m, p));
    }
    dx_text_add(w->out, "],\n\"variables\": [");
    first = true;
    for (size_t x = 0; x < dx_model_variable_count(m); x++) {
        put_comma(w, &first);
        dx_text_add(w->out, "{\"name\": ");
        put_formula(w, dx_model_variable(m, x));
        if (dx_model_variable_domain(m, x) != DX_NAME_NONE) {
            dx_text_add(w->out, ", \"domain\": ");
            put_name(w, dx_model_variable_domain(m, x));
        }
        dx_text_add(w->out, "}");
    }
    dx_text_add(w->out, "],\n");
}

static void write_domains(writer *w)
{
    const dx_model *m = w->model;
    bool first = true;
    dx_text_add(w->out, "\"constants\": {");
    for (size_t c = 0; c < dx_model_constant_count(m); c++) {
        int32_t value;
        put_comma(w, &first);
        put_name(w, dx_model_constant_at(m, c, &value));
        dx_text_printf(w->out, ": %d", value);
    }
    dx_text_add(w->out, "},\n\"domains\": {");
    first = true;
    for (size_t d = 0; d < dx_model_domain_count(m); d++) {
        size_t count;
        dx_name name = dx_model_domain_name(m, d);
        const dx_formula *members = dx_model_domain(m, name, &count);
        put_comma(w, &first);
        put_name(w, name);
        dx_text_add(w->out, ": [");
        bool none = true;
        for (size_t i = 0; i < count; i++) {
            put_comma(w, &none);
            put_formula(w, members[i]);
        }
        dx_text_add(w->out, "]");
    }
    dx_text_add(w->out, "},\n");
}

static void write_world(writer *w, size_t world)
{
    const dx_model *m = w->model;
    bool first = true;
    dx_text_add(w->out, "  {\"name\": ");
    put_world(w, world);
    dx_text_add(w->out, ", \"true\": [");
    for (size_t p = 0; p < dx_model_proposition_count(m); p++) {
        if (!dx_bitset_has(dx_model_proposition_worlds(m, p), world))
            continue;
        put_comma(w, &first);
        put_formula(w, dx_model_proposition(m, p));
    }
    dx_text_add(w->out, "]");
    first = true;
    for (size_t x = 0; x < dx_model_variable_count(m); x++) {
        dx_text_add(w->out, first ? ", \"values\": {" : ", ");
        first = false;
        put_formula(w, dx_model_variable(m, x));
        dx_text_printf(w->out, ": %d", dx_model_values(m, x)[world]);
    }
    dx_text_add(w->out, first ? "}" : "}}");
}

static void write_cells(writer *w, const dx_relation *relation)
{
    dx_lists cells =
        dx_relation_members(relation, dx_model_world_count(w->model));
    dx_text_add(w->out, "{\"cells\": [");
    for (size_t c = 0; c < relation->cell_count; c++) {
        dx_text_add(w->out, c > 0 ? ", [" : "[");
        for (size_t i = cells.first[c]; i < cells.first[c + 1]; i++) {
            dx_text_add(w->out, i > cells.first[c] ? ", " : "");
            put_world(w, cells.list[i]);
        }
        dx_text_add(w->out, "]");
    }
    dx_text_add(w->out, "]}");
    dx_lists_release(&cells);
}

// With weights, each edge has its own as third.
static void write_edges(writer *w, const dx_relation *relation,
                        const dx_fraction *weights)
{
    assert(relation->cell == NULL);
    dx_text_add(w->out, "{\"edges\": [");
    for (size_t u = 0; u < dx_model_world_count(w->model); u++)
        for (size_t i = relation->first[u]; i < relation->first[u + 1]; i++) {
            dx_text_add(w->out, i > 0 ? ", [" : "[");
            put_world(w, u);
            dx_text_add(w->out, ", ");
            put_world(w, relation->target[i]);
            if (weights != NULL) {
                dx_text_add(w->out, ", ");
                put_fraction(w, weights[i]);
            }
            dx_text_add(w->out, "]");
        }
    dx_text_add(w->out, "]}");
}

static void write_relation(writer *w, size_t agent, dx_attitude attitude)
{
    const dx_relation *relation = dx_model_relation(w->model, agent, attitude);
    put_name(w, dx_model_agent_name(w->model, agent));
    dx_text_add(w->out, ": ");
    if (relation->cell != NULL)
        write_cells(w, relation);
    else
        write_edges(w, relation, NULL);
}

static void write_weights(writer *w, size_t agent)
{
    const dx_weights *weights = dx_model_weights(w->model, agent);
    assert((weights->of_edge != NULL) != (weights->of_world != NULL));
    put_name(w, dx_model_agent_name(w->model, agent));
    dx_text_add(w->out, ": ");
    if (weights->of_edge != NULL) {
        write_edges(w, dx_model_relation(w->model, agent, DX_KNOWLEDGE),
                    weights->of_edge);
        return;
    }
    dx_text_add(w->out, "{\"worlds\": {");
    for (size_t v = 0; v < dx_model_world_count(w->model); v++) {
        dx_text_add(w->out, v > 0 ? ", " : "");
        put_world(w, v);
        dx_text_add(w->out, ": ");
        put_fraction(w, weights->of_world[v]);
    }
    dx_text_add(w->out, "}}");
}

// Only where there are any, so that other models look as they did.
static void write_all_ranks(writer *w)
{
    const dx_model *m = w->model;
    dx_text_add(w->out, "\n}");
    const char *between = ",\n\"ranks\": {\n  ";
    bool any = false;
    for (size_t a = 0; a < dx_model_agent_count(m); a++) {
        const uint32_t *rank = dx_model_ranks(m, a);
        if (rank == NULL)
            continue;
        dx_text_add(w->out, between);
        dx_text_add_json(w->out,
                         dx_names_text(dx_formulas_names(dx_model_formulas(m)),
                                       dx_model_agent_name(m, a)));
        dx_text_add(w->out, ": {");
        for (size_t v = 0; v < dx_model_world_count(m); v++) {
            dx_text_add(w->out, v > 0 ? ", " : "");
            put_world(w, v);
            dx_text_printf(w->out, ": %u", (unsigned)rank[v]);
        }
        dx_text_add_char(w->out, '}');
        between = ",\n  ";
        any = true;
    }
    if (any)
        dx_text_add(w->out, "\n}");
}

static void write_agents(writer *w)
{
    const dx_model *m = w->model;
    const char *between = "\n  ";
    dx_text_add(w->out, "\"knowledge\": {");
    for (size_t a = 0; a < dx_model_agent_count(m); a++, between = ",\n  ") {
        dx_text_add(w->out, between);
        write_relation(w, a, DX_KNOWLEDGE);
    }
    dx_text_add(w->out, "\n},\n\"belief\": {");
    between = "\n  ";
    for (size_t a = 0; a < dx_model_agent_count(m); a++) {
        if (!dx_model_has_belief(m, a))
            continue;
        dx_text_add(w->out, between);
        write_relation(w, a, DX_BELIEF);
        between = ",\n  ";
    }
    dx_text_add(w->out, "\n},\n\"weights\": {");
    between = "\n  ";
    for (size_t a = 0; a < dx_model_agent_count(m); a++) {
        if (dx_model_weights(m, a) == NULL)
            continue;
        dx_text_add(w->out, between);
        write_weights(w, a);
        between = ",\n  ";
    }
    write_all_ranks(w);
    dx_text_add(w->out, "\n}\n");
}

void dx_model_write_json(const dx_model *model, dx_text *out)
{
    writer w = {.model = model, .out = out, .names = dx_names_new()};
    name_worlds(&w);
    write_words(&w);
    write_domains(&w);
    dx_text_add(out, "\"worlds\": [\n");
    for (size_t i = 0; i < dx_model_world_count(model); i++) {
        write_world(&w, i);
        dx_text_add(out, i + 1 < dx_model_world_count(model) ? ",\n" : "\n");
    }
    dx_text_add(out, "],\n");
    if (dx_model_world_count(model) > 0) {
        dx_text_add(out, "\"actual\": ");
        put_world(&w, dx_model_actual(model));
        dx_text_add(out, ",\n");
    }
    write_agents(&w);
    dx_names_free(w.names);
}
