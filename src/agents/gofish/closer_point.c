#include "agents/gofish/closer_point.h"

#include "agents/gofish/prospect.h"
#include "words/number.h"

static double score_own(const dx_gofish_prospect *prospect)
{
    return prospect->own;
}

// It remembers nothing, so it asks again for what it was refused.
static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    dx_gofish_prospect all[DX_GOFISH_PROSPECTS];
    unsigned count = dx_gofish_prospects(NULL, view, all);
    (void)memory, (void)self;
    if (count == 0)
        return dx_gofish_nothing(view, thought);
    const dx_gofish_prospect *best = dx_gofish_best(all, count, score_own);
    if (thought->reason != NULL)
        dx_thought_say(
            thought, "closest", NULL,
            "I have %u of the %s, and of no other rank that I may ask for more",
            best->own,
            dx_value_word_of(view->rules, "rank", best->rank, DX_WORD_MANY)
                .text);
    return best->move;
}

const dx_agent dx_agent_gofish_closer_point = {
    .name = "closer-point",
    .help = "asks for the rank of which it has most",
    .talk = "I ask for the rank I have most of, whoever may hold it.",
    .people = true,
    .game = "gofish",
    .choose = choose,
};
