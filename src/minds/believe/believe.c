// The worlds come from a reckoner that assumes nothing, their weights from
// replay (believe_replay.c), and what was worked out is kept until the next
// event.
//
// Worlds with weight are put together seat by seat where that can be done
// (seatwise.h); all are gone through where it cannot, and where an assumption
// is refuted.
//
// Where all seats play by one convention without lapses, fewer worlds will do:
// those in which everybody was truthful.  As long as the convention was kept
// they are the ones with weight, and one of them can tell whether it was, since
// they agree in all that was said.  Once it is broken, all worlds are tried.

#include "minds/believe/believe.h"

#include "base/memory.h"
#include "minds/believe/believe_replay.h"
#include "minds/believe/deals.h"
#include "minds/believe/seatwise.h"
#include "minds/odds.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// To try where the caller has not said how many; and steps of policies, for
// listing, for drawing and for tables.
enum {
    WORLDS_MAX = 1000000,
    STEPS_LISTING = 2000000,
    STEPS_DRAWING = 600000,
    STEPS_TABLES = 300000,
};

// What was worked out for one moment.
typedef struct findings {
    bool is_there;
    dx_replayed replayed;
    bool narrow; // only among truthful worlds
    bool draws;  // some were drawn
    enum { UNCHECKED, KEPT, BROKEN } convention;
    bool has_tables;     // they were tried
    dx_seatwise *tables; // NULL: they take too much,
    dx_status why;       // or are not to be had
} findings;

typedef struct belief {
    dx_rules rules;
    unsigned seat;
    dx_assumption assumption;
    dx_reckoning base;   // under no assumption
    dx_reckoning narrow; // of truthful worlds, where all share a convention
    dx_eyes *eyes;
    findings *found;
    dx_toil *toil;
} belief;

// ---- the life of a reckoner ----

static dx_reckoning open_base(const dx_rules *rules, unsigned seat,
                              const dx_event *seen, unsigned count)
{
    dx_reckoning r = {0};
    const dx_reckoner *const *list = rules->game->reckoners;
    for (; list != NULL && *list != NULL && r.self == NULL; list++)
        if ((*list)->each != NULL && (*list)->one != NULL)
            r = dx_reckoning_with(*list, rules, seat, NULL, seen, count);
    if (r.self == NULL)
        r = dx_reckoning_with(&dx_reckoner_deals, rules, seat, NULL, seen,
                              count);
    return r;
}

// Whoever plays by a convention is truthful as long as all are, so that only
// truthful worlds need be tried.  What they are all know at once.
static dx_reckoning open_narrow(const dx_rules *rules, unsigned seat,
                                const dx_assumption *assumption)
{
    dx_reckoning r = {0};
    const dx_reckoner *const *list = rules->game->reckoners;
    dx_assumption truthful = *assumption;
    truthful.kind = DX_ASSUME_TRUTHFUL;
    if (assumption->kind == DX_ASSUME_UNIFORM ||
        assumption->kind == DX_ASSUME_MIXTURE ||
        assumption->policy[0].agent == NULL ||
        assumption->policy[0].agent->hear == NULL)
        return r;
    for (unsigned other = 0; other < dx_players(rules); other++)
        if (!dx_policy_same(&assumption->policy[0],
                            &assumption->policy[other]) ||
            assumption->lapse[other].top != 0)
            return r;
    for (; list != NULL && *list != NULL && r.self == NULL; list++)
        if ((*list)->each != NULL && (*list)->one != NULL &&
            (*list)->count != NULL)
            r = dx_reckoning_with(*list, rules, seat, &truthful, NULL, 0);
    return r;
}

static void *open_belief(const dx_reckoner *how DX_UNUSED,
                         const dx_rules *rules, unsigned seat,
                         const dx_assumption *assumption)
{
    if (dx_assumes_nothing(assumption))
        return NULL;
    dx_reckoning base = open_base(rules, seat, NULL, 0);
    if (base.self == NULL)
        return NULL;
    belief *b = dx_alloc(1, sizeof *b);
    b->rules = *rules;
    b->seat = seat;
    b->assumption = *assumption;
    b->base = base;
    b->narrow = open_narrow(rules, seat, assumption);
    b->eyes = dx_eyes_new(rules, seat);
    b->found = dx_alloc(1, sizeof *b->found);
    b->toil = dx_alloc(1, sizeof *b->toil);
    b->toil->steps_max = STEPS_LISTING;
    return b;
}

static void forget(findings *found)
{
    dx_replayed_release(&found->replayed);
    dx_seatwise_free(found->tables);
    *found = (findings){0};
}

static void close_belief(void *self)
{
    belief *b = self;
    forget(b->found);
    dx_free(b->found);
    dx_free(b->toil);
    dx_eyes_free(b->eyes);
    dx_reckoning_close(&b->base);
    dx_reckoning_close(&b->narrow);
    dx_free(b);
}

static void *copy_belief(const void *self)
{
    const belief *b = self;
    belief *copy = dx_copy(b, sizeof *b);
    copy->base.self = b->base.how->copy(b->base.self);
    if (b->narrow.self != NULL)
        copy->narrow.self = b->narrow.how->copy(b->narrow.self);
    copy->eyes = dx_eyes_copy(b->eyes);
    copy->found = dx_alloc(1, sizeof *copy->found);
    copy->toil = dx_copy(b->toil, sizeof *b->toil);
    return copy;
}

static dx_status follow_belief(void *self, const dx_view *view)
{
    belief *b = self;
    assert(view->count == dx_eyes_view(b->eyes)->count + 1); // one event more
    forget(b->found);
    b->toil->steps = 0;
    b->toil->steps_max = STEPS_LISTING;
    dx_eyes_seen(b->eyes, view->seen[view->count - 1]);
    dx_status status = b->base.how->follow(b->base.self, view);
    if (status == DX_OK && b->narrow.self != NULL)
        status = b->narrow.how->follow(b->narrow.self, view);
    return status;
}

static dx_status find(const belief *b, size_t worlds_max)
{
    findings *found = b->found;
    if (found->is_there && !found->narrow)
        return found->replayed.count > worlds_max ? DX_ERR_LIMIT : DX_OK;
    dx_replayed_release(&found->replayed);
    found->is_there = found->narrow = false;
    dx_status status =
        dx_replay_all(&b->base, dx_eyes_view(b->eyes), &b->assumption,
                      worlds_max, b->toil, &found->replayed);
    found->is_there = status == DX_OK;
    return status;
}

// ---- truthful worlds ----

// Does one world, as its past was seen by `seat`, have weight?
typedef struct probe {
    const belief *b;
    dx_assumption assumption;
    unsigned seat;
    bool survives;
} probe;

static bool probe_world(void *context, const dx_world *world)
{
    probe *p = context;
    dx_view view = *dx_eyes_view(p->b->eyes);
    view.seat = p->seat;
    view.seen = world->past;
    dx_pasts pasts = dx_pasts_of(&view, p->b->toil);
    dx_pasts_add(&pasts, world->past);
    bool survives = false;
    p->survives =
        dx_pasts_survive(&pasts, &p->assumption, NULL, &survives) == DX_OK &&
        survives;
    dx_pasts_release(&pasts);
    return false;
}

// Has the convention been kept, so that the narrow worlds are those with
// weight?  They agree in all that was said, so one speaks for all.
static bool is_kept(const belief *b)
{
    findings *found = b->found;
    if (b->narrow.self == NULL)
        return false;
    if (found->convention == UNCHECKED) {
        // Nobody's moves are left out, not even the seat's own.
        probe p = {b, b->assumption, DX_BYSTANDER, false};
        dx_random random = dx_random_named(0, 0, 0);
        p.assumption.kind = DX_ASSUME_TRUTHFUL;
        b->narrow.how->one(b->narrow.self, &random, probe_world, &p);
        found->convention = p.survives ? KEPT : BROKEN;
    }
    return found->convention == KEPT;
}

// The same as `find`, but only among narrow worlds if they will do.
static dx_status find_believed(const belief *b, size_t worlds_max)
{
    findings *found = b->found;
    const dx_assumption none = {0};
    bool weighed = b->assumption.kind == DX_ASSUME_POLICY;
    if (found->is_there && found->narrow)
        return found->replayed.count > worlds_max ? DX_ERR_LIMIT : DX_OK;
    if (found->is_there || !is_kept(b))
        return find(b, worlds_max);
    dx_status status = dx_replay(&b->narrow, dx_eyes_view(b->eyes),
                                 weighed ? &b->assumption : &none, worlds_max,
                                 b->toil, &found->replayed);
    if (status != DX_OK)
        return status;
    found->is_there = found->narrow = true;
    return found->replayed.account.believed > 0 ? DX_OK : find(b, worlds_max);
}

// ---- seat by seat ----

// The tables of all seats, where weight is not found in narrow worlds.
static dx_seatwise *tables_of(const belief *b)
{
    findings *found = b->found;
    if (!found->has_tables && !is_kept(b)) {
        *b->toil =
            (dx_toil){.budget = b->toil->budget, .steps_max = 2 * STEPS_TABLES};
        found->tables =
            dx_seatwise_new(dx_eyes_view(b->eyes), &b->assumption, NULL,
                            STEPS_TABLES, b->toil, &found->why);
        *b->toil =
            (dx_toil){.budget = b->toil->budget, .steps_max = STEPS_LISTING};
    }
    found->has_tables = true;
    return found->tables;
}

typedef struct counting {
    size_t count;
    dx_visit *visit;
    void *context;
} counting;

static bool count_visit(void *context, const dx_world *world)
{
    counting *c = context;
    c->count++;
    return c->visit(c->context, world);
}

// Visits the worlds with weight, put together from tables.  DX_ERR_UNSUPPORTED:
// there are no tables, or no world with weight.
static dx_status each_by_seats(const belief *b, size_t worlds_max,
                               dx_visit *visit, void *context)
{
    counting c = {.visit = visit, .context = context};
    dx_account *account = &b->found->replayed.account;
    if (b->found->is_there || tables_of(b) == NULL)
        return b->found->why == DX_ERR_CANCELLED ? DX_ERR_CANCELLED
                                                 : DX_ERR_UNSUPPORTED;
    dx_status status =
        dx_seatwise_each(b->found->tables, worlds_max, count_visit, &c);
    if (status == DX_OK && c.count == 0)
        return DX_ERR_UNSUPPORTED;
    *account = (dx_account){.tried = c.count, .believed = c.count};
    return status;
}

// ---- what can be asked ----

static dx_quality count_worlds(const void *self, dx_count *out_count)
{
    const belief *b = self;
    return b->base.how->count(b->base.self, out_count);
}

typedef struct visiting {
    const dx_weight *weight; // of the next world
    bool skips;              // those without weight
    dx_visit *visit;
    void *context;
} visiting;

static bool visit_weighed(void *context, const dx_world *world)
{
    visiting *v = context;
    dx_world weighed = *world;
    assert(v->weight->value >= 0);
    weighed.exact = v->weight->exact;
    weighed.weight = v->weight->value;
    v->weight++;
    if (v->skips && weighed.weight == 0)
        return true;
    return v->visit(v->context, &weighed);
}

static dx_status each(const void *self, size_t worlds_max, dx_visit *visit,
                      void *context)
{
    const belief *b = self;
    dx_status status = find(b, worlds_max);
    if (status != DX_OK)
        return status;
    visiting v = {b->found->replayed.weights, false, visit, context};
    return b->base.how->each(b->base.self, worlds_max, visit_weighed, &v);
}

static size_t normal_limit(const belief *b)
{
    return b->found->is_there ? SIZE_MAX : WORLDS_MAX;
}

static dx_status believed(const void *self, size_t worlds_max, dx_visit *visit,
                          void *context)
{
    const belief *b = self;
    dx_status status = each_by_seats(b, worlds_max, visit, context);
    if (status != DX_ERR_UNSUPPORTED)
        return status;
    status = find_believed(b, worlds_max);
    if (status != DX_OK)
        return status;
    visiting v = {b->found->replayed.weights, true, visit, context};
    const dx_reckoning *from = b->found->narrow ? &b->narrow : &b->base;
    return from->how->each(from->self, worlds_max, visit_weighed, &v);
}

// Worlds that were drawn, kept to be weighed together.
typedef struct hoard {
    dx_pasts pasts;
    size_t bytes;
    DX_VECTOR(uint8_t) tables;
    DX_VECTOR(dx_weight) weights;
} hoard;

static bool hoard_world(void *context, const dx_world *world)
{
    hoard *h = context;
    if (world->past == NULL)
        return false;
    dx_pasts_add(&h->pasts, world->past);
    dx_vector_push(&h->weights, ((dx_weight){world->exact, world->weight}));
    dx_vector_reserve(&h->tables, h->bytes);
    memcpy(h->tables.at + h->tables.count, world->table, h->bytes);
    h->tables.count += h->bytes;
    // One past, one weight and one table for each.
    assert(h->weights.count == h->pasts.count &&
           h->tables.count == h->pasts.count * h->bytes);
    return false;
}

static void visit_hoard(const hoard *h, dx_visit *visit, void *context)
{
    const dx_view *view = h->pasts.view;
    dx_event *past = dx_copy(view->seen, view->count * sizeof *past);
    for (size_t i = 0; i < h->weights.count; i++) {
        dx_weight weight = h->weights.at[i];
        if (weight.value == 0)
            continue;
        dx_pasts_read(&h->pasts, i, past);
        dx_world world = {.table = h->tables.at + i * h->bytes,
                          .past = past,
                          .count = view->count,
                          .exact = weight.exact,
                          .weight = weight.value};
        if (!visit(context, &world))
            break;
    }
    dx_free(past);
}

static dx_status drawn(const void *self, size_t draws, dx_random *random,
                       dx_visit *visit, void *context)
{
    const belief *b = self;
    if (tables_of(b) != NULL)
        return dx_seatwise_draw(b->found->tables, draws, random, visit,
                                context);
    if (!b->found->draws)
        *b->toil =
            (dx_toil){.budget = b->toil->budget, .steps_max = STEPS_DRAWING};
    b->found->draws = true;
    const dx_reckoning *from = is_kept(b) ? &b->narrow : &b->base;
    const dx_assumption none = {0};
    bool is_truth = b->assumption.kind == DX_ASSUME_TRUTHFUL && is_kept(b);
    hoard h = {.pasts = dx_pasts_of(dx_eyes_view(b->eyes), b->toil),
               .bytes = b->rules.game->table_bytes(&b->rules)};
    for (size_t i = 0; i < draws; i++)
        from->how->one(from->self, random, hoard_world, &h);
    dx_status status = DX_ERR_LIMIT;
    if (h.pasts.count > 0)
        status = dx_pasts_weigh(&h.pasts, is_truth ? &none : &b->assumption,
                                NULL, 0, h.weights.at);
    if (status == DX_OK)
        visit_hoard(&h, visit, context);
    dx_pasts_release(&h.pasts);
    dx_vector_release(&h.tables);
    dx_vector_release(&h.weights);
    return status;
}

// Does some truthful world have weight under the policy?  By drawing a few:
// if none is found there may be one all the same.
static bool draw_survivor(const belief *b)
{
    enum { DRAWS = 100 };
    probe p = {b, b->assumption, b->seat, false};
    dx_random random = dx_random_named(0, 0, 0);
    for (unsigned i = 0; i < DRAWS && !p.survives; i++)
        b->narrow.how->one(b->narrow.self, &random, probe_world, &p);
    return p.survives;
}

// Where the convention has been kept: exactly, if nothing but truth is
// assumed; and under the policy itself, if the fact is so or is not so in all
// truthful worlds and one of them has weight.
static dx_status chance(const void *self, const dx_atom *atom, const int *args,
                        dx_fraction *out_exact, double *out_chance)
{
    const belief *b = self;
    if (!is_kept(b) || b->narrow.how->chance == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status = b->narrow.how->chance(b->narrow.self, atom, args,
                                             out_exact, out_chance);
    if (status != DX_OK || b->assumption.kind == DX_ASSUME_TRUTHFUL)
        return status;
    bool is_sure = out_exact->top == 0 || out_exact->top == out_exact->over;
    return is_sure && draw_survivor(b) ? DX_OK : DX_ERR_UNSUPPORTED;
}

typedef struct draw {
    double left; // weight to go past
    size_t bytes;
    void *out;
} draw;

static bool add_weight(void *context, const dx_world *world)
{
    *(double *)context += world->weight;
    return true;
}

// The table is written again and again until the weight is used up, so that
// rounding cannot leave it empty.
static bool draw_world(void *context, const dx_world *world)
{
    draw *d = context;
    memcpy(d->out, world->table, d->bytes);
    d->left -= world->weight;
    return d->left >= 0;
}

static void sample(const void *self, dx_random *random, void *out_table)
{
    const belief *b = self;
    draw d = {.bytes = b->rules.game->table_bytes(&b->rules), .out = out_table};
    dx_status status = believed(self, normal_limit(b), add_weight, &d.left);
    DX_REQUIRE(status == DX_OK, "worlds that can be listed");
    assert(d.left > 0); // some world is believed
    d.left *= dx_random_unit(random);
    status = believed(self, normal_limit(b), draw_world, &d);
    DX_REQUIRE(status == DX_OK, "worlds that can be listed");
}

static void limit(void *self, const dx_budget *budget)
{
    belief *b = self;
    b->toil->budget = budget;
    if (b->base.self != NULL && b->base.how->limit != NULL)
        b->base.how->limit(b->base.self, budget);
}

static void account(const void *self, dx_account *out)
{
    const belief *b = self;
    const dx_reckoning *from =
        b->found->convention == KEPT ? &b->narrow : &b->base;
    *out = b->found->replayed.account;
    if (b->found->tables != NULL &&
        isfinite(dx_seatwise_worth(b->found->tables)))
        out->worth = dx_seatwise_worth(b->found->tables);
    from->how->count(from->self, &out->to_try);
    if (!b->found->is_there && b->found->convention == KEPT &&
        b->assumption.kind == DX_ASSUME_TRUTHFUL)
        out->believed = out->to_try;
}

const dx_reckoner dx_reckoner_believe = {
    .name = "belief",
    .open = open_belief,
    .copy = copy_belief,
    .close = close_belief,
    .follow = follow_belief,
    .count = count_worlds,
    .each = each,
    .believed = believed,
    .drawn = drawn,
    .sample = sample,
    .chance = chance,
    .limit = limit,
    .account = account,
};
