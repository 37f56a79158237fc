// Questions about one seat's mind, answered by the game's own reckoner.

#include "base/memory.h"
#include "game/ask_model.h"
#include "game/ask_private.h"
#include "game/odds.h"
#include "game/reckoner.h"

#include <stdio.h>
#include <string.h>

static bool assumes_nothing(const dx_question *q)
{
    return dx_assumes_nothing(q->options->assumption);
}

// What is asked from one seat can be opened for a bystander, who sees less;
// from above, for anybody.
static dx_reckoning open_reckoning(const dx_question *q, unsigned seat)
{
    return dx_reckoning_open(q->rules, seat, q->options->assumption, q->seen,
                             q->count);
}

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

// By the reckoner's own test of certainty; or, where nothing is assumed about
// behaviour, by counting: every world then has weight, so that what is known
// is what has chance 1.
static dx_status ask_chain(const dx_question *q, const chain *c, bool *out)
{
    dx_reckoning r = open_reckoning(q, c->mind[0]);
    if (r.self == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status = DX_ERR_UNSUPPORTED;
    if (r.how->certain != NULL)
        status = r.how->certain(r.self, c->count - 1, c->mind + 1,
                                c->fact->atom, c->fact->args, c->is, out);
    if (status != DX_OK && c->count == 1 && r.how->chance != NULL &&
        assumes_nothing(q)) {
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

// Worlds to show for an open answer: drawn by chance, but always the same.
static void show_examples(const dx_question *q, const dx_reckoning *r,
                          const dx_need *need, bool negated, dx_answer *answer)
{
    enum { DRAWS = 1000 };
    dx_random random = dx_random_named(1, 1, 1);
    void *table = dx_alloc(1, q->rules->game->table_bytes(q->rules));
    for (int i = 0; i < DRAWS && r->how->sample != NULL; i++) {
        r->how->sample(r->self, &random, table);
        char **place = dx_need_holds(need, table) != negated
                           ? &answer->example
                           : &answer->counterexample;
        if (*place == NULL) {
            dx_text text = {0};
            q->rules->game->show(table, &text);
            *place = dx_text_take(&text);
        }
        if (answer->example != NULL && answer->counterexample != NULL)
            break;
    }
    dx_free(table);
}

// One fact, perhaps negated: counted, not listed.
static dx_status ask_counting(const dx_question *q, const dx_reckoning *r,
                              dx_answer *answer)
{
    bool negated = dx_formula_kind(q->store, q->formula) == DX_NOT;
    dx_formula fact =
        negated ? dx_formula_operand(q->store, q->formula, 0) : q->formula;
    const dx_need *need = dx_question_need(q, fact);
    // Under an assumption a chance of 1 is belief, not knowledge.
    if (need == NULL || need->kind != DX_NEED_ATOM || r->how->chance == NULL ||
        !assumes_nothing(q))
        return DX_ERR_UNSUPPORTED;
    dx_fraction exact;
    double chance;
    dx_status status =
        r->how->chance(r->self, need->atom, need->args, &exact, &chance);
    if (status != DX_OK || dx_fraction_is_lost(exact))
        return status != DX_OK ? status : DX_ERR_UNSUPPORTED;
    if (negated)
        exact = dx_fraction_subtract(dx_fraction_int(1), exact);
    answer->engine = "counting";
    answer->has_chance = true;
    answer->chance = exact;
    answer->truth = exact.top == 0            ? DX_ANSWER_NO
                    : exact.top == exact.over ? DX_ANSWER_YES
                                              : DX_ANSWER_OPEN;
    if (r->how->count != NULL)
        r->how->count(r->self, &answer->worlds);
    if (answer->truth == DX_ANSWER_OPEN)
        show_examples(q, r, need, negated, answer);
    return DX_OK;
}

typedef struct listing {
    size_t bytes, whole;
    bool skips; // worlds without weight
    size_t believed;
    DX_VECTOR(uint8_t) tables;
    DX_VECTOR(dx_fraction) weights;
} listing;

static bool list_world(void *context, const dx_world *world)
{
    listing *l = context;
    l->believed += world->weight > 0;
    if (l->skips && world->weight == 0)
        return true;
    dx_vector_reserve(&l->tables, l->bytes);
    memcpy(l->tables.at + l->tables.count, world->table, l->whole);
    l->tables.count += l->bytes;
    dx_vector_push(&l->weights, world->exact);
    return true;
}

// Where weights do not fit fractions there are no chances, but what has
// weight is still known, and belief is about nothing else.
static bool settle_weights(listing *l)
{
    bool exact = true;
    for (size_t i = 0; i < l->weights.count; i++)
        exact &= !dx_fraction_is_lost(l->weights.at[i]);
    for (size_t i = 0; i < l->weights.count && !exact; i++)
        l->weights.at[i] =
            dx_fraction_int(!dx_fraction_is_zero(l->weights.at[i]));
    return exact;
}

// The worlds of the asker as a model in which it cannot tell them apart.
static dx_status ask_listed(const dx_question *q, const listing *l, bool exact,
                            dx_answer *answer, dx_error *error)
{
    char name[16];
    dx_tables tables = {l->tables.at, l->weights.count, l->bytes};
    dx_model *model = dx_model_of_tables(
        &q->grounding, &tables, dx_turn_of(q->rules, q->seen, q->count));
    snprintf(name, sizeof name, "%u", q->seat + 1);
    size_t agent = dx_model_add_agent(model, name);
    dx_model_set_weights(model, agent, l->weights.at);
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    dx_status status = dx_evaluate(evaluator, q->formula, &where, error);
    dx_worlds_tally t = dx_worlds_tally_empty();
    for (size_t i = 0; i < tables.count && status == DX_OK; i++)
        dx_worlds_tally_count(q, &t, dx_bitset_has(where, i), l->weights.at[i],
                              tables.at + i * tables.bytes, answer);
    if (status == DX_OK)
        dx_worlds_tally_conclude(&t, exact, answer);
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    return status;
}

static dx_status too_many(const dx_question *q, const dx_reckoning *r,
                          dx_error *error)
{
    dx_count count = 0;
    char digits[DX_COUNT_TEXT_BYTES] = "too many";
    if (r->how->count != NULL && r->how->count(r->self, &count) == DX_EXACT)
        dx_count_text(count, digits);
    return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                   "%s worlds to try, and the limit is %zu", digits,
                   dx_question_limit(q));
}

// How many worlds there are, how many of them are believed in, and whether
// the assumption held.
static void say_worlds(const dx_question *q, const dx_reckoning *r,
                       const listing *l, dx_answer *answer)
{
    unsigned event;
    if (l->skips && r->how->count != NULL)
        r->how->count(r->self, &answer->worlds);
    if (assumes_nothing(q))
        return;
    answer->believed = l->believed;
    answer->refuted =
        r->how->refuted != NULL && r->how->refuted(r->self, &event) > 0;
    if (answer->refuted)
        answer->refuted_turn = dx_turn_of(q->rules, q->seen, event + 1);
}

static dx_status ask_worlds(const dx_question *q, const dx_reckoning *r,
                            dx_answer *answer, dx_error *error)
{
    listing l = {.whole = q->rules->game->table_bytes(q->rules),
                 .skips = !assumes_nothing(q) &&
                          dx_question_is_belief(q, q->formula)};
    l.bytes = (l.whole + 15) / 16 * 16;
    dx_status status =
        r->how->each == NULL
            ? DX_ERR_UNSUPPORTED
            : r->how->each(r->self, dx_question_limit(q), list_world, &l);
    if (status == DX_ERR_LIMIT)
        status = too_many(q, r, error);
    bool exact = status == DX_OK && settle_weights(&l);
    if (status == DX_OK && !exact && dx_question_asks_numbers(q, q->formula))
        status = DX_ERR_UNSUPPORTED;
    if (status == DX_OK)
        status = ask_listed(q, &l, exact, answer, error);
    if (status == DX_OK) {
        answer->engine = assumes_nothing(q) ? "listing" : "belief";
        say_worlds(q, r, &l, answer);
    }
    dx_vector_release(&l.tables);
    dx_vector_release(&l.weights);
    return status;
}

dx_status dx_ask_reckoner(const dx_question *q, dx_answer *answer,
                          dx_error *error)
{
    if (dx_question_looks_past(q))
        return DX_ERR_UNSUPPORTED;
    if (ask_certain(q, answer) == DX_OK)
        return DX_OK;
    unsigned about = dx_question_only_seat(q, q->formula, DX_BYSTANDER);
    if (about != DX_BYSTANDER && about != q->seat)
        return DX_ERR_UNSUPPORTED;
    dx_reckoning r = open_reckoning(q, q->seat);
    if (r.self == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status = ask_counting(q, &r, answer);
    if (status != DX_OK)
        status = ask_worlds(q, &r, answer, error);
    dx_reckoning_close(&r);
    return status;
}
