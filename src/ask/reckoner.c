// Questions about one seat's mind, answered by the game's own reckoner.

#include "ask/question.h"
#include "base/memory.h"
#include "minds/odds.h"

#include <string.h>

// `f` as a chain of minds that know a fact, or that it is not so.
typedef struct chain {
    unsigned count, mind[DX_SEATS_MAX]; // DX_BYSTANDER: what is public
    const dx_need *fact;
    bool is;
} chain;

static bool read_chain(const dx_question *q, dx_formula f, chain *out)
{
    *out = (chain){.is = true};
    while (dx_formula_kind(q->store, f) == DX_KNOWS) {
        const char *name =
            dx_formula_text(q->store, dx_formula_operand(q->store, f, 0));
        unsigned seat = DX_BYSTANDER;
        if (out->count == DX_SEATS_MAX ||
            (strcmp(name, DX_PUBLIC_AGENT) != 0 &&
             !dx_type_read(q->rules, "seat", name, strlen(name), &seat)))
            return false;
        out->mind[out->count++] = seat;
        f = dx_formula_operand(q->store, f, 1);
    }
    if (dx_formula_kind(q->store, f) == DX_NOT) {
        out->is = false;
        f = dx_formula_operand(q->store, f, 0);
    }
    out->fact = dx_question_need(q, f);
    return out->count > 0 && out->fact != NULL &&
           out->fact->kind == DX_NEED_ATOM;
}

// What is known does not depend on the assumption.  By the reckoner's own test
// of certainty; or by counting: where nothing is assumed every world has
// weight, so that what is known is what has chance 1.  What is asked from one
// seat can be opened for a bystander, who sees less; from above, for anybody.
static dx_status ask_chain(const dx_question *q, const chain *c, bool *out)
{
    dx_reckoning r =
        dx_reckoning_open(q->rules, c->mind[0], NULL, q->seen, q->count);
    if (r.self == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status = DX_ERR_UNSUPPORTED;
    if (r.how->certain != NULL)
        status = r.how->certain(r.self, c->count - 1, c->mind + 1,
                                c->fact->atom, c->fact->args, c->is, out);
    if (status != DX_OK && c->count == 1 && r.how->chance != NULL) {
        dx_fraction exact;
        double chance;
        status = r.how->chance(r.self, c->fact->atom, c->fact->args, &exact,
                               &chance);
        if (status == DX_OK && dx_fraction_is_lost(exact))
            status = DX_ERR_UNSUPPORTED;
        if (status == DX_OK)
            *out = c->is ? exact.top == exact.over : exact.top == 0;
    }
    dx_reckoning_close(&r);
    return status;
}

// C[group] fact: yes if it is public, no if one of the group does not know it;
// in between there is no telling without the histories.  From a seat only the
// seat's own ignorance can be seen.
static dx_status ask_common(const dx_question *q, dx_formula f, bool *out)
{
    dx_formula fact = dx_formula_operand(q->store, f, 0);
    chain c;
    dx_formula everybody = dx_formula_knows(q->store, DX_PUBLIC_AGENT, fact);
    if (!read_chain(q, everybody, &c) || c.count != 1)
        return DX_ERR_UNSUPPORTED;
    dx_status status = ask_chain(q, &c, out);
    if (status == DX_OK && *out)
        return DX_OK;
    for (size_t i = 1; i < dx_formula_count(q->store, f); i++) {
        const char *name =
            dx_formula_text(q->store, dx_formula_operand(q->store, f, i));
        unsigned seat;
        if (!dx_type_read(q->rules, "seat", name, strlen(name), &seat) ||
            (q->seat != DX_BYSTANDER && seat != q->seat))
            continue;
        c.mind[0] = seat;
        if (ask_chain(q, &c, out) == DX_OK && !*out)
            return DX_OK;
    }
    return DX_ERR_UNSUPPORTED;
}

dx_status dx_ask_certain(const dx_question *q, dx_formula f, bool *out)
{
    chain c;
    if (dx_formula_kind(q->store, f) == DX_COMMON)
        return ask_common(q, f, out);
    return read_chain(q, f, &c) ? ask_chain(q, &c, out) : DX_ERR_UNSUPPORTED;
}

// Where the seat itself, or everybody, is the first mind, the answer is never
// open.
static dx_status ask_certain(const dx_question *q, dx_answer *answer)
{
    chain c;
    bool knows;
    if (dx_formula_kind(q->store, q->formula) != DX_COMMON &&
        (!read_chain(q, q->formula, &c) ||
         (c.mind[0] != q->seat && c.mind[0] != DX_BYSTANDER)))
        return DX_ERR_UNSUPPORTED;
    dx_status status = dx_ask_certain(q, q->formula, &knows);
    if (status != DX_OK)
        return status;
    answer->engine = "certainty";
    answer->truth = knows ? DX_ANSWER_YES : DX_ANSWER_NO;
    return DX_OK;
}

// Shows a table if it is the first of its sort.
static void show_example(const dx_question *q, const dx_need *need,
                         bool negated, const void *table, dx_answer *answer)
{
    char **place = dx_need_holds(need, table) != negated
                       ? &answer->example
                       : &answer->counterexample;
    if (*place != NULL)
        return;
    dx_text text = {0};
    q->rules->game->show(table, &text);
    *place = dx_text_take(&text);
}

// Worlds to show for an open answer: drawn by chance, but always the same.
static void show_examples(const dx_question *q, const dx_reckoning *r,
                          const dx_need *need, bool negated, dx_answer *answer)
{
    enum { DRAWS = 1000 };
    dx_random random = dx_random_named(1, 1, 1);
    void *table = dx_alloc(1, q->rules->game->table_bytes(q->rules));
    for (int i = 0; i < DRAWS && r->how->sample != NULL; i++) {
        r->how->sample(r->self, &random, table);
        show_example(q, need, negated, table, answer);
        if (answer->example != NULL && answer->counterexample != NULL)
            break;
    }
    dx_free(table);
}

dx_status dx_fact_chance(const dx_reckoning *r, const dx_need *need,
                         bool negated, dx_fraction *out)
{
    double rounded;
    if (r->self == NULL || r->how->chance == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status =
        r->how->chance(r->self, need->atom, need->args, out, &rounded);
    if (status == DX_OK && negated)
        *out = dx_fraction_subtract(dx_fraction_int(1), *out);
    return status == DX_OK && dx_fraction_is_lost(*out) ? DX_ERR_UNSUPPORTED
                                                        : status;
}

static dx_truth truth_of(dx_fraction chance)
{
    return chance.top == 0             ? DX_ANSWER_NO
           : chance.top == chance.over ? DX_ANSWER_YES
                                       : DX_ANSWER_OPEN;
}

// One fact, perhaps negated: counted, not listed.
static dx_status ask_counting(const dx_question *q, const dx_reckoning *r,
                              dx_answer *answer)
{
    bool negated;
    const dx_need *need = dx_question_fact(q, q->formula, &negated);
    if (need == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status = dx_fact_chance(r, need, negated, &answer->chance);
    if (status != DX_OK)
        return status;
    answer->engine = "counting";
    answer->has_chance = true;
    answer->truth = truth_of(answer->chance);
    if (r->how->count != NULL)
        r->how->count(r->self, &answer->worlds);
    if (answer->truth == DX_ANSWER_OPEN)
        show_examples(q, r, need, negated, answer);
    return DX_OK;
}

// A fact among the worlds that are believed, with examples.
typedef struct believing {
    const dx_question *q;
    const dx_need *need;
    bool negated, ever_without;
    dx_fraction with, all;
    dx_answer *answer;
} believing;

static bool count_world(void *context, const dx_world *world)
{
    believing *b = context;
    show_example(b->q, b->need, b->negated, world->table, b->answer);
    b->all = dx_fraction_add(b->all, world->exact);
    if (dx_need_holds(b->need, world->table) != b->negated)
        b->with = dx_fraction_add(b->with, world->exact);
    else
        b->ever_without = true;
    return true;
}

// Its chance, and whether it is so in all worlds with weight, which can be
// told where the chance is lost.
static dx_status ask_believed(const dx_question *q, const dx_reckoning *r,
                              const dx_need *need, bool negated, bool *out_sure,
                              dx_answer *answer)
{
    believing b = {.q = q,
                   .need = need,
                   .negated = negated,
                   .with = dx_fraction_int(0),
                   .all = dx_fraction_int(0),
                   .answer = answer};
    if (r->how->believed == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status =
        r->how->believed(r->self, dx_question_tries(q), count_world, &b);
    answer->chance = dx_fraction_divide(b.with, b.all);
    *out_sure = !b.ever_without;
    return status;
}

static dx_status ask_counted(const dx_reckoning *r, const dx_need *need,
                             bool negated, bool *out_sure, dx_answer *answer)
{
    dx_status status = dx_fact_chance(r, need, negated, &answer->chance);
    *out_sure = status == DX_OK && truth_of(answer->chance) == DX_ANSWER_YES;
    return status;
}

static dx_status ask_known(const dx_question *q, const dx_need *need,
                           bool negated, dx_answer *answer)
{
    dx_fraction chance;
    dx_reckoning known =
        dx_reckoning_open(q->rules, q->seat, NULL, q->seen, q->count);
    dx_status status = dx_fact_chance(&known, need, negated, &chance);
    answer->truth = status == DX_OK ? truth_of(chance) : DX_ANSWER_OPEN;
    dx_reckoning_close(&known);
    return status;
}

// Under an assumption a fact is known or not as before, but its chance is that
// of belief; and B[a] fact is that it has chance 1.  By listing what is
// believed; by counting where that is too much or not needed.
static dx_status ask_fact(const dx_question *q, const dx_reckoning *r,
                          dx_answer *answer, dx_error *error)
{
    const dx_assumption *assumption = q->options->assumption;
    dx_formula inner = q->formula;
    unsigned seat;
    bool believes = dx_question_believes(q, inner, &seat, &inner);
    bool negated, sure = false;
    const dx_need *need = dx_question_fact(q, inner, &negated);
    if (need == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status = DX_ERR_UNSUPPORTED;
    if (dx_assumes_nothing(assumption) ||
        assumption->kind == DX_ASSUME_TRUTHFUL)
        status = ask_counted(r, need, negated, &sure, answer);
    if (status != DX_OK)
        status = ask_believed(q, r, need, negated, &sure, answer);
    if (status == DX_ERR_LIMIT &&
        ask_counted(r, need, negated, &sure, answer) == DX_OK)
        status = DX_OK;
    if (status == DX_ERR_LIMIT)
        return dx_too_many_worlds(r, dx_question_tries(q), error);
    answer->truth = sure ? DX_ANSWER_YES : DX_ANSWER_NO;
    if (status == DX_OK && !believes)
        status = ask_known(q, need, negated, answer);
    answer->engine = "counting";
    answer->has_chance = !believes && !dx_fraction_is_lost(answer->chance);
    if (status == DX_OK)
        dx_answer_account(q, r, answer);
    return status;
}

static dx_status ask_own_mind(const dx_question *q, const dx_reckoning *r,
                              dx_answer *answer, dx_error *error)
{
    dx_status status = DX_ERR_UNSUPPORTED;
    if (dx_assumes_nothing(q->options->assumption))
        status = ask_counting(q, r, answer);
    if (status != DX_OK)
        status = ask_fact(q, r, answer, error);
    if (status == DX_OK || status == DX_ERR_LIMIT)
        return status;
    dx_answer_release(answer);
    return dx_ask_worlds(q, r, answer, error);
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

dx_status dx_ask_reckoner(const dx_question *q, dx_answer *answer,
                          dx_error *error)
{
    if (dx_question_looks_past(q))
        return DX_ERR_UNSUPPORTED;
    if (dx_question_is_in_sight(q, q->formula))
        return ask_sight(q, answer, error);
    if (ask_certain(q, answer) == DX_OK)
        return DX_OK;
    unsigned about = dx_question_only_seat(q, q->formula, DX_BYSTANDER);
    if (about != DX_BYSTANDER && about != q->seat)
        return dx_ask_minds(q, answer, error);
    dx_reckoning r = dx_reckoning_open(
        q->rules, q->seat, q->options->assumption, q->seen, q->count);
    if (r.self == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status = ask_own_mind(q, &r, answer, error);
    dx_reckoning_close(&r);
    return status;
}
