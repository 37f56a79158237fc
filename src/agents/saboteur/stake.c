// Ends of the round, drawn: who is a saboteur, who reached the gold and which
// gold cards were turned up, the same for both ends; the rules pay.  Chance
// depends on nothing but the seat, so the same table gives the same stake.

#include "agents/saboteur/stake.h"

#include "base/random.h"

enum { ENDS = 60, TRIES = 20 };

// Less than this is no reason to leave one's side.
static const double margin = 0.05;

// Roles as they may be: as many saboteurs as role cards allow, if a few tries
// find such.
static unsigned draw_saboteurs(const dx_saboteur *t, unsigned seat,
                               const double *guilt, dx_random *random)
{
    unsigned set = 0, least = t->saboteurs - (t->spare_card ? 1U : 0U);
    for (unsigned i = 0; i < TRIES; i++) {
        set = t->role[seat] == DX_SABOTEUR_SABOTEUR ? 1U << seat : 0;
        for (unsigned other = 0; other < t->players; other++)
            if (other != seat && dx_random_unit(random) < guilt[other])
                set |= 1U << other;
        unsigned count = (unsigned)__builtin_popcount(set);
        if (count >= least && count <= t->saboteurs)
            break;
    }
    return set;
}

static unsigned draw_nugget(const dx_saboteur *t, dx_random *random)
{
    unsigned left[DX_SABOTEUR_VALUES], all = 0, value = 0;
    for (unsigned i = 0; i < DX_SABOTEUR_VALUES; i++)
        all += left[i] = dx_saboteur_nuggets(i) - t->paid[i];
    unsigned at = (unsigned)dx_random_below(random, all);
    while (value + 1 < DX_SABOTEUR_VALUES && at >= left[value])
        at -= left[value++];
    return value;
}

// The table when the round has ended so and all is paid.
static void pay(dx_saboteur *t, unsigned saboteurs, unsigned winners,
                dx_random random)
{
    t->phase = DX_SABOTEUR_SHOWING;
    t->dealt = 0;
    t->won[t->round] = (uint8_t)winners;
    t->linker = (uint8_t)dx_random_below(&random, t->players);
    while (t->phase == DX_SABOTEUR_SHOWING) {
        unsigned who = t->dealt, role = saboteurs >> who & 1;
        dx_saboteur_fold(t,
                         dx_with(dx_event_new(DX_SABOTEUR_SHOW, who), 0, role));
    }
    while (t->phase == DX_SABOTEUR_PAYING)
        dx_saboteur_fold(t, dx_with(dx_event_new(DX_SABOTEUR_NUGGET, 0), 0,
                                    draw_nugget(t, &random)));
}

// The seat's share of the first place.
static double share_of(const dx_saboteur *t, unsigned seat)
{
    unsigned equal = 0;
    for (unsigned i = 0; i < t->players; i++) {
        if (t->gold[i] > t->gold[seat])
            return 0;
        equal += t->gold[i] == t->gold[seat];
    }
    return 1.0 / equal;
}

dx_saboteur_stake dx_saboteur_stake_of(const dx_saboteur *t, unsigned seat,
                                       const double *guilt)
{
    dx_saboteur_stake stake = {0, 0};
    dx_random random = dx_random_named(seat, t->round, 1);
    for (unsigned i = 0; i < ENDS; i++) {
        unsigned set = draw_saboteurs(t, seat, guilt, &random);
        dx_random end = dx_random_named(seat, t->round, 2 + i);
        dx_saboteur found = *t, lost = *t;
        pay(&found, set, DX_SABOTEUR_MINER, end);
        pay(&lost, set, DX_SABOTEUR_SABOTEUR, end);
        stake.found += share_of(&found, seat) / ENDS;
        stake.lost += share_of(&lost, seat) / ENDS;
    }
    return stake;
}

unsigned dx_saboteur_aim(const dx_saboteur *t, unsigned seat,
                         const double *guilt)
{
    unsigned role = t->role[seat];
    if (t->rounds == 1 || t->round + 1 < t->rounds ||
        !dx_saboteur_is_open_round(t))
        return role;
    dx_saboteur_stake stake = dx_saboteur_stake_of(t, seat, guilt);
    if (stake.found > stake.lost + margin)
        return DX_SABOTEUR_MINER;
    return stake.lost > stake.found + margin ? DX_SABOTEUR_SABOTEUR : role;
}
