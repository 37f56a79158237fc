// Kind by kind: to what was given out so far each number is added that the next
// one has room for.
//
// Cost: kinds, times profiles, times numbers.

#include "minds/message/hand_rooms.h"

#include "base/memory.h"

#include <assert.h>

// How many cards the kinds of a profile have together.
static unsigned cards_of(uint64_t profile)
{
    unsigned cards = 0;
    for (unsigned n = 1; n < 8; n++)
        cards += n * dx_profile_count(profile, n);
    return cards;
}

// One kind more, with room for `room`.
static void give_one(const dx_states *from, dx_states *to, unsigned room,
                     unsigned cards)
{
    dx_states_clear(to, 1, true);
    for (size_t s = 0; s < from->count; s++) {
        uint64_t profile = from->keys[s];
        unsigned given = cards_of(profile);
        dx_count ways = 1;
        for (unsigned n = 0; n <= room && given + n <= cards; n++) {
            uint64_t key = profile + (UINT64_C(1) << 8 * n);
            size_t number = dx_states_find(to, &key);
            dx_natural_add_product_count(&to->weights[number],
                                         &from->weights[s], ways);
            ways *= room - n;
        }
    }
}

static void fill(dx_room_table *table)
{
    dx_states other = {0};
    uint64_t none = 0;
    dx_states_clear(&table->sums, 1, true);
    size_t first = dx_states_find(&table->sums, &none);
    table->sums.weights[first] = dx_natural_of(1);
    for (unsigned room = 0; room < 8; room++)
        for (unsigned i = dx_profile_count(table->rooms, room); i > 0; i--) {
            give_one(&table->sums, &other, room, table->cards);
            dx_states full = other;
            other = table->sums;
            table->sums = full;
        }
    dx_states_release(&other);
}

const dx_states *dx_room_tables_get(dx_room_tables *tables, uint64_t rooms,
                                    unsigned cards)
{
    for (size_t i = 0; i < tables->of.count; i++)
        if (tables->of.at[i]->rooms == rooms &&
            tables->of.at[i]->cards == cards)
            return &tables->of.at[i]->sums;
    dx_room_table *table = dx_alloc(1, sizeof *table);
    table->rooms = rooms;
    table->cards = cards;
    fill(table);
    dx_vector_push(&tables->of, table);
    return &table->sums;
}

void dx_room_tables_release(dx_room_tables *tables)
{
    for (size_t i = 0; i < tables->of.count; i++) {
        dx_states_release(&tables->of.at[i]->sums);
        dx_free(tables->of.at[i]);
    }
    dx_vector_release(&tables->of);
}
