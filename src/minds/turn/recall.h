// minds/turn/recall.h -- the past of a world: whole events, by what lies where
// now.
//
// An event that hides a card says where it went (`brought`, game/places.h), and
// the frames say what became of that place.  So each hidden argument is read
// off the places of now or off what has come out since; what is the same in
// all worlds is worked out once.

#ifndef DX_MINDS_TURN_RECALL_H
#define DX_MINDS_TURN_RECALL_H

#include "minds/turn/frame.h"

typedef struct dx_recall dx_recall;

// For the seat of `view`, which `frames` have followed; both are borrowed until
// it is made.  NULL if the game does not say what its events brought.
dx_recall *dx_recall_new(dx_frames *frames, const dx_view *view);
void dx_recall_free(dx_recall *recall);

// The past of the world with `dealt` in the places of now; borrowed until the
// next call.  Only places that the seat does not see are read.
const dx_event *dx_recall_past(dx_recall *recall, const dx_dealt *dealt);

// The same place by place: what of the past can be told by the places `known`,
// now that those of `fresh` are among them; borrowed, and changed by the next
// call.  Arguments that hang on other places too are left as they were.
const dx_event *dx_recall_lay(dx_recall *recall, const dx_dealt *dealt,
                              uint64_t known, uint64_t fresh);

// The places on which the hidden arguments of an event hang.
uint64_t dx_recall_reads(const dx_recall *recall, unsigned event);

#endif
