// Three values by Kleene's strong tables: 1 believed, -1 believed to be false,
// 0 open.  Negation turns the sign, a conjunction is the least of its parts, a
// disjunction the greatest, an equivalence the product.  So what is answered
// follows from what the agent said of single facts, but not all that follows is
// answered: `f | ~f` is open where f is.  Whatever all see is not put to the
// agent but looked up.

#include "ask/believes.h"

#include "ask/figure.h"
#include "ask/question.h"
#include "base/stack.h"

#include <assert.h>
#include <math.h>

typedef struct asking {
    dx_question q;
    dx_mind *mind;
    dx_formula f;
    dx_opinion *out;
    dx_error *error;
    dx_status status;
} asking;

static dx_status ask(asking *a, dx_formula f, dx_opinion *out);

static dx_status unsupported(const asking *a)
{
    return dx_fail(a->error, DX_ERR_UNSUPPORTED, 0, 0,
                   "an agent's beliefs are asked for facts about hidden cards, "
                   "~ & | -> <-> and quantifiers over them, and its own B; and "
                   "of such facts as this it has no opinion");
}

static dx_status ask_fact(asking *a, dx_formula f, dx_opinion *out)
{
    const dx_view *view = a->q.view;
    const dx_need *need = dx_question_need(&a->q, f);
    if (need == NULL || need->kind == DX_NEED_PAST)
        return unsupported(a);
    if (need->kind == DX_NEED_ATOM
            ? dx_atom_is_in_sight(view->rules->game, need->atom)
            : need->kind == DX_NEED_MEMBER && need->domain->is == NULL) {
        bool holds = dx_need_holds(need, view->sight);
        *out = (dx_opinion){holds ? 1 : -1, holds};
        return DX_OK;
    }
    if (need->kind != DX_NEED_ATOM ||
        !dx_mind_believes(a->mind, view, need->atom, need->args, out))
        return unsupported(a);
    return DX_OK;
}

// The least of the truths, or the greatest; the first operand of an implication
// counts as its contrary.
static dx_status ask_all(asking *a, dx_formula f, bool is_least,
                         dx_opinion *out)
{
    dx_formulas *store = a->q.store;
    int truth = is_least ? 1 : -1;
    for (size_t i = 0; i < dx_formula_count(store, f); i++) {
        dx_opinion part;
        dx_status status = ask(a, dx_formula_operand(store, f, i), &part);
        if (status != DX_OK)
            return status;
        if (i == 0 && dx_formula_kind(store, f) == DX_IMPLIES)
            part.truth = -part.truth;
        if (is_least ? part.truth < truth : part.truth > truth)
            truth = part.truth;
    }
    *out = (dx_opinion){truth, NAN};
    return DX_OK;
}

static dx_status ask_same(asking *a, dx_formula f, dx_opinion *out)
{
    dx_opinion left, right;
    dx_status status = ask(a, dx_formula_operand(a->q.store, f, 0), &left);
    if (status == DX_OK)
        status = ask(a, dx_formula_operand(a->q.store, f, 1), &right);
    if (status == DX_OK)
        *out = (dx_opinion){left.truth * right.truth, NAN};
    return status;
}

// A number that every sight has.
static dx_status number_of(void *context, dx_formula term, dx_figure *out)
{
    const asking *a = context;
    const dx_need *need = dx_question_need(&a->q, term);
    if (dx_formula_kind(a->q.store, term) == DX_NUMBER)
        *out = dx_figure_of(dx_formula_value(a->q.store, term));
    else if (need != NULL && need->kind == DX_NEED_QUANTITY &&
             dx_quantity_is_in_sight(a->q.rules->game, need->quantity))
        *out = dx_figure_of(
            dx_fraction_int(dx_need_value(need, a->q.view->sight)));
    else
        return DX_ERR_UNSUPPORTED;
    return DX_OK;
}

static dx_status compare(asking *a, dx_formula f, dx_opinion *out)
{
    const dx_formulas *store = a->q.store;
    dx_figure side[2] = {0};
    dx_status status = DX_OK;
    bool holds = false;
    for (size_t i = 0; i < 2 && status == DX_OK; i++)
        status = dx_figure_reckon(store, dx_formula_operand(store, f, i),
                                  number_of, a, &side[i]);
    bool is_known = status == DX_OK && side[0].is_defined &&
                    side[1].is_defined &&
                    dx_figure_compare(dx_formula_kind(store, f), &side[0],
                                      &side[1], &holds) == DX_OK;
    dx_figure_release(&side[0]);
    dx_figure_release(&side[1]);
    *out = (dx_opinion){holds ? 1 : -1, holds};
    return is_known ? DX_OK : unsupported(a);
}

// B of its own seat: it knows what it believes.  Else numbers that all see.
static dx_status ask_rest(asking *a, dx_formula f, dx_opinion *out)
{
    unsigned seat;
    dx_formula inner;
    dx_kind kind = dx_formula_kind(a->q.store, f);
    if (dx_question_believes(&a->q, f, &seat, &inner) && seat == a->q.seat) {
        dx_status status = ask(a, inner, out);
        if (status == DX_OK)
            *out = (dx_opinion){out->truth == 1 ? 1 : -1, NAN};
        return status;
    }
    return dx_kind_family(kind) == DX_FAMILY_COMPARE ? compare(a, f, out)
                                                     : unsupported(a);
}

static dx_status ask(asking *a, dx_formula f, dx_opinion *out)
{
    switch (dx_formula_kind(a->q.store, f)) {
    case DX_TRUE:
        *out = (dx_opinion){1, 1};
        return DX_OK;
    case DX_FALSE:
        *out = (dx_opinion){-1, 0};
        return DX_OK;
    case DX_NOT: {
        dx_status status = ask(a, dx_formula_operand(a->q.store, f, 0), out);
        if (status == DX_OK)
            *out = (dx_opinion){-out->truth, 1 - out->chance};
        return status;
    }
    case DX_AND:
        return ask_all(a, f, true, out);
    case DX_OR:
    case DX_IMPLIES:
        return ask_all(a, f, false, out);
    case DX_IFF:
        return ask_same(a, f, out);
    case DX_APPLY:
        return ask_fact(a, f, out);
    default:
        return ask_rest(a, f, out);
    }
}

static void run(void *data)
{
    asking *a = data;
    dx_question *q = &a->q;
    a->status = dx_ground(&q->grounding, a->f, &q->formula, a->error);
    if (a->status == DX_OK)
        a->status = ask(a, q->formula, a->out);
    assert(a->status != DX_OK || (a->out->truth >= -1 && a->out->truth <= 1));
    dx_grounding_release(&q->grounding);
}

dx_status dx_ask_believes(dx_formulas *store, dx_mind *mind,
                          const dx_view *view, dx_formula f,
                          const char *const *names, dx_opinion *out,
                          dx_error *error)
{
    dx_ask_options options = {.names = names};
    asking a = {.q = dx_question_of(store, view, NULL, &options),
                .mind = mind,
                .f = f,
                .out = out,
                .error = error};
    dx_run_deep(4 * dx_formula_depth(store, f), run, &a);
    return a.status;
}

dx_status dx_ask_agent(dx_formulas *store, const dx_policy *policy,
                       const dx_view *view, dx_formula f,
                       const char *const *names, dx_opinion *out,
                       dx_error *error)
{
    dx_mind *mind = dx_mind_new(policy, view);
    dx_status status = dx_ask_believes(store, mind, view, f, names, out, error);
    if (status == DX_ERR_UNSUPPORTED && policy->agent->believes == NULL)
        status = dx_fail(error, status, 0, 0,
                         "%s has no opinions of its own to be asked for "
                         "(--assume says what follows if seats move so)",
                         policy->agent->name);
    dx_mind_free(mind);
    return status;
}
