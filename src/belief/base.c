// Beliefs as literals of one solver that is never emptied.
//
// A belief is a gate.  The core's gates are asserted once and for all, so the
// solver works its consequences out for good.  The volatile ones hang behind
// one literal, `held`: a question assumes it, two literals for the time, and
// the negation of what is asked, however many beliefs there are.  When
// something is given up (revise.c) a new such literal takes over.  Solutions
// that showed that something does not follow are kept (refuters.h).

#include "belief/base_private.h"

#include "base/memory.h"
#include "base/stack.h"
#include "sat/cardinality.h"

#include <assert.h>

static int now_of(void *context, uint32_t state, uint32_t time)
{
    assert(state == 0);
    (void)state;
    return dx_timeline_at_least(context, time);
}

dx_base *dx_base_new(dx_language *language)
{
    dx_base *base = dx_alloc(1, sizeof *base);
    base->language = language;
    base->sat = dx_sat_new();
    base->circuit = dx_circuit_new(base->sat);
    dx_timeline_init(&base->timeline, base->sat, base->circuit);
    base->encoder = (dx_encoder){.store = language->store,
                                 .sat = base->sat,
                                 .circuit = base->circuit,
                                 .now = now_of,
                                 .context = &base->timeline};
    base->held = dx_sat_variable(base->sat);
    return base;
}

void dx_base_free(dx_base *base)
{
    if (base == NULL)
        return;
    dx_encoder_release(&base->encoder);
    dx_timeline_release(&base->timeline);
    dx_refuters_release(&base->refuters);
    dx_circuit_free(base->circuit);
    dx_sat_free(base->sat);
    dx_vector_release(&base->beliefs);
    dx_pair_map_release(&base->number_of);
    dx_vector_release(&base->bounds);
    dx_vector_release(&base->bounded);
    dx_free(base);
}

void dx_base_set_preconditions(dx_base *base,
                               const dx_preconditions *preconditions)
{
    base->preconditions = preconditions;
}

uint32_t dx_base_time(const dx_base *base)
{
    return base->time;
}

void dx_base_set_time(dx_base *base, uint32_t time)
{
    DX_REQUIRE(time <= DX_TIME_MAX, "a time within DX_TIME_MAX");
    base->time = time;
    dx_refuters_forget(&base->refuters);
}

int dx_base_variable_count(const dx_base *base)
{
    return dx_sat_variable_count(base->sat);
}

int dx_base_clause_count(const dx_base *base)
{
    return dx_sat_clause_count(base->sat);
}

size_t dx_base_literal_count(const dx_base *base)
{
    return dx_circuit_size(base->circuit);
}

size_t dx_base_count(const dx_base *base)
{
    return base->beliefs.count;
}

const dx_base_belief *dx_base_at(const dx_base *base, size_t number)
{
    DX_REQUIRE(number < base->beliefs.count, "the number of a belief");
    return &base->beliefs.at[number];
}

typedef struct encoding {
    dx_base *base;
    dx_formula f;
    int literal;
} encoding;

static void encode_there(void *data)
{
    encoding *e = data;
    e->literal = dx_encode(&e->base->encoder, e->f, 0);
}

int dx_base_literal(dx_base *base, dx_formula normal)
{
    encoding e = {.base = base, .f = normal};
    dx_run_deep(dx_formula_depth(base->language->store, normal), encode_there,
                &e);
    return e.literal;
}

dx_status dx_base_solve(dx_base *base, size_t count, const int *literals,
                        uint32_t time, const dx_sat_limits *limits,
                        bool *out_satisfiable, dx_error *error)
{
    int few[16];
    int *assumed =
        count + 2 <= 16 ? few : dx_alloc_raw(count + 2, sizeof *assumed);
    for (size_t i = 0; i < count; i++)
        assumed[i] = literals[i];
    count += dx_timeline_assume(&base->timeline, time, assumed + count);
    dx_status status =
        dx_sat_solve(base->sat, count, assumed, limits, out_satisfiable, error);
    if (assumed != few)
        dx_free(assumed);
    return status;
}

uint32_t dx_base_number(const dx_base *base, dx_formula normal)
{
    return dx_pair_map_find(&base->number_of, normal, 0);
}

// What is in it already may only become core.
static void put_again(dx_base *base, dx_base_belief *belief,
                      dx_belief_source source)
{
    if (source != DX_FROM_CORE || belief->source == DX_FROM_CORE)
        return;
    // It was true in every refuter as it was.
    belief->source = source;
    dx_sat_add(base->sat, 1, &belief->literal);
}

void dx_base_put(dx_base *base, dx_formula written, dx_formula normal,
                 dx_belief_source source)
{
    uint32_t number = dx_base_number(base, normal);
    if (number != UINT32_MAX && base->beliefs.at[number].is_held) {
        put_again(base, &base->beliefs.at[number], source);
        return;
    }
    dx_base_belief belief = {.written = written,
                             .formula = normal,
                             .source = source,
                             .since = base->time,
                             .is_held = true,
                             .literal = dx_base_literal(base, normal)};
    number = (uint32_t)base->beliefs.count;
    dx_pair_map_put(&base->number_of, normal, 0, number);
    dx_vector_push(&base->beliefs, belief);
    dx_refuters_forget(&base->refuters);
    if (source == DX_FROM_CORE)
        dx_sat_add(base->sat, 1, &belief.literal);
    else
        dx_sat_add(base->sat, 2, (int[]){-base->held, belief.literal});
}

dx_status dx_base_add(dx_base *base, dx_formula f, dx_belief_source source,
                      dx_error *error)
{
    dx_formula normal;
    dx_status status = dx_language_event(base->language, f, &normal, error);
    if (status == DX_OK)
        dx_base_put(base, f, normal, source);
    return status;
}

dx_status dx_base_add_count(dx_base *base, size_t count,
                            const dx_formula *formulas, size_t low, size_t high,
                            dx_error *error)
{
    int *literals = dx_alloc(count, sizeof *literals);
    dx_status status = DX_OK;
    dx_base_bounds bounds = {base->bounded.count, count, low, high};
    for (size_t i = 0; i < count && status == DX_OK; i++) {
        dx_formula normal;
        status =
            dx_language_belief(base->language, formulas[i], &normal, error);
        if (status == DX_OK) {
            literals[i] = dx_base_literal(base, normal);
            dx_vector_push(&base->bounded, normal);
        }
    }
    if (status == DX_OK) {
        dx_sat_at_least(base->sat, count, literals, low, 0);
        dx_sat_at_most(base->sat, count, literals, high, 0);
        dx_vector_push(&base->bounds, bounds);
        dx_refuters_forget(&base->refuters);
    } else {
        base->bounded.count = bounds.first;
    }
    dx_free(literals);
    return status;
}

static dx_status step(dx_base *base, dx_error *error)
{
    if (base->time >= DX_TIME_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the time has no number any more: it is %u",
                       (unsigned)base->time);
    dx_base_set_time(base, base->time + 1);
    return DX_OK;
}

dx_status dx_base_expand(dx_base *base, dx_formula f, dx_belief_source source,
                         dx_error *error)
{
    dx_formula normal;
    dx_status status = dx_language_event(base->language, f, &normal, error);
    if (status == DX_OK)
        status = step(base, error);
    if (status == DX_OK)
        dx_base_put(base, f, normal, source);
    return status;
}

dx_status dx_base_has(dx_base *base, dx_formula f, bool *out, dx_error *error)
{
    dx_formula normal;
    dx_status status = dx_language_belief(base->language, f, &normal, error);
    if (status != DX_OK)
        return status;
    dx_time_literal time = dx_time_literal_of(base->language->store, normal);
    uint32_t number = dx_base_number(base, normal);
    *out = time.is ? (time.time <= base->time) == time.holds
                   : number != UINT32_MAX && base->beliefs.at[number].is_held;
    return DX_OK;
}

dx_status dx_base_implies(dx_base *base, dx_formula f,
                          const dx_sat_limits *limits, bool *out,
                          dx_error *error)
{
    dx_formula normal;
    dx_status status =
        dx_language_formula(base->language, f, DX_BELIEF_L0, &normal, error);
    if (status != DX_OK)
        return status;
    int literal = dx_base_literal(base, normal);
    *out = false;
    if (dx_refuters_refute(&base->refuters, literal))
        return DX_OK;
    bool fails = false;
    status = dx_base_solve(base, 2, (int[]){base->held, -literal}, base->time,
                           limits, &fails, error);
    if (status == DX_OK && fails)
        dx_refuters_keep(&base->refuters, base->sat);
    *out = status == DX_OK && !fails;
    return status;
}

dx_status dx_base_is_consistent(dx_base *base, const dx_sat_limits *limits,
                                bool *out, dx_error *error)
{
    return dx_base_solve(base, 1, &base->held, base->time, limits, out, error);
}
