// A world of a board, drawn.

#include "minds/board/board_private.h"

#include "base/memory.h"
#include "minds/eliminate/trace.h"

#include <assert.h>
#include <string.h>

bool dx_board_draw(dx_frames *frames, const dx_looker *looker,
                   dx_random *random, dx_dealt *out, dx_effort *effort)
{
    const dx_places *places = dx_frames_rules(frames)->game->places;
    const dx_frame *now = dx_frames_now(frames);
    if (now->beyond != NULL)
        return false;
    dx_outlook o = {.frame = now,
                    .sees = looker->sees & now->all,
                    .weighs = true,
                    .is_uniform = looker->is_uniform,
                    .factors = looker->factors,
                    .shows_worlds = true,
                    .self = {.frame = now},
                    .inner = {.frame = now}};
    dx_outlook_plan(&o);
    memset(out, 0, sizeof *out);
    dx_places_held_in(places, now->sight, looker->own, o.sees, out);
    uint8_t *self = dx_scope_values(&o.self, places, looker->own);
    bool found = dx_outlook_world(&o, self, NULL, NULL, random, out, effort);
    dx_free(self);
    dx_outlook_release(&o);
    return found;
}
