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

// How an agent thinks of what to ask: from what it keeps it makes up its mind,
// values one question after another, and forgets it again.
typedef struct dx_clue_asking {
    void *(*muse)(const void *memory, const dx_params *settings,
                  const dx_view *view);
    dx_clue_worth *worth;
    void (*forget)(void *musing);
} dx_clue_asking;

// The question that is worth most, the first of those.
dx_clue_triple dx_clue_best_ask(const dx_clue_asking *asking,
                                const void *memory, const dx_params *settings,
                                const dx_view *view);

// Is the move the one that the agent makes?  Of a question that takes less than
// to find the best, where it is not.
bool dx_clue_makes(const dx_clue_asking *asking, const void *memory,
                   const dx_policy *self, const dx_view *view, dx_event move);

// The three cards that a move names.
dx_clue_triple dx_clue_named(const dx_clue *sight, dx_event move);

// The cards that fit the question which the view's seat is to answer; those
// that it has shown to this asker before, if there are any.
dx_clue_cards dx_clue_fitting(const dx_view *view, bool *out_again);

#endif
