#include "agents/gofish/finish_fast.h"

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
        dx_gofish_best(all, count, dx_gofish_score_completes);
    dx_gofish_say_chance(thought, view, "completes", best, true,
                         ", and no other book is likelier");
    return best->move;
}

const dx_agent dx_agent_gofish_finish_fast = {
    .name = "finish-fast",
    .help = "asks for the rank that an answer most probably completes",
    .talk = "I ask for what most probably completes a book, and I remember "
            "every answer.",
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
