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

// What a question is worth.
typedef double dx_clue_worth(void *context, dx_clue_triple named);

// The question that is worth most, the first of those; and, which takes less
// where it is not, whether it is this one.
dx_clue_triple dx_clue_best_ask(const dx_clue *sight, dx_clue_worth *worth,
                                void *context);
bool dx_clue_is_best_ask(const dx_clue *sight, dx_clue_triple named,
                         dx_clue_worth *worth, void *context);

// The three cards that a move names.
dx_clue_triple dx_clue_named(const dx_clue *sight, dx_event move);

// The cards that fit the question which the view's seat is to answer; those
// that it has shown to this asker before, if there are any.
dx_clue_cards dx_clue_fitting(const dx_view *view, bool *out_again);

#endif
