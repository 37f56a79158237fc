// lab/reproduce/hanabi.h -- the parts of the Hanabi report's experiment.
//
// Each part writes a section for people, or a JSON value.  What takes CPU time
// stands in parts of its own, so that the others come out the same everywhere.

#ifndef DX_LAB_REPRODUCE_HANABI_H
#define DX_LAB_REPRODUCE_HANABI_H

#include "game/deal.h"
#include "lab/reproduce/encoding.h"
#include "lab/reproduce/reproduce.h"

enum { DX_OPENING_SEATS = 5, DX_OPENING_SIZE = 5, DX_FEWEST_PLAYERS = 2 };

typedef dx_status dx_hanabi_part(const dx_reproduce_options *options,
                                 dx_text *out, dx_error *error);

dx_hanabi_part dx_hanabi_score;     // 14.2 of 25
dx_hanabi_part dx_hanabi_time;      // 690 s a game, 11.3 GB
dx_hanabi_part dx_hanabi_hands;     // Table 1
dx_hanabi_part dx_hanabi_models;    // the three-dimensional array
dx_hanabi_part dx_hanabi_encodings; // sorted, enumerated, table
dx_hanabi_part dx_hanabi_ladder;    // what others score

// The normal rules for so many players.
DX_MUST_USE dx_status dx_hanabi_rules(const dx_reproduce_options *options,
                                      unsigned players, dx_rules *out,
                                      dx_error *error);

// The deal of a game, as the first seat sees it at the start.
typedef struct dx_opening {
    unsigned players, size; // size: cards in a hand
    uint8_t hand[DX_OPENING_SEATS][DX_OPENING_SIZE];
    dx_cards deck; // all cards
    dx_cards pool; // those that the first seat does not see
} dx_opening;

dx_opening dx_opening_of(const dx_rules *rules, uint64_t seed, unsigned deal);

// What a number was over many deals.
typedef struct dx_spread {
    double median, mean, half, deviation, min, max; // half: 95 % of the mean
} dx_spread;

// Sorts `values`; count > 1.
dx_spread dx_spread_of(double *values, unsigned count);

// {"min":...,"median":...,...}
void dx_spread_json(const dx_spread *spread, dx_text *out);

// How many games or deals: those that the user wants, but at least two, since
// one has no spread.
static inline unsigned dx_games_or(const dx_reproduce_options *options,
                                   unsigned normal)
{
    unsigned games = options->games > 0 ? options->games : normal;
    return games > 2 ? games : 2;
}

#endif
