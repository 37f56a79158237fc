// What engines want to know of a question before one of them takes it: which
// needs it has, of which seat it is, what sort of formula; and what they all do
// at the end, when worlds for and against have been counted.

#include "ask/table_model.h"

#include "logic/formula/parts.h"

#include <assert.h>
#include <string.h>

enum { WORLDS_NORMAL = 100000, TRIES_NORMAL = 1000000 };

size_t dx_question_limit(const dx_question *q)
{
    return q->options->worlds_max > 0 ? q->options->worlds_max : WORLDS_NORMAL;
}

size_t dx_question_tries(const dx_question *q)
{
    return q->options->worlds_max > 0 ? q->options->worlds_max : TRIES_NORMAL;
}

static bool divides(dx_kind kind)
{
    return kind == DX_DIVIDE;
}

static bool is_conditional(dx_kind kind)
{
    return kind == DX_PROBABILITY_GIVEN;
}

static bool takes_rest(dx_kind kind)
{
    return kind == DX_MODULO;
}

dx_status dx_question_undefined(const dx_question *q, dx_error *error)
{
    bool may_divide = dx_formula_mentions(q->store, q->formula, divides);
    bool may_be_given =
        dx_formula_mentions(q->store, q->formula, is_conditional);
    if (dx_formula_mentions(q->store, q->formula, takes_rest))
        return dx_fail(error, DX_ERR_EMPTY, 0, 0,
                       "it is not defined: mod is of whole numbers, and not by "
                       "0");
    return dx_fail(error, DX_ERR_EMPTY, 0, 0, "%s",
                   !may_divide    ? "a probability in it is not defined: what "
                                    "is given is impossible"
                   : may_be_given ? "it is not defined: it divides by 0, or "
                                    "what is given is impossible"
                                  : "it is not defined: it divides by 0");
}

dx_status dx_too_many_worlds(const dx_reckoning *r, size_t limit,
                             dx_error *error)
{
    dx_account account = {0};
    char digits[DX_COUNT_TEXT_BYTES];
    if (r->how->account != NULL)
        r->how->account(r->self, &account);
    if (account.refuted > 0)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "nobody plays so as assumed, and to find the move that "
                       "refutes it takes more than %zu worlds",
                       limit);
    if (account.to_try == 0 &&
        (r->how->count == NULL ||
         r->how->count(r->self, &account.to_try) != DX_EXACT))
        return dx_fail(error, DX_ERR_LIMIT, 0, 0, "more than %zu worlds",
                       limit);
    return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                   "%s worlds to try, and the limit is %zu",
                   dx_count_text(account.to_try, digits), limit);
}

bool dx_question_looks_past(const dx_question *q)
{
    for (size_t i = 0; i < q->grounding.needs.count; i++)
        if (q->grounding.needs.at[i].kind == DX_NEED_PAST)
            return true;
    return false;
}

static char *show(const dx_question *q, const void *table)
{
    dx_text text = {0};
    q->rules->game->show(table, &text);
    return dx_text_take(&text);
}

void dx_worlds_tally_count(const dx_question *q, dx_worlds_tally *t, bool holds,
                           dx_fraction weight, const void *table,
                           dx_answer *answer)
{
    t->weight_all = dx_fraction_add(t->weight_all, weight);
    if (holds) {
        t->weight_with = dx_fraction_add(t->weight_with, weight);
        if (t->with++ == 0)
            answer->example = show(q, table);
    } else if (t->without++ == 0) {
        answer->counterexample = show(q, table);
    }
}

void dx_worlds_tally_conclude(const dx_worlds_tally *t, bool chances,
                              dx_answer *answer)
{
    assert(t->with + t->without > 0); // what is, is possible
    answer->worlds = t->with + t->without;
    answer->truth = t->without == 0 ? DX_ANSWER_YES
                    : t->with == 0  ? DX_ANSWER_NO
                                    : DX_ANSWER_OPEN;
    answer->chance = dx_fraction_divide(t->weight_with, t->weight_all);
    answer->has_chance = chances && !dx_fraction_is_lost(answer->chance);
    assert(!answer->has_chance || (answer->chance.top >= 0 &&
                                   answer->chance.top <= answer->chance.over));
}

dx_worlds_tally dx_worlds_tally_empty(void)
{
    return (dx_worlds_tally){.weight_with = dx_fraction_int(0),
                             .weight_all = dx_fraction_int(0)};
}

const dx_need *dx_question_need(const dx_question *q, dx_formula key)
{
    for (size_t i = 0; i < q->grounding.needs.count; i++)
        if (q->grounding.needs.at[i].key == key)
            return &q->grounding.needs.at[i];
    return NULL;
}

const dx_need *dx_question_fact(const dx_question *q, dx_formula f,
                                bool *out_negated)
{
    *out_negated = dx_formula_kind(q->store, f) == DX_NOT;
    const dx_need *need = dx_question_need(
        q, *out_negated ? dx_formula_operand(q->store, f, 0) : f);
    return need != NULL && need->kind == DX_NEED_ATOM ? need : NULL;
}

unsigned dx_question_agent(const dx_question *q, dx_formula f)
{
    unsigned seat;
    const char *name =
        dx_formula_text(q->store, dx_formula_operand(q->store, f, 0));
    return dx_type_read(q->rules, "seat", name, strlen(name), &seat) ? seat
                                                                     : DX_NONE;
}

bool dx_question_believes(const dx_question *q, dx_formula f,
                          unsigned *out_seat, dx_formula *out_inner)
{
    dx_formulas *store = q->store;
    if (dx_formula_kind(store, f) != DX_GREATER_EQUAL)
        return false;
    dx_formula chance = dx_formula_operand(store, f, 0);
    if (dx_formula_kind(store, chance) != DX_PROBABILITY ||
        dx_formula_operand(store, f, 1) !=
            dx_formula_number(store, dx_fraction_int(1)))
        return false;
    *out_seat = dx_question_agent(q, chance);
    *out_inner = dx_formula_operand(store, chance, 1);
    return true;
}

// Do all operands that are formulas or terms pass a test?
typedef bool test(const dx_question *q, dx_formula f);

static bool operands_pass(const dx_question *q, dx_formula f, test *passes)
{
    dx_kind kind = dx_formula_kind(q->store, f);
    for (size_t i = 0; i < dx_formula_count(q->store, f); i++)
        if (dx_formula_operand_is_node(q->store, f, i) &&
            !(i == 0 && dx_kind_operands(kind)[0] == 'a') &&
            !passes(q, dx_formula_operand(q->store, f, i)))
            return false;
    return true;
}

// Facts, numbers, chances and what is put together from them.
static bool is_plain(const dx_question *q, dx_formula f)
{
    const dx_need *need = dx_question_need(q, f);
    if (need != NULL)
        return need->kind != DX_NEED_PAST;
    switch (dx_formula_kind(q->store, f)) {
    case DX_TRUE:
    case DX_FALSE:
    case DX_NUMBER:
        return true;
    case DX_NOT:
    case DX_AND:
    case DX_OR:
    case DX_IMPLIES:
    case DX_IFF:
    case DX_EQUAL:
    case DX_NOT_EQUAL:
    case DX_LESS:
    case DX_LESS_EQUAL:
    case DX_GREATER:
    case DX_GREATER_EQUAL:
    case DX_ADD:
    case DX_SUBTRACT:
    case DX_MULTIPLY:
    case DX_DIVIDE:
    case DX_MODULO:
    case DX_NEGATIVE:
    case DX_PROBABILITY:
    case DX_PROBABILITY_GIVEN:
        return operands_pass(q, f, is_plain);
    default:
        return false;
    }
}

static bool has_no_chance(const dx_question *q, dx_formula f)
{
    dx_kind kind = dx_formula_kind(q->store, f);
    return kind != DX_PROBABILITY && kind != DX_PROBABILITY_GIVEN &&
           operands_pass(q, f, has_no_chance);
}

static bool is_factual(const dx_question *q, dx_formula f)
{
    return is_plain(q, f) && has_no_chance(q, f);
}

static bool needs_in_sight(const dx_question *q, dx_formula f)
{
    const dx_need *need = dx_question_need(q, f);
    if (need != NULL)
        return need->kind == DX_NEED_NOW ||
               (need->kind == DX_NEED_QUANTITY &&
                dx_quantity_is_in_sight(q->rules->game, need->quantity));
    return operands_pass(q, f, needs_in_sight);
}

bool dx_question_is_in_sight(const dx_question *q, dx_formula f)
{
    return is_factual(q, f) && needs_in_sight(q, f);
}

dx_status dx_question_holds(const dx_question *q, dx_formula f,
                            const void *table, bool *out, dx_error *error)
{
    dx_tables one = {table, 1, q->rules->game->table_bytes(q->rules)};
    dx_model *model = dx_model_of_tables(
        &q->grounding, &one, dx_turn_of(q->rules, q->seen, q->count));
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    dx_status status = dx_evaluate(evaluator, f, &where, error);
    if (status == DX_OK)
        *out = dx_bitset_has(where, 0);
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    return status;
}
