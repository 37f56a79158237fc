// Worlds are all ways to fill the places of a source, laid by trying; there are
// a few thousand at most.  A weight is a whole number of parts of the largest
// one of its seat: as it is where these are simple fractions, else billionths;
// so everything behind it is exact.
//
// From above, a formula is taken apart at its Boolean joints, and each part is
// asked of the model of the one seat whose mind it speaks of; a part that
// speaks of several minds side by side (E, C, D, P[1](f) > P[2](f)) is asked of
// the model that is nobody's.

#include "ask/sourced.h"

#include "ask/table_model.h"
#include "base/memory.h"
#include "game/claims.h"
#include "game/places.h"
#include "game/source.h"
#include "logic/evaluate/evaluate.h"
#include "minds/place_words.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WORLDS_MAX = 100000 };
static const double fineness = 1e9;

static const dx_assumption *assumed(const dx_question *q)
{
    return q->options->assumption;
}

bool dx_can_source(const dx_question *q)
{
    return assumed(q) != NULL && assumed(q)->kind == DX_ASSUME_SOURCE &&
           q->grounding.asks_chance;
}

// ---- the worlds ----

typedef struct listing {
    const dx_rules *rules;
    const dx_source *source;
    const dx_view *public;
    uint64_t places;
    dx_deal_space space;
    size_t bytes;
    DX_VECTOR(uint8_t) tables;
    size_t count;
    dx_dealt dealt;
} listing;

static void add_world(listing *l)
{
    if (l->count == WORLDS_MAX)
        return;
    uint8_t *table = dx_copy(l->public->sight, l->bytes);
    l->rules->game->places->fill(table, &l->dealt);
    for (size_t i = 0; i < l->bytes; i++)
        dx_vector_push(&l->tables, table[i]);
    l->count++;
    dx_free(table);
}

// Fills the places from `place` on; those that the source does not speak of
// stay empty.
static void lay(listing *l, unsigned place)
{
    const dx_place *here = &l->space.place[place];
    if (place == l->space.place_count) {
        add_world(l);
        return;
    }
    if (!(l->places >> place & 1) || here->size == 0) {
        lay(l, place + 1);
        return;
    }
    assert(here->size == 1); // a source speaks of single cards
    for (unsigned kind = 0; kind < l->space.kind_count; kind++) {
        if (!(here->kinds >> kind & 1) || l->space.copies[kind] == 0)
            continue;
        l->space.copies[kind]--;
        l->dealt.count[place][kind] = 1;
        lay(l, place + 1);
        l->dealt.count[place][kind] = 0;
        l->space.copies[kind]++;
    }
}

static void list_worlds(listing *l, const dx_rules *rules,
                        const dx_source *source, const dx_view *public)
{
    memset(l, 0, sizeof *l);
    l->rules = rules;
    l->source = source;
    l->public = public;
    l->bytes = rules->game->table_bytes(rules);
    l->places = source->places(public->sight);
    rules->game->places->space(public->sight, &l->space);
    lay(l, 0);
}

static const void *world_at(const listing *l, size_t i)
{
    assert(i < l->count);
    return l->tables.at + i * l->bytes;
}

// What a seat sees of a world, as a number: equal for worlds it cannot tell
// apart.
static uint32_t cell_of(const listing *l, unsigned seat, size_t world)
{
    const dx_places *places = l->rules->game->places;
    const void *sight = l->public->sight;
    uint64_t seen = places->sees(sight, seat) & l->places;
    uint32_t cell = 0;
    for (; seen != 0; seen &= seen - 1) {
        uint8_t copies[DX_KINDS_MAX] = {0};
        unsigned kind = 0;
        places->held(sight, world_at(l, world), (unsigned)__builtin_ctzll(seen),
                     copies);
        while (kind < DX_KINDS_MAX && copies[kind] == 0)
            kind++;
        assert(cell < UINT32_MAX / (DX_KINDS_MAX + 1)); // no two alike
        cell = cell * (DX_KINDS_MAX + 1) + kind;
    }
    return cell;
}

// ---- the model of one owner ----

static bool is_accessible(const listing *l, const void *opened, unsigned seat,
                          size_t world, const dx_fraction *weights)
{
    return l->source->accessible != NULL
               ? l->source->accessible(opened, seat, world_at(l, world))
               : weights[world].top > 0;
}

static void add_belief(const listing *l, dx_model *model, unsigned seat,
                       const void *opened, const dx_fraction *weights)
{
    DX_VECTOR(dx_edge) edges = {0};
    uint32_t *cell = dx_alloc(l->count, sizeof *cell);
    for (size_t i = 0; i < l->count; i++)
        cell[i] = cell_of(l, seat, i);
    for (size_t to = 0; to < l->count; to++) {
        bool is = is_accessible(l, opened, seat, to, weights);
        for (size_t from = 0; is && from < l->count; from++)
            if (l->source->accessible != NULL || cell[from] == cell[to])
                dx_vector_push(&edges, (dx_edge){(uint32_t)from, (uint32_t)to});
    }
    dx_model_set_edges(model, seat, DX_BELIEF, edges.count, edges.at);
    dx_vector_release(&edges);
    dx_free(cell);
}

// The least number under 5,000 that has no remainder with x.
static int64_t denominator(double x)
{
    for (int64_t over = 1; over < 5000; over++)
        if (fabs(x * (double)over - round(x * (double)over)) < 1e-9)
            return over;
    return 0;
}

// In how many parts the largest weight is cut: as few as all of them are whole
// numbers of, if that are not too many.
static double common_unit(size_t count, const double *weight)
{
    int64_t unit = 1;
    for (size_t i = 0; i < count; i++) {
        int64_t over = denominator(weight[i]), a = unit, b = over;
        while (b != 0) {
            int64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (over == 0 || unit / a > (int64_t)fineness / over)
            return fineness;
        unit = unit / a * over;
        assert(unit > 0 && unit % over == 0);
    }
    return (double)unit;
}

static void add_weights(const listing *l, unsigned seat, const void *opened,
                        dx_fraction *out)
{
    double most = 0;
    double *weight = dx_alloc(l->count, sizeof *weight);
    for (size_t i = 0; i < l->count; i++) {
        weight[i] = l->source->weight(opened, seat, world_at(l, i));
        assert(weight[i] >= 0);
        most = fmax(most, weight[i]);
    }
    for (size_t i = 0; i < l->count; i++)
        weight[i] = most > 0 ? weight[i] / most : 1;
    double unit = common_unit(l->count, weight);
    for (size_t i = 0; i < l->count; i++)
        out[i] = dx_fraction_int((int64_t)llround(weight[i] * unit));
    dx_free(weight);
}

static void add_agents(const listing *l, dx_model *model, const void *opened)
{
    uint32_t *cell = dx_alloc(l->count, sizeof *cell);
    dx_fraction *weights = dx_alloc(l->count, sizeof *weights);
    for (unsigned seat = 0; seat < dx_players(l->rules); seat++) {
        char name[16];
        snprintf(name, sizeof name, "%u", seat + 1);
        size_t agent = dx_model_add_agent(model, name);
        for (size_t i = 0; i < l->count; i++)
            cell[i] = cell_of(l, seat, i);
        dx_model_set_partition(model, agent, cell);
        add_weights(l, seat, opened, weights);
        dx_model_set_weights(model, agent, weights);
        add_belief(l, model, seat, opened, weights);
    }
    dx_model_add_agent(model, DX_PUBLIC_AGENT);
    dx_free(weights);
    dx_free(cell);
}

static dx_model *model_of(const listing *l, const dx_grounding *g,
                          const dx_assumption *a, const dx_view *owner,
                          unsigned turn)
{
    void *opened = l->source->open(l->rules, &a->source_params, owner);
    dx_tables tables = {l->tables.at, l->count, l->bytes};
    dx_model *model = dx_model_of_tables(g, &tables, turn);
    add_agents(l, model, opened);
    l->source->close(opened);
    return model;
}

// ---- what may be asked ----

// Does a claim count cards in these places only?
static bool is_within(const dx_claims *claims, dx_claim claim, uint64_t places)
{
    const dx_claim_node *node = dx_claims_at(claims, claim);
    if (node->kind == DX_CLAIM_NUMBER)
        return true;
    if (node->kind == DX_CLAIM_COUNT)
        return (node->places & ~places) == 0;
    return is_within(claims, node->a, places) &&
           (node->kind == DX_CLAIM_NOT || is_within(claims, node->b, places));
}

// What has no claim is the same in every sight.
static bool speaks_of(const dx_need *need, const void *sight, uint64_t places)
{
    dx_claims *claims = dx_claims_new();
    bool is = true;
    if (need->kind == DX_NEED_ATOM && need->atom->claim != NULL)
        is = is_within(claims,
                       need->atom->claim(need->atom, sight, need->args, claims),
                       places);
    else if (need->kind == DX_NEED_QUANTITY && need->quantity->claim != NULL)
        is = is_within(
            claims,
            need->quantity->claim(need->quantity, sight, need->args, claims),
            places);
    else if (need->kind == DX_NEED_MEMBER && need->domain->is != NULL)
        is = is_within(claims,
                       dx_domain_claim(need->domain, sight, need->args,
                                       need->member, claims),
                       places);
    dx_claims_free(claims);
    return is;
}

static dx_status check_needs(const dx_question *q, const listing *l,
                             dx_error *error)
{
    for (size_t i = 0; i < q->grounding.needs.count; i++) {
        const dx_need *need = &q->grounding.needs.at[i];
        if (need->kind == DX_NEED_PAST)
            return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                           "a source is asked about one moment; ask about an "
                           "earlier one with --turn");
        if (!speaks_of(need, l->public->sight, l->places))
            return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                           "the source %s does not speak of '%s'",
                           l->source->name,
                           need->atom != NULL       ? need->atom->name
                           : need->quantity != NULL ? need->quantity->name
                                                    : need->domain->name);
    }
    if (l->count == WORLDS_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0, "more than %d worlds",
                       WORLDS_MAX);
    return DX_OK;
}

// ---- asking ----

typedef struct asking {
    const dx_question *q;
    listing worlds;
    dx_eyes *public;
    size_t truth; // the world that is, from above
    // Of each seat, and of nobody as the last; NULL: not made yet.
    dx_model *model[DX_SEATS_MAX + 1];
} asking;

static dx_eyes *eyes_of(const dx_question *q, unsigned seat)
{
    dx_eyes *eyes = dx_eyes_new(q->rules, seat);
    for (unsigned i = 0; i < q->count; i++)
        dx_eyes_see(eyes, q->seen[i]);
    return eyes;
}

static const dx_model *owned_by(asking *a, unsigned seat)
{
    unsigned i = seat < DX_SEATS_MAX ? seat : DX_SEATS_MAX;
    if (a->model[i] != NULL)
        return a->model[i];
    bool is_asker = a->q->view != NULL && seat == a->q->seat;
    dx_eyes *eyes = is_asker ? NULL : eyes_of(a->q, seat);
    a->model[i] = model_of(&a->worlds, &a->q->grounding, assumed(a->q),
                           is_asker ? a->q->view : dx_eyes_view(eyes),
                           dx_turn_of(a->q->rules, a->q->seen, a->q->count));
    dx_eyes_free(eyes);
    return a->model[i];
}

// The world among the listed that the whole events lead to.
static void find_truth(asking *a)
{
    const dx_game *game = a->q->rules->game;
    const void *sight = dx_eyes_view(a->public)->sight;
    void *truth = dx_alloc(1, a->worlds.bytes);
    game->setup(truth, a->q->rules);
    for (unsigned i = 0; i < a->q->count; i++)
        game->fold(truth, a->q->seen[i]);
    for (a->truth = 0; a->truth + 1 < a->worlds.count; a->truth++) {
        bool same = true;
        for (uint64_t left = a->worlds.places; left != 0; left &= left - 1) {
            uint8_t here[DX_KINDS_MAX] = {0}, there[DX_KINDS_MAX] = {0};
            unsigned place = (unsigned)__builtin_ctzll(left);
            game->places->held(sight, truth, place, here);
            game->places->held(sight, world_at(&a->worlds, a->truth), place,
                               there);
            same = same && memcmp(here, there, sizeof here) == 0;
        }
        if (same)
            break;
    }
    dx_free(truth);
}

static dx_status begin(asking *a, const dx_question *q, dx_error *error)
{
    memset(a, 0, sizeof *a);
    a->q = q;
    a->public = eyes_of(q, DX_BYSTANDER);
    list_worlds(&a->worlds, q->rules, assumed(q)->source,
                dx_eyes_view(a->public));
    if (q->view == NULL)
        find_truth(a);
    return check_needs(q, &a->worlds, error);
}

static void end(asking *a)
{
    for (unsigned i = 0; i <= DX_SEATS_MAX; i++)
        dx_model_free(a->model[i]);
    dx_vector_release(&a->worlds.tables);
    dx_eyes_free(a->public);
}

// Is a world as the asking seat sees it?
static bool is_as_seen(const asking *a, size_t world)
{
    const dx_question *q = a->q;
    const dx_places *places = q->rules->game->places;
    const void *sight = dx_eyes_view(a->public)->sight;
    uint64_t left = places->sees(sight, q->seat) & a->worlds.places;
    for (; left != 0; left &= left - 1) {
        uint8_t here[DX_KINDS_MAX] = {0}, there[DX_KINDS_MAX] = {0};
        unsigned place = (unsigned)__builtin_ctzll(left);
        places->held(sight, q->view->sight, place, here);
        places->held(sight, world_at(&a->worlds, world), place, there);
        if (memcmp(here, there, sizeof here) != 0)
            return false;
    }
    return true;
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
    dx_status status = dx_evaluate(evaluator, q->formula, &where, error);
    for (size_t i = 0; status == DX_OK && i < a->worlds.count; i++) {
        if (!is_as_seen(a, i))
            continue;
        answer->believed += is_believed(a, model, i);
        dx_worlds_tally_count(q, &tally, dx_bitset_has(where, i),
                              weights->of_world[i], world_at(&a->worlds, i),
                              answer);
    }
    if (status == DX_OK)
        dx_worlds_tally_conclude(&tally, true, answer);
    dx_evaluator_free(evaluator);
    return status;
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
    dx_status status = dx_evaluate(evaluator, f, &where, error);
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

// ---- a model to draw ----

// Each seat's beliefs as its only relation, with shares of weight.
static void draw_agents(const listing *l, dx_model *model, const void *opened)
{
    dx_fraction *weights = dx_alloc(l->count, sizeof *weights);
    for (unsigned seat = 0; seat < dx_players(l->rules); seat++) {
        char name[16];
        DX_VECTOR(dx_edge) edges = {0};
        DX_VECTOR(dx_fraction) shares = {0};
        snprintf(name, sizeof name, "%u", seat + 1);
        size_t agent = dx_model_add_agent(model, name);
        add_weights(l, seat, opened, weights);
        for (size_t to = 0; to < l->count; to++)
            for (size_t from = 0; from < l->count; from++)
                if (is_accessible(l, opened, seat, to, weights)) {
                    dx_edge edge = {(uint32_t)from, (uint32_t)to};
                    dx_vector_push(&edges, edge);
                    dx_vector_push(&shares, weights[to]);
                }
        dx_model_set_edges(model, agent, DX_KNOWLEDGE, edges.count, edges.at);
        dx_model_set_edge_weights(model, agent, edges.count, edges.at,
                                  shares.at);
        dx_vector_release(&edges);
        dx_vector_release(&shares);
    }
    dx_free(weights);
}

dx_status dx_source_model(dx_formulas *store, const dx_view *view,
                          const dx_assumption *assumption, dx_model **out,
                          dx_error *error)
{
    const dx_source *source = assumption->source;
    listing l;
    if (assumption->kind != DX_ASSUME_SOURCE || source->drawn == NULL)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "only a source with worlds of its own can be drawn; "
                       "expected is --assume 'source(NAME)'");
    dx_eyes *public = dx_eyes_new(view->rules, DX_BYSTANDER);
    for (unsigned i = 0; i < view->count; i++)
        dx_eyes_see(public, view->seen[i]);
    list_worlds(&l, view->rules, source, dx_eyes_view(public));
    l.places = source->drawn(dx_eyes_view(public)->sight);
    l.count = l.tables.count = 0;
    lay(&l, 0);
    dx_model *model = dx_model_new(store, l.count);
    void *opened = source->open(view->rules, &assumption->source_params, view);
    draw_agents(&l, model, opened);
    source->close(opened);
    for (size_t i = 0; i < l.count; i++) {
        dx_text word = {0};
        source->word(world_at(&l, i), &word);
        dx_model_name_world(model, i, dx_text_string(&word));
        dx_text_release(&word);
    }
    dx_vector_release(&l.tables);
    dx_eyes_free(public);
    *out = model;
    return DX_OK;
}

// ---- beliefs in words ----

// The kinds that may lie in a place, the likeliest first.
static void say_place(const listing *l, const dx_place_words *words,
                      unsigned place, const double *weight, dx_text *out)
{
    double share[DX_KINDS_MAX] = {0}, all = 0;
    for (size_t i = 0; i < l->count; i++) {
        uint8_t copies[DX_KINDS_MAX] = {0};
        unsigned kind = 0;
        l->rules->game->places->held(l->public->sight, world_at(l, i), place,
                                     copies);
        while (kind + 1 < DX_KINDS_MAX && copies[kind] == 0)
            kind++;
        share[kind] += weight[i];
        all += weight[i];
    }
    dx_text_add(out, "  ");
    dx_place_words_place(words, place, out);
    dx_text_add_char(out, ':');
    for (;;) {
        unsigned best = 0;
        for (unsigned kind = 1; kind < DX_KINDS_MAX; kind++)
            best = share[kind] > share[best] ? kind : best;
        if (share[best] <= 0)
            break;
        dx_text_add_char(out, ' ');
        dx_place_words_kind(words, place, best, out);
        dx_text_printf(out, " %.3f", share[best] / all);
        share[best] = 0;
    }
    dx_text_add_char(out, '\n');
}

dx_status dx_source_say(const dx_view *view, const dx_assumption *assumption,
                        dx_text *out, dx_error *error)
{
    dx_ask_options options = {.assumption = assumption};
    dx_question q = {.rules = view->rules,
                     .seen = view->seen,
                     .count = view->count,
                     .seat = view->seat,
                     .view = view,
                     .options = &options,
                     .grounding = {.rules = view->rules}};
    asking a;
    dx_status status = begin(&a, &q, error);
    const listing *l = &a.worlds;
    dx_frames *frames = dx_frames_new(view->rules);
    dx_place_words words;
    for (unsigned i = 0; i < view->count; i++)
        dx_frames_follow(frames, view->seen[i]);
    dx_place_words_find(view->rules, dx_frames_now(frames), &words);
    void *opened =
        l->source->open(view->rules, &assumption->source_params, view);
    double *weight = dx_alloc(l->count + 1, sizeof *weight);
    for (size_t i = 0; i < l->count; i++)
        weight[i] = is_as_seen(&a, i)
                        ? l->source->weight(opened, view->seat, world_at(l, i))
                        : 0;
    for (uint64_t left = l->places; status == DX_OK && left != 0;
         left &= left - 1)
        if (l->space.place[__builtin_ctzll(left)].size > 0)
            say_place(l, &words, (unsigned)__builtin_ctzll(left), weight, out);
    if (status == DX_OK && l->source->tell != NULL) {
        dx_text_add(out, "how many times likelier for a saboteur:\n");
        l->source->tell(opened, out);
    }
    l->source->close(opened);
    dx_free(weight);
    dx_frames_free(frames);
    end(&a);
    return status;
}
