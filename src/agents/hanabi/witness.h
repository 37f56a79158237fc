// agents/hanabi/witness.h -- what partners did lately, as evidence.
//
// Partners see the hand that its owner does not.  A hand with which they would
// have done something else by the blueprint is less likely; not impossible,
// since partners may search and depart from it.

#ifndef DX_AGENTS_HANABI_WITNESS_H
#define DX_AGENTS_HANABI_WITNESS_H

#include "agents/hanabi/blueprint.h"

enum { DX_WITNESSES_MAX = 8 };

// A partner's move, and the table and hands before it.
typedef struct dx_witness {
    dx_public before;
    dx_hand hands[DX_HANABI_SEATS]; // the own one has holes
    // For each own slot of that time the slot it is now, or DX_NONE and the
    // card that it turned out to be.
    dx_hand now, was;
    dx_event move;
} dx_witness;

typedef struct dx_witnesses {
    const dx_blueprint *blueprint;
    unsigned seat, count;
    double trust; // that a partner does what the blueprint would do
    dx_witness at[DX_WITNESSES_MAX];
} dx_witnesses;

// The last `moves_max` moves of partners, at most DX_WITNESSES_MAX.
void dx_witnesses_call(dx_witnesses *witnesses, const dx_view *view,
                       unsigned moves_max);

// How likely their moves are if `hand` is the own one; the context is a
// dx_witnesses (see dx_hidden_cards).
double dx_witnesses_likelihood(void *context, const uint8_t *hand);

#endif
