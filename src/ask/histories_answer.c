// The whole model of the moment, asked: from a seat, from above, for a value
// and for the values in all worlds of a seat.

#include "ask/histories.h"

#include "ask/source_worlds.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

// The chance of the whole formula is said too, where there is one.
static void answer_seat(const dx_question *q, const dx_histories *histories,
                        const dx_bitset *where, dx_answer *answer)
{
    dx_worlds_tally t = dx_worlds_tally_empty();
    dx_fraction *weights = dx_histories_weigh(histories, q->seat, q->seen);
    for (size_t i = 0; i < dx_histories_count(histories); i++)
        if (dx_histories_looks(histories, i, q->seat, q->seen))
            dx_worlds_tally_count(q, &t, dx_bitset_has(where, i),
                                  weights != NULL ? weights[i]
                                                  : dx_fraction_int(1),
                                  dx_histories_table(histories, i), answer);
    dx_worlds_tally_conclude(&t, weights != NULL, answer);
    dx_free(weights);
}

// The history among all that is the one that happened.
static size_t find_truth(const dx_histories *histories, const dx_event *past)
{
    unsigned count;
    for (size_t i = 0; i < dx_histories_count(histories); i++) {
        const dx_event *other = dx_histories_past(histories, i, &count);
        if (memcmp(past, other, count * sizeof *past) == 0)
            return i;
    }
    DX_REQUIRE(false, "a past that is among its histories");
    return 0;
}

static void answer_above(const dx_question *q, const dx_histories *histories,
                         const dx_bitset *where, dx_answer *answer)
{
    bool holds = dx_bitset_has(where, find_truth(histories, q->seen));
    answer->truth = holds ? DX_ANSWER_YES : DX_ANSWER_NO;
}

// Where worlds are too many to weigh one by one, a source of the game may know
// how likely things are.
static void advise_source(const dx_question *q, dx_error *error)
{
    const dx_assumption *assumed = q->options->assumption;
    bool weighs = assumed != NULL && assumed->kind != DX_ASSUME_NONE;
    dx_text advice = {0};
    if (q->rules->game->sources == NULL ||
        (!weighs && !q->grounding.asks_chance))
        return;
    dx_text_printf(&advice,
                   "%s; some chances are found without listing them: assume "
                   "'source(NAME)', with NAME one of",
                   error->message);
    dx_sources_say(q->rules->game, &advice);
    snprintf(error->message, sizeof error->message, "%s",
             dx_text_string(&advice));
    dx_text_release(&advice);
}

// All histories as a model, and who evaluates there.
typedef struct modelled {
    dx_histories *histories;
    dx_evaluator *evaluator; // NULL: there is no model
} modelled;

static void close_histories(modelled *m)
{
    dx_evaluator_free(m->evaluator);
    dx_histories_free(m->histories);
}

static dx_status open_histories(const dx_question *q, modelled *m,
                                dx_error *error)
{
    dx_consider_options options = {.assumption = q->options->assumption,
                                   .worlds_max = dx_question_limit(q),
                                   .budget = q->options->budget};
    const dx_model *model;
    dx_status status =
        dx_histories_new(q->rules, q->seen, q->count, dx_question_looks_past(q),
                         &options, &m->histories, error);
    if (status == DX_ERR_LIMIT && error != NULL)
        advise_source(q, error);
    if (status != DX_OK)
        return status;
    status = dx_histories_model(m->histories, &q->grounding, &model, error);
    if (status == DX_OK)
        m->evaluator = dx_evaluator_new(model, NULL);
    return status;
}

// Notes when a seat saw the assumption refuted, if it did before any other.
static void note_refutation(const dx_question *q, unsigned seat,
                            dx_answer *answer)
{
    dx_consider_options options = {.assumption = q->options->assumption,
                                   .worlds_max = dx_question_limit(q),
                                   .budget = q->options->budget};
    dx_eyes *eyes = dx_eyes_after(q->rules, seat, q->seen, q->count);
    dx_worlds *worlds;
    unsigned first;
    if (dx_consider(dx_eyes_view(eyes), &options, &worlds, NULL) == DX_OK) {
        if (dx_worlds_refuted(worlds, &first) > 0) {
            unsigned turn = dx_turn_of(q->rules, q->seen, first + 1);
            if (!answer->refuted || turn < answer->refuted_turn)
                answer->refuted_turn = turn;
            answer->refuted = true;
        }
        dx_worlds_free(worlds);
    }
    dx_eyes_free(eyes);
}

// Of whoever asks or, from above, of the minds that the formula speaks of.
static void note_refutations(const dx_question *q, dx_formula f,
                             dx_answer *answer)
{
    dx_kind kind = dx_formula_kind(q->store, f);
    bool weighs = kind == DX_PROBABILITY || kind == DX_PROBABILITY_GIVEN;
    unsigned seat = weighs ? dx_question_agent(q, f) : DX_NONE;
    if (q->seat != DX_BYSTANDER)
        note_refutation(q, q->seat, answer);
    else if (seat != DX_NONE)
        note_refutation(q, seat, answer);
    else
        for (size_t i = 0; i < dx_formula_count(q->store, f); i++)
            if (dx_formula_operand_is_node(q->store, f, i) &&
                !(i == 0 && dx_kind_operands(kind)[0] == 'a'))
                note_refutations(q, dx_formula_operand(q->store, f, i), answer);
}

dx_status dx_histories_ask(dx_question *q, dx_answer *answer, dx_error *error)
{
    modelled m = {0};
    const dx_bitset *where;
    dx_status status = open_histories(q, &m, error);
    answer->engine = m.histories != NULL ? "histories" : answer->engine;
    if (status == DX_OK)
        status = dx_evaluate(m.evaluator, q->formula, &where, error);
    if (status == DX_OK && q->seat == DX_BYSTANDER)
        answer_above(q, m.histories, where, answer);
    else if (status == DX_OK)
        answer_seat(q, m.histories, where, answer);
    if (status == DX_OK && q->options->assumption != NULL &&
        q->options->assumption->kind != DX_ASSUME_NONE)
        note_refutations(q, q->formula, answer);
    close_histories(&m);
    return status;
}

dx_status dx_histories_value(dx_question *q, dx_fraction *out, dx_error *error)
{
    modelled m = {0};
    dx_status status = open_histories(q, &m, error);
    if (status == DX_OK)
        status = dx_evaluate_term(m.evaluator, q->formula,
                                  find_truth(m.histories, q->seen), out, error);
    close_histories(&m);
    return status;
}

static void widen(dx_fraction *range, dx_fraction value, bool is_first)
{
    if (is_first || dx_fraction_compare(value, range[0]) < 0)
        range[0] = value;
    if (is_first || dx_fraction_compare(range[1], value) < 0)
        range[1] = value;
}

// Of all worlds of the seat, the least and the greatest value.
dx_status dx_histories_range(dx_question *q, dx_fraction *range,
                             dx_error *error)
{
    modelled m = {0};
    dx_status status = open_histories(q, &m, error);
    bool is_first = true;
    for (size_t i = 0; status == DX_OK && i < dx_histories_count(m.histories);
         i++) {
        dx_fraction value;
        if (!dx_histories_looks(m.histories, i, q->seat, q->seen))
            continue;
        status = dx_evaluate_term(m.evaluator, q->formula, i, &value, error);
        if (status == DX_OK && dx_fraction_is_lost(value))
            status = dx_fail(error, DX_ERR_LIMIT, 0, 0, "too fine for 64 bits");
        else if (status == DX_OK)
            widen(range, value, is_first);
        is_first = false;
    }
    close_histories(&m);
    return status;
}
