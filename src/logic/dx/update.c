// Step by step: where does it hold, may it happen at the actual world, and then
// the update of the kernel that carries it out.  The model before a step is
// freed when the next is there, so two of them exist at a time.

#include "logic/dx/update.h"

#include "logic/evaluate/evaluate.h"
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

static dx_status make_step(const dx_document *document, const dx_model *model,
                           const dx_query_step *step, dx_model **out,
                           dx_error *error)
{
    dx_evaluator *evaluator = dx_evaluator_new(model, document->events);
    const dx_bitset *where = NULL;
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

dx_status dx_document_update(const dx_document *document, size_t count,
                             const dx_query_step *steps, dx_model **model,
                             dx_error *error)
{
    for (size_t i = 0; i < count; i++) {
        dx_model *next;
        dx_status status = make_step(document, *model, &steps[i], &next, error);
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
