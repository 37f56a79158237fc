// The score of a move.  For a miner a tunnel is worth the tunnels that are then
// missing less, a break what it takes from a saboteur less what it would take
// from a miner, and so on; a saboteur turns it round and keeps good tunnels
// from the table: cards, not turns, decide a round.

#include "agents/saboteur/score.h"

#include "game/agent.h"
#include "words/number.h"

#include <math.h>
#include <stdio.h>

const dx_saboteur_weights dx_saboteur_plain = {
    .block = 1.0,
    .unblock = 0.8,
    .unblock_self = 1.4,
    .map = 1.2,
    .crush = 0.9,
    .hinder = 0.9,
    .waste = 0.5,
    .ahead = 0,
};

enum { HARM_TO_MATES = 2 }; // times what a right break or mend is worth

typedef struct scoring {
    const dx_saboteur *t;
    unsigned seat, role;
    const dx_saboteur_belief *belief;
    const dx_saboteur_weights *weights;
    dx_saboteur_forecast forecast;
    double now;
    // For the look ahead: tunnels nobody has seen here, and how likely one of
    // them helps.
    unsigned unseen[DX_SABOTEUR_TUNNEL_KINDS], unseen_all;
    double open;
} scoring;

// The chance of the likeliest goal.
static double surest(const dx_saboteur_belief *b)
{
    return fmax(b->gold[0], fmax(b->gold[1], b->gold[2]));
}

double dx_saboteur_card_worth(const dx_saboteur *t, unsigned kind,
                              const dx_saboteur_belief *belief)
{
    static const double open[] = {0.62, 0.5, 0.55, 0.3, 0.45, 0.35, 0.35};
    switch (dx_saboteur_cards[kind].sort) {
    case DX_SABOTEUR_OPEN:
        return open[kind];
    case DX_SABOTEUR_DEAD:
        return 0;
    case DX_SABOTEUR_BREAK:
        return 0.25;
    case DX_SABOTEUR_MEND:
        return 0.3;
    case DX_SABOTEUR_ROCK:
        return 0.25;
    default:
        return surest(belief) > 0.95 ? 0.01 : 0.3;
    }
    (void)t;
}

// How likely a tunnel that nobody has seen yet brings the gold nearer on this
// board: the best tunnel of the next turn, as a mean over cards.
static double prospects(const scoring *s, const dx_saboteur_grid *g)
{
    dx_saboteur_reach reach;
    uint8_t found[DX_GRID_CELLS];
    double mean = 0;
    dx_saboteur_reach_find(g, &reach);
    for (unsigned i = 0; i < s->t->goals; i++) {
        double gold = s->belief->gold[i];
        unsigned good = 0;
        if (gold < 0.02 || (s->t->up >> i & 1) != 0)
            continue;
        unsigned steps = dx_saboteur_search(g, g->goal[i], DX_NO_CELL, found);
        unsigned kinds = dx_saboteur_useful(g, &reach, steps, found);
        for (unsigned kind = 0; kinds >> kind != 0; kind++)
            good += kinds >> kind & 1 ? s->unseen[kind] : 0;
        mean += gold * (steps == 0           ? 1
                        : s->unseen_all == 0 ? 0
                                             : (double)good / s->unseen_all);
    }
    return mean;
}

// The same with a tunnel more.
static double prospects_after(scoring *s, dx_event move)
{
    dx_saboteur_grid *g = &s->forecast.grid;
    unsigned cell = dx_saboteur_cell(g, move.arg[1] - DX_SABOTEUR_REACH,
                                     move.arg[2] - DX_SABOTEUR_REACH);
    uint8_t before = g->at[cell];
    g->at[cell] = (uint8_t)dx_saboteur_laid(move);
    double mean = prospects(s, g);
    g->at[cell] = before;
    return mean;
}

static double score_build(scoring *s, dx_event move)
{
    uint8_t after[DX_SABOTEUR_GOALS];
    double found = 0;
    if (!dx_saboteur_forecast_move(&s->forecast, move, after))
        return -1;
    double gain =
        s->now - dx_saboteur_mean_steps(&s->forecast, after, s->belief->gold);
    for (unsigned i = 0; i < s->t->goals; i++)
        if (!(s->t->up >> i & 1) && after[i] == 0)
            found += s->belief->gold[i];
    if (s->weights->ahead > 0 && move.verb == DX_SABOTEUR_DIG && gain > -0.5)
        gain += s->weights->ahead * (prospects_after(s, move) - s->open);
    if (s->role == DX_SABOTEUR_SABOTEUR) {
        gain = -gain - 3 * found;
        if (move.verb == DX_SABOTEUR_DIG && gain < 0.05 &&
            dx_saboteur_is_open(move.arg[0]))
            gain -= 0.1;
        // A dead end that does no harm now may do some later.
        if (move.verb == DX_SABOTEUR_DIG && gain < 0.5 &&
            !dx_saboteur_is_open(move.arg[0]))
            gain -= 0.25;
    } else {
        gain += 3 * found;
        gain -= gain < 0.05 ? 0.3 : 0;
    }
    if (move.verb == DX_SABOTEUR_CRUSH)
        gain = gain > 0.3 ? gain * s->weights->crush : gain - 1;
    return gain;
}

// Breaking a tool of an enemy, or mending one of a mate, is worth `right`; of
// the other side it costs that and more.
static double by_side(double enemy, double right)
{
    return right * (enemy - HARM_TO_MATES * (1 - enemy));
}

static double score_block(const scoring *s, dx_event move)
{
    unsigned of = move.arg[0];
    double guilt = s->belief->guilt[of];
    double worth = s->weights->block * (s->t->broken[of] == 0 ? 1 : 0.25);
    if (s->role == DX_SABOTEUR_MINER)
        return by_side(guilt, worth);
    return by_side(1 - guilt, worth * s->weights->hinder);
}

static double score_unblock(const scoring *s, dx_event move)
{
    unsigned of = move.arg[0], left = s->t->broken[of] & ~(1U << move.arg[2]);
    double guilt = s->belief->guilt[of], part = left == 0 ? 1 : 0.4;
    bool miner = s->role == DX_SABOTEUR_MINER;
    // The double card is kept where a single one will do.
    unsigned tools = dx_saboteur_cards[move.arg[1]].sides;
    double spare = (tools & (tools - 1)) != 0 ? 0.02 : 0;
    if (of == s->seat)
        return s->weights->unblock_self * part * (miner ? 1 : 0.4) - spare;
    return by_side(miner ? 1 - guilt : guilt,
                   s->weights->unblock * part * (miner ? 1 : 0.6)) -
           spare;
}

static double score_look(const scoring *s, dx_event move)
{
    unsigned goal = move.arg[0];
    double p = s->belief->gold[goal];
    bool is_news = !(s->t->looked[s->seat] >> goal & 1);
    double news = is_news ? 4 * p * (1 - p) * (p > 0.3 ? 1 : 0.9) : 0;
    if (s->role == DX_SABOTEUR_SABOTEUR)
        return 0.35 * news;
    return s->weights->map * news * (s->now > 1.5 ? 1 : 0.4) - 0.05;
}

static double score_throw(const scoring *s, dx_event move)
{
    double worth = dx_saboteur_card_worth(s->t, move.arg[0], s->belief);
    unsigned sort = dx_saboteur_cards[move.arg[0]].sort;
    if (s->role == DX_SABOTEUR_MINER)
        return -worth - 0.02;
    if (sort == DX_SABOTEUR_OPEN)
        return worth * s->weights->waste;
    return sort == DX_SABOTEUR_MEND || sort == DX_SABOTEUR_MAP ? 0.05 : -0.6;
}

// A miner says what it saw; a saboteur never does.
static double score_claim(const scoring *s, dx_event move)
{
    bool is_gold = s->t->goal[move.arg[0]] == DX_SABOTEUR_GOLD;
    bool is_true = is_gold == (move.arg[1] == 0);
    return is_true == (s->role == DX_SABOTEUR_MINER);
}

static double score_one(scoring *s, dx_event move)
{
    switch (move.verb) {
    case DX_SABOTEUR_DIG:
    case DX_SABOTEUR_CRUSH:
        return score_build(s, move);
    case DX_SABOTEUR_BLOCK:
        return score_block(s, move);
    case DX_SABOTEUR_UNBLOCK:
        return score_unblock(s, move);
    case DX_SABOTEUR_LOOK:
        return score_look(s, move);
    case DX_SABOTEUR_CLAIM:
        return score_claim(s, move);
    case DX_SABOTEUR_THROW:
        return score_throw(s, move);
    default:
        return 0;
    }
}

static void look_ahead(scoring *s)
{
    s->unseen_all = 0;
    for (unsigned kind = 0; kind < DX_SABOTEUR_TUNNEL_KINDS; kind++) {
        s->unseen[kind] = dx_saboteur_unseen(s->t, kind);
        s->unseen_all += s->unseen[kind];
    }
    s->open = prospects(s, &s->forecast.grid);
}

void dx_saboteur_score(const dx_saboteur *t, unsigned seat,
                       const dx_saboteur_belief *belief,
                       const dx_saboteur_weights *weights, unsigned role,
                       unsigned count, const dx_event *moves, double *out)
{
    scoring s;
    unsigned wanted = 0;
    s.t = t;
    s.seat = seat;
    s.role = role;
    s.belief = belief;
    s.weights = weights;
    for (unsigned i = 0; i < t->goals; i++)
        wanted |= belief->gold[i] > 0 ? 1U << i : 0;
    if (t->phase == DX_SABOTEUR_PLAYING) {
        dx_saboteur_forecast_make(&s.forecast, t, wanted);
        s.now =
            dx_saboteur_mean_steps(&s.forecast, s.forecast.now, belief->gold);
        if (weights->ahead > 0)
            look_ahead(&s);
    }
    for (unsigned i = 0; i < count; i++)
        out[i] = score_one(&s, moves[i]);
}

unsigned dx_saboteur_best(unsigned count, const double *scores)
{
    unsigned best = 0;
    for (unsigned i = 1; i < count; i++)
        if (scores[i] > scores[best])
            best = i;
    return best;
}

void dx_saboteur_give_reason(dx_thought *thought, const dx_saboteur *t,
                             dx_event move, const dx_saboteur_belief *belief,
                             double score)
{
    static const char *const rule[] = {
        [DX_SABOTEUR_DIG] = "dig",       [DX_SABOTEUR_BLOCK] = "break",
        [DX_SABOTEUR_UNBLOCK] = "mend",  [DX_SABOTEUR_CRUSH] = "rockfall",
        [DX_SABOTEUR_LOOK] = "look",     [DX_SABOTEUR_CLAIM] = "claim",
        [DX_SABOTEUR_SILENT] = "silent", [DX_SABOTEUR_THROW] = "throw",
    };
    char worth[80];
    if (thought->reason == NULL)
        return;
    snprintf(worth, sizeof worth,
             score < 0
                 ? "this move costs my side %.1f tunnels, and no other less"
                 : "this move is worth %.1f tunnels to my side",
             fabs(score));
    if (move.verb == DX_SABOTEUR_THROW)
        dx_thought_say(thought, rule[move.verb], NULL, "%s",
                       score < 0 ? "I can play nothing better, and this is the "
                                   "card I miss least"
                                 : "nobody can build with this card now, which "
                                   "is what I want");
    else if (move.verb == DX_SABOTEUR_UNBLOCK && move.arg[0] == move.who)
        dx_thought_say(thought, rule[move.verb], NULL,
                       "I cannot dig with a broken tool; %s", worth);
    else if (move.verb == DX_SABOTEUR_BLOCK || move.verb == DX_SABOTEUR_UNBLOCK)
        dx_thought_say(thought, rule[move.verb], NULL,
                       "seat %u is a saboteur with a chance of %s; %s",
                       move.arg[0] + 1U,
                       dx_percent_of(belief->guilt[move.arg[0]]).text, worth);
    else if (t->goals == 2)
        dx_thought_say(thought, rule[move.verb], NULL,
                       "the gold lies at the top with a chance of %s, at the "
                       "bottom with %s; %s",
                       dx_percent_of(belief->gold[0]).text,
                       dx_percent_of(belief->gold[1]).text, worth);
    else
        dx_thought_say(
            thought, rule[move.verb], NULL,
            "the gold lies at the top with a chance of %s, in the middle "
            "with %s, at the bottom with %s; %s",
            dx_percent_of(belief->gold[0]).text,
            dx_percent_of(belief->gold[1]).text,
            dx_percent_of(belief->gold[2]).text, worth);
}
