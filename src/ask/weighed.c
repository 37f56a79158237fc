// A formula at a world: facts off its table, what does not depend on the
// assumption from the engine by places, and every other mind opened once for
// what it sees.

#include "ask/weighed_private.h"
#include "base/memory.h"
#include "game/places.h"
#include "words/number.h"

#include <assert.h>
#include <string.h>

// What it costs to open a mind, in worlds tried; steps of the places' engine.
enum { OPENING = 100, STEPS_NORMAL = 100000000 };

static dx_formula operand(const dx_weighed_run *w, dx_formula f, size_t i)
{
    return dx_formula_operand(w->q->store, f, i);
}

bool dx_weighing_has_chance(const dx_question *q, dx_formula f)
{
    const dx_need *need = dx_question_need(q, f);
    dx_kind kind = dx_formula_kind(q->store, f);
    if (need != NULL)
        return need->kind == DX_NEED_PAST &&
               dx_weighing_has_chance(q, need->inner);
    if (kind == DX_PROBABILITY || kind == DX_PROBABILITY_GIVEN)
        return true;
    bool is_agent_first = dx_kind_operands(kind)[0] == 'a';
    for (size_t i = is_agent_first; i < dx_formula_count(q->store, f); i++)
        if (dx_formula_operand_is_node(q->store, f, i) &&
            dx_weighing_has_chance(q, dx_formula_operand(q->store, f, i)))
            return true;
    return false;
}

// ---- turns ----

static dx_weighed_stage *new_stage(const dx_question *q, unsigned events)
{
    dx_weighed_stage *s = dx_alloc(1, sizeof *s);
    s->events = events;
    s->frames = dx_frames_after(q->rules, q->seen, events);
    s->number = dx_frames_now(s->frames)->number;
    s->inquiry = dx_inquiry_new(s->frames);
    dx_effort *effort = dx_inquiry_effort(s->inquiry);
    effort->budget = q->options->budget;
    effort->steps_max = STEPS_NORMAL;
    s->translator = dx_translator_new(q, s->frames, s->inquiry, 3, true);
    s->scope.frame = dx_frames_now(s->frames);
    assert(s->scope.frame->events == events);
    return s;
}

static void free_stage(dx_weighed_stage *s)
{
    if (s == NULL)
        return;
    dx_translator_free(s->translator);
    dx_inquiry_free(s->inquiry);
    dx_frames_free(s->frames);
    dx_scope_release(&s->scope);
    dx_vector_release(&s->nodes);
    dx_free(s);
}

static dx_weighed_stage *now_of(const dx_weighed_run *w)
{
    assert(w->stages.count > 0 && w->stages.at[w->stages.count - 1] != NULL);
    return w->stages.at[w->stages.count - 1];
}

static dx_weighed_stage *stage_at(dx_weighed_run *w, size_t number)
{
    assert(number < w->stages.count);
    if (w->stages.at[number] == NULL)
        w->stages.at[number] =
            new_stage(w->q, dx_frames_at(now_of(w)->frames, number)->events);
    return w->stages.at[number];
}

// The same world at an earlier turn.
static dx_status holds_then(dx_weighed_run *w, dx_formula f,
                            const dx_weighed_spot *at, size_t number, bool *out)
{
    dx_weighed_stage *stage = stage_at(w, number);
    assert(stage->events <= at->stage->events); // so there is a past
    void *table = dx_table_after(w->q->rules, at->past, stage->events);
    dx_weighed_spot then = {stage, at->past, table};
    dx_status status = dx_weighing_holds(w, f, &then, out);
    dx_free(table);
    return status;
}

static dx_status holds_past(dx_weighed_run *w, const dx_need *need,
                            const dx_weighed_spot *at, bool *out)
{
    size_t now = at->stage->number;
    *out = false;
    if (need->when == DX_PREV)
        return now == 0 ? DX_OK : holds_then(w, need->inner, at, now - 1, out);
    if (need->when == DX_AT)
        return need->turn > now
                   ? DX_OK
                   : holds_then(w, need->inner, at, need->turn, out);
    bool seeks = need->when == DX_ONCE;
    dx_status status = DX_OK;
    *out = !seeks;
    for (size_t i = 0; i <= now && status == DX_OK && *out != seeks; i++)
        status = holds_then(w, need->inner, at, i, out);
    return status;
}

// ---- by places ----

static dx_status node_of(dx_weighed_run *w, dx_formula f, dx_weighed_stage *s,
                         dx_inquiry_node *out)
{
    for (size_t i = 0; i < s->nodes.count; i++)
        if (s->nodes.at[i].formula == f) {
            *out = s->nodes.at[i].node;
            return DX_OK;
        }
    dx_vantage everything = {&s->scope, s->scope.frame};
    dx_status status =
        s->scope.frame->beyond != NULL
            ? dx_fail(w->error, DX_ERR_LIMIT, 0, 0, "%s",
                      s->scope.frame->beyond)
            : dx_translate(s->translator, f, everything, out, w->error);
    if (status != DX_OK)
        return status;
    dx_vector_reserve(&s->nodes, 1);
    s->nodes.at[s->nodes.count].formula = f;
    s->nodes.at[s->nodes.count++].node = *out;
    return DX_OK;
}

static dx_status holds_by_places(dx_weighed_run *w, dx_formula f,
                                 const dx_weighed_spot *at, bool *out)
{
    dx_weighed_stage *s = at->stage;
    dx_inquiry_node node;
    dx_status status = node_of(w, f, s, &node);
    if (status == DX_OK)
        status = dx_inquiry_holds(s->inquiry, &s->scope, node, at->table, out);
    if (status == DX_ERR_LIMIT || status == DX_ERR_CANCELLED)
        dx_fail(w->error, status, 0, 0, "more than %s steps",
                dx_many_of(STEPS_NORMAL).text);
    return status;
}

// ---- minds ----

static dx_status stop(dx_weighed_run *w)
{
    const dx_budget *budget = w->q->options->budget;
    if (dx_budget_is_spent(budget, w->tried))
        return dx_fail(w->error, DX_ERR_CANCELLED, 0, 0,
                       "stopped after %zu world%s", w->tried,
                       dx_plural(w->tried));
    if (w->tried > w->tries_max)
        return dx_fail(w->error, DX_ERR_LIMIT, 0, 0,
                       "more than %s world%s to try, minds within minds",
                       dx_many_of((double)w->tries_max).text,
                       dx_plural(w->tries_max));
    return DX_OK;
}

// Looks among the worlds of a mind for one in which `f` is `sought`.
typedef struct search {
    dx_weighed_run *w;
    dx_weighed_stage *stage;
    dx_formula f;
    bool sought, found;
    dx_status status;
} search;

static bool look_at(void *context, const dx_world *world)
{
    search *s = context;
    dx_weighed_spot at = {s->stage, world->past, world->table};
    bool is = false;
    s->w->tried++;
    s->status = stop(s->w);
    if (s->status == DX_OK)
        s->status = dx_weighing_holds(s->w, s->f, &at, &is);
    s->found = s->status == DX_OK && is == s->sought;
    return s->status == DX_OK && !s->found;
}

static size_t tries_left(const dx_weighed_run *w)
{
    return w->tried < w->tries_max ? w->tries_max - w->tried : 0;
}

static dx_status find_world(dx_weighed_run *w, unsigned seat, dx_formula f,
                            bool sought, const dx_weighed_spot *at, bool *out)
{
    search s = {.w = w, .stage = at->stage, .f = f, .sought = sought};
    dx_reckoning r =
        dx_reckoning_open(w->q->rules, seat, NULL, at->past, at->stage->events);
    if (r.self == NULL)
        return DX_ERR_UNSUPPORTED;
    w->depth++;
    dx_status status = r.how->each(r.self, tries_left(w), look_at, &s);
    w->depth--;
    w->tried += OPENING;
    if (status == DX_ERR_LIMIT)
        status = dx_too_many_worlds(&r, tries_left(w), w->error);
    dx_reckoning_close(&r);
    *out = s.found;
    return status == DX_OK ? s.status : status;
}

static dx_status knows(dx_weighed_run *w, unsigned seat, dx_kind kind,
                       dx_formula f, const dx_weighed_spot *at, bool *out)
{
    bool is = false, is_not = false;
    dx_status status = DX_OK;
    assert(kind == DX_KNOWS || kind == DX_POSSIBLE || kind == DX_KNOWS_WHETHER);
    if (kind != DX_KNOWS)
        status = find_world(w, seat, f, true, at, &is);
    if (status == DX_OK && kind != DX_POSSIBLE)
        status = find_world(w, seat, f, false, at, &is_not);
    *out = kind == DX_KNOWS      ? !is_not
           : kind == DX_POSSIBLE ? is
                                 : !is || !is_not;
    return status;
}

static dx_status everybody_knows(dx_weighed_run *w, dx_formula f,
                                 const dx_weighed_spot *at, bool *out)
{
    dx_status status = DX_OK;
    *out = true;
    for (size_t i = 1;
         i < dx_formula_count(w->q->store, f) && *out && status == DX_OK; i++) {
        const char *name = dx_formula_text(w->q->store, operand(w, f, i));
        unsigned seat;
        if (!dx_type_read(w->q->rules, "seat", name, strlen(name), &seat))
            return DX_ERR_UNSUPPORTED;
        status = knows(w, seat, DX_KNOWS, operand(w, f, 0), at, out);
    }
    return status;
}

// What is asked of the worlds of a mind.
typedef struct asking {
    dx_weighed_run *w;
    dx_weighed_stage *stage;
    dx_formula f, given;
    bool is_belief; // is it so in all of them?
} asking;

static dx_status test_world(void *context, const dx_world *world,
                            bool *out_given, bool *out_has)
{
    asking *a = context;
    dx_weighed_spot at = {a->stage, world->past, world->table};
    dx_status status = DX_OK;
    a->w->tried++;
    if (a->w->depth > 1)
        status = stop(a->w);
    else if (dx_budget_is_spent(a->w->q->options->budget, a->w->tried))
        status = stop(a->w);
    if (status == DX_OK && a->given != DX_FORMULA_NONE)
        status = dx_weighing_holds(a->w, a->given, &at, out_given);
    if (status == DX_OK && *out_given)
        status = dx_weighing_holds(a->w, a->f, &at, out_has);
    return status;
}

static dx_status fact_chance(const dx_reckoning *r, const dx_need *need,
                             bool negated, dx_fraction *out)
{
    double rounded;
    if (r->how->chance == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status =
        r->how->chance(r->self, need->atom, need->args, out, &rounded);
    if (status == DX_OK && negated)
        *out = dx_fraction_subtract(dx_fraction_int(1), *out);
    return status == DX_OK && dx_fraction_is_lost(*out) ? DX_ERR_UNSUPPORTED
                                                        : status;
}

// One fact, counted without listing, where the reckoner can.
static bool count_fact(dx_weighed_run *w, const dx_reckoning *r,
                       const asking *a, dx_belief_share *out)
{
    bool negated;
    dx_fraction chance;
    const dx_need *need = dx_question_fact(w->q, a->f, &negated);
    if (need == NULL || a->given != DX_FORMULA_NONE ||
        fact_chance(r, need, negated, &chance) != DX_OK)
        return false;
    *out = (dx_belief_share){.chance = dx_figure_of(chance)};
    r->how->account(r->self, &out->account);
    return true;
}

// What the mind knows is certain, whatever is likely; and what is given may be
// known not to be so.
static bool is_known(dx_weighed_run *w, const asking *a, unsigned seat,
                     const dx_weighed_spot *at, dx_belief_share *out)
{
    dx_formulas *store = w->q->store;
    dx_text name = {0};
    bool knows = false, knows_not = false;
    bool is_given = a->given != DX_FORMULA_NONE;
    dx_formula f = is_given ? a->given : a->f;
    if (dx_weighing_has_chance(w->q, f))
        return false;
    dx_type_say(w->q->rules, "seat", seat, &name);
    dx_formula is = dx_formula_knows(store, dx_text_string(&name), f);
    dx_formula is_not = dx_formula_knows(store, dx_text_string(&name),
                                         dx_formula_not(store, f));
    dx_text_release(&name);
    if (holds_by_places(w, is, at, &knows) != DX_OK ||
        holds_by_places(w, is_not, at, &knows_not) != DX_OK)
        return false;
    if (is_given)
        *out = (dx_belief_share){.chance = {.is_defined = false}};
    else if (knows || knows_not)
        *out =
            (dx_belief_share){.chance = dx_figure_of(dx_fraction_int(knows))};
    return knows_not || (knows && !is_given);
}

// By listing; if that is too much by counting, and at last by drawing.  Inside
// another mind counting is first, since there it is done again and again.
static dx_status share_of(dx_weighed_run *w, const dx_reckoning *r, asking *a,
                          unsigned seat, const dx_weighed_spot *at,
                          dx_belief_share *out)
{
    bool is_truth = w->q->options->assumption->kind == DX_ASSUME_TRUTHFUL;
    dx_error error = {.message = ""};
    if ((is_truth || w->depth > 0) && count_fact(w, r, a, out)) {
        w->tried += OPENING;
        return DX_OK;
    }
    w->depth++;
    dx_status status = dx_share_listed(w->q, r, tries_left(w), a->is_belief,
                                       test_world, a, out, &error);
    bool is_refuted = out->account.refuted > 0;
    w->tried += out->account.tried + OPENING;
    w->depth--;
    if (status == DX_ERR_LIMIT &&
        (count_fact(w, r, a, out) || is_known(w, a, seat, at, out)))
        return DX_OK;
    if (status == DX_ERR_LIMIT && !is_refuted && w->depth == 0 &&
        r->how->drawn != NULL) {
        w->depth++;
        status = dx_share_drawn(w->q, r, test_world, a, out, &error);
        w->depth--;
    }
    if (status != DX_OK && error.message[0] != '\0' && w->error != NULL)
        *w->error = error;
    return status;
}

static uint64_t hash_of(const dx_event *seen, unsigned count)
{
    uint64_t hash = 0x9e3779b97f4a7c15;
    for (unsigned i = 0; i < count; i++)
        hash =
            (hash ^ seen[i].bits) * UINT64_C(0xff51afd7ed558ccd) ^ hash >> 29;
    return hash;
}

// What the seat has seen at a dx_weighed_spot; the caller frees it.
static dx_event *seen_at(const dx_weighed_run *w, unsigned seat,
                         const dx_weighed_spot *at)
{
    dx_event *seen = dx_alloc(at->stage->events + 1, sizeof *seen);
    for (unsigned i = 0; i < at->stage->events; i++)
        seen[i] = dx_masks_see(&w->masks, at->past[i], seat);
    return seen;
}

static uint32_t *bucket_of(dx_weighed_run *w, const dx_judgement *o)
{
    return &w->buckets[o->hash % DX_JUDGEMENT_BUCKETS];
}

static const dx_judgement *find_judgement(dx_weighed_run *w,
                                          const dx_judgement *want)
{
    uint32_t next = *bucket_of(w, want);
    while (next != 0) {
        const dx_judgement *o = &w->judgements.at[next - 1];
        if (o->hash == want->hash && o->formula == want->formula &&
            o->seat == want->seat && o->events == want->events &&
            memcmp(o->seen, want->seen, o->events * sizeof *o->seen) == 0)
            return o;
        next = o->next;
    }
    return NULL;
}

static void keep_judgement(dx_weighed_run *w, dx_judgement o)
{
    assert(o.seen != NULL && w->judgements.count < UINT32_MAX);
    uint32_t *bucket = bucket_of(w, &o);
    o.next = *bucket;
    dx_vector_push(&w->judgements, o);
    *bucket = (uint32_t)w->judgements.count;
}

// What is asked of the worlds of the mind that `f` speaks of.
static asking asking_of(dx_weighed_run *w, dx_formula f, dx_weighed_stage *at)
{
    asking a = {.w = w, .stage = at, .given = DX_FORMULA_NONE};
    unsigned seat;
    a.is_belief = dx_question_believes(w->q, f, &seat, &a.f);
    if (a.is_belief)
        return a;
    a.f = operand(w, f, 1);
    if (dx_formula_kind(w->q->store, f) == DX_PROBABILITY_GIVEN)
        a.given = operand(w, f, 2);
    return a;
}

static dx_status too_close(dx_weighed_run *w, const dx_figure *rough)
{
    return dx_fail(w->error, DX_ERR_LIMIT, 0, 0,
                   "too close to tell: about %.4g, give or take %.2g",
                   rough->value, rough->half_width);
}

// From a chance to whether it is 1.
static dx_status settle_belief(dx_weighed_run *w, dx_figure *value)
{
    dx_figure one = dx_figure_of(dx_fraction_int(1));
    bool is = false;
    if (dx_figure_compare(DX_GREATER_EQUAL, value, &one, &is) != DX_OK)
        return too_close(w, value);
    dx_figure_release(value);
    *value = dx_figure_of(dx_fraction_int(is));
    return DX_OK;
}

// How the asker's own mind was found is told with the answer.
static void note_own(dx_weighed_run *w, const dx_judgement *o,
                     const dx_reckoning *r, const dx_belief_share *share)
{
    if (o->seat != w->q->seat || o->events != w->q->count || w->depth > 0)
        return;
    w->own = *share;
    w->own.chance = (dx_figure){0};
    w->has_own = true;
    if (r->how->count != NULL &&
        r->how->count(r->self, &w->own.worlds) != DX_EXACT)
        w->own.worlds = 0;
}

// From above it is told when the first of the minds that the formula speaks of
// saw the assumption refuted.
static void note_above(dx_weighed_run *w, const dx_judgement *o,
                       const dx_account *found)
{
    if (w->q->view != NULL || o->events != w->q->count || w->depth > 0 ||
        found->refuted == 0)
        return;
    if (w->above.refuted == 0 ||
        found->first_refuted < w->above.first_refuted) {
        w->above.refuted = found->refuted;
        w->above.first_refuted = found->first_refuted;
    }
}

static dx_status think(dx_weighed_run *w, dx_judgement *o,
                       const dx_weighed_spot *at)
{
    const dx_question *q = w->q;
    asking a = asking_of(w, o->formula, at->stage);
    dx_belief_share share = {0};
    dx_reckoning r = dx_reckoning_open(
        q->rules, o->seat, q->options->assumption, o->seen, o->events);
    if (r.self == NULL)
        return DX_ERR_UNSUPPORTED;
    if (r.how->limit != NULL)
        r.how->limit(r.self, q->options->budget);
    dx_status status = share_of(w, &r, &a, o->seat, at, &share);
    if (status == DX_OK) {
        note_own(w, o, &r, &share);
        note_above(w, o, &share.account);
    }
    dx_reckoning_close(&r);
    o->value = share.chance;
    assert(status != DX_OK || !o->value.is_defined ||
           (o->value.value >= 0 && o->value.value <= 1));
    return status == DX_OK && a.is_belief ? settle_belief(w, &o->value)
                                          : status;
}

static dx_figure copy_of(const dx_figure *figure)
{
    dx_figure copy = *figure;
    copy.exact = dx_rational_copy(&figure->exact);
    return copy;
}

static dx_status know(dx_weighed_run *w, dx_judgement *o,
                      const dx_weighed_spot *at)
{
    dx_kind kind = dx_formula_kind(w->q->store, o->formula);
    bool is = false;
    dx_status status =
        knows(w, o->seat, kind, operand(w, o->formula, 1), at, &is);
    o->value = dx_figure_of(dx_fraction_int(is));
    return status;
}

// What the mind that `f` speaks of thinks, at a spot.
static dx_status judgement(dx_weighed_run *w, dx_formula f,
                           const dx_weighed_spot *at, dx_figure *out)
{
    dx_judgement o = {.formula = f, .events = at->stage->events};
    dx_formula inner;
    if (!dx_question_believes(w->q, f, &o.seat, &inner))
        o.seat = dx_question_agent(w->q, f);
    if (o.seat == DX_NONE)
        return DX_ERR_UNSUPPORTED;
    o.seen = seen_at(w, o.seat, at);
    o.hash = hash_of(o.seen, o.events) + f + o.seat;
    const dx_judgement *known = find_judgement(w, &o);
    if (known != NULL) {
        dx_free(o.seen);
        *out = copy_of(&known->value);
        return DX_OK;
    }
    bool is_chance =
        dx_kind_family(dx_formula_kind(w->q->store, f)) != DX_FAMILY_ATTITUDE;
    dx_status status = stop(w);
    if (status == DX_OK)
        status = is_chance ? think(w, &o, at) : know(w, &o, at);
    if (status != DX_OK) {
        dx_free(o.seen);
        return status;
    }
    *out = copy_of(&o.value);
    keep_judgement(w, o);
    return DX_OK;
}

static dx_status holds_attitude(dx_weighed_run *w, dx_formula f,
                                const dx_weighed_spot *at, bool *out)
{
    dx_figure known;
    dx_status status = judgement(w, f, at, &known);
    *out = status == DX_OK && known.value > 0;
    return status;
}

// ---- numbers ----

// The world whose numbers are asked for.
typedef struct valuing {
    dx_weighed_run *w;
    const dx_weighed_spot *at;
} valuing;

static dx_status value_of_leaf(void *context, dx_formula f, dx_figure *out)
{
    const valuing *v = context;
    const dx_question *q = v->w->q;
    const dx_need *need = dx_question_need(q, f);
    dx_kind kind = dx_formula_kind(q->store, f);
    if (dx_kind_family(kind) == DX_FAMILY_PROBABILITY)
        return judgement(v->w, f, v->at, out);
    if (need == NULL && kind != DX_NUMBER)
        return DX_ERR_UNSUPPORTED;
    *out = dx_figure_of(
        need == NULL ? dx_formula_value(q->store, f)
        : need->kind == DX_NEED_NOW
            ? dx_fraction_int(dx_frames_now(v->at->stage->frames)->turn)
            : dx_fraction_int(dx_need_value(need, v->at->table)));
    return DX_OK;
}

dx_status dx_weighing_value(dx_weighed_run *w, dx_formula f,
                            const dx_weighed_spot *at, dx_figure *out)
{
    valuing v = {w, at};
    return dx_figure_reckon(w->q->store, f, value_of_leaf, &v, out);
}

static dx_status holds_comparison(dx_weighed_run *w, dx_formula f,
                                  const dx_weighed_spot *at, bool *out)
{
    unsigned seat;
    dx_formula inner;
    if (dx_question_believes(w->q, f, &seat, &inner))
        return holds_attitude(w, f, at, out);
    dx_figure a, b;
    dx_kind kind = dx_formula_kind(w->q->store, f);
    dx_status status = dx_weighing_value(w, operand(w, f, 0), at, &a);
    if (status != DX_OK)
        return status;
    if (operand(w, f, 0) == operand(w, f, 1)) { // however well it is known
        *out = a.is_defined && (kind == DX_EQUAL || kind == DX_LESS_EQUAL ||
                                kind == DX_GREATER_EQUAL);
        dx_figure_release(&a);
        return DX_OK;
    }
    status = dx_weighing_value(w, operand(w, f, 1), at, &b);
    if (status == DX_OK) {
        status = dx_figure_compare(kind, &a, &b, out);
        const dx_figure *rough = a.quality > b.quality ? &a : &b;
        if (status != DX_OK)
            status = too_close(w, rough);
        dx_figure_release(&b);
    }
    dx_figure_release(&a);
    return status;
}

// ---- formulas ----

static dx_status holds_joint(dx_weighed_run *w, dx_formula f,
                             const dx_weighed_spot *at, bool *out)
{
    dx_kind kind = dx_formula_kind(w->q->store, f);
    bool is_and = kind == DX_AND;
    dx_status status = DX_OK;
    for (size_t i = 0; i < dx_formula_count(w->q->store, f); i++) {
        status = dx_weighing_holds(w, operand(w, f, i), at, out);
        if (status != DX_OK)
            return status;
        if (kind == DX_IMPLIES && i == 0)
            *out = !*out;
        if (*out != is_and)
            break;
    }
    return DX_OK;
}

static dx_status holds_same(dx_weighed_run *w, dx_formula f,
                            const dx_weighed_spot *at, bool *out)
{
    bool left = false, right = false;
    dx_status status = dx_weighing_holds(w, operand(w, f, 0), at, &left);
    if (status == DX_OK)
        status = dx_weighing_holds(w, operand(w, f, 1), at, &right);
    *out = left == right;
    return status;
}

static dx_status holds_operator(dx_weighed_run *w, dx_formula f,
                                const dx_weighed_spot *at, bool *out)
{
    if (!dx_weighing_has_chance(w->q, f))
        return holds_by_places(w, f, at, out);
    switch (dx_formula_kind(w->q->store, f)) {
    case DX_KNOWS:
    case DX_POSSIBLE:
    case DX_KNOWS_WHETHER:
        return holds_attitude(w, f, at, out);
    case DX_EVERYBODY:
        return everybody_knows(w, f, at, out);
    default:
        return dx_fail(w->error, DX_ERR_UNSUPPORTED, 0, 0,
                       "an operator that only histories can answer");
    }
}

static dx_status holds_need(dx_weighed_run *w, const dx_need *need,
                            const dx_weighed_spot *at, bool *out)
{
    if (need->kind == DX_NEED_PAST)
        return holds_past(w, need, at, out);
    *out = dx_need_holds(need, at->table);
    return DX_OK;
}

dx_status dx_weighing_holds(dx_weighed_run *w, dx_formula f,
                            const dx_weighed_spot *at, bool *out)
{
    const dx_need *need = dx_question_need(w->q, f);
    dx_kind kind = dx_formula_kind(w->q->store, f);
    dx_status status;
    if (need != NULL)
        return holds_need(w, need, at, out);
    switch (kind) {
    case DX_TRUE:
    case DX_FALSE:
        *out = kind == DX_TRUE;
        return DX_OK;
    case DX_NOT:
        status = dx_weighing_holds(w, operand(w, f, 0), at, out);
        *out = !*out;
        return status;
    case DX_AND:
    case DX_OR:
    case DX_IMPLIES:
        return holds_joint(w, f, at, out);
    case DX_IFF:
        return holds_same(w, f, at, out);
    default:
        status = dx_kind_family(kind) == DX_FAMILY_COMPARE
                     ? holds_comparison(w, f, at, out)
                     : DX_ERR_UNSUPPORTED;
        return status == DX_ERR_UNSUPPORTED ? holds_operator(w, f, at, out)
                                            : status;
    }
}

// ---- the life of it ----

dx_weighed_run *dx_weighing_new(dx_question *q, dx_error *error)
{
    dx_weighed_run *w = dx_alloc(1, sizeof *w);
    w->q = q;
    w->tries_max = dx_question_tries(q);
    w->error = error;
    dx_masks_init(&w->masks, q->rules->game->verbs);
    dx_weighed_stage *now = new_stage(q, q->count);
    for (unsigned i = 0; i < now->number; i++)
        dx_vector_push(&w->stages, NULL);
    dx_vector_push(&w->stages, now);
    assert(w->stages.count == now->number + 1U);
    return w;
}

void dx_weighing_free(dx_weighed_run *w)
{
    assert(w->depth == 0); // every mind that was opened is closed
    for (size_t i = 0; i < w->stages.count; i++)
        free_stage(w->stages.at[i]);
    for (size_t i = 0; i < w->judgements.count; i++) {
        dx_free(w->judgements.at[i].seen);
        dx_figure_release(&w->judgements.at[i].value);
    }
    dx_vector_release(&w->stages);
    dx_vector_release(&w->judgements);
    dx_free(w);
}

dx_weighed_spot dx_weighing_now(const dx_weighed_run *w, const dx_event *past,
                                const void *table)
{
    return (dx_weighed_spot){now_of(w), past, table};
}
