// games/hanabi/hanablive_private.h -- what reading and writing share.

#ifndef DX_GAMES_HANABI_HANABLIVE_PRIVATE_H
#define DX_GAMES_HANABI_HANABLIVE_PRIVATE_H

#include "games/hanabi/hanabi.h"
#include "games/hanabi/hanablive.h"

#include <jansson.h>

// The site's kinds of action.
enum {
    LIVE_PLAY,
    LIVE_DISCARD,
    LIVE_COLOUR,
    LIVE_RANK,
    LIVE_END,  // by a clock, or somebody has left
    LIVE_VOTE, // by a vote
};

enum { DX_LIVE_CARDS = 60, DX_LIVE_SUITS = 6 };

typedef struct dx_live_action {
    int type, target, value; // value -1: none
} dx_live_action;

// A game in the site's terms: what both written forms hold.
typedef struct dx_live_game {
    unsigned players, suits;
    unsigned start; // the player who moves first
    unsigned card_count, action_count;
    uint8_t suit[DX_LIVE_CARDS], rank[DX_LIVE_CARDS]; // ranks from 1
    dx_live_action *action;                           // owned
    // What each player has written on each card; owned, NULL: nothing.
    char *note[DX_HANABI_SEATS][DX_LIVE_CARDS];
    bool empty_hints, deck_plays;
    int hand; // 0: as usual
} dx_live_game;

#define DX_LIVE_DIGITS                                                         \
    "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Reads the short form, also as a whole link, whatever stands behind it.
DX_MUST_USE dx_status dx_live_read_link(const char *text, size_t length,
                                        dx_live_game *out, dx_error *error);

// Reads a position that was written down (position.c): a game that starts
// there, in which nobody has moved.
DX_MUST_USE dx_status dx_hanabi_position_read(const json_t *root,
                                              dx_hanablive *out,
                                              dx_error *error);

#endif
