#include "game/event.h"

#include "base/base.h"

// relation: 0 neither, 1 is who, 2 is arg[0].
static bool may_see(dx_audience audience, unsigned relation)
{
    switch (audience) {
    case DX_ALL:
        return true;
    case DX_WHO:
        return relation == 1;
    case DX_BUT_WHO:
        return relation != 1;
    case DX_AMONG:
        return relation != 0;
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
            for (unsigned relation = 0; relation < 3; relation++)
                if (!may_see(arg[i].audience, relation))
                    masks->mask[verb][relation] |= (uint64_t)DX_HOLE
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
