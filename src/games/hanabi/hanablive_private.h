// games/hanabi/hanablive_private.h -- what reading and writing share.

#ifndef DX_GAMES_HANABI_HANABLIVE_PRIVATE_H
#define DX_GAMES_HANABI_HANABLIVE_PRIVATE_H

#include "games/hanabi/hanablive.h"

// The site's kinds of action.
enum { LIVE_PLAY, LIVE_DISCARD, LIVE_COLOUR, LIVE_RANK, LIVE_END };

typedef struct dx_live_action {
    int type, target, value; // value -1: none
} dx_live_action;

// A game in the site's terms: what both written forms hold.
typedef struct dx_live_game {
    unsigned players;
    unsigned card_count, action_count;
    uint8_t suit[60], rank[60]; // ranks from 1
    dx_live_action *action;     // owned
    bool empty_hints;
    int hand; // 0: as usual
} dx_live_game;

#define DX_LIVE_DIGITS                                                         \
    "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Reads the short form.
DX_MUST_USE dx_status dx_live_read_link(const char *text, size_t length,
                                        dx_live_game *out, dx_error *error);

#endif
