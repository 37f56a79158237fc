#include "agents/kemps/hoard.h"

static const char *const readings[] = {"read", "program", NULL};

const dx_param dx_kemps_reading_params[] = {
    {"as", "as the paper's text reads, or as its program seems to play", 0,
     DX_KEMPS_AS_PROGRAM, DX_KEMPS_AS_READ, .choices = readings},
    {0},
};

// The best rank of `from`, which is not empty.
static unsigned best_rank(const dx_kemps *sight, unsigned seat, unsigned from)
{
    dx_kemps_cards before =
        (sight->hand[seat] & ~sight->taken) | sight->given; // this turn
    unsigned best = 0, most = 0;
    for (; from != 0; from &= from - 1) {
        unsigned rank = (unsigned)__builtin_ctz(from);
        unsigned worth = 2 * dx_kemps_count(sight, seat, rank) +
                         ((before & sight->of_rank[rank]) != 0);
        if (worth >= most) {
            most = worth;
            best = rank;
        }
    }
    return best;
}

dx_kemps_cards dx_kemps_hoard(const dx_kemps *sight, unsigned seat,
                              unsigned allowed)
{
    unsigned left = allowed & ((1U << sight->ranks) - 1), size = 0;
    dx_kemps_cards kept = 0;
    while (left != 0) {
        unsigned rank = best_rank(sight, seat, left);
        size += dx_kemps_count(sight, seat, rank);
        if (kept != 0 && size > sight->hand_size)
            break;
        kept |= sight->of_rank[rank];
        left &= ~(1U << rank);
    }
    return kept;
}

dx_kemps_step dx_kemps_hoard_step(const dx_kemps *sight, unsigned seat,
                                  unsigned allowed)
{
    dx_kemps_cards kept = dx_kemps_hoard(sight, seat, allowed);
    dx_kemps_cards take = sight->table & kept & ~sight->given;
    dx_kemps_cards give = sight->hand[seat] & ~kept & ~sight->taken;
    if (take == 0 || give == 0)
        return dx_kemps_step_done(DX_NONE);
    unsigned card = dx_kemps_first(take);
    return (dx_kemps_step){card, sight->rank_of[card], give};
}
