// logic/kripke/plausible.h -- what an agent finds more plausible than what.
//
// Ranks are numbers, smaller for more plausible, compared only among the worlds
// that the agent holds possible at one place; an agent without any finds its
// worlds equally plausible.  Among worlds of one rank those of weight 0 come
// behind the others, so that belief is probability 1 wherever there is one.
// What is believed is what holds at the most plausible worlds; an agent with a
// belief relation of its own (a bare box) is outside of all this.

#ifndef DX_LOGIC_KRIPKE_PLAUSIBLE_H
#define DX_LOGIC_KRIPKE_PLAUSIBLE_H

#include "logic/kripke/model.h"

// One rank a world, copied and numbered anew from 0; NULL: none.  Ranks belong
// to an agent without a belief relation.
void dx_model_set_ranks(dx_model *model, size_t agent,
                        const uint32_t *of_world);
const uint32_t *dx_model_ranks(const dx_model *model, size_t agent);

// Ranks and weights of 0 in one number: of worlds, or of edges where weights
// are.  Both NULL: all are the same.
typedef struct dx_levels {
    uint32_t *of_world, *of_edge;
} dx_levels;
dx_levels dx_model_levels(const dx_model *model, size_t agent);
void dx_levels_release(dx_levels *levels);
static inline bool dx_levels_differ(const dx_levels *levels)
{
    return levels->of_world != NULL || levels->of_edge != NULL;
}
// Of world v, to which edge number i leads.
static inline uint32_t dx_levels_at(const dx_levels *levels, size_t i, size_t v)
{
    return levels->of_edge != NULL    ? levels->of_edge[i]
           : levels->of_world != NULL ? levels->of_world[v]
                                      : 0;
}
// Of the world where the agent stands itself.
uint32_t dx_levels_here(const dx_levels *levels, const dx_relation *relation,
                        size_t world);

// Numbers values anew, in their order: the smallest gets 0.
void dx_ranks_close_up(uint32_t *of_world, size_t count);

// What the agent believes possible at each world: its belief relation, or the
// most plausible of what it holds possible.  The caller releases it.
dx_relation dx_model_beliefs(const dx_model *model, size_t agent);

// A belief relation that leads to the same worlds, at least one, from all
// worlds of a cell, and not out of it, becomes two ranks.  Which of these an
// agent's is.
typedef enum dx_belief_fit {
    DX_BELIEF_FITS,   // it has become ranks, or there is none
    DX_BELIEF_LEAVES, // from some world to one that is held impossible there
    DX_BELIEF_VARIES, // or is empty, or knowledge is no equivalence
} dx_belief_fit;
dx_belief_fit dx_model_rank_belief(dx_model *model, size_t agent);

// What worlds weigh becomes ranks, those of weight 0 behind the others of one
// rank: all that belief asks of weights.  (Weights of edges stay.)
void dx_model_rank_weights(dx_model *model, size_t agent);

// Has an upgrade a meaning for the agent: are there no beliefs but by an order
// (else DX_ERR_UNSUPPORTED), and is what it holds possible shared among the
// worlds of `alive` (dx_relation_is_shared; else, for a conservative one,
// DX_ERR_INPUT)?
typedef enum dx_upgrade {
    DX_UPGRADE_RADICAL,
    DX_UPGRADE_CONSERVATIVE
} dx_upgrade;
DX_MUST_USE dx_status dx_model_may_upgrade(const dx_model *model, size_t agent,
                                           dx_upgrade upgrade,
                                           const dx_bitset *alive,
                                           dx_error *error);

// What is said where an order is wanted and the beliefs are none; and where
// there is not one order for all that is held possible.  With the agent.
#define DX_BELIEF_WITHOUT_ORDER                                                \
    "%s has beliefs that no order of plausibility gives (they leave what is "  \
    "held possible, or differ within it): %s means nothing for them; give "    \
    "ranks instead"
#define DX_ORDER_NOT_SHARED                                                    \
    "%s holds worlds possible at which it holds others possible, so there is " \
    "no one best of them: 'conservative' wants cells, or arrows to worlds "    \
    "that lead to the same ones ('radical' does not)"

// The worlds of `where` become more plausible than the others for the agent:
// all of them (radical), or the most plausible of them wherever one stands.
// Only worlds of `alive` count.
// Only where dx_model_may_upgrade says DX_OK.
void dx_model_upgrade(dx_model *model, size_t agent, dx_upgrade upgrade,
                      const dx_bitset *where, const dx_bitset *alive);

#endif
