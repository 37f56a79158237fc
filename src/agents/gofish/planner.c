// A question is worth the book that it may complete, like finish-fast's; to
// that comes what it gives away if it fails, what it brings if it is answered
// in part, and what is left for later: a few terms, with weights that were
// searched for against each strategy by itself (docs/gofish.md).  Which of
// these weights count is a matter of who the other seems to be, by all its
// questions so far (shown.h): each strategy's weights count as much as that
// strategy is likely.
//
// A turn goes on until a question fails, so what is sure is asked before what
// is not, and nothing is lost by asking it first.  With an empty stock and two
// players nothing is hidden: whatever is missing the other has, each question
// completes a book, and all are asked in turn.

#include "agents/gofish/planner.h"

#include <string.h>

// The terms, beside the chance that the question completes a book.
enum {
    ANSWERED, // in part: the chance, where more than one card is missing
    SHOWN,    // all will know that the asker has the rank, who did not
    FAILED,   // the chance of a miss, for each card beyond the first
    EXPOSED,  // the chance of a miss with a single card that nobody knows of
    HELD,     // the chance of an answer, for each card beyond the first
    QUIET,    // it tells nothing new: all know that the asker has the rank, and
              // that the other had none a card ago
    TERMS
};

static const float two_players[DX_GOFISH_TYPES][TERMS] = {
    [DX_GOFISH_TYPE_RANDOM] =
        {[SHOWN] = 0.015F, [FAILED] = -0.02F, [EXPOSED] = -0.07F},
    [DX_GOFISH_TYPE_CLOSER] = {[EXPOSED] = -0.07F},
    [DX_GOFISH_TYPE_HOARDING] = {[EXPOSED] = -0.07F},
    [DX_GOFISH_TYPE_FINISH] =
        {[EXPOSED] = -0.2F, [HELD] = 0.04F, [QUIET] = 0.02F},
    [DX_GOFISH_TYPE_EXPLORE] = {[EXPOSED] = -0.07F},
    [DX_GOFISH_TYPE_EXPLOIT] =
        {[EXPOSED] = -0.2F, [HELD] = 0.04F, [QUIET] = 0.02F},
};

static const float more_players[DX_GOFISH_TYPES][TERMS] = {
    [DX_GOFISH_TYPE_RANDOM] = {[ANSWERED] = 1.0F},
    [DX_GOFISH_TYPE_CLOSER] = {[ANSWERED] = 1.0F},
    [DX_GOFISH_TYPE_HOARDING] = {[ANSWERED] = 0.1F},
    [DX_GOFISH_TYPE_FINISH] = {[ANSWERED] = 0.1F},
    [DX_GOFISH_TYPE_EXPLORE] = {[ANSWERED] = 1.0F},
    [DX_GOFISH_TYPE_EXPLOIT] = {[ANSWERED] = 0.1F},
};

// A policy with data of its own was given other habits (train.h).
static const dx_gofish_habits *habits_of(const dx_policy *policy,
                                         const dx_rules *rules)
{
    if (policy->data != NULL)
        return policy->data;
    if (policy->agent->data != NULL)
        return policy->agent->data;
    return dx_gofish_habits_for(dx_players(rules));
}

static void note(void *memory, const dx_policy *self, const dx_view *view,
                 unsigned noted)
{
    dx_gofish_notes_follow(memory, self, habits_of(self, view->rules), view,
                           noted);
}

// The weights for who sits there: the mean over all other seats.
static void weights_for(const dx_gofish_notes *n, const dx_view *view,
                        double *out)
{
    unsigned players = dx_players(view->rules);
    const float(*table)[TERMS] = players == 2 ? two_players : more_players;
    memset(out, 0, TERMS * sizeof *out);
    for (unsigned seat = 0; seat < players; seat++) {
        double types[DX_GOFISH_TYPES];
        if (seat == view->seat)
            continue;
        dx_gofish_type_chances(&n->shown, seat, types);
        for (unsigned i = 0; i < DX_GOFISH_TYPES; i++)
            for (unsigned k = 0; k < TERMS; k++)
                out[k] += types[i] * (double)table[i][k] / (players - 1);
    }
}

static double value_of(const dx_gofish_notes *n, const dx_view *view,
                       const dx_gofish_prospect *p, const double *weight)
{
    const dx_gofish *t = view->sight;
    unsigned missing = t->copies - p->own;
    bool is_new = n->shown.least[view->seat][p->rank] == 0;
    double miss = 1 - p->has;
    return p->completes + weight[ANSWERED] * (missing > 1 ? p->has : 0) +
           weight[SHOWN] * is_new + weight[FAILED] * miss * (p->own - 1) +
           weight[EXPOSED] * (is_new && p->own == 1 ? miss : 0) +
           weight[HELD] * p->has * (p->own - 1) +
           weight[QUIET] * (!is_new && n->shown.since[p->of][p->rank] <= 1);
}

static void explain(const dx_gofish_notes *n, const dx_view *view,
                    const dx_gofish_prospect *ask, dx_thought *thought)
{
    double types[DX_GOFISH_TYPES];
    unsigned likeliest = 0;
    if (thought->reason == NULL)
        return;
    if (dx_players(view->rules) == 2 && dx_gofish_stock(view->sight) == 0) {
        dx_thought_say(thought, "endgame", NULL,
                       "the stock is empty: seat %u has all that is missing",
                       ask->of + 1);
        return;
    }
    dx_gofish_type_chances(&n->shown, ask->of, types);
    for (unsigned i = 1; i < DX_GOFISH_TYPES; i++)
        if (types[i] > types[likeliest])
            likeliest = i;
    dx_thought_say(thought, "plan", NULL,
                   "seat %u has a %s with chance %.2f, all that are missing "
                   "with %.2f; it asks like %s (%.2f)",
                   ask->of + 1, dx_gofish_word(ask->rank), ask->has,
                   ask->completes, dx_gofish_type_names[likeliest],
                   types[likeliest]);
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    const dx_gofish_notes *n = memory;
    dx_gofish_prospect asks[DX_GOFISH_PROSPECTS];
    double weight[TERMS], best_value = 0;
    unsigned count = dx_gofish_prospects(&n->beliefs, view, asks), best = 0;
    (void)self;
    if (count == 0)
        return dx_gofish_nothing(view, thought);
    weights_for(n, view, weight);
    for (unsigned i = 0; i < count; i++) {
        double value = value_of(n, view, &asks[i], weight);
        if (i == 0 || value > best_value + 1e-9) {
            best_value = value;
            best = i;
        }
    }
    explain(n, view, &asks[best], thought);
    return asks[best].move;
}

static void values(const void *memory, const dx_policy *self,
                   const dx_view *view, const dx_budget *budget, unsigned count,
                   const dx_event *moves, double *out)
{
    const dx_gofish_notes *n = memory;
    dx_gofish_prospect asks[DX_GOFISH_PROSPECTS];
    double weight[TERMS];
    unsigned asked = dx_gofish_prospects(&n->beliefs, view, asks);
    (void)self, (void)budget;
    weights_for(n, view, weight);
    for (unsigned i = 0; i < count; i++) {
        out[i] = 0;
        for (unsigned k = 0; k < asked; k++)
            if (dx_event_same(moves[i], asks[k].move))
                out[i] = value_of(n, view, &asks[k], weight);
    }
}

const dx_agent dx_agent_gofish_planner = {
    .name = "planner",
    .help = "a book and what a question gives away, by who the others seem "
            "to be",
    .game = "gofish",
    .schema = {dx_gofish_belief_params, NULL},
    .memory_bytes = dx_gofish_notes_bytes,
    .begin = dx_gofish_notes_begin,
    .note = note,
    .copy = dx_gofish_notes_copy,
    .end = dx_gofish_notes_end,
    .choose = choose,
    .values = values,
};
