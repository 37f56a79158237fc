// Stages: the updates of a question, made one after the other and kept for the
// next question.
//
// A stage is what one more update has led to.  Going to a list of updates keeps
// the stages that it has in common with the list before, drops the others and
// makes what is missing, so questions that begin alike, as in a story they do,
// share their work.  A point (the world a question is about) is followed
// through each stage; where an update cannot be made at the point, the stage is
// made anew, to say so.
//
// An announcement on a large model that most worlds survive is only remembered:
// formulas are then asked under it (`<!f> g`), on worlds that stay where they
// are.  A copy is made when the model is small, when few worlds are left, or
// when another kind of update needs exactly the worlds that there are
// (dx_stages_settle).

#include "logic/dx/after.h"

#include "base/memory.h"
#include "base/text.h"
#include "logic/bisim/bisim.h"
#include "logic/dx/mentions.h"
#include "logic/dx/update.h"
#include "logic/kripke/update.h"

#include <assert.h>
#include <stdio.h>

// Below this a copy is cheaper than asking under an announcement.
enum { SMALL_MODEL = 1 << 16, PRODUCTS_MAX = 1 << 22 };

static dx_stage *last(const dx_stages *stages)
{
    return &stages->at.at[stages->at.count - 1];
}

const dx_stage *dx_stages_last(const dx_stages *stages)
{
    return last(stages);
}

static dx_stage *push(dx_stages *stages, dx_stage stage)
{
    dx_vector_push(&stages->at, stage);
    return last(stages);
}

static dx_evaluator *evaluator_of(const dx_stages *stages,
                                  const dx_model *model)
{
    dx_evaluator *evaluator = dx_evaluator_new(model, stages->document->events);
    dx_evaluator_set_worlds_max(evaluator, stages->products_max);
    return evaluator;
}

static dx_stage *push_model(dx_stages *stages, dx_model *model,
                            dx_query_step step)
{
    dx_stage stage = {.step = step,
                      .model = model,
                      .evaluator = evaluator_of(stages, model),
                      .is_owned = true};
    return push(stages, stage);
}

static void pop(dx_stages *stages)
{
    assert(stages->at.count > 0);
    dx_stage *stage = last(stages);
    if (stage->is_owned) {
        dx_evaluator_free(stage->evaluator);
        dx_model_free(stage->model);
    }
    if (stage->holds.word != NULL)
        dx_bitset_release(&stage->holds);
    dx_vector_release(&stage->announced);
    dx_free(stage->origin.world);
    dx_free(stage->origin.event);
    dx_free(stage->class_of);
    dx_free(stage->copies);
    stages->at.count--;
}

// Models of fewer worlds are not worth contracting.
enum { CONTRACT_AT = 2048 };

void dx_stages_init(dx_stages *stages, const dx_document *document,
                    dx_model *model, const dx_build_limits *limits)
{
    size_t contract_at = limits->contract_at, most = limits->products_max;
    *stages = (dx_stages){
        .document = document,
        .contract_at = contract_at == 0 ? CONTRACT_AT : contract_at,
        .products_max = most == 0 ? PRODUCTS_MAX : most,
        .has_chances = dx_document_mentions(document, dx_kind_is_chance)};
    push_model(stages, model, (dx_query_step){0})->is_exact = true;
}

void dx_stages_release(dx_stages *stages)
{
    while (stages->at.count > 0)
        pop(stages);
    dx_vector_release(&stages->at);
}

dx_formula dx_stages_under(const dx_stages *stages, dx_formula f)
{
    const dx_stage *stage = last(stages);
    for (size_t i = stage->announced.count; i-- > 0;)
        f = dx_formula_binary(stages->document->store, DX_ANNOUNCE_DUAL,
                              stage->announced.at[i], f);
    return f;
}

dx_status dx_stages_evaluate(dx_stages *stages, dx_formula f,
                             const dx_bitset **out_where, dx_error *error)
{
    dx_formula under = dx_stages_under(stages, f);
    if (under == DX_FORMULA_NONE)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "too many announcements on top of each other");
    return dx_evaluate(last(stages)->evaluator, under, out_where, error);
}

// The evaluator's errors stand where the step stands, unless they have a place.
static dx_status at_step(const dx_stages *stages, const dx_query_step *step,
                         dx_status status, dx_error *error)
{
    if (status == DX_OK || error == NULL || error->line != 0)
        return status;
    char message[DX_ERROR_MESSAGE_MAX];
    snprintf(message, sizeof message, "%s", error->message);
    return dx_document_fail(stages->document, error, status, step->place, "%s",
                            message);
}

// Where the step's formula holds; an error if the point is not there.
static dx_status evaluate_step(dx_stages *stages, const dx_query_step *step,
                               size_t point, const dx_bitset **where,
                               dx_error *error)
{
    dx_status status = dx_stages_evaluate(stages, step->formula, where, error);
    if (status != DX_OK)
        return at_step(stages, step, status, error);
    assert(*where != NULL);
    bool must_hold =
        step->kind == DX_UPDATE_ANNOUNCE || step->kind == DX_UPDATE_TELL;
    if (must_hold && dx_bitset_is_empty(*where))
        return dx_document_fail(
            stages->document, error, DX_ERR_EMPTY, step->place,
            "'%s' leaves no world: it is false everywhere", step->text);
    if (!must_hold || point == DX_NOT_FOUND || dx_bitset_has(*where, point))
        return DX_OK;
    dx_text name = {0};
    dx_model_print_world(last(stages)->model, point, &name);
    status = dx_document_fail(
        stages->document, error, DX_ERR_INPUT, step->place,
        "'%s' cannot be said: it is false at the world in question, %s",
        step->text, dx_text_string(&name));
    dx_text_release(&name);
    return status;
}

static size_t rank_of(const dx_bitset *set, size_t member)
{
    assert(dx_bitset_has(set, member));
    size_t rank = 0;
    for (size_t w = dx_bitset_next(set, 0); w < member;
         w = dx_bitset_next(set, w + 1))
        rank++;
    return rank;
}

// For how many worlds each of `keep` stands; NULL: for itself.
static uint64_t *copies_within(const dx_stage *stage, const dx_bitset *keep)
{
    if (stage->copies == NULL)
        return NULL;
    uint64_t *copies = dx_alloc(dx_bitset_count(keep), sizeof *copies);
    size_t count = 0;
    for (size_t w = dx_bitset_next(keep, 0); w < keep->size;
         w = dx_bitset_next(keep, w + 1))
        copies[count++] = stage->copies[w];
    return copies;
}

static uint64_t *copies_of(const dx_stage *stage)
{
    size_t count = dx_model_world_count(stage->model);
    return stage->copies == NULL
               ? NULL
               : dx_copy(stage->copies, count * sizeof *stage->copies);
}

// A model of its own for the worlds in `keep`.
static dx_status carry_out(dx_stages *stages, const dx_query_step *step,
                           const dx_bitset *keep, size_t *point,
                           dx_error *error)
{
    dx_model *model = NULL;
    dx_status status =
        dx_model_restrict(last(stages)->model, keep, &model, error);
    if (status != DX_OK)
        return at_step(stages, step, status, error);
    if (*point != DX_NOT_FOUND)
        *point = rank_of(keep, *point);
    dx_bitset holds = dx_bitset_copy(keep);
    uint64_t *copies = copies_within(last(stages), keep);
    bool is_exact = last(stages)->is_exact;
    dx_stage *stage = push_model(stages, model, *step);
    stage->holds = holds;
    stage->renumbers = true;
    stage->copies = copies;
    stage->is_exact = is_exact;
    return DX_OK;
}

static dx_status announce(dx_stages *stages, const dx_query_step *step,
                          size_t *point, dx_error *error)
{
    const dx_bitset *where = NULL;
    dx_status status = evaluate_step(stages, step, *point, &where, error);
    if (status != DX_OK)
        return status;
    const dx_stage *below = last(stages);
    size_t count = dx_model_world_count(below->model);
    assert(where->size == count && !dx_bitset_is_empty(where));
    if (count <= SMALL_MODEL || dx_bitset_count(where) <= count / 4)
        return carry_out(stages, step, where, point, error);
    dx_stage stage = {.step = *step,
                      .holds = dx_bitset_copy(where),
                      .model = below->model,
                      .evaluator = below->evaluator,
                      .copies = copies_of(below),
                      .is_exact = below->is_exact};
    for (size_t i = 0; i < below->announced.count; i++)
        dx_vector_push(&stage.announced, below->announced.at[i]);
    dx_vector_push(&stage.announced, step->formula);
    push(stages, stage);
    return DX_OK;
}

dx_status dx_stages_settle(dx_stages *stages, size_t *point, dx_error *error)
{
    if (last(stages)->announced.count == 0)
        return DX_OK;
    const dx_bitset *alive = NULL;
    dx_status status = dx_stages_evaluate(
        stages, dx_formula_true(stages->document->store), &alive, error);
    if (status != DX_OK)
        return status;
    dx_stage *stage = last(stages);
    dx_model *model = NULL;
    status = dx_model_restrict(stage->model, alive, &model, error);
    if (status != DX_OK)
        return status;
    if (*point != DX_NOT_FOUND)
        *point = rank_of(alive, *point);
    uint64_t *copies = copies_within(stage, alive);
    dx_free(stage->copies);
    stage->copies = copies;
    dx_bitset_assign(&stage->holds, alive);
    stage->renumbers = true;
    stage->model = model;
    stage->evaluator = evaluator_of(stages, model);
    stage->is_owned = true;
    stage->announced.count = 0;
    return DX_OK;
}

// Updates other than announcements need a model of their own.
static dx_status settle(dx_stages *stages, const dx_query_step *step,
                        size_t *point, dx_error *error)
{
    return at_step(stages, step, dx_stages_settle(stages, point, error), error);
}

static dx_status tell(dx_stages *stages, const dx_query_step *step,
                      size_t *point, dx_error *error)
{
    const dx_bitset *where = NULL;
    dx_status status = settle(stages, step, point, error);
    if (status == DX_OK)
        status = evaluate_step(stages, step, *point, &where, error);
    if (status != DX_OK)
        return status;
    dx_agent_set agents = step->kind == DX_UPDATE_WHETHER
                              ? dx_agent_set_all(stages->document->agents.count)
                              : step->agents;
    dx_model *told = dx_model_tell(last(stages)->model, &agents, where);
    dx_bitset holds = {0};
    if (step->kind == DX_UPDATE_TELL)
        holds = dx_bitset_copy(where);
    uint64_t *copies = copies_of(last(stages));
    bool is_exact = last(stages)->is_exact;
    dx_stage *stage = push_model(stages, told, *step);
    stage->holds = holds;
    stage->copies = copies;
    stage->is_exact = is_exact;
    return DX_OK;
}

// Ranks change and nothing else.
static dx_status upgrade(dx_stages *stages, const dx_query_step *step,
                         size_t *point, dx_error *error)
{
    dx_status status = settle(stages, step, point, error);
    dx_model *made = NULL;
    if (status == DX_OK)
        status = dx_document_upgrade(last(stages)->evaluator,
                                     last(stages)->model, step, &made, error);
    if (status != DX_OK)
        return at_step(stages, step, status, error);
    uint64_t *copies = copies_of(last(stages));
    bool is_exact = last(stages)->is_exact;
    dx_stage *stage = push_model(stages, made, *step);
    stage->copies = copies;
    stage->is_exact = is_exact;
    return DX_OK;
}

// ---- Contraction

static uint64_t *sum_copies(const dx_stage *stage, const uint32_t *class_of,
                            size_t classes)
{
    uint64_t *sums = dx_alloc(classes, sizeof *sums);
    bool *is_lost = dx_alloc(classes, sizeof *is_lost);
    for (size_t w = 0; w < dx_model_world_count(stage->model); w++) {
        uint64_t copies = stage->copies == NULL ? 1 : stage->copies[w];
        uint32_t c = class_of[w];
        assert(c < classes);
        is_lost[c] |= copies == 0 || sums[c] > UINT64_MAX - copies;
        sums[c] += copies;
    }
    for (size_t c = 0; c < classes; c++)
        sums[c] = is_lost[c] ? 0 : sums[c];
    dx_free(is_lost);
    return sums;
}

// Contracts the last stage's model if it is large and the question allows it.
// A weight too fine for that is no error here.
static void contract(dx_stages *stages, size_t *point)
{
    dx_stage *stage = last(stages);
    dx_model *small;
    uint32_t *class_of;
    if (stages->at.count == 1 || stages->must_be_exact ||
        stage->class_of != NULL ||
        dx_model_world_count(stage->model) < stages->contract_at)
        return;
    dx_bisim_kind kind = stages->has_chances
                             ? DX_BISIM_WEIGHTS
                             : dx_model_bisim_kind(stage->model);
    if (dx_model_contract(stage->model, kind, &small, &class_of, NULL) != DX_OK)
        return;
    uint64_t *copies = sum_copies(stage, class_of, dx_model_world_count(small));
    dx_free(stage->copies);
    dx_evaluator_free(stage->evaluator);
    dx_model_free(stage->model);
    stage->model = small;
    stage->evaluator = evaluator_of(stages, small);
    stage->class_of = class_of;
    stage->copies = copies;
    stage->is_exact = false;
    if (*point != DX_NOT_FOUND)
        *point = class_of[*point];
}

bool dx_stages_count(const dx_stages *stages, const dx_bitset *where,
                     uint64_t *out)
{
    const dx_stage *stage = last(stages);
    *out = stage->copies == NULL ? dx_bitset_count(where) : 0;
    if (stage->copies == NULL)
        return true;
    for (size_t w = dx_bitset_next(where, 0); w < where->size;
         w = dx_bitset_next(where, w + 1)) {
        uint64_t copies = stage->copies[w];
        if (copies == 0 || *out > UINT64_MAX - copies)
            return false;
        *out += copies;
    }
    return true;
}

// ---- Events

// Can the event happen at the point?  A question that has no place gets one
// where it can.
static dx_status find_point(dx_stages *stages, const dx_query_step *step,
                            size_t *point, dx_error *error)
{
    const dx_bitset *where = NULL;
    dx_formula precondition =
        dx_event_model_precondition(step->events, step->event);
    dx_status status = dx_stages_evaluate(stages, precondition, &where, error);
    if (status != DX_OK)
        return at_step(stages, step, status, error);
    if (dx_bitset_is_empty(where))
        return dx_document_fail(stages->document, error, DX_ERR_EMPTY,
                                step->place,
                                "'%s' cannot happen: its precondition holds in "
                                "no world",
                                step->text);
    if (*point == DX_NOT_FOUND)
        *point = dx_bitset_next(where, 0);
    if (dx_bitset_has(where, *point))
        return DX_OK;
    dx_text name = {0};
    dx_model_print_world(last(stages)->model, *point, &name);
    status = dx_document_fail(
        stages->document, error, DX_ERR_INPUT, step->place,
        "event '%s' of '%s' cannot happen at the world in question, %s",
        dx_event_model_event_name(step->events, step->event),
        dx_event_model_name(step->events), dx_text_string(&name));
    dx_text_release(&name);
    return status;
}

static uint64_t *copies_behind(const dx_stage *stage,
                               const dx_product_origin *origin, size_t count)
{
    if (stage->copies == NULL)
        return NULL;
    uint64_t *copies = dx_alloc(count, sizeof *copies);
    for (size_t k = 0; k < count; k++)
        copies[k] = stage->copies[origin->world[k]];
    return copies;
}

static dx_status happen(dx_stages *stages, const dx_query_step *step,
                        size_t *point, dx_error *error)
{
    size_t where = *point;
    dx_status status = settle(stages, step, &where, error);
    if (status == DX_OK)
        contract(stages, &where);
    bool has_point = where != DX_NOT_FOUND;
    if (status == DX_OK)
        status = find_point(stages, step, &where, error);
    if (status != DX_OK)
        return status;
    dx_stage *stage = last(stages);
    dx_model *model = NULL;
    dx_product_origin origin = {0};
    dx_model_set_actual(stage->model, where);
    status =
        dx_model_product_from(stage->evaluator, step->events, step->event,
                              stages->products_max, &model, &origin, error);
    if (status != DX_OK)
        return at_step(stages, step, status, error);
    uint64_t *copies =
        copies_behind(stage, &origin, dx_model_world_count(model));
    bool is_exact = stage->is_exact;
    stage = push_model(stages, model, *step);
    stage->origin = origin;
    stage->world_count = dx_model_world_count(model);
    stage->copies = copies;
    stage->is_exact = is_exact;
    if (has_point)
        *point = dx_model_actual(model);
    return DX_OK;
}

static bool is_same_step(const dx_query_step *a, const dx_query_step *b)
{
    return a->kind == b->kind && a->formula == b->formula &&
           dx_agent_set_equal(&a->agents, &b->agents) &&
           a->events == b->events && a->event == b->event;
}

// Says it as long as it is true at the point, or somewhere if there is none,
// and changes something.
static dx_status repeat(dx_stages *stages, const dx_query_step *step,
                        size_t *point, dx_error *error)
{
    dx_query_step once = *step;
    once.kind = DX_UPDATE_ANNOUNCE;
    for (;;) {
        const dx_bitset *where, *alive;
        dx_status status = dx_stages_evaluate(
            stages, dx_formula_true(stages->document->store), &alive, error);
        if (status == DX_OK)
            status = dx_stages_evaluate(stages, step->formula, &where, error);
        if (status != DX_OK)
            return at_step(stages, step, status, error);
        bool can = *point == DX_NOT_FOUND ? !dx_bitset_is_empty(where)
                                          : dx_bitset_has(where, *point);
        if (!can || dx_bitset_equal(where, alive))
            return DX_OK;
        status = announce(stages, &once, point, error);
        if (status != DX_OK)
            return status;
    }
}

static dx_status make_step(dx_stages *stages, const dx_query_step *step,
                           size_t *point, dx_error *error)
{
    switch (step->kind) {
    case DX_UPDATE_ANNOUNCE:
        return announce(stages, step, point, error);
    case DX_UPDATE_REPEAT:
        return repeat(stages, step, point, error);
    case DX_UPDATE_EVENT:
        return happen(stages, step, point, error);
    case DX_UPDATE_RADICAL:
    case DX_UPDATE_CONSERVATIVE:
        return upgrade(stages, step, point, error);
    default:
        return tell(stages, step, point, error);
    }
}

// The world that (`world`, the step's event) is, before any contraction.
static size_t place_of(const dx_stage *stage, size_t world)
{
    size_t count = stage->world_count, low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (stage->origin.world[middle] < world)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && stage->origin.world[low] == world; low++)
        if (stage->origin.event[low] == stage->step.event)
            return low;
    return DX_NOT_FOUND;
}

// The world of the stage that `point`, one of the stage below, has become;
// false if the step cannot be made there.
static bool follow_step(const dx_stage *stage, size_t *point)
{
    if (stage->step.kind == DX_UPDATE_EVENT) {
        *point = place_of(stage, *point);
        return *point != DX_NOT_FOUND;
    }
    if (stage->holds.word == NULL)
        return true;
    if (!dx_bitset_has(&stage->holds, *point))
        return false;
    if (stage->renumbers)
        *point = rank_of(&stage->holds, *point);
    return true;
}

// Can the stage be used again for a question at `*point`?  Follows the point.
static bool follow(const dx_stages *stages, const dx_stage *stage,
                   size_t *point)
{
    size_t to = *point;
    if (stages->must_be_exact && !stage->is_exact)
        return false;
    if (to == DX_NOT_FOUND)
        return true;
    if (!follow_step(stage, &to))
        return false;
    *point = stage->class_of != NULL ? stage->class_of[to] : to;
    return true;
}

// How many of the stages there already are the ones that are wanted.
static size_t shared(const dx_stages *stages, size_t count,
                     const dx_query_step *steps, size_t *point)
{
    size_t i = 0;
    while (i < count && i + 1 < stages->at.count &&
           is_same_step(&stages->at.at[i + 1].step, &steps[i]) &&
           follow(stages, &stages->at.at[i + 1], point))
        i++;
    return i;
}

// Must the question see every world?  Where worlds are named, and for what
// contraction does not preserve.
static bool needs_all_worlds(const dx_stages *stages, const dx_query *query)
{
    return query->kind == DX_QUERY_WHERE ||
           dx_query_mentions(stages->document, query, dx_kind_needs_all_worlds);
}

dx_status dx_stages_go(dx_stages *stages, const dx_query *query, size_t *point,
                       dx_error *error)
{
    size_t count = query->steps.count, at = *point;
    const dx_query_step *steps = query->steps.at;
    stages->must_be_exact = count > 0 && needs_all_worlds(stages, query);
    size_t keep = shared(stages, count, steps, &at);
    while (stages->at.count > keep + 1)
        pop(stages);
    for (size_t i = keep; i < count; i++) {
        dx_status status = make_step(stages, &steps[i], &at, error);
        if (status != DX_OK)
            return status;
    }
    *point = at;
    return DX_OK;
}
