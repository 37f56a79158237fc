// minds/believe/believe.h -- belief by replay: would they have done that in
// this world?
//
// For every game with a reckoner that lists worlds with their pasts when
// nothing is assumed.  Each past is gone through again with the assumed policy
// in the place of every other seat, on the view that it would have had, and
// the world's weight is multiplied by the odds of the moves that were made.
// Exact, and a good deal faster than the reference (minds/consider.h), which
// also walks through all that was shown to be otherwise since.

#ifndef DX_MINDS_BELIEVE_BELIEVE_H
#define DX_MINDS_BELIEVE_BELIEVE_H

#include "minds/reckoner.h"

// Opens under every assumption but `none`.  `sample` may only be used where
// `each` or `believed` has answered, or where there are at most a million
// worlds to try.
extern const dx_reckoner dx_reckoner_believe;

#endif
