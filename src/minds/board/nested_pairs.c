// Both hands are listed: the other's as the viewer holds them possible, x, and
// the viewer's own as all know it to be, h.  Who has x holds possible what fits
// beside it: h with h + x at most the copies of each kind.  So just n cards of
// a kind are surely held possible if beside every x there is room for an h that
// has them, surely not if beside none, and perhaps otherwise.

#include "minds/board/nested_pairs.h"

#include "base/memory.h"
#include "minds/board/hand_ways.h"
#include "minds/eliminate/run.h"
#include "minds/message/hand_way.h"
#include "minds/message/way_set.h"
#include "minds/turn/condition.h"

typedef struct pairs {
    dx_packed_hands rooms; // beside each hand of the other
    dx_packed_hands own;
    dx_way_set with; // those of them that have the number that is asked
    dx_effort *effort;
} pairs;

static void pick(pairs *p, unsigned kind, unsigned number)
{
    dx_way_set_clear(&p->with);
    for (size_t i = 0; i < p->own.count; i++)
        if (dx_way_of(p->own.at[i], kind) == number)
            dx_way_set_add(&p->with, p->own.at[i]);
}

// Goes through the other's hands until two differ.
static void decide(pairs *p, uint64_t bit, dx_nested_numbers *out)
{
    bool any = false, all = true;
    if (p->with.ways.count == 0)
        return;
    for (size_t x = 0; x < p->rooms.count && (!any || all); x++) {
        bool has = dx_way_set_find(&p->with, p->rooms.at[x], p->effort) !=
                   DX_STATE_NONE;
        any = any || has;
        all = all && has;
        if (!dx_effort_step(p->effort))
            return;
    }
    out->sure |= any && all ? bit : 0;
    out->perhaps |= any && !all ? bit : 0;
}

static dx_status list_both(pairs *p, dx_frames *frames, const dx_looker *viewer,
                           const dx_frame *alone)
{
    const dx_places *places = dx_frames_rules(frames)->game->places;
    const dx_frame *now = dx_frames_now(frames);
    dx_frame *narrow = dx_alloc(1, sizeof *narrow);
    dx_dealt *known = dx_alloc(1, sizeof *known);
    uint64_t copies = 0;
    dx_frame_condition(now, viewer->sees & now->all, places, viewer->own,
                       narrow, known);
    dx_status status = dx_hand_ways_list(narrow, p->effort, &p->rooms);
    if (status == DX_OK)
        status = dx_hand_ways_list(alone, p->effort, &p->own);
    for (unsigned kind = 0; status == DX_OK && kind < now->space.kind_count;
         kind++)
        copies |= (uint64_t)now->space.copies[kind] << 4 * kind;
    for (size_t i = 0; i < p->rooms.count; i++)
        p->rooms.at[i] = copies - p->rooms.at[i];
    dx_free(known);
    dx_free(narrow);
    return status;
}

dx_status dx_nested_pairs_look(dx_frames *frames, const dx_looker *viewer,
                               uint64_t own, const dx_frame *alone,
                               dx_effort *effort, dx_nested_numbers *out)
{
    const dx_frame *now = dx_frames_now(frames);
    pairs p = {.effort = effort};
    if ((now->real & viewer->sees & ~own) != 0 || (own & ~viewer->sees) != 0)
        return DX_ERR_UNSUPPORTED;
    dx_status status = list_both(&p, frames, viewer, alone);
    for (unsigned k = 0; status == DX_OK && k < now->space.kind_count; k++) {
        out[k] = (dx_nested_numbers){0};
        for (unsigned n = 0; n <= now->space.copies[k]; n++) {
            pick(&p, k, n);
            decide(&p, DX_BIT(n), &out[k]);
        }
        status = effort->status;
    }
    dx_vector_release(&p.rooms);
    dx_vector_release(&p.own);
    dx_way_set_release(&p.with);
    return status;
}
