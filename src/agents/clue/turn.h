// agents/clue/turn.h -- the moves of Clue with their reasons.

#ifndef DX_AGENTS_CLUE_TURN_H
#define DX_AGENTS_CLUE_TURN_H

#include "game/agent.h"
#include "games/clue/clue.h"

dx_event dx_clue_ask_move(const dx_view *view, dx_clue_triple named,
                          const char *why, dx_thought *thought);
dx_event dx_clue_show_move(const dx_view *view, unsigned card, const char *why,
                           dx_thought *thought);
dx_event dx_clue_end_move(const dx_view *view, dx_thought *thought);
// `chance` is 1 where it is known.
dx_event dx_clue_accuse_move(const dx_view *view, dx_clue_triple named,
                             double chance, dx_thought *thought);

// All questions, in order: the first, and the one after `triple`; false behind
// the last.
dx_clue_triple dx_clue_first_triple(const dx_clue *sight);
bool dx_clue_next_triple(const dx_clue *sight, dx_clue_triple *triple);

// The cards that fit the question which the view's seat is to answer; those
// that it has shown to this asker before, if there are any.
dx_clue_cards dx_clue_fitting(const dx_view *view, bool *out_again);

#endif
