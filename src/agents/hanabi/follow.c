#include "agents/hanabi/follow.h"

#include <string.h>

static bool is_draw(dx_event event)
{
    return event.verb == DX_HANABI_DRAW || event.verb == DX_HANABI_OPEN;
}

static void undo(dx_follow *follow, dx_event event)
{
    uint8_t *hand = follow->hands[event.who], *size = &follow->size[event.who];
    if (event.verb == DX_HANABI_HINT)
        return;
    if (is_draw(event)) {
        --*size;
        return;
    }
    unsigned slot = event.arg[0];
    memmove(hand + slot + 1, hand + slot, *size - slot);
    hand[slot] = event.who == follow->view->seat ? (uint8_t)DX_HOLE //
                                                 : event.arg[1];
    ++*size;
}

dx_follow dx_follow_from(const dx_view *view, unsigned at)
{
    const dx_hanabi *sight = view->sight;
    dx_follow follow = {.view = view, .at = view->count};
    memcpy(follow.hands, sight->hand, sizeof follow.hands);
    memcpy(follow.size, sight->size, sizeof follow.size);
    while (follow.at > at)
        undo(&follow, view->seen[--follow.at]);
    return follow;
}

void dx_follow_step(dx_follow *follow)
{
    dx_event event = dx_follow_event(follow);
    uint8_t *hand = follow->hands[event.who], *size = &follow->size[event.who];
    follow->at++;
    if (event.verb == DX_HANABI_HINT)
        return;
    if (is_draw(event)) {
        hand[(*size)++] = event.arg[0];
        return;
    }
    unsigned slot = event.arg[0];
    --*size;
    memmove(hand + slot, hand + slot + 1, *size - slot);
}
