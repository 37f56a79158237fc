// The hands are counted first (slots.h), so that there is room for all, or a
// refusal, before the first is written; then they are listed depth first, kinds
// without copies left passed over.

#include "worlds/slot_list.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

typedef struct lister {
    const dx_slots *slots;
    uint8_t left[DX_KINDS_MAX];
    uint64_t open; // kinds with copies left
    dx_packed_hand *at;
    size_t count;
} lister;

// Fills slot `slot` - 1 and those before it, the last one first so that the
// words rise.
static void list_from(lister *list, unsigned slot, dx_packed_hand hand)
{
    if (slot == 0) {
        list->at[list->count++] = hand;
        return;
    }
    slot--;
    uint64_t kinds = list->slots->kinds[slot] & list->open;
    for (; kinds != 0; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        if (--list->left[kind] == 0)
            list->open &= ~DX_BIT(kind);
        list_from(list, slot, hand | (dx_packed_hand)kind << (6 * slot));
        list->left[kind]++;
        list->open |= DX_BIT(kind);
    }
}

dx_status dx_slots_list(const dx_slots *slots, unsigned kind_count,
                        const uint8_t *copies, size_t limit,
                        dx_packed_hand **out_hands, size_t *out_count)
{
    lister list = {.slots = slots};
    uint64_t count = dx_slots_ordered(slots, kind_count, copies);
    if (count > limit)
        return DX_ERR_LIMIT;
    memcpy(list.left, copies, kind_count);
    for (unsigned kind = 0; kind < kind_count; kind++)
        if (copies[kind] > 0)
            list.open |= DX_BIT(kind);
    list.at = dx_alloc_raw(count, sizeof *list.at);
    if (count > 0)
        list_from(&list, slots->count, 0);
    assert(list.count == count);
    *out_hands = list.at;
    *out_count = list.count;
    return DX_OK;
}

uint64_t dx_packed_weight(dx_packed_hand hand, unsigned slot_count,
                          const uint8_t *copies)
{
    uint64_t weight = 1;
    for (unsigned slot = 0; slot < slot_count; slot++) {
        unsigned kind = dx_packed_kind(hand, slot), before = 0;
        for (unsigned s = 0; s < slot; s++)
            before += dx_packed_kind(hand, s) == kind;
        if (copies[kind] <= before)
            return 0;
        weight *= copies[kind] - before;
    }
    return weight;
}
