#include "agents/kemps/kb_blocking.h"

static dx_kemps_cards of_ranks(const dx_kemps *sight, unsigned ranks)
{
    dx_kemps_cards cards = 0;
    for (; ranks != 0; ranks &= ranks - 1)
        cards |= sight->of_rank[__builtin_ctz(ranks)];
    return cards;
}

dx_kemps_cards dx_kemps_kb_blockers(const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    return sight->table & of_ranks(sight, dx_kemps_kb_avoided(view)) &
           ~sight->given;
}

dx_kemps_cards dx_kemps_kb_idle_cards(const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    dx_kemps_cards hand = sight->hand[view->seat];
    unsigned most = dx_kemps_most(sight, view->seat);
    unsigned kept = dx_kemps_kb_avoided(view);
    for (unsigned rank = 0; rank < sight->ranks && most > 1; rank++)
        if (dx_kemps_of(sight, hand, rank) == most)
            kept |= 1U << rank;
    return hand & ~of_ranks(sight, kept) & ~sight->taken;
}

// Once a blocker is taken, collecting is over for this turn.
static bool is_blocking(const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    return (sight->taken & of_ranks(sight, dx_kemps_kb_avoided(view))) != 0;
}

static dx_kemps_step next_step(const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    unsigned seat = view->seat;
    if (!is_blocking(view)) {
        dx_kemps_step step =
            dx_kemps_collect(sight, seat, dx_kemps_kb_available(view));
        if (step.take != DX_HOLE)
            return step;
    }
    dx_kemps_cards blockers = dx_kemps_kb_blockers(view);
    dx_kemps_cards idle = dx_kemps_kb_idle_cards(view);
    if (blockers == 0 || idle == 0)
        return dx_kemps_step_done(DX_HOLE);
    return (dx_kemps_step){.take = dx_kemps_first(blockers),
                           .rank = DX_HOLE,
                           .give = dx_kemps_rarest(sight, seat, idle)};
}

static void explain(const dx_kemps_step *step, const dx_view *view,
                    dx_thought *thought)
{
    const dx_kemps *sight = view->sight;
    if (step->take == DX_HOLE)
        dx_thought_say(thought, "done", NULL,
                       "nothing to collect and nothing to block");
    else if (step->rank != DX_HOLE)
        dx_thought_say(thought, "collect", NULL,
                       "nobody else can have a %s or is after them",
                       dx_kemps_rank_word(sight, step->rank));
    else
        dx_thought_say(thought, "block", NULL,
                       "somebody collects rank %s; the card given is of no use",
                       dx_kemps_rank_word(sight, sight->rank_of[step->take]));
}

static dx_event choose(const void *memory, const dx_params *params,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)params;
    dx_kemps_step step = next_step(view);
    if (thought->reason != NULL)
        explain(&step, view, thought);
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

const dx_agent dx_agent_kemps_kb_blocking = {
    .name = "kb-blocking",
    .help = "as kb-greedy, and keeps from others what they collect",
    .game = "kemps",
    .choose = choose,
    .odds = odds,
};
