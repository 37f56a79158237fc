// Step by step: where does it hold, may it happen at the actual world, and then
// the update of the kernel that carries it out.  The model before a step is
// freed when the next is there, so two of them exist at a time.

#include "logic/dx/update.h"

#include "logic/evaluate/evaluate.h"
#include "logic/kripke/plausible.h"
#include "logic/kripke/update.h"

#include <assert.h>

enum { WORLDS_MAX = 1 << 22 };

static dx_status check_actual(const dx_document *document,
                              const dx_model *model, const dx_query_step *step,
                              const dx_bitset *where, dx_error *error)
{
    if (!document->actual.is_given ||
        dx_bitset_has(where, dx_model_actual(model)))
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "'%s' is false at the actual world, so it cannot be told "
                   "there",
                   step->text);
}

// Everybody for DX_UPDATE_WHETHER, else those whom the step names.
static dx_agent_set audience(const dx_model *model, const dx_query_step *step)
{
    return step->kind != DX_UPDATE_WHETHER
               ? step->agents
               : dx_agent_set_all(dx_model_agent_count(model));
}

dx_status dx_document_upgrade(dx_evaluator *evaluator, const dx_model *model,
                              const dx_query_step *step, dx_model **out,
                              dx_error *error)
{
    const dx_bitset *where;
    dx_upgrade upgrade = step->kind == DX_UPDATE_RADICAL
                             ? DX_UPGRADE_RADICAL
                             : DX_UPGRADE_CONSERVATIVE;
    dx_bitset alive = dx_bitset_new(dx_model_world_count(model));
    dx_bitset_fill(&alive);
    dx_status status = DX_OK;
    for (DX_EACH_AGENT(a, &step->agents))
        if (status == DX_OK)
            status = dx_model_may_upgrade(model, a, upgrade, &alive, error);
    if (status == DX_OK)
        status = dx_evaluate(evaluator, step->formula, &where, error);
    if (status == DX_OK) {
        *out = dx_model_copy(model);
        for (DX_EACH_AGENT(a, &step->agents))
            dx_model_upgrade(*out, a, upgrade, where, &alive);
    }
    dx_bitset_release(&alive);
    return status;
}

static dx_status make_step(const dx_document *document, const dx_model *model,
                           const dx_query_step *step, dx_model **out,
                           dx_error *error)
{
    dx_evaluator *evaluator = dx_evaluator_new(model, document->events);
    const dx_bitset *where = NULL;
    bool is_upgrade =
        step->kind == DX_UPDATE_RADICAL || step->kind == DX_UPDATE_CONSERVATIVE;
    bool must_hold =
        step->kind == DX_UPDATE_ANNOUNCE || step->kind == DX_UPDATE_TELL;
    dx_status status = DX_OK;
    if (step->kind != DX_UPDATE_EVENT)
        status = dx_evaluate(evaluator, step->formula, &where, error);
    if (status == DX_OK && must_hold)
        status = check_actual(document, model, step, where, error);
    if (status == DX_OK && step->kind == DX_UPDATE_EVENT)
        status = dx_model_product(evaluator, step->events, step->event,
                                  WORLDS_MAX, out, error);
    else if (status == DX_OK && is_upgrade)
        status = dx_document_upgrade(evaluator, model, step, out, error);
    else if (status == DX_OK && step->kind == DX_UPDATE_ANNOUNCE)
        status = dx_model_restrict(model, where, out, error);
    else if (status == DX_OK) {
        dx_agent_set told = audience(model, step);
        *out = dx_model_tell(model, &told, where);
    }
    dx_evaluator_free(evaluator);
    assert(status != DX_OK || dx_model_world_count(*out) > 0);
    return status;
}

// Announced as long as it is true at the actual world, if there is one, and
// changes something.
static dx_status repeat(const dx_document *document, const dx_model *model,
                        const dx_query_step *step, dx_model **out,
                        dx_error *error)
{
    dx_query_step once = *step;
    once.kind = DX_UPDATE_ANNOUNCE;
    dx_status status = DX_OK;
    bool goes_on = true;
    *out = dx_model_copy(model);
    while (status == DX_OK && goes_on) {
        dx_evaluator *evaluator = dx_evaluator_new(*out, document->events);
        const dx_bitset *where;
        status = dx_evaluate(evaluator, step->formula, &where, error);
        size_t count = status == DX_OK ? dx_bitset_count(where) : 0;
        goes_on = count > 0 && count < dx_model_world_count(*out) &&
                  (!document->actual.is_given ||
                   dx_bitset_has(where, dx_model_actual(*out)));
        dx_evaluator_free(evaluator);
        dx_model *next;
        if (!goes_on)
            break;
        status = make_step(document, *out, &once, &next, error);
        dx_model_free(*out);
        *out = status == DX_OK ? next : NULL;
    }
    if (status != DX_OK)
        dx_model_free(*out);
    return status;
}

dx_status dx_document_update(const dx_document *document, size_t count,
                             const dx_query_step *steps, dx_model **model,
                             dx_error *error)
{
    for (size_t i = 0; i < count; i++) {
        dx_model *next;
        dx_status status =
            steps[i].kind == DX_UPDATE_REPEAT
                ? repeat(document, *model, &steps[i], &next, error)
                : make_step(document, *model, &steps[i], &next, error);
        if (status != DX_OK && error != NULL && error->line == 0) {
            error->line = steps[i].place.line;
            error->column = steps[i].place.column;
        }
        if (status != DX_OK)
            return status;
        dx_model_free(*model);
        *model = next;
    }
    return DX_OK;
}
