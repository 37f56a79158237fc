// agents/clue/inform.h -- what a question would tell, and whom.
//
// The answer to a question in a world is the seat at which it stops and the
// card that this seat shows, each that fits as likely.  With worlds drawn by
// weight, what the answer R tells about a card E of the envelope is
//
//     I(E;R) = H(E) - H(E|R),
//
// in bits, and what it tells about all that is hidden is H(R) less what the
// shower's choice adds.  Worth is the sum of the first over the three cards and
// a share of the second: what is learnt about hands now pays later.

#ifndef DX_AGENTS_CLUE_INFORM_H
#define DX_AGENTS_CLUE_INFORM_H

#include "agents/clue/study.h"

// x log2 x for counts, so that no logarithm is taken twice.
enum { DX_CLUE_SHARES = 6 }; // of a world: 6, 3 or 2 for each card that fits
typedef struct dx_clue_logs {
    double of[DX_CLUE_SHARES * DX_CLUE_WORLDS_MAX + 1];
} dx_clue_logs;
dx_clue_logs *dx_clue_logs_new(unsigned worlds);

// What the asker would learn from the answer, the shown card included.
double dx_clue_gain(const dx_clue_worlds *worlds, const dx_clue_logs *logs,
                    unsigned asker, dx_clue_triple named, double share);

// What the owner of `worlds`, a third seat or the shower, would learn from
// where the question stops, if it is as in `truth`.
double dx_clue_leak(const dx_clue_worlds *worlds, const dx_clue_logs *logs,
                    unsigned asker, dx_clue_triple named, const dx_clue *truth,
                    double share);

#endif
