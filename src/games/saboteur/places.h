// games/saboteur/places.h -- what lies hidden, as places and kinds.

#ifndef DX_GAMES_SABOTEUR_PLACES_H
#define DX_GAMES_SABOTEUR_PLACES_H

#include "game/places.h"
#include "games/saboteur/saboteur.h"

// Kinds: cards as they are numbered, behind them roles, then treasures.
enum {
    DX_SABOTEUR_KIND_ROLE = DX_SABOTEUR_CARDS,
    DX_SABOTEUR_KIND_TREASURE = DX_SABOTEUR_KIND_ROLE + DX_SABOTEUR_ROLES,
    DX_SABOTEUR_KINDS = DX_SABOTEUR_KIND_TREASURE + DX_SABOTEUR_TREASURES,
};

// Places: the hands, what each seat threw away, the roles, the spare role card,
// the goals.
static inline unsigned dx_saboteur_place_thrown(const dx_saboteur *t,
                                                unsigned seat)
{
    return t->players + seat;
}
static inline unsigned dx_saboteur_place_role(const dx_saboteur *t,
                                              unsigned seat)
{
    return 2U * t->players + seat;
}
static inline unsigned dx_saboteur_place_spare(const dx_saboteur *t)
{
    return 3U * t->players;
}
static inline unsigned dx_saboteur_place_goal(const dx_saboteur *t,
                                              unsigned goal)
{
    return 3U * t->players + 1 + goal;
}

// The places of roles, of the spare card and of goals.
static inline uint64_t dx_saboteur_role_places(const dx_saboteur *t)
{
    unsigned last = dx_saboteur_place_goal(t, t->goals);
    return (DX_BIT(last) - 1) & ~(DX_BIT(2U * t->players) - 1);
}

#endif
