// agents/gofish/endgame.h -- the last cards of the stock, between two players:
// which question wins most often?
//
// Few cards are hidden then: what is not in the stock, and not in one's own
// hand, the other has.  So stocks are drawn as they are believed to be, and in
// each of them every question is tried: the rest is played out, the other as
// the strategy that it seems to have, oneself as finish-fast.  With the stock
// empty nothing is hidden, and who is next takes all that is open.
//
// For that one has to say what the other believes in each case.  It depends on
// its own cards and on what all saw of the asker's: with c cards of a rank it
// finds k in the asker's hand as likely as g[k] / (copies - k - c)!, where g is
// a fold of what was seen (suspect.h says more; here every question makes each
// other rank that could have been asked for a sixth less likely).

#ifndef DX_AGENTS_GOFISH_ENDGAME_H
#define DX_AGENTS_GOFISH_ENDGAME_H

#include "agents/gofish/moment.h"

enum { DX_GOFISH_ENDGAME_STOCK = 4 };

// Are few enough cards left, and are the house's rules the plain ones: a draw
// is hidden and ends the turn, books are kept, most of them win?
bool dx_gofish_is_endgame(const dx_view *view);

// The share of cases that each question wins; `type` is how the other asks.
void dx_gofish_endgame(const dx_view *view, const dx_gofish_chances *believed,
                       unsigned type, const dx_gofish_moment *moment,
                       double *out);

#endif
