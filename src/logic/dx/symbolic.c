// From a document to a structure, and its questions.
//
// Building: every variable becomes bits, the law one function, what agents see
// variables that the law defines.  The types of laws and sights are checked
// with the compiler of the explicit engine, so that a mistake is reported in
// the same words whichever engine is asked.
//
// Asking: the question's place becomes a set with one state (or none, for
// questions about all), the updates lead from situation to situation and take
// the state along, and the answer is a set of lawful states.  Everything needed
// across a computation is referenced, since any value may collect garbage.  Out
// of nodes, the question is tried once more from a clean start
// (dx_structure_again).

#include "logic/dx/symbolic_private.h"

#include "base/memory.h"
#include "logic/bdd/budget.h"
#include "logic/dx/compile.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// ---- Building ----

static dx_status at_place(const dx_document *document, dx_file_place place,
                          dx_status status, dx_error *error)
{
    if (status == DX_OK || error == NULL || error->line != 0)
        return status;
    char message[DX_ERROR_MESSAGE_MAX];
    snprintf(message, sizeof message, "%s", error->message);
    return dx_document_fail(document, error, status, place, "%s", message);
}

// Finds what is wrong with laws and sights in the same words as the explicit
// engine.
static dx_status check_types(const dx_document *document,
                             const dx_placed *placed, dx_error *error)
{
    dx_code code;
    dx_status status =
        dx_compile(document, placed->formula, placed->place, &code, error);
    if (status == DX_OK)
        dx_code_release(&code);
    return status;
}

static dx_status refuse(const dx_document *document, dx_error *error)
{
    if (document->frames.count > 0 && !dx_document_is_listed(document))
        return dx_document_fail(document, error, DX_ERR_UNSUPPORTED,
                                document->frames.at[0].place,
                                "the symbolic engine does not check frames; "
                                "the explicit one does");
    for (size_t i = 0; i < document->weights.count; i++)
        if (document->weights.at[i].sort == DX_PROBABILITIES)
            return dx_document_fail(document, error, DX_ERR_UNSUPPORTED,
                                    document->weights.at[i].place,
                                    "the symbolic engine knows no "
                                    "probabilities; the explicit one does");
    return DX_OK;
}

static dx_status add_variables(dx_symbolic *symbolic, dx_error *error)
{
    const dx_document *document = symbolic->document;
    dx_structure *s = symbolic->structure;
    for (size_t i = 0; i < document->things.count; i++)
        dx_structure_add_thing(s, document->things.at[i], (int32_t)i);
    for (size_t v = 0; v < document->variables.count; v++) {
        const dx_declared *declared = &document->variables.at[v];
        const dx_value_domain *domain = &document->domains.at[declared->domain];
        dx_status status =
            domain->sort == DX_SORT_TRUTH
                ? dx_structure_add_variable(s, declared->term, error)
                : dx_structure_add_number(s, declared->term, domain->value,
                                          domain->count, error);
        if (status != DX_OK)
            return at_place(document, declared->place, status, error);
    }
    return DX_OK;
}

static dx_status add_law(dx_symbolic *symbolic, dx_error *error)
{
    const dx_document *document = symbolic->document;
    dx_structure *s = symbolic->structure;
    if (document->laws.count == 0)
        return DX_OK;
    DX_VECTOR(dx_formula) laws = {0};
    dx_status status = DX_OK;
    for (size_t i = 0; i < document->laws.count && status == DX_OK; i++) {
        status = check_types(document, &document->laws.at[i], error);
        dx_vector_push(&laws, document->laws.at[i].formula);
    }
    if (status == DX_OK) {
        dx_formula all =
            dx_formula_all(document->store, DX_AND, laws.count, laws.at);
        status = all == DX_FORMULA_NONE
                     ? dx_fail(error, DX_ERR_LIMIT, 0, 0,
                               "the law is nested too deeply")
                     : dx_structure_set_law(s, all, error);
    }
    dx_vector_release(&laws);
    dx_file_place place = document->laws.at[0].place;
    if (status == DX_OK && s->situations.at[0].law == DX_BDD_FALSE)
        return dx_document_fail(document, error, DX_ERR_EMPTY, place,
                                "no state satisfies the law: there is no "
                                "world at all");
    return at_place(document, place, status, error);
}

static dx_status add_sights(dx_symbolic *symbolic, size_t agent,
                            dx_error *error)
{
    const dx_document *document = symbolic->document;
    DX_VECTOR(dx_formula) seen = {0};
    dx_file_place place = {0};
    dx_status status = DX_OK;
    for (size_t i = 0; i < document->sights.count && status == DX_OK; i++) {
        const dx_placed *sight = &document->sights.at[i];
        if (sight->agent != agent)
            continue;
        status = check_types(document, sight, error);
        place = sight->place;
        dx_vector_push(&seen, sight->formula);
    }
    if (status == DX_OK)
        status =
            dx_structure_show(symbolic->structure, document->agents.at[agent],
                              seen.at, seen.count, error);
    dx_vector_release(&seen);
    return at_place(document, place, status, error);
}

static dx_status add_agents(dx_symbolic *symbolic, dx_error *error)
{
    const dx_document *document = symbolic->document;
    dx_status status = DX_OK;
    for (size_t a = 0; a < document->agents.count; a++)
        dx_structure_new_agent(symbolic->structure, document->agents.at[a]);
    for (size_t a = 0; a < document->agents.count && status == DX_OK; a++)
        status = add_sights(symbolic, a, error);
    return status;
}

static dx_status build_listed(dx_symbolic *symbolic,
                              const dx_bdd_options *options, dx_error *error)
{
    const dx_document *document = symbolic->document;
    dx_model *model;
    dx_status status =
        dx_build_model(document, &dx_build_default_limits, &model, error);
    if (status != DX_OK)
        return status;
    status = dx_structure_of_model(model, options, &symbolic->structure, error);
    for (size_t i = 0; i < document->things.count && status == DX_OK; i++)
        dx_structure_add_thing(symbolic->structure, document->things.at[i],
                               (int32_t)i);
    dx_model_free(model);
    return status;
}

static dx_status build(dx_symbolic *symbolic, const dx_bdd_options *options,
                       dx_error *error)
{
    dx_status status = refuse(symbolic->document, error);
    if (status != DX_OK)
        return status;
    if (dx_document_is_listed(symbolic->document))
        return build_listed(symbolic, options, error);
    symbolic->structure = dx_structure_new(symbolic->document->store, options);
    status = add_variables(symbolic, error);
    if (status == DX_OK)
        status = add_law(symbolic, error);
    if (status == DX_OK)
        status = add_agents(symbolic, error);
    if (status == DX_OK)
        status = dx_symbolic_check_weights(symbolic, error);
    return status == DX_OK ? dx_symbolic_add_levels(symbolic, error) : status;
}

static dx_status find_actual(dx_symbolic *symbolic, dx_error *error);

dx_status dx_symbolic_new(const dx_document *document,
                          const dx_bdd_options *options,
                          dx_symbolic **out_symbolic, dx_error *error)
{
    dx_symbolic *symbolic = dx_alloc(1, sizeof *symbolic);
    if (error != NULL)
        *error = (dx_error){0};
    symbolic->document = document;
    dx_status status = build(symbolic, options, error);
    if (status == DX_OK) {
        dx_structure_set_library(symbolic->structure, document->events);
        status = find_actual(symbolic, error);
    }
    if (status == DX_OK)
        *out_symbolic = symbolic;
    else
        dx_symbolic_free(symbolic);
    return status;
}

void dx_symbolic_free(dx_symbolic *symbolic)
{
    if (symbolic == NULL)
        return;
    dx_structure_free(symbolic->structure);
    dx_free(symbolic);
}

void dx_symbolic_allow(dx_symbolic *symbolic, uint64_t steps)
{
    dx_bdd_manager *m = symbolic->structure->m;
    dx_bdd_set_budget(m, steps == 0 ? 0 : dx_bdd_steps(m) + steps);
}

void dx_symbolic_print_count(dx_symbolic *symbolic, dx_text *out)
{
    char *large;
    size_t count = dx_symbolic_count(
        symbolic, 0, symbolic->structure->situations.at[0].law, &large);
    if (large != NULL)
        dx_text_add(out, large);
    else
        dx_text_printf(out, "%zu", count);
    dx_free(large);
}

// ---- Places ----

// The states of the situation that `spot` means.
static dx_bdd states_of_spot(dx_symbolic *symbolic, uint32_t situation,
                             const dx_spot *spot)
{
    dx_structure *s = symbolic->structure;
    dx_bdd law = s->situations.at[situation].law;
    if (spot->world == DX_NAME_NONE)
        return dx_bdd_and(s->m, law,
                          dx_structure_value(s, situation, spot->formula));
    size_t world = dx_document_find_world(symbolic->document, spot->world);
    if (world == DX_NOT_FOUND)
        return dx_structure_fail(
            s, DX_ERR_INPUT, "there is no world '%s' here",
            dx_names_text(dx_formulas_names(s->store), spot->world));
    bool value[64];
    size_t bits = s->vars.count;
    assert(bits < 64 && world >> bits == 0); // a world is its bits
    for (size_t i = 0; i < bits; i++)
        value[i] = world >> (bits - 1 - i) & 1;
    return dx_bdd_and(s->m, law,
                      dx_bdd_literals(s->m, s->vars.at, value, bits));
}

// Exactly one state, or an error.
static dx_bdd one_state(dx_symbolic *symbolic, uint32_t situation,
                        const dx_spot *spot)
{
    dx_structure *s = symbolic->structure;
    dx_bdd states = states_of_spot(symbolic, situation, spot);
    if (states == DX_BDD_INVALID)
        return states;
    dx_bdd *found;
    size_t listed = dx_symbolic_list(symbolic, situation, states, 2, &found);
    dx_bdd one = listed > 0 ? found[0] : DX_BDD_INVALID;
    dx_free(found);
    if (listed == 1 || dx_bdd_status(s->m) != DX_OK)
        return one;
    char *large;
    size_t count = dx_symbolic_count(symbolic, situation, states, &large);
    s->status = dx_document_fail(
        symbolic->document, s->error, DX_ERR_INPUT, spot->place,
        "this must say which world is meant, but %s%zu worlds fit",
        large != NULL ? "more than " : "", count);
    dx_free(large);
    return DX_BDD_INVALID;
}

static dx_status find_actual(dx_symbolic *symbolic, dx_error *error)
{
    if (!symbolic->document->actual.is_given)
        return DX_OK;
    dx_structure_begin(symbolic->structure, error);
    return dx_structure_end(
        symbolic->structure,
        one_state(symbolic, 0, &symbolic->document->actual));
}

// The actual state, or the only one.  One out of many is not picked for the
// user.
static dx_bdd actual(dx_symbolic *symbolic)
{
    dx_structure *s = symbolic->structure;
    dx_bdd law = s->situations.at[0].law;
    if (symbolic->document->actual.is_given)
        return one_state(symbolic, 0, &symbolic->document->actual);
    dx_text count = {0};
    dx_symbolic_print_count(symbolic, &count);
    bool is_one = strcmp(dx_text_string(&count), "1") == 0;
    if (!is_one)
        dx_structure_fail(s, DX_ERR_INPUT,
                          "at which of the %s worlds? The file has no "
                          "'actual'; give one, or ask 'true at WORLD: ...'",
                          dx_text_string(&count));
    dx_text_release(&count);
    return is_one ? law : DX_BDD_INVALID;
}

// ---- Updates ----

// An error at the step; says false.
static bool stop(dx_symbolic *symbolic, const dx_query_step *step,
                 dx_status status, const char *why)
{
    dx_structure *s = symbolic->structure;
    s->status = dx_document_fail(symbolic->document, s->error, status,
                                 step->place, "'%s' %s", step->text, why);
    return false;
}

static bool cannot_be_said(dx_symbolic *symbolic, const dx_query_step *step,
                           const dx_position *position)
{
    dx_state_text words =
        dx_symbolic_describe(symbolic, position, position->point);
    dx_text why = {0};
    dx_text_printf(&why,
                   "cannot be said: it is false at the world in question, %s",
                   words.name);
    stop(symbolic, step, DX_ERR_INPUT, dx_text_string(&why));
    dx_text_release(&why);
    for (size_t i = 0; i < words.count; i++)
        dx_free(words.facts[i]);
    dx_free(words.facts);
    dx_free(words.name);
    return false;
}

// Is it true where it must be?
static bool can_be_said(dx_symbolic *symbolic, const dx_query_step *step,
                        const dx_position *position)
{
    dx_structure *s = symbolic->structure;
    dx_bdd said = dx_structure_value(s, position->situation, step->formula);
    if (said == DX_BDD_INVALID)
        return false;
    if (step->kind != DX_UPDATE_ANNOUNCE && step->kind != DX_UPDATE_TELL)
        return true;
    dx_bdd law = s->situations.at[position->situation].law;
    if (dx_bdd_and(s->m, law, said) == DX_BDD_FALSE)
        return stop(symbolic, step, DX_ERR_EMPTY,
                    "leaves no world: it is false everywhere");
    if (position->point != DX_BDD_INVALID &&
        dx_bdd_and(s->m, position->point, said) == DX_BDD_FALSE)
        return cannot_be_said(symbolic, step, position);
    return true;
}

// [a,b ?!f] true for the step's agents; for everybody with `?!f`.
static dx_formula telling(dx_symbolic *symbolic, const dx_query_step *step)
{
    const dx_document *document = symbolic->document;
    DX_VECTOR(uint32_t) operands = {0};
    dx_vector_push(&operands, step->formula);
    dx_vector_push(&operands, dx_formula_true(document->store));
    for (size_t a = 0; a < document->agents.count; a++)
        if (step->kind == DX_UPDATE_WHETHER ||
            dx_agent_set_has(&step->agents, a)) {
            dx_name name = document->agents.at[a];
            dx_vector_push(&operands, dx_formula_make(document->store, DX_APPLY,
                                                      1, &name));
        }
    dx_formula made = dx_formula_make(document->store, DX_TELL_GROUP_WHETHER,
                                      operands.count, operands.at);
    dx_vector_release(&operands);
    return made;
}

// [a,b radical f] true for the step's agents.
static dx_formula upgrading(dx_symbolic *symbolic, const dx_query_step *step)
{
    dx_formulas *store = symbolic->document->store;
    dx_formula told = telling(symbolic, step);
    size_t count = dx_formula_count(store, told);
    uint32_t *operands = dx_alloc_raw(count, sizeof *operands);
    for (size_t i = 0; i < count; i++)
        operands[i] = dx_formula_operand(store, told, i);
    dx_formula made = dx_formula_make(
        store, step->kind == DX_UPDATE_RADICAL ? DX_RADICAL : DX_CONSERVATIVE,
        count, operands);
    dx_free(operands);
    return made;
}

// An event that can happen, at the point if there is one.
static bool can_happen(dx_symbolic *symbolic, const dx_query_step *step,
                       const dx_position *position)
{
    dx_structure *s = symbolic->structure;
    dx_bdd can = dx_structure_value(
        s, position->situation,
        dx_event_model_precondition(step->events, step->event));
    if (can == DX_BDD_INVALID)
        return false;
    dx_bdd law = s->situations.at[position->situation].law;
    if (dx_bdd_and(s->m, law, can) == DX_BDD_FALSE)
        return stop(symbolic, step, DX_ERR_EMPTY,
                    "cannot happen: its precondition holds in no world");
    if (position->point != DX_BDD_INVALID &&
        dx_bdd_and(s->m, position->point, can) == DX_BDD_FALSE) {
        dx_structure_fail(
            s, DX_ERR_INPUT,
            "event '%s' of '%s' cannot happen at the world in question",
            dx_event_model_event_name(step->events, step->event),
            dx_event_model_name(step->events));
        s->status =
            at_place(symbolic->document, step->place, s->status, s->error);
        return false;
    }
    return true;
}

static bool take_step(dx_symbolic *symbolic, const dx_query_step *step,
                      dx_position *position);

// Says it as long as it is true at the point, or somewhere if there is none,
// and changes something.
static bool repeat(dx_symbolic *symbolic, const dx_query_step *step,
                   dx_position *position)
{
    dx_structure *s = symbolic->structure;
    dx_query_step once = *step;
    once.kind = DX_UPDATE_ANNOUNCE;
    for (;;) {
        dx_bdd said = dx_structure_value(s, position->situation, step->formula);
        dx_bdd law = s->situations.at[position->situation].law;
        dx_bdd left = dx_bdd_and(s->m, law, said);
        dx_bdd here = position->point == DX_BDD_INVALID
                          ? left
                          : dx_bdd_and(s->m, position->point, said);
        if (left == DX_BDD_INVALID || here == DX_BDD_INVALID)
            return false;
        if (here == DX_BDD_FALSE || left == law)
            return true;
        if (!take_step(symbolic, &once, position))
            return false;
    }
}

static bool take_step(dx_symbolic *symbolic, const dx_query_step *step,
                      dx_position *position)
{
    if (step->kind == DX_UPDATE_REPEAT)
        return repeat(symbolic, step, position);
    dx_structure *s = symbolic->structure;
    bool is_event = step->kind == DX_UPDATE_EVENT;
    bool is_upgrade =
        step->kind == DX_UPDATE_RADICAL || step->kind == DX_UPDATE_CONSERVATIVE;
    if (is_event ? !can_happen(symbolic, step, position)
                 : !can_be_said(symbolic, step, position))
        return false;
    uint32_t to = UINT32_MAX;
    if (is_event)
        to = dx_structure_happen(s, position->situation, step->events);
    else if (is_upgrade)
        to = dx_structure_upgrade(s, position->situation,
                                  upgrading(symbolic, step));
    else if (step->kind == DX_UPDATE_ANNOUNCE)
        to = dx_structure_hear(s, position->situation, step->formula);
    else
        to = dx_structure_tell(s, position->situation, telling(symbolic, step));
    if (to == UINT32_MAX)
        return false;
    position->situation = to;
    if (step->kind != DX_UPDATE_ANNOUNCE && !is_upgrade)
        dx_vector_push(&position->events, step->events);
    if (position->point == DX_BDD_INVALID)
        return true;
    dx_bdd point = dx_bdd_and(s->m, position->point, s->situations.at[to].law);
    if (is_event)
        point =
            dx_bdd_and(s->m, point,
                       dx_structure_happened(s, to, step->events, step->event));
    dx_structure_put(s, &position->point, point);
    return point != DX_BDD_INVALID;
}

// ---- Answers ----

static dx_bdd lawful(dx_symbolic *symbolic, const dx_position *position,
                     dx_formula f, bool wanted)
{
    dx_structure *s = symbolic->structure;
    dx_bdd value = dx_structure_value(s, position->situation, f);
    return dx_bdd_and(s->m, s->situations.at[position->situation].law,
                      wanted ? value : dx_bdd_not(value));
}

static bool answer_true(dx_symbolic *symbolic, const dx_position *position,
                        dx_check_options options, dx_check_answer *answer)
{
    dx_structure *s = symbolic->structure;
    dx_formula f = answer->query->formula;
    assert(position->point != DX_BDD_INVALID);
    dx_bdd value = dx_structure_value(s, position->situation, f);
    dx_bdd there = dx_bdd_and(s->m, value, position->point);
    if (there == DX_BDD_INVALID)
        return false;
    answer->truth = there != DX_BDD_FALSE;
    answer->has_explanation = options.explain;
    if (options.explain)
        dx_symbolic_explain(symbolic, position, f, position->point,
                            &answer->explanation);
    return true;
}

static bool answer_valid(dx_symbolic *symbolic, const dx_position *position,
                         dx_check_options options, dx_check_answer *answer)
{
    dx_formula f = answer->query->formula;
    dx_bdd against = lawful(symbolic, position, f, false);
    if (against == DX_BDD_INVALID)
        return false;
    answer->truth = against == DX_BDD_FALSE;
    answer->has_explanation = options.explain && !answer->truth;
    if (!answer->has_explanation)
        return true;
    dx_bdd *first;
    size_t count =
        dx_symbolic_list(symbolic, position->situation, against, 1, &first);
    answer->has_explanation = count == 1;
    if (count == 1)
        dx_symbolic_explain(symbolic, position, f, first[0],
                            &answer->explanation);
    dx_free(first);
    return true;
}

// Are the expected states, each found by its place, exactly the answer?
static bool compare_states(dx_symbolic *symbolic, const dx_position *position,
                           dx_bdd states, dx_check_answer *answer)
{
    dx_structure *s = symbolic->structure;
    const dx_query *query = answer->query;
    dx_bdd_ref(s->m, states);
    dx_bdd expected = DX_BDD_FALSE;
    for (size_t i = 0; i < query->states.count && expected != DX_BDD_INVALID;
         i++) {
        dx_bdd one =
            one_state(symbolic, position->situation, &query->states.at[i]);
        dx_structure_put(s, &expected, dx_bdd_or(s->m, expected, one));
    }
    answer->is_as_expected = expected == states;
    dx_bdd_deref(s->m, expected);
    dx_bdd_deref(s->m, states);
    return expected != DX_BDD_INVALID;
}

static bool answer_where(dx_symbolic *symbolic, const dx_position *position,
                         dx_check_options options, dx_check_answer *answer)
{
    dx_bdd states = lawful(symbolic, position, answer->query->formula, true);
    if (states == DX_BDD_INVALID)
        return false;
    answer->count = dx_symbolic_count(symbolic, position->situation, states,
                                      &answer->large_count);
    if (answer->query->kind == DX_QUERY_COUNT)
        return true;
    size_t wanted =
        answer->count < options.states_max ? answer->count : options.states_max;
    dx_bdd *list;
    answer->state_count =
        dx_symbolic_list(symbolic, position->situation, states, wanted, &list);
    answer->states = dx_alloc(answer->state_count, sizeof *answer->states);
    for (size_t i = 0; i < answer->state_count; i++)
        answer->states[i] = dx_symbolic_describe(symbolic, position, list[i]);
    dx_free(list);
    if (dx_bdd_status(symbolic->structure->m) != DX_OK)
        return false;
    return answer->query->expectation != DX_EXPECT_STATES ||
           compare_states(symbolic, position, states, answer);
}

static bool answer(dx_symbolic *symbolic, dx_position *position,
                   dx_check_options options, dx_check_answer *out)
{
    dx_structure *s = symbolic->structure;
    const dx_query *query = out->query;
    if (query->kind == DX_QUERY_VALUE || query->kind == DX_QUERY_PLAN ||
        query->kind == DX_QUERY_FRAME) {
        dx_structure_fail(s, DX_ERR_UNSUPPORTED,
                          "the symbolic engine computes no values, finds no "
                          "plans and checks no frames; the explicit one does");
        return false;
    }
    if (query->kind == DX_QUERY_TRUE) {
        position->point = dx_bdd_ref(
            s->m, query->at.is_given ? one_state(symbolic, 0, &query->at)
                                     : actual(symbolic));
        if (position->point == DX_BDD_INVALID)
            return false;
    }
    for (size_t i = 0; i < query->steps.count; i++)
        if (!take_step(symbolic, &query->steps.at[i], position))
            return false;
    switch (query->kind) {
    case DX_QUERY_TRUE:
        return answer_true(symbolic, position, options, out);
    case DX_QUERY_VALID:
        return answer_valid(symbolic, position, options, out);
    default:
        return answer_where(symbolic, position, options, out);
    }
}

// Notes whom updates left no state, if they left it some before.
static void find_bereft(dx_symbolic *symbolic, const dx_position *position,
                        dx_check_answer *out)
{
    dx_structure *s = symbolic->structure;
    const dx_query *query = out->query;
    dx_bereft_list found = {0};
    bool is_one = position->point != DX_BDD_INVALID;
    dx_structure_bereft(s, position->situation, query->formula,
                        is_one ? position->point : DX_BDD_TRUE, is_one,
                        query->steps.count > 0, &found);
    for (size_t i = 0; i < found.count; i++)
        if (dx_structure_held_something(s, &found.at[i]))
            dx_vector_push(&out->bereft, found.at[i]);
    dx_vector_release(&found);
}

// Whether there was an answer; `out` is as before if there was none.
static bool try_once(dx_symbolic *symbolic, dx_check_options options,
                     dx_check_answer *out)
{
    dx_position position = {.point = DX_BDD_INVALID};
    const dx_query *query = out->query;
    bool is_fine = answer(symbolic, &position, options, out);
    if (is_fine)
        find_bereft(symbolic, &position, out);
    dx_bdd_deref(symbolic->structure->m, position.point);
    dx_vector_release(&position.events);
    if (is_fine)
        return true;
    dx_error error = out->error;
    dx_check_answer_release(out);
    *out = (dx_check_answer){
        .query = query, .error = error, .value = {0, 1}, .engine = "symbolic"};
    return false;
}

void dx_symbolic_ask(dx_symbolic *symbolic, const dx_query *query,
                     dx_check_options options, dx_check_answer *out)
{
    dx_structure *s = symbolic->structure;
    *out = (dx_check_answer){
        .query = query, .value = {0, 1}, .engine = "symbolic"};
    dx_structure_begin(s, &out->error);
    bool is_fine = try_once(symbolic, options, out);
    if (!is_fine && dx_structure_again(s))
        is_fine = try_once(symbolic, options, out);
    dx_status status =
        dx_structure_end(s, is_fine ? DX_BDD_TRUE : DX_BDD_INVALID);
    out->status = dx_check_at_query(symbolic->document, out, status);
    if (out->status == DX_OK)
        dx_check_compare(out);
}
