// agents/kemps/collect.h -- what the paper's three strategies have in common.
//
// A turn of theirs collects one rank: the one of which hand and table together
// have most, among those that lie on the table at all.  The cards given for it
// are those of which the hand has fewest.  Swaps do not change what hand and
// table have together, so each swap is found anew from the sight.
//
// What is left open, and how it is read here: of several ranks with equally
// many cards the highest is collected (as in the paper's Table 1); which of
// several equally rare cards is given is left to chance.  A rank that may be
// collected too, and of which the hand has as many already as it could get of
// the new one, is not broken up.

#ifndef DX_AGENTS_KEMPS_COLLECT_H
#define DX_AGENTS_KEMPS_COLLECT_H

#include "game/agent.h"
#include "games/kemps/kemps.h"

enum { DX_KEMPS_ALL_RANKS = 0xffff };

// How many cards of `rank` the hand of `seat` and the table have together.
unsigned dx_kemps_count(const dx_kemps *sight, unsigned seat, unsigned rank);

// The largest number of cards of one rank in the hand of `seat`.
unsigned dx_kemps_most(const dx_kemps *sight, unsigned seat);

// The ranks of `allowed` (bits) with a card on the table and two or more in
// hand and on the table, and of these the ones with most.
unsigned dx_kemps_choice(const dx_kemps *sight, unsigned seat,
                         unsigned allowed);

// The ranks that nobody else can have a card of, as far as each card by itself
// tells, as bits.
unsigned dx_kemps_free_ranks(const dx_kemps *sight, unsigned seat);

// The cards of `from` of whose rank the hand of `seat` has fewest.
dx_kemps_cards dx_kemps_rarest(const dx_kemps *sight, unsigned seat,
                               dx_kemps_cards from);

// One step of a turn: `take` for one of `give`, each as likely as another;
// `take` is DX_NONE for done.
typedef struct dx_kemps_step {
    unsigned take, rank; // rank: the one that is collected, or DX_NONE
    dx_kemps_cards give;
} dx_kemps_step;

static inline dx_kemps_step dx_kemps_step_done(unsigned rank)
{
    return (dx_kemps_step){.take = DX_NONE, .rank = rank};
}

// The next step of collecting the best of the `allowed` ranks.
dx_kemps_step dx_kemps_collect(const dx_kemps *sight, unsigned seat,
                               unsigned allowed);

// A move of the step, and the chances of all moves.
dx_event dx_kemps_step_move(const dx_kemps_step *step, unsigned seat,
                            dx_random *random);
void dx_kemps_step_odds(const dx_kemps_step *step, unsigned count,
                        const dx_event *moves, dx_fraction *out_odds);

#endif
