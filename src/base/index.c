// Growing and removing; looking up and adding are inline, in the header.  Slots
// keep the hash, so that a larger table is filled without asking anybody what
// the things are.

#include "base/index.h"

#include "base/memory.h"

#include <string.h>

enum { ROOM_FIRST = 64 }; // half a kilobyte: most indexes stay small

void dx_index_reserve(dx_index *index, size_t count)
{
    dx_index larger = {.room = index->room == 0 ? ROOM_FIRST : index->room};
    while (larger.room < 2 * count)
        larger.room *= 2;
    if (larger.room == index->room)
        return;
    larger.slot = dx_alloc(larger.room, sizeof *larger.slot);
    for (size_t i = 0; i < index->room; i++)
        if (index->slot[i].number != 0)
            dx_index_add(&larger, index->slot[i].hash,
                         index->slot[i].number - 1);
    dx_free(index->slot);
    *index = larger;
}

// A hole would cut off what was pushed past it, so what may move up does
// (Knuth 6.4, algorithm R): the next slot of the cluster whose home is not
// between the hole and itself fills the hole and leaves a new one.
void dx_index_remove(dx_index *index, uint64_t hash, uint32_t number)
{
    size_t mask = index->room - 1, hole = (uint32_t)hash & mask;
    DX_REQUIRE(index->count > 0, "a number that was added");
    while (index->slot[hole].number != number + 1 ||
           index->slot[hole].hash != (uint32_t)hash) {
        DX_REQUIRE(index->slot[hole].number != 0, "a number that was added");
        hole = (hole + 1) & mask;
    }
    for (size_t at = (hole + 1) & mask; index->slot[at].number != 0;
         at = (at + 1) & mask) {
        size_t home = index->slot[at].hash & mask;
        if (((at - home) & mask) < ((at - hole) & mask))
            continue;
        index->slot[hole] = index->slot[at];
        hole = at;
    }
    index->slot[hole].number = 0;
    index->count--;
}

void dx_index_clear(dx_index *index)
{
    if (index->count > 0)
        memset(index->slot, 0, index->room * sizeof *index->slot);
    index->count = 0;
}

void dx_index_release(dx_index *index)
{
    dx_free(index->slot);
    *index = (dx_index){0};
}
