#include "agents/random.h"

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)self;
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    dx_event move = moves[dx_random_below(thought->random, count)];
    if (count == 1)
        dx_thought_say(thought, "random", NULL, "the only legal move");
    else
        dx_thought_say(thought, "random", NULL, "one of %u legal moves", count);
    return move;
}

static void odds(const void *memory, const dx_policy *self, const dx_view *view,
                 unsigned count, const dx_event *moves, dx_fraction *out_odds)
{
    (void)memory, (void)self, (void)view, (void)moves;
    for (unsigned i = 0; i < count; i++)
        out_odds[i] = dx_fraction_of(1, count);
}

const dx_agent dx_agent_random = {
    .name = "random",
    .help = "every legal move as likely as another",
    .talk = "I do anything the rules allow, without a thought.",
    .is_uniform = true,
    .choose = choose,
    .odds = odds,
};
