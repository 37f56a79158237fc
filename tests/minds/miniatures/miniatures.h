// minds/miniatures/miniatures.h -- small games, each for one thing that the
// interface of places must carry.
//
// fish     Go Fish: what was drawn is a place that never moves; counts have a
//          public part; a hand weighs by how many ranks it holds
// tunnel   Saboteur: roles and goals are places of other packs; cards are
//          dropped face down, so that nobody else knows what was chosen
// spirits  Yokai: nobody sees a card until it looks, and from then on does

#ifndef DX_TESTS_MINDS_MINIATURES_H
#define DX_TESTS_MINDS_MINIATURES_H

#include "game/game.h"

extern const dx_game dx_fish, dx_tunnel, dx_spirits;

#endif
