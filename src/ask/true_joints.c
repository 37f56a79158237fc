// From above: a formula taken apart at its Boolean joints, each part that
// speaks of one seat's mind asked of that seat.

#include "ask/question.h"
#include "base/memory.h"
#include "logic/evaluate/evaluate.h"
#include "minds/consider.h"

// Asks the seat that `part` speaks of.  What it says of its own mind is never
// open, so the answer is true or false.
static dx_status ask_part(const dx_question *above, dx_formula part,
                          unsigned seat, bool *out, dx_answer *answer,
                          dx_error *error)
{
    dx_world world = {.past = above->seen, .count = above->count};
    dx_eyes *eyes = dx_world_eyes(above->rules, &world, seat);
    dx_question q = *above;
    q.view = dx_eyes_view(eyes);
    q.seen = q.view->seen;
    q.seat = seat;
    q.formula = part;
    dx_status status = dx_ask_reckoner(&q, answer, error);
    dx_eyes_free(eyes);
    *out = answer->truth == DX_ANSWER_YES;
    if (status == DX_OK && answer->truth == DX_ANSWER_OPEN)
        return DX_ERR_UNSUPPORTED;
    return status;
}

static dx_formula truth_value(const dx_question *q, bool is)
{
    return is ? dx_formula_true(q->store) : dx_formula_false(q->store);
}

// Takes a formula apart at its Boolean joints and replaces what is known from
// above, or by one seat, by true or false.
static dx_status reduce(const dx_question *q, const void *truth, dx_formula f,
                        dx_formula *out, dx_answer *answer, dx_error *error)
{
    dx_kind kind = dx_formula_kind(q->store, f);
    const dx_need *need = dx_question_need(q, f);
    unsigned about = dx_question_only_seat(q, f, DX_BYSTANDER);
    bool holds;
    if (kind == DX_TRUE || kind == DX_FALSE) {
        *out = f;
        return DX_OK;
    }
    if (need != NULL && need->kind <= DX_NEED_MEMBER) {
        *out = truth_value(q, dx_need_holds(need, truth));
        return DX_OK;
    }
    if (dx_question_is_factual(q, f)) {
        dx_status status = dx_question_holds(q, f, truth, &holds, error);
        *out = truth_value(q, status == DX_OK && holds);
        return status;
    }
    if (kind == DX_NOT || kind == DX_AND || kind == DX_OR ||
        kind == DX_IMPLIES || kind == DX_IFF) {
        uint32_t *parts = dx_alloc_raw(dx_formula_count(q->store, f), 4);
        dx_status status = DX_OK;
        size_t count = dx_formula_count(q->store, f);
        for (size_t i = 0; i < count && status == DX_OK; i++)
            status = reduce(q, truth, dx_formula_operand(q->store, f, i),
                            &parts[i], answer, error);
        if (status == DX_OK)
            *out = dx_formula_make(q->store, kind, count, parts);
        dx_free(parts);
        return status;
    }
    dx_answer_release(answer);
    if (dx_ask_certain(q, f, &holds) == DX_OK) {
        answer->engine = "certainty";
        *out = truth_value(q, holds);
        return DX_OK;
    }
    dx_status status;
    if (about < DX_SEATS_MAX) {
        status = ask_part(q, f, about, &holds, answer, error);
    } else {
        status = dx_ask_minds_at(q, q->seen, truth, f, &holds, error);
        answer->engine = "minds";
    }
    if (status == DX_OK)
        *out = truth_value(q, holds);
    return status;
}

// Is a formula of constants and Boolean operators true?
static bool value_of(dx_formulas *store, dx_formula f)
{
    dx_model *model = dx_model_new(store, 1);
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    bool value = dx_evaluate(evaluator, f, &where, NULL) == DX_OK &&
                 dx_bitset_has(where, 0);
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    return value;
}

dx_status dx_ask_in_parts(dx_question *q, dx_answer *answer, dx_error *error)
{
    void *truth = dx_alloc(1, q->rules->game->table_bytes(q->rules));
    q->rules->game->setup(truth, q->rules);
    for (unsigned i = 0; i < q->count; i++)
        q->rules->game->fold(truth, q->seen[i]);
    dx_formula reduced;
    dx_status status =
        dx_question_looks_past(q)
            ? DX_ERR_UNSUPPORTED
            : reduce(q, truth, q->formula, &reduced, answer, error);
    dx_free(truth);
    if (status != DX_OK)
        return status;
    answer->has_chance = false;
    answer->truth = value_of(q->store, reduced) ? DX_ANSWER_YES : DX_ANSWER_NO;
    if (answer->engine == NULL)
        answer->engine = "truth";
    return DX_OK;
}
