// One search for all formulas together.
//
// Each formula is a literal that is assumed, so that the solver can say which
// of them clash.  Its core is then thinned out: a formula that is not needed
// for the contradiction goes.

#include "belief/decide.h"
#include "belief/translate.h"

#include "base/memory.h"
#include "base/stack.h"

#include <assert.h>

// Thinning out a core assumes so many literals in all and no more, so that the
// answer does not depend on how fast the machine is.
enum { LITERALS_MAX_DEFAULT = 10000000, THINNING_MAX = 4000000 };

typedef struct attempt {
    const dx_belief_question *question;
    dx_sat *sat;
    dx_translation *translation;
    const dx_sat_limits *limits;
    int *literals; // of the formulas
    dx_belief_answer *answer;
    dx_error *error;
} attempt;

void dx_belief_answer_release(dx_belief_answer *answer)
{
    dx_belief_model_release(&answer->model);
    dx_vector_release(&answer->core);
}

static void translate(void *data)
{
    attempt *a = data;
    const dx_belief_question *q = a->question;
    dx_translation_limits limits = {.literals_max = LITERALS_MAX_DEFAULT};
    if (q->limits != NULL && q->limits->literals_max > 0)
        limits.literals_max = q->limits->literals_max;
    if (q->limits != NULL)
        limits.end = q->limits->search.end;
    if (q->dimacs != NULL)
        dx_sat_keep_clauses(a->sat);
    a->translation =
        dx_translation_new(q->language, q->preconditions, a->sat, limits);
    for (size_t i = 0; i < q->count; i++)
        a->literals[i] = dx_translation_literal(a->translation, q->formulas[i]);
}

// What the judge says of the model that was found.
static dx_status check_model(attempt *a)
{
    const dx_belief_question *q = a->question;
    for (size_t i = 0; i < q->count; i++)
        if (!dx_belief_holds(q->language, &a->answer->model, 0,
                             q->preconditions, q->formulas[i])) {
            assert(false); // the translation is wrong
            return dx_fail(a->error, DX_ERR_UNSUPPORTED, 0, 0,
                           "the model that was found did not pass its check; "
                           "this is a mistake in doxa");
        }
    return DX_OK;
}

static bool is_in_core(const attempt *a, int literal)
{
    const int *core;
    size_t count = dx_sat_core(a->sat, &core);
    for (size_t i = 0; i < count; i++)
        if (core[i] == literal)
            return true;
    return false;
}

// The formulas of the solver's core; of equal ones the first.
static void read_core(attempt *a)
{
    dx_belief_answer *answer = a->answer;
    dx_pair_map seen = {0};
    const int *core;
    size_t count = dx_sat_core(a->sat, &core);
    for (size_t i = 0; i < count; i++)
        dx_pair_map_put(&seen, (uint32_t)core[i], 0, 1);
    for (size_t i = 0; i < a->question->count; i++) {
        uint32_t literal = (uint32_t)a->literals[i];
        if (dx_pair_map_find(&seen, literal, 0) != 1)
            continue;
        dx_pair_map_put(&seen, literal, 0, 2);
        dx_vector_push(&answer->core, i);
    }
    dx_pair_map_release(&seen);
}

// Is the core still one without its member number `leave`?
static dx_status clashes_without(attempt *a, size_t leave, bool *out)
{
    dx_belief_answer *answer = a->answer;
    int *assumed = dx_alloc(answer->core.count, sizeof *assumed);
    size_t count = 0;
    for (size_t i = 0; i < answer->core.count; i++)
        if (i != leave)
            assumed[count++] = a->literals[answer->core.at[i]];
    bool satisfiable;
    dx_status status =
        dx_sat_solve(a->sat, count, assumed, a->limits, &satisfiable, a->error);
    *out = status == DX_OK && !satisfiable;
    dx_free(assumed);
    return status;
}

// Keeps of the core what the solver's last core has.
static void shrink_to_last(attempt *a)
{
    dx_belief_answer *answer = a->answer;
    size_t count = 0;
    for (size_t i = 0; i < answer->core.count; i++)
        if (is_in_core(a, a->literals[answer->core.at[i]]))
            answer->core.at[count++] = answer->core.at[i];
    answer->core.count = count;
}

// Leaves out what is not needed.  No answer in time is no error: the core is
// one already.
static void thin_core(attempt *a)
{
    dx_belief_answer *answer = a->answer;
    size_t effort = 0, i = 0;
    while (i < answer->core.count) {
        bool clashes;
        effort += answer->core.count;
        if (effort > THINNING_MAX || clashes_without(a, i, &clashes) != DX_OK)
            return;
        if (clashes)
            shrink_to_last(a);
        else
            i++;
    }
    answer->core_is_minimal = true;
}

static dx_status search(attempt *a)
{
    dx_belief_answer *answer = a->answer;
    dx_status status =
        dx_sat_solve(a->sat, a->question->count, a->literals, a->limits,
                     &answer->is_satisfiable, a->error);
    if (status != DX_OK)
        return status;
    answer->variable_count = dx_sat_variable_count(a->sat);
    if (!answer->is_satisfiable) {
        read_core(a);
        thin_core(a);
        return DX_OK;
    }
    dx_translation_model(a->translation, &answer->model);
    return check_model(a);
}

static void write_dimacs(const attempt *a, dx_text *out)
{
    dx_text_add(out, "c belief base as clauses; the last are the formulas\n");
    dx_translation_legend(a->translation, out);
    dx_sat_print_dimacs(a->sat, a->question->count, a->literals, out);
}

dx_status dx_belief_decide(const dx_belief_question *question,
                           dx_belief_answer *out_answer, dx_error *error)
{
    *out_answer = (dx_belief_answer){0};
    attempt a = {.question = question,
                 .sat = dx_sat_new(),
                 .literals = dx_alloc(question->count, sizeof *a.literals),
                 .answer = out_answer,
                 .error = error};
    if (question->limits != NULL)
        a.limits = &question->limits->search;
    dx_run_deep(2 * DX_FORMULA_DEPTH_MAX, translate, &a); // once for all
    dx_status status = dx_translation_close(a.translation, error);
    if (status == DX_OK && question->dimacs != NULL)
        write_dimacs(&a, question->dimacs);
    if (status == DX_OK)
        status = search(&a);
    if (status != DX_OK)
        dx_belief_answer_release(out_answer);
    dx_translation_free(a.translation);
    dx_sat_free(a.sat);
    dx_free(a.literals);
    return status;
}
