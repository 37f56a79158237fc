// The thinker as an agent: plans a turn once, then makes its swaps one by one.
// The plan is kept for the turn it was made in and could be made again from the
// view at any time, so a mind remains a function of its view.

#include "agents/kemps/thinker.h"

#include "agents/kemps/search.h"
#include "base/memory.h"

#include <math.h>

static const dx_param params[] = {
    {"order", "0: at a glance, 1: imagines games, 2: and what others think", 0,
     2, 1, .choices = NULL},
    {"worlds", "how many worlds order 1 and 2 imagine", 4, 1000, 96,
     .choices = NULL},
    {0},
};

// The plan of the turn that is being played, so that it is made once; what it
// says can be computed from the view again.
typedef struct plan {
    uint32_t turn; // counted from 1; 0: none yet
    dx_kemps_plan plan;
} plan;

typedef struct thoughts {
    plan *now;
} thoughts;

static size_t memory_bytes(const dx_rules *rules, const dx_policy *self)
{
    (void)rules, (void)self;
    return sizeof(thoughts);
}

static void begin(void *memory, const dx_policy *self, const dx_view *view)
{
    (void)self, (void)view;
    ((thoughts *)memory)->now = dx_alloc(1, sizeof(plan));
}

static void copy(void *memory, const void *from)
{
    ((thoughts *)memory)->now =
        dx_copy(((const thoughts *)from)->now, sizeof(plan));
}

static void end(void *memory)
{
    dx_free(((thoughts *)memory)->now);
}

static const dx_kemps_plan *plan_of(const thoughts *memory,
                                    const dx_policy *self, const dx_view *view,
                                    dx_thought *thought)
{
    const dx_kemps *sight = view->sight;
    plan *now = memory->now;
    if (now->turn != sight->turns + 1U) {
        now->turn = sight->turns + 1U;
        dx_kemps_search(view,
                        &(dx_kemps_search_options){
                            .order = (unsigned)self->params.value[0],
                            .worlds = (unsigned)self->params.value[1],
                            .budget = thought->budget},
                        &now->plan);
    }
    return &now->plan;
}

// The next swap towards `wanted`: a card of a rank that is missing for one of
// a rank that is too many.
static dx_event next_swap(const dx_kemps *sight, unsigned seat,
                          dx_kemps_bag wanted)
{
    dx_kemps_bag hand = dx_kemps_bag_from(sight, sight->hand[seat]);
    dx_kemps_cards take = 0, give = 0;
    for (unsigned rank = 0; rank < sight->ranks; rank++) {
        unsigned have = dx_kemps_bag_of(hand, rank);
        unsigned want = dx_kemps_bag_of(wanted, rank);
        if (have < want)
            take |= sight->table & sight->of_rank[rank] & ~sight->given;
        if (have > want)
            give |= sight->hand[seat] & sight->of_rank[rank] & ~sight->taken;
    }
    if (take == 0 || give == 0)
        return dx_event_new(DX_KEMPS_DONE, seat);
    dx_event swap = dx_event_new(DX_KEMPS_SWAP, seat);
    return dx_with(dx_with(swap, 0, dx_kemps_first(take)), 1,
                   dx_kemps_first(give));
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    const dx_kemps_plan *made = plan_of(memory, self, view, thought);
    if (thought->reason != NULL)
        dx_thought_say(thought, made->rule, NULL, "%s", made->words);
    return next_swap(view->sight, view->seat, made->hand);
}

// Does the way from `hand` to `wanted` begin with the move?
static bool leads_to(const dx_kemps *sight, dx_kemps_bag hand, dx_event move,
                     dx_kemps_bag wanted)
{
    if (move.verb == DX_KEMPS_DONE)
        return hand == wanted;
    unsigned take = sight->rank_of[move.arg[0]];
    unsigned give = sight->rank_of[move.arg[1]];
    return dx_kemps_bag_of(hand, take) < dx_kemps_bag_of(wanted, take) &&
           dx_kemps_bag_of(hand, give) > dx_kemps_bag_of(wanted, give);
}

// The best of the hands that a move leads to.
static void values(const void *memory DX_UNUSED, const dx_policy *self,
                   const dx_view *view, const dx_budget *budget, unsigned count,
                   const dx_event *moves, double *out)
{
    const dx_kemps *sight = view->sight;
    dx_kemps_bag hand = dx_kemps_bag_from(sight, sight->hand[view->seat]);
    dx_kemps_gain *gains = dx_alloc(DX_KEMPS_CANDIDATES, sizeof *gains);
    unsigned found = dx_kemps_gains(
        view,
        &(dx_kemps_search_options){.order = (unsigned)self->params.value[0],
                                   .worlds = (unsigned)self->params.value[1],
                                   .budget = budget},
        gains);
    for (unsigned i = 0; i < count; i++) {
        out[i] = NAN;
        for (unsigned k = 0; k < found; k++)
            if (leads_to(sight, hand, moves[i], gains[k].hand))
                out[i] = fmax(out[i], gains[k].gain);
    }
    dx_free(gains);
}

const dx_agent dx_agent_kemps_thinker = {
    .name = "thinker",
    .help = "imagines hands and games; takes, keeps and blocks what pays",
    .talk = "I imagine your hands from what you take, and I take, keep and "
            "block what pays.",
    .people = true,
    .game = "kemps",
    .steps = 30,
    .schema = {params, NULL},
    .memory_bytes = memory_bytes,
    .begin = begin,
    .copy = copy,
    .end = end,
    .choose = choose,
    .values = values,
};
