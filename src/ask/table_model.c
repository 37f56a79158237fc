// Every fact and number that a grounded formula needs is asked of every table
// once; afterwards the kernel sees bits and integers, and no game.

#include "ask/table_model.h"

#include "base/hash.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

static void add_fact(dx_model *model, const dx_need *need,
                     const dx_tables *tables)
{
    size_t p = dx_model_add_proposition(model, need->key);
    dx_bitset *where = dx_model_worlds_of(model, p);
    for (size_t i = 0; i < tables->count; i++)
        if (dx_need_holds(need, tables->at + i * tables->bytes))
            dx_bitset_add(where, i);
}

static void add_number(dx_model *model, const dx_need *need,
                       const dx_tables *tables, unsigned turn)
{
    int32_t *values = dx_alloc(tables->count, sizeof *values);
    for (size_t i = 0; i < tables->count; i++)
        values[i] = need->kind == DX_NEED_NOW
                        ? (int32_t)turn
                        : dx_need_value(need, tables->at + i * tables->bytes);
    dx_model_add_variable(model, need->key, values);
    dx_free(values);
}

dx_model *dx_model_of_tables(const dx_grounding *grounding,
                             const dx_tables *tables, unsigned turn)
{
    dx_model *model = dx_model_new(grounding->store, tables->count);
    for (size_t i = 0; i < grounding->needs.count; i++) {
        const dx_need *need = &grounding->needs.at[i];
        if (need->kind == DX_NEED_ATOM || need->kind == DX_NEED_MEMBER)
            add_fact(model, need, tables);
        else if (need->kind != DX_NEED_PAST)
            add_number(model, need, tables, turn);
    }
    return model;
}

// Sequences are hashed; one of each cell is kept to tell true equality from a
// collision, which then takes the next free slot.
void dx_cells_of_sequences(size_t count, unsigned length, dx_sequence *of,
                           void *context, uint32_t *out_cells)
{
    size_t slots = 16, bytes = length * sizeof(dx_event);
    while (slots < 2 * count)
        slots *= 2;
    uint32_t *slot = dx_alloc(slots, sizeof *slot); // cell + 1
    dx_event *kept = dx_alloc_raw(count * length + 1, sizeof *kept);
    assert(slots > count); // so that every search ends
    uint32_t cells = 0;
    for (size_t i = 0; i < count; i++) {
        const dx_event *sequence = of(context, i);
        size_t at = (size_t)dx_hash_bytes(sequence, bytes) & (slots - 1);
        while (slot[at] != 0 && memcmp(kept + (size_t)(slot[at] - 1) * length,
                                       sequence, bytes) != 0)
            at = (at + 1) & (slots - 1);
        if (slot[at] == 0) {
            memcpy(kept + (size_t)cells * length, sequence, bytes);
            slot[at] = ++cells;
        }
        out_cells[i] = slot[at] - 1;
        assert(out_cells[i] < cells && cells <= i + 1);
    }
    dx_free(kept);
    dx_free(slot);
}
