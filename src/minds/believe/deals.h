// minds/believe/deals.h -- the worlds of any seat of any game with places:
// listed, counted, drawn, with their pasts.
//
// They are the deals of the turn's space that have in the seat's places what it
// sees there (game/places.h), each with all that may have been chosen unseen.

#ifndef DX_MINDS_BELIEVE_DEALS_H
#define DX_MINDS_BELIEVE_DEALS_H

#include "minds/reckoner.h"

// Opens under `none`, for a bystander too.  Every world weighs what its deal
// does; where something was chosen unseen that is no chance, but what the deal
// contributes to one.  `one` draws deals by weight and choices evenly, and
// weighs a world by the number of choices that there were: so that in the mean
// every world counts as `each` weighs it.
extern const dx_reckoner dx_reckoner_deals;

#endif
