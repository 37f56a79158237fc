#include "game/places.h"

#include "game/heard.h"

void dx_places_space(const struct dx_places *places, const void *sight,
                     dx_deal_space *out)
{
    places->space(sight, out);
    if (places->heard == NULL)
        return;
    dx_claims *claims = dx_claims_new();
    (void)dx_deal_space_hear(out, claims, places->heard(sight, claims));
    dx_claims_free(claims);
}

uint64_t dx_places_chosen(const struct dx_places *places, const void *sight,
                          uint64_t from, unsigned seats)
{
    dx_deal_space space;
    dx_choice choice[DX_PLACES_MAX];
    uint64_t chosen = 0;
    places->space(sight, &space);
    unsigned count = places->choices(sight, choice);
    for (unsigned i = 0; i < count && space.place_count + i < DX_PLACES_MAX;
         i++)
        if ((from >> choice[i].place & 1) && choice[i].seats == seats)
            chosen |= DX_BIT(space.place_count + i);
    return chosen;
}
