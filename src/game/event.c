#include "game/event.h"

#include "base/base.h"

static bool may_see(dx_audience audience, unsigned standpoint)
{
    switch (audience) {
    case DX_ALL:
        return true;
    case DX_WHO:
        return standpoint == DX_IS_WHO;
    case DX_BUT_WHO:
        return standpoint == DX_NEITHER || standpoint == DX_IS_ARG;
    case DX_AMONG:
        return standpoint == DX_IS_WHO || standpoint == DX_IS_ARG;
    case DX_NOBODY:
        return false;
    }
    return false;
}

void dx_masks_init(dx_masks *masks, const dx_verb *verbs)
{
    *masks = (dx_masks){0};
    for (unsigned verb = 0; verbs[verb].name != NULL; verb++) {
        DX_REQUIRE(verb < DX_VERBS_MAX, "at most DX_VERBS_MAX verbs");
        const dx_arg *arg = verbs[verb].arg;
        for (unsigned i = 0; i < DX_ARGS && arg[i].name != NULL; i++)
            for (unsigned from = 0; from < DX_STANDPOINTS; from++)
                if (!may_see(arg[i].audience, from))
                    masks->mask[verb][from] |= (uint64_t)DX_HOLE
                                               << (24 + 8 * i);
    }
}

dx_event dx_event_move(const dx_verb *verbs, dx_event event)
{
    const dx_arg *arg = verbs[event.verb].arg;
    event.next = 0;
    for (unsigned i = 0; i < DX_ARGS; i++)
        if (arg[i].name == NULL || arg[i].outcome)
            event.arg[i] = 0;
    return event;
}
