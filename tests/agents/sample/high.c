#include "agents/sample/high.h"

// Moves come in the order of their cards: the last one is the highest.
static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)self;
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    dx_thought_say(thought, "high", NULL, "the highest of %u", count);
    return moves[count - 1];
}

const dx_agent dx_agent_sample_high = {
    .name = "high",
    .help = "lays its highest card",
    .talk = "I lay my highest card.",
    .people = true,
    .game = "sample",
    .choose = choose,
};
