// The worlds of one seat, listed as a model in which it cannot tell them apart.

#include "ask/table_model.h"
#include "minds/odds.h"

#include <stdio.h>
#include <string.h>

typedef struct listing {
    size_t bytes, whole, max;
    bool is_full;
    DX_VECTOR(uint8_t) tables;
    DX_VECTOR(dx_fraction) weights;
} listing;

static bool list_world(void *context, const dx_world *world)
{
    listing *l = context;
    l->is_full = l->weights.count == l->max;
    if (l->is_full)
        return false;
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

void dx_answer_account(const dx_question *q, const dx_reckoning *r,
                       dx_answer *answer)
{
    dx_account account = {0};
    if (r->how->count != NULL)
        r->how->count(r->self, &answer->worlds);
    if (r->how->account == NULL)
        return;
    r->how->account(r->self, &account);
    answer->engine = account.tried > 0 ? "belief" : "counting";
    answer->believed = account.believed;
    answer->refuted = account.refuted > 0;
    if (answer->refuted)
        answer->refuted_turn =
            dx_turn_of(q->rules, q->seen, account.first_refuted + 1);
}

// Where only belief is asked for, only what is believed is listed.
static dx_status list(const dx_question *q, const dx_reckoning *r, listing *l,
                      dx_error *error)
{
    size_t limit = dx_question_limit(q);
    dx_status status = DX_ERR_UNSUPPORTED;
    l->whole = q->rules->game->table_bytes(q->rules);
    l->bytes = (l->whole + 15) / 16 * 16;
    l->max = limit;
    if (r->how->believed != NULL && dx_question_is_belief(q, q->formula)) {
        limit = dx_question_tries(q);
        status = r->how->believed(r->self, limit, list_world, l);
    } else if (r->how->each != NULL) {
        status = r->how->each(r->self, limit, list_world, l);
    }
    if (status == DX_OK && l->is_full)
        status = DX_ERR_LIMIT;
    return status == DX_ERR_LIMIT ? dx_too_many_worlds(r, l->max, error)
                                  : status;
}

dx_status dx_ask_worlds(const dx_question *q, const dx_reckoning *r,
                        dx_answer *answer, dx_error *error)
{
    listing l = {0};
    dx_status status = list(q, r, &l, error);
    bool exact = status == DX_OK && settle_weights(&l);
    if (status == DX_OK && !exact && dx_question_asks_numbers(q, q->formula))
        status = DX_ERR_UNSUPPORTED;
    if (status == DX_OK) {
        answer->engine = "listing";
        status = ask_listed(q, &l, exact, answer, error);
    }
    if (status == DX_OK && !dx_assumes_nothing(q->options->assumption))
        dx_answer_account(q, r, answer);
    dx_vector_release(&l.tables);
    dx_vector_release(&l.weights);
    return status;
}
