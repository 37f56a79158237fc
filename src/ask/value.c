// Terms, taken apart: a number is itself, a quantity is read off the table or
// the sight, arithmetic is arithmetic (ask/figure.h: what parts are off by, the
// whole is), and a chance is asked of its own seat.
// DX_ERR_UNSUPPORTED means that a part is none of these; then the whole is left
// to dx_ask_value, from above, and to dx_ask_range, from a seat.

#include "ask/value.h"

#include "ask/figure.h"
#include "ask/question.h"
#include "base/memory.h"
#include "game/claims.h"
#include "minds/turn/frame.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct asking {
    dx_question q;           // of the whole; view: NULL from above
    const dx_moment *moment; // from above
    dx_value *out;
    dx_error *error;
    // The asking seat's own chance of something is not known; and why, if that
    // was said.
    bool is_own_open;
    char why[DX_ERROR_MESSAGE_MAX];
} asking;

// Notes how a part was found.
static void note(asking *a, const char *engine, const dx_answer *part)
{
    dx_answer *all = &a->out->answer;
    bool is_first = all->engine == NULL;
    if (is_first)
        all->engine = engine;
    else if (strcmp(all->engine, engine) != 0)
        all->engine = "several";
    if (part == NULL)
        return;
    all->worlds = is_first ? part->worlds : 0;
    all->believed = is_first ? part->believed : 0;
    all->drawn = part->drawn > all->drawn ? part->drawn : all->drawn;
    all->refuted = all->refuted || part->refuted;
    all->refuted_turn = part->refuted ? part->refuted_turn : all->refuted_turn;
}

static dx_status no_value(asking *a, dx_truth truth, const char *why)
{
    a->out->answer.truth = truth;
    snprintf(a->out->answer.why, sizeof a->out->answer.why, "%s",
             why[0] != '\0' || a->out->is_estimated ? why : DX_ASK_TOO_MUCH);
    return DX_ERR_LIMIT;
}

// What a seat is answered is its chance, where it has one.
static dx_status read_chance(asking *a, const dx_answer *answer, dx_figure *out)
{
    bool is_open = answer->truth == DX_ANSWER_OPEN;
    if (answer->truth == DX_ANSWER_UNDECIDED)
        return no_value(a, DX_ANSWER_UNDECIDED, answer->why);
    if (is_open && !answer->has_chance) {
        a->is_own_open = true;
        memcpy(a->why, answer->why, sizeof a->why);
        return DX_ERR_UNSUPPORTED;
    }
    note(a, answer->engine, answer);
    if (!is_open)
        *out = dx_figure_of(dx_fraction_int(answer->truth == DX_ANSWER_YES));
    else if (answer->quality != DX_EXACT)
        *out = (dx_figure){.is_defined = true,
                           .quality = answer->quality,
                           .value = answer->probability,
                           .error = answer->half_width,
                           .half_width = answer->half_width};
    else if (!dx_rational_is_zero(&answer->exact))
        *out = dx_figure_of_rational(&answer->exact);
    else if (dx_fraction_is_lost(answer->chance))
        return no_value(a, DX_ANSWER_UNDECIDED, "too fine for 64 bits");
    else
        *out = dx_figure_of(answer->chance);
    return DX_OK;
}

static dx_status ask_view(asking *a, const dx_view *view, dx_formula f,
                          dx_figure *out)
{
    dx_answer answer = {0};
    dx_status status =
        dx_ask_seat(a->q.store, view, f, a->q.options, &answer, a->error);
    if (status == DX_OK)
        status = read_chance(a, &answer, out);
    dx_answer_release(&answer);
    return status;
}

static dx_status ask_chance(asking *a, dx_formula agent, dx_formula f,
                            dx_figure *out)
{
    unsigned seat;
    char word[100];
    if (!dx_ground_word(&a->q.grounding, agent, word, sizeof word) ||
        !dx_ground_seat(&a->q.grounding, word, &seat) ||
        (a->q.view != NULL && a->q.view->seat != seat))
        return DX_ERR_UNSUPPORTED;
    if (a->q.view != NULL)
        return ask_view(a, a->q.view, f, out);
    dx_eyes *eyes =
        dx_eyes_after(a->q.rules, seat, a->moment->past, a->moment->count);
    dx_status status = ask_view(a, dx_eyes_view(eyes), f, out);
    dx_eyes_free(eyes);
    return status;
}

static dx_status given_nothing(asking *a)
{
    return dx_fail(a->error, DX_ERR_EMPTY, 0, 0,
                   "the chance is not defined: what is given has chance 0");
}

// P[a](f given g) is P[a](f & g) / P[a](g).
static dx_status ask_chance_given(asking *a, dx_formula term, dx_figure *out)
{
    dx_formula agent = dx_formula_operand(a->q.store, term, 0);
    dx_formula f = dx_formula_operand(a->q.store, term, 1);
    dx_formula g = dx_formula_operand(a->q.store, term, 2);
    dx_figure both = {0}, given = {0};
    dx_status status = ask_chance(a, agent, g, &given);
    if (status == DX_OK && given.quality == DX_EXACT && given.value == 0)
        status = given_nothing(a);
    if (status == DX_OK)
        status = ask_chance(a, agent, dx_formula_and(a->q.store, f, g), &both);
    if (status == DX_OK)
        *out = dx_figure_join(DX_DIVIDE, &both, &given);
    dx_figure_release(&both);
    dx_figure_release(&given);
    return status;
}

// Can the seat read the number off its own sight?
static bool is_seen(const asking *a, const dx_quantity *quantity,
                    const int *args)
{
    dx_frames *frames = a->q.options->frames;
    if (dx_quantity_is_in_sight(a->q.rules->game, quantity))
        return true;
    if (frames == NULL || quantity->claim == NULL ||
        a->q.view->seat == DX_BYSTANDER)
        return false;
    const dx_frame *now = dx_frames_now(frames);
    dx_claims *claims = dx_claims_new();
    bool sees = dx_claim_is_within(
        claims, quantity->claim(quantity, now->sight, args, claims),
        now->sees[a->q.view->seat]);
    dx_claims_free(claims);
    return sees;
}

static dx_status read_quantity(asking *a, dx_formula apply, dx_figure *out)
{
    const char *name = dx_formula_text(a->q.store, apply);
    const dx_quantity *quantity = dx_quantity_named(a->q.rules->game, name);
    bool from_above = a->q.view == NULL;
    int args[DX_TERM_ARGS] = {0}, value = (int)a->q.grounding.turn_max;
    if (strcmp(name, "now") != 0 || dx_formula_count(a->q.store, apply) != 1) {
        if (quantity == NULL ||
            dx_ground_args(&a->q.grounding, apply, quantity->type, args,
                           NULL) != DX_OK ||
            (!from_above && !is_seen(a, quantity, args)))
            return DX_ERR_UNSUPPORTED;
        void *table = from_above
                          ? dx_table_after(a->q.rules, a->q.seen, a->q.count)
                          : NULL;
        value = dx_quantity_value(quantity,
                                  from_above ? table : a->q.view->sight, args);
        dx_free(table);
    }
    note(a, from_above ? "truth" : "sight", NULL);
    *out = dx_figure_of(dx_fraction_int(value));
    return DX_OK;
}

// A part of a term that is no arithmetic.
static dx_status find_part(void *context, dx_formula term, dx_figure *out)
{
    asking *a = context;
    switch (dx_formula_kind(a->q.store, term)) {
    case DX_NUMBER:
        *out = dx_figure_of(dx_formula_value(a->q.store, term));
        return DX_OK;
    case DX_APPLY:
        return read_quantity(a, term, out);
    case DX_PROBABILITY:
        return ask_chance(a, dx_formula_operand(a->q.store, term, 0),
                          dx_formula_operand(a->q.store, term, 1), out);
    case DX_PROBABILITY_GIVEN:
        return ask_chance_given(a, term, out);
    default:
        return DX_ERR_UNSUPPORTED;
    }
}

// The value of the whole, found at once in the model of the moment.
static dx_status ask_whole(asking *a, dx_formula term)
{
    dx_error error = {.message = ""};
    a->out->answer = (dx_answer){0};
    dx_status status =
        dx_ask_value(a->q.store, a->moment, term, a->q.options, &a->out->value,
                     &a->out->answer.engine, &error);
    if (status == DX_ERR_LIMIT || status == DX_ERR_CANCELLED)
        return no_value(a, DX_ANSWER_UNDECIDED, error.message);
    if (status != DX_OK && a->error != NULL)
        *a->error = error;
    return status;
}

// The value as well as it is known.
static dx_status tell(asking *a, const dx_figure *found)
{
    dx_value *out = a->out;
    dx_answer *answer = &out->answer;
    assert(found->is_defined);
    answer->quality = found->quality;
    answer->probability = found->value;
    answer->half_width = found->half_width;
    if (found->quality == DX_EXACT) {
        answer->exact = dx_rational_copy(&found->exact);
        out->value = dx_rational_fraction(&found->exact);
        return DX_OK;
    }
    if (!isfinite(found->half_width))
        return no_value(a, DX_ANSWER_UNDECIDED,
                        "what it is divided by is not exact, and may be 0");
    out->is_estimated = true;
    if (found->quality == DX_ROUNDED)
        return no_value(a, DX_ANSWER_UNDECIDED, "");
    char why[80];
    snprintf(why, sizeof why, "about %.6g, give or take %.2g", found->value,
             found->half_width);
    return no_value(a, DX_ANSWER_UNDECIDED, why);
}

// Is what a chance is given impossible wherever the seat may be?
static bool is_given_nothing(asking *a, dx_formula term)
{
    dx_fraction range[2];
    const char *engine;
    if (dx_formula_kind(a->q.store, term) != DX_PROBABILITY_GIVEN)
        return false;
    dx_formula given = dx_formula_binary(
        a->q.store, DX_PROBABILITY, dx_formula_operand(a->q.store, term, 0),
        dx_formula_operand(a->q.store, term, 2));
    return dx_ask_range(a->q.store, a->q.view, given, a->q.options, range,
                        &engine, NULL) == DX_OK &&
           dx_fraction_equal(range[0], dx_fraction_int(0)) &&
           dx_fraction_equal(range[1], dx_fraction_int(0));
}

// A term that is the same wherever the seat may be, or lies between two values
// there; false if that is not found.
static bool find_range(asking *a, dx_formula term, dx_status *out)
{
    dx_value *value = a->out;
    dx_fraction range[2];
    const char *engine;
    dx_error error = {.message = ""};
    *out = dx_ask_range(a->q.store, a->q.view, term, a->q.options, range,
                        &engine, &error);
    if (*out == DX_ERR_EMPTY) {
        *out = is_given_nothing(a, term)
                   ? given_nothing(a)
                   : no_value(a, DX_ANSWER_OPEN,
                              "there are worlds that the seat holds possible "
                              "in which it is not defined");
        return true;
    }
    if (*out == DX_ERR_LIMIT || *out == DX_ERR_CANCELLED) {
        *out = no_value(a, DX_ANSWER_UNDECIDED, error.message);
        return true;
    }
    if (*out != DX_OK || dx_fraction_is_lost(range[0]) ||
        dx_fraction_is_lost(range[1]))
        return false;
    note(a, engine, NULL);
    if (dx_fraction_equal(range[0], range[1])) {
        dx_figure same = dx_figure_of(range[0]);
        *out = tell(a, &same);
        dx_figure_release(&same);
        return true;
    }
    dx_text why = {0};
    dx_text_add(&why, "from ");
    dx_fraction_print(range[0], &why);
    dx_text_add(&why, " to ");
    dx_fraction_print(range[1], &why);
    dx_text_add(&why, " in the worlds that the seat holds possible");
    *out = no_value(a, DX_ANSWER_OPEN, dx_text_string(&why));
    dx_text_release(&why);
    value->has_range = true;
    value->least = range[0];
    value->most = range[1];
    return true;
}

// A term that was not found part by part: is it at least one?  A comparison
// carries it through the checks of a question, and the limit ends it there.
// It may be the same in all worlds of the seat; where that was not found, it is
// undecided.
static dx_status find_in_all(asking *a, dx_formula term)
{
    dx_status found;
    if (!a->is_own_open && find_range(a, term, &found))
        return found;
    dx_ask_options options = *a->q.options;
    options.worlds_max = 1;
    dx_formula zero = dx_formula_number(a->q.store, dx_fraction_int(0));
    dx_answer answer = {0};
    dx_status status =
        dx_ask_seat(a->q.store, a->q.view,
                    dx_formula_binary(a->q.store, DX_EQUAL, term, zero),
                    &options, &answer, a->error);
    dx_answer_release(&answer);
    if (status != DX_OK)
        return status;
    if (!a->is_own_open)
        return no_value(a, DX_ANSWER_UNDECIDED,
                        "between which values it lies was not worked out");
    return no_value(a, DX_ANSWER_UNDECIDED,
                    a->why[0] != '\0'
                        ? a->why
                        : "it may hold and may not, and how likely that is "
                          "was not worked out: there are too many worlds, or "
                          "it depends on how somebody chose, about which "
                          "nothing is assumed");
}

static dx_status settle(asking *a, dx_formula term)
{
    dx_value *out = a->out;
    dx_figure found = {0};
    dx_status status = dx_figure_reckon(a->q.store, term, find_part, a, &found);
    if (status == DX_OK && !found.is_defined)
        status = DX_ERR_UNSUPPORTED;
    if (status == DX_OK)
        status = tell(a, &found);
    else if (status == DX_ERR_UNSUPPORTED)
        status = a->q.view == NULL ? ask_whole(a, term) : find_in_all(a, term);
    dx_figure_release(&found);
    out->is_known = status == DX_OK;
    if (out->is_known && out->answer.engine == NULL)
        out->answer.engine = "arithmetic";
    if (!out->is_known && !out->is_estimated && !out->has_range)
        out->answer.engine = "none";
    return status == DX_ERR_LIMIT ? DX_OK : status;
}

dx_status dx_ask_term_seat(dx_formulas *store, const dx_view *view,
                           dx_formula term, const dx_ask_options *options,
                           dx_value *out_value, dx_error *error)
{
    *out_value = (dx_value){.is_known = false};
    asking a = {.q = dx_question_of(store, view, NULL, options),
                .out = out_value,
                .error = error};
    return settle(&a, term);
}

dx_status dx_ask_term_above(dx_formulas *store, const dx_moment *moment,
                            dx_formula term, const dx_ask_options *options,
                            dx_value *out_value, dx_error *error)
{
    *out_value = (dx_value){.is_known = false};
    asking a = {.q = dx_question_of(store, NULL, moment, options),
                .moment = moment,
                .out = out_value,
                .error = error};
    return settle(&a, term);
}

// As many digits as are sure, nine at most, where it is known how many.
void dx_answer_print_rounded(const dx_answer *answer, dx_text *out)
{
    double half = answer->half_width;
    if (half > 0)
        dx_text_printf(out, "%.*f", (int)fmax(0, fmin(9, floor(-log10(half)))),
                       answer->probability);
    else
        dx_text_printf(out, "%.10g", answer->probability);
}

void dx_value_print(const dx_value *value, dx_text *out)
{
    if (dx_value_is_rounded(value))
        dx_answer_print_rounded(&value->answer, out);
    else if (dx_fraction_is_lost(value->value))
        dx_rational_print(&value->answer.exact, out);
    else
        dx_fraction_print(value->value, out);
}
