#include "agents/kemps/kb_greedy.h"

#include <stdio.h>

// What the last word of others about each rank was, from the latest event
// back: most ranks are spoken of again and again, so this is short.
unsigned dx_kemps_kb_avoided(const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    unsigned avoided = 0, open = (1U << sight->ranks) - 1;
    for (unsigned i = view->count; i-- > 0 && open != 0;) {
        dx_event event = view->seen[i];
        unsigned in = 0, out = 0;
        if (event.who == view->seat)
            continue;
        if (event.verb == DX_KEMPS_SWAP) {
            in = 1U << sight->rank_of[event.arg[0]];
            out = 1U << sight->rank_of[event.arg[1]];
        } else if (event.verb == DX_KEMPS_DONE && event.arg[0] > 0) {
            in = 1U << (event.arg[0] - 1);
        }
        avoided |= in & ~out & open; // discarded after it was picked
        open &= ~(in | out);
    }
    return avoided;
}

unsigned dx_kemps_kb_available(const dx_view *view)
{
    return dx_kemps_free_ranks(view->sight, view->seat) &
           ~dx_kemps_kb_avoided(view);
}

static dx_kemps_step next_step(const dx_view *view)
{
    return dx_kemps_collect(view->sight, view->seat,
                            dx_kemps_kb_available(view));
}

// "K[1](forall x in rank(6): ~hand(2,x) & ~hand(3,x))" for the reason.
static void say_free(const dx_view *view, unsigned rank, char *out, size_t room)
{
    const dx_kemps *sight = view->sight;
    int used =
        snprintf(out, room, "K[%u](forall x in rank(%s): ", view->seat + 1,
                 dx_kemps_rank_word(sight, rank));
    const char *between = "";
    for (unsigned seat = 0; seat < sight->players; seat++)
        if (seat != view->seat && used > 0 && (size_t)used < room) {
            used += snprintf(out + used, room - (size_t)used, "%s~hand(%u,x)",
                             between, seat + 1);
            between = " & ";
        }
    if (used > 0 && (size_t)used < room)
        snprintf(out + used, room - (size_t)used, ")");
}

static dx_event choose(const void *memory, const dx_params *params,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)params;
    dx_kemps_step step = next_step(view);
    if (thought->reason != NULL && step.take != DX_HOLE) {
        char formula[200];
        say_free(view, step.rank, formula, sizeof formula);
        dx_thought_say(thought, "collect", formula,
                       "nobody else can have a %s or is after them",
                       dx_kemps_rank_word(view->sight, step.rank));
    } else if (thought->reason != NULL) {
        dx_thought_say(thought, "done", NULL,
                       "no rank on the table is sure to be free and of use");
    }
    return dx_kemps_step_move(&step, view->seat, thought->random);
}

static void odds(const void *memory, const dx_params *params,
                 const dx_view *view, unsigned count, const dx_event *moves,
                 dx_fraction *out_odds)
{
    (void)memory, (void)params;
    dx_kemps_step step = next_step(view);
    dx_kemps_step_odds(&step, count, moves, out_odds);
}

const dx_agent dx_agent_kemps_kb_greedy = {
    .name = "kb-greedy",
    .help = "as greedy, but only what it knows nobody else can be after",
    .game = "kemps",
    .choose = choose,
    .odds = odds,
};
