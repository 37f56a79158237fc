// From above, a formula is taken apart at its Boolean joints, and each part is
// asked of the model of the one seat whose mind it speaks of; a part that
// speaks of several minds side by side (E, C, D, P[1](f) > P[2](f)) is asked of
// the model that is nobody's.

#include "ask/sourced.h"

#include "ask/source_worlds.h"
#include "ask/table_model.h"
#include "base/memory.h"
#include "game/claims.h"
#include "logic/evaluate/evaluate.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const dx_assumption *assumed(const dx_question *q)
{
    return q->options->assumption;
}

bool dx_can_source(const dx_question *q)
{
    return assumed(q) != NULL && assumed(q)->kind == DX_ASSUME_SOURCE &&
           q->grounding.asks_chance;
}

// ---- the model of one owner ----

// What a seat sees of a world, as a number: equal for worlds it cannot tell
// apart.
static uint32_t cell_of(const dx_source_worlds *w, unsigned seat, size_t world)
{
    uint64_t seen = dx_source_sees(w, seat);
    uint32_t cell = 0;
    for (; seen != 0; seen &= seen - 1) {
        uint8_t copies[DX_KINDS_MAX] = {0};
        unsigned kind = 0;
        dx_places_held(w->rules->game->places, dx_source_sight(w),
                       dx_source_world(w, world),
                       (unsigned)__builtin_ctzll(seen), copies);
        while (kind < DX_KINDS_MAX && copies[kind] == 0)
            kind++;
        assert(cell < UINT32_MAX / (DX_KINDS_MAX + 1)); // no two alike
        cell = cell * (DX_KINDS_MAX + 1) + kind;
    }
    return cell;
}

static void add_belief(const dx_source_worlds *w, dx_model *model,
                       unsigned seat, const void *opened,
                       const dx_fraction *weights)
{
    DX_VECTOR(dx_edge) edges = {0};
    uint32_t *cell = dx_alloc(w->count, sizeof *cell);
    for (size_t i = 0; i < w->count; i++)
        cell[i] = cell_of(w, seat, i);
    for (size_t to = 0; to < w->count; to++) {
        bool is = dx_source_is_accessible(w, opened, seat, to, weights);
        for (size_t from = 0; is && from < w->count; from++)
            if (w->source->accessible != NULL || cell[from] == cell[to])
                dx_vector_push(&edges, (dx_edge){(uint32_t)from, (uint32_t)to});
    }
    dx_model_set_edges(model, seat, DX_BELIEF, edges.count, edges.at);
    dx_vector_release(&edges);
    dx_free(cell);
}

// True if all weights are exact.
static bool add_agents(const dx_source_worlds *w, dx_model *model,
                       const void *opened)
{
    bool is_exact = true;
    uint32_t *cell = dx_alloc(w->count, sizeof *cell);
    dx_fraction *weights = dx_alloc(w->count, sizeof *weights);
    for (unsigned seat = 0; seat < dx_players(w->rules); seat++) {
        char name[16];
        snprintf(name, sizeof name, "%u", seat + 1);
        size_t agent = dx_model_add_agent(model, name);
        for (size_t i = 0; i < w->count; i++)
            cell[i] = cell_of(w, seat, i);
        dx_model_set_partition(model, agent, cell);
        is_exact = dx_source_weights(w, seat, opened, weights) && is_exact;
        dx_model_set_weights(model, agent, weights);
        add_belief(w, model, seat, opened, weights);
    }
    dx_model_add_agent(model, DX_PUBLIC_AGENT);
    dx_free(weights);
    dx_free(cell);
    return is_exact;
}

static dx_model *model_of(const dx_source_worlds *w, const dx_grounding *g,
                          const dx_assumption *a, const dx_view *owner,
                          unsigned turn, bool *out_is_exact, uint64_t *out_kept)
{
    void *opened = dx_source_open(w, a, owner);
    dx_tables tables = {w->tables.at, w->count, w->bytes};
    dx_model *model = dx_model_of_tables(g, &tables, turn);
    *out_is_exact = add_agents(w, model, opened);
    *out_kept = 0;
    for (unsigned seat = 0; seat < dx_players(w->rules); seat++)
        if (owner->seat < dx_players(w->rules) &&
            w->source->kept_best != NULL && w->source->kept_best(opened, seat))
            *out_kept |= UINT64_C(1) << seat;
    w->source->close(opened);
    return model;
}

// ---- what may be asked ----

// Does a need count cards in these places only?
static bool speaks_of(const dx_need *need, const void *sight, uint64_t places)
{
    dx_claims *claims = dx_claims_new();
    bool is =
        need->kind == DX_NEED_NOW ||
        dx_claim_is_within(claims, dx_need_claim(need, sight, claims), places);
    dx_claims_free(claims);
    return is;
}

static dx_status check_needs(const dx_question *q, const dx_source_worlds *w,
                             dx_error *error)
{
    for (size_t i = 0; i < q->grounding.needs.count; i++) {
        const dx_need *need = &q->grounding.needs.at[i];
        if (need->kind == DX_NEED_PAST)
            return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                           "a source is asked about one moment; ask about "
                           "the earlier turn itself");
        if (!speaks_of(need, dx_source_sight(w), w->places))
            return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                           "the source %s does not speak of '%s'",
                           w->source->name,
                           need->atom != NULL       ? need->atom->name
                           : need->quantity != NULL ? need->quantity->name
                                                    : need->domain->name);
    }
    if (w->count == DX_SOURCE_WORLDS_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0, "more than %d worlds",
                       DX_SOURCE_WORLDS_MAX);
    return DX_OK;
}

// ---- asking ----

typedef struct asking {
    const dx_question *q;
    dx_source_worlds worlds;
    size_t truth; // the world that is, from above
    // Of each seat, and of nobody as the last; NULL: not made yet.
    dx_model *model[DX_SEATS_MAX + 1];
    bool is_exact[DX_SEATS_MAX + 1]; // its weights; otherwise they are rounded
    // For whom, as the seat sees it, the best worlds were kept: by seat a bit.
    uint64_t kept_best[DX_SEATS_MAX + 1];
} asking;

static dx_eyes *eyes_of(const dx_question *q, unsigned seat)
{
    dx_eyes *eyes = dx_eyes_new(q->rules, seat);
    for (unsigned i = 0; i < q->count; i++)
        dx_eyes_see(eyes, q->seen[i]);
    return eyes;
}

static unsigned place_of(unsigned seat)
{
    return seat < DX_SEATS_MAX ? seat : DX_SEATS_MAX;
}

static const dx_model *owned_by(asking *a, unsigned seat)
{
    unsigned i = place_of(seat);
    if (a->model[i] != NULL)
        return a->model[i];
    bool is_asker = a->q->view != NULL && seat == a->q->seat;
    dx_eyes *eyes = is_asker ? NULL : eyes_of(a->q, seat);
    a->model[i] = model_of(&a->worlds, &a->q->grounding, assumed(a->q),
                           is_asker ? a->q->view : dx_eyes_view(eyes),
                           dx_turn_of(a->q->rules, a->q->seen, a->q->count),
                           &a->is_exact[i], &a->kept_best[i]);
    dx_eyes_free(eyes);
    return a->model[i];
}

// The seat whose mind a part speaks of, outermost; DX_NONE: no mind at all,
// DX_BYSTANDER: several.
static unsigned mind_of(const dx_question *q, dx_formula f)
{
    unsigned seat = DX_NONE;
    switch (dx_kind_family(dx_formula_kind(q->store, f))) {
    case DX_FAMILY_ATTITUDE:
    case DX_FAMILY_PROBABILITY:
        seat = dx_question_agent(q, f);
        return seat == DX_NONE ? DX_BYSTANDER : seat;
    case DX_FAMILY_GROUP:
    case DX_FAMILY_TELL:
    case DX_FAMILY_PROGRAM:
        return DX_BYSTANDER;
    default:
        break;
    }
    for (size_t i = 0; i < dx_formula_count(q->store, f); i++) {
        if (!dx_formula_operand_is_node(q->store, f, i))
            continue;
        unsigned inner = mind_of(q, dx_formula_operand(q->store, f, i));
        if (inner != DX_NONE)
            seat = seat == DX_NONE || seat == inner ? inner : DX_BYSTANDER;
    }
    return seat;
}

// The seats whose beliefs a formula speaks of, at any depth.
static uint64_t believers(const dx_question *q, dx_formula f)
{
    uint64_t seats = 0;
    dx_kind kind = dx_formula_kind(q->store, f);
    if (kind == DX_BELIEVES) {
        unsigned seat = dx_question_agent(q, f);
        seats = seat < DX_SEATS_MAX ? UINT64_C(1) << seat : UINT64_MAX;
    }
    for (size_t i = 0; i < dx_formula_count(q->store, f); i++)
        if (dx_formula_operand_is_node(q->store, f, i))
            seats |= believers(q, dx_formula_operand(q->store, f, i));
    return seats;
}

// Did anybody whose beliefs are asked for, `seats`, hold nothing possible by
// the rule, as far as it was looked at?
static bool has_kept_best(const asking *a, uint64_t seats)
{
    uint64_t kept = 0;
    for (size_t i = 0; i <= DX_SEATS_MAX; i++)
        kept |= a->kept_best[i];
    return (kept & seats) != 0;
}

// ---- what was rounded ----

// Chances of rounded weights are no further off than this.
static double rounding(const asking *a)
{
    return 2.0 * (double)a->worlds.count / (double)DX_SOURCE_PARTS;
}

// A fraction that comes of weights that are alike, and not of rounding: 1/3.
static bool is_plain(dx_fraction chance)
{
    return chance.over < 5000;
}

static bool has_chance(const dx_formulas *store, dx_formula f)
{
    dx_kind kind = dx_formula_kind(store, f);
    bool has = kind == DX_PROBABILITY || kind == DX_PROBABILITY_GIVEN;
    for (size_t i = 0; !has && i < dx_formula_count(store, f); i++)
        has = dx_formula_operand_is_node(store, f, i) &&
              has_chance(store, dx_formula_operand(store, f, i));
    return has;
}

// Is a chance of rounded weights so near to what it is compared with that it
// cannot be told which is larger?  Not if these are alike for another reason;
// and what is believed at all has a weight, so that 0 and 1 are what they are.
static bool is_near(const asking *a, dx_evaluator *evaluator, dx_formula f,
                    size_t world)
{
    const dx_formulas *store = a->q->store;
    dx_fraction value[2];
    bool of_chance[2], is_bound = false;
    for (unsigned i = 0; i < 2; i++) {
        dx_formula term = dx_formula_operand(store, f, i);
        of_chance[i] = has_chance(store, term);
        if (dx_evaluate_term(evaluator, term, world, &value[i], NULL) !=
                DX_OK ||
            dx_fraction_is_lost(value[i]))
            return false;
        is_bound |= dx_formula_kind(store, term) == DX_NUMBER &&
                    (value[i].top == 0 || value[i].top == value[i].over);
    }
    bool is_same = dx_fraction_compare(value[0], value[1]) == 0;
    double off =
        fabs(dx_fraction_value(value[0]) - dx_fraction_value(value[1]));
    if (is_bound || off > rounding(a))
        return false;
    return is_same ? of_chance[0] != of_chance[1] && !is_plain(value[0])
                   : of_chance[0] || of_chance[1];
}

// Is a world the first of those in which a seat finds the same likely?  Where
// several minds are asked about, all worlds are looked at.
static bool is_first_of_cell(const dx_model *model, unsigned seat, size_t world,
                             bool *is_seen)
{
    if (seat == DX_BYSTANDER)
        return true;
    uint32_t cell = dx_model_relation(model, seat, DX_KNOWLEDGE)->cell[world];
    bool is_first = !is_seen[cell];
    is_seen[cell] = true;
    return is_first;
}

static dx_status check_comparison(const asking *a, dx_evaluator *evaluator,
                                  const dx_model *model, dx_formula f,
                                  dx_error *error)
{
    unsigned seat = mind_of(a->q, f);
    dx_status status = DX_OK;
    if (seat == DX_NONE)
        return DX_OK;
    bool *is_seen = dx_alloc(a->worlds.count, sizeof *is_seen);
    for (size_t i = 0; i < a->worlds.count && status == DX_OK; i++)
        if (is_first_of_cell(model, seat, i, is_seen) &&
            is_near(a, evaluator, f, i))
            status = dx_fail(error, DX_ERR_LIMIT, 0, 0,
                             "the weights of %s are rounded, and a chance is "
                             "nearer than that to what it is compared with",
                             a->worlds.source->name);
    dx_free(is_seen);
    return status;
}

// No comparison in a part may hang on how weights were rounded.
static dx_status check_near(const asking *a, dx_evaluator *evaluator,
                            const dx_model *model, dx_formula f,
                            dx_error *error)
{
    const dx_formulas *store = a->q->store;
    dx_status status = DX_OK;
    if (dx_kind_family(dx_formula_kind(store, f)) == DX_FAMILY_COMPARE)
        status = check_comparison(a, evaluator, model, f, error);
    for (size_t i = 0; status == DX_OK && i < dx_formula_count(store, f); i++)
        if (dx_formula_operand_is_node(store, f, i))
            status = check_near(a, evaluator, model,
                                dx_formula_operand(store, f, i), error);
    return status;
}

// Where a part holds in the model of a seat.
static dx_status evaluate(asking *a, dx_evaluator *evaluator, unsigned seat,
                          dx_formula f, const dx_bitset **out, dx_error *error)
{
    dx_status status = dx_evaluate(evaluator, f, out, error);
    bool is_fine = status == DX_ERR_LIMIT && error != NULL &&
                   strstr(error->message, "64 bits") != NULL;
    if (is_fine) // in words of the question, not of the model
        return dx_fail(error, status, 0, 0,
                       "a sum or product of chances is too fine for a "
                       "fraction of 64 bits; ask for its value");
    if (status == DX_OK && !a->is_exact[place_of(seat)])
        status = check_near(a, evaluator, owned_by(a, seat), f, error);
    return status;
}

// The world among the listed that the whole events lead to.
static void find_truth(asking *a)
{
    void *truth = dx_table_after(a->q->rules, a->q->seen, a->q->count);
    while (a->truth + 1 < a->worlds.count &&
           !dx_source_world_is(&a->worlds, a->truth, truth, a->worlds.places))
        a->truth++;
    dx_free(truth);
}

static dx_status begin(asking *a, const dx_question *q, dx_error *error)
{
    memset(a, 0, sizeof *a);
    a->q = q;
    dx_source_worlds_list(&a->worlds, q->rules, assumed(q)->source, q->count,
                          q->seen, NULL);
    if (q->view == NULL)
        find_truth(a);
    return check_needs(q, &a->worlds, error);
}

static void end(asking *a)
{
    for (unsigned i = 0; i <= DX_SEATS_MAX; i++)
        dx_model_free(a->model[i]);
    dx_source_worlds_release(&a->worlds);
}

// Is a world as the asking seat sees it?
static bool is_as_seen(const asking *a, size_t world)
{
    return dx_source_world_is(&a->worlds, world, a->q->view->sight,
                              dx_source_sees(&a->worlds, a->q->seat));
}

// Does the asking seat believe that the world may be?
static bool is_believed(const asking *a, const dx_model *model, size_t world)
{
    const dx_relation *belief = dx_model_relation(model, a->q->seat, DX_BELIEF);
    return dx_relation_has(belief, world, world);
}

static dx_status from_seat(asking *a, dx_answer *answer, dx_error *error)
{
    const dx_question *q = a->q;
    const dx_bitset *where;
    const dx_model *model = owned_by(a, q->seat);
    const dx_weights *weights = dx_model_weights(model, q->seat);
    dx_worlds_tally tally = dx_worlds_tally_empty();
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    dx_status status =
        evaluate(a, evaluator, q->seat, q->formula, &where, error);
    for (size_t i = 0; status == DX_OK && i < a->worlds.count; i++) {
        if (!is_as_seen(a, i))
            continue;
        answer->believed += is_believed(a, model, i);
        dx_worlds_tally_count(q, &tally, dx_bitset_has(where, i),
                              weights->of_world[i],
                              dx_source_world(&a->worlds, i), answer);
    }
    answer->kept_best =
        has_kept_best(a, believers(q, q->formula) | UINT64_C(1) << q->seat);
    if (status == DX_OK)
        dx_worlds_tally_conclude(&tally, true, answer);
    if (status == DX_OK && answer->has_chance &&
        !a->is_exact[place_of(q->seat)] && !is_plain(answer->chance)) {
        answer->quality = DX_ROUNDED;
        answer->probability = dx_fraction_value(answer->chance);
        answer->half_width = rounding(a);
    }
    dx_evaluator_free(evaluator);
    return status;
}

static dx_status holds(asking *a, dx_formula f, bool *out, dx_error *error)
{
    dx_formulas *store = a->q->store;
    dx_kind kind = dx_formula_kind(store, f);
    unsigned seat = mind_of(a->q, f);
    bool is_joint = kind == DX_NOT || kind == DX_AND || kind == DX_OR;
    if (seat == DX_BYSTANDER && is_joint) {
        bool all = kind != DX_OR;
        dx_status status = DX_OK;
        *out = all;
        for (size_t i = 0; status == DX_OK && i < dx_formula_count(store, f);
             i++) {
            bool one = false;
            status = holds(a, dx_formula_operand(store, f, i), &one, error);
            *out = kind == DX_NOT ? !one : all ? *out && one : *out || one;
        }
        return status;
    }
    const dx_bitset *where;
    dx_evaluator *evaluator = dx_evaluator_new(owned_by(a, seat), NULL);
    dx_status status = evaluate(a, evaluator, seat, f, &where, error);
    if (status == DX_OK)
        *out = dx_bitset_has(where, a->truth);
    dx_evaluator_free(evaluator);
    return status;
}

dx_status dx_ask_source(dx_question *q, dx_answer *answer, dx_error *error)
{
    asking a;
    bool is = false;
    dx_status status = begin(&a, q, error);
    answer->engine = "source";
    if (status == DX_OK && q->view != NULL) {
        status = from_seat(&a, answer, error);
    } else if (status == DX_OK) {
        status = holds(&a, q->formula, &is, error);
        answer->truth = is ? DX_ANSWER_YES : DX_ANSWER_NO;
        answer->worlds = a.worlds.count;
        answer->kept_best = has_kept_best(&a, believers(q, q->formula));
    }
    end(&a);
    return status;
}

dx_status dx_value_source(const dx_question *q, dx_fraction *out,
                          dx_error *error)
{
    asking a;
    dx_status status = begin(&a, q, error);
    if (status == DX_OK) {
        dx_evaluator *evaluator =
            dx_evaluator_new(owned_by(&a, mind_of(q, q->formula)), NULL);
        status = dx_evaluate_term(evaluator, q->formula, a.truth, out, error);
        dx_evaluator_free(evaluator);
    }
    end(&a);
    return status;
}
