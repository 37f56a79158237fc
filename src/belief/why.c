// A smallest set of beliefs that implies something.
//
// A second base is loaded in which every belief, of the core too, can be left
// out: its gate is assumed, not asserted.  First the solver's own core is
// thinned out until nothing in it can go.  Smaller sets are then looked for by
// hitting sets (Reiter 1987; Ignatiev, Previti, Liffiton and Marques-Silva
// 2015): where the conclusion fails some beliefs must be left out, and whatever
// implies the conclusion must have one of those.  A smallest set that
// hits all that are known so far either implies it, and then nothing smaller
// can, or there is another state to learn from.

#include "belief/base_private.h"

#include "base/memory.h"
#include "sat/cardinality.h"

// How much is done for a smaller reason, the same on every machine: searches,
// cells of the counter, and literals assumed.
enum { ROUNDS_MAX = 2000, COUNTERS_MAX = 200000, EFFORT_MAX = 8000000 };

typedef struct job {
    dx_base *free; // the second base
    const dx_sat_limits *limits;
    dx_error *error;
    size_t count;    // beliefs that are held
    size_t *number;  // of each in the first base
    int *literal;    // of each in the second
    int denied;      // the conclusion fails
    dx_sat *hitting; // variable i + 1 is "belief i is in the set"
    int *at_least;   // outputs of its counter
    DX_VECTOR(size_t) best;
    bool *is_left; // of each belief: it can hold where the conclusion fails
    size_t effort; // literals assumed so far
} job;

void dx_base_reason_release(dx_base_reason *reason)
{
    dx_vector_release(&reason->beliefs);
}

// ---- The second base ----

static void copy_bounds(const dx_base *from, dx_base *to)
{
    for (size_t i = 0; i < from->bounds.count; i++) {
        dx_base_bounds b = from->bounds.at[i];
        int *literals = dx_alloc(b.count, sizeof *literals);
        for (size_t k = 0; k < b.count; k++)
            literals[k] = dx_base_literal(to, from->bounded.at[b.first + k]);
        dx_sat_at_least(to->sat, b.count, literals, b.low, 0);
        dx_sat_at_most(to->sat, b.count, literals, b.high, 0);
        dx_free(literals);
    }
}

static void load(job *j, const dx_base *base, dx_formula conclusion)
{
    j->free = dx_base_new(base->language);
    j->free->time = base->time;
    j->number = dx_alloc(base->beliefs.count, sizeof *j->number);
    j->literal = dx_alloc(base->beliefs.count, sizeof *j->literal);
    for (size_t i = 0; i < base->beliefs.count; i++)
        if (base->beliefs.at[i].is_held) {
            j->number[j->count] = i;
            j->literal[j->count++] =
                dx_base_literal(j->free, base->beliefs.at[i].formula);
        }
    copy_bounds(base, j->free);
    j->denied = -dx_base_literal(j->free, conclusion);
}

static void release(job *j)
{
    dx_base_free(j->free);
    dx_sat_free(j->hitting);
    dx_free(j->number);
    dx_free(j->literal);
    dx_free(j->at_least);
    dx_free(j->is_left);
    dx_vector_release(&j->best);
}

// Does the conclusion follow from `count` of the beliefs, but for one?
static dx_status follows(job *j, size_t count, const size_t *some, size_t leave,
                         bool *out)
{
    int *assumed = dx_alloc(count + 1, sizeof *assumed);
    size_t n = 0;
    assumed[n++] = j->denied;
    for (size_t i = 0; i < count; i++)
        if (i != leave)
            assumed[n++] = j->literal[some[i]];
    bool fails = false;
    j->effort += n;
    dx_status status = dx_base_solve(j->free, n, assumed, j->free->time,
                                     j->limits, &fails, j->error);
    dx_free(assumed);
    *out = !fails;
    return status;
}

// ---- A set of which nothing can be left out ----

// Keeps of the best set what is in the solver's core.
static void shrink_to_core(job *j)
{
    const int *core;
    size_t core_count = dx_sat_core(j->free->sat, &core), count = 0;
    dx_pair_map in_core = {0};
    for (size_t i = 0; i < core_count; i++)
        dx_pair_map_put(&in_core, dx_literal_packed(core[i]), 0, 1);
    for (size_t i = 0; i < j->best.count; i++) {
        uint32_t literal = dx_literal_packed(j->literal[j->best.at[i]]);
        if (dx_pair_map_find(&in_core, literal, 0) != 1)
            continue;
        dx_pair_map_put(&in_core, literal, 0, 2); // once is enough
        j->best.at[count++] = j->best.at[i];
    }
    j->best.count = count;
    dx_pair_map_release(&in_core);
}

static dx_status thin_out(job *j)
{
    dx_status status = DX_OK;
    for (size_t i = 0; i < j->best.count && status == DX_OK;) {
        bool still;
        if (j->effort > EFFORT_MAX)
            break;
        status = follows(j, j->best.count, j->best.at, i, &still);
        if (status != DX_OK || !still) {
            i++;
            continue;
        }
        // It may be the very literal that is denied, and so in the core.
        j->best.count--;
        for (size_t k = i; k < j->best.count; k++)
            j->best.at[k] = j->best.at[k + 1];
        shrink_to_core(j);
    }
    return status;
}

// ---- Smaller ones ----

// Leaves as many of `count` beliefs from `first` on as can hold, with those
// that are left already, where the conclusion fails: by halves.
static dx_status leave(job *j, size_t first, size_t count)
{
    size_t *some = dx_alloc(j->count, sizeof *some), n = 0;
    for (size_t i = 0; i < j->count; i++)
        if (j->is_left[i] || (i >= first && i < first + count))
            some[n++] = i;
    bool implied;
    dx_status status = follows(j, n, some, SIZE_MAX, &implied);
    dx_free(some);
    if (status != DX_OK || (implied && count == 1))
        return status;
    if (!implied) {
        for (size_t i = first; i < first + count; i++)
            j->is_left[i] = true;
        return DX_OK;
    }
    status = leave(j, first, count / 2);
    if (status == DX_OK)
        status = leave(j, first + count / 2, count - count / 2);
    return status;
}

// The set does not imply the conclusion.  Of the beliefs that are then left
// out of a largest such set, whatever implies it must have one.
static dx_status learn(job *j, size_t count, const size_t *set)
{
    DX_VECTOR(int) clause = {0};
    for (size_t i = 0; i < j->count; i++)
        j->is_left[i] = false;
    for (size_t i = 0; i < count; i++)
        j->is_left[set[i]] = true;
    dx_status status = leave(j, 0, j->count);
    for (size_t i = 0; i < j->count; i++)
        if (!j->is_left[i])
            dx_vector_push(&clause, (int)i + 1);
    if (status == DX_OK)
        dx_sat_add(j->hitting, clause.count, clause.at);
    dx_vector_release(&clause);
    return status;
}

// A hitting set of at most `size`, if there is one.
static dx_status hit(job *j, size_t size, bool *out_found, size_t *out_set,
                     size_t *out_count)
{
    int assumed = -j->at_least[size];
    dx_status status =
        dx_sat_solve(j->hitting, 1, &assumed, j->limits, out_found, j->error);
    *out_count = 0;
    for (size_t i = 0; i < j->count && status == DX_OK && *out_found; i++)
        if (dx_sat_value(j->hitting, (int)i + 1))
            out_set[(*out_count)++] = i;
    return status;
}

static void make_counter(job *j)
{
    int *variables = dx_alloc(j->count, sizeof *variables);
    j->hitting = dx_sat_new();
    j->is_left = dx_alloc(j->count, sizeof *j->is_left);
    for (size_t i = 0; i < j->count; i++)
        variables[i] = dx_sat_variable(j->hitting);
    j->at_least = dx_alloc(j->best.count, sizeof *j->at_least);
    dx_sat_count(j->hitting, j->count, variables, j->best.count, j->at_least);
    dx_free(variables);
}

// Looks for sets smaller than the best; `*out_done` if the best is then a
// smallest.
static dx_status look_for_smaller(job *j, bool *out_done)
{
    size_t *set = dx_alloc(j->count, sizeof *set), count = 0, size = 0;
    dx_status status = DX_OK;
    *out_done = j->best.count == 0;
    if (!*out_done)
        make_counter(j);
    for (size_t round = 0; round < ROUNDS_MAX && j->effort <= EFFORT_MAX &&
                           !*out_done && status == DX_OK;
         round++) {
        bool found, enough = false;
        status = hit(j, size, &found, set, &count);
        if (status == DX_OK && found)
            status = follows(j, count, set, SIZE_MAX, &enough);
        if (status != DX_OK)
            break;
        if (found && enough) {
            j->best.count = 0;
            for (size_t i = 0; i < count; i++)
                dx_vector_push(&j->best, set[i]);
            *out_done = true;
        } else if (found) {
            status = learn(j, count, set);
        } else {
            *out_done = ++size == j->best.count;
        }
    }
    dx_free(set);
    return status;
}

static dx_status explain(job *j, dx_base_reason *reason)
{
    for (size_t i = 0; i < j->count; i++)
        dx_vector_push(&j->best, i);
    dx_status status =
        follows(j, j->best.count, j->best.at, SIZE_MAX, &reason->is_implied);
    if (status != DX_OK || !reason->is_implied)
        return status;
    shrink_to_core(j);
    status = thin_out(j);
    if (status == DX_OK && j->count * (j->best.count + 1) <= COUNTERS_MAX)
        status = look_for_smaller(j, &reason->is_smallest);
    // A limit met on the way leaves a reason that is one all the same.
    if (status == DX_ERR_LIMIT)
        status = DX_OK;
    for (size_t i = 0; i < j->best.count; i++)
        dx_vector_push(&reason->beliefs, j->number[j->best.at[i]]);
    return status;
}

dx_status dx_base_why(dx_base *base, dx_formula f, const dx_sat_limits *limits,
                      dx_base_reason *out_reason, dx_error *error)
{
    *out_reason = (dx_base_reason){0};
    dx_formula normal;
    dx_status status =
        dx_language_formula(base->language, f, DX_BELIEF_L0, &normal, error);
    if (status != DX_OK)
        return status;
    job j = {.limits = limits, .error = error};
    load(&j, base, normal);
    status = explain(&j, out_reason);
    release(&j);
    if (status != DX_OK)
        dx_base_reason_release(out_reason);
    return status;
}
