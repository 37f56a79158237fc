#include "agents/kemps/greedy.h"

#include "agents/kemps/hoard.h"
#include "words/number.h"

// As the paper's program: no move if the hand has as many cards of one rank
// already as the best rank on the table could give it.
static dx_kemps_step next_step(const dx_kemps *sight, unsigned seat,
                               const dx_policy *self)
{
    if (self->params.value[0] == DX_KEMPS_AS_PROGRAM)
        return dx_kemps_hoard_step(sight, seat, DX_KEMPS_ALL_RANKS);
    dx_kemps_step step = dx_kemps_collect(sight, seat, DX_KEMPS_ALL_RANKS);
    if (step.take != DX_NONE &&
        dx_kemps_most(sight, seat) >= dx_kemps_count(sight, seat, step.rank))
        return dx_kemps_step_done(step.rank);
    return step;
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory;
    const dx_kemps *sight = view->sight;
    dx_kemps_step step = next_step(sight, view->seat, self);
    if (thought->reason != NULL && step.take != DX_NONE)
        dx_thought_say(
            thought, "collect", NULL,
            "my hand and the table have %u of the %s, more than of any other "
            "rank on the table",
            dx_kemps_count(sight, view->seat, step.rank),
            dx_value_word_of(view->rules, "rank", step.rank, DX_WORD_MANY)
                .text);
    else if (thought->reason != NULL)
        dx_thought_say(thought, "done", NULL,
                       "nothing on the table makes my hand better");
    return dx_kemps_step_move(&step, view->seat, thought->random);
}

static void odds(const void *memory, const dx_policy *self, const dx_view *view,
                 unsigned count, const dx_event *moves, dx_fraction *out_odds)
{
    (void)memory;
    dx_kemps_step step = next_step(view->sight, view->seat, self);
    dx_kemps_step_odds(&step, count, moves, out_odds);
}

const dx_agent dx_agent_kemps_greedy = {
    .name = "greedy",
    .help = "collects the rank of which hand and table have most",
    .talk = "I collect the rank I have most of and look no further.",
    .people = true,
    .game = "kemps",
    .schema = {dx_kemps_reading_params, NULL},
    .choose = choose,
    .odds = odds,
};
