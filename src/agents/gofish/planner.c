// A question is worth the book that it may complete, like finish-fast's, and
// what else it brings or gives away; and that depends on who the other is.
// Which strategy a seat has is believed by all its questions so far (shown.h).
//
// Between two players networks that were trained each against one strategy
// (gradient.h) vote on what to ask, as often as the other is one for each; for
// whom none was trained, strangers among them, finish-fast's choice has the
// vote, and some votes more: it loses little to anybody, so one leaves it only
// if the other is known well enough.  The last cards of the stock are played
// out (endgame.h).  With more players a book
// may be collected from several seats (collect.h), and a few terms are added
// whose weights depend on how many of the others are weak; they were searched
// for (docs/gofish.md).
//
// A turn goes on until a question fails, so what is sure is asked before what
// is not, and nothing is lost by asking it first.  With an empty stock and two
// players nothing is hidden: whatever is missing the other has, each question
// completes a book, and all are asked in turn.

#include "agents/gofish/planner.h"
#include "agents/gofish/collect.h"
#include "agents/gofish/endgame.h"
#include "agents/gofish/gradient.h"
#include "game/words.h"
#include "words/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Between two players: which network plays best against a strategy;
// DX_GOFISH_TRAINED: none does better than finish-fast's rule.
static const uint8_t net_against[DX_GOFISH_KINDS] = {
    [DX_GOFISH_TYPE_RANDOM] = DX_GOFISH_TRAINED,
    [DX_GOFISH_TYPE_CLOSER] = DX_GOFISH_TRAINED,
    [DX_GOFISH_TYPE_HOARDING] = DX_GOFISH_AGAINST_HOARDING,
    [DX_GOFISH_TYPE_FINISH] = DX_GOFISH_AGAINST_FINISH,
    [DX_GOFISH_TYPE_EXPLORE] = DX_GOFISH_TRAINED,
    [DX_GOFISH_TYPE_EXPLOIT] = DX_GOFISH_AGAINST_FINISH,
    [DX_GOFISH_STRANGER] = DX_GOFISH_TRAINED,
};

// The votes that finish-fast's choice has beside those of kinds.
static const double caution = 0.3;

// The terms, beside the chance of a book in this turn.
enum {
    ANSWERED, // in part: the chance, where more than one card is missing
    FAILED,   // the chance of a miss, for each card beyond the first
    EXPOSED,  // the chance of a miss with a single card that nobody knows of
    TERMS
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

typedef double chances_of_types[DX_GOFISH_KINDS];

static unsigned likeliest_of(const dx_gofish_notes *n, const dx_view *view,
                             unsigned seat, double *out_chance)
{
    chances_of_types types[DX_GOFISH_SEATS];
    unsigned likeliest = 0;
    dx_gofish_type_chances(&n->shown, view->seat, types);
    for (unsigned i = 1; i < DX_GOFISH_KINDS; i++)
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

// The votes of a network: how often it would ask each question.
static void vote(const dx_gofish_moment *m, unsigned net, double votes,
                 double *out)
{
    double score[DX_GOFISH_PROSPECTS], most = -INFINITY, sum = 0;
    dx_gofish_moment_scores(m, dx_gofish_net_against(net), score);
    for (unsigned i = 0; i < m->count; i++)
        most = fmax(most, score[i]);
    for (unsigned i = 0; i < m->count; i++)
        sum += score[i] = exp(score[i] - most);
    for (unsigned i = 0; i < m->count; i++)
        out[i] += votes * score[i] / sum;
}

static void values_of_two(const dx_gofish_notes *n, const dx_view *view,
                          const dx_gofish_moment *m, double *out)
{
    chances_of_types types[DX_GOFISH_SEATS];
    double votes[DX_GOFISH_TRAINED + 1] = {[DX_GOFISH_TRAINED] = caution};
    memset(out, 0, m->count * sizeof *out);
    if (m->count == 0)
        return;
    dx_gofish_type_chances(&n->shown, view->seat, types);
    for (unsigned i = 0; i < DX_GOFISH_KINDS; i++)
        votes[net_against[i]] += types[1 - view->seat][i];
    for (unsigned net = 0; net < DX_GOFISH_TRAINED; net++)
        if (votes[net] > 0)
            vote(m, net, votes[net], out);
    out[dx_gofish_best(m->asks, m->count, dx_gofish_score_completes) -
        m->asks] += votes[DX_GOFISH_TRAINED];
    if (m->count > 1 && dx_gofish_is_endgame(view))
        value_end(n, view, m, out);
}

// The weights of terms.  A company is taken for strong until most of it is
// known to be weak: by the square of the share of weak ones.
static void weights_for(const dx_gofish_notes *n, const dx_view *view,
                        double *out)
{
    chances_of_types types[DX_GOFISH_SEATS];
    unsigned players = dx_players(view->rules);
    double weak = 0;
    dx_gofish_type_chances(&n->shown, view->seat, types);
    for (unsigned seat = 0; seat < players; seat++)
        for (unsigned i = 0; i < DX_GOFISH_TYPES; i++)
            if (seat != view->seat && is_weak[i])
                weak += types[seat][i] / (players - 1);
    for (unsigned k = 0; k < TERMS; k++)
        out[k] = weak * weak * (double)among_weak[k] +
                 (1 - weak * weak) * (double)among_strong[k];
}

static void values_of_more(const dx_gofish_notes *n, const dx_view *view,
                           const dx_gofish_moment *m, double *out)
{
    const dx_gofish *t = view->sight;
    double weight[TERMS];
    dx_gofish_by_rank room;
    const dx_gofish_by_rank *beliefs =
        dx_gofish_by_rank_begun(n->beliefs.by_rank, &room);
    weights_for(n, view, weight);
    for (unsigned i = 0; i < m->count; i++) {
        const dx_gofish_prospect *p = &m->asks[i];
        bool is_new = n->shown.least[view->seat][p->rank] == 0;
        double miss = 1 - p->has;
        out[i] = dx_gofish_collects(beliefs, p->rank, p->of) +
                 weight[ANSWERED] * (t->copies - p->own > 1 ? p->has : 0) +
                 weight[FAILED] * miss * (p->own - 1) +
                 weight[EXPOSED] * (is_new && p->own == 1 ? miss : 0);
    }
}

// A book that is sure is asked for before all else: the turn goes on.
static void values_of(const dx_gofish_notes *n, const dx_view *view,
                      dx_gofish_moment *m, double *out)
{
    dx_gofish_moment_read(n, view, m);
    if (dx_players(view->rules) == 2)
        values_of_two(n, view, m, out);
    else
        values_of_more(n, view, m, out);
    for (unsigned i = 0; i < m->count; i++)
        out[i] += m->asks[i].completes > 1 - 1e-9;
}

// How a seat asks that is of a type.
static const char *const manner[DX_GOFISH_KINDS] = {
    [DX_GOFISH_TYPE_RANDOM] = "at random",
    [DX_GOFISH_TYPE_CLOSER] = "for what it has most of",
    [DX_GOFISH_TYPE_HOARDING] = "for what others are likely to have",
    [DX_GOFISH_TYPE_FINISH] = "for what may complete a book",
    [DX_GOFISH_TYPE_EXPLORE] = "for what it is least sure of",
    [DX_GOFISH_TYPE_EXPLOIT] =
        "for likely books, and else for what it is least sure of",
    [DX_GOFISH_STRANGER] = "in a way of its own"};

// Whom a seat asks like.
static void say_who(const dx_gofish_notes *n, const dx_view *view,
                    unsigned seat, char *out, size_t size)
{
    double chance;
    unsigned likeliest = likeliest_of(n, view, seat, &chance);
    snprintf(out, size, "; it seems to ask %s (%s)", manner[likeliest],
             dx_percent_of(chance).text);
}

static void explain(const dx_gofish_notes *n, const dx_view *view,
                    const dx_gofish_prospect *ask, dx_thought *thought)
{
    char who[120];
    if (thought->reason == NULL)
        return;
    if (dx_players(view->rules) == 2 && dx_gofish_stock(view->sight) == 0) {
        dx_thought_say(thought, "endgame", NULL,
                       "the stock is empty: seat %u has all that is missing",
                       ask->of + 1);
        return;
    }
    dx_value_word cards =
        dx_value_word_of(view->rules, "rank", ask->rank, DX_WORD_MANY);
    say_who(n, view, ask->of, who, sizeof who);
    if (ask->has < 1e-9 && n->shown.least[view->seat][ask->rank] > 0) {
        dx_thought_say(thought, "hide", NULL,
                       "seat %u has no %s, but all know that I have some: the "
                       "question shows nothing%s",
                       ask->of + 1, cards.text, who);
        return;
    }
    dx_thought_say(
        thought, "plan", NULL,
        "seat %u has %s with a chance of %s, all that I lack with %s%s",
        ask->of + 1, cards.text, dx_percent_of(ask->has).text,
        dx_percent_of(ask->completes).text, who);
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
    .talk = "I ask for what helps me most and tells you least, and I watch how "
            "you ask.",
    .people = true,
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
