// Chooses an engine for a question and puts the answer together.
//
//   sight      what every seat sees, of a game that declares no places
//   places     whatever does not depend on how seats move, and even moves
//   source     worlds weighed by a rule of the game's own
//   belief     worlds weighed by how they are assumed to move
//   histories  the whole model of the moment: any formula, small decks
//
// Which one is known before it runs: only an operator that an engine has not
// goes on to histories.

#include "ask/ask.h"

#include "ask/histories.h"
#include "ask/inquire.h"
#include "ask/sourced.h"
#include "ask/table_model.h"
#include "ask/translate.h"
#include "ask/weighed.h"
#include "base/memory.h"
#include "base/stack.h"
#include "game/source.h"
#include "minds/odds.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *dx_truth_text(dx_truth truth)
{
    static const char *const text[] = {"no", "yes", "open", "undecided"};
    assert(truth < sizeof text / sizeof *text);
    return text[truth];
}

void dx_answer_release(dx_answer *answer)
{
    dx_free(answer->example);
    dx_free(answer->counterexample);
    dx_rational_release(&answer->exact);
    *answer = (dx_answer){0};
}

unsigned dx_turn_of(const dx_rules *rules, const dx_event *past, unsigned count)
{
    unsigned turn = 0;
    for (unsigned i = 0; i < count; i++)
        turn += !rules->game->verbs[past[i].verb].chance;
    return turn;
}

bool dx_turn_events(const dx_rules *rules, const dx_event *past, unsigned count,
                    unsigned turn, unsigned *out_events)
{
    unsigned i = 0, moves = 0;
    for (; i < count; i++) {
        if (!rules->game->verbs[past[i].verb].chance && moves++ == turn)
            break;
    }
    if (i == count && moves < turn)
        return false;
    *out_events = i;
    return true;
}

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
    answer->worlds = dx_histories_count(histories);
}

// Where worlds are too many to weigh one by one, a source of the game may know
// how likely things are.
static void advise_source(const dx_question *q, dx_error *error)
{
    const dx_source *const *source = q->rules->game->sources;
    const dx_assumption *assumed = q->options->assumption;
    bool weighs = assumed != NULL && assumed->kind != DX_ASSUME_NONE;
    dx_text advice = {0};
    if (source == NULL || (!weighs && !q->grounding.asks_chance))
        return;
    dx_text_printf(&advice,
                   "%s: too many to weigh one by one; a source weighs a few "
                   "places: assume 'source(NAME)' with",
                   error->message);
    for (; *source != NULL; source++)
        dx_text_printf(&advice, " %s%s", (*source)->name,
                       source[1] != NULL ? "," : "");
    snprintf(error->message, sizeof error->message, "%s",
             dx_text_string(&advice));
    dx_text_release(&advice);
}

static dx_status open_histories(const dx_question *q, dx_histories **out,
                                dx_error *error)
{
    dx_consider_options options = {.assumption = q->options->assumption,
                                   .worlds_max = dx_question_limit(q),
                                   .budget = q->options->budget};
    dx_status status =
        dx_histories_new(q->rules, q->seen, q->count, dx_question_looks_past(q),
                         &options, out, error);
    if (status == DX_ERR_LIMIT && error != NULL)
        advise_source(q, error);
    return status;
}

// Notes when a seat saw the assumption refuted, if it did before any other.
static void note_refutation(const dx_question *q, unsigned seat,
                            dx_answer *answer)
{
    dx_consider_options options = {.assumption = q->options->assumption,
                                   .worlds_max = dx_question_limit(q),
                                   .budget = q->options->budget};
    dx_eyes *eyes = dx_eyes_new(q->rules, seat);
    for (unsigned i = 0; i < q->count; i++)
        dx_eyes_see(eyes, q->seen[i]);
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

static dx_status ask_histories(dx_question *q, dx_answer *answer,
                               dx_error *error)
{
    dx_histories *histories;
    const dx_model *model;
    const dx_bitset *where;
    dx_status status = open_histories(q, &histories, error);
    if (status != DX_OK)
        return status;
    answer->engine = "histories";
    status = dx_histories_model(histories, &q->grounding, &model, error);
    if (status == DX_OK) {
        dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
        status = dx_evaluate(evaluator, q->formula, &where, error);
        if (status == DX_OK && q->seat == DX_BYSTANDER)
            answer_above(q, histories, where, answer);
        else if (status == DX_OK)
            answer_seat(q, histories, where, answer);
        dx_evaluator_free(evaluator);
        if (status == DX_OK && q->options->assumption != NULL &&
            q->options->assumption->kind != DX_ASSUME_NONE)
            note_refutations(q, q->formula, answer);
    }
    dx_histories_free(histories);
    return status;
}

static dx_status undecided(const dx_error *error, dx_answer *answer)
{
    dx_answer_release(answer);
    answer->truth = DX_ANSWER_UNDECIDED;
    answer->engine = "none";
    snprintf(answer->why, sizeof answer->why, "%s", error->message);
    return DX_OK;
}

// Limits are answers; everything else is an error in the question.
static dx_status settle(dx_status status, const dx_error *found,
                        dx_answer *answer, dx_error *error)
{
    if (status == DX_OK)
        return DX_OK;
    if (status == DX_ERR_LIMIT || status == DX_ERR_CANCELLED)
        return undecided(found, answer);
    dx_answer_release(answer);
    if (error != NULL)
        *error = *found;
    return status;
}

static bool assumes_source(const dx_question *q)
{
    return q->options->assumption != NULL &&
           q->options->assumption->kind == DX_ASSUME_SOURCE;
}

// How seats move says nothing before anybody has moved.  It is left out where
// worlds could only be weighed one by one, which the deal alone has too many
// for.
static void leave_out_policies(dx_question *q, dx_ask_options *room)
{
    bool needs_all = q->rules->game->places != NULL &&
                     q->rules->game->places->brought == NULL;
    if (!needs_all || dx_assumes_nothing(q->options->assumption) ||
        assumes_source(q) || dx_turn_of(q->rules, q->seen, q->count) > 0)
        return;
    *room = *q->options;
    room->assumption = NULL;
    q->options = room;
}

static dx_status begin(dx_question *q, dx_formula f, dx_error *error)
{
    q->grounding =
        (dx_grounding){.store = q->store,
                       .rules = q->rules,
                       .names = q->options->names,
                       .turn_max = dx_turn_of(q->rules, q->seen, q->count),
                       .keeps_belief = assumes_source(q),
                       .budget = q->options->budget};
    return dx_ground(&q->grounding, f, &q->formula, error);
}

static bool is_engine(const dx_question *q, const char *name)
{
    return q->options->engine != NULL && strcmp(q->options->engine, name) == 0;
}

static dx_status ask_sight(const dx_question *q, dx_answer *answer,
                           dx_error *error)
{
    bool holds = false;
    answer->engine = "sight";
    dx_status status =
        dx_question_holds(q, q->formula, q->view->sight, &holds, error);
    answer->truth = holds ? DX_ANSWER_YES : DX_ANSWER_NO;
    return status;
}

typedef dx_status engine(dx_question *q, dx_answer *answer, dx_error *error);

// From above everything is there; from a view, a bystander's too, what it
// shows.
static dx_status by_places(dx_question *q, dx_answer *answer, dx_error *error)
{
    return q->view == NULL ? dx_inquire_above(q, answer, error)
                           : dx_inquire(q, answer, error);
}

static dx_status by_weight(dx_question *q, dx_answer *answer, dx_error *error)
{
    if (q->view != NULL && q->seat == DX_BYSTANDER)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "how seats move is reckoned with from a seat or from "
                       "above, not for who only watches");
    return q->view == NULL ? dx_weigh_above(q, answer, error)
                           : dx_weigh(q, answer, error);
}

static engine *engine_for(const dx_question *q)
{
    if (dx_can_source(q))
        return dx_ask_source;
    if (assumes_source(q) && q->rules->game->places != NULL &&
        dx_can_translate(q)) // what is known does not depend on it
        return by_places;
    if (is_engine(q, "histories"))
        return ask_histories;
    if (is_engine(q, "belief") && dx_can_weigh(q))
        return by_weight;
    if (!dx_can_translate(q))
        return ask_histories;
    return dx_can_inquire(q) ? by_places
           : dx_can_weigh(q) ? by_weight
                             : ask_histories;
}

// What is not asked of places is small.
static void say_why_histories(dx_error *found)
{
    char what[DX_ERROR_MESSAGE_MAX];
    snprintf(what, sizeof what, "%s", found->message);
    snprintf(
        found->message, sizeof found->message,
        "programs, as in [1] f, are asked of all histories and so of small "
        "games only: %.200s",
        what);
}

static dx_status answer_question(dx_question *q, dx_answer *answer,
                                 dx_error *error)
{
    dx_error found = {.message = ""};
    engine *asks = engine_for(q);
    if (asks == ask_histories && !is_engine(q, "histories") &&
        q->view != NULL && dx_question_is_in_sight(q, q->formula))
        return ask_sight(q, answer, error);
    dx_status status = DX_ERR_UNSUPPORTED;
    if (asks == by_places && assumes_source(q) && q->view != NULL) {
        status = dx_ask_source(q, answer, NULL); // for the chance of it
        if (status != DX_OK)
            dx_answer_release(answer);
    }
    if (status != DX_OK)
        status = asks(q, answer, &found);
    if (asks == by_places && status == DX_ERR_UNSUPPORTED && dx_can_weigh(q)) {
        dx_answer_release(answer);
        asks = by_weight;
        status = asks(q, answer, &found);
    }
    if (asks == by_weight && status == DX_ERR_UNSUPPORTED) {
        dx_answer_release(answer);
        status = ask_histories(q, answer, &found);
    }
    if (asks == ask_histories && status == DX_ERR_LIMIT &&
        !is_engine(q, "histories") && !dx_can_translate(q))
        say_why_histories(&found);
    return settle(status, &found, answer, error);
}

// Engines that compute with small fractions leave the exact chance to us.
static void complete(dx_answer *answer)
{
    if (!answer->has_chance || dx_fraction_is_lost(answer->chance))
        return;
    assert(answer->chance.top >= 0 &&
           answer->chance.top <= answer->chance.over);
    dx_rational_release(&answer->exact);
    answer->exact = dx_rational_of(answer->chance);
    answer->probability = dx_fraction_value(answer->chance);
}

static dx_question from_seat(dx_formulas *store, const dx_view *view,
                             const dx_ask_options *options)
{
    return (dx_question){.store = store,
                         .rules = view->rules,
                         .seen = view->seen,
                         .count = view->count,
                         .seat = view->seat,
                         .view = view,
                         .options = options};
}

static dx_question from_above(dx_formulas *store, const dx_moment *moment,
                              const dx_ask_options *options)
{
    return (dx_question){.store = store,
                         .rules = moment->rules,
                         .seen = moment->past,
                         .count = moment->count,
                         .seat = DX_BYSTANDER,
                         .options = options};
}

// A comparison carries a term through the grounding.
static dx_status begin_term(dx_question *q, dx_formula term, dx_error *error)
{
    dx_formula zero = dx_formula_number(q->store, dx_fraction_int(0));
    dx_status status =
        begin(q, dx_formula_binary(q->store, DX_EQUAL, term, zero), error);
    if (status == DX_OK)
        q->formula = dx_formula_operand(q->store, q->formula, 0);
    return status;
}

static dx_status ask_seat(dx_formulas *store, const dx_view *view, dx_formula f,
                          const dx_ask_options *options, dx_answer *out_answer,
                          dx_error *error)
{
    dx_question q = from_seat(store, view, options);
    dx_ask_options room;
    dx_answer answer = {0};
    leave_out_policies(&q, &room);
    dx_status status = begin(&q, f, error);
    if (status == DX_OK)
        status = answer_question(&q, &answer, error);
    dx_grounding_release(&q.grounding);
    complete(&answer);
    if (status == DX_OK)
        *out_answer = answer;
    return status;
}

static dx_status ask_above(dx_formulas *store, const dx_moment *moment,
                           dx_formula f, const dx_ask_options *options,
                           dx_answer *out_answer, dx_error *error)
{
    dx_question q = from_above(store, moment, options);
    dx_ask_options room;
    dx_answer answer = {0};
    leave_out_policies(&q, &room);
    dx_status status = begin(&q, f, error);
    if (status == DX_OK)
        status = answer_question(&q, &answer, error);
    dx_grounding_release(&q.grounding);
    if (status == DX_OK)
        *out_answer = answer;
    return status;
}

static dx_status value_at(dx_question *q, dx_fraction *out, dx_error *error)
{
    dx_histories *histories;
    const dx_model *model;
    dx_status status = open_histories(q, &histories, error);
    if (status != DX_OK)
        return status;
    status = dx_histories_model(histories, &q->grounding, &model, error);
    if (status == DX_OK) {
        dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
        status = dx_evaluate_term(evaluator, q->formula,
                                  find_truth(histories, q->seen), out, error);
        dx_evaluator_free(evaluator);
    }
    dx_histories_free(histories);
    return status;
}

static dx_status value_by_places(const dx_question *q, dx_fraction *out,
                                 dx_error *error)
{
    dx_rational value;
    dx_status status = dx_inquire_value(q, &value, error);
    if (status != DX_OK)
        return status;
    *out = dx_rational_fraction(&value);
    dx_rational_release(&value);
    if (dx_fraction_is_lost(*out))
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the value is too fine for a fraction of 64 bits");
    return DX_OK;
}

static dx_status value_by_weight(dx_question *q, dx_fraction *out,
                                 dx_error *error)
{
    dx_figure value;
    dx_status status = dx_weigh_value(q, &value, error);
    if (status != DX_OK)
        return status;
    *out = value.quality == DX_EXACT ? dx_rational_fraction(&value.exact)
                                     : (dx_fraction){0, 0};
    if (!value.is_defined)
        status = dx_question_undefined(q, error);
    else if (dx_fraction_is_lost(*out))
        status = dx_fail(error, DX_ERR_LIMIT, 0, 0,
                         "no fraction of 64 bits: about %.6g, give or take "
                         "%.2g",
                         value.value, value.half_width);
    dx_figure_release(&value);
    return status;
}

static dx_status ask_value(dx_formulas *store, const dx_moment *moment,
                           dx_formula term, const dx_ask_options *options,
                           dx_fraction *out_value, dx_error *error)
{
    dx_question q = from_above(store, moment, options);
    dx_ask_options room;
    dx_error first = {.message = ""};
    leave_out_policies(&q, &room);
    dx_status status = begin_term(&q, term, error);
    if (status == DX_OK) {
        engine *asks = engine_for(&q);
        status = asks == by_places   ? value_by_places(&q, out_value, &first)
                 : asks == by_weight ? value_by_weight(&q, out_value, error)
                 : asks == dx_ask_source ? dx_value_source(&q, out_value, error)
                                         : DX_ERR_UNSUPPORTED;
        if (asks == by_places && status == DX_ERR_UNSUPPORTED &&
            dx_can_weigh(&q))
            status = value_by_weight(&q, out_value, error);
        else if (asks == by_places && status != DX_OK && error != NULL)
            *error = first;
        if (status == DX_ERR_UNSUPPORTED && asks != dx_ask_source) {
            status = value_at(&q, out_value, error);
            // Too many to list; and listing them would not have helped.
            if (status == DX_ERR_LIMIT && first.message[0] != '\0' &&
                error != NULL)
                *error = first;
        }
    }
    dx_grounding_release(&q.grounding);
    return status;
}

static void widen(dx_fraction *range, dx_fraction value, bool is_first)
{
    if (is_first || dx_fraction_compare(value, range[0]) < 0)
        range[0] = value;
    if (is_first || dx_fraction_compare(range[1], value) < 0)
        range[1] = value;
}

// In the histories that look so to the seat.
static dx_status range_at(dx_question *q, dx_fraction *range, dx_error *error)
{
    dx_histories *histories;
    const dx_model *model;
    dx_status status = open_histories(q, &histories, error);
    if (status != DX_OK)
        return status;
    status = dx_histories_model(histories, &q->grounding, &model, error);
    if (status == DX_OK) {
        dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
        bool is_first = true;
        for (size_t i = 0; i < dx_histories_count(histories) && status == DX_OK;
             i++) {
            dx_fraction value;
            if (!dx_histories_looks(histories, i, q->seat, q->seen))
                continue;
            status = dx_evaluate_term(evaluator, q->formula, i, &value, error);
            if (status == DX_OK && dx_fraction_is_lost(value))
                status =
                    dx_fail(error, DX_ERR_LIMIT, 0, 0, "too fine for 64 bits");
            else if (status == DX_OK)
                widen(range, value, is_first);
            is_first = false;
        }
        dx_evaluator_free(evaluator);
    }
    dx_histories_free(histories);
    return status;
}

static dx_status range_by(engine *asks, dx_question *q, dx_fraction *range,
                          dx_error *error)
{
    dx_rational least, most;
    if (asks == ask_histories)
        return range_at(q, range, error);
    dx_status status = asks == by_places
                           ? dx_inquire_range(q, &least, &most, error)
                           : dx_weigh_range(q, &least, &most, error);
    if (status != DX_OK)
        return status;
    range[0] = dx_rational_fraction(&least);
    range[1] = dx_rational_fraction(&most);
    dx_rational_release(&least);
    dx_rational_release(&most);
    return DX_OK;
}

// From the least, range[0], to the most.
static dx_status ask_range(dx_formulas *store, const dx_view *view,
                           dx_formula term, const dx_ask_options *options,
                           dx_fraction *range, const char **out_engine,
                           dx_error *error)
{
    dx_question q = from_seat(store, view, options);
    dx_status status = begin_term(&q, term, error);
    if (status == DX_OK) {
        // What speaks of no chance does not depend on what is assumed.
        dx_ask_options plain = *options;
        plain.assumption = NULL;
        if (!q.grounding.asks_chance)
            q.options = &plain;
        status = DX_ERR_UNSUPPORTED;
        if (engine_for(&q) == by_places) {
            *out_engine = "places";
            status = range_by(by_places, &q, range, error);
        }
        if (status == DX_ERR_UNSUPPORTED && dx_can_weigh(&q)) {
            *out_engine = "belief";
            status = range_by(by_weight, &q, range, error);
        }
        if (status == DX_ERR_UNSUPPORTED && !assumes_source(&q)) {
            *out_engine = "histories";
            status = range_by(ask_histories, &q, range, error);
        }
    }
    dx_grounding_release(&q.grounding);
    return status;
}

// Grounding, translating and answering recurse over the formula, a few frames
// for each of its levels; deep ones get a stack of their own (base/stack.h).
enum { FRAMES_A_LEVEL = 4 };

typedef struct deep {
    dx_formulas *store;
    const dx_view *view;
    const dx_moment *moment;
    dx_formula f;
    const dx_ask_options *options;
    dx_answer *answer;
    dx_fraction *value;
    const char **engine;
    dx_error *error;
    dx_status status;
} deep;

static void run_deep(void *data)
{
    deep *d = data;
    if (d->view != NULL && d->value != NULL)
        d->status = ask_range(d->store, d->view, d->f, d->options, d->value,
                              d->engine, d->error);
    else if (d->view != NULL)
        d->status =
            ask_seat(d->store, d->view, d->f, d->options, d->answer, d->error);
    else if (d->value == NULL)
        d->status = ask_above(d->store, d->moment, d->f, d->options, d->answer,
                              d->error);
    else
        d->status = ask_value(d->store, d->moment, d->f, d->options, d->value,
                              d->error);
}

static dx_status ask_deep(deep d)
{
    size_t levels = dx_formula_depth(d.store, d.f);
    dx_run_deep(FRAMES_A_LEVEL * levels, run_deep, &d);
    return d.status;
}

dx_status dx_ask_seat(dx_formulas *store, const dx_view *view, dx_formula f,
                      const dx_ask_options *options, dx_answer *out_answer,
                      dx_error *error)
{
    return ask_deep((deep){.store = store,
                           .view = view,
                           .f = f,
                           .options = options,
                           .answer = out_answer,
                           .error = error});
}

dx_status dx_ask_above(dx_formulas *store, const dx_moment *moment,
                       dx_formula f, const dx_ask_options *options,
                       dx_answer *out_answer, dx_error *error)
{
    return ask_deep((deep){.store = store,
                           .moment = moment,
                           .f = f,
                           .options = options,
                           .answer = out_answer,
                           .error = error});
}

dx_status dx_ask_value(dx_formulas *store, const dx_moment *moment,
                       dx_formula term, const dx_ask_options *options,
                       dx_fraction *out_value, dx_error *error)
{
    return ask_deep((deep){.store = store,
                           .moment = moment,
                           .f = term,
                           .options = options,
                           .value = out_value,
                           .error = error});
}

dx_status dx_ask_range(dx_formulas *store, const dx_view *view, dx_formula term,
                       const dx_ask_options *options, dx_fraction *out_range,
                       const char **out_engine, dx_error *error)
{
    return ask_deep((deep){.store = store,
                           .view = view,
                           .f = term,
                           .options = options,
                           .value = out_range,
                           .engine = out_engine,
                           .error = error});
}
