// Collecting one rank: which, what to take for it, what to give.  Cards are
// bits, ranks are masks, so a choice is a few counts of bits a rank.  A step is
// a card to take and the set of cards that may be given for it, of which chance
// picks one; the odds of a move are then one over the size of that set.

#include "agents/kemps/collect.h"

unsigned dx_kemps_count(const dx_kemps *sight, unsigned seat, unsigned rank)
{
    return dx_kemps_of(sight, sight->hand[seat] | sight->table, rank);
}

unsigned dx_kemps_choice(const dx_kemps *sight, unsigned seat, unsigned allowed)
{
    unsigned most = 2, best = 0;
    for (unsigned rank = 0; rank < sight->ranks; rank++) {
        unsigned count = dx_kemps_count(sight, seat, rank);
        if (!(allowed >> rank & 1) || count < most ||
            (sight->table & sight->of_rank[rank]) == 0)
            continue;
        best = count > most ? 1U << rank : best | 1U << rank;
        most = count;
    }
    return best;
}

unsigned dx_kemps_most(const dx_kemps *sight, unsigned seat)
{
    unsigned most = 0;
    for (unsigned rank = 0; rank < sight->ranks; rank++) {
        unsigned count = dx_kemps_of(sight, sight->hand[seat], rank);
        most = count > most ? count : most;
    }
    return most;
}

unsigned dx_kemps_free_ranks(const dx_kemps *sight, unsigned seat)
{
    dx_kemps_cards held = 0;
    for (unsigned other = 0; other < sight->players; other++)
        if (other != seat)
            held |= sight->hand[other] | sight->could[other];
    unsigned ranks = 0;
    for (unsigned rank = 0; rank < sight->ranks; rank++)
        ranks |= (unsigned)((held & sight->of_rank[rank]) == 0) << rank;
    return ranks;
}

dx_kemps_cards dx_kemps_rarest(const dx_kemps *sight, unsigned seat,
                               dx_kemps_cards from)
{
    unsigned fewest = DX_KEMPS_HAND + 1;
    dx_kemps_cards rarest = 0;
    for (; from != 0; from &= from - 1) {
        unsigned card = dx_kemps_first(from);
        unsigned count =
            dx_kemps_of(sight, sight->hand[seat], sight->rank_of[card]);
        if (count < fewest)
            rarest = 0;
        if (count <= fewest) {
            fewest = count;
            rarest |= dx_kemps_card(card);
        }
    }
    return rarest;
}

// The rank that is collected in this turn, or DX_NONE.
static unsigned goal(const dx_kemps *sight, unsigned seat, unsigned allowed)
{
    if (sight->taken != 0)
        return sight->rank_of[dx_kemps_first(sight->taken)];
    unsigned choice = dx_kemps_choice(sight, seat, allowed);
    return choice == 0 ? DX_NONE : 31 - (unsigned)__builtin_clz(choice);
}

dx_kemps_step dx_kemps_collect(const dx_kemps *sight, unsigned seat,
                               unsigned allowed)
{
    unsigned rank = goal(sight, seat, allowed);
    if (rank == DX_NONE)
        return dx_kemps_step_done(rank);
    dx_kemps_cards mine = sight->of_rank[rank];
    dx_kemps_cards wanted = sight->table & mine & ~sight->given;
    dx_kemps_cards give =
        dx_kemps_rarest(sight, seat, sight->hand[seat] & ~mine & ~sight->taken);
    if (wanted == 0 || give == 0)
        return dx_kemps_step_done(rank);
    unsigned broken = sight->rank_of[dx_kemps_first(give)];
    unsigned would_have = dx_kemps_count(sight, seat, rank);
    if (allowed >> broken & 1 &&
        dx_kemps_of(sight, sight->hand[seat], broken) >= would_have)
        return dx_kemps_step_done(rank);
    return (dx_kemps_step){dx_kemps_first(wanted), rank, give};
}

dx_event dx_kemps_step_move(const dx_kemps_step *step, unsigned seat,
                            dx_random *random)
{
    if (step->take == DX_NONE)
        return dx_event_new(DX_KEMPS_DONE, seat);
    dx_kemps_cards give = step->give;
    if ((give & (give - 1)) != 0) {
        uint64_t skip = dx_random_below(random, dx_kemps_size(give));
        while (skip-- > 0)
            give &= give - 1;
    }
    dx_event swap = dx_event_new(DX_KEMPS_SWAP, seat);
    return dx_with(dx_with(swap, 0, step->take), 1, dx_kemps_first(give));
}

void dx_kemps_step_odds(const dx_kemps_step *step, unsigned count,
                        const dx_event *moves, dx_fraction *out_odds)
{
    for (unsigned i = 0; i < count; i++) {
        bool is_done = moves[i].verb == DX_KEMPS_DONE;
        bool fits = is_done ? step->take == DX_NONE
                            : moves[i].arg[0] == step->take &&
                                  (step->give >> moves[i].arg[1] & 1);
        out_odds[i] = !fits     ? dx_fraction_int(0)
                      : is_done ? dx_fraction_int(1)
                                : dx_fraction_of(1, dx_kemps_size(step->give));
    }
}
