#include "agents/saboteur/straight.h"

#include <math.h>

// How far a word about a goal is taken: times so much more, or less, likely.
static const double believed[] = {1, 2.5, 0.4};

void dx_saboteur_gold_by_claims(const dx_saboteur *t, unsigned seat,
                                double *out)
{
    double all = 0;
    for (unsigned goal = 0; goal < DX_SABOTEUR_GOALS; goal++) {
        out[goal] = goal < t->goals && !(t->up >> goal & 1);
        for (unsigned i = 0; i < t->players; i++)
            if (i != seat)
                out[goal] *= believed[t->said[i][goal]];
        if (goal < t->goals && t->goal[goal] < DX_SABOTEUR_TREASURES)
            out[goal] = t->goal[goal] == DX_SABOTEUR_GOLD ? 1e9 : 0;
        all += out[goal];
    }
    for (unsigned goal = 0; goal < DX_SABOTEUR_GOALS; goal++)
        out[goal] = all > 0 ? out[goal] / all : 0;
}

void dx_saboteur_tally(const dx_saboteur_acts *acts, const dx_saboteur *t,
                       unsigned seat, dx_saboteur_belief *out)
{
    double tally[DX_SABOTEUR_SEATS] = {0};
    dx_saboteur_gold_by_claims(t, seat, out->gold);
    for (unsigned i = 0; i < acts->count; i++) {
        const dx_saboteur_act *act = &acts->at[i];
        if (!dx_saboteur_act_builds(act))
            continue;
        double gain = dx_saboteur_act_gain(act, out->gold);
        tally[act->who] += gain < -0.15 ? 1 : gain > 0.15 ? -0.5 : 0;
    }
    for (unsigned i = 0; i < DX_SABOTEUR_SEATS; i++)
        out->guilt[i] = 1 / (1 + exp(-2.5 * (tally[i] - 0.3)));
    out->guilt[seat] = t->role[seat] == DX_SABOTEUR_SABOTEUR;
}

size_t dx_saboteur_acts_bytes(const dx_rules *rules, const dx_policy *self)
{
    (void)rules, (void)self;
    return sizeof(dx_saboteur_acts);
}

void dx_saboteur_acts_start(void *memory, const dx_policy *self,
                            const dx_view *view)
{
    (void)self;
    dx_saboteur_acts_begin(memory, view->rules);
}

void dx_saboteur_acts_note(void *memory, const dx_policy *self,
                           const dx_view *view, unsigned noted)
{
    (void)self;
    for (; noted < view->count; noted++)
        dx_saboteur_acts_follow(memory, view->seen[noted]);
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    (void)self;
    dx_event moves[DX_MOVES_MAX];
    double scores[DX_MOVES_MAX];
    dx_saboteur_belief belief;
    const dx_saboteur *t = view->sight;
    unsigned count = dx_view_moves(view, moves);
    dx_saboteur_tally(memory, t, view->seat, &belief);
    dx_saboteur_score(t, view->seat, &belief, &dx_saboteur_plain,
                      t->role[view->seat], count, moves, scores);
    unsigned best = dx_saboteur_best(count, scores);
    dx_saboteur_give_reason(thought, t, moves[best], &belief, scores[best]);
    return moves[best];
}

const dx_agent dx_agent_saboteur_straight = {
    .name = "straight",
    .help = "plays its role in the open, and suspects who does harm",
    .talk = "I play my role in the open: a miner digs, a saboteur does harm, "
            "and I suspect whoever does harm.",
    .people = true,
    .game = "saboteur",
    .memory_bytes = dx_saboteur_acts_bytes,
    .begin = dx_saboteur_acts_start,
    .note = dx_saboteur_acts_note,
    .choose = choose,
};
