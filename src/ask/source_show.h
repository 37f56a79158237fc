// ask/source_show.h -- what a seat believes by a source, to be looked at: as a
// picture of worlds, as chances of a board, and why.

#ifndef DX_ASK_SOURCE_SHOW_H
#define DX_ASK_SOURCE_SHOW_H

#include "ask/source_worlds.h"
#include "game/words.h"
#include "logic/kripke/model.h"
#include "minds/board/board.h"

// The beliefs of the view's seat, and of others in its eyes, under an
// assumption that is a source, as a model to draw: each seat has one relation,
// that of its beliefs.  The caller frees it.
DX_MUST_USE dx_status dx_source_model(dx_formulas *store, const dx_view *view,
                                      const dx_assumption *assumption,
                                      dx_model **out, dx_error *error);

// Puts what the view's seat believes of the places that the source speaks of
// into the board, and answers which these are; 0: there are too many worlds,
// and the board is as it was.  Says whether weights were rounded.
uint64_t dx_source_board(dx_board *board, const dx_view *view,
                         const dx_assumption *assumption, bool *out_is_rounded);

// Adds why, a line for each inference, if the source tells: "Ann broke Bob's
// lamp: twice as likely from a saboteur".
void dx_source_tell(const dx_view *view, const dx_cast *cast,
                    const dx_assumption *assumption, dx_text *out);

#endif
