// agents/hanabi/mover.h -- the public table with one seat's own eyes.

#ifndef DX_AGENTS_HANABI_MOVER_H
#define DX_AGENTS_HANABI_MOVER_H

#include "agents/hanabi/public.h"
#include "game/agent.h"

typedef struct dx_mover {
    const dx_public *common;
    const dx_hand *hands; // of the others; the own one is never read
    unsigned seat;
    dx_hand_sets own; // what it knows about its own slots
    dx_copies pool;   // copies it does not see, nor knows in its own hand
    uint32_t seen;    // kinds in the hands of others
} dx_mover;

dx_mover dx_mover_of(const dx_public *common, const dx_hand *hands,
                     unsigned seat);

// The chance that an own slot has one of `kinds`.
double dx_mover_chance(const dx_mover *mover, unsigned slot, uint32_t kinds);

// A play or a throw of an own slot.
dx_event dx_mover_act(const dx_mover *mover, unsigned verb, unsigned slot);

// A reason of the form "I am sure that my slot is ...".
void dx_mover_say_sure(const dx_mover *mover, dx_thought *thought,
                       const char *rule, unsigned slot, const char *status);

// The formula for a reason where nothing is sure: that the card may fit, or
// that there is a life, or a token to spend or to win back.  NULL if nobody
// will read it.
typedef struct dx_reason_formula {
    char text[64];
} dx_reason_formula;
const char *dx_open_formula(const dx_thought *thought, const dx_hanabi *table,
                            dx_event move, dx_reason_formula *out);

#endif
