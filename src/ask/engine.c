// The table of engines, and the way of a question through it.
//
// Which engines fit is known before any of them runs.  What is asked of places
// goes to places if they reach the turn; where they do not, what the seat sees
// itself is answered by its sight and everything else by listing, so that a
// game with places is never asked less than the same game without.

#include "ask/engine.h"

#include "ask/histories.h"
#include "ask/inquire.h"
#include "ask/sourced.h"
#include "ask/translate.h"
#include "ask/weighed.h"
#include "base/memory.h"
#include "minds/odds.h"
#include "minds/turn/frame.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool assumes_source(const dx_question *q)
{
    return q->options->assumption != NULL &&
           q->options->assumption->kind == DX_ASSUME_SOURCE;
}

// How seats move says nothing before anybody has moved.  It is left out where
// worlds could only be weighed one by one, which the deal alone has too many
// for.
static void leave_out_policies(dx_question *q)
{
    bool needs_all = q->rules->game->places != NULL &&
                     q->rules->game->places->brought == NULL;
    if (!needs_all || dx_assumes_nothing(q->options->assumption) ||
        assumes_source(q) || dx_turn_of(q->rules, q->seen, q->count) > 0)
        return;
    q->plain = *q->options;
    q->plain.assumption = NULL;
    q->options = &q->plain;
}

// The turns, if the game has places: the asker's own, or new ones.
static void find_frames(dx_question *q)
{
    if (q->rules->game->places == NULL || q->frames != NULL)
        return;
    q->frames = q->own_frames = dx_frames_after(q->rules, q->seen, q->count);
}

dx_status dx_question_begin(dx_question *q, dx_formula f, bool is_term,
                            dx_error *error)
{
    leave_out_policies(q);
    q->grounding.keeps_belief = assumes_source(q);
    if (is_term)
        f = dx_formula_binary(q->store, DX_EQUAL, f,
                              dx_formula_number(q->store, dx_fraction_int(0)));
    dx_status status = dx_ground(&q->grounding, f, &q->formula, error);
    if (status == DX_OK && is_term)
        q->formula = dx_formula_operand(q->store, q->formula, 0);
    if (status == DX_OK)
        find_frames(q);
    return status;
}

void dx_question_end(dx_question *q)
{
    dx_grounding_release(&q->grounding);
    dx_frames_free(q->own_frames);
    q->frames = q->own_frames = NULL;
}

// ---- source: worlds weighed by a rule of the game's own ----

static bool source_fits(const dx_question *q)
{
    return dx_can_source(q) ||
           (assumes_source(q) && q->view != NULL &&
            q->rules->game->places != NULL && dx_can_translate(q));
}

// What is known does not depend on it; then it is asked for the chance alone.
static dx_status ask_source(dx_question *q, dx_answer *answer, dx_error *error)
{
    bool must = dx_can_source(q);
    dx_status status = dx_ask_source(q, answer, must ? error : NULL);
    return must || status == DX_OK ? status : DX_ERR_UNSUPPORTED;
}

static dx_status value_source(dx_question *q, dx_fraction *out, dx_error *error)
{
    return dx_can_source(q) ? dx_value_source(q, out, error)
                            : DX_ERR_UNSUPPORTED;
}

// ---- places: whatever does not depend on how seats move, and even moves ----

static bool places_fit(const dx_question *q)
{
    return q->rules->game->places != NULL && !dx_can_source(q) &&
           dx_can_translate(q) && (assumes_source(q) || dx_can_inquire(q)) &&
           dx_question_beyond(q) == NULL;
}

// From above everything is there; from a view, a bystander's too, what it
// shows.
static dx_status ask_places(dx_question *q, dx_answer *answer, dx_error *error)
{
    return q->view == NULL ? dx_inquire_above(q, answer, error)
                           : dx_inquire(q, answer, error);
}

static dx_status value_places(dx_question *q, dx_fraction *out, dx_error *error)
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

static dx_status take_range(dx_status status, dx_rational *least,
                            dx_rational *most, dx_fraction *range)
{
    if (status != DX_OK)
        return status;
    range[0] = dx_rational_fraction(least);
    range[1] = dx_rational_fraction(most);
    dx_rational_release(least);
    dx_rational_release(most);
    return DX_OK;
}

static dx_status range_places(dx_question *q, dx_fraction *range,
                              dx_error *error)
{
    dx_rational least, most;
    return take_range(dx_inquire_range(q, &least, &most, error), &least, &most,
                      range);
}

// ---- belief: worlds weighed by how seats are assumed to move ----

static bool belief_fits(const dx_question *q)
{
    return dx_can_weigh(q) && !assumes_source(q) && dx_can_translate(q) &&
           dx_question_beyond(q) == NULL;
}

static dx_status ask_belief(dx_question *q, dx_answer *answer, dx_error *error)
{
    if (q->view != NULL && q->seat == DX_BYSTANDER)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "how seats move is reckoned with from a seat or from "
                       "above, not for who only watches");
    return q->view == NULL ? dx_weigh_above(q, answer, error)
                           : dx_weigh(q, answer, error);
}

static dx_status value_belief(dx_question *q, dx_fraction *out, dx_error *error)
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

static dx_status range_belief(dx_question *q, dx_fraction *range,
                              dx_error *error)
{
    dx_rational least, most;
    return take_range(dx_weigh_range(q, &least, &most, error), &least, &most,
                      range);
}

// ---- sight: what the seat sees ----

static bool sight_fits(const dx_question *q)
{
    dx_formula seen;
    return q->view != NULL && dx_question_is_seen(q, q->formula, &seen);
}

static dx_status ask_sight(dx_question *q, dx_answer *answer, dx_error *error)
{
    bool holds = false;
    dx_formula seen;
    answer->engine = "sight";
    if (!dx_question_is_seen(q, q->formula, &seen))
        return DX_ERR_UNSUPPORTED;
    dx_status status =
        dx_question_holds(q, seen, q->view->sight, &holds, error);
    answer->truth = holds ? DX_ANSWER_YES : DX_ANSWER_NO;
    return status;
}

// ---- histories: the whole model of the moment ----

static bool is_named(const dx_question *q, const char *name)
{
    return q->options->engine != NULL && strcmp(q->options->engine, name) == 0;
}

// Chances that places do not have, nobody has, while nothing is assumed.
static bool histories_fit(const dx_question *q)
{
    bool begins_before = q->options->engine == NULL || is_named(q, "source") ||
                         is_named(q, "places");
    bool has_tried = begins_before && places_fit(q);
    return !dx_can_source(q) && !(has_tried && q->grounding.asks_chance &&
                                  dx_assumes_nothing(q->options->assumption));
}

// Only what nothing else answers is listed: so why it had to be is said first.
static dx_status explain(const dx_question *q, dx_status status,
                         dx_error *error)
{
    const char *why = !dx_can_translate(q)
                          ? "programs, as in [1] f, are asked of all histories "
                            "and so of small games only"
                          : dx_question_beyond(q);
    char what[DX_ERROR_MESSAGE_MAX];
    if (status != DX_ERR_LIMIT || why == NULL || error == NULL ||
        is_named(q, "histories"))
        return status;
    snprintf(what, sizeof what, "%s", error->message);
    snprintf(error->message, sizeof error->message, "%.120s: %.200s", why,
             what);
    return status;
}

static dx_status ask_histories(dx_question *q, dx_answer *answer,
                               dx_error *error)
{
    return explain(q, dx_histories_ask(q, answer, error), error);
}

static dx_status value_histories(dx_question *q, dx_fraction *out,
                                 dx_error *error)
{
    return explain(q, dx_histories_value(q, out, error), error);
}

static dx_status range_histories(dx_question *q, dx_fraction *range,
                                 dx_error *error)
{
    return explain(q, dx_histories_range(q, range, error), error);
}

// ---- the table ----

static const dx_engine engines[DX_ENGINES] = {
    {"source", "worlds weighed by a rule of the game's own", source_fits,
     dx_plan_listing, ask_source, value_source, NULL},
    {"places", "minds that see some places: what is known, and even moves",
     places_fit, dx_inquire_plan, ask_places, value_places, range_places},
    {"belief", "worlds weighed by how seats are assumed to move", belief_fits,
     dx_plan_listing, ask_belief, value_belief, range_belief},
    {"sight", "what the seat sees, where nothing else need be known",
     sight_fits, dx_plan_listing, ask_sight, NULL, NULL},
    {"histories", "the whole model of the moment: anything, of small decks",
     histories_fit, dx_plan_listing, ask_histories, value_histories,
     range_histories},
};

dx_route dx_route_of(const dx_question *q, bool is_term)
{
    dx_route route = {0};
    bool begins = q->options->engine == NULL;
    for (unsigned i = 0; i < DX_ENGINES; i++) {
        const dx_engine *e = &engines[i];
        begins = begins || is_named(q, e->name);
        if (begins && (!is_term || e->value != NULL) && e->fits(q))
            route.at[route.count++] = e;
    }
    return route;
}

static dx_status run(const dx_engine *e, dx_question *q, dx_wanted *wanted,
                     dx_error *error)
{
    wanted->engine = e->name;
    if (wanted->value != NULL)
        return e->value != NULL ? e->value(q, wanted->value, error)
                                : DX_ERR_UNSUPPORTED;
    if (wanted->range != NULL)
        return e->range != NULL ? e->range(q, wanted->range, error)
                                : DX_ERR_UNSUPPORTED;
    dx_status status = e->ask(q, wanted->answer, error);
    if (status != DX_OK)
        dx_answer_release(wanted->answer);
    return status;
}

// Where several declined, or the last finds too much to list, the first that
// said why has the reason.
dx_status dx_route_go(const dx_route *route, dx_question *q, dx_wanted *wanted,
                      dx_error *error)
{
    dx_error first = {.message = ""}, found = {.message = ""};
    dx_status status = DX_ERR_UNSUPPORTED;
    for (unsigned i = 0; i < route->count && status == DX_ERR_UNSUPPORTED;
         i++) {
        found = (dx_error){.message = ""};
        status = run(route->at[i], q, wanted, &found);
        if (status == DX_ERR_UNSUPPORTED && first.message[0] == '\0')
            first = found;
    }
    bool has_reason = first.message[0] != '\0' &&
                      (status == DX_ERR_UNSUPPORTED || status == DX_ERR_LIMIT);
    if (status != DX_OK && error != NULL)
        *error = has_reason ? first : found;
    return status;
}

// ---- reading ----

void dx_engine_list(dx_text *out)
{
    dx_text_add(out, "engines, in turn:\n");
    for (unsigned i = 0; i < DX_ENGINES; i++)
        dx_text_printf(out, "  %-10s %s\n", engines[i].name, engines[i].says);
    dx_text_add(out, "mechanisms of the engine by places:\n");
    dx_mechanisms_list(out);
}

static bool read_word(const char *word, const char **out_engine,
                      dx_mechanisms *set)
{
    for (unsigned i = 0; i < DX_ENGINES; i++)
        if (strcmp(engines[i].name, word) == 0) {
            *out_engine = engines[i].name;
            return true;
        }
    return dx_mechanisms_switch(set, word);
}

dx_status dx_engine_read(const char *list, const char **out_engine,
                         dx_mechanisms *set, dx_error *error)
{
    char word[32];
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (length >= sizeof word || !read_word(word, out_engine, set))
            return dx_fail(error, DX_ERR_INPUT, 1, (unsigned)(at - list) + 1,
                           "'%s' is no engine and no mechanism: expected "
                           "engines (source, places, belief, sight, "
                           "histories) and names, -names or names=N of "
                           "mechanisms, as in places,-occurs,chains=1",
                           word);
        at += length;
        if (*at == '\0')
            return DX_OK;
    }
}
