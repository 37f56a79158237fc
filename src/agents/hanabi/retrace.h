// agents/hanabi/retrace.h -- a view gone through again, with the hands as they
// were.
//
//     for (dx_retrace f = dx_retrace_from(view, noted); dx_retrace_more(&f);
//          dx_retrace_step(&f))
//         note(memory, dx_retrace_event(&f), f.hands);
//
// A view has the sight after its last event only.  Hands are what conventions
// need of the moments between, and cards can be put back where they were.

#ifndef DX_AGENTS_HANABI_RETRACE_H
#define DX_AGENTS_HANABI_RETRACE_H

#include "agents/hanabi/public.h"
#include "game/view.h"

typedef struct dx_retrace {
    const dx_view *view;
    unsigned at;                    // the event that comes next
    dx_hand hands[DX_HANABI_SEATS]; // before it; the own one may be holes
    uint8_t size[DX_HANABI_SEATS];
} dx_retrace;

dx_retrace dx_retrace_from(const dx_view *view, unsigned at);
void dx_retrace_step(dx_retrace *retrace);

static inline bool dx_retrace_more(const dx_retrace *retrace)
{
    return retrace->at < retrace->view->count;
}
static inline dx_event dx_retrace_event(const dx_retrace *retrace)
{
    return retrace->view->seen[retrace->at];
}

#endif
