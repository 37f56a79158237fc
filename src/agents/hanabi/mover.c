#include "agents/hanabi/mover.h"

dx_mover dx_mover_of(const dx_public *public, const dx_hand *hands,
                     unsigned seat)
{
    dx_mover mover = {.public = public,
                      .hands = hands,
                      .seat = seat,
                      .own = public->hand[seat],
                      .pool = public->unseen};
    for (unsigned other = 0; other < public->table.players; other++)
        for (unsigned slot = 0;
             other != seat && slot < public->table.size[other]; slot++) {
            dx_copies_take(&mover.pool, hands[other][slot]);
            mover.seen |= UINT32_C(1) << hands[other][slot];
        }
    dx_hand_sets_refine(&mover.own, &public->table, seat, 1, &mover.pool);
    return mover;
}

double dx_mover_chance(const dx_mover *mover, unsigned slot, uint32_t kinds)
{
    uint32_t could = mover->own.could[slot];
    if (dx_is_within(could, kinds))
        return 1;
    unsigned all = dx_copies_in(&mover->pool, could);
    return all == 0 ? 0
                    : (double)dx_copies_in(&mover->pool, could & kinds) / all;
}
