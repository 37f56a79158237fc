#include "agents/gofish/exploration.h"

#include "agents/gofish/prospect.h"

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    dx_gofish_prospect all[DX_GOFISH_PROSPECTS];
    unsigned count = dx_gofish_prospects(memory, view, all);
    (void)self;
    if (count == 0)
        return dx_gofish_nothing(view, thought);
    const dx_gofish_prospect *best =
        dx_gofish_best(all, count, dx_gofish_score_doubt);
    dx_gofish_say_chance(thought, view, "doubt", best, false,
                         ": of all chances the nearest to one half, so the "
                         "answer says most");
    return best->move;
}

const dx_agent dx_agent_gofish_exploration = {
    .name = "exploration",
    .help = "asks for the rank of which it is least certain",
    .talk = "I ask about the rank that I know least of.",
    .people = true,
    .game = "gofish",
    .schema = {dx_gofish_belief_params, NULL},
    .memory_bytes = dx_gofish_memory_bytes,
    .begin = dx_gofish_memory_begin,
    .note = dx_gofish_memory_note,
    .copy = dx_gofish_memory_copy,
    .end = dx_gofish_memory_end,
    .choose = choose,
};
