// lab/schedule.h -- which games a tournament is made of.
//
// A *line-up* says who plays; its entries are rotated through the places of
// the table, and every line-up is given the same deals: games 0, 1, 2, ... of
// a line-up are deal 0 in each of its rotations, then deal 1, and so on.  In
// rotation r entry i sits at place (i + r) mod players.  Where rotating
// changes nothing (all entries alike) there is only one rotation.
//
//     deal 0: line-up 1 rotation 0, 1, 2; line-up 2 rotation 0, 1, 2
//     deal 1: ...
//
// That order is the order of the log and does not depend on who plays when.

#ifndef DX_LAB_SCHEDULE_H
#define DX_LAB_SCHEDULE_H

#include "agents/player.h"
#include "game/seats.h"

#include <assert.h>

enum {
    DX_LINEUPS_MAX = 256,
    DX_SCHEDULE_GAMES_MAX = 10000000,   // of a line-up
    DX_SCHEDULE_SCORES_MAX = 100000000, // of all games together
};

typedef struct dx_lineup {
    char *name[DX_SEATS_MAX]; // as given
    dx_player_spec spec[DX_SEATS_MAX];
    unsigned rotations;
} dx_lineup;

typedef struct dx_schedule {
    dx_rules rules;
    uint64_t seed;
    unsigned games;               // of each line-up
    dx_outsider_options programs; // what a program outside may do
    unsigned lineup_count;
    dx_lineup *lineups;
} dx_schedule;

// What the user wants.  Either `seats` ("A,B;C,D") or `round_robin` ("A,B,C")
// is given: the latter makes a line-up of each agent with itself, and of each
// agent with a table full of each other one.
typedef struct dx_schedule_options {
    const dx_game *const *all_games;   // end with NULL
    const dx_agent *const *all_agents; // end with NULL
    const char *game, *seats, *round_robin;
    uint64_t seed;
    unsigned games;
    dx_outsider_options programs;
} dx_schedule_options;

// On DX_OK the caller frees the schedule.
DX_MUST_USE dx_status dx_schedule_new(const dx_schedule_options *options,
                                      dx_schedule **out_schedule,
                                      dx_error *error);
void dx_schedule_free(dx_schedule *schedule);

// How many scores a game has: one for a team, otherwise one for each entry.
unsigned dx_schedule_columns(const dx_schedule *schedule);

// How many deals a line-up plays; the last one may lack rotations.
unsigned dx_schedule_deals(const dx_schedule *schedule, unsigned lineup);

// One game of a schedule.
typedef struct dx_game_key {
    unsigned lineup, deal, rotation;
} dx_game_key;

// The number of a game among those of its line-up.
static inline unsigned dx_game_number(const dx_schedule *schedule,
                                      dx_game_key key)
{
    return key.deal * schedule->lineups[key.lineup].rotations + key.rotation;
}

// The entry that sits at `place`.
static inline unsigned dx_entry_at(const dx_schedule *schedule,
                                   unsigned rotation, unsigned place)
{
    unsigned players = dx_players(&schedule->rules);
    assert(players > 0);
    return (place + players - rotation) % players;
}

// Walks the games in the order of the schedule:
//
//     dx_game_key key = {0};
//     for (; dx_schedule_find(schedule, &key); key.rotation++)
//
// Moves `*key` to the first game at or behind it; false at the end.
bool dx_schedule_find(const dx_schedule *schedule, dx_game_key *key);

#endif
