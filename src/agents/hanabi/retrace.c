#include "agents/hanabi/retrace.h"

#include <string.h>

static void undo(dx_retrace *retrace, dx_event event)
{
    uint8_t *hand = retrace->hands[event.who],
            *size = &retrace->size[event.who];
    if (dx_hanabi_draws(event)) {
        --*size;
        return;
    }
    if (!dx_hanabi_leaves(event))
        return;
    unsigned slot = event.arg[0];
    memmove(hand + slot + 1, hand + slot, *size - slot);
    hand[slot] = event.who == retrace->view->seat ? (uint8_t)DX_HOLE //
                                                  : event.arg[1];
    ++*size;
}

dx_retrace dx_retrace_from(const dx_view *view, unsigned at)
{
    const dx_hanabi *sight = view->sight;
    dx_retrace retrace = {.view = view, .at = view->count};
    memcpy(retrace.hands, sight->hand, sizeof retrace.hands);
    memcpy(retrace.size, sight->size, sizeof retrace.size);
    while (retrace.at > at)
        undo(&retrace, view->seen[--retrace.at]);
    return retrace;
}

void dx_retrace_step(dx_retrace *retrace)
{
    dx_event event = dx_retrace_event(retrace);
    uint8_t *hand = retrace->hands[event.who],
            *size = &retrace->size[event.who];
    retrace->at++;
    if (dx_hanabi_draws(event)) {
        hand[(*size)++] = event.arg[0];
        return;
    }
    if (!dx_hanabi_leaves(event))
        return;
    unsigned slot = event.arg[0];
    --*size;
    memmove(hand + slot, hand + slot + 1, *size - slot);
}
