// A question is worth the book that it may complete, like finish-fast's, and
// what else it brings or gives away; and that depends on who the other is.
// Which strategy a seat has is believed by all its questions so far (shown.h),
// and what a question is worth is the mean over strategies, by how likely each
// is.  For some there are a few terms with weights that were searched for
// against that strategy by itself (docs/gofish.md); for those who go for books,
// between two players, a network that was trained against finish-fast
// (gradient.h).  The last cards of the stock are played out (endgame.h).  With
// more players a book may be collected from several seats (collect.h), and the
// terms depend on how many of them are weak.
//
// A turn goes on until a question fails, so what is sure is asked before what
// is not, and nothing is lost by asking it first.  With an empty stock and two
// players nothing is hidden: whatever is missing the other has, each question
// completes a book, and all are asked in turn.

#include "agents/gofish/planner.h"
#include "agents/gofish/collect.h"
#include "agents/gofish/endgame.h"
#include "agents/gofish/gradient.h"

#include <string.h>

// The terms, beside the chance that the question completes a book.
enum {
    ANSWERED, // in part: the chance, where more than one card is missing
    SHOWN,    // all will know that the asker has the rank, who did not
    FAILED,   // the chance of a miss, for each card beyond the first
    EXPOSED,  // the chance of a miss with a single card that nobody knows of
    NETWORK,  // what the network adds
    TERMS
};

static const float two_players[DX_GOFISH_TYPES][TERMS] = {
    [DX_GOFISH_TYPE_RANDOM] =
        {[SHOWN] = 0.015F, [FAILED] = -0.02F, [EXPOSED] = -0.07F},
    [DX_GOFISH_TYPE_CLOSER] = {[EXPOSED] = -0.07F},
    [DX_GOFISH_TYPE_HOARDING] = {[EXPOSED] = -0.07F},
    [DX_GOFISH_TYPE_FINISH] = {[NETWORK] = 1},
    [DX_GOFISH_TYPE_EXPLORE] = {[EXPOSED] = -0.07F},
    [DX_GOFISH_TYPE_EXPLOIT] = {[NETWORK] = 1},
};

// With more players it matters how many of them are weak: who play by chance or
// without a memory.  Among those partial answers win, among others they are
// taken back.  What is asked for in vain is better what one has much of, and
// not a single card that nobody knew of.
static const bool is_weak[DX_GOFISH_TYPES] = {[DX_GOFISH_TYPE_RANDOM] = true,
                                              [DX_GOFISH_TYPE_CLOSER] = true,
                                              [DX_GOFISH_TYPE_EXPLORE] = true};
static const float among_weak[TERMS] = {[ANSWERED] = 1.0F};
static const float among_strong[TERMS] = {
    [ANSWERED] = 0.1F, [FAILED] = 0.03F, [EXPOSED] = -0.15F};

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

typedef double chances_of_types[DX_GOFISH_TYPES];

static void weights_for_two(const chances_of_types types, double *out)
{
    memset(out, 0, TERMS * sizeof *out);
    for (unsigned i = 0; i < DX_GOFISH_TYPES; i++)
        for (unsigned k = 0; k < TERMS; k++)
            out[k] += types[i] * (double)two_players[i][k];
}

// A company is taken for strong until most of it is known to be weak: by the
// square of the share of weak ones.
static void weights_for_more(const dx_view *view, const chances_of_types *types,
                             double *out)
{
    unsigned players = dx_players(view->rules);
    double weak = 0;
    for (unsigned seat = 0; seat < players; seat++)
        for (unsigned i = 0; i < DX_GOFISH_TYPES; i++)
            if (seat != view->seat && is_weak[i])
                weak += types[seat][i] / (players - 1);
    for (unsigned k = 0; k < TERMS; k++)
        out[k] = weak * weak * (double)among_weak[k] +
                 (1 - weak * weak) * (double)among_strong[k];
}

// The weights for who sits there.
static void weights_for(const dx_gofish_notes *n, const dx_view *view,
                        double *out)
{
    chances_of_types types[DX_GOFISH_SEATS];
    dx_gofish_type_chances(&n->shown, view->seat, types);
    if (dx_players(view->rules) == 2)
        weights_for_two(types[1 - view->seat], out);
    else
        weights_for_more(view, (const chances_of_types *)types, out);
}

// `completes`: the chance of the book in this turn.
static double value_of(const dx_gofish_notes *n, const dx_view *view,
                       const dx_gofish_prospect *p, double completes,
                       double network, const double *weight)
{
    const dx_gofish *t = view->sight;
    unsigned missing = t->copies - p->own;
    bool is_new = n->shown.least[view->seat][p->rank] == 0;
    double miss = 1 - p->has;
    return completes + weight[ANSWERED] * (missing > 1 ? p->has : 0) +
           weight[SHOWN] * is_new + weight[FAILED] * miss * (p->own - 1) +
           weight[EXPOSED] * (is_new && p->own == 1 ? miss : 0) +
           weight[NETWORK] * (network - completes);
}

static unsigned likeliest_of(const dx_gofish_notes *n, const dx_view *view,
                             unsigned seat, double *out_chance)
{
    chances_of_types types[DX_GOFISH_SEATS];
    unsigned likeliest = 0;
    dx_gofish_type_chances(&n->shown, view->seat, types);
    for (unsigned i = 1; i < DX_GOFISH_TYPES; i++)
        if (types[seat][i] > types[seat][likeliest])
            likeliest = i;
    *out_chance = types[seat][likeliest];
    return likeliest;
}

// The last cards: how often each question wins, and among those that win as
// often what is worth most otherwise.
static void value_end(const dx_gofish_notes *n, const dx_view *view,
                      const dx_gofish_moment *m, double *out)
{
    double share[DX_GOFISH_PROSPECTS], chance;
    unsigned other = 1 - view->seat;
    dx_gofish_chances believed;
    dx_gofish_memory_chances(&n->beliefs, other, &believed);
    dx_gofish_endgame(view, &believed, likeliest_of(n, view, other, &chance), m,
                      share);
    for (unsigned i = 0; i < m->count; i++)
        out[i] = share[i] + 1e-3 * out[i];
}

// That each question leads to its book in this turn: at once, or with others'
// cards after it.
static void chances_of_books(const dx_gofish_notes *n,
                             const dx_gofish_moment *m, double *out)
{
    dx_gofish_by_rank room;
    const dx_gofish_by_rank *beliefs =
        n->beliefs.by_rank == NULL
            ? NULL
            : dx_gofish_by_rank_begun(n->beliefs.by_rank, &room);
    for (unsigned i = 0; i < m->count; i++)
        out[i] =
            beliefs == NULL || beliefs->players == 2
                ? m->asks[i].completes
                : dx_gofish_collects(beliefs, m->asks[i].rank, m->asks[i].of);
}

static void values_of(const dx_gofish_notes *n, const dx_view *view,
                      dx_gofish_moment *m, double *out)
{
    double weight[TERMS], network[DX_GOFISH_PROSPECTS];
    double completes[DX_GOFISH_PROSPECTS];
    dx_gofish_moment_read(n, view, m);
    dx_gofish_moment_scores(m, dx_gofish_net_against(DX_GOFISH_AGAINST_FINISH),
                            network);
    weights_for(n, view, weight);
    chances_of_books(n, m, completes);
    for (unsigned i = 0; i < m->count; i++)
        out[i] = value_of(n, view, &m->asks[i], completes[i],
                          network[i] / DX_GOFISH_SCALE, weight);
    if (m->count > 1 && dx_gofish_is_endgame(view))
        value_end(n, view, m, out);
}

static void explain(const dx_gofish_notes *n, const dx_view *view,
                    const dx_gofish_prospect *ask, dx_thought *thought)
{
    double chance;
    unsigned likeliest;
    if (thought->reason == NULL)
        return;
    if (dx_players(view->rules) == 2 && dx_gofish_stock(view->sight) == 0) {
        dx_thought_say(thought, "endgame", NULL,
                       "the stock is empty: seat %u has all that is missing",
                       ask->of + 1);
        return;
    }
    likeliest = likeliest_of(n, view, ask->of, &chance);
    dx_thought_say(thought, "plan", NULL,
                   "seat %u has a %s with chance %.2f, all that are missing "
                   "with %.2f; it asks like %s (%.2f)",
                   ask->of + 1, dx_gofish_word(ask->rank), ask->has,
                   ask->completes, dx_gofish_type_names[likeliest], chance);
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    dx_gofish_moment m;
    double value[DX_GOFISH_PROSPECTS];
    unsigned best = 0;
    (void)self;
    values_of(memory, view, &m, value);
    if (m.count == 0)
        return dx_gofish_nothing(view, thought);
    for (unsigned i = 1; i < m.count; i++)
        if (value[i] > value[best] + 1e-6)
            best = i;
    explain(memory, view, &m.asks[best], thought);
    return m.asks[best].move;
}

static void values(const void *memory, const dx_policy *self,
                   const dx_view *view, const dx_budget *budget, unsigned count,
                   const dx_event *moves, double *out)
{
    dx_gofish_moment m;
    double value[DX_GOFISH_PROSPECTS];
    (void)self, (void)budget;
    values_of(memory, view, &m, value);
    for (unsigned i = 0; i < count; i++) {
        out[i] = 0;
        for (unsigned k = 0; k < m.count; k++)
            if (dx_event_same(moves[i], m.asks[k].move))
                out[i] = value[k];
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
