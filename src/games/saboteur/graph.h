// games/saboteur/graph.h -- the paper's belief graphs over role worlds.
//
// After Golunski, Tomanek and Wasiewicz, Modeling intelligent agent beliefs in
// a card game scenario (2012).  An agent has a graph for every player: its own
// beliefs, and what it assumes the others to believe.  Worlds are who is a
// saboteur; the edge into a world has a transition factor, and a world is
// accessible while its factor is above a threshold.  All edges into one world
// carry the same factor, so one number a world is enough.
//
// What is read into it (the printed paper leaves it open or contradicts
// itself): own-role zeros stay zero; the accessibility relation is R = W x A
// with A the accessible worlds, which is serial, transitive and Euclidean as
// long as A is not empty; where A becomes empty, the worlds with the largest
// factor are kept.

#ifndef DX_GAMES_SABOTEUR_GRAPH_H
#define DX_GAMES_SABOTEUR_GRAPH_H

#include "games/saboteur/acts.h"

enum { DX_SABOTEUR_WORLDS_MAX = 330 };

// All sets of seats that may be the saboteurs, as bits, in the order of the
// paper's letters: SMM, MSM, MMS.
typedef struct dx_saboteur_worlds {
    unsigned players, count;
    uint16_t saboteurs[DX_SABOTEUR_WORLDS_MAX];
} dx_saboteur_worlds;

// `number` of them, or with `or_less` also one less (the spare card).
void dx_saboteur_worlds_list(dx_saboteur_worlds *worlds, unsigned players,
                             unsigned number, bool or_less);
// The world with just these saboteurs; `count` if there is none.
unsigned dx_saboteur_worlds_find(const dx_saboteur_worlds *worlds,
                                 unsigned saboteurs);

// Ratios of belief and disbelief, of tunnels, of rock-falls, and of broken and
// mended tools.
typedef struct dx_saboteur_ratios {
    double alpha, beta;
} dx_saboteur_ratios;
enum {
    DX_SABOTEUR_BY_TUNNEL,
    DX_SABOTEUR_BY_ROCK,
    DX_SABOTEUR_BY_TOOL,
    DX_SABOTEUR_EVIDENCES
};

typedef struct dx_saboteur_graph_options {
    dx_saboteur_ratios by[DX_SABOTEUR_EVIDENCES];
    double threshold;
    unsigned depth; // 1 or 2
} dx_saboteur_graph_options;

// What an act says about roles.
typedef enum dx_saboteur_says {
    DX_SAYS_NOTHING,
    DX_SAYS_MINER,
    DX_SAYS_SABOTEUR,
    DX_SAYS_OTHER_SIDE, // than the target
    DX_SAYS_SAME_SIDE,
} dx_saboteur_says;

typedef struct dx_saboteur_graph {
    dx_saboteur_worlds worlds;
    dx_saboteur_graph_options options;
    unsigned owner, role; // DX_BYSTANDER: nobody's
    double factor[DX_SABOTEUR_SEATS][DX_SABOTEUR_WORLDS_MAX];
} dx_saboteur_graph;

// Before anything happened.
void dx_saboteur_graph_begin(dx_saboteur_graph *graph,
                             const dx_saboteur_worlds *worlds,
                             const dx_saboteur_graph_options *options,
                             unsigned owner, unsigned role);

// `who` did something that says this, about `target` too.  Every graph but
// that of `who` is changed; at depth two, when the owner has acted, the graph
// of its likeliest ally changes its own.
void dx_saboteur_graph_act(dx_saboteur_graph *graph, unsigned who,
                           dx_saboteur_says says, unsigned target,
                           unsigned evidence);

// The same for the factors of one graph: formulae 3 and 4 for every world.
void dx_saboteur_change(const dx_saboteur_worlds *worlds, double *factor,
                        unsigned who, dx_saboteur_says says, unsigned target,
                        const dx_saboteur_ratios *by);

// Is a world accessible in a player's graph, as printed (above the threshold)?
bool dx_saboteur_graph_has(const dx_saboteur_graph *graph, unsigned player,
                           unsigned world);
// The accessible worlds of a player's graph, never none; answers how many.
unsigned dx_saboteur_graph_accessible(const dx_saboteur_graph *graph,
                                      unsigned player, bool *out);

// What an act of a round says, as the owner of `goals` (where the gold may
// still be, as bits) judges it: a tunnel or rock-fall by how it changes the
// mean cheapest completion to these goals, by more than 0.15.
dx_saboteur_says dx_saboteur_says_of(const dx_saboteur_act *act,
                                     unsigned goals);

// The graphs of a seat, or of DX_BYSTANDER, after the acts of a round, by its
// own sight.
void dx_saboteur_graph_make(dx_saboteur_graph *graph,
                            const dx_saboteur_acts *acts,
                            const dx_saboteur *sight, unsigned seat,
                            const dx_saboteur_graph_options *options);

// How likely each seat is a saboteur, by the factors of a player's graph,
// raised to a power and normalised.
void dx_saboteur_graph_guilt(const dx_saboteur_graph *graph, unsigned player,
                             double power, double *out);

// The options of the parameters of sources and agents, which begin alike.
dx_saboteur_graph_options dx_saboteur_graph_read(const dx_params *params,
                                                 unsigned depth);

#endif
