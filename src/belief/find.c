// A state that the base allows, and what is true there.
//
// A search finds values for the variables that the base has; what was never
// mentioned to it is free, and taken to be false.  A formula is then worked
// out from its atoms, so that it need not have been known when the state was
// found.

#include "belief/base_private.h"

#include "base/memory.h"
#include "base/stack.h"

// The literals of formulas, behind that of the base.
static dx_status assume(dx_base *base, size_t count, const dx_formula *formulas,
                        int *out, dx_error *error)
{
    out[0] = base->held;
    for (size_t i = 0; i < count; i++) {
        dx_formula normal;
        dx_status status = dx_language_formula(base->language, formulas[i],
                                               DX_BELIEF_L0, &normal, error);
        if (status != DX_OK)
            return status;
        out[i + 1] = dx_base_literal(base, normal);
    }
    return DX_OK;
}

dx_status dx_base_find(dx_base *base, size_t count, const dx_formula *formulas,
                       const dx_sat_limits *limits, bool *out_found,
                       dx_error *error)
{
    int *assumed = dx_alloc_raw(count + 1, sizeof *assumed);
    dx_status status = assume(base, count, formulas, assumed, error);
    if (status == DX_OK)
        status = dx_base_solve(base, count + 1, assumed, base->time, limits,
                               out_found, error);
    dx_free(assumed);
    if (status == DX_OK && *out_found)
        base->found_time = base->time;
    return status;
}

typedef struct question {
    const dx_base *base;
    dx_formulas *store;
    dx_pair_map known;
    dx_formula f;
    bool answer;
} question;

static bool holds(question *q, dx_formula f);

static bool time_holds(const question *q, dx_time_literal time)
{
    return (time.time <= q->base->found_time) == time.holds;
}

// The value of a variable, if the base has it.
static bool leaf_holds(const question *q, dx_formula f)
{
    uint32_t literal = dx_pair_map_find(&q->base->encoder.literals, f, 0);
    return literal != UINT32_MAX &&
           dx_sat_value(q->base->sat, dx_literal_unpacked(literal));
}

static bool work_out(question *q, dx_formula f)
{
    dx_formulas *store = q->store;
    switch (dx_formula_kind(store, f)) {
    case DX_TRUE:
        return true;
    case DX_NOT:
        return !holds(q, dx_formula_operand(store, f, 0));
    case DX_AND:
        for (size_t i = 0; i < dx_formula_count(store, f); i++)
            if (!holds(q, dx_formula_operand(store, f, i)))
                return false;
        return true;
    case DX_GREATER_EQUAL:
        return time_holds(q, dx_time_literal_of(store, f));
    case DX_EXPLICIT: {
        dx_formula body = dx_formula_operand(store, f, 1);
        dx_time_literal time = dx_time_literal_of(store, body);
        return time.is ? time_holds(q, time) : leaf_holds(q, f);
    }
    default:
        return leaf_holds(q, f);
    }
}

static bool holds(question *q, dx_formula f)
{
    uint32_t known = dx_pair_map_find(&q->known, f, 0);
    if (known == UINT32_MAX) {
        known = work_out(q, f);
        dx_pair_map_put(&q->known, f, 0, known);
    }
    return known != 0;
}

static void answer_there(void *data)
{
    question *q = data;
    q->answer = holds(q, q->f);
}

dx_status dx_base_found(dx_base *base, dx_formula f, bool *out, dx_error *error)
{
    question q = {.base = base, .store = base->language->store};
    dx_status status =
        dx_language_formula(base->language, f, DX_BELIEF_L0, &q.f, error);
    if (status != DX_OK)
        return status;
    dx_run_deep(dx_formula_depth(q.store, q.f), answer_there, &q);
    dx_pair_map_release(&q.known);
    *out = q.answer;
    return DX_OK;
}
