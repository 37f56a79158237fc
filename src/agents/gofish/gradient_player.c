// Finish-fast's rule corrected by the network, whose inputs are all that seems
// to bear on a question (moment.h).

#include "agents/gofish/gradient.h"

#include <stdio.h>

enum { BELIEFS, AGAINST };

static const char *const belief_choices[] = {"exact", "ranks", NULL};
static const char *const against_choices[] = {"random", "finish-fast",
                                              "hoarding", NULL};

static const dx_param params_table[] = {
    [BELIEFS] = {"beliefs", "exact, for two players; or by ranks, faster", 0, 1,
                 0, .choices = belief_choices},
    [AGAINST] = {"against", "whom it was trained against", 0,
                 DX_GOFISH_TRAINED - 1, DX_GOFISH_AGAINST_RANDOM,
                 .choices = against_choices},
    {0},
};

const dx_gofish_net *dx_gofish_net_against(unsigned trained)
{
    static const float *const numbers[DX_GOFISH_TRAINED] = {
        [DX_GOFISH_AGAINST_RANDOM] = dx_gofish_against_random,
        [DX_GOFISH_AGAINST_FINISH] = dx_gofish_against_finish,
        [DX_GOFISH_AGAINST_HOARDING] = dx_gofish_against_hoarding};
    return (const dx_gofish_net *)numbers[trained];
}

// What a policy goes by: its data, its agent's, or what is built in.
static const dx_gofish_net *net_of(const dx_policy *policy)
{
    if (policy->data != NULL)
        return policy->data;
    if (policy->agent->data != NULL)
        return policy->agent->data;
    return dx_gofish_net_against((unsigned)policy->params.value[AGAINST]);
}

static void note(void *memory, const dx_policy *self, const dx_view *view,
                 unsigned noted)
{
    dx_gofish_notes_follow(memory, self,
                           dx_gofish_habits_for(dx_players(view->rules)), view,
                           noted);
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    dx_gofish_moment m;
    double scores[DX_GOFISH_PROSPECTS];
    unsigned best = 0;
    char more[100];
    dx_gofish_moment_read(memory, view, &m);
    if (m.count == 0)
        return dx_gofish_nothing(view, thought);
    dx_gofish_moment_scores(&m, net_of(self), scores);
    for (unsigned i = 1; i < m.count; i++)
        if (scores[i] > scores[best] + 1e-6)
            best = i;
    snprintf(more, sizeof more,
             "; of %u questions it has the highest mark by what I learnt in "
             "training",
             m.count);
    dx_gofish_say_chance(thought, view, "network", &m.asks[best], false, more);
    return m.asks[best].move;
}

static void values(const void *memory, const dx_policy *self,
                   const dx_view *view, const dx_budget *budget, unsigned count,
                   const dx_event *moves, double *out)
{
    dx_gofish_moment m;
    double scores[DX_GOFISH_PROSPECTS];
    (void)budget;
    dx_gofish_moment_read(memory, view, &m);
    dx_gofish_moment_scores(&m, net_of(self), scores);
    for (unsigned i = 0; i < count; i++) {
        out[i] = 0;
        for (unsigned k = 0; k < m.count; k++)
            if (dx_event_same(moves[i], m.asks[k].move))
                out[i] = scores[k];
    }
}

const dx_agent dx_agent_gofish_gradient = {
    .name = "gradient",
    .help = "asks what a network trained by policy gradient thinks best",
    .talk = "I ask what my training says is best; I cannot tell why.",
    .people = true,
    .game = "gofish",
    .schema = {params_table, NULL},
    .memory_bytes = dx_gofish_notes_bytes,
    .begin = dx_gofish_notes_begin,
    .note = note,
    .copy = dx_gofish_notes_copy,
    .end = dx_gofish_notes_end,
    .choose = choose,
    .values = values,
};
