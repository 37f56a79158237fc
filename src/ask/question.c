// What engines want to know of a question before one of them takes it: which
// needs it has, of which seat it is, what sort of formula; and what they all do
// at the end, when worlds for and against have been counted.

#include "ask/table_model.h"

#include "logic/formula/parts.h"
#include "minds/position.h"
#include "minds/turn/frame.h"
#include "words/number.h"

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
    if (r->how->account != NULL)
        r->how->account(r->self, &account);
    if (account.refuted > 0)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "nobody plays so as assumed, and to find the move that "
                       "refutes it takes more than %s world%s",
                       dx_many_of((double)limit).text, dx_plural(limit));
    if (account.to_try == 0 &&
        (r->how->count == NULL ||
         r->how->count(r->self, &account.to_try) != DX_EXACT))
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       limit == 1 ? "more than %s world is possible"
                                  : "more than %s worlds are possible",
                       dx_many_of((double)limit).text);
    return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                   "%s worlds to try, and the limit is %s",
                   dx_many_of((double)account.to_try).text,
                   dx_many_of((double)limit).text);
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

static char *facts_of(const dx_question *q, const void *table)
{
    const dx_cast cast = {
        .rules = q->rules, .names = q->grounding.names, .you = q->seat};
    dx_text text = {0};
    dx_position_facts(&cast, table, &text);
    return dx_text_take(&text);
}

void dx_worlds_tally_count(const dx_question *q, dx_worlds_tally *t, bool holds,
                           dx_fraction weight, const void *table,
                           dx_answer *answer)
{
    t->weight_all = dx_fraction_add(t->weight_all, weight);
    if (holds) {
        t->weight_with = dx_fraction_add(t->weight_with, weight);
        if (t->with++ == 0) {
            answer->example = show(q, table);
            answer->example_facts = facts_of(q, table);
        }
    } else if (t->without++ == 0) {
        answer->counterexample = show(q, table);
        answer->counterexample_facts = facts_of(q, table);
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

dx_question dx_question_of(dx_formulas *store, const dx_view *view,
                           const dx_moment *moment,
                           const dx_ask_options *options)
{
    dx_question q = {.store = store,
                     .rules = view != NULL ? view->rules : moment->rules,
                     .seen = view != NULL ? view->seen : moment->past,
                     .count = view != NULL ? view->count : moment->count,
                     .seat = view != NULL ? view->seat : DX_BYSTANDER,
                     .view = view,
                     .options = options,
                     .frames = options->frames};
    q.grounding =
        (dx_grounding){.store = store,
                       .rules = q.rules,
                       .names = options->names,
                       .budget = options->budget,
                       .turn_max = dx_turn_of(q.rules, q.seen, q.count)};
    return q;
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

// Is it a constant, or put together from parts at the same world?
static bool is_join(dx_kind kind)
{
    dx_family family = dx_kind_family(kind);
    return family == DX_FAMILY_TRUTH || family == DX_FAMILY_BOOLEAN ||
           family == DX_FAMILY_COMPARE || family == DX_FAMILY_NUMBER ||
           family == DX_FAMILY_ARITHMETIC;
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

const char *dx_question_beyond(const dx_question *q)
{
    return q->frames != NULL ? dx_frames_now(q->frames)->space.beyond : NULL;
}

dx_claim dx_need_claim(const dx_need *need, const void *sight, dx_claims *out)
{
    switch (need->kind) {
    case DX_NEED_ATOM:
        return need->atom->claim == NULL
                   ? dx_claim_number(out, dx_need_holds(need, sight))
                   : need->atom->claim(need->atom, sight, need->args, out);
    case DX_NEED_MEMBER:
        return need->domain->is == NULL
                   ? dx_claim_number(out, dx_need_holds(need, sight))
                   : dx_domain_claim(need->domain, sight, need->args,
                                     need->member, out);
    default:
        return need->quantity->claim == NULL
                   ? dx_claim_number(out, dx_need_value(need, sight))
                   : need->quantity->claim(need->quantity, sight, need->args,
                                           out);
    }
}

bool dx_claim_is_within(const dx_claims *claims, dx_claim claim,
                        uint64_t places)
{
    const dx_claim_node *c = dx_claims_at(claims, claim);
    if (c->kind == DX_CLAIM_NUMBER)
        return true;
    if (c->kind == DX_CLAIM_COUNT)
        return (c->places & ~places) == 0;
    return dx_claim_is_within(claims, c->a, places) &&
           (c->kind == DX_CLAIM_NOT ||
            dx_claim_is_within(claims, c->b, places));
}

// Can who sees these places tell it?  What is no claim all see alike, but only
// numbers are told apart from secrets where a game has no places.
static bool need_is_seen(const dx_question *q, const dx_need *need,
                         uint64_t sees)
{
    if (need->kind == DX_NEED_PAST)
        return false;
    if (need->kind == DX_NEED_NOW || q->frames == NULL)
        return needs_in_sight(q, need->key);
    dx_claims *claims = dx_claims_new();
    const void *sight = dx_frames_now(q->frames)->sight;
    bool is =
        dx_claim_is_within(claims, dx_need_claim(need, sight, claims), sees);
    dx_claims_free(claims);
    return is;
}

static bool see(const dx_question *q, dx_formula f, uint64_t sees,
                dx_formula *out);

// A mind of what it sees: to any seat but the own only what all see is sure.
static bool see_mind(const dx_question *q, dx_formula f, uint64_t sees,
                     dx_formula *out)
{
    dx_kind kind = dx_formula_kind(q->store, f);
    unsigned seat = DX_NONE;
    dx_formula inner;
    if (kind == DX_KNOWS || kind == DX_POSSIBLE || kind == DX_KNOWS_WHETHER) {
        seat = dx_question_agent(q, f);
        inner = dx_formula_operand(q->store, f, 1);
    } else if (!dx_question_believes(q, f, &seat, &inner)) {
        return false;
    }
    if (!see(q, inner, seat == q->seat ? sees : 0, out))
        return false;
    if (kind == DX_KNOWS_WHETHER)
        *out = dx_formula_true(q->store);
    return true;
}

static bool see(const dx_question *q, dx_formula f, uint64_t sees,
                dx_formula *out)
{
    enum { PARTS_MAX = 64 };
    uint32_t parts[PARTS_MAX];
    const dx_need *need = dx_question_need(q, f);
    dx_kind kind = dx_formula_kind(q->store, f);
    size_t count = dx_formula_count(q->store, f);
    *out = f;
    if (need != NULL)
        return need_is_seen(q, need, sees);
    if (kind == DX_TRUE || kind == DX_FALSE || kind == DX_NUMBER)
        return true;
    if (see_mind(q, f, sees, out))
        return true;
    if (!is_join(kind) || count > PARTS_MAX)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!see(q, dx_formula_operand(q->store, f, i), sees, &parts[i]))
            return false;
    *out = dx_formula_make(q->store, kind, count, parts);
    return true;
}

bool dx_question_is_seen(const dx_question *q, dx_formula f, dx_formula *out)
{
    uint64_t sees = 0;
    if (q->frames != NULL && q->seat != DX_BYSTANDER)
        sees = dx_frames_now(q->frames)->sees[q->seat];
    return see(q, f, sees, out);
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
