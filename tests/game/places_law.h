// game/places_law.h -- the laws that tie a game's places to its rules.
//
// Everything that is answered by places (game/places.h) rests on a few short
// functions of the game; here they are held to the rules, by walking a random
// game and listing, at every turn and for every seat, all worlds with the
// reference (minds/consider.h) and all deals of the space by trying.

#ifndef DX_TESTS_GAME_PLACES_LAW_H
#define DX_TESTS_GAME_PLACES_LAW_H

#include "game/game.h"

typedef enum dx_places_law {
    DX_LAW_NONE, // none is broken
    // The worlds of a seat are the deals of the space that have in its places
    // what it sees there, weights included.
    DX_LAW_WORLDS,
    // A seat that sees a place finds in it what is there; which places it sees
    // is the same in all worlds of every seat.
    DX_LAW_SEES,
    // What a place holds after an event, and what was shown, is what it held.
    DX_LAW_SINCE,
    // A claim says of a deal what the fact, number or set is in the world; what
    // has no claim is the same in a bystander's sight.
    DX_LAW_CLAIM,
    // Laying what places hold into a bystander's sight gives the truth back.
    DX_LAW_FILL,
    // A seat has as many moves as its factors say, at once and in words of
    // later turns: worlds weigh by the product.
    DX_LAW_FACTORS,
    // There are no chances where a choice is hidden and nothing is assumed.
    DX_LAW_CHANCES,
} dx_places_law;

const char *dx_places_law_name(dx_places_law law);

// How much was looked at, over all calls.
typedef struct dx_places_work {
    unsigned positions; // turns times seats
    size_t worlds;
    unsigned weighed; // positions with chances under even moves
    unsigned claims, open_factors;
    // What happened before a turn that was looked at: verbs, and arguments that
    // only some see, as bits, with the first value of each; `differs` where
    // there was another.
    uint32_t happened;
    uint8_t seen[DX_VERBS_MAX], differs[DX_VERBS_MAX];
    uint8_t first[DX_VERBS_MAX][DX_ARGS];
} dx_places_work;

// Is an argument seen by some seats, and not by all?
bool dx_arg_is_for_some(const dx_arg *arg);

// Plays the game named by `seed`, up to `moves_max` moves, and looks at every
// turn of it that has at most `worlds_max` worlds.  Answers the first law that
// is broken; `out` gets where.
dx_places_law dx_places_break(const dx_rules *rules, uint64_t seed,
                              unsigned moves_max, size_t worlds_max,
                              dx_places_work *work, dx_text *out);

#endif
