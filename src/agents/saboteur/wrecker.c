#include "agents/saboteur/wrecker.h"

#include "agents/saboteur/bayes.h"
#include "agents/saboteur/stake.h"
#include "agents/saboteur/straight.h"
#include "agents/saboteur/wreck.h"

// How much counts where others look for the gold, beside where it is.
static const double follow = 0.46;

// Where harm is to be done: by the own looks and the words of others, and by
// what the next seat has heard.
static void find_targets(const dx_saboteur_acts *acts, const dx_saboteur *t,
                         unsigned seat, double *out)
{
    double heard[DX_SABOTEUR_GOALS];
    dx_saboteur_gold_by_claims(t, seat, out);
    dx_saboteur_gold_by_claims(&acts->table, (seat + 1) % t->players, heard);
    for (unsigned i = 0; i < DX_SABOTEUR_GOALS; i++)
        out[i] += follow * (heard[i] - out[i]);
}

unsigned dx_saboteur_wrecker_score(const dx_saboteur_memory *m,
                                   const dx_view *view,
                                   dx_saboteur_belief *belief, unsigned count,
                                   const dx_event *moves, double *out)
{
    const dx_saboteur *t = view->sight;
    unsigned seat = view->seat;
    dx_saboteur_bayes_believe(&m->bayes, t, seat, belief->guilt, belief->gold);
    unsigned aim = dx_saboteur_aim(t, seat, belief->guilt);
    if (aim == DX_SABOTEUR_MINER) {
        dx_saboteur_weights weights = dx_saboteur_plain;
        weights.ahead = 2;
        dx_saboteur_score(t, seat, belief, &weights, aim, count, moves, out);
    } else {
        find_targets(&m->acts, t, seat, belief->gold);
        dx_saboteur_wreck(t, seat, belief, count, moves, out);
    }
    return aim;
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    dx_event moves[DX_MOVES_MAX];
    double scores[DX_MOVES_MAX];
    dx_saboteur_belief belief;
    const dx_saboteur *t = view->sight;
    unsigned count = dx_view_moves(view, moves);
    (void)self;
    dx_saboteur_wrecker_score(memory, view, &belief, count, moves, scores);
    unsigned best = dx_saboteur_best(count, scores);
    dx_saboteur_give_reason(thought, t, moves[best], &belief, scores[best]);
    return moves[best];
}

const dx_agent dx_agent_saboteur_wrecker = {
    .name = "wrecker",
    .help = "a saboteur that makes the way dear; a miner as bayes is",
    .talk = "As a saboteur I make the way long and dear; as a miner I weigh "
            "what everybody does.",
    .people = true,
    .game = "saboteur",
    .steps = 50,
    .memory_bytes = dx_saboteur_memory_bytes,
    .begin = dx_saboteur_memory_begin,
    .note = dx_saboteur_memory_note,
    .choose = choose,
};
