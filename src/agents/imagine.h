// agents/imagine.h -- worlds that fit a view, drawn for any game.
//
// Where the game declares its places, worlds are drawn by weight as minds have
// them (minds/eliminate/sample.h), or where that would take too long by
// swapping cards (agents/swaps.h).  Where there are no places, a history is
// gone through from the beginning: chance by its weights and unseen choices
// evenly, each among what fits the view, and back where nothing does.  Such
// worlds fit the view too, but are not met by their exact weights.
//
//     dx_imagination *worlds = dx_imagination_new(view, frames, steps);
//     while (more && dx_imagination_world(worlds, &random, table))
//         ...
//     dx_imagination_free(worlds);

#ifndef DX_AGENTS_IMAGINE_H
#define DX_AGENTS_IMAGINE_H

#include "base/random.h"
#include "game/view.h"
#include "minds/turn/frame.h"

typedef struct dx_imagination dx_imagination;

// The worlds of the view's seat.  Borrows both; `frames` has followed the view,
// and is NULL for a game without places.  `steps` is what finding the worlds,
// or one history, may take.
dx_imagination *dx_imagination_new(const dx_view *view, dx_frames *frames,
                                   uint64_t steps);
void dx_imagination_free(dx_imagination *imagination);

// Writes a table, a truth; false if none was found within the steps.
bool dx_imagination_world(dx_imagination *imagination, dx_random *random,
                          void *out_table);

#endif
