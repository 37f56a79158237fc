// The model that the worlds make: facts, cells, weights, the actual world.

#include "logic/dx/build_private.h"

#include "base/memory.h"
#include "base/text.h"
#include "logic/evaluate/evaluate.h"

#include <string.h>

static void add_names(const dx_document *document, dx_model *model)
{
    for (size_t i = 0; i < document->things.count; i++)
        dx_model_add_constant(model, document->things.at[i], (int32_t)i);
    dx_bitset used = dx_bitset_new(document->domains.count);
    for (size_t v = 0; v < document->variables.count; v++)
        dx_bitset_add(&used, document->variables.at[v].domain);
    for (size_t i = dx_bitset_next(&used, 0); i < used.size;
         i = dx_bitset_next(&used, i + 1)) {
        const dx_value_domain *d = &document->domains.at[i];
        if (d->sort == DX_SORT_NAME)
            dx_model_add_domain(model, d->name, d->count, d->member);
    }
    dx_bitset_release(&used);
}

// Moves the columns into the model as propositions and variables.
static void add_facts(const dx_document *document, const dx_columns *columns,
                      dx_model *model)
{
    for (size_t v = 0; v < columns->variable_count; v++) {
        const dx_declared *declared = &document->variables.at[v];
        const dx_value_domain *domain = &document->domains.at[declared->domain];
        if (domain->sort == DX_SORT_TRUTH) {
            size_t p = dx_model_add_proposition(model, declared->term);
            dx_bitset *worlds = dx_model_worlds_of(model, p);
            memcpy(worlds->word, columns->column[v].bits,
                   dx_bitset_words(columns->count) * sizeof(uint64_t));
            continue;
        }
        size_t number = dx_model_add_variable(model, declared->term,
                                              columns->column[v].values);
        if (domain->sort == DX_SORT_NAME)
            dx_model_set_variable_domain(model, number, domain->name);
    }
}

static bool has_links(const dx_document *document, size_t agent)
{
    for (size_t i = 0; i < document->links.count; i++)
        if (document->links.at[i].agent == agent &&
            document->links.at[i].attitude == DX_KNOWLEDGE)
            return true;
    return false;
}

static dx_status add_agents(dx_builder *b, dx_model *model, dx_error *error)
{
    const dx_document *document = b->document;
    for (size_t a = 0; a < document->agents.count; a++) {
        dx_model_add_agent(model,
                           dx_names_text(dx_formulas_names(document->store),
                                         document->agents.at[a]));
        if (has_links(document, a))
            continue;
        if (b->cell[a] != NULL)
            dx_model_set_partition(model, a, b->cell[a]);
        else
            dx_sights_partition(&b->sights, &b->columns, a, model);
        dx_free(b->cell[a]);
        b->cell[a] = NULL;
    }
    return dx_build_links(document, model, error);
}

static dx_status check_frames(const dx_document *document,
                              const dx_model *model, dx_error *error)
{
    for (size_t i = 0; i < document->frames.count; i++) {
        const dx_declared_frame *declared = &document->frames.at[i];
        dx_error why;
        dx_status status =
            dx_model_check_frame(model, declared->frame, declared->attitude,
                                 &declared->agents, &why);
        if (status != DX_OK)
            return dx_document_fail(document, error, status, declared->place,
                                    "%s", why.message);
    }
    return DX_OK;
}

dx_status dx_builder_finish(dx_builder *b, dx_model **out_model,
                            dx_error *error)
{
    DX_REQUIRE(b->is_complete, "a builder that has run to its end");
    const dx_document *document = b->document;
    dx_model *model = dx_model_new(document->store, b->columns.count);
    add_names(document, model);
    add_facts(document, &b->columns, model);
    for (size_t w = 0; w < document->worlds.count; w++)
        dx_model_name_world(model, w,
                            dx_names_text(dx_formulas_names(document->store),
                                          document->worlds.at[w].name));
    dx_status status = add_agents(b, model, error);
    if (status == DX_OK)
        status = dx_build_weights(document, &b->columns, model, error);
    if (status == DX_OK)
        status = check_frames(document, model, error);
    size_t actual = 0;
    if (status == DX_OK && document->actual.is_given)
        status =
            dx_find_spot(document, model, &document->actual, &actual, error);
    size_t also;
    for (size_t i = 0; status == DX_OK && i < document->also_actual.count; i++)
        status = dx_find_spot(document, model, &document->also_actual.at[i],
                              &also, error);
    if (status == DX_OK) {
        dx_model_set_actual(model, actual);
        *out_model = model;
    } else {
        dx_model_free(model);
    }
    return status;
}

dx_status dx_build_model(const dx_document *document,
                         const dx_build_limits *limits, dx_model **out_model,
                         dx_error *error)
{
    dx_builder *b = dx_builder_new(document);
    dx_status status = dx_builder_run(b, limits, error);
    if (status == DX_OK)
        status = dx_builder_finish(b, out_model, error);
    dx_builder_free(b);
    return status;
}

dx_status dx_find_spot(const dx_document *document, const dx_model *model,
                       const dx_spot *spot, size_t *out_world, dx_error *error)
{
    if (spot->world != DX_NAME_NONE) {
        const char *name =
            dx_names_text(dx_formulas_names(document->store), spot->world);
        *out_world = dx_model_find_world(model, name);
        if (*out_world != DX_NOT_FOUND)
            return DX_OK;
        return dx_document_fail(document, error, DX_ERR_INPUT, spot->place,
                                "there is no world '%s' here", name);
    }
    dx_evaluator *evaluator = dx_evaluator_new(model, document->events);
    const dx_bitset *where;
    dx_error why;
    dx_status status = dx_evaluate(evaluator, spot->formula, &where, &why);
    size_t count = status == DX_OK ? dx_bitset_count(where) : 0;
    if (status != DX_OK)
        dx_document_fail(document, error, status, spot->place, "%s",
                         why.message);
    else if (count != 1)
        status = dx_document_fail(
            document, error, DX_ERR_INPUT, spot->place,
            "this must say which world is meant, but %zu worlds fit", count);
    else
        *out_world = dx_bitset_next(where, 0);
    dx_evaluator_free(evaluator);
    return status;
}
