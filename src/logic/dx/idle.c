// Looks at event models that nothing uses.  A change that leaves its variable's
// values is found as where it is used: by asking whether the event's
// precondition keeps it within its bounds, at every world, of the engine.

#include "logic/dx/idle.h"

#include <string.h>

// Does an update of a question, or any formula that was read, name the event
// model?
static bool is_used(const dx_document *document, const dx_event_model *events)
{
    const dx_formulas *store = document->store;
    for (size_t i = 0; i < document->queries.count; i++) {
        const dx_query *query = &document->queries.at[i];
        for (size_t j = 0; j < query->steps.count; j++)
            if (query->steps.at[j].events == events)
                return true;
    }
    for (dx_formula f = 0; f < dx_formulas_count(store); f++)
        if (dx_kind_family(dx_formula_kind(store, f)) == DX_FAMILY_EVENT &&
            strcmp(
                dx_formulas_name_text(store, dx_formula_operand(store, f, 0)),
                dx_event_model_name(events)) == 0)
            return true;
    return false;
}

// Is there a world where the event can happen and the change goes too far?
static bool goes_too_far(const dx_document *document, dx_engine *engine,
                         dx_formula precondition, dx_formula bound)
{
    dx_query query = {.kind = DX_QUERY_VALID,
                      .formula = dx_formula_binary(document->store, DX_IMPLIES,
                                                   precondition, bound)};
    if (query.formula == DX_FORMULA_NONE)
        return false;
    dx_check_answer answer;
    dx_engine_ask(engine, &query, (dx_check_options){0}, &answer);
    bool is_so = answer.status == DX_OK && !answer.truth;
    dx_check_answer_release(&answer);
    return is_so;
}

static dx_status check_event(const dx_document *document, dx_engine *engine,
                             const dx_event_model *events, size_t e,
                             dx_error *error)
{
    for (size_t i = 0; i < dx_event_model_assignment_count(events, e); i++) {
        dx_assignment change = dx_event_model_assignment(events, e, i);
        if (change.is_bound &&
            goes_too_far(document, engine,
                         dx_event_model_precondition(events, e), change.bound))
            return dx_assignment_out_of_bounds(document->store, change, error);
    }
    return DX_OK;
}

dx_status dx_check_idle_events(const dx_document *document, dx_engine *engine,
                               dx_error *error)
{
    dx_status status = DX_OK;
    for (size_t i = 0; i < dx_event_library_count(document->events); i++) {
        const dx_event_model *events = dx_event_library_at(document->events, i);
        size_t count =
            is_used(document, events) ? 0 : dx_event_model_count(events);
        for (size_t e = 0; e < count && status == DX_OK; e++)
            status = check_event(document, engine, events, e, error);
    }
    return status;
}
