// By the paper's graphs at depth one and two: whom to block and to mend follows
// from the own graph.  A saboteur pretends to be a miner until most others, by
// the graphs that it assumes of them, hold it to be a saboteur in all worlds
// they find accessible; then it stops pretending.

#include "agents/saboteur/graph.h"

#include "agents/saboteur/mask.h"
#include "agents/saboteur/straight.h"
#include "games/saboteur/graph.h"

#include <string.h>

// Beside the parameters of the graph.
enum { PRETEND = 7 };

static const char *const no_yes[] = {"no", "yes", NULL};

static const dx_param params[] = {
    {"alpha", "belief grows by one in so many", 100, 100000, 30000,
     .decimals = 2},
    {"beta", "disbelief grows by one in so many", 100, 10000, 115,
     .decimals = 2},
    {"threshold", "worlds above it are accessible", 0, 999, 50, .decimals = 3},
    {"rock_alpha", "of rock-falls; 0: as tunnels", 0, 100000, 0, .decimals = 2},
    {"rock_beta", "the same", 0, 10000, 0, .decimals = 2},
    {"tool_alpha", "of tools; 0: as tunnels", 0, 100000, 0, .decimals = 2},
    {"tool_beta", "the same", 0, 10000, 0, .decimals = 2},
    [PRETEND] = {"pretend", "as a saboteur, until it is found out", 0, 1, 0,
                 .choices = no_yes},
    {0},
};

static const dx_saboteur_mask mask = {0.5, 3.5, 0.5};

// The share of the others who believe that `seat` is a saboteur.
static double share_of_accusers(const dx_saboteur_graph *g, unsigned seat)
{
    unsigned accusers = 0;
    bool open[DX_SABOTEUR_WORLDS_MAX];
    for (unsigned player = 0; player < g->worlds.players; player++) {
        bool sure = player != seat;
        dx_saboteur_graph_accessible(g, player, open);
        for (unsigned w = 0; w < g->worlds.count; w++)
            if (open[w] && !(g->worlds.saboteurs[w] >> seat & 1))
                sure = false;
        accusers += sure;
    }
    return (double)accusers / (g->worlds.players - 1);
}

static dx_event choose_at(const void *memory, const dx_policy *self,
                          const dx_view *view, dx_thought *thought,
                          unsigned depth)
{
    dx_event moves[DX_MOVES_MAX];
    double scores[DX_MOVES_MAX];
    dx_saboteur_belief belief;
    dx_saboteur_graph graph;
    const dx_saboteur *t = view->sight;
    unsigned count = dx_view_moves(view, moves), seat = view->seat;
    dx_saboteur_graph_options options =
        dx_saboteur_graph_read(&self->params, depth);
    dx_saboteur_graph_make(&graph, memory, t, seat, &options);
    dx_saboteur_graph_guilt(&graph, seat, 1, belief.guilt);
    dx_saboteur_gold_by_claims(t, seat, belief.gold);
    bool pretends = self->params.value[PRETEND] &&
                    t->role[seat] == DX_SABOTEUR_SABOTEUR &&
                    t->phase == DX_SABOTEUR_PLAYING &&
                    !dx_saboteur_mask_is_off(&mask, t, &belief,
                                             share_of_accusers(&graph, seat));
    if (pretends)
        dx_saboteur_mask_score(&mask, t, seat, &belief, &dx_saboteur_plain,
                               count, moves, scores);
    else
        dx_saboteur_score(t, seat, &belief, &dx_saboteur_plain, t->role[seat],
                          count, moves, scores);
    unsigned best = dx_saboteur_best(count, scores);
    dx_saboteur_give_reason(thought, t, moves[best], &belief, scores[best]);
    return moves[best];
}

static dx_event choose1(const void *memory, const dx_policy *self,
                        const dx_view *view, dx_thought *thought)
{
    return choose_at(memory, self, view, thought, 1);
}

static dx_event choose2(const void *memory, const dx_policy *self,
                        const dx_view *view, dx_thought *thought)
{
    return choose_at(memory, self, view, thought, 2);
}

// A saboteur is who is one in all accessible worlds of the own graph.
static bool believes_at(const void *memory, const dx_policy *self,
                        const dx_view *view, const dx_atom *atom,
                        const int *args, dx_opinion *out, unsigned depth)
{
    double guilt[DX_SABOTEUR_SEATS];
    bool open[DX_SABOTEUR_WORLDS_MAX], always = true, never = true;
    dx_saboteur_graph graph;
    dx_saboteur_graph_options options =
        dx_saboteur_graph_read(&self->params, depth);
    if (strcmp(atom->name, "saboteur") != 0)
        return false;
    dx_saboteur_graph_make(&graph, memory, view->sight, view->seat, &options);
    dx_saboteur_graph_guilt(&graph, view->seat, 1, guilt);
    dx_saboteur_graph_accessible(&graph, view->seat, open);
    for (unsigned w = 0; w < graph.worlds.count; w++) {
        bool is = graph.worlds.saboteurs[w] >> args[0] & 1;
        always &= !open[w] || is;
        never &= !open[w] || !is;
    }
    out->chance = guilt[args[0]];
    out->truth = always ? 1 : never ? -1 : 0;
    return true;
}

static bool believes1(const void *memory, const dx_policy *self,
                      const dx_view *view, const dx_atom *atom, const int *args,
                      dx_opinion *out)
{
    return believes_at(memory, self, view, atom, args, out, 1);
}

static bool believes2(const void *memory, const dx_policy *self,
                      const dx_view *view, const dx_atom *atom, const int *args,
                      dx_opinion *out)
{
    return believes_at(memory, self, view, atom, args, out, 2);
}

const dx_agent dx_agent_saboteur_graph1 = {
    .name = "graph1",
    .help = "goes by the paper's belief graphs, each by itself",
    .talk = "I count good and bad deeds, each seat for itself, and I trust by "
            "the count.",
    .people = true,
    .game = "saboteur",
    .schema = {params, NULL},
    .memory_bytes = dx_saboteur_acts_bytes,
    .begin = dx_saboteur_acts_start,
    .note = dx_saboteur_acts_note,
    .choose = choose1,
    .believes = believes1,
};

const dx_agent dx_agent_saboteur_graph2 = {
    .name = "graph2",
    .help = "the same with the graph of the most probable ally",
    .talk =
        "I count good and bad deeds, with the eyes of the one I trust most.",
    .people = true,
    .game = "saboteur",
    .schema = {params, NULL},
    .memory_bytes = dx_saboteur_acts_bytes,
    .begin = dx_saboteur_acts_start,
    .note = dx_saboteur_acts_note,
    .choose = choose2,
    .believes = believes2,
};
