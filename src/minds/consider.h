// minds/consider.h -- the reference: every world that fits a view, for any
// game.
//
// Walks the game tree along the view, branching on chance and on every choice
// that the seat could not see, and keeps what masks to what was seen.  Slow
// and obviously right; a game's own reckoners are judged by it.
//
//     dx_worlds *worlds;
//     if (dx_consider(view, &(dx_consider_options){.worlds_max = 100000},
//                     &worlds, &error) != DX_OK) ...
//     for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
//         dx_world world = dx_worlds_at(worlds, i);
//         dx_eyes *hers = dx_world_eyes(rules, &world, her_seat);
//         ... consider dx_eyes_view(hers) in turn: knowledge nests ...
//     }
//
// Which worlds there are never depends on the assumption; only weights do.  A
// world may have weight 0: it is known to be possible and believed not to be.

#ifndef DX_MINDS_CONSIDER_H
#define DX_MINDS_CONSIDER_H

#include "minds/reckoner.h"

typedef struct dx_worlds dx_worlds;

typedef struct dx_consider_options {
    const dx_assumption *assumption; // NULL: none; borrowed by the worlds
    size_t worlds_max;               // at any turn of the walk; 0: 100,000
    const dx_budget *budget;         // may be NULL; a step is a branch tried
} dx_consider_options;

// DX_ERR_LIMIT if there are ever more than worlds_max, DX_ERR_CANCELLED if the
// budget is spent, DX_ERR_EMPTY if nothing fits (the view was never seen in a
// game of these rules).  Free with dx_worlds_free.
DX_MUST_USE dx_status dx_consider(const dx_view *view,
                                  const dx_consider_options *options,
                                  dx_worlds **out_worlds, dx_error *error);

// The same in steps: before any event, and one event further, as masked for
// the seat.  After an error the worlds can only be freed.
dx_worlds *dx_worlds_new(const dx_rules *rules, unsigned seat,
                         const dx_consider_options *options);
DX_MUST_USE dx_status dx_worlds_follow(dx_worlds *worlds, dx_event seen,
                                       dx_error *error);
void dx_worlds_free(dx_worlds *worlds);

size_t dx_worlds_count(const dx_worlds *worlds);
// Borrowed until the worlds follow on.  Weights are relative to each other.
dx_world dx_worlds_at(const dx_worlds *worlds, size_t i);

// Are chances defined?  Not where a seat chose unseen among several moves and
// nothing is assumed about how it chooses.
bool dx_worlds_have_chances(const dx_worlds *worlds);

// How often all weight vanished, and the first event (from 0) at which it did.
// What becomes of belief then the assumption says (dx_refutation); where the
// best worlds are believed, it is the number of moves that they cannot explain.
unsigned dx_worlds_refuted(const dx_worlds *worlds, unsigned *out_first);

// What `seat` has seen in a world with a past; the caller frees the eyes.
dx_eyes *dx_world_eyes(const dx_rules *rules, const dx_world *world,
                       unsigned seat);

#endif
