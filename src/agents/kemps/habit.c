// Turns are noted as ranks taken and given, because those all see.  To judge a
// hand the swaps are undone from the last turn back to the first, which gives
// the hand before each turn, whatever it is now; the cost is a few operations
// on bags a turn.

#include "agents/kemps/habit.h"

#include <assert.h>
#include <string.h>

static void note_done(dx_kemps_habit *habit, dx_kemps_past_turn *now,
                      dx_kemps_bag table_after)
{
    now->table = table_after;
    for (unsigned i = 0; i < now->swaps; i++)
        now->table +=
            dx_kemps_bag_one(now->take[i]) - dx_kemps_bag_one(now->give[i]);
    habit->turn[habit->turns++ % DX_KEMPS_HABIT_TURNS] = *now;
    now->swaps = 0;
}

void dx_kemps_habits(const dx_view *view,
                     dx_kemps_habit out_habit[DX_KEMPS_SEATS])
{
    const dx_kemps *sight = view->sight;
    dx_kemps_bag table = 0;
    dx_kemps_past_turn now = {0};
    for (unsigned seat = 0; seat < sight->players; seat++)
        out_habit[seat].turns = 0;
    for (unsigned i = 0; i < view->count; i++) {
        dx_event event = view->seen[i];
        switch (event.verb) {
        case DX_KEMPS_FACE:
            table += dx_kemps_bag_one(sight->rank_of[event.arg[0]]);
            break;
        case DX_KEMPS_DRAW:
            out_habit[event.who].turns = 0;
            break;
        case DX_KEMPS_SWEEP:
            table = 0;
            break;
        case DX_KEMPS_SWAP:
            assert(now.swaps < DX_KEMPS_HAND); // no card goes both ways
            now.take[now.swaps] = sight->rank_of[event.arg[0]];
            now.give[now.swaps] = sight->rank_of[event.arg[1]];
            table += dx_kemps_bag_one(now.give[now.swaps]) -
                     dx_kemps_bag_one(now.take[now.swaps]);
            now.swaps++;
            break;
        case DX_KEMPS_DONE:
            note_done(&out_habit[event.who], &now, table);
            break;
        default:
            break;
        }
    }
}

// Is no card of `hand` besides `goal` rarer in it than `give`?
static bool gives_rarest(dx_kemps_bag hand, unsigned goal, unsigned give)
{
    unsigned count = dx_kemps_bag_of(hand, give);
    for (dx_kemps_bag left = hand; left != 0;) {
        unsigned rank = dx_kemps_bag_first(left);
        left &= ~((dx_kemps_bag)15 << 4 * rank);
        if (rank != goal && dx_kemps_bag_of(hand, rank) < count)
            return false;
    }
    return true;
}

// Would greedy, with `hand` before it, have played this turn?
static bool is_greedy(const dx_kemps_past_turn *turn, dx_kemps_bag hand)
{
    unsigned goal = dx_kemps_bag_goal(hand, turn->table);
    if (turn->swaps == 0 || goal == DX_NONE)
        return turn->swaps == 0 && goal == DX_NONE;
    for (unsigned i = 0; i < turn->swaps; i++) {
        if (turn->take[i] != goal || !gives_rarest(hand, goal, turn->give[i]))
            return false;
        hand += dx_kemps_bag_one(goal) - dx_kemps_bag_one(turn->give[i]);
    }
    return true;
}

double dx_kemps_habit_likelihood(const dx_kemps_habit *habit, dx_kemps_bag hand,
                                 double slip)
{
    double likelihood = 1;
    unsigned kept = habit->turns < DX_KEMPS_HABIT_TURNS ? habit->turns
                                                        : DX_KEMPS_HABIT_TURNS;
    for (unsigned back = 1; back <= kept; back++) {
        const dx_kemps_past_turn *turn =
            &habit->turn[(habit->turns - back) % DX_KEMPS_HABIT_TURNS];
        for (unsigned i = 0; i < turn->swaps; i++)
            hand += dx_kemps_bag_one(turn->give[i]) -
                    dx_kemps_bag_one(turn->take[i]);
        if (!is_greedy(turn, hand))
            likelihood *= slip;
    }
    return likelihood;
}
