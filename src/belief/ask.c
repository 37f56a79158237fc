// A formula of L+ asked of a base, part by part.
//
// What is explicit is looked up, the time is known, and each implicit belief
// is one search: under the base, the events that were expanded on the way to
// it, and the time that is then.  A formula may share its parts, so answers
// are remembered by formula and prefix.

#include "belief/base_private.h"

#include "base/memory.h"
#include "base/stack.h"

typedef dx_base_inquiry inquiry;

static dx_formula operand(const inquiry *q, dx_formula f, size_t i)
{
    return dx_formula_operand(q->store, f, i);
}

static bool time_holds(const inquiry *q, uint32_t depth,
                       dx_time_literal literal)
{
    return (literal.time <= q->base->time + depth) == literal.holds;
}

static bool is_explicit(const inquiry *q, uint32_t prefix, dx_formula belief)
{
    dx_time_literal time = dx_time_literal_of(q->store, belief);
    uint32_t depth = q->prefixes.all.at[prefix].depth;
    bool is_literal = q->base->language->rule == DX_EXPAND_LITERAL;
    if (time.is)
        return time_holds(q, !time.holds && is_literal ? 0 : depth, time);
    uint32_t number = dx_base_number(q->base, belief);
    return dx_prefix_has(&q->prefixes, prefix, belief) ||
           (number != UINT32_MAX && q->base->beliefs.at[number].is_held);
}

static bool is_implied(inquiry *q, uint32_t prefix, dx_formula f)
{
    dx_prefix p = q->prefixes.all.at[prefix];
    if (p.depth > 0 && q->base->language->rule == DX_EXPAND_LITERAL)
        return true; // the base contradicts itself
    int *assumed = dx_alloc_raw(p.count + 2, sizeof *assumed);
    assumed[0] = q->base->held;
    assumed[1] = -dx_base_literal(q->base, f);
    for (size_t i = 0; i < p.count; i++)
        assumed[i + 2] =
            dx_base_literal(q->base, q->prefixes.events.at[p.first + i]);
    bool fails = false;
    q->status =
        dx_base_solve(q->base, p.count + 2, assumed, q->base->time + p.depth,
                      q->limits, &fails, q->error);
    dx_free(assumed);
    return !fails;
}

static bool holds(inquiry *q, dx_formula f, uint32_t prefix);

static bool holds_expanded(inquiry *q, dx_formula f, uint32_t prefix)
{
    dx_formula event = operand(q, f, 0);
    if (dx_formula_kind(q->store, f) == DX_EXPAND_DUAL &&
        !holds(q, dx_precondition_of(q->base->preconditions, q->store, event),
               prefix))
        return false;
    uint32_t after = dx_prefix_after(&q->prefixes, prefix, event);
    return holds(q, operand(q, f, 1), after);
}

static bool refuse_fact(inquiry *q)
{
    if (q->status == DX_OK)
        q->status = dx_fail(q->error, DX_ERR_UNSUPPORTED, 0, 0,
                            "a base does not say what is true, only what is "
                            "believed: ask implicit[m] f, or give a state "
                            "and ask `true`");
    return false;
}

static bool work_out(inquiry *q, dx_formula f, uint32_t prefix)
{
    switch (dx_formula_kind(q->store, f)) {
    case DX_TRUE:
        return true;
    case DX_NOT:
        return !holds(q, operand(q, f, 0), prefix);
    case DX_AND:
        for (size_t i = 0; i < dx_formula_count(q->store, f); i++)
            if (!holds(q, operand(q, f, i), prefix))
                return false;
        return true;
    case DX_GREATER_EQUAL:
        return time_holds(q, q->prefixes.all.at[prefix].depth,
                          dx_time_literal_of(q->store, f));
    case DX_EXPLICIT:
        return is_explicit(q, prefix, operand(q, f, 1));
    case DX_IMPLICIT:
        return is_implied(q, prefix, operand(q, f, 1));
    case DX_EXPAND:
    case DX_EXPAND_DUAL:
        return holds_expanded(q, f, prefix);
    default:
        return refuse_fact(q);
    }
}

static bool holds(inquiry *q, dx_formula f, uint32_t prefix)
{
    if (q->status != DX_OK)
        return false;
    uint32_t known = dx_pair_map_find(&q->known, f, prefix);
    if (known != UINT32_MAX)
        return known != 0;
    bool answer = work_out(q, f, prefix);
    dx_pair_map_put(&q->known, f, prefix, answer);
    return answer;
}

typedef struct asking {
    inquiry *q;
    dx_formula f;
    uint32_t prefix;
    bool answer;
} asking;

static void ask_there(void *data)
{
    asking *a = data;
    a->answer = holds(a->q, a->f, a->prefix);
}

void dx_base_inquiry_init(dx_base_inquiry *q, dx_base *base,
                          const dx_sat_limits *limits, dx_error *error)
{
    *q = (dx_base_inquiry){.base = base,
                           .store = base->language->store,
                           .limits = limits,
                           .error = error};
    dx_prefixes_init(&q->prefixes);
}

void dx_base_inquiry_release(dx_base_inquiry *q)
{
    dx_prefixes_release(&q->prefixes);
    dx_pair_map_release(&q->known);
}

bool dx_base_inquiry_holds(dx_base_inquiry *q, dx_formula normal,
                           uint32_t prefix)
{
    asking a = {.q = q, .f = normal, .prefix = prefix};
    bool has_more = q->base->preconditions != NULL;
    size_t depth = dx_formula_depth(q->store, normal);
    dx_run_deep(has_more ? depth + DX_FORMULA_DEPTH_MAX : depth, ask_there, &a);
    return a.answer;
}

bool dx_base_inquiry_is_consistent(dx_base_inquiry *q, uint32_t prefix)
{
    return !is_implied(q, prefix,
                       dx_formula_not(q->store, dx_formula_true(q->store)));
}

dx_status dx_base_ask(dx_base *base, dx_formula f, const dx_sat_limits *limits,
                      bool *out, dx_error *error)
{
    dx_formula normal;
    dx_status status =
        dx_language_formula(base->language, f, DX_BELIEF_LPLUS, &normal, error);
    if (status != DX_OK)
        return status;
    inquiry q;
    dx_base_inquiry_init(&q, base, limits, error);
    *out = dx_base_inquiry_holds(&q, normal, 0);
    status = q.status;
    dx_base_inquiry_release(&q);
    return status;
}
