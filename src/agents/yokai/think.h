// agents/yokai/think.h -- what a player makes of all that it has seen.
//
// It hears those who speak eyes (eyes.h).  Of all others it takes their hints
// for right and their moves for meant, most of the time: who moves a card that
// it has looked at beside one that it has looked at brings like to like.  What
// it has seen itself is sure.  If that contradicts what was said, nothing that
// was said by looks counts any more.

#ifndef DX_AGENTS_YOKAI_THINK_H
#define DX_AGENTS_YOKAI_THINK_H

#include "agents/yokai/eyes.h"

// How it listens and speaks.
typedef struct dx_yokai_manner {
    bool speaks_eyes;
    double lapse;      // weight of a colouring in which a move was not meant
    double hint_lapse; // and of one in which a hint is wrong
} dx_yokai_manner;

// What the moves that it has looked at are worth to it, in the order of a list;
// more is better.
typedef struct dx_yokai_worths {
    unsigned count;
    const dx_event *moves;
    double *out;
} dx_yokai_worths;

typedef struct dx_yokai_thoughts {
    const dx_yokai *table; // the seat's sight; borrowed
    unsigned seat;
    bool speaks; // its looks are heard by somebody
    bool plain;  // its moves are taken for meant by somebody
    dx_yokai_eyes eyes;
    dx_yokai_belief belief;
    dx_yokai_layout layout;
    dx_random random;
    dx_yokai_cloud *cloud;
    // What is added to the value of a move, less is better; NULL: nothing.
    double (*bonus)(void *data, unsigned card, unsigned square);
    void *bonus_data;
    const dx_yokai_worths *worths; // to be filled in; may be NULL
    struct dx_yokai_creed *creed;  // whose thoughts they are; may be NULL
} dx_yokai_thoughts;

// The cards beside a square that the seat has looked at, if it has looked at
// the card that is moved there too: what the move would say is that one of
// them has its colour.  None: it says nothing.
dx_yokai_cards dx_yokai_meant(const dx_yokai *table, unsigned seat,
                              unsigned card, unsigned square);

// Does the move say what the seat, whose sight it is, has seen to be false?  A
// move that is meant says that like comes to like, and a hint that its card has
// one of its colours; of a card that it has not seen a seat cannot lie.
bool dx_yokai_is_lie(const dx_yokai *sight, unsigned seat, dx_event move);

// Free with dx_yokai_thoughts_free.
dx_yokai_thoughts *dx_yokai_think(const dx_view *view,
                                  const dx_yokai_manner *manner);
void dx_yokai_thoughts_free(dx_yokai_thoughts *thoughts);

#endif
