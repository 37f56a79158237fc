// game/twin.h -- another history that a seat cannot tell from the one played.
//
// It is found by walking the rules along the game that was played and keeping
// what the game's `alike` and `moves_alike` allow.  The audience table is never
// read, so a fault in that table shows as a difference between the twins.

#ifndef DX_TESTS_GAME_TWIN_H
#define DX_TESTS_GAME_TWIN_H

#include "base/random.h"
#include "game/game.h"

#include <stddef.h>

typedef enum dx_twin {
    DX_TWIN_NONE,
    DX_TWIN_SAME,
    DX_TWIN_DIFFERS,
    DX_TWIN_OPEN // nothing was hidden from the seat
} dx_twin;

// One of `moves` at random: of a game with an even seed each is as likely as
// another; of one with an odd seed each verb is, so that a verb with hundreds
// of moves (an accusation, which ends a game of Clue) leaves room for others.
dx_event dx_twin_choose(dx_random *random, uint64_t seed, unsigned count,
                        const dx_event *moves);

// Plays `moves_max` random moves or to the end, on the deal and with the
// choices named by `seed`.  The caller frees the events.
dx_event *dx_twin_play(const dx_rules *rules, uint64_t seed, unsigned moves_max,
                       unsigned *out_count);

// Looks for a twin of a random game for a random seat, and compares every byte
// that the seat is given along both.  DX_TWIN_NONE: none was found that is
// not the same game.  `out` gets what differs.
dx_twin dx_twin_compare(const dx_rules *rules, uint64_t seed, dx_text *out);

// The same two histories, for whoever compares other things along them; the
// caller frees both.  False: no twin was found.
typedef struct dx_twins {
    unsigned seat, count;
    dx_event *actual, *other;
} dx_twins;
bool dx_twin_find(const dx_rules *rules, uint64_t seed, dx_twins *out);

// The dual: changes one event of a random game such that the seat knows
// another thing, and sees whether it then sees another thing.
dx_twin dx_twin_tell_apart(const dx_rules *rules, uint64_t seed, dx_text *out);

#endif
