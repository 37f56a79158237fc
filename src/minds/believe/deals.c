// What the seat sees is fixed in the space of the turn (worlds/), and its deals
// are visited one by one, each with all that may have been chosen unseen.
// Since choices multiply deals, worlds are counted first wherever something was
// chosen, so that too many are refused before the first is visited.  Counting
// and drawing do not list: they are the engine by places.

#include "minds/believe/deals.h"

#include "base/memory.h"
#include "minds/eliminate/sample.h"
#include "minds/inquiry/inquiry.h"
#include "minds/odds.h"
#include "minds/turn/own_space.h"
#include "minds/turn/recall.h"
#include "worlds/deal_table.h"

#include <assert.h>
#include <string.h>

// Steps to be ready to draw, to list deals, and to find how many there are,
// which is only told.
enum {
    STEPS_MAX = 20000000,
    STEPS_LISTING = 6000000,
    STEPS_COUNTING = 4000000
};

// What is made when it is asked for and kept until the next event.
typedef struct cache {
    dx_recall *recall;
    dx_sampler *draw;
    dx_effort effort; // of the drawing
    bool is_counted;
    dx_count count; // of worlds; 0: more than is counted
} cache;

typedef struct reckoning {
    dx_rules rules;
    unsigned seat;
    dx_frames *frames;
    dx_eyes *eyes;
    cache *cache;
    const dx_budget *budget; // may be NULL
} reckoning;

static void *open(const dx_reckoner *how DX_UNUSED, const dx_rules *rules,
                  unsigned seat, const dx_assumption *assumption)
{
    if (rules->game->places == NULL || !dx_assumes_nothing(assumption))
        return NULL;
    reckoning *r = dx_alloc(1, sizeof *r);
    r->rules = *rules;
    r->seat = seat;
    r->frames = dx_frames_new(rules);
    r->eyes = dx_eyes_new(rules, seat);
    r->cache = dx_alloc(1, sizeof *r->cache);
    return r;
}

static void forget(cache *c)
{
    dx_recall_free(c->recall);
    dx_sampler_free(c->draw);
    *c = (cache){0};
}

static void close(void *self)
{
    reckoning *r = self;
    forget(r->cache);
    dx_free(r->cache);
    dx_frames_free(r->frames);
    dx_eyes_free(r->eyes);
    dx_free(r);
}

static void *copy(const void *self)
{
    const reckoning *r = self;
    reckoning *twin = dx_copy(r, sizeof *r);
    twin->frames = dx_frames_copy(r->frames);
    twin->eyes = dx_eyes_copy(r->eyes);
    twin->cache = dx_alloc(1, sizeof *twin->cache);
    return twin;
}

static dx_status follow(void *self, const dx_view *view)
{
    reckoning *r = self;
    assert(view->count == dx_eyes_view(r->eyes)->count + 1); // one event more
    forget(r->cache);
    dx_frames_follow(r->frames, view->seen[view->count - 1]);
    dx_eyes_seen(r->eyes, view->seen[view->count - 1]);
    return DX_OK;
}

// What listing, counting or drawing may cost: our limit, or less if the asker
// has less.
static uint64_t steps_of(const reckoning *r, uint64_t ours)
{
    uint64_t most = r->budget != NULL ? r->budget->steps_max : 0;
    return most > 0 && most < ours ? most : ours;
}

static uint64_t seen_places(const reckoning *r, const dx_frame *frame)
{
    return r->seat < dx_players(&r->rules) ? frame->sees[r->seat] : 0;
}

// ---- listing ----

typedef struct walk {
    const dx_frame *frame;
    const dx_game *game;
    dx_own_space own; // its `dealt` is the world that is visited
    dx_tally weight;
    dx_recall *recall; // NULL: there are no pasts
    void *table;
    size_t bytes;
    unsigned events;
    dx_visit *visit; // NULL: count
    void *context;
    size_t count, worlds_max;
    bool is_stopped;
} walk;

static void show_world(walk *w)
{
    assert(w->weight.whole > 0 || w->weight.quality != DX_EXACT);
    if (++w->count > w->worlds_max)
        w->is_stopped = true;
    if (w->visit == NULL || w->is_stopped)
        return;
    memcpy(w->table, w->frame->sight, w->bytes);
    w->game->places->fill(w->table, &w->own.dealt);
    bool fits = w->weight.quality == DX_EXACT && w->weight.whole <= INT64_MAX;
    dx_world world = {.table = w->table,
                      .count = w->events,
                      .exact = fits ? dx_fraction_int((int64_t)w->weight.whole)
                                    : (dx_fraction){0, 0},
                      .weight = dx_tally_value(w->weight)};
    if (w->recall != NULL)
        world.past = dx_recall_past(w->recall, &w->own.dealt);
    w->is_stopped = !w->visit(w->context, &world);
}

// Tries all that may have been chosen, from choice k on.
static void choose(walk *w, unsigned k)
{
    if (k == w->own.choice_count) {
        show_world(w);
        return;
    }
    unsigned choice = w->own.choices[k];
    uint8_t *chosen = w->own.dealt.count[dx_frame_chosen(w->frame, choice)];
    uint64_t left = dx_own_space_options(w->frame, choice, &w->own.dealt);
    for (; left != 0 && !w->is_stopped; left &= left - 1) {
        chosen[__builtin_ctzll(left)] = 1;
        choose(w, k + 1);
        chosen[__builtin_ctzll(left)] = 0;
    }
}

static bool visit_deal(void *context, const dx_dealt *dealt, dx_tally weight)
{
    walk *w = context;
    for (uint64_t left = w->own.hidden; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        memcpy(w->own.dealt.count[place], dealt->count[place],
               sizeof dealt->count[place]);
    }
    w->weight = weight;
    choose(w, 0);
    return !w->is_stopped;
}

// Choices multiply deals, so there may be more worlds than can be listed.
static dx_status count_choices(walk *w, size_t steps_max, size_t worlds_max)
{
    walk counting = *w;
    counting.visit = NULL;
    dx_status status = dx_deals_each(&w->own.space, steps_max, worlds_max,
                                     visit_deal, &counting);
    return status == DX_OK && counting.is_stopped ? DX_ERR_LIMIT : status;
}

static dx_recall *recall_of(const reckoning *r)
{
    if (r->cache->recall == NULL)
        r->cache->recall = dx_recall_new(r->frames, dx_eyes_view(r->eyes));
    return r->cache->recall;
}

static dx_status each(const void *self, size_t worlds_max, dx_visit *visit,
                      void *context)
{
    const reckoning *r = self;
    const dx_game *game = r->rules.game;
    walk *w = dx_alloc(1, sizeof *w);
    w->frame = dx_frames_now(r->frames);
    w->game = game;
    w->bytes = game->table_bytes(&r->rules);
    w->events = dx_eyes_view(r->eyes)->count;
    w->visit = visit;
    w->context = context;
    w->worlds_max = worlds_max;
    bool fits = dx_own_space_look(&w->own, w->frame, game->places,
                                  seen_places(r, w->frame),
                                  dx_eyes_view(r->eyes)->sight);
    dx_status status = fits ? DX_OK : DX_ERR_LIMIT;
    if (status == DX_OK && w->own.choice_count > 0)
        status = count_choices(w, steps_of(r, STEPS_LISTING), worlds_max);
    if (status == DX_OK) {
        w->table = dx_alloc(1, w->bytes);
        w->recall = recall_of(r);
        status = dx_deals_each(&w->own.space, steps_of(r, STEPS_LISTING),
                               worlds_max, visit_deal, w);
    }
    dx_free(w->table);
    dx_free(w);
    return status;
}

// ---- counting and drawing ----

static void spend(const reckoning *r, uint64_t ours, dx_effort *effort)
{
    effort->budget = r->budget;
    effort->steps_max = steps_of(r, ours);
}

static void limit(void *self, const dx_budget *budget)
{
    ((reckoning *)self)->budget = budget;
}

// How many worlds there are, 0 if that takes too long; false if it was
// cancelled.
static bool count_anew(const reckoning *r, dx_count *out)
{
    const dx_frame *frame = dx_frames_now(r->frames);
    dx_inquiry *inquiry = dx_inquiry_new(r->frames);
    dx_effort *effort = dx_inquiry_effort(inquiry);
    dx_natural worlds = {0};
    dx_status status = DX_ERR_LIMIT;
    spend(r, STEPS_COUNTING, effort);
    if (frame->beyond == NULL)
        status = dx_inquiry_count_worlds(inquiry, frame, seen_places(r, frame),
                                         dx_eyes_view(r->eyes)->sight, &worlds);
    if (status != DX_OK || !dx_natural_to_count(&worlds, out))
        *out = 0;
    dx_natural_release(&worlds);
    dx_inquiry_free(inquiry);
    return status != DX_ERR_CANCELLED;
}

static dx_quality count(const void *self, dx_count *out_count)
{
    const reckoning *r = self;
    cache *c = r->cache;
    if (!c->is_counted)
        c->is_counted = count_anew(r, &c->count);
    *out_count = c->count;
    return c->count > 0 ? DX_EXACT : DX_ROUNDED;
}

static dx_sampler *draw_of(const reckoning *r)
{
    cache *c = r->cache;
    if (c->draw == NULL && c->effort.status == DX_OK &&
        dx_frames_now(r->frames)->beyond == NULL) {
        spend(r, STEPS_MAX, &c->effort);
        c->draw =
            dx_sampler_new(r->frames, r->seat, dx_eyes_view(r->eyes)->sight,
                           false, &c->effort);
    }
    return c->draw;
}

static void sample(const void *self, dx_random *random, void *out_table)
{
    dx_sampler *draw = draw_of(self);
    DX_REQUIRE(draw != NULL, "a view of a game, not too large to draw from");
    dx_sampler_world(draw, random, out_table);
}

// How many worlds have this deal: one for each way to choose.
static double ways_to_choose(const dx_frame *frame, uint64_t sees,
                             const dx_dealt *dealt)
{
    double ways = 1;
    for (unsigned i = 0; i < frame->choice_count; i++)
        if (!(sees >> dx_frame_chosen(frame, i) & 1))
            ways *= __builtin_popcountll(dx_own_space_options(frame, i, dealt));
    return ways;
}

static void one(const void *self, dx_random *random, dx_visit *visit,
                void *context)
{
    const reckoning *r = self;
    const dx_game *game = r->rules.game;
    const dx_frame *frame = dx_frames_now(r->frames);
    dx_sampler *draw = draw_of(r);
    if (draw == NULL)
        return;
    void *table = dx_alloc(1, game->table_bytes(&r->rules));
    dx_dealt *dealt = dx_alloc(1, sizeof *dealt);
    dx_sampler_world(draw, random, table);
    dx_places_held_in(game->places, frame->sight, table, frame->all, dealt);
    double ways = ways_to_choose(frame, seen_places(r, frame), dealt);
    assert(ways >= 1); // what was drawn is a world
    dx_world world = {.table = table,
                      .count = dx_eyes_view(r->eyes)->count,
                      .exact = ways < 1e18 ? dx_fraction_int((int64_t)ways)
                                           : (dx_fraction){0, 0},
                      .weight = ways};
    dx_recall *recall = recall_of(r);
    if (recall != NULL)
        world.past = dx_recall_past(recall, dealt);
    visit(context, &world);
    dx_free(dealt);
    dx_free(table);
}

static bool has_chances(const void *self)
{
    const reckoning *r = self;
    const dx_frame *frame = dx_frames_now(r->frames);
    return dx_frame_has_chances(frame, seen_places(r, frame));
}

const dx_reckoner dx_reckoner_deals = {
    .name = "deals",
    .open = open,
    .copy = copy,
    .close = close,
    .follow = follow,
    .count = count,
    .each = each,
    .one = one,
    .sample = sample,
    .has_chances = has_chances,
    .limit = limit,
};
