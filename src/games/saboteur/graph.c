// Factors change by the paper's formulae 3 and 4: a world that fits what was
// done gains 1/alpha of what is missing to 1, one that does not loses 1/beta of
// what it has.  A zero of the own graph is pinned: formula 3 would raise it.

#include "games/saboteur/graph.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double unsure = 0.15; // changes of the way that say nothing

static void list_from(dx_saboteur_worlds *w, unsigned seat, unsigned set,
                      unsigned least, unsigned most)
{
    unsigned size = (unsigned)__builtin_popcount(set);
    if (seat == w->players) {
        if (size >= least)
            w->saboteurs[w->count++] = (uint16_t)set;
        return;
    }
    if (size < most)
        list_from(w, seat + 1, set | 1U << seat, least, most);
    list_from(w, seat + 1, set, least, most);
}

void dx_saboteur_worlds_list(dx_saboteur_worlds *w, unsigned players,
                             unsigned number, bool or_less)
{
    w->players = players;
    w->count = 0;
    list_from(w, 0, 0, or_less ? number - 1 : number, number);
    assert(w->count <= DX_SABOTEUR_WORLDS_MAX);
}

unsigned dx_saboteur_worlds_find(const dx_saboteur_worlds *w,
                                 unsigned saboteurs)
{
    unsigned i = 0;
    while (i < w->count && w->saboteurs[i] != saboteurs)
        i++;
    return i;
}

static bool is_saboteur(const dx_saboteur_graph *g, unsigned world,
                        unsigned seat)
{
    return g->worlds.saboteurs[world] >> seat & 1;
}

// Does it contradict the owner's own role?
static bool is_pinned(const dx_saboteur_graph *g, unsigned player,
                      unsigned world)
{
    return player == g->owner &&
           is_saboteur(g, world, player) != (g->role == DX_SABOTEUR_SABOTEUR);
}

void dx_saboteur_graph_begin(dx_saboteur_graph *g,
                             const dx_saboteur_worlds *worlds,
                             const dx_saboteur_graph_options *options,
                             unsigned owner, unsigned role)
{
    g->worlds = *worlds;
    g->options = *options;
    g->owner = owner;
    g->role = role;
    for (unsigned player = 0; player < worlds->players; player++)
        for (unsigned world = 0; world < worlds->count; world++)
            g->factor[player][world] = is_pinned(g, player, world) ? 0 : 0.5;
}

static void change(double *factor, bool more, const dx_saboteur_ratios *by)
{
    if (more)
        *factor += (1 - *factor) / by->alpha;
    else
        *factor -= *factor / by->beta;
}

static bool fits(unsigned saboteurs, unsigned who, dx_saboteur_says says,
                 unsigned target)
{
    bool its = saboteurs >> who & 1;
    switch (says) {
    case DX_SAYS_MINER:
        return !its;
    case DX_SAYS_SABOTEUR:
        return its;
    case DX_SAYS_OTHER_SIDE:
        return its != (saboteurs >> target & 1);
    default:
        return its == (saboteurs >> target & 1);
    }
}

void dx_saboteur_change(const dx_saboteur_worlds *worlds, double *factor,
                        unsigned who, dx_saboteur_says says, unsigned target,
                        const dx_saboteur_ratios *by)
{
    for (unsigned world = 0; says != DX_SAYS_NOTHING && world < worlds->count;
         world++)
        change(&factor[world],
               fits(worlds->saboteurs[world], who, says, target), by);
}

bool dx_saboteur_graph_has(const dx_saboteur_graph *g, unsigned player,
                           unsigned world)
{
    return g->factor[player][world] > g->options.threshold;
}

unsigned dx_saboteur_graph_accessible(const dx_saboteur_graph *g,
                                      unsigned player, bool *out)
{
    const double *factor = g->factor[player];
    unsigned count = 0;
    double best = 0;
    for (unsigned world = 0; world < g->worlds.count; world++) {
        out[world] = dx_saboteur_graph_has(g, player, world);
        count += out[world];
        best = fmax(best, factor[world]);
    }
    for (unsigned world = 0; world < g->worlds.count && best > 0; world++)
        if (!out[world] && count == 0 && factor[world] >= best * (1 - 1e-12))
            out[world] = true;
    if (count > 0)
        return count;
    for (unsigned world = 0; world < g->worlds.count; world++)
        count += out[world];
    return count;
}

// The most probable ally of the owner: who is on its side in most accessible
// worlds of all graphs, the first of these.
static unsigned find_ally(const dx_saboteur_graph *g)
{
    unsigned scores[DX_SABOTEUR_SEATS] = {0}, best = DX_NONE;
    bool wanted = g->role == DX_SABOTEUR_SABOTEUR;
    for (unsigned player = 0; player < g->worlds.players; player++)
        for (unsigned world = 0; world < g->worlds.count; world++)
            for (unsigned seat = 0; seat < g->worlds.players; seat++)
                scores[seat] += dx_saboteur_graph_has(g, player, world) &&
                                is_saboteur(g, world, seat) == wanted;
    for (unsigned seat = 0; seat < g->worlds.players; seat++)
        if (seat != g->owner &&
            (best == DX_NONE || scores[seat] > scores[best]))
            best = seat;
    return best;
}

// The ally's accessible worlds count for more in the own graph, all others for
// less.
static void learn_from_ally(dx_saboteur_graph *g)
{
    unsigned ally = find_ally(g);
    const dx_saboteur_ratios *by = &g->options.by[DX_SABOTEUR_BY_TUNNEL];
    for (unsigned world = 0; world < g->worlds.count; world++)
        if (!is_pinned(g, g->owner, world))
            change(&g->factor[g->owner][world],
                   dx_saboteur_graph_has(g, ally, world), by);
}

// Sets the pinned worlds of the own graph to zero again.
static void pin(dx_saboteur_graph *g)
{
    for (unsigned world = 0;
         g->owner < g->worlds.players && world < g->worlds.count; world++)
        if (is_pinned(g, g->owner, world))
            g->factor[g->owner][world] = 0;
}

void dx_saboteur_graph_act(dx_saboteur_graph *g, unsigned who,
                           dx_saboteur_says says, unsigned target,
                           unsigned evidence)
{
    for (unsigned player = 0; player < g->worlds.players; player++)
        if (player != who)
            dx_saboteur_change(&g->worlds, g->factor[player], who, says, target,
                               &g->options.by[evidence]);
    pin(g);
    if (g->options.depth > 1 && who == g->owner)
        learn_from_ally(g);
}

// The goals that may have the gold, by a seat's own sight.
static unsigned open_goals(const dx_saboteur *t)
{
    unsigned open = 0;
    for (unsigned i = 0; i < t->goals; i++) {
        if (t->up >> i & 1)
            continue;
        if (t->goal[i] == DX_SABOTEUR_GOLD)
            return 1U << i;
        if (t->goal[i] >= DX_SABOTEUR_TREASURES)
            open |= 1U << i;
    }
    return open;
}

dx_saboteur_says dx_saboteur_says_of(const dx_saboteur_act *act, unsigned goals)
{
    if (act->verb == DX_SABOTEUR_BLOCK)
        return DX_SAYS_OTHER_SIDE;
    if (act->verb == DX_SABOTEUR_UNBLOCK)
        return act->target == act->who ? DX_SAYS_NOTHING : DX_SAYS_SAME_SIDE;
    if (!dx_saboteur_act_builds(act))
        return DX_SAYS_NOTHING;
    double gold[DX_SABOTEUR_GOALS] = {0};
    goals &= ~(unsigned)act->up;
    for (unsigned i = 0; i < DX_SABOTEUR_GOALS; i++)
        if (goals >> i & 1)
            gold[i] = 1.0 / __builtin_popcount(goals);
    double gain = dx_saboteur_act_gain(act, gold);
    return gain > unsure    ? DX_SAYS_MINER
           : gain < -unsure ? DX_SAYS_SABOTEUR
                            : DX_SAYS_NOTHING;
}

static unsigned evidence_of(const dx_saboteur_act *act)
{
    return act->verb == DX_SABOTEUR_CRUSH ? DX_SABOTEUR_BY_ROCK
           : act->verb == DX_SABOTEUR_DIG ? DX_SABOTEUR_BY_TUNNEL
                                          : DX_SABOTEUR_BY_TOOL;
}

void dx_saboteur_graph_guilt(const dx_saboteur_graph *g, unsigned player,
                             double power, double *out)
{
    double all = 0;
    memset(out, 0, DX_SABOTEUR_SEATS * sizeof *out);
    for (unsigned world = 0; world < g->worlds.count; world++) {
        double weight = g->factor[player][world];
        weight = power == 1 ? weight : pow(weight, power);
        all += weight;
        for (unsigned seat = 0; seat < g->worlds.players; seat++)
            out[seat] += is_saboteur(g, world, seat) ? weight : 0;
    }
    for (unsigned seat = 0; seat < g->worlds.players; seat++)
        out[seat] = all > 0 ? out[seat] / all : 0;
}

void dx_saboteur_graph_make(dx_saboteur_graph *g, const dx_saboteur_acts *acts,
                            const dx_saboteur *t, unsigned seat,
                            const dx_saboteur_graph_options *options)
{
    dx_saboteur_worlds worlds;
    unsigned goals = open_goals(t);
    dx_saboteur_worlds_list(&worlds, t->players, t->saboteurs, t->spare_card);
    dx_saboteur_graph_begin(g, &worlds, options, seat,
                            seat < t->players ? t->role[seat] : DX_NONE);
    for (unsigned i = 0; i < acts->count; i++) {
        const dx_saboteur_act *act = &acts->at[i];
        dx_saboteur_graph_act(g, act->who, dx_saboteur_says_of(act, goals),
                              act->target, evidence_of(act));
    }
}
