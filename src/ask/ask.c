// Puts questions to engines (ask/engine.h) and answers together.

#include "ask/ask.h"

#include "ask/engine.h"
#include "base/memory.h"
#include "base/stack.h"

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
    dx_free(answer->example_facts);
    dx_free(answer->counterexample_facts);
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

static dx_status undecided(const dx_error *error, dx_answer *answer)
{
    dx_answer_release(answer);
    answer->truth = DX_ANSWER_UNDECIDED;
    answer->engine = "none";
    snprintf(answer->why, sizeof answer->why, "%s",
             error->message[0] != '\0' ? error->message : DX_ASK_TOO_MUCH);
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

// Engines that compute with small fractions leave the exact chance to us.
static void add_exact(dx_answer *answer)
{
    if (!answer->has_chance || dx_fraction_is_lost(answer->chance))
        return;
    assert(answer->chance.top >= 0 &&
           answer->chance.top <= answer->chance.over);
    dx_rational_release(&answer->exact);
    answer->exact = dx_rational_of(answer->chance);
    answer->probability = dx_fraction_value(answer->chance);
}

// Asks what is wanted of a question that is not begun.
static dx_status ask_route(dx_question *q, dx_formula f, dx_wanted *wanted,
                           dx_error *error)
{
    dx_status status = dx_question_begin(q, f, wanted->answer == NULL, error);
    // Between which values a term lies does not depend on what is assumed, if
    // it speaks of no chance.
    if (status == DX_OK && wanted->range != NULL && !q->grounding.asks_chance) {
        q->plain = *q->options;
        q->plain.assumption = NULL;
        q->options = &q->plain;
    }
    if (status == DX_OK) {
        dx_error found = {.message = ""};
        dx_route route = dx_route_of(q, wanted->answer == NULL);
        status = dx_route_go(&route, q, wanted, &found);
        if (wanted->answer != NULL)
            status = settle(status, &found, wanted->answer, error);
        else if (status != DX_OK && error != NULL)
            *error = found;
    }
    dx_question_end(q);
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
    dx_question q = dx_question_of(d->store, d->view, d->moment, d->options);
    dx_answer answer = {0};
    dx_wanted wanted = {.answer = d->value == NULL ? &answer : NULL,
                        .value = d->view == NULL ? d->value : NULL,
                        .range = d->view != NULL ? d->value : NULL};
    d->status = ask_route(&q, d->f, &wanted, d->error);
    if (d->engine != NULL)
        *d->engine = wanted.engine;
    if (d->status != DX_OK || d->value != NULL)
        return;
    add_exact(&answer);
    *d->answer = answer;
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
                       dx_fraction *out_value, const char **out_engine,
                       dx_error *error)
{
    return ask_deep((deep){.store = store,
                           .moment = moment,
                           .f = term,
                           .options = options,
                           .value = out_value,
                           .engine = out_engine,
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
