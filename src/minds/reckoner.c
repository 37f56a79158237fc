#include "minds/reckoner.h"

#include "minds/believe/believe.h"
#include "minds/believe/deals.h"

#include <assert.h>

static const dx_assumption none = {0};

dx_reckoning dx_reckoning_with(const dx_reckoner *how, const dx_rules *rules,
                               unsigned seat, const dx_assumption *assumption,
                               const dx_event *seen, unsigned count)
{
    // What every reckoner has.
    assert(how->open != NULL && how->close != NULL && how->follow != NULL);
    dx_reckoning r = {.how = how};
    r.self =
        how->open(how, rules, seat, assumption != NULL ? assumption : &none);
    if (r.self == NULL)
        return (dx_reckoning){0};
    dx_eyes *eyes = dx_eyes_new(rules, seat);
    dx_status status = DX_OK;
    for (unsigned i = 0; i < count && status == DX_OK; i++) {
        dx_eyes_see(eyes, seen[i]);
        status = how->follow(r.self, dx_eyes_view(eyes));
    }
    dx_eyes_free(eyes);
    if (status != DX_OK)
        dx_reckoning_close(&r);
    return r;
}

dx_reckoning dx_reckoning_open(const dx_rules *rules, unsigned seat,
                               const dx_assumption *assumption,
                               const dx_event *seen, unsigned count)
{
    dx_reckoning r = {0};
    const dx_reckoner *const *list = rules->game->reckoners;
    // A game's own leaves out the worlds in which somebody was not truthful,
    // and those have no weight but are possible.
    if (assumption != NULL && assumption->kind == DX_ASSUME_TRUTHFUL)
        list = NULL;
    for (; list != NULL && *list != NULL && r.self == NULL; list++)
        r = dx_reckoning_with(*list, rules, seat, assumption, seen, count);
    if (r.self == NULL)
        r = dx_reckoning_with(&dx_reckoner_deals, rules, seat, assumption, seen,
                              count);
    if (r.self == NULL)
        r = dx_reckoning_with(&dx_reckoner_believe, rules, seat, assumption,
                              seen, count);
    return r;
}

void dx_reckoning_close(dx_reckoning *reckoning)
{
    if (reckoning->self != NULL)
        reckoning->how->close(reckoning->self);
    *reckoning = (dx_reckoning){0};
}
