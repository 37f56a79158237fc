// minds/mixture.h -- seats of which it is only known that each is of one of
// some kinds.
//
// At the start a seat is any of them with the same chance; each of its own
// moves makes those likelier who would have made it, seeing what it saw
// (game/kinds.h).  So how likely its next move is is the mean of what the kinds
// would do, and a mixture is a policy like others.  A stranger may make any
// legal move.
//
// To keep odds fractions of small numbers, chances of kinds are taken in
// thousandths, and none is below one: nobody is ever written off.  That is what
// the assumption says, not an error in reckoning with it.

#ifndef DX_MINDS_MIXTURE_H
#define DX_MINDS_MIXTURE_H

#include "minds/assumption.h"

// The policy of each seat under an assumption that is a mixture, which must
// outlive all minds made of it.
dx_policy dx_mixture_policy(const dx_assumption *assumption);

#endif
