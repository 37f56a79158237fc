// Ways are listed (hand_listing.c), one for all that are alike where only their
// number matters.

#include "minds/board/hand_ways.h"

#include "base/memory.h"
#include "minds/message/hand_listing.h"
#include "minds/turn/condition.h"

// How many ways one stands for: kind by kind, the kinds alike up to it over
// those of them with its number.
static dx_count ways_like(const dx_hand_listing *l, uint64_t way)
{
    dx_count ways = 1;
    for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++) {
        unsigned alike = 1, same = 1;
        for (unsigned k = l->before[kind]; k != DX_NONE; k = l->before[k]) {
            alike++;
            same += dx_way_of(way, k) == dx_way_of(way, kind);
        }
        ways = ways * alike / same; // a multinomial, factor by factor
    }
    return ways;
}

// Of kinds alike each may have what one has.
static void take_ways(const dx_hand_listing *l, dx_made_up *out)
{
    for (size_t s = 0; s < l->states[0].count; s++) {
        uint64_t way = l->states[0].keys[s];
        dx_natural_add_count(&out->count, ways_like(l, way));
        for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++)
            out->numbers[kind] |= DX_BIT(dx_way_of(way, kind));
    }
    for (unsigned kind = l->frame->space.kind_count; kind-- > 0;)
        if (l->before[kind] != DX_NONE)
            out->numbers[l->before[kind]] |= out->numbers[kind];
    for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++)
        if (l->before[kind] != DX_NONE)
            out->numbers[kind] = out->numbers[l->before[kind]];
}

static void free_listing(dx_hand_listing *l)
{
    dx_hand_listing_release(l);
    dx_free(l);
}

// Lists them, as they are or one for all that are alike.
static dx_status list_of(dx_hand_listing *l, const dx_frame *frame, bool merges,
                         dx_effort *effort)
{
    if (!dx_hand_listing_begin(l, frame, UINT64_MAX))
        return DX_ERR_UNSUPPORTED;
    if (merges)
        dx_hand_listing_merge(l, NULL);
    return dx_hand_listing_run(l, effort);
}

dx_status dx_hand_ways_of(dx_made_up *ways, const dx_frame *frame,
                          dx_effort *effort)
{
    dx_hand_listing *l = dx_alloc(1, sizeof *l);
    dx_status status = list_of(l, frame, true, effort);
    *ways = (dx_made_up){0};
    if (status == DX_OK)
        take_ways(l, ways);
    free_listing(l);
    return status;
}

dx_status dx_hand_ways_list(const dx_frame *frame, dx_effort *effort,
                            dx_packed_hands *out)
{
    dx_hand_listing *l = dx_alloc(1, sizeof *l);
    dx_status status = list_of(l, frame, false, effort);
    for (size_t s = 0; status == DX_OK && s < l->states[0].count; s++)
        dx_vector_push(out, l->states[0].keys[s]);
    free_listing(l);
    return status;
}

dx_status dx_hand_ways_look(dx_made_up *ways, dx_frames *frames,
                            const dx_looker *looker, uint64_t hand,
                            dx_effort *effort)
{
    const dx_places *places = dx_frames_rules(frames)->game->places;
    const dx_frame *now = dx_frames_now(frames);
    uint64_t sees = looker->sees & now->all, others = now->real & ~hand;
    *ways = (dx_made_up){0};
    if (now->beyond != NULL)
        return DX_ERR_LIMIT;
    if ((dx_frame_size(now, others & ~sees)) > 0 || (sees & hand) != 0)
        return DX_ERR_UNSUPPORTED;
    dx_frame *narrow = dx_alloc(1, sizeof *narrow);
    dx_dealt *known = dx_alloc(1, sizeof *known);
    dx_frame_condition(now, sees, places, looker->own, narrow, known);
    dx_status status = dx_hand_ways_of(ways, narrow, effort);
    dx_free(known);
    dx_free(narrow);
    return status;
}
