// A world of a board, drawn: by groups the way back of minds/trace.h, by places
// that of by_place_back.c, after which the cards of each group are drawn
// evenly.

#include "minds/board_private.h"
#include "minds/by_place_private.h"

#include "base/memory.h"
#include "minds/layout.h"
#include "minds/trace.h"

#include <assert.h>
#include <string.h>

static bool draw_by_place(dx_outlook *o, const uint8_t *self, dx_random *random,
                          dx_dealt *out, dx_effort *effort)
{
    unsigned groups[DX_CARDS_MAX];
    uint8_t left[DX_KINDS_MAX];
    if (!dx_by_place_draw(o, self, random, groups, effort))
        return false;
    memcpy(left, o->frame->space.copies, sizeof left);
    for (unsigned place = 0; place < o->frame->space.place_count; place++)
        for (unsigned kind = 0; kind < o->frame->space.kind_count; kind++)
            left[kind] = (uint8_t)(left[kind] - out->count[place][kind]);
    for (size_t i = 0; i < o->by_place->steps.count; i++) {
        unsigned place = o->by_place->steps.at[i].place;
        unsigned kind =
            dx_layout_kind(random, o->groups.at[groups[i]].kinds, left);
        assert(o->frame->could[place] >> kind & 1);
        out->count[place][kind]++;
        left[kind]--;
    }
    return true;
}

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
    for (uint64_t seen = o.sees; seen != 0; seen &= seen - 1) {
        unsigned place = (unsigned)__builtin_ctzll(seen);
        dx_places_held(places, now->sight, looker->own, place,
                       out->count[place]);
    }
    uint8_t *self = dx_scope_values(&o.self, places, looker->own);
    bool found = !o.is_refused;
    if (found)
        found =
            o.by_place != NULL
                ? draw_by_place(&o, self, random, out, effort)
                : dx_outlook_world(&o, self, NULL, NULL, random, out, effort);
    dx_free(self);
    dx_outlook_release(&o);
    return found;
}
