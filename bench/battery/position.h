// bench/battery/position.h -- where questions are asked: moments of games that
// agents have played among themselves, at full size.
//
// A position has a number and depends on nothing else: parties take turns, and
// within the games of one party the moments are spread evenly over all turns,
// however many of them are wanted.

#ifndef DX_BATTERY_POSITION_H
#define DX_BATTERY_POSITION_H

#include "game/match.h"
#include "minds/assumption.h"

enum { DX_PARTIES_MAX = 6 };

// Who plays: an agent at all seats, or several in turn, `thinker/greedy`.
// `random -accuse` is any legal move but that verb, as long as there is one.
typedef struct dx_battery_game {
    const char *name;  // NULL ends the table
    const char *rules; // full size
    const char *parties[DX_PARTIES_MAX];
    bool is_large;            // has floors of its own (floors.h)
    const char *const *about; // as in lab/questions.h
} dx_battery_game;

extern const dx_battery_game dx_battery_games[];

typedef struct dx_position {
    const dx_battery_game *game;
    uint64_t seed;
    unsigned number; // of the position: 0, 1, ...
    const char *party;
    dx_rules rules;
    dx_policy policy[DX_SEATS_MAX]; // agent NULL: any legal move
    dx_deal *deal;
    dx_match *match;      // as it stands at the position
    unsigned turn, turns; // of all that the game had
    unsigned seat;        // who is asked
} dx_position;

// Plays the game and goes back to the moment; release it afterwards.
DX_MUST_USE dx_status dx_position_init(dx_position *position,
                                       const dx_battery_game *game,
                                       uint64_t seed, unsigned number,
                                       dx_error *error);
void dx_position_release(dx_position *position);

// Does a seat ever choose what not all see?  Then chances need an assumption.
bool dx_game_hides_choices(const dx_game *game);

// `policy` (all move as the agents do who played), or what dx_assumption_parse
// reads.
DX_MUST_USE dx_status dx_position_assume(const dx_position *position,
                                         const char *text, dx_assumption *out,
                                         dx_error *error);

#endif
