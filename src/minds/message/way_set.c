// Ways that were listed one after the other have most of their cards in common.
// If what all of sixteen have does not fit, none of them does; and if what all
// of so many times more have does not, none of those.  A step is counted for
// each look at sixteen, or at more.

#include "minds/message/way_set.h"

#include "minds/eliminate/run.h"

#include <assert.h>

enum { FEW = 16, MANY = 512 };

void dx_way_set_add(dx_way_set *set, uint64_t way)
{
    size_t number = set->ways.count;
    assert((way & DX_WAY_SPARE) == 0);
    if (number % FEW == 0)
        dx_vector_push(&set->few, way);
    if (number % MANY == 0)
        dx_vector_push(&set->many, way);
    uint64_t *few = &set->few.at[number / FEW];
    uint64_t *many = &set->many.at[number / MANY];
    *few = dx_way_lesser(*few, way);
    *many = dx_way_lesser(*many, way);
    dx_vector_push(&set->ways, way);
}

void dx_way_set_clear(dx_way_set *set)
{
    set->ways.count = set->few.count = set->many.count = set->last = 0;
}

void dx_way_set_release(dx_way_set *set)
{
    dx_vector_release(&set->ways);
    dx_vector_release(&set->few);
    dx_vector_release(&set->many);
}

size_t dx_way_set_next(const dx_way_set *set, size_t from, uint64_t room,
                       dx_effort *effort)
{
    size_t i = from;
    while (i < set->ways.count) {
        if (i % FEW == 0) {
            if (!dx_effort_step(effort))
                return DX_STATE_NONE;
            if (i % MANY == 0 && !dx_way_fits(set->many.at[i / MANY], room)) {
                i += MANY;
                continue;
            }
            if (!dx_way_fits(set->few.at[i / FEW], room)) {
                i += FEW;
                continue;
            }
        }
        if (dx_way_fits(set->ways.at[i], room))
            return i;
        i++;
    }
    return DX_STATE_NONE;
}

size_t dx_way_set_find(dx_way_set *set, uint64_t room, dx_effort *effort)
{
    if (set->last < set->ways.count &&
        dx_way_fits(set->ways.at[set->last], room))
        return set->last;
    size_t found = dx_way_set_next(set, 0, room, effort);
    if (found != DX_STATE_NONE)
        set->last = found;
    return found;
}
