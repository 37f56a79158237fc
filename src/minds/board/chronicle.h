// minds/board/chronicle.h -- which event removed which possibility.
//
// A chronicle follows a game from one seat and keeps, event by event, what may
// lie in every hidden place, and which place of the moment before it came from.
// From there one reads back, for a place of now, when its cards came there and
// which event made which kind impossible: a hint, a card seen elsewhere, a
// denial.  It begins when the first seat is to move; what is impossible by then
// the deal has told.

#ifndef DX_MINDS_BOARD_CHRONICLE_H
#define DX_MINDS_BOARD_CHRONICLE_H

#include "minds/board/board.h"

// `kinds` were possible in a place before the event, and are not since; `from`
// are the places where its cards lay before the event.
typedef struct dx_removal {
    unsigned event; // number, from 0
    uint64_t kinds, from;
} dx_removal;

// The story of one place: removals, the latest first, and when its cards came
// (by which event; DX_NONE: they were dealt).
typedef struct dx_place_story {
    unsigned came;
    DX_VECTOR(dx_removal) removals;
} dx_place_story;

void dx_place_story_release(dx_place_story *story);

typedef struct dx_chronicle dx_chronicle;

// For a game that declares its places; of `seat`, or DX_BYSTANDER.
dx_chronicle *dx_chronicle_new(const dx_rules *rules, unsigned seat);
void dx_chronicle_free(dx_chronicle *chronicle);

// Catches up with the view of its seat.  The effort is what each event
// may cost.
DX_MUST_USE dx_status dx_chronicle_follow(dx_chronicle *chronicle,
                                          const dx_view *view,
                                          dx_effort *effort);

// The story of a place of now.
dx_place_story dx_chronicle_of(const dx_chronicle *chronicle, unsigned place);

#endif
