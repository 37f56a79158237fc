// The graphs as sources of belief: graph1 and graph2.  Worlds are roles and
// goals; the graphs weigh roles, and goals are even but for what the owner saw.

#include "base/memory.h"
#include "game/source.h"
#include "games/saboteur/bayes.h"
#include "games/saboteur/places.h"

enum { ALPHA, BETA, THRESHOLD, ROCK_ALPHA, ROCK_BETA, TOOL_ALPHA, TOOL_BETA };

static const dx_param graph_params[] = {
    [ALPHA] = {"alpha", "belief grows by one in so many", 100, 100000, 30000,
               .decimals = 2},
    [BETA] = {"beta", "disbelief grows by one in so many", 100, 10000, 115,
              .decimals = 2},
    [THRESHOLD] = {"threshold", "worlds above it are accessible", 0, 999, 50,
                   .decimals = 3},
    [ROCK_ALPHA] = {"rock_alpha", "of rock-falls; 0: as tunnels", 0, 100000, 0,
                    .decimals = 2},
    [ROCK_BETA] = {"rock_beta", "the same", 0, 10000, 0, .decimals = 2},
    [TOOL_ALPHA] = {"tool_alpha", "of tools; 0: as tunnels", 0, 100000, 0,
                    .decimals = 2},
    [TOOL_BETA] = {"tool_beta", "the same", 0, 10000, 0, .decimals = 2},
    {0},
};

static double ratio(const dx_params *params, unsigned own, unsigned plain)
{
    int value =
        params->value[own] > 0 ? params->value[own] : params->value[plain];
    return (value < 100 ? 100 : value) / 100.0;
}

dx_saboteur_graph_options dx_saboteur_graph_read(const dx_params *params,
                                                 unsigned depth)
{
    return (dx_saboteur_graph_options){
        .by = {{ratio(params, ALPHA, ALPHA), ratio(params, BETA, BETA)},
               {ratio(params, ROCK_ALPHA, ALPHA),
                ratio(params, ROCK_BETA, BETA)},
               {ratio(params, TOOL_ALPHA, ALPHA),
                ratio(params, TOOL_BETA, BETA)}},
        .threshold = params->value[THRESHOLD] / 1000.0,
        .depth = depth};
}

static uint64_t places(const void *sight)
{
    return dx_saboteur_role_places(sight);
}

// The figures of the paper: roles alone, as letters.
static uint64_t drawn(const void *sight)
{
    const dx_saboteur *t = sight;
    return dx_saboteur_role_places(t) &
           (DX_BIT(dx_saboteur_place_goal(t, 0)) - 1);
}

static void word(const void *world, dx_text *out)
{
    const dx_saboteur *t = world;
    for (unsigned seat = 0; seat < t->players; seat++)
        dx_text_add_char(out,
                         t->role[seat] == DX_SABOTEUR_SABOTEUR ? 'S' : 'M');
}

typedef struct opened {
    dx_saboteur_graph graph;
    bool accessible[DX_SABOTEUR_SEATS][DX_SABOTEUR_WORLDS_MAX];
    dx_saboteur sight; // the owner's
} opened;

static void *open_graph(const dx_rules *rules, const dx_params *params,
                        const dx_view *view, unsigned depth)
{
    opened *o = dx_alloc(1, sizeof *o);
    const dx_saboteur *t = view->sight;
    dx_saboteur_acts *acts = dx_alloc(1, sizeof *acts);
    dx_saboteur_graph_options options = dx_saboteur_graph_read(params, depth);
    o->sight = *t;
    dx_saboteur_acts_begin(acts, rules);
    for (unsigned i = 0; i < view->count; i++)
        dx_saboteur_acts_follow(acts, view->seen[i]);
    dx_saboteur_graph_make(&o->graph, acts, t, view->seat, &options);
    for (unsigned seat = 0; seat < t->players; seat++)
        dx_saboteur_graph_accessible(&o->graph, seat, o->accessible[seat]);
    dx_free(acts);
    return o;
}

static void *open1(const dx_rules *rules, const dx_params *params,
                   const dx_view *view)
{
    return open_graph(rules, params, view, 1);
}

static void *open2(const dx_rules *rules, const dx_params *params,
                   const dx_view *view)
{
    return open_graph(rules, params, view, 2);
}

static void close_graph(void *self)
{
    dx_free(self);
}

// Goals that the owner has seen are as it saw them, in its own beliefs.
static bool fits_goals(const opened *o, unsigned seat, const dx_saboteur *t)
{
    for (unsigned i = 0; seat == o->graph.owner && i < t->goals; i++)
        if (o->sight.goal[i] < DX_SABOTEUR_TREASURES &&
            t->goal[i] < DX_SABOTEUR_TREASURES &&
            o->sight.goal[i] != t->goal[i])
            return false;
    return true;
}

static unsigned world_of(const opened *o, const dx_saboteur *t)
{
    return dx_saboteur_worlds_find(&o->graph.worlds, dx_saboteur_guilty(t));
}

static double weight(const void *self, unsigned seat, const void *world)
{
    const opened *o = self;
    unsigned number = world_of(o, world);
    return number < o->graph.worlds.count && fits_goals(o, seat, world)
               ? o->graph.factor[seat][number]
               : 0;
}

static bool accessible(const void *self, unsigned seat, const void *world)
{
    const opened *o = self;
    unsigned number = world_of(o, world);
    return number < o->graph.worlds.count && fits_goals(o, seat, world) &&
           o->accessible[seat][number];
}

// A threshold of 1/2 and more leaves nothing in most graphs.
static bool kept_best(const void *self, unsigned seat)
{
    const opened *o = self;
    for (unsigned world = 0; world < o->graph.worlds.count; world++)
        if (dx_saboteur_graph_has(&o->graph, seat, world))
            return false;
    return true;
}

static const dx_source graph1 = {
    .name = "graph1",
    .help = "the paper's belief graphs, each by itself",
    .schema = {graph_params, NULL},
    .places = places,
    .drawn = drawn,
    .word = word,
    .open = open1,
    .close = close_graph,
    .weight = weight,
    .accessible = accessible,
    .kept_best = kept_best,
};

static const dx_source graph2 = {
    .name = "graph2",
    .help = "the same with the graph of the most probable ally",
    .schema = {graph_params, NULL},
    .places = places,
    .drawn = drawn,
    .word = word,
    .open = open2,
    .close = close_graph,
    .weight = weight,
    .accessible = accessible,
    .kept_best = kept_best,
};

// Chance alone: moves say nothing.
static void *open_prior(const dx_rules *rules, const dx_params *params,
                        const dx_view *view)
{
    (void)rules, (void)params;
    opened *o = dx_alloc(1, sizeof *o);
    o->sight = *(const dx_saboteur *)view->sight;
    o->graph.owner = view->seat;
    return o;
}

static double prior_weight(const void *self, unsigned seat, const void *world)
{
    const opened *o = self;
    return fits_goals(o, seat, world);
}

static const dx_source prior = {
    .name = "prior",
    .help = "chance alone: moves say nothing",
    .places = places,
    .drawn = drawn,
    .word = word,
    .open = open_prior,
    .close = close_graph,
    .weight = prior_weight,
};

const dx_source *const dx_saboteur_sources[] = {
    &prior, &graph1, &graph2, &dx_saboteur_bayes_source, NULL};
