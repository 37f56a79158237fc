// agents/kemps/weigh.h -- how good a hand is to end a turn with, at a glance.
//
// A sum of a few things that matter, with weights found by hill climbing over
// games against two greedy players: how far the own Kemps is and whether its
// missing cards can still come, what the table that is left behind lets each
// rival reach in its next turn, and which cards held back stand in a rival's
// way.
//
// What it counts is a fast double of what the engine answers (ask/ask.h): how
// many of a rank a rival may be expected to hold, and what rivals know of a
// hand.  tests/agents/kemps_thinker_test.c holds it to that; after the discards
// were shuffled in, the engine's chances differ for what cannot lie in a hand.

#ifndef DX_AGENTS_KEMPS_WEIGH_H
#define DX_AGENTS_KEMPS_WEIGH_H

#include "agents/kemps/sketch.h"
#include "game/view.h"

// What a seat knows, in bags, before it swaps anything in its turn.
typedef struct dx_kemps_scene {
    unsigned seat, players, ranks, suits, hand_size, idle, idle_max;
    dx_kemps_bag hand, table, discards;
    dx_kemps_bag known[DX_KEMPS_SEATS]; // of rivals; the own is 0
    double in_hand; // chance that a card not seen is in a rival's hand
    double in_hand_of[DX_KEMPS_SEATS]; // in this rival's
    uint8_t unseen[DX_KEMPS_RANKS];
    dx_kemps_cards shown; // cards that everybody saw go into the hands
} dx_kemps_scene;

// From the view of the seat whose turn it is, swaps of this turn undone.
void dx_kemps_scene_init(dx_kemps_scene *scene, const dx_view *view);

double dx_kemps_weigh(const dx_kemps_scene *scene, dx_kemps_bag hand);

// Every different hand that the seat can end its turn with; returns how many.
enum { DX_KEMPS_CANDIDATES = 1001 }; // (10 + 4 choose 4)
unsigned dx_kemps_candidates(const dx_kemps_scene *scene, dx_kemps_bag *out);

#endif
