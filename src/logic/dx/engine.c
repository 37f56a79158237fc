// Which engine answers: estimates, budgets, and who takes over.
//
// A question that one engine does not answer, because it cannot or because of
// its limits, is put to the other, which is made only then.  An engine that was
// asked for by name is the only one.

#include "logic/dx/engine.h"

#include "base/memory.h"
#include "logic/dx/builder.h"
#include "logic/dx/check_private.h"
#include "logic/dx/estimate.h"
#include "logic/dx/mentions.h"
#include "logic/dx/symbolic.h"
#include "logic/formula/print.h"

#include <assert.h>
#include <math.h>

// Documents with fewer states, law or no law, are listed without ado.
enum { STATES_FEW = 1 << 12 };

// What the symbolic engine may spend of what listing costs, what a step of it
// costs (20 to 300 ns were measured), and below which cost nobody notices.
static const double share = 0.12, step_cost = 250, instant = 1e6;

// What a world behind an event costs for each agent; and how many are few.
static const double product_cost = 150;
enum { PRODUCTS_FEW = 1 << 14 };

// What a law, and then each question, may cost the symbolic engine.  The first
// where the explicit one could take over, the second where it was asked for.
static const dx_bdd_options brief_limits = {
    .nodes_max = 1 << 22,
    .seconds_max = 10,
};
static const dx_bdd_options long_limits = {
    .nodes_max = DX_BDD_NODES_DEFAULT,
    .seconds_max = 60,
};

struct dx_engine {
    const dx_document *document;
    dx_engine_choice choice;
    dx_build_limits limits;
    dx_builder *builder;   // of the explicit engine, until it is there
    dx_checker *explicit_; // either may be NULL, not both
    dx_symbolic *symbolic;
    bool prefers_symbolic;
    bool has_budget;                               // the symbolic engine has
    bool is_listing_too_much, is_drawing_too_much; // the other is all there is
};

static bool has_no_answer(dx_status status)
{
    return status == DX_ERR_LIMIT || status == DX_ERR_UNSUPPORTED;
}

// ---- Making the engines

static void become_explicit(dx_engine *engine, dx_model *model)
{
    engine->explicit_ =
        dx_checker_of_model(engine->document, model, &engine->limits);
    dx_builder_free(engine->builder);
    engine->builder = NULL;
    engine->prefers_symbolic = false;
}

// Lists up to `steps_max` values, then gives the model to the explicit engine.
static dx_status list(dx_engine *engine, size_t steps_max, dx_error *error)
{
    dx_build_limits limits = engine->limits;
    dx_model *model;
    if (steps_max < limits.steps_max)
        limits.steps_max = steps_max;
    dx_status status = dx_builder_run(engine->builder, &limits, error);
    if (status == DX_OK)
        status = dx_builder_finish(engine->builder, &model, error);
    if (status == DX_OK)
        become_explicit(engine, model);
    return status;
}

// The symbolic engine, with a budget of steps in all; 0: none but the limits.
static dx_status draw(dx_engine *engine, double budget, dx_error *error)
{
    dx_bdd_options limits = brief_limits;
    limits.budget = (uint64_t)budget;
    dx_status status =
        dx_symbolic_new(engine->document, &limits, &engine->symbolic, error);
    if (status != DX_OK)
        engine->symbolic = NULL;
    engine->prefers_symbolic = status == DX_OK;
    engine->has_budget = budget > 0;
    return status;
}

// Makes an engine once it is needed; false if that is impossible.
static bool has_explicit(dx_engine *engine)
{
    if (engine->explicit_ != NULL || engine->is_listing_too_much)
        return engine->explicit_ != NULL;
    if (engine->builder == NULL)
        engine->builder = dx_builder_new(engine->document);
    bool was_symbolic = engine->prefers_symbolic;
    engine->is_listing_too_much = list(engine, SIZE_MAX, NULL) != DX_OK;
    if (engine->is_listing_too_much)
        engine->prefers_symbolic = was_symbolic;
    return engine->explicit_ != NULL;
}

static bool has_symbolic(dx_engine *engine)
{
    if (engine->symbolic != NULL || engine->is_drawing_too_much)
        return engine->symbolic != NULL;
    bool was_symbolic = engine->prefers_symbolic;
    engine->is_drawing_too_much = draw(engine, 0, NULL) != DX_OK;
    engine->prefers_symbolic = was_symbolic;
    return engine->symbolic != NULL;
}

// ---- Choosing

// Does the document ask for what only the explicit engine knows?
static bool needs_worlds(const dx_document *document)
{
    for (size_t i = 0; i < document->queries.count; i++)
        if (document->queries.at[i].kind == DX_QUERY_VALUE ||
            document->queries.at[i].kind == DX_QUERY_PLAN ||
            document->queries.at[i].kind == DX_QUERY_FRAME)
            return true;
    for (size_t i = 0; i < document->weights.count; i++)
        if (document->weights.at[i].sort == DX_PROBABILITIES)
            return true;
    return document->frames.count > 0 ||
           dx_document_mentions(document, dx_kind_is_chance);
}

static bool has_few_states(const dx_document *document)
{
    double states = 1;
    for (size_t v = 0; v < document->variables.count; v++) {
        size_t domain = document->variables.at[v].domain;
        states *= (double)document->domains.at[domain].count;
    }
    return dx_document_is_listed(document) || states <= STATES_FEW;
}

// Lists to the end; what is too much to list is left to the symbolic engine.
static dx_status list_all(dx_engine *engine, dx_error *error)
{
    dx_status status = list(engine, SIZE_MAX, error);
    if (status != DX_ERR_LIMIT)
        return status;
    engine->is_listing_too_much = true;
    dx_error why;
    dx_status other = draw(engine, 0, &why);
    if (other == DX_OK || has_no_answer(other))
        return other == DX_OK ? DX_OK : status;
    *error = why;
    return other;
}

// Lists, and pauses when it takes longer than was thought: at four times as
// many steps, and then at eight times as many again and again.
static dx_status list_with_pauses(dx_engine *engine, const dx_estimate *e,
                                  double cost_of_step, dx_error *error)
{
    const double limit = (double)engine->limits.steps_max;
    for (double steps = 4 * e->steps + (1 << 20); steps < limit; steps *= 8) {
        dx_status status = list(engine, (size_t)steps, error);
        bool is_paused =
            status == DX_ERR_LIMIT &&
            (double)dx_builder_steps(engine->builder) >= floor(steps);
        if (status != DX_ERR_LIMIT)
            return status;
        if (!is_paused)
            break; // there are too many worlds
        double worth = share * steps * cost_of_step;
        if (e->symbolic_least < worth) {
            status = draw(engine, worth / step_cost, error);
            if (!has_no_answer(status))
                return status;
        }
    }
    return list_all(engine, error);
}

static dx_status choose(dx_engine *engine, dx_error *error)
{
    const dx_document *document = engine->document;
    engine->builder = dx_builder_new(document);
    if (has_few_states(document) || needs_worlds(document))
        return list_all(engine, error);
    dx_listing listing;
    dx_status status = dx_builder_estimate(engine->builder, &listing, error);
    if (status != DX_OK)
        return status;
    dx_estimate e = dx_estimate_of(document, listing);
    double worth = share * e.explicit_cost;
    bool is_too_much = listing.worlds > (double)engine->limits.worlds_max ||
                       listing.steps > (double)engine->limits.steps_max;
    if (is_too_much || (worth > instant && e.symbolic_least < worth)) {
        status = draw(engine, is_too_much ? 0 : worth / step_cost, error);
        if (!has_no_answer(status))
            return status;
    }
    double cost_of_step =
        listing.cost / (listing.steps > 0 ? listing.steps : 1);
    return list_with_pauses(engine, &e, cost_of_step, error);
}

dx_status dx_engine_new(const dx_document *document, dx_engine_choice choice,
                        const dx_build_limits *limits, dx_engine **out_engine,
                        dx_error *error)
{
    dx_engine *engine = dx_alloc(1, sizeof *engine);
    dx_error why = {0};
    dx_status status;
    engine->document = document;
    engine->choice = choice;
    engine->limits = limits != NULL ? *limits : dx_build_default_limits;
    if (choice == DX_ENGINE_EXPLICIT)
        status =
            dx_checker_new(document, &engine->limits, &engine->explicit_, &why);
    else if (choice == DX_ENGINE_SYMBOLIC)
        status =
            dx_symbolic_new(document, &long_limits, &engine->symbolic, &why);
    else
        status = choose(engine, &why);
    if (status == DX_OK) {
        assert(engine->explicit_ != NULL || engine->symbolic != NULL);
        *out_engine = engine;
        return DX_OK;
    }
    if (error != NULL)
        *error = why;
    dx_engine_free(engine);
    return status;
}

void dx_engine_free(dx_engine *engine)
{
    if (engine == NULL)
        return;
    dx_builder_free(engine->builder);
    dx_checker_free(engine->explicit_);
    dx_symbolic_free(engine->symbolic);
    dx_free(engine);
}

void dx_engine_print_count(dx_engine *engine, dx_text *out)
{
    if (engine->symbolic != NULL)
        dx_symbolic_print_count(engine->symbolic, out);
    else
        dx_text_printf(
            out, "%zu",
            dx_model_world_count(dx_checker_model(engine->explicit_)));
}

// ---- Asking

// Replaces an answer that is none by one of the symbolic engine, or of the
// explicit one; true if that is one.
static bool ask_instead(dx_engine *engine, bool symbolic,
                        dx_check_options options, dx_check_answer *out)
{
    dx_check_answer other;
    if (symbolic)
        dx_symbolic_ask(engine->symbolic, out->query, options, &other);
    else
        dx_checker_ask(engine->explicit_, out->query, options, &other);
    if (has_no_answer(other.status)) {
        dx_check_answer_release(&other);
        return false;
    }
    dx_check_answer_release(out);
    *out = other;
    return true;
}

// The symbolic engine was asked first and has no answer.
static void list_instead(dx_engine *engine, dx_check_options options,
                         dx_check_answer *out)
{
    assert(engine->symbolic != NULL && has_no_answer(out->status));
    bool is_spent = engine->has_budget && out->status == DX_ERR_LIMIT;
    if (has_explicit(engine)) {
        engine->prefers_symbolic = !is_spent;
        if (ask_instead(engine, false, options, out))
            return;
    }
    if (!is_spent)
        return;
    engine->has_budget = false;
    dx_symbolic_allow(engine->symbolic, 0);
    (void)ask_instead(engine, true, options, out);
}

// How many worlds there may be behind the events of a question; 0: it has none.
static double worlds_behind(const dx_engine *engine, const dx_query *query)
{
    double worlds =
        (double)dx_model_world_count(dx_checker_model(engine->explicit_));
    bool has_events = false;
    for (size_t i = 0; i < query->steps.count; i++)
        if (query->steps.at[i].kind == DX_UPDATE_EVENT) {
            worlds *= (double)dx_event_model_count(query->steps.at[i].events);
            has_events = true;
        }
    return has_events ? worlds : 0;
}

// A question whose events make many worlds goes to the symbolic engine first,
// for a share of what they would cost, or, if they may be too many to list, for
// all of it; true if it has an answer.
static bool is_drawn(dx_engine *engine, const dx_query *query,
                     dx_check_options options, dx_check_answer *out)
{
    assert(engine->explicit_ != NULL);
    double worlds = worlds_behind(engine, query);
    if (worlds <= PRODUCTS_FEW || needs_worlds(engine->document) ||
        !has_symbolic(engine))
        return false;
    double agents = (double)engine->document->agents.count;
    double most = (double)engine->limits.worlds_max;
    double worth = worlds < most ? share * worlds : most;
    worth *= product_cost * (1 + agents);
    dx_symbolic_allow(engine->symbolic, (uint64_t)(worth / step_cost));
    dx_symbolic_ask(engine->symbolic, query, options, out);
    dx_symbolic_allow(engine->symbolic, 0);
    if (!has_no_answer(out->status))
        return true;
    dx_check_answer_release(out);
    return false;
}

static void ask_explicit_first(dx_engine *engine, const dx_query *query,
                               dx_check_options options, dx_check_answer *out)
{
    if (is_drawn(engine, query, options, out))
        return;
    dx_checker_ask(engine->explicit_, query, options, out);
    if (has_no_answer(out->status) && has_symbolic(engine))
        (void)ask_instead(engine, true, options, out);
}

static void ask_once(dx_engine *engine, const dx_query *query,
                     dx_check_options options, dx_check_answer *out)
{
    if (engine->choice == DX_ENGINE_SYMBOLIC) {
        dx_symbolic_ask(engine->symbolic, query, options, out);
    } else if (engine->choice == DX_ENGINE_EXPLICIT) {
        dx_checker_ask(engine->explicit_, query, options, out);
    } else if (engine->prefers_symbolic) {
        dx_symbolic_ask(engine->symbolic, query, options, out);
        if (has_no_answer(out->status))
            list_instead(engine, options, out);
    } else {
        ask_explicit_first(engine, query, options, out);
    }
}

static char *spot_text(const dx_document *document, const dx_spot *spot)
{
    dx_text text = {0};
    dx_text_add(&text, "not at ");
    if (spot->world != DX_NAME_NONE)
        dx_text_add(&text, dx_formulas_name_text(document->store, spot->world));
    else
        dx_formula_print(document->store, spot->formula, &text);
    return dx_text_take(&text);
}

static void refuse(const dx_document *document, dx_check_answer *out,
                   const char *why)
{
    out->status = dx_check_at_query(
        document, out,
        dx_fail(&out->error, DX_ERR_INPUT, 0, 0,
                "several worlds may be the actual one: %s", why));
}

// What is true is true at all the worlds that may be the actual one; the answer
// is that of the first where it is not, or of the last.  Where the updates
// cannot be made at one of them, whichever it is, that is the answer.
static void ask_at_all(dx_engine *engine, const dx_query *query,
                       dx_check_options options, dx_check_answer *out)
{
    const dx_document *document = engine->document;
    *out = (dx_check_answer){0};
    for (size_t i = 0; i <= document->also_actual.count; i++) {
        dx_query here = *query;
        dx_check_answer one;
        here.at = i == 0 ? document->actual : document->also_actual.at[i - 1];
        ask_once(engine, &here, options, &one);
        one.query = query;
        if (one.status == DX_OK && out->because != NULL) {
            dx_check_answer_release(&one);
            continue;
        }
        if (one.status == DX_OK && query->kind == DX_QUERY_TRUE && !one.truth)
            one.because = spot_text(document, &here.at);
        if (one.status == DX_OK && i > 0 &&
            !dx_fraction_equal(out->value, one.value))
            refuse(document, &one,
                   "they differ in this value; ask 'value at WORLD: ...'");
        dx_check_answer_release(out);
        *out = one;
        if (out->status != DX_OK)
            return;
    }
}

void dx_engine_ask(dx_engine *engine, const dx_query *query,
                   dx_check_options options, dx_check_answer *out)
{
    bool has_place = query->kind == DX_QUERY_TRUE ||
                     query->kind == DX_QUERY_VALUE ||
                     query->kind == DX_QUERY_PLAN;
    if (!has_place || query->at.is_given ||
        engine->document->also_actual.count == 0) {
        ask_once(engine, query, options, out);
    } else if (query->kind == DX_QUERY_PLAN) {
        *out = (dx_check_answer){.query = query, .engine = "explicit"};
        refuse(engine->document, out,
               "ask 'plan at WORLD: ...', or write the task in EPDDL");
    } else {
        ask_at_all(engine, query, options, out);
    }
}
