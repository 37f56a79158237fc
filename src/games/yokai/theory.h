// games/yokai/theory.h -- the paper's theory of Yokai, every fact at every
// time, written into a belief base.
//
// It is the reference for what the players' base (agents/yokai/creed.h) has
// folded away, and for small games: each time has its positions, hints and
// colours.  Two agents as in the paper: m, whose base it is, and h.
//
//     col(c1,r)@t  pos(c1,15,16)@t  avail(rg)@t  active(rg)@t  mark(c1,rg)@t
//     look(c1)@t   h looks at the card, which m cannot see
//
// The axioms are the paper's, with its numbers, as repaired (docs/yokai.md):
// positions (ICP1 to ICP3), colours (ICC4 to ICC6), hints (ICH7 to ICH10), and
// what happens from one time to the next (SSA12 to SSA15): a card that has come
// to a square, a colour that m has come to believe, a hint that has become
// active or marks a card now, each leaves all else as it was.  That squares are
// neighbours (SSA11) never changes and is not written.  Something happens at
// each time: one of the four, or a look of h.

#ifndef DX_GAMES_YOKAI_THEORY_H
#define DX_GAMES_YOKAI_THEORY_H

#include "belief/base.h"
#include "games/yokai/yokai.h"

typedef struct dx_yokai_theory dx_yokai_theory;

// The theory of a game from its start to `times` actions later, as seat m sees
// it; squares that no move can have reached by then are left out.
dx_yokai_theory *dx_yokai_theory_new(const dx_rules *rules, unsigned seat,
                                     unsigned times);
void dx_yokai_theory_free(dx_yokai_theory *theory);

dx_base *dx_yokai_theory_base(dx_yokai_theory *theory);

// One event, as m sees it: an action moves the time one step on.  False if the
// theory has no time left for it; events that are no actions change nothing.
DX_MUST_USE bool dx_yokai_theory_see(dx_yokai_theory *theory, dx_event event);

// What the base can be asked of the present time.
dx_formula dx_yokai_theory_colour(dx_yokai_theory *theory, unsigned card,
                                  unsigned colour);
dx_formula dx_yokai_theory_place(dx_yokai_theory *theory, unsigned card,
                                 unsigned square);
dx_formula dx_yokai_theory_mark(dx_yokai_theory *theory, unsigned card,
                                unsigned hint);
dx_formula dx_yokai_theory_active(dx_yokai_theory *theory, unsigned hint);

#endif
