// ask/believes.h -- a formula asked of an agent's own beliefs.
//
// Facts are put to the agent one by one (game/opinion.h), and what it says is
// put together at the Boolean joints: a conjunction is believed if all its
// parts are, and believed false if one is.  So an answer may be open where the
// whole would not be.

#ifndef DX_ASK_BELIEVES_H
#define DX_ASK_BELIEVES_H

#include "game/opinion.h"
#include "logic/formula/formula.h"

// What `mind`, whose seat has the view, believes of `f`: facts of the game,
// truth values, ~ & | -> <->, quantifiers, and B of its own seat.  A chance
// only of a single fact.  `names` of the players may be NULL.
// DX_ERR_UNSUPPORTED: the agent has no opinion, or the formula is about more.
DX_MUST_USE dx_status dx_ask_believes(dx_formulas *store, dx_mind *mind,
                                      const dx_view *view, dx_formula f,
                                      const char *const *names, dx_opinion *out,
                                      dx_error *error);

// The same of an agent that comes to the table with this view.
DX_MUST_USE dx_status dx_ask_agent(dx_formulas *store, const dx_policy *policy,
                                   const dx_view *view, dx_formula f,
                                   const char *const *names, dx_opinion *out,
                                   dx_error *error);

#endif
