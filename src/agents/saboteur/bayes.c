// Exact role and gold beliefs, and the common move score with a look ahead: a
// tunnel is also worth what it does to the best tunnel of the next turn.  In
// the last of several rounds it plays for the end that its gold calls for.

#include "agents/saboteur/bayes.h"

#include "agents/saboteur/stake.h"

enum { AHEAD, TEMPER, HINDER, WASTE, SAB_AHEAD };

static const dx_param params[] = {
    [AHEAD] = {"ahead", "weight of the next tunnel", 0, 500, 200,
               .decimals = 2},
    [TEMPER] = {"temper", "of likelihoods", 1, 100, 90, .decimals = 2},
    [HINDER] = {"hinder", "weight of a saboteur's breaks", 0, 300, 50,
                .decimals = 2},
    [WASTE] = {"waste", "weight of tunnels a saboteur throws away", 0, 300, 40,
               .decimals = 2},
    [SAB_AHEAD] = {"spoil", "weight of the next tunnel to a saboteur", 0, 500,
                   0, .decimals = 2},
    {0},
};

size_t dx_saboteur_memory_bytes(const dx_rules *rules, const dx_policy *self)
{
    (void)rules, (void)self;
    return sizeof(dx_saboteur_memory);
}

void dx_saboteur_memory_begin(void *memory, const dx_policy *self,
                              const dx_view *view)
{
    dx_saboteur_memory *m = memory;
    dx_saboteur_bayes_options options = dx_saboteur_bayes_normal;
    if (self->agent == &dx_agent_saboteur_bayes)
        options.temper = self->params.value[TEMPER] / 100.0;
    dx_saboteur_acts_begin(&m->acts, view->rules);
    dx_saboteur_bayes_begin(&m->bayes, &options, &m->acts.table);
}

void dx_saboteur_memory_note(void *memory, const dx_policy *self,
                             const dx_view *view, unsigned noted)
{
    dx_saboteur_memory *m = memory;
    (void)self;
    for (; noted < view->count; noted++) {
        unsigned round = m->acts.table.round;
        dx_saboteur_acts_follow(&m->acts, view->seen[noted]);
        if (m->acts.table.round != round) {
            dx_saboteur_bayes_options options = m->bayes.options;
            dx_saboteur_bayes_begin(&m->bayes, &options, &m->acts.table);
        }
        dx_saboteur_bayes_follow(&m->bayes, &m->acts);
    }
}

static void weigh_moves(const dx_saboteur_memory *m, const dx_policy *self,
                        const dx_view *view, dx_saboteur_belief *belief,
                        unsigned count, const dx_event *moves, double *out)
{
    const dx_saboteur *t = view->sight;
    dx_saboteur_weights weights = dx_saboteur_plain;
    dx_saboteur_bayes_believe(&m->bayes, t, view->seat, belief->guilt,
                              belief->gold);
    unsigned aim = dx_saboteur_aim(t, view->seat, belief->guilt);
    bool digs = aim == DX_SABOTEUR_MINER;
    weights.ahead = self->params.value[digs ? AHEAD : SAB_AHEAD] / 100.0;
    weights.hinder = self->params.value[HINDER] / 100.0;
    weights.waste = self->params.value[WASTE] / 100.0;
    dx_saboteur_score(t, view->seat, belief, &weights, aim, count, moves, out);
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    dx_event moves[DX_MOVES_MAX];
    double scores[DX_MOVES_MAX];
    dx_saboteur_belief belief;
    unsigned count = dx_view_moves(view, moves);
    weigh_moves(memory, self, view, &belief, count, moves, scores);
    unsigned best = dx_saboteur_best(count, scores);
    dx_saboteur_give_reason(thought, view->sight, moves[best], &belief,
                            scores[best]);
    return moves[best];
}

static void values(const void *memory, const dx_policy *self,
                   const dx_view *view, const dx_budget *budget, unsigned count,
                   const dx_event *moves, double *out)
{
    dx_saboteur_belief belief;
    (void)budget;
    weigh_moves(memory, self, view, &belief, count, moves, out);
}

static bool believes(const void *memory, const dx_policy *self,
                     const dx_view *view, const dx_atom *atom, const int *args,
                     dx_opinion *out)
{
    const dx_saboteur_memory *m = memory;
    dx_saboteur_belief belief;
    (void)self;
    bool of_role = strcmp(atom->name, "saboteur") == 0;
    if (!of_role && strcmp(atom->name, "gold") != 0)
        return false;
    dx_saboteur_bayes_believe(&m->bayes, view->sight, view->seat, belief.guilt,
                              belief.gold);
    out->chance = of_role ? belief.guilt[args[0]] : belief.gold[args[0]];
    out->truth = out->chance > 0.95 ? 1 : out->chance < 0.05 ? -1 : 0;
    return true;
}

const dx_agent dx_agent_saboteur_bayes = {
    .name = "bayes",
    .help = "infers roles and gold by Bayes' rule and looks one turn ahead",
    .talk = "I weigh what everybody does against what miners and saboteurs do, "
            "and I look one turn ahead.",
    .people = true,
    .game = "saboteur",
    .schema = {params, NULL},
    .steps = 20,
    .memory_bytes = dx_saboteur_memory_bytes,
    .begin = dx_saboteur_memory_begin,
    .note = dx_saboteur_memory_note,
    .choose = choose,
    .believes = believes,
    .values = values,
};
