// agents/hanabi/follow.h -- a view gone through again, with the hands as they
// were.
//
//     for (dx_follow f = dx_follow_from(view, noted); dx_follow_more(&f);
//          dx_follow_step(&f))
//         note(memory, dx_follow_event(&f), f.hands);
//
// A view has the sight after its last event only.  Hands are what conventions
// need of the moments between, and cards can be put back where they were.

#ifndef DX_AGENTS_HANABI_FOLLOW_H
#define DX_AGENTS_HANABI_FOLLOW_H

#include "agents/hanabi/public.h"
#include "game/view.h"

typedef struct dx_follow {
    const dx_view *view;
    unsigned at;                    // the event that comes next
    dx_hand hands[DX_HANABI_SEATS]; // before it; the own one may be holes
    uint8_t size[DX_HANABI_SEATS];
} dx_follow;

dx_follow dx_follow_from(const dx_view *view, unsigned at);
void dx_follow_step(dx_follow *follow);

static inline bool dx_follow_more(const dx_follow *follow)
{
    return follow->at < follow->view->count;
}
static inline dx_event dx_follow_event(const dx_follow *follow)
{
    return follow->view->seen[follow->at];
}

#endif
