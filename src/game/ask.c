// Chooses an engine for a question and puts the answer together.
//
//   histories  the whole model of the moment: any formula, small decks
//   counting   one fact, by the game's own reckoner, without listing
//   listing    the worlds of the one seat that the formula speaks of
//
// From above, a formula too large for histories is taken apart at its Boolean
// joints, and each part that speaks of one seat's mind is asked of that seat.

#include "game/ask.h"

#include "base/memory.h"
#include "game/ask_model.h"
#include "game/histories.h"

#include <stdio.h>
#include <string.h>

enum { WORLDS_NORMAL = 100000 };

const char *dx_truth_text(dx_truth truth)
{
    static const char *const text[] = {"no", "yes", "open", "undecided"};
    return text[truth];
}

void dx_answer_release(dx_answer *answer)
{
    dx_free(answer->example);
    dx_free(answer->counterexample);
    *answer = (dx_answer){0};
}

unsigned dx_turn_of(const dx_rules *rules, const dx_event *past, unsigned count)
{
    unsigned turn = 0;
    for (unsigned i = 0; i < count; i++)
        turn += !rules->game->verbs[past[i].verb].chance;
    return turn;
}

bool dx_turn_events(const dx_rules *rules, const dx_event *past, unsigned count,
                    unsigned turn, unsigned *out_events)
{
    unsigned i = 0, moves = 0;
    for (; i < count; i++) {
        if (!rules->game->verbs[past[i].verb].chance && moves++ == turn)
            break;
    }
    if (i == count && moves < turn)
        return false;
    *out_events = i;
    return true;
}

// A question on its way: where it is asked, from whose eyes, and what for.
typedef struct question {
    dx_formulas *store;
    const dx_rules *rules;
    const dx_event *seen; // whole events from above, masked from a seat
    unsigned count;
    unsigned seat; // DX_BYSTANDER: from above
    const dx_view *view;
    const dx_ask_options *options;
    dx_formula formula; // grounded
    dx_grounding grounding;
} question;

static size_t limit_of(const question *q)
{
    return q->options->worlds_max > 0 ? q->options->worlds_max : WORLDS_NORMAL;
}

static bool looks_past(const question *q)
{
    for (size_t i = 0; i < q->grounding.needs.count; i++)
        if (q->grounding.needs.at[i].kind == DX_NEED_PAST)
            return true;
    return false;
}

static char *show(const question *q, const void *table)
{
    dx_text text = {0};
    q->rules->game->show(table, &text);
    return dx_text_take(&text);
}

// Adds one world to an answer from a seat.
typedef struct tally {
    size_t with, without;
    dx_fraction weight_with, weight_all;
} tally;

static void count_world(const question *q, tally *t, bool holds,
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

static void conclude(const tally *t, bool chances, dx_answer *answer)
{
    answer->worlds = t->with + t->without;
    answer->truth = t->without == 0 ? DX_ANSWER_YES
                    : t->with == 0  ? DX_ANSWER_NO
                                    : DX_ANSWER_OPEN;
    answer->chance = dx_fraction_divide(t->weight_with, t->weight_all);
    answer->has_chance = chances && !dx_fraction_is_lost(answer->chance);
}

static tally empty_tally(void)
{
    return (tally){.weight_with = dx_fraction_int(0),
                   .weight_all = dx_fraction_int(0)};
}

static void answer_seat(const question *q, const dx_histories *histories,
                        const dx_model *model, const dx_bitset *where,
                        dx_answer *answer)
{
    tally t = empty_tally();
    const dx_weights *weights = dx_model_weights(model, q->seat);
    for (size_t i = 0; i < dx_histories_count(histories); i++)
        if (dx_histories_looks(histories, i, q->seat, q->seen))
            count_world(q, &t, dx_bitset_has(where, i),
                        weights != NULL ? weights->of_world[i]
                                        : dx_fraction_int(1),
                        dx_histories_table(histories, i), answer);
    conclude(&t, weights != NULL, answer);
}

// The history among all that is the one that happened.
static size_t find_truth(const dx_histories *histories, const dx_event *past)
{
    unsigned count;
    for (size_t i = 0; i < dx_histories_count(histories); i++) {
        const dx_event *other = dx_histories_past(histories, i, &count);
        if (memcmp(past, other, count * sizeof *past) == 0)
            return i;
    }
    DX_REQUIRE(false, "a past that is among its histories");
    return 0;
}

static void answer_above(const question *q, const dx_histories *histories,
                         const dx_bitset *where, dx_answer *answer)
{
    bool holds = dx_bitset_has(where, find_truth(histories, q->seen));
    answer->truth = holds ? DX_ANSWER_YES : DX_ANSWER_NO;
    answer->worlds = dx_histories_count(histories);
}

static dx_status open_histories(const question *q, dx_histories **out,
                                dx_error *error)
{
    dx_consider_options options = {.assumption = q->options->assumption,
                                   .worlds_max = limit_of(q),
                                   .budget = q->options->budget};
    return dx_histories_new(q->rules, q->seen, q->count, looks_past(q),
                            &options, out, error);
}

// From a seat the chance of the whole formula is wanted too, where there is
// one; it is not an error if there is none.
static dx_status model_of(question *q, dx_histories *histories,
                          const dx_model **out, dx_error *error)
{
    bool asked = q->grounding.asks_chance;
    if (q->seat != DX_BYSTANDER && !asked) {
        q->grounding.asks_chance = true;
        dx_status status =
            dx_histories_model(histories, &q->grounding, out, NULL);
        q->grounding.asks_chance = false;
        if (status == DX_OK)
            return DX_OK;
    }
    return dx_histories_model(histories, &q->grounding, out, error);
}

static dx_status ask_histories(question *q, dx_answer *answer, dx_error *error)
{
    dx_histories *histories;
    const dx_model *model;
    const dx_bitset *where;
    dx_status status = open_histories(q, &histories, error);
    if (status != DX_OK)
        return status;
    answer->engine = "histories";
    status = model_of(q, histories, &model, error);
    if (status == DX_OK) {
        dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
        status = dx_evaluate(evaluator, q->formula, &where, error);
        if (status == DX_OK && q->seat == DX_BYSTANDER)
            answer_above(q, histories, where, answer);
        else if (status == DX_OK)
            answer_seat(q, histories, model, where, answer);
        dx_evaluator_free(evaluator);
    }
    dx_histories_free(histories);
    return status;
}

// The one seat that `f` speaks of: DX_BYSTANDER if it speaks of none, DX_HOLE
// if of several or of what is public.
static unsigned only_seat(const question *q, dx_formula f, unsigned so_far)
{
    const char *letters = dx_kind_operands(dx_formula_kind(q->store, f));
    size_t count = dx_formula_count(q->store, f);
    size_t last = strcspn(letters, "+*");
    last = last > 0 ? last - 1 : 0;
    for (size_t i = 0; i < count && so_far != DX_HOLE; i++) {
        char letter = letters[i < last ? i : last];
        if (!dx_formula_operand_is_node(q->store, f, i))
            continue;
        dx_formula operand = dx_formula_operand(q->store, f, i);
        if (letter == 'a') {
            unsigned seat;
            const char *name = dx_formula_text(q->store, operand);
            if (!dx_type_read(q->rules, "seat", name, strlen(name), &seat) ||
                (so_far != DX_BYSTANDER && so_far != seat))
                return DX_HOLE;
            so_far = seat;
        } else {
            so_far = only_seat(q, operand, so_far);
        }
    }
    return so_far;
}

// The game's own reckoner for the view, or NULL.
static void *open_reckoner(const question *q, const dx_reckoner **out)
{
    static const dx_assumption none = {0};
    const dx_assumption *assumption =
        q->options->assumption != NULL ? q->options->assumption : &none;
    const dx_reckoner *const *list = q->rules->game->reckoners;
    for (; list != NULL && *list != NULL; list++) {
        void *self = (*list)->open(q->rules, q->view->seat, assumption);
        if (self == NULL)
            continue;
        dx_view upto = *q->view;
        dx_eyes *eyes = dx_eyes_new(q->rules, q->view->seat);
        dx_status status = DX_OK;
        for (unsigned i = 0; i < q->view->count && status == DX_OK; i++) {
            dx_eyes_seen(eyes, q->view->seen[i]);
            upto = *dx_eyes_view(eyes);
            status = (*list)->follow(self, &upto);
        }
        dx_eyes_free(eyes);
        *out = *list;
        if (status == DX_OK)
            return self;
        (*list)->close(self);
    }
    return NULL;
}

static const dx_need *need_of(const question *q, dx_formula key)
{
    for (size_t i = 0; i < q->grounding.needs.count; i++)
        if (q->grounding.needs.at[i].key == key)
            return &q->grounding.needs.at[i];
    return NULL;
}

// One fact, perhaps negated: counted, not listed.
static dx_status ask_counting(const question *q, const dx_reckoner *reckoner,
                              const void *self, dx_answer *answer)
{
    bool negated = dx_formula_kind(q->store, q->formula) == DX_NOT;
    dx_formula fact =
        negated ? dx_formula_operand(q->store, q->formula, 0) : q->formula;
    const dx_need *need = need_of(q, fact);
    if (need == NULL || need->kind != DX_NEED_ATOM || reckoner->chance == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_fraction exact;
    double chance;
    dx_status status =
        reckoner->chance(self, need->atom, need->args, &exact, &chance);
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
    if (reckoner->count != NULL)
        reckoner->count(self, &answer->worlds);
    return DX_OK;
}

typedef struct listing {
    size_t bytes, whole;
    DX_VECTOR(uint8_t) tables;
    DX_VECTOR(dx_fraction) weights;
} listing;

static bool list_world(void *context, const dx_world *world)
{
    listing *l = context;
    dx_vector_reserve(&l->tables, l->bytes);
    memcpy(l->tables.at + l->tables.count, world->table, l->whole);
    l->tables.count += l->bytes;
    dx_vector_push(&l->weights, world->exact);
    return true;
}

static bool weights_are_exact(const listing *l)
{
    for (size_t i = 0; i < l->weights.count; i++)
        if (dx_fraction_is_lost(l->weights.at[i]))
            return false;
    return true;
}

// The worlds of the asker as a model in which it cannot tell them apart.
static dx_status ask_listed(const question *q, const listing *l,
                            dx_answer *answer, dx_error *error)
{
    char name[16];
    dx_tables tables = {l->tables.at, l->weights.count, l->bytes};
    bool exact = weights_are_exact(l);
    if (q->grounding.asks_chance && !exact)
        return DX_ERR_UNSUPPORTED;
    dx_model *model = dx_model_of_tables(
        &q->grounding, &tables, dx_turn_of(q->rules, q->seen, q->count));
    snprintf(name, sizeof name, "%u", q->seat + 1);
    size_t agent = dx_model_add_agent(model, name);
    if (exact)
        dx_model_set_weights(model, agent, l->weights.at);
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    dx_status status = dx_evaluate(evaluator, q->formula, &where, error);
    tally t = empty_tally();
    for (size_t i = 0; i < tables.count && status == DX_OK; i++)
        count_world(q, &t, dx_bitset_has(where, i),
                    exact ? l->weights.at[i] : dx_fraction_int(1),
                    tables.at + i * tables.bytes, answer);
    if (status == DX_OK)
        conclude(&t, exact, answer);
    answer->engine = "listing";
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    return status;
}

static dx_status ask_reckoner(const question *q, dx_answer *answer,
                              dx_error *error)
{
    const dx_reckoner *reckoner;
    void *self = open_reckoner(q, &reckoner);
    if (self == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status = ask_counting(q, reckoner, self, answer);
    if (status != DX_OK && reckoner->each != NULL) {
        listing l = {.whole = q->rules->game->table_bytes(q->rules)};
        l.bytes = (l.whole + 15) / 16 * 16;
        status = reckoner->each(self, limit_of(q), list_world, &l);
        if (status == DX_OK)
            status = ask_listed(q, &l, answer, error);
        dx_vector_release(&l.tables);
        dx_vector_release(&l.weights);
    }
    reckoner->close(self);
    return status;
}

static dx_status undecided(const dx_error *error, dx_answer *answer)
{
    dx_answer_release(answer);
    answer->truth = DX_ANSWER_UNDECIDED;
    answer->engine = "none";
    snprintf(answer->why, sizeof answer->why, "%s", error->message);
    return DX_OK;
}

// Limits are answers; everything else is an error in the question.
static dx_status settle(dx_status status, const dx_error *found,
                        dx_answer *answer, dx_error *error)
{
    if (status == DX_OK)
        return DX_OK;
    if (status == DX_ERR_LIMIT || status == DX_ERR_CANCELLED)
        return undecided(found, answer);
    dx_answer_release(answer);
    if (error != NULL)
        *error = *found;
    return status;
}

static dx_status begin(question *q, dx_formula f, dx_error *error)
{
    q->grounding =
        (dx_grounding){.store = q->store,
                       .rules = q->rules,
                       .names = q->options->names,
                       .turn_max = dx_turn_of(q->rules, q->seen, q->count)};
    return dx_ground(&q->grounding, f, &q->formula, error);
}

static dx_status answer_from_seat(question *q, dx_answer *answer,
                                  dx_error *error)
{
    dx_error found = {.message = ""};
    unsigned about = only_seat(q, q->formula, DX_BYSTANDER);
    dx_status status = DX_ERR_UNSUPPORTED;
    if (!looks_past(q) && (about == DX_BYSTANDER || about == q->seat))
        status = ask_reckoner(q, answer, &found);
    if (status != DX_OK)
        status = ask_histories(q, answer, &found);
    return settle(status, &found, answer, error);
}

dx_status dx_ask_seat(dx_formulas *store, const dx_view *view, dx_formula f,
                      const dx_ask_options *options, dx_answer *out_answer,
                      dx_error *error)
{
    question q = {.store = store,
                  .rules = view->rules,
                  .seen = view->seen,
                  .count = view->count,
                  .seat = view->seat,
                  .view = view,
                  .options = options};
    dx_answer answer = {0};
    dx_status status = begin(&q, f, error);
    if (status == DX_OK)
        status = answer_from_seat(&q, &answer, error);
    dx_grounding_release(&q.grounding);
    if (status == DX_OK)
        *out_answer = answer;
    return status;
}

// Asks the seat that `part` speaks of.  What it says of its own mind is never
// open, so the answer is true or false.
static dx_status ask_part(const question *above, dx_formula part, unsigned seat,
                          bool *out, dx_answer *answer, dx_error *error)
{
    dx_world world = {.past = above->seen, .count = above->count};
    dx_eyes *eyes = dx_world_eyes(above->rules, &world, seat);
    question q = *above;
    q.view = dx_eyes_view(eyes);
    q.seen = q.view->seen;
    q.seat = seat;
    q.formula = part;
    dx_status status = ask_reckoner(&q, answer, error);
    dx_eyes_free(eyes);
    *out = answer->truth == DX_ANSWER_YES;
    if (status == DX_OK && answer->truth == DX_ANSWER_OPEN)
        return DX_ERR_UNSUPPORTED;
    return status;
}

// Takes a formula apart at its Boolean joints and replaces what is known from
// above, or by one seat, by true or false.
static dx_status reduce(const question *q, const void *truth, dx_formula f,
                        dx_formula *out, dx_answer *answer, dx_error *error)
{
    dx_kind kind = dx_formula_kind(q->store, f);
    const dx_need *need = need_of(q, f);
    unsigned about = only_seat(q, f, DX_BYSTANDER);
    bool holds;
    if (kind == DX_TRUE || kind == DX_FALSE) {
        *out = f;
        return DX_OK;
    }
    if (need != NULL && need->kind <= DX_NEED_MEMBER) {
        *out = dx_need_holds(need, truth) ? dx_formula_true(q->store)
                                          : dx_formula_false(q->store);
        return DX_OK;
    }
    if (kind == DX_NOT || kind == DX_AND || kind == DX_OR ||
        kind == DX_IMPLIES || kind == DX_IFF) {
        uint32_t *parts = dx_alloc_raw(dx_formula_count(q->store, f), 4);
        dx_status status = DX_OK;
        size_t count = dx_formula_count(q->store, f);
        for (size_t i = 0; i < count && status == DX_OK; i++)
            status = reduce(q, truth, dx_formula_operand(q->store, f, i),
                            &parts[i], answer, error);
        if (status == DX_OK)
            *out = dx_formula_make(q->store, kind, count, parts);
        dx_free(parts);
        return status;
    }
    if (about >= DX_SEATS_MAX)
        return DX_ERR_UNSUPPORTED;
    dx_answer_release(answer);
    dx_status status = ask_part(q, f, about, &holds, answer, error);
    if (status == DX_OK)
        *out = holds ? dx_formula_true(q->store) : dx_formula_false(q->store);
    return status;
}

// Is a formula of constants and Boolean operators true?
static bool value_of(dx_formulas *store, dx_formula f)
{
    dx_model *model = dx_model_new(store, 1);
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    bool value = dx_evaluate(evaluator, f, &where, NULL) == DX_OK &&
                 dx_bitset_has(where, 0);
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    return value;
}

static dx_status ask_in_parts(question *q, dx_answer *answer, dx_error *error)
{
    void *truth = dx_alloc(1, q->rules->game->table_bytes(q->rules));
    q->rules->game->setup(truth, q->rules);
    for (unsigned i = 0; i < q->count; i++)
        q->rules->game->fold(truth, q->seen[i]);
    dx_formula reduced;
    dx_status status =
        looks_past(q) ? DX_ERR_UNSUPPORTED
                      : reduce(q, truth, q->formula, &reduced, answer, error);
    dx_free(truth);
    if (status != DX_OK)
        return status;
    answer->has_chance = false;
    answer->truth = value_of(q->store, reduced) ? DX_ANSWER_YES : DX_ANSWER_NO;
    if (answer->engine == NULL)
        answer->engine = "truth";
    return DX_OK;
}

dx_status dx_ask_above(dx_formulas *store, const dx_moment *moment,
                       dx_formula f, const dx_ask_options *options,
                       dx_answer *out_answer, dx_error *error)
{
    question q = {.store = store,
                  .rules = moment->rules,
                  .seen = moment->past,
                  .count = moment->count,
                  .seat = DX_BYSTANDER,
                  .options = options};
    dx_answer answer = {0};
    dx_error found = {.message = ""};
    dx_status status = begin(&q, f, error);
    if (status == DX_OK) {
        status = ask_in_parts(&q, &answer, &found);
        if (status != DX_OK) {
            dx_answer_release(&answer);
            status = ask_histories(&q, &answer, &found);
        }
        status = settle(status, &found, &answer, error);
    }
    dx_grounding_release(&q.grounding);
    if (status == DX_OK)
        *out_answer = answer;
    return status;
}

static dx_status value_at(question *q, dx_fraction *out, dx_error *error)
{
    dx_histories *histories;
    const dx_model *model;
    dx_status status = open_histories(q, &histories, error);
    if (status != DX_OK)
        return status;
    status = dx_histories_model(histories, &q->grounding, &model, error);
    if (status == DX_OK) {
        dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
        status = dx_evaluate_term(evaluator, q->formula,
                                  find_truth(histories, q->seen), out, error);
        dx_evaluator_free(evaluator);
    }
    dx_histories_free(histories);
    return status;
}

dx_status dx_ask_value(dx_formulas *store, const dx_moment *moment,
                       dx_formula term, const dx_ask_options *options,
                       dx_fraction *out_value, dx_error *error)
{
    question q = {.store = store,
                  .rules = moment->rules,
                  .seen = moment->past,
                  .count = moment->count,
                  .seat = DX_BYSTANDER,
                  .options = options};
    // A comparison carries the term through the grounding.
    dx_formula zero = dx_formula_number(store, dx_fraction_int(0));
    dx_status status =
        begin(&q, dx_formula_binary(store, DX_EQUAL, term, zero), error);
    if (status == DX_OK) {
        q.formula = dx_formula_operand(store, q.formula, 0);
        status = value_at(&q, out_value, error);
    }
    dx_grounding_release(&q.grounding);
    return status;
}
