// Questions of a file, answered: by deciding, by the base, by the judge.

#include "belief/document.h"

#include "base/clock.h"
#include "base/memory.h"

#include <string.h>

bool dx_is_belief_path(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL && strcmp(dot, ".dxb") == 0;
}

void dx_belief_document_skip(dx_belief_document *d, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        dx_free(d->queries.at[i].title);
        dx_free(d->queries.at[i].text);
        dx_vector_release(&d->queries.at[i].steps);
        dx_vector_release(&d->queries.at[i].events);
    }
    d->queries.count -= count;
    if (count > 0)
        memmove(d->queries.at, d->queries.at + count,
                d->queries.count * sizeof *d->queries.at);
}

void dx_belief_document_free(dx_belief_document *d)
{
    if (d == NULL)
        return;
    dx_belief_document_skip(d, d->queries.count);
    dx_vector_release(&d->queries);
    dx_vector_release(&d->base);
    dx_vector_release(&d->assumptions);
    dx_vector_release(&d->preconditions);
    dx_vector_release(&d->state_names);
    dx_belief_model_release(&d->model);
    dx_language_release(&d->language);
    dx_formulas_free(d->store);
    dx_free(d->path);
    dx_free(d);
}

void dx_belief_reply_release(dx_belief_reply *reply)
{
    dx_belief_model_release(&reply->model);
    dx_belief_model_release(&reply->counter);
    dx_vector_release(&reply->core);
    dx_vector_release(&reply->because);
    dx_vector_release(&reply->given_up);
    dx_vector_release(&reply->plan);
}

typedef struct job {
    dx_belief_document *d;
    const dx_belief_query *query;
    const dx_belief_limits *limits;
    dx_text *dimacs;
    dx_belief_reply *reply;
    DX_VECTOR(dx_formula) formulas; // normal forms to be true together
} job;

// ---- sat ----

static dx_formula operator_of(dx_belief_document *d, dx_kind kind, dx_formula f)
{
    const char *machine = dx_formulas_name_text(d->store, d->language.machine);
    return dx_formula_binary(d->store, kind, dx_formula_atom(d->store, machine),
                             f);
}

static dx_status push_normal(job *j, dx_formula written)
{
    dx_formula normal;
    dx_status status = dx_language_formula(
        &j->d->language, written, DX_BELIEF_LPLUS, &normal, &j->reply->error);
    if (status == DX_OK)
        dx_vector_push(&j->formulas, normal);
    return status;
}

static dx_status push_time(job *j)
{
    if (!j->d->has_time)
        return DX_OK;
    dx_formulas *store = j->d->store;
    dx_formula time = dx_formula_number(store, dx_fraction_int(j->d->time));
    return push_normal(j,
                       dx_formula_binary(store, DX_EQUAL,
                                         dx_formula_atom(store, "now"), time));
}

// What the file takes for granted: that its base is within m's, the time, and
// its assumptions.
static dx_status push_premises(job *j)
{
    j->formulas.count = 0;
    dx_status status = push_time(j);
    for (size_t i = 0; i < j->d->base.count && status == DX_OK; i++)
        status = push_normal(
            j, operator_of(j->d, DX_EXPLICIT, j->d->base.at[i].written));
    for (size_t i = 0; i < j->d->assumptions.count; i++)
        dx_vector_push(&j->formulas, j->d->assumptions.at[i]);
    return status;
}

// The conjuncts of the question, one by one, so that a core can name them.
static void push_conjuncts(job *j, dx_formula f)
{
    dx_formulas *store = j->d->store;
    if (dx_formula_kind(store, f) != DX_AND) {
        dx_vector_push(&j->formulas, f);
        return;
    }
    for (size_t i = 0; i < dx_formula_count(store, f); i++)
        dx_vector_push(&j->formulas, dx_formula_operand(store, f, i));
}

static dx_status decide(job *j, dx_text *dimacs, dx_belief_answer *answer)
{
    dx_belief_question question = {.language = &j->d->language,
                                   .preconditions = &j->d->preconditions,
                                   .count = j->formulas.count,
                                   .formulas = j->formulas.at,
                                   .limits = j->limits,
                                   .dimacs = dimacs};
    return dx_belief_decide(&question, answer, &j->reply->error);
}

static void keep_core(job *j, const dx_belief_answer *answer)
{
    dx_formulas *store = j->d->store;
    for (size_t i = 0; i < answer->core.count; i++) {
        dx_formula f = j->formulas.at[answer->core.at[i]];
        // What folds to false, as `x = 3` of two names, is said as written.
        dx_vector_push(&j->reply->core,
                       f == dx_formula_not(store, dx_formula_true(store))
                           ? j->query->written
                           : dx_language_written(&j->d->language, f));
    }
    j->reply->is_smallest = answer->core_is_minimal;
}

static dx_status decide_formula(job *j)
{
    dx_belief_reply *reply = j->reply;
    dx_belief_answer answer;
    dx_status status = push_premises(j);
    if (status != DX_OK)
        return status;
    push_conjuncts(j, j->query->formula);
    status = decide(j, j->dimacs, &answer);
    if (status != DX_OK)
        return status;
    reply->variable_count = answer.variable_count;
    reply->has_model = answer.is_satisfiable;
    if (answer.is_satisfiable) {
        reply->model = answer.model;
        answer.model = (dx_belief_model){0};
    } else {
        keep_core(j, &answer);
    }
    dx_belief_answer_release(&answer);
    return DX_OK;
}

static dx_status decide_negation(job *j, bool *out_can_fail)
{
    dx_belief_answer answer;
    dx_status status = push_premises(j);
    if (status == DX_OK)
        status = push_normal(j, dx_formula_not(j->d->store, j->query->formula));
    if (status == DX_OK)
        status = decide(j, NULL, &answer);
    if (status != DX_OK)
        return status;
    *out_can_fail = answer.is_satisfiable;
    if (answer.is_satisfiable) {
        j->reply->counter = answer.model;
        answer.model = (dx_belief_model){0};
    } else {
        keep_core(j, &answer);
        if (j->reply->core.count > 0 &&
            answer.core.at[answer.core.count - 1] + 1 == j->formulas.count)
            j->reply->core.count--; // the question itself
    }
    dx_belief_answer_release(&answer);
    return DX_OK;
}

static dx_status answer_sat(job *j)
{
    dx_belief_reply *reply = j->reply;
    bool can_fail = true;
    dx_status status = decide_formula(j);
    if (status == DX_OK && reply->has_model)
        status = decide_negation(j, &can_fail);
    reply->verdict = !reply->has_model ? DX_BELIEF_UNSATISFIABLE
                     : can_fail        ? DX_BELIEF_SATISFIABLE
                                       : DX_BELIEF_VALID;
    reply->truth = reply->has_model;
    return status;
}

// ---- ask ----

static const dx_sat_limits *search_limits(const job *j)
{
    return j->limits != NULL ? &j->limits->search : NULL;
}

static dx_status check_size(job *j, const dx_base *base)
{
    size_t most = j->limits != NULL ? j->limits->literals_max : 0;
    if (most == 0 || dx_base_literal_count(base) <= most)
        return DX_OK;
    return dx_fail(&j->reply->error, DX_ERR_LIMIT, 0, 0,
                   "as clauses the base has more than %zu literals", most);
}

static dx_status load_base(job *j, dx_base *base)
{
    dx_status status = DX_OK;
    dx_base_set_preconditions(base, &j->d->preconditions);
    dx_base_set_time(base, j->d->time);
    for (size_t i = 0; i < j->d->base.count && status == DX_OK; i++) {
        status = dx_base_add(base, j->d->base.at[i].written,
                             j->d->base.at[i].source, &j->reply->error);
        if (status == DX_OK)
            status = check_size(j, base);
    }
    return status;
}

dx_status dx_belief_document_base(dx_belief_document *document, dx_base **out,
                                  dx_error *error)
{
    dx_belief_reply reply = {0};
    job j = {.d = document, .reply = &reply};
    dx_base *base = dx_base_new(&document->language);
    dx_status status = load_base(&j, base);
    if (status == DX_OK) {
        *out = base;
        return status;
    }
    if (error != NULL)
        *error = reply.error;
    dx_base_free(base);
    return status;
}

static dx_status take_step(job *j, dx_base *base, const dx_belief_step *step)
{
    dx_belief_reply *reply = j->reply;
    if (!step->is_revision)
        return dx_base_expand(base, step->written, DX_FROM_SIGHT,
                              &reply->error);
    dx_base_revision revision;
    dx_status status =
        dx_base_revise(base, step->written, DX_FROM_SIGHT, search_limits(j),
                       &revision, &reply->error);
    if (status != DX_OK)
        return status;
    reply->is_refused = reply->is_refused || !revision.is_accepted;
    for (size_t i = 0; i < revision.given_up.count; i++)
        dx_vector_push(&reply->given_up,
                       dx_base_at(base, revision.given_up.at[i])->written);
    dx_base_revision_release(&revision);
    return DX_OK;
}

// An implicit belief that holds has a reason.
static dx_status give_reason(job *j, dx_base *base)
{
    dx_formulas *store = j->d->store;
    dx_formula f = j->query->written;
    if (!j->reply->truth || dx_formula_kind(store, f) != DX_IMPLICIT)
        return DX_OK;
    dx_base_reason reason;
    dx_status status = dx_base_why(base, dx_formula_operand(store, f, 1),
                                   search_limits(j), &reason, &j->reply->error);
    if (status != DX_OK)
        return status;
    for (size_t i = 0; i < reason.beliefs.count; i++)
        dx_vector_push(&j->reply->because,
                       dx_base_at(base, reason.beliefs.at[i])->written);
    j->reply->is_smallest = reason.is_smallest;
    dx_base_reason_release(&reason);
    bool is_fine;
    status = dx_base_is_consistent(base, search_limits(j), &is_fine,
                                   &j->reply->error);
    j->reply->is_hopeless = status == DX_OK && !is_fine;
    return status;
}

static dx_status ask_base(job *j, dx_base *base)
{
    return dx_base_ask(base, j->query->written, search_limits(j),
                       &j->reply->truth, &j->reply->error);
}

// A plan is carried out, so that what is asked for can say why it follows.
static dx_status plan_base(job *j, dx_base *base)
{
    const dx_belief_query *q = j->query;
    dx_belief_reply *reply = j->reply;
    dx_base_plan plan;
    dx_base_task task = {.goal = q->written,
                         .count = q->events.count,
                         .events = q->events.at,
                         .steps_max = q->steps_max,
                         .bases_max =
                             j->limits != NULL ? j->limits->bases_max : 0};
    dx_status status =
        dx_base_find_plan(base, &task, search_limits(j), &plan, &reply->error);
    reply->truth = plan.is_found;
    reply->base_count = plan.base_count;
    reply->is_hopeless = plan.is_hopeless;
    for (size_t i = 0; i < plan.events.count && status == DX_OK; i++) {
        dx_formula event = q->events.at[plan.events.at[i]];
        dx_vector_push(&reply->plan, event);
        status = dx_base_expand(base, event, DX_FROM_SIGHT, &reply->error);
    }
    dx_base_plan_release(&plan);
    return status;
}

static dx_status answer_base(job *j)
{
    dx_base *base = dx_base_new(&j->d->language);
    dx_status status = load_base(j, base);
    for (size_t i = 0; i < j->query->steps.count && status == DX_OK; i++)
        status = take_step(j, base, &j->query->steps.at[i]);
    if (status == DX_OK)
        status = check_size(j, base);
    if (status == DX_OK)
        status = j->query->kind == DX_ASK_PLAN ? plan_base(j, base)
                                               : ask_base(j, base);
    if (status == DX_OK)
        status = give_reason(j, base);
    dx_base_free(base);
    return status;
}

// ---- The face ----

static dx_status answer(job *j)
{
    const dx_belief_query *q = j->query;
    double end = j->limits != NULL ? j->limits->search.end : 0;
    if (end > 0 && dx_cpu_seconds() >= end)
        return dx_fail(&j->reply->error, DX_ERR_LIMIT, 0, 0, DX_TIME_IS_OVER);
    if (q->kind == DX_ASK_SAT)
        return answer_sat(j);
    if (q->kind == DX_ASK_BASE || q->kind == DX_ASK_PLAN)
        return answer_base(j);
    j->reply->truth = dx_belief_holds(&j->d->language, &j->d->model, q->state,
                                      &j->d->preconditions, q->formula);
    return DX_OK;
}

void dx_belief_document_ask(dx_belief_document *document,
                            const dx_belief_query *query,
                            const dx_belief_limits *limits, dx_text *dimacs,
                            dx_belief_reply *out_reply)
{
    *out_reply = (dx_belief_reply){0};
    job j = {.d = document,
             .query = query,
             .limits = limits,
             .dimacs = dimacs,
             .reply = out_reply};
    out_reply->status = answer(&j);
    dx_vector_release(&j.formulas);
    if (out_reply->status != DX_OK) {
        out_reply->error.line = query->place.line;
        out_reply->error.column = query->place.column;
        dx_error_in_file(&out_reply->error, document->path);
        return;
    }
    out_reply->is_as_expected =
        !query->has_expectation ? out_reply->truth
        : query->kind == DX_ASK_SAT
            ? out_reply->verdict == query->expected_verdict
            : out_reply->truth == query->expected_truth &&
                  (!query->has_length ||
                   out_reply->plan.count == query->expected_length);
}
