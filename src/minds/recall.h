// minds/recall.h -- the past of a world: whole events, by what lies where now.
//
// An event that hides a card says where it went (`brought`, game/places.h), and
// the frames say what became of that place.  So each hidden argument is read
// off the places of now or off what has come out since; what is the same in
// all worlds is worked out once.

#ifndef DX_MINDS_RECALL_H
#define DX_MINDS_RECALL_H

#include "minds/frame.h"

typedef struct dx_recall dx_recall;

// For the seat of `view`, which `frames` have followed; both are borrowed until
// it is made.  NULL if the game does not say what its events brought.
dx_recall *dx_recall_new(dx_frames *frames, const dx_view *view);
void dx_recall_free(dx_recall *recall);

// The past of the world with `dealt` in the places of now; borrowed until the
// next call.  Only places that the seat does not see are read.
const dx_event *dx_recall_past(dx_recall *recall, const dx_dealt *dealt);

#endif
