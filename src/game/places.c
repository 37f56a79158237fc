#include "game/places.h"

#include "game/heard.h"

unsigned dx_places_told(const struct dx_places *places, const void *sight,
                        dx_deal_space *out, dx_claims *claims,
                        dx_heard_claim *told)
{
    unsigned count = 0;
    dx_heard_claim all = {0};
    places->space(sight, out);
    if (places->told != NULL)
        count = places->told(sight, sight, claims, told);
    if (places->heard == NULL)
        return count;
    dx_claim heard = places->heard(sight, claims);
    if (dx_deal_space_hear(out, claims, heard, &all.claim))
        return count;
    if (count < DX_TOLD_MAX)
        told[count] = all;
    return count + 1;
}

void dx_places_space(const struct dx_places *places, const void *sight,
                     dx_deal_space *out)
{
    dx_heard_claim told[DX_TOLD_MAX];
    if (places->heard == NULL && places->told == NULL) {
        places->space(sight, out);
        return;
    }
    dx_claims *claims = dx_claims_new();
    if (dx_places_told(places, sight, out, claims, told) > 0)
        out->beyond = "what was heard is no bound on numbers of cards";
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
