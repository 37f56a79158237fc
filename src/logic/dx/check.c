// Questions on explicit worlds: find the world that is meant, go through the
// updates (after.h), evaluate, explain, compare with what was expected.
//
// All answers come from one set, that of the worlds where the formula holds:
// `true` looks up the point, `valid` asks for a world outside, `where` and
// `count` list and count it.  States that were expected are looked for by what
// the file calls them, in the model after the updates, and must be exactly the
// answer.  The functions at the end of check.h are used by the symbolic engine
// too, so that both answer in the same words.

#include "logic/dx/check.h"
#include "logic/dx/plan.h"

#include "base/memory.h"
#include "base/text.h"
#include "logic/dx/after.h"
#include "logic/dx/check_private.h"
#include "logic/evaluate/bereft.h"
#include "logic/formula/print.h"

#include <assert.h>
#include <stdio.h>

struct dx_checker {
    const dx_document *document;
    dx_stages stages;
    size_t actual; // of the model; events move its own mark about
};

dx_status dx_checker_new(const dx_document *document,
                         const dx_build_limits *limits,
                         dx_checker **out_checker, dx_error *error)
{
    dx_model *model;
    dx_status status = dx_build_model(document, limits, &model, error);
    if (status != DX_OK)
        return status;
    *out_checker = dx_checker_of_model(document, model, limits);
    return DX_OK;
}

dx_checker *dx_checker_of_model(const dx_document *document, dx_model *model,
                                const dx_build_limits *limits)
{
    dx_checker *checker = dx_alloc(1, sizeof *checker);
    checker->document = document;
    checker->actual = dx_model_actual(model);
    dx_stages_init(&checker->stages, document, model, limits);
    return checker;
}

void dx_checker_free(dx_checker *checker)
{
    if (checker == NULL)
        return;
    dx_stages_release(&checker->stages);
    dx_free(checker);
}

const dx_model *dx_checker_model(const dx_checker *checker)
{
    return checker->stages.at.at[0].model;
}

void dx_check_add_fact(dx_state_text *state, dx_text *text)
{
    state->facts =
        dx_resize(state->facts, state->count + 1, sizeof *state->facts);
    state->facts[state->count++] = dx_text_take(text);
}

// The value of a variable: by name if it has names, else the number.
void dx_check_print_value(const dx_document *document, dx_formula term,
                          int32_t value, dx_text *out)
{
    size_t v = dx_document_find_variable(document, term);
    dx_value_sort sort =
        v == DX_NOT_FOUND
            ? DX_SORT_NUMBER
            : document->domains.at[document->variables.at[v].domain].sort;
    if (sort == DX_SORT_NAME && value >= 0 &&
        (size_t)value < document->things.count)
        dx_text_add(out, dx_names_text(dx_formulas_names(document->store),
                                       document->things.at[value]));
    else
        dx_text_printf(out, "%d", value);
}

static dx_state_text describe(const dx_document *document,
                              const dx_model *model, size_t world)
{
    dx_state_text state = {0};
    dx_text text = {0};
    for (size_t p = 0; p < dx_model_proposition_count(model); p++) {
        if (!dx_bitset_has(dx_model_proposition_worlds(model, p), world))
            continue;
        dx_formula_print(document->store, dx_model_proposition(model, p),
                         &text);
        dx_check_add_fact(&state, &text);
    }
    for (size_t v = 0; v < dx_model_variable_count(model); v++) {
        dx_formula term = dx_model_variable(model, v);
        dx_formula_print(document->store, term, &text);
        dx_text_add_char(&text, '=');
        dx_check_print_value(document, term, dx_model_values(model, v)[world],
                             &text);
        dx_check_add_fact(&state, &text);
    }
    dx_model_print_world(model, world, &text);
    state.name = dx_text_take(&text);
    return state;
}

dx_status dx_check_at_query(const dx_document *document,
                            dx_check_answer *answer, dx_status status)
{
    if (status == DX_OK || answer->error.line != 0)
        return status;
    char message[DX_ERROR_MESSAGE_MAX];
    snprintf(message, sizeof message, "%s", answer->error.message);
    return dx_document_fail(document, &answer->error, status,
                            answer->query->place, "%s", message);
}

static void explain(dx_checker *checker, dx_check_answer *answer, size_t world)
{
    const dx_stage *stage = dx_stages_last(&checker->stages);
    dx_formula f = dx_stages_under(&checker->stages, answer->query->formula);
    answer->has_explanation = dx_explain(stage->evaluator, f, world,
                                         &answer->explanation, NULL) == DX_OK;
}

// Notes whom updates left no world; `at` is where the question was asked.
static void find_bereft(dx_checker *checker, const dx_bitset *at,
                        dx_check_answer *answer)
{
    dx_bereft_list found = {0};
    const dx_query *query = answer->query;
    assert(at->size ==
           dx_model_world_count(dx_stages_last(&checker->stages)->model));
    dx_evaluate_bereft(dx_stages_last(&checker->stages)->evaluator,
                       dx_stages_under(&checker->stages, query->formula), at,
                       query->steps.count > 0, &found);
    for (size_t i = 0; i < found.count; i++)
        if (dx_evaluate_held_something(checker->stages.at.at[0].evaluator,
                                       &found.at[i]))
            dx_vector_push(&answer->bereft, found.at[i]);
    dx_vector_release(&found);
}

static void find_bereft_at(dx_checker *checker, size_t point,
                           dx_check_answer *answer)
{
    const dx_model *model = dx_stages_last(&checker->stages)->model;
    dx_bitset here = dx_bitset_new(dx_model_world_count(model));
    dx_bitset_add(&here, point);
    find_bereft(checker, &here, answer);
    dx_bitset_release(&here);
}

static dx_status answer_true(dx_checker *checker, size_t point,
                             dx_check_options options, dx_check_answer *answer)
{
    const dx_bitset *where;
    dx_status status = dx_stages_evaluate(
        &checker->stages, answer->query->formula, &where, &answer->error);
    if (status != DX_OK)
        return status;
    assert(point < where->size);
    answer->truth = dx_bitset_has(where, point);
    answer->count = dx_bitset_count(where);
    find_bereft_at(checker, point, answer);
    if (options.explain)
        explain(checker, answer, point);
    return DX_OK;
}

static dx_status answer_value(dx_checker *checker, size_t point,
                              dx_check_answer *answer)
{
    dx_status status =
        dx_stages_settle(&checker->stages, &point, &answer->error);
    if (status != DX_OK)
        return status;
    return dx_evaluate_term(dx_stages_last(&checker->stages)->evaluator,
                            answer->query->formula, point, &answer->value,
                            &answer->error);
}

// The same for a question that is asked everywhere.
static void find_bereft_anywhere(dx_checker *checker, dx_check_answer *answer)
{
    const dx_stage *stage = dx_stages_last(&checker->stages);
    dx_bitset all = dx_bitset_new(dx_model_world_count(stage->model));
    dx_bitset_fill(&all);
    find_bereft(checker, &all, answer);
    for (size_t i = 0; i < answer->bereft.count; i++)
        answer->bereft.at[i].is_here = false;
    dx_bitset_release(&all);
}

static dx_status answer_valid(dx_checker *checker, dx_check_options options,
                              dx_check_answer *answer)
{
    const dx_bitset *where;
    dx_formula anything = dx_formula_true(checker->document->store);
    dx_status status =
        dx_stages_evaluate(&checker->stages, anything, &where, &answer->error);
    if (status != DX_OK)
        return status;
    dx_bitset alive = dx_bitset_copy(where);
    status = dx_stages_evaluate(&checker->stages, answer->query->formula,
                                &where, &answer->error);
    if (status == DX_OK) {
        answer->count = dx_bitset_count(where);
        answer->truth = dx_bitset_within(&alive, where);
        dx_bitset_minus(&alive, where);
        find_bereft_anywhere(checker, answer);
        if (options.explain && !answer->truth)
            explain(checker, answer, dx_bitset_next(&alive, 0));
    }
    dx_bitset_release(&alive);
    return status;
}

// Are the expected states, each found by its place, exactly the answer?
static dx_status compare_states(dx_checker *checker, const dx_bitset *where,
                                dx_check_answer *answer)
{
    const dx_query *query = answer->query;
    const dx_model *model = dx_stages_last(&checker->stages)->model;
    dx_bitset expected = dx_bitset_new(where->size);
    dx_bitset answered = dx_bitset_copy(where);
    dx_status status = DX_OK;
    for (size_t i = 0; i < query->states.count && status == DX_OK; i++) {
        size_t world;
        status = dx_find_spot(checker->document, model, &query->states.at[i],
                              &world, &answer->error);
        if (status == DX_OK)
            dx_bitset_add(&expected, world);
    }
    answer->is_as_expected = dx_bitset_equal(&expected, &answered);
    dx_bitset_release(&expected);
    dx_bitset_release(&answered);
    return status;
}

static dx_status answer_where(dx_checker *checker, dx_check_options options,
                              dx_check_answer *answer)
{
    const dx_bitset *where;
    dx_status status = dx_stages_evaluate(
        &checker->stages, answer->query->formula, &where, &answer->error);
    if (status != DX_OK)
        return status;
    uint64_t count;
    if (!dx_stages_count(&checker->stages, where, &count))
        return dx_fail(&answer->error, DX_ERR_LIMIT, 0, 0,
                       "there are more worlds than 64 bits can count");
    answer->count = (size_t)count;
    find_bereft_anywhere(checker, answer);
    if (answer->query->kind == DX_QUERY_COUNT)
        return DX_OK;
    const dx_model *model = dx_stages_last(&checker->stages)->model;
    size_t wanted =
        answer->count < options.states_max ? answer->count : options.states_max;
    answer->states = dx_alloc(wanted, sizeof *answer->states);
    for (size_t w = dx_bitset_next(where, 0);
         w < where->size && answer->state_count < wanted;
         w = dx_bitset_next(where, w + 1))
        answer->states[answer->state_count++] =
            describe(checker->document, model, w);
    return answer->query->expectation == DX_EXPECT_STATES
               ? compare_states(checker, where, answer)
               : DX_OK;
}

// What everybody believes there matters for a plan, whatever its goal asks.
static dx_formula goal_and_minds(const dx_document *document, dx_formula goal)
{
    dx_formulas *store = document->store;
    DX_VECTOR(uint32_t) all = {0};
    dx_vector_push(&all, goal);
    for (size_t a = 0; a < document->agents.count; a++) {
        dx_formula agent =
            dx_formula_make(store, DX_APPLY, 1, &document->agents.at[a]);
        uint32_t operands[] = {agent, dx_formula_true(store)};
        dx_vector_push(&all, dx_formula_make(store, DX_BELIEVES, 2, operands));
    }
    dx_formula made = dx_formula_all(store, DX_AND, all.count, all.at);
    dx_vector_release(&all);
    return made;
}

// As `true` behind the plan's steps would say it: the goal, asked there.
static dx_status find_bereft_by_plan(dx_checker *checker, size_t point,
                                     dx_check_answer *answer)
{
    const dx_query *query = answer->query;
    dx_query behind = *query;
    behind.steps.at = NULL;
    behind.steps.count = behind.steps.capacity = 0;
    for (size_t i = 0; i < query->steps.count; i++)
        dx_vector_push(&behind.steps, query->steps.at[i]);
    for (size_t i = 0; i < answer->plan.count; i++)
        dx_vector_push(&behind.steps,
                       query->steps_given.at[answer->plan.at[i]]);
    dx_status status =
        dx_stages_go(&checker->stages, &behind, &point, &answer->error);
    if (status == DX_OK) {
        behind.formula = goal_and_minds(checker->document, query->formula);
        answer->query = &behind;
        find_bereft_at(checker, point, answer);
        answer->query = query;
    }
    dx_vector_release(&behind.steps);
    return status;
}

// From the world in question, which the search takes for the actual one.
static dx_status answer_plan(dx_checker *checker, size_t point, size_t begun_at,
                             dx_check_answer *answer)
{
    dx_status status =
        dx_stages_settle(&checker->stages, &point, &answer->error);
    if (status != DX_OK)
        return status;
    dx_model *model = dx_model_copy(dx_stages_last(&checker->stages)->model);
    dx_model_set_actual(model, point);
    status = dx_document_plan(checker->document, model, answer->query,
                              &answer->truth, &answer->plan, &answer->error);
    answer->count = answer->plan.count;
    dx_model_free(model);
    return status == DX_OK && answer->truth
               ? find_bereft_by_plan(checker, begun_at, answer)
               : status;
}

// Have the relations that the updates left the properties?
static dx_status answer_frame(dx_checker *checker, dx_check_answer *answer)
{
    const dx_declared_frame *frame = &answer->query->frame;
    size_t point = DX_NOT_FOUND;
    dx_error breach;
    dx_status status =
        dx_stages_settle(&checker->stages, &point, &answer->error);
    if (status != DX_OK)
        return status;
    answer->truth = dx_model_check_frame(
                        dx_stages_last(&checker->stages)->model, frame->frame,
                        frame->attitude, &frame->agents, &breach) == DX_OK;
    if (!answer->truth)
        answer->because = dx_copy_text(breach.message);
    return DX_OK;
}

void dx_check_compare(dx_check_answer *answer)
{
    const dx_query *query = answer->query;
    bool is_truth =
        query->kind == DX_QUERY_TRUE || query->kind == DX_QUERY_VALID ||
        query->kind == DX_QUERY_PLAN || query->kind == DX_QUERY_FRAME;
    dx_fraction number = query->kind == DX_QUERY_VALUE
                             ? answer->value
                             : dx_fraction_int((int64_t)answer->count);
    if (query->kind == DX_QUERY_PLAN && !answer->truth)
        number = dx_fraction_int(-1); // no plan has no length
    if (answer->large_count != NULL)  // and no expected number is as large
        number = dx_fraction_int(-1);
    switch (query->expectation) {
    case DX_EXPECT_NOTHING:
        answer->is_as_expected = !is_truth || answer->truth;
        break;
    case DX_EXPECT_TRUTH:
        answer->is_as_expected = answer->truth == query->truth;
        break;
    case DX_EXPECT_NUMBER:
        answer->is_as_expected = dx_fraction_equal(number, query->number);
        break;
    case DX_EXPECT_STATES:
        break; // compared where the states were
    }
}

// The world that a question is about; none for those about all worlds.  One
// out of many is not picked for the user.
static dx_status find_point(const dx_checker *checker, dx_check_answer *answer,
                            size_t *point)
{
    const dx_query *query = answer->query;
    const dx_document *document = checker->document;
    const dx_model *model = dx_checker_model(checker);
    *point = DX_NOT_FOUND;
    if (query->kind != DX_QUERY_TRUE && query->kind != DX_QUERY_VALUE &&
        query->kind != DX_QUERY_PLAN)
        return DX_OK;
    if (query->at.is_given)
        return dx_find_spot(document, model, &query->at, point, &answer->error);
    if (!document->actual.is_given && dx_model_world_count(model) > 1)
        return dx_fail(&answer->error, DX_ERR_INPUT, 0, 0,
                       "at which of the %zu worlds? The file has no 'actual'; "
                       "give one, or ask '%s at WORLD: ...'",
                       dx_model_world_count(model),
                       query->kind == DX_QUERY_TRUE    ? "true"
                       : query->kind == DX_QUERY_VALUE ? "value"
                                                       : "plan");
    *point = checker->actual;
    return DX_OK;
}

static dx_status ask(dx_checker *checker, dx_check_options options,
                     dx_check_answer *answer)
{
    const dx_query *query = answer->query;
    size_t point;
    dx_status status = find_point(checker, answer, &point);
    size_t begun_at = point;
    if (status == DX_OK)
        status = dx_stages_go(&checker->stages, query, &point, &answer->error);
    if (status != DX_OK)
        return status;
    switch (query->kind) {
    case DX_QUERY_TRUE:
        return answer_true(checker, point, options, answer);
    case DX_QUERY_VALUE:
        return answer_value(checker, point, answer);
    case DX_QUERY_VALID:
        return answer_valid(checker, options, answer);
    case DX_QUERY_PLAN:
        return answer_plan(checker, point, begun_at, answer);
    case DX_QUERY_FRAME:
        return answer_frame(checker, answer);
    default:
        return answer_where(checker, options, answer);
    }
}

void dx_checker_ask(dx_checker *checker, const dx_query *query,
                    dx_check_options options, dx_check_answer *out)
{
    *out = (dx_check_answer){
        .query = query, .value = {0, 1}, .engine = "explicit"};
    out->status =
        dx_check_at_query(checker->document, out, ask(checker, options, out));
    if (out->status == DX_OK)
        dx_check_compare(out);
}

void dx_check_answer_release(dx_check_answer *answer)
{
    for (size_t i = 0; i < answer->state_count; i++) {
        dx_state_text *state = &answer->states[i];
        for (size_t f = 0; f < state->count; f++)
            dx_free(state->facts[f]);
        dx_free(state->facts);
        dx_free(state->name);
    }
    dx_free(answer->states);
    dx_free(answer->large_count);
    dx_free(answer->because);
    dx_vector_release(&answer->bereft);
    dx_vector_release(&answer->plan);
    if (answer->has_explanation)
        dx_explanation_release(&answer->explanation);
    *answer = (dx_check_answer){0};
}
