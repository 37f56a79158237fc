// door/picture.h -- small worlds for a picture, and who suspects whom.

#ifndef DX_DOOR_PICTURE_H
#define DX_DOOR_PICTURE_H

#include "door/glass.h"

// The worlds of a seat and who can tell which of them apart; where those that
// all seats together hold possible are few, all of them.  From the view alone:
// which world is the true one is not told.  Without the brace in front; more
// worlds than DX_MODEL_SHOWN_MAX are an error.
void dx_tell_worlds(dx_glass *glass, const dx_view *view, const dx_wish *wish,
                    dx_text *out);

// How likely a fact about one seat (wish->formula is its name; NULL: the first
// there is) is of each seat, to each other, as the view's seat can tell it.
void dx_tell_suspicion(dx_glass *glass, const dx_view *view,
                       const dx_wish *wish, dx_text *out);

// One row of it, "2":{"1":{"p":"1/7"},..}.
void dx_tell_suspicion_row(dx_glass *glass, const dx_view *view, unsigned seat,
                           const char *fact, dx_text *out);

// The fact that is meant, if there is such a one.
DX_MUST_USE dx_status dx_suspicion_fact(const dx_rules *rules, const char *name,
                                        const char **out, dx_error *error);

#endif
