// The score of a saboteur's moves, in tolls: one is what a tunnel costs that
// any card serves.  Builds are worth the toll that they add; dead ends, rocks
// and breaks are held back while there are turns to spare for a better chance;
// a mend of the own tool is worth the best build that it allows, less where
// breaks are still about; of tunnels the most useful to miners goes away first,
// but not one that could do harm.
//
// The weights were found by hill climbing against straight miners, on deals
// that are used for nothing else; docs/results/saboteur.md has what it wins on
// others.

#include "agents/saboteur/wreck.h"

#include "agents/saboteur/toll.h"

#include <math.h>

static const double scarce = 3; // cards for which a cell costs twice
static const double toll_weight = 0.52;
static const double hold_dead = 0.4; // what may still come is worth
static const double hold_rock = 0.43;
static const double hold_break = 0.08;
static const double break_worth = 0.5;
static const double break_again = 0.25; // a tool more at the same seat
static const double break_next = 0.11;  // more for who is next to move
static const double give_open = 0.28;   // a tunnel laid might be of use
static const double waste = 0.41;       // of a tunnel thrown away
static const double keep_harmful = 0.1;
static const double mend_self = 0.3, mend_for_harm = 0.6, mend_in_vain = 0.22;
static const double mend_mate = 0.48;
static const double look_worth = 0.6;
static const double throw_mend = -0.02, throw_map = 0.05, throw_harm = -0.5;
static const double gold_reached = 3;

enum { TURNS_TO_SPARE = 4, BREAKS = 9, HARM_TO_MATES = 2 };

typedef struct wreck {
    const dx_saboteur *t;
    unsigned seat;
    const dx_saboteur_belief *belief;
    dx_saboteur_forecast forecast;
    dx_saboteur_toll toll;
    double toll_now;
    double patience; // 0: whatever does harm has to be used now; to 1
    unsigned dead;   // ends in hand
    double breaks;   // not seen yet, of all
    double harm[DX_SABOTEUR_CARDS]; // the best build of each card
    double most;                    // and of all
} wreck;

static double toll_of(const wreck *w)
{
    double mean = 0;
    for (unsigned i = 0; i < w->t->goals; i++)
        if (!(w->t->up >> i & 1) && w->belief->gold[i] > 0.03)
            mean += w->belief->gold[i] *
                    dx_saboteur_toll_way(&w->toll, &w->forecast.grid,
                                         w->forecast.grid.goal[i]);
    return mean / DX_TOLL_UNIT;
}

// The toll on the board that a tunnel or a rock-fall leaves.
static double toll_after(wreck *w, dx_event move)
{
    dx_saboteur_grid *g = &w->forecast.grid;
    unsigned first = move.verb == DX_SABOTEUR_DIG ? 1 : 0;
    unsigned cell = dx_saboteur_cell(g, move.arg[first] - DX_SABOTEUR_REACH,
                                     move.arg[first + 1] - DX_SABOTEUR_REACH);
    uint8_t before = g->at[cell];
    g->at[cell] = (uint8_t)(first == 0 ? 0 : dx_saboteur_laid(move));
    double toll = toll_of(w);
    g->at[cell] = before;
    return toll;
}

static double score_build(wreck *w, dx_event move)
{
    uint8_t after[DX_SABOTEUR_GOALS];
    if (!dx_saboteur_forecast_move(&w->forecast, move, after))
        return -1;
    double harm = toll_weight * (toll_after(w, move) - w->toll_now);
    for (unsigned i = 0; i < w->t->goals; i++)
        if (!(w->t->up >> i & 1) && after[i] == 0)
            harm -= gold_reached * w->belief->gold[i];
    if (move.verb == DX_SABOTEUR_CRUSH)
        return harm - hold_rock * w->patience;
    if (dx_saboteur_is_open(move.arg[0]))
        return harm - give_open;
    return harm - hold_dead * w->patience;
}

// What breaking a tool of a seat is worth if it is the other side's.
static double by_side(double enemy, double worth)
{
    return worth * (enemy - HARM_TO_MATES * (1 - enemy));
}

static double score_block(const wreck *w, dx_event move)
{
    const dx_saboteur *t = w->t;
    unsigned of = move.arg[0], others = t->players - 1U;
    unsigned turns = (of + t->players - w->seat) % t->players;
    double worth = t->size[of] > 0 ? break_worth : 0;
    for (unsigned left = t->broken[of]; left != 0; left &= left - 1)
        worth *= break_again;
    worth *= 1 + break_next * (1 - (turns - 1.0) / others);
    return by_side(1 - w->belief->guilt[of], worth) - hold_break * w->patience;
}

static double score_unblock(const wreck *w, dx_event move)
{
    unsigned of = move.arg[0], left = w->t->broken[of] & ~(1U << move.arg[2]);
    double part = left == 0 ? 1 : 0.4;
    if (of != w->seat)
        return by_side(w->belief->guilt[of], mend_mate * part);
    double free = mend_for_harm * w->most * (1 - mend_in_vain * w->breaks);
    return part * (mend_self * (w->dead > 0 ? 1 : 0.3) + free);
}

static double score_look(const wreck *w, dx_event move)
{
    double p = w->belief->gold[move.arg[0]];
    bool is_news = !(w->t->looked[w->seat] >> move.arg[0] & 1);
    return is_news ? look_worth * 4 * p * (1 - p) : 0;
}

static double score_throw(const wreck *w, unsigned kind)
{
    switch (dx_saboteur_cards[kind].sort) {
    case DX_SABOTEUR_OPEN:
        return waste * dx_saboteur_card_worth(w->t, kind, w->belief) -
               keep_harmful * w->harm[kind];
    case DX_SABOTEUR_MEND:
        return throw_mend;
    case DX_SABOTEUR_MAP:
        return throw_map;
    default:
        return throw_harm;
    }
}

// Never what it saw.
static double score_claim(const wreck *w, dx_event move)
{
    bool is_gold = w->t->goal[move.arg[0]] == DX_SABOTEUR_GOLD;
    return is_gold != (move.arg[1] == 0);
}

static double score_other(const wreck *w, dx_event move)
{
    switch (move.verb) {
    case DX_SABOTEUR_BLOCK:
        return score_block(w, move);
    case DX_SABOTEUR_UNBLOCK:
        return score_unblock(w, move);
    case DX_SABOTEUR_LOOK:
        return score_look(w, move);
    case DX_SABOTEUR_CLAIM:
        return score_claim(w, move);
    case DX_SABOTEUR_THROW:
        return score_throw(w, move.arg[0]);
    default:
        return 0;
    }
}

static bool builds(dx_event move)
{
    return move.verb == DX_SABOTEUR_DIG || move.verb == DX_SABOTEUR_CRUSH;
}

// Scores the builds among the moves, and keeps what each card could do.
static void score_builds(wreck *w, unsigned count, const dx_event *moves,
                         double *out)
{
    for (unsigned i = 0; i < count; i++) {
        if (!builds(moves[i]))
            continue;
        out[i] = score_build(w, moves[i]);
        if (moves[i].verb == DX_SABOTEUR_DIG) {
            unsigned kind = moves[i].arg[0];
            w->harm[kind] = fmax(w->harm[kind], out[i]);
            w->most = fmax(w->most, out[i]);
        }
    }
}

// With a broken tool: what could be built if it were mended.
static void imagine_builds(wreck *w)
{
    dx_event moves[DX_MOVES_MAX];
    double scores[DX_MOVES_MAX];
    dx_saboteur mended = *w->t;
    mended.broken[w->seat] = 0;
    unsigned count = dx_saboteur_moves(&mended, w->seat, moves);
    score_builds(w, count, moves, scores);
}

static void count_hand(wreck *w)
{
    const dx_saboteur *t = w->t;
    double harmful = 0, left = (double)dx_saboteur_deck(t) / t->players;
    unsigned breaks = 0;
    for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++) {
        unsigned sort = dx_saboteur_cards[kind].sort;
        unsigned held = t->in_hand[w->seat][kind];
        left += held;
        w->dead += sort == DX_SABOTEUR_DEAD ? held : 0;
        if (sort == DX_SABOTEUR_DEAD || sort == DX_SABOTEUR_ROCK ||
            sort == DX_SABOTEUR_BREAK)
            harmful += held;
        breaks += sort == DX_SABOTEUR_BREAK ? dx_saboteur_unseen(t, kind) : 0;
    }
    w->breaks = (double)breaks / BREAKS;
    w->patience = fmin(1, fmax(0, (left - harmful) / TURNS_TO_SPARE));
}

void dx_saboteur_wreck(const dx_saboteur *t, unsigned seat,
                       const dx_saboteur_belief *belief, unsigned count,
                       const dx_event *moves, double *out)
{
    wreck w = {.t = t, .seat = seat, .belief = belief};
    unsigned wanted = 0;
    for (unsigned i = 0; i < t->goals; i++)
        wanted |= belief->gold[i] > 0 ? 1U << i : 0;
    if (t->phase == DX_SABOTEUR_PLAYING) {
        dx_saboteur_forecast_make(&w.forecast, t, wanted);
        dx_saboteur_toll_make(&w.toll, t, scarce);
        w.toll_now = toll_of(&w);
        count_hand(&w);
        score_builds(&w, count, moves, out);
        if (t->broken[seat] != 0)
            imagine_builds(&w);
    }
    for (unsigned i = 0; i < count; i++)
        if (!builds(moves[i]))
            out[i] = score_other(&w, moves[i]);
}
