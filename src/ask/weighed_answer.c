// Answers of the engine of weighed worlds.
//
// From a seat, what is asked of its own mind is the same in all its worlds and
// is worked out first.  Where nothing is left then that depends on the
// assumption, the engine by places answers what is known, and weighed worlds
// how likely it is; otherwise the rest is asked of every world.

#include "ask/weighed_private.h"

#include "ask/inquire.h"
#include "base/memory.h"
#include "game/places.h"
#include "minds/odds.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool dx_can_weigh(const dx_question *q)
{
    return q->rules->game->places != NULL &&
           q->rules->game->places->brought != NULL &&
           !dx_assumes_nothing(q->options->assumption);
}

// ---- the asker's own mind ----

static bool is_among(const dx_question *q, dx_formula f, size_t first)
{
    for (size_t i = first; i < dx_formula_count(q->store, f); i++) {
        const char *name =
            dx_formula_text(q->store, dx_formula_operand(q->store, f, i));
        unsigned seat;
        if (dx_type_read(q->rules, "seat", name, strlen(name), &seat) &&
            seat == q->seat)
            return true;
    }
    return false;
}

// Is `f` the same in all worlds of the asker?
static bool is_own(const dx_question *q, dx_formula f)
{
    const dx_need *need = dx_question_need(q, f);
    dx_kind kind = dx_formula_kind(q->store, f);
    if (need != NULL)
        return need->kind == DX_NEED_NOW ||
               (need->kind == DX_NEED_QUANTITY &&
                dx_quantity_is_in_sight(q->rules->game, need->quantity));
    switch (dx_kind_family(kind)) {
    case DX_FAMILY_TRUTH:
    case DX_FAMILY_NUMBER:
        return true;
    case DX_FAMILY_ATTITUDE:
    case DX_FAMILY_PROBABILITY:
        return dx_question_agent(q, f) == q->seat;
    case DX_FAMILY_GROUP:
        return kind == DX_COMMON && is_among(q, f, 1);
    case DX_FAMILY_BOOLEAN:
    case DX_FAMILY_COMPARE:
    case DX_FAMILY_ARITHMETIC:
        break;
    default:
        return false;
    }
    for (size_t i = 0; i < dx_formula_count(q->store, f); i++)
        if (!is_own(q, dx_formula_operand(q->store, f, i)))
            return false;
    return true;
}

// `f` with what is asked of the asker's own chances put in.
static dx_status settle_own(dx_weighed_run *w, dx_formula f, dx_formula *out)
{
    dx_question *q = w->q;
    dx_kind kind = dx_formula_kind(q->store, f);
    *out = f;
    if (!dx_weighing_has_chance(q, f))
        return DX_OK;
    if (is_own(q, f)) {
        dx_weighed_spot at = dx_weighing_now(w, q->seen, q->view->sight);
        bool is = false;
        dx_status status = dx_weighing_holds(w, f, &at, &is);
        *out = is ? dx_formula_true(q->store) : dx_formula_false(q->store);
        return status;
    }
    if (dx_kind_family(kind) != DX_FAMILY_BOOLEAN)
        return DX_OK;
    size_t count = dx_formula_count(q->store, f);
    uint32_t *parts = dx_alloc(count, sizeof *parts);
    dx_status status = DX_OK;
    for (size_t i = 0; i < count && status == DX_OK; i++)
        status = settle_own(w, dx_formula_operand(q->store, f, i), &parts[i]);
    if (status == DX_OK)
        *out = dx_formula_make(q->store, kind, count, parts);
    dx_free(parts);
    return status;
}

// ---- from a seat ----

static void tell_account(const dx_question *q, const dx_account *account,
                         dx_answer *answer)
{
    answer->believed = account->believed;
    answer->refuted = account->refuted > 0;
    assert(!answer->refuted || account->first_refuted < q->count);
    if (answer->refuted)
        answer->refuted_turn =
            dx_turn_of(q->rules, q->seen, account->first_refuted + 1);
}

static void tell_own(const dx_weighed_run *w, dx_answer *answer)
{
    if (!w->has_own)
        return;
    answer->worlds = w->own.worlds;
    answer->drawn = w->own.drawn;
    tell_account(w->q, &w->own.account, answer);
}

static void tell_chance(const dx_figure *chance, dx_answer *answer)
{
    answer->has_chance = chance->is_defined;
    answer->quality = chance->quality;
    answer->probability = chance->value;
    answer->half_width = chance->half_width;
    if (chance->quality == DX_EXACT && chance->is_defined) {
        answer->exact = dx_rational_copy(&chance->exact);
        answer->chance = dx_rational_fraction(&chance->exact);
    }
}

// What is known, by places: it does not depend on the assumption, as how likely
// it is does.
static dx_status ask_known(const dx_question *q, dx_formula f,
                           dx_answer *answer, dx_error *error)
{
    dx_question plain = *q;
    dx_ask_options options = *q->options;
    options.assumption = NULL;
    plain.options = &options;
    plain.formula = f;
    plain.only_known = true;
    dx_status status = dx_inquire(&plain, answer, error);
    assert(!answer->has_chance);
    return status;
}

// An open answer has a chance, if it can be found; that it cannot is no reason
// not to answer.
static dx_status ask_chance(dx_weighed_run *w, dx_formula f, dx_answer *answer)
{
    dx_question *q = w->q;
    dx_text name = {0};
    dx_figure chance;
    dx_type_say(q->rules, "seat", q->seat, &name);
    dx_formula agent = dx_formula_atom(q->store, dx_text_string(&name));
    dx_formula term = dx_formula_binary(q->store, DX_PROBABILITY, agent, f);
    dx_text_release(&name);
    dx_weighed_spot at = dx_weighing_now(w, q->seen, q->view->sight);
    dx_status status = dx_weighing_value(w, term, &at, &chance);
    if (status == DX_ERR_CANCELLED)
        return status;
    if (status != DX_OK) {
        if (w->error != NULL)
            snprintf(answer->why, sizeof answer->why, "its chance: %.300s",
                     w->error->message);
        return DX_OK;
    }
    tell_chance(&chance, answer);
    dx_figure_release(&chance);
    tell_own(w, answer);
    return DX_OK;
}

static dx_status answer_known(dx_weighed_run *w, dx_formula f,
                              dx_answer *answer)
{
    dx_count worlds = 0;
    dx_status status = ask_known(w->q, f, answer, w->error);
    if (status != DX_OK)
        return status;
    answer->engine = "belief";
    worlds = answer->worlds;
    if (answer->truth == DX_ANSWER_OPEN) {
        status = ask_chance(w, f, answer);
    } else { // what is known has chance 1
        answer->has_chance = true;
        answer->chance = dx_fraction_int(answer->truth == DX_ANSWER_YES);
        tell_own(w, answer);
    }
    answer->worlds = answer->worlds == 0 ? worlds : answer->worlds;
    return status;
}

// The rest is asked of every world.
typedef struct listing {
    dx_weighed_run *w;
    dx_formula f;
    dx_worlds_tally tally;
    dx_answer *answer;
    dx_status status;
    bool is_exact;
} listing;

static bool is_open(const listing *l)
{
    return l->tally.with > 0 && l->tally.without > 0;
}

static bool ask_world(void *context, const dx_world *world)
{
    listing *l = context;
    dx_weighed_spot at = dx_weighing_now(l->w, world->past, world->table);
    bool is = false;
    l->status = dx_weighing_holds(l->w, l->f, &at, &is);
    if (l->status != DX_OK)
        return false;
    l->is_exact &= !dx_fraction_is_lost(world->exact);
    dx_worlds_tally_count(l->w->q, &l->tally, is, world->exact, world->table,
                          l->answer);
    return true;
}

// A few worlds often show that it is open, which spares going through all of
// them.  Its chance is then not known.
static dx_status answer_drawn(dx_weighed_run *w, dx_formula f,
                              dx_answer *answer)
{
    enum { DRAWS = 12 };
    dx_question *q = w->q;
    listing l = {
        .w = w, .f = f, .tally = dx_worlds_tally_empty(), .answer = answer};
    dx_random random = dx_random_named(q->seat, q->count, DRAWS);
    dx_reckoning r =
        dx_reckoning_open(q->rules, q->seat, NULL, q->seen, q->count);
    w->depth++;
    for (unsigned i = 0;
         r.self != NULL && i < DRAWS && !is_open(&l) && l.status == DX_OK; i++)
        r.how->one(r.self, &random, ask_world, &l);
    w->depth--;
    dx_reckoning_close(&r);
    if (!is_open(&l))
        return DX_ERR_LIMIT;
    dx_worlds_tally_conclude(&l.tally, false, answer);
    answer->worlds = 0;
    answer->engine = "belief";
    return DX_OK;
}

// Visits the worlds of the asker; its account only if that is wanted.
static dx_status each_world(dx_weighed_run *w, const dx_assumption *assumed,
                            dx_visit *visit, void *context, dx_account *account)
{
    const dx_question *q = w->q;
    dx_reckoning r =
        dx_reckoning_open(q->rules, q->seat, assumed, q->seen, q->count);
    if (r.self == NULL)
        return DX_ERR_UNSUPPORTED;
    if (r.how->limit != NULL)
        r.how->limit(r.self, q->options->budget);
    w->depth++;
    dx_status status =
        r.how->each(r.self, dx_question_limit(q), visit, context);
    w->depth--;
    if (status == DX_ERR_LIMIT)
        status = dx_too_many_worlds(&r, dx_question_limit(q), w->error);
    if (status == DX_OK && account != NULL)
        r.how->account(r.self, account);
    dx_reckoning_close(&r);
    return status;
}

static dx_status list_all(dx_weighed_run *w, dx_formula f, dx_answer *answer)
{
    dx_account account;
    listing l = {.w = w,
                 .f = f,
                 .tally = dx_worlds_tally_empty(),
                 .answer = answer,
                 .is_exact = true};
    dx_status status =
        each_world(w, w->q->options->assumption, ask_world, &l, &account);
    if (status == DX_OK)
        status = l.status;
    if (status == DX_OK) {
        dx_worlds_tally_conclude(&l.tally, l.is_exact, answer);
        tell_account(w->q, &account, answer);
        answer->engine = "belief";
    }
    return status;
}

// All worlds where there are few, and otherwise as many as it takes.
static dx_status answer_listed(dx_weighed_run *w, dx_formula f,
                               dx_answer *answer)
{
    enum { FEW = 200 };
    dx_question *q = w->q;
    dx_count worlds = 0;
    dx_reckoning r =
        dx_reckoning_open(q->rules, q->seat, NULL, q->seen, q->count);
    if (r.self == NULL)
        return DX_ERR_UNSUPPORTED;
    bool is_few = r.how->count(r.self, &worlds) == DX_EXACT && worlds <= FEW;
    dx_reckoning_close(&r);
    if (!is_few && answer_drawn(w, f, answer) == DX_OK)
        return DX_OK;
    dx_answer_release(answer);
    return list_all(w, f, answer);
}

dx_status dx_weigh(dx_question *q, dx_answer *answer, dx_error *error)
{
    dx_weighed_run *w = dx_weighing_new(q, error);
    dx_formula rest;
    dx_status status = settle_own(w, q->formula, &rest);
    if (status == DX_OK)
        status = dx_weighing_has_chance(q, rest)
                     ? answer_listed(w, rest, answer)
                     : answer_known(w, rest, answer);
    dx_weighing_free(w);
    return status;
}

// ---- between which values ----

typedef struct ranging {
    dx_weighed_run *w;
    dx_rational least, most;
    bool has_any;
    dx_status status;
} ranging;

static bool range_world(void *context, const dx_world *world)
{
    ranging *g = context;
    dx_weighed_spot at = dx_weighing_now(g->w, world->past, world->table);
    dx_figure value;
    g->status = dx_weighing_value(g->w, g->w->q->formula, &at, &value);
    if (g->status != DX_OK)
        return false;
    if (!value.is_defined)
        g->status = DX_ERR_EMPTY;
    else if (value.quality != DX_EXACT)
        g->status = DX_ERR_UNSUPPORTED;
    if (g->status == DX_OK) {
        dx_rational_widen(&g->least, &g->most, &value.exact, !g->has_any);
        g->has_any = true;
    }
    dx_figure_release(&value);
    return g->status == DX_OK;
}

// The worlds are those that the seat holds possible, whatever it believes.
dx_status dx_weigh_range(dx_question *q, dx_rational *out_least,
                         dx_rational *out_most, dx_error *error)
{
    dx_weighed_run *w = dx_weighing_new(q, error);
    ranging g = {.w = w};
    dx_status status = each_world(w, NULL, range_world, &g, NULL);
    if (status == DX_OK)
        status = g.status;
    if (status == DX_OK) {
        *out_least = g.least;
        *out_most = g.most;
    } else {
        dx_rational_release(&g.least);
        dx_rational_release(&g.most);
    }
    dx_weighing_free(w);
    return status;
}

// ---- from above ----

dx_status dx_weigh_above(dx_question *q, dx_answer *answer, dx_error *error)
{
    dx_weighed_run *w = dx_weighing_new(q, error);
    void *truth = dx_table_after(q->rules, q->seen, q->count);
    dx_weighed_spot at = dx_weighing_now(w, q->seen, truth);
    bool holds = false;
    dx_status status = dx_weighing_holds(w, q->formula, &at, &holds);
    answer->engine = "belief";
    answer->truth = holds ? DX_ANSWER_YES : DX_ANSWER_NO;
    tell_account(q, &w->above, answer);
    dx_free(truth);
    dx_weighing_free(w);
    return status;
}

dx_status dx_weigh_value(dx_question *q, dx_figure *out, dx_error *error)
{
    dx_weighed_run *w = dx_weighing_new(q, error);
    void *truth = dx_table_after(q->rules, q->seen, q->count);
    dx_weighed_spot at = dx_weighing_now(w, q->seen, truth);
    dx_status status = dx_weighing_value(w, q->formula, &at, out);
    dx_free(truth);
    dx_weighing_free(w);
    return status;
}
