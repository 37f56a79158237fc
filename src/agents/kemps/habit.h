// agents/kemps/habit.h -- what a rival's past turns say about its hidden cards.
//
// Since its hand was dealt a rival has looked at tables and taken cards, or
// has not.  For each hand that it may have we can replay those turns backwards
// and ask: would greedy have done the same?

#ifndef DX_AGENTS_KEMPS_HABIT_H
#define DX_AGENTS_KEMPS_HABIT_H

#include "agents/kemps/sketch.h"
#include "game/view.h"

enum { DX_KEMPS_HABIT_TURNS = 12 };

typedef struct dx_kemps_past_turn {
    dx_kemps_bag table; // before it
    uint8_t swaps;
    uint8_t take[DX_KEMPS_HAND], give[DX_KEMPS_HAND]; // ranks
} dx_kemps_past_turn;

// The last turns of one seat since its hand was dealt, in a ring.
typedef struct dx_kemps_habit {
    unsigned turns; // since the deal
    dx_kemps_past_turn turn[DX_KEMPS_HABIT_TURNS];
} dx_kemps_habit;

// Reads the habits of all seats off a view.
void dx_kemps_habits(const dx_view *view,
                     dx_kemps_habit out_habit[DX_KEMPS_SEATS]);

// How likely the turns are for a seat that now has `hand`: a factor `slip`
// for each turn in which greedy would have done something else.
double dx_kemps_habit_likelihood(const dx_kemps_habit *habit, dx_kemps_bag hand,
                                 double slip);

#endif
