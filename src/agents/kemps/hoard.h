// agents/kemps/hoard.h -- how the paper's own program seems to collect.
//
// Its text has a player collect one rank, the best of those on the table (see
// collect.h).  Its program, as far as we could make it out, has it keep
// several: the ranks of which hand and table have most, one after the other,
// as long as their cards fit into one hand, whether on the table or not; and
// gives away all else, each card as likely as another.  Of ranks with equally
// many cards those of the hand come first, then the highest.
// docs/results/kemps.md says how this was found and how near it comes.
//
// The strategies play so with the parameter `as=program`.

#ifndef DX_AGENTS_KEMPS_HOARD_H
#define DX_AGENTS_KEMPS_HOARD_H

#include "agents/kemps/collect.h"

// The parameter, the first one of each strategy.
enum { DX_KEMPS_AS_READ, DX_KEMPS_AS_PROGRAM };
extern const dx_param dx_kemps_reading_params[];

// All cards of the ranks that `seat` keeps, of the `allowed` ones (bits).  The
// same at every step of a turn.
dx_kemps_cards dx_kemps_hoard(const dx_kemps *sight, unsigned seat,
                              unsigned allowed);

// The next step of collecting them.
dx_kemps_step dx_kemps_hoard_step(const dx_kemps *sight, unsigned seat,
                                  unsigned allowed);

#endif
