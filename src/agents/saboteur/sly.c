// Deceivers.  How far they are found out they judge by the paper's graphs as a
// bystander would have them, so that they depend on no belief that is tested on
// them.

#include "agents/saboteur/sly.h"

#include "agents/saboteur/mask.h"
#include "agents/saboteur/straight.h"
#include "games/saboteur/graph.h"

static const dx_saboteur_mask sly = {0.5, 3.5, 0.75};
static const dx_saboteur_mask shy = {0.08, 5, 0.75};

static double exposure(const dx_saboteur_acts *acts, unsigned seat)
{
    static const dx_saboteur_graph_options options = {
        .by = {{300, 1.15}, {300, 1.15}, {300, 1.5}},
        .threshold = 0.05,
        .depth = 1};
    dx_saboteur_graph graph;
    double guilt[DX_SABOTEUR_SEATS];
    unsigned other = seat == 0 ? 1 : 0;
    dx_saboteur_graph_make(&graph, acts, &acts->table, DX_BYSTANDER, &options);
    dx_saboteur_graph_guilt(&graph, other, 1, guilt);
    return guilt[seat];
}

static dx_event choose_with(const dx_saboteur_mask *mask, const void *memory,
                            const dx_view *view, dx_thought *thought)
{
    dx_event moves[DX_MOVES_MAX];
    double scores[DX_MOVES_MAX];
    dx_saboteur_belief belief;
    const dx_saboteur *t = view->sight;
    unsigned count = dx_view_moves(view, moves), seat = view->seat;
    dx_saboteur_tally(memory, t, seat, &belief);
    bool pretends =
        t->role[seat] == DX_SABOTEUR_SABOTEUR &&
        !dx_saboteur_mask_is_off(mask, t, &belief, exposure(memory, seat));
    if (pretends)
        dx_saboteur_mask_score(mask, t, seat, &belief, &dx_saboteur_plain,
                               count, moves, scores);
    else
        dx_saboteur_score(t, seat, &belief, &dx_saboteur_plain, t->role[seat],
                          count, moves, scores);
    unsigned best = dx_saboteur_best(count, scores);
    dx_saboteur_give_reason(thought, t, moves[best], &belief, scores[best]);
    return moves[best];
}

static dx_event choose_sly(const void *memory, const dx_policy *self,
                           const dx_view *view, dx_thought *thought)
{
    (void)self;
    return choose_with(&sly, memory, view, thought);
}

static dx_event choose_shy(const void *memory, const dx_policy *self,
                           const dx_view *view, dx_thought *thought)
{
    (void)self;
    return choose_with(&shy, memory, view, thought);
}

const dx_agent dx_agent_saboteur_sly = {
    .name = "sly",
    .help = "a saboteur that first helps to be trusted; a straight miner",
    .talk = "As a saboteur I help at first, to be trusted; as a miner I play "
            "in the open.",
    .people = true,
    .game = "saboteur",
    .memory_bytes = dx_saboteur_acts_bytes,
    .begin = dx_saboteur_acts_start,
    .note = dx_saboteur_acts_note,
    .choose = choose_sly,
};

const dx_agent dx_agent_saboteur_shy = {
    .name = "shy",
    .help = "a saboteur that hides and hardly ever helps; a straight miner",
    .talk = "As a saboteur I hide and hardly ever help; as a miner I play in "
            "the open.",
    .people = true,
    .game = "saboteur",
    .memory_bytes = dx_saboteur_acts_bytes,
    .begin = dx_saboteur_acts_start,
    .note = dx_saboteur_acts_note,
    .choose = choose_shy,
};
