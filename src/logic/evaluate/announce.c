// Updates inside formulas: [!f] [?!f] [a,b !f] [a,b ?!f] [M,e] and duals.
//
// Each leads to a context, made once; the formula behind the update is
// evaluated there and its worlds are brought back.

#include "base/memory.h"
#include "logic/evaluate/inside.h"
#include "logic/kripke/update.h"

#include <assert.h>

// The public announcement of f, or of ~f.  One that changes nothing leads
// back to the context itself.
dx_status dx_context_announce(dx_context *context, dx_formula f, bool denied,
                              dx_context **out)
{
    dx_update update = {.how = denied ? DX_BY_DENYING : DX_BY_ANNOUNCING,
                        .formula = f};
    *out = dx_context_child(context, update);
    if (*out != NULL)
        return DX_OK;
    dx_bitset left;
    dx_status status = dx_context_evaluate_new(context, f, &left);
    if (status == DX_OK) {
        if (denied)
            dx_bitset_xor(&left, &context->alive);
        assert(dx_bitset_within(&left, &context->alive));
        *out = context;
        if (!dx_bitset_equal(&left, &context->alive)) {
            *out = dx_context_new(context->evaluator, context->model);
            dx_bitset_assign(&(*out)->alive, &left);
        }
        dx_context_adopt(context, update, *out);
    }
    dx_bitset_release(&left);
    return status;
}

dx_status dx_context_tell(dx_context *context, dx_formula f,
                          const dx_agent_set *agents, dx_context **out)
{
    dx_update update = {.how = DX_BY_TELLING, .formula = f, .agents = *agents};
    *out = dx_context_child(context, update);
    if (*out != NULL)
        return DX_OK;
    dx_bitset where;
    dx_status status = dx_context_evaluate_new(context, f, &where);
    if (status == DX_OK) {
        dx_model *told = dx_model_tell(context->model, agents, &where);
        *out = dx_context_new(context->evaluator, told);
        (*out)->owned = told;
        dx_bitset_assign(&(*out)->alive, &context->alive);
        dx_context_adopt(context, update, *out);
    }
    dx_bitset_release(&where);
    return status;
}

// [!f] g and <!f> g.
static dx_status announce(dx_context *context, dx_formula f, dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_context *child;
    dx_status status = dx_context_announce(
        context, dx_formula_operand(store, f, 0), false, &child);
    if (status == DX_OK)
        status =
            dx_context_evaluate(child, dx_formula_operand(store, f, 1), out);
    if (status != DX_OK || dx_formula_kind(store, f) == DX_ANNOUNCE_DUAL)
        return status;
    dx_bitset elsewhere = dx_bitset_copy(&context->alive);
    dx_bitset_minus(&elsewhere, &child->alive);
    dx_bitset_or(out, &elsewhere);
    dx_bitset_release(&elsewhere);
    return DX_OK;
}

// [?!f] g: whichever of f and ~f is true is announced; box and dual agree.
static dx_status announce_whether(dx_context *context, dx_formula f,
                                  dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_bitset one = dx_context_set(context);
    dx_status status = DX_OK;
    dx_bitset_clear(out);
    for (int denied = 0; denied < 2 && status == DX_OK; denied++) {
        dx_context *child;
        status = dx_context_announce(context, dx_formula_operand(store, f, 0),
                                     denied, &child);
        if (status == DX_OK)
            status = dx_context_evaluate(child, dx_formula_operand(store, f, 1),
                                         &one);
        dx_bitset_or(out, &one);
    }
    dx_bitset_release(&one);
    return status;
}

dx_status dx_evaluate_announcement(dx_context *context, dx_formula f,
                                   dx_bitset *out)
{
    dx_kind kind = dx_formula_kind(context->evaluator->store, f);
    return kind == DX_ANNOUNCE || kind == DX_ANNOUNCE_DUAL
               ? announce(context, f, out)
               : announce_whether(context, f, out);
}

// [a,b !f] g and [a,b ?!f] g: the model after is the same, but f can be told
// only where it is true.
dx_status dx_evaluate_telling(dx_context *context, dx_formula f, dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_kind kind = dx_formula_kind(store, f);
    dx_agent_set agents;
    dx_context *child;
    dx_status status = dx_context_agents(context, f, 2, &agents);
    if (status == DX_OK)
        status = dx_context_tell(context, dx_formula_operand(store, f, 0),
                                 &agents, &child);
    if (status == DX_OK)
        status =
            dx_context_evaluate(child, dx_formula_operand(store, f, 1), out);
    if (status != DX_OK || (kind != DX_TELL && kind != DX_TELL_DUAL))
        return status;
    dx_bitset where;
    status = dx_context_evaluate_new(context, dx_formula_operand(store, f, 0),
                                     &where);
    if (kind == DX_TELL) {
        dx_bitset_xor(&where, &context->alive);
        dx_bitset_or(out, &where);
    } else {
        dx_bitset_and(out, &where);
    }
    dx_bitset_release(&where);
    return status;
}

dx_status dx_context_find_event(const dx_context *context, dx_formula f,
                                const dx_event_model **out_events,
                                size_t *out_event)
{
    dx_formulas *store = context->evaluator->store;
    const dx_event_library *library = context->evaluator->library;
    const dx_names *names = dx_formulas_names(store);
    const char *model = dx_names_text(names, dx_formula_operand(store, f, 0));
    const char *event = dx_names_text(names, dx_formula_operand(store, f, 1));
    *out_events =
        library == NULL ? NULL : dx_event_library_find(library, model);
    if (*out_events == NULL)
        return dx_context_fail(context, DX_ERR_INPUT,
                               "there is no event model '%s'", model);
    *out_event = dx_event_model_find(*out_events, event);
    if (*out_event == DX_NOT_FOUND)
        return dx_context_fail(context, DX_ERR_INPUT,
                               "event model '%s' has no event '%s'", model,
                               event);
    return DX_OK;
}

// [M,e] g and <M,e> g: world w becomes (w, e), if e can happen there.
dx_status dx_evaluate_event(dx_context *context, dx_formula f, dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    bool is_box = dx_formula_kind(store, f) == DX_EVENT;
    const dx_event_model *events;
    size_t event = 0;
    dx_context *child;
    dx_status status = dx_context_find_event(context, f, &events, &event);
    if (status == DX_OK)
        status = dx_context_product(context, events, &child);
    if (status != DX_OK)
        return status;
    dx_bitset after;
    status =
        dx_context_evaluate_new(child, dx_formula_operand(store, f, 2), &after);
    size_t event_count = dx_event_model_count(events);
    dx_bitset_clear(out);
    for (size_t w = dx_bitset_next(&context->alive, 0);
         w < context->alive.size && status == DX_OK;
         w = dx_bitset_next(&context->alive, w + 1)) {
        uint32_t place = child->origin.place[w * event_count + event];
        assert(place == UINT32_MAX || place < child->alive.size);
        if (place == UINT32_MAX ? is_box : dx_bitset_has(&after, place))
            dx_bitset_add(out, w);
    }
    dx_bitset_release(&after);
    return status;
}
