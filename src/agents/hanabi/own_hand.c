#include "agents/hanabi/own_hand.h"

#include "worlds/slots.h"

void dx_known_sets(const dx_hanabi *sight, unsigned seat, uint32_t *out_kinds)
{
    uint64_t weight[DX_SLOTS_MAX][DX_KINDS_MAX];
    unsigned kinds = dx_hanabi_kinds(sight);
    dx_slots slots = {.count = sight->size[seat]};
    if (sight->open) { // it simply looks
        for (unsigned slot = 0; slot < slots.count; slot++)
            out_kinds[slot] = UINT32_C(1) << sight->hand[seat][slot];
        return;
    }
    for (unsigned slot = 0; slot < slots.count; slot++)
        slots.kinds[slot] = sight->could[seat][slot];
    dx_slots_marginals(&slots, kinds, sight->unseen, weight);
    for (unsigned slot = 0; slot < slots.count; slot++) {
        out_kinds[slot] = 0;
        for (unsigned kind = 0; kind < kinds; kind++)
            out_kinds[slot] |= (uint32_t)(weight[slot][kind] > 0) << kind;
    }
}
