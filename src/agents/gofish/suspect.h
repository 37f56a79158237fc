// agents/gofish/suspect.h -- what one of two players believes of the other's
// hand if it knows how the other asks.
//
// Worlds are those of exact.h, but a question weighs each by how likely this
// strategy asks it there, instead of all open ranks being alike.  For that one
// has to know what the other believes of the observer's hand.  It depends on
// public events alone, but for the cards that the other holds: the chance that
// the observer has k cards of a rank of which the other has c is proportional
// to
//
//     g[k] / (copies - k - c)! * x^k
//
// where g is a fold of what all saw of the observer's cards of the rank, and x
// makes the hand as large as it is.  Ranks are taken as independent here, so
// this is near and not exact; and a strategy that takes the highest chance is
// softened: it asks for a rank with a weight of e^(30 chance), and three times
// in a hundred for any.

#ifndef DX_AGENTS_GOFISH_SUSPECT_H
#define DX_AGENTS_GOFISH_SUSPECT_H

#include "agents/gofish/exact.h"
#include "agents/gofish/shown.h"

typedef struct dx_gofish_suspect dx_gofish_suspect;

// Before the deal; `type` is one of DX_GOFISH_TYPES (of exploit-explore the
// finish-fast half).
dx_gofish_suspect *dx_gofish_suspect_new(const dx_rules *rules, unsigned seat,
                                         unsigned type);
void dx_gofish_suspect_free(dx_gofish_suspect *suspect);

// One event further, as the seat sees it.
void dx_gofish_suspect_follow(dx_gofish_suspect *suspect, dx_event event);

// What the other has of the `ranks` (bits).
void dx_gofish_suspect_read(dx_gofish_suspect *suspect, unsigned ranks,
                            dx_gofish_chances *out);

#endif
