// With its mask on a saboteur scores moves as a miner would, but a tunnel that
// helps is worth little to it, it keeps dead ends and rock-falls for later,
// throws away what miners could use, and lies about a goal only where nobody
// else has looked.

#include "agents/saboteur/mask.h"

bool dx_saboteur_mask_is_off(const dx_saboteur_mask *mask, const dx_saboteur *t,
                             const dx_saboteur_belief *belief, double exposed)
{
    double missing = 0;
    if (exposed > mask->blown)
        return true;
    for (unsigned i = 0; i < t->goals; i++)
        if (belief->gold[i] > 0)
            missing += belief->gold[i] * dx_saboteur_steps(t, i);
    return missing <= mask->turns;
}

static bool others_looked(const dx_saboteur *t, unsigned seat, unsigned goal)
{
    for (unsigned i = 0; i < t->players; i++)
        if (i != seat && (t->looked[i] >> goal & 1) != 0)
            return true;
    return false;
}

static double score_one(const dx_saboteur_mask *mask, const dx_saboteur *t,
                        unsigned seat, dx_event move, double as_miner,
                        double worth)
{
    bool lies =
        move.verb == DX_SABOTEUR_CLAIM && !others_looked(t, seat, move.arg[0]);
    switch (move.verb) {
    case DX_SABOTEUR_DIG:
        return as_miner > 0 ? as_miner * mask->help : as_miner - 1;
    case DX_SABOTEUR_CRUSH:
        return -2;
    case DX_SABOTEUR_CLAIM:
        return lies ? 1 - as_miner : as_miner;
    case DX_SABOTEUR_LOOK:
        return as_miner * 0.6;
    case DX_SABOTEUR_UNBLOCK:
        return as_miner * (move.arg[0] == seat ? 1 : 0.5);
    case DX_SABOTEUR_THROW:
        if (dx_saboteur_cards[move.arg[0]].sort == DX_SABOTEUR_DEAD ||
            dx_saboteur_cards[move.arg[0]].sort == DX_SABOTEUR_ROCK)
            return -0.8;
        return worth * 0.4 - 0.05;
    default:
        return as_miner;
    }
}

void dx_saboteur_mask_score(const dx_saboteur_mask *mask, const dx_saboteur *t,
                            unsigned seat, const dx_saboteur_belief *belief,
                            const dx_saboteur_weights *weights, unsigned count,
                            const dx_event *moves, double *out)
{
    dx_saboteur_score(t, seat, belief, weights, DX_SABOTEUR_MINER, count, moves,
                      out);
    for (unsigned i = 0; i < count; i++) {
        double worth = moves[i].verb == DX_SABOTEUR_THROW
                           ? dx_saboteur_card_worth(t, moves[i].arg[0], belief)
                           : 0;
        out[i] = score_one(mask, t, seat, moves[i], out[i], worth);
    }
}
