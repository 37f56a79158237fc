// games/yokai/theory.h -- the paper's theory of Yokai, every fact at every
// time, written as a belief base (.dxb, docs/belief.md).
//
// It is the reference for what the players' base (agents/yokai/creed.h) has
// folded away, and for small games: each time has its positions, hints and
// colours.  Two agents as in the paper: m, whose base it is, and h, which is
// any other.
//
//     col(1,r)@t  pos(1,15,16)@t  avail(rg)@t  active(rg)@t  mark(1,rg)@t
//     look(h,1)@t   h looks at card 1, which m cannot see; likewise look(m,1)
//
// The axioms are the paper's, with its numbers, as repaired (docs/yokai.md):
// positions (ICP1 to ICP3), colours (ICC4 to ICC6), hints (ICH7 to ICH10), and
// what happens from one time to the next (SSA12 to SSA15): a card that has come
// to a square, a colour that m has come to believe, a hint that has become
// active or marks a card now, each leaves all else as it was.  That squares are
// neighbours (SSA11) never changes and is reckoned.  Something happens at each
// time: one of the four, or a look.

#ifndef DX_GAMES_YOKAI_THEORY_H
#define DX_GAMES_YOKAI_THEORY_H

#include "game/view.h"
#include "games/yokai/yokai.h"

// What the seat of a view has seen, from the start of the game to `ahead`
// actions from now; squares that no move can have reached by then are left out.
// With the actions of the seat's turn and their preconditions, and the planning
// task of the paper's section 4.3 (goal alpha_G1) if it is the seat's turn.
// DX_ERR_UNSUPPORTED where hints do not lie open, as they do in the paper.
DX_MUST_USE dx_status dx_yokai_theory_write(const dx_view *view, unsigned ahead,
                                            dx_text *out, dx_error *error);

#endif
