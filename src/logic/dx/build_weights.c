// How likely, and how plausible, an agent finds each world.

#include "logic/dx/build_private.h"

#include "base/memory.h"
#include "base/text.h"
#include "logic/kripke/plausible.h"

#include <assert.h>

static dx_status bad_weight(const dx_document *document,
                            const dx_weighing *weighing, dx_error *error)
{
    return dx_document_fail(document, error, DX_ERR_INPUT, weighing->place,
                            "this weight is negative in some world");
}

static dx_status weigh_by_expression(const dx_document *document,
                                     const dx_weighing *weighing,
                                     const dx_columns *columns,
                                     dx_fraction *out, dx_error *error)
{
    dx_code code, condition = {0};
    bool is_everywhere = weighing->condition == DX_FORMULA_NONE;
    dx_status status = dx_compile(document, weighing->expression,
                                  weighing->place, &code, error);
    if (status == DX_OK && !is_everywhere)
        status = dx_compile(document, weighing->condition, weighing->place,
                            &condition, error);
    int32_t *values = dx_alloc(columns->variable_count, sizeof *values);
    for (size_t w = 0; w < columns->count && status == DX_OK; w++) {
        for (size_t v = 0; v < columns->variable_count; v++)
            values[v] = dx_columns_get(columns, v, w);
        if (!is_everywhere && dx_code_run(&condition, values) == 0)
            continue;
        int64_t value = dx_code_run(&code, values);
        out[w] = dx_fraction_of(value, code.over);
    }
    dx_free(values);
    dx_code_release(&code);
    dx_code_release(&condition);
    return status;
}

// What each world's agent holds possible weighs in all: one number a cell, or
// one a world where there are no cells.
static dx_fraction *sums(const dx_relation *relation, size_t count,
                         const dx_fraction *weight)
{
    dx_fraction *sum = dx_alloc_raw(count, sizeof *sum);
    for (size_t w = 0; w < count; w++)
        sum[w] = dx_fraction_int(0);
    for (size_t w = 0; w < count && relation->cell != NULL; w++) {
        assert(relation->cell[w] < count);
        dx_fraction *cell = &sum[relation->cell[w]];
        *cell = dx_fraction_add(*cell, weight[w]);
    }
    for (size_t w = 0; w < count && relation->cell == NULL; w++)
        for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++)
            sum[w] = dx_fraction_add(sum[w], weight[relation->target[i]]);
    return sum;
}

static dx_status complain(const dx_document *document, const dx_model *model,
                          const dx_weighing *weighing, size_t world,
                          dx_fraction sum, dx_error *error)
{
    dx_text name = {0}, total = {0};
    dx_model_print_world(model, world, &name);
    dx_fraction_print(sum, &total);
    dx_status status = dx_document_fail(
        document, error, DX_ERR_INPUT, weighing->place,
        "the probabilities do not add up: at '%s' agent %s gets %s in all, "
        "and it must be 1 ('weight' takes numbers that need not add up)",
        dx_text_string(&name),
        dx_names_text(dx_formulas_names(document->store),
                      document->agents.at[weighing->agent]),
        dx_text_string(&total));
    dx_text_release(&name);
    dx_text_release(&total);
    return status;
}

// Do the probabilities make 1 wherever the agent may stand?
static dx_status check_sums(const dx_document *document, const dx_model *model,
                            const dx_weighing *weighing,
                            const dx_fraction *weight, dx_error *error)
{
    size_t count = dx_model_world_count(model);
    const dx_relation *relation =
        dx_model_relation(model, weighing->agent, DX_KNOWLEDGE);
    dx_fraction *sum = sums(relation, count, weight);
    dx_status status = DX_OK;
    for (size_t w = 0; w < count && status == DX_OK; w++) {
        size_t cell = relation->cell != NULL ? relation->cell[w] : w;
        if (!dx_fraction_equal(sum[cell], dx_fraction_int(1)))
            status = complain(document, model, weighing, w, sum[cell], error);
    }
    dx_free(sum);
    return status;
}

// What `list` says of one agent, which it speaks of, and where that ends.
static dx_status collect(const dx_document *document, const dx_weighing *list,
                         size_t count, size_t agent, const dx_columns *columns,
                         dx_fraction *out, const dx_weighing **out_last,
                         dx_error *error)
{
    dx_status status = DX_OK;
    for (size_t i = 0; i < count && status == DX_OK; i++) {
        const dx_weighing *weighing = &list[i];
        if (weighing->agent != agent)
            continue;
        *out_last = weighing;
        if (weighing->expression == DX_FORMULA_NONE)
            out[weighing->world] = weighing->weight;
        else
            status =
                weigh_by_expression(document, weighing, columns, out, error);
    }
    return status;
}

// The weights of one agent, which has some.
static dx_status weigh(const dx_document *document, size_t agent,
                       const dx_columns *columns, dx_model *model,
                       dx_error *error)
{
    const dx_weighing *last = NULL;
    dx_fraction *weight = dx_alloc_raw(columns->count, sizeof *weight);
    for (size_t w = 0; w < columns->count; w++)
        weight[w] = dx_fraction_int(0);
    dx_status status =
        collect(document, document->weights.at, document->weights.count, agent,
                columns, weight, &last, error);
    for (size_t w = 0; w < columns->count && status == DX_OK; w++)
        if (last != NULL && weight[w].top < 0)
            status = bad_weight(document, last, error);
    if (status == DX_OK && last != NULL && last->sort == DX_PROBABILITIES)
        status = check_sums(document, model, last, weight, error);
    if (status == DX_OK)
        dx_model_set_weights(model, agent, weight);
    dx_free(weight);
    return status;
}

static dx_status bad_rank(const dx_document *document,
                          const dx_weighing *weighing, dx_error *error)
{
    return dx_document_fail(document, error, DX_ERR_INPUT, weighing->place,
                            DX_RANK_RANGE ", in every world");
}

static dx_status rank(const dx_document *document, size_t agent,
                      const dx_columns *columns, dx_model *model,
                      dx_error *error)
{
    const dx_weighing *last = NULL;
    dx_fraction *value = dx_alloc_raw(columns->count, sizeof *value);
    uint32_t *ranks = dx_alloc(columns->count, sizeof *ranks);
    for (size_t w = 0; w < columns->count; w++)
        value[w] = dx_fraction_int(DX_RANK_LAST);
    dx_status status =
        collect(document, document->ranks.at, document->ranks.count, agent,
                columns, value, &last, error);
    assert(status != DX_OK || last != NULL);
    if (status == DX_OK &&
        dx_model_relation(model, agent, DX_KNOWLEDGE)->cell == NULL)
        status = dx_document_fail(
            document, error, DX_ERR_INPUT, last->place,
            "ranks compare the worlds that %s cannot tell apart, but its links "
            "are no equivalence: give them as cells, {w1 w2} {w3}",
            dx_names_text(dx_formulas_names(document->store),
                          document->agents.at[agent]));
    for (size_t w = 0; w < columns->count && status == DX_OK; w++) {
        if (value[w].over != 1 || value[w].top < 0 ||
            value[w].top > DX_RANK_LAST)
            status = bad_rank(document, last, error);
        ranks[w] = (uint32_t)value[w].top;
    }
    if (status == DX_OK)
        dx_model_set_ranks(model, agent, ranks);
    dx_free(value);
    dx_free(ranks);
    return status;
}

dx_status dx_build_weights(const dx_document *document,
                           const dx_columns *columns, dx_model *model,
                           dx_error *error)
{
    dx_agent_set weighed = {0};
    for (size_t i = 0; i < document->weights.count; i++)
        dx_agent_set_add(&weighed, document->weights.at[i].agent);
    for (DX_EACH_AGENT(a, &weighed)) {
        dx_status status = weigh(document, a, columns, model, error);
        if (status != DX_OK)
            return status;
    }
    dx_agent_set ranked = {0};
    for (size_t i = 0; i < document->ranks.count; i++)
        dx_agent_set_add(&ranked, document->ranks.at[i].agent);
    for (DX_EACH_AGENT(a, &ranked)) {
        dx_status status = rank(document, a, columns, model, error);
        if (status != DX_OK)
            return status;
    }
    for (size_t a = 0; a < dx_model_agent_count(model); a++)
        dx_model_rank_belief(model, a);
    return DX_OK;
}
