// A referee in miniature: with all cards known it can say what comes of a move,
// and it keeps no more than the public table and the hands.  Near the end,
// where little is left that partners do not know, a plan takes over and
// promises a mean score, so that the last moves, which decide games, are not
// left to a convention.

#include "agents/hanabi/rollout.h"

// With more cards in the deck a plan takes too long.
enum { PLAN_DECK = 5 };

// What comes of a move, as the referee would say.
static dx_event decide(const dx_rollout *rollout, dx_event move)
{
    const dx_public *common = &rollout->common;
    if (move.verb == DX_HANABI_HINT) {
        unsigned to = move.arg[0];
        return dx_with(move, 2,
                       dx_slots_with(&common->table, rollout->hands[to], to,
                                     common->table.of_clue[move.arg[1]]));
    }
    unsigned kind = rollout->hands[move.who][move.arg[0]];
    move = dx_with(move, 1, kind);
    if (move.verb == DX_HANABI_PLAY)
        move = dx_with(move, 2, common->playable >> kind & 1);
    return move;
}

static void draw(dx_rollout *rollout, unsigned seat)
{
    const dx_hanabi *t = &rollout->common.table;
    unsigned size = t->size[seat];
    rollout->hands[seat][size] = rollout->deck[t->deck - 1];
    dx_public_fold(&rollout->common, dx_event_new(DX_HANABI_DRAW, seat));
}

void dx_rollout_move(dx_rollout *rollout, dx_event move)
{
    dx_public *common = &rollout->common;
    dx_event event = decide(rollout, move);
    uint8_t *hand = rollout->hands[move.who];
    rollout->blueprint->note(common, event, (const dx_hand *)rollout->hands,
                             DX_BYSTANDER);
    if (move.verb == DX_HANABI_HINT)
        return;
    for (unsigned slot = move.arg[0]; slot < common->table.size[move.who];
         slot++)
        hand[slot] = hand[slot + 1];
    if (common->table.draws_for != DX_NONE)
        draw(rollout, move.who);
}

static bool is_over(const dx_hanabi *t)
{
    return t->lives == 0 || t->turns_left == 0 ||
           t->score == t->colours * t->ranks ||
           t->size[t->turn] + t->tokens == 0; // nothing left to do
}

// One hint tells few partners little: is there not too much to be told?
static bool is_known(const dx_hanabi *t, const dx_endgame_state *state)
{
    unsigned unknown = 0;
    for (unsigned seat = 0; seat < t->players; seat++)
        unknown += (unsigned)__builtin_popcount(state->fresh[seat]);
    unknown +=
        (unsigned)__builtin_popcount(state->in_deck[0] | state->in_deck[1]);
    return unknown <= 2 * (t->players - 2U);
}

// What a plan promises from here; below 0: nothing.
static double promise(const dx_rollout *rollout)
{
    dx_endgame_state state;
    if (rollout->plan == NULL || rollout->common.table.deck > PLAN_DECK ||
        !dx_endgame_state_of(&rollout->common, (const dx_hand *)rollout->hands,
                             &state) ||
        !is_known(&rollout->common.table, &state))
        return -1;
    return dx_endgame_value(rollout->plan, &state);
}

double dx_rollout_finish(dx_rollout *rollout)
{
    const dx_hanabi *t = &rollout->common.table;
    const dx_hand *hands = (const dx_hand *)rollout->hands;
    dx_thought silent = {0};
    while (!is_over(t)) {
        double rest = promise(rollout);
        if (rest >= 0)
            return t->score + rest;
        dx_rollout_move(rollout,
                        dx_blueprint_move(rollout->blueprint, &rollout->common,
                                          hands, t->turn, &silent));
    }
    return dx_game_hanabi.score(t, 0);
}
