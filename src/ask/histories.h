// ask/histories.h -- a game as an explicit model: every history that fits
// what all seats saw, turn by turn.
//
// One layer a turn; a layer holds the histories of that length which look to a
// bystander like the one that happened, and knows which history of the layer
// before each goes on from.  In a layer two histories are in one cell of a
// seat if it saw the same in both.  This is the whole epistemic model of the
// moment, so the explicit kernel can answer anything: nested and common
// knowledge, announcements, probabilities, and what was known before.  For
// small decks: it lists.

#ifndef DX_ASK_HISTORIES_H
#define DX_ASK_HISTORIES_H

#include "ask/question.h"
#include "logic/evaluate/evaluate.h"
#include "minds/consider.h"

typedef struct dx_histories dx_histories;

// `seen` is what a seat or the truth saw; only what everybody saw of it is
// used.  With `with_past` all turns are kept, otherwise only the last.
// DX_ERR_LIMIT if there are more than worlds_max histories at any moment.
DX_MUST_USE dx_status dx_histories_new(const dx_rules *rules,
                                       const dx_event *seen, unsigned count,
                                       bool with_past,
                                       const dx_consider_options *options,
                                       dx_histories **out, dx_error *error);
void dx_histories_free(dx_histories *histories);

size_t dx_histories_count(const dx_histories *histories); // at the last turn
const void *dx_histories_table(const dx_histories *histories, size_t world);
const dx_event *dx_histories_past(const dx_histories *histories, size_t world,
                                  unsigned *out_count);

// Does `seat` (or DX_BYSTANDER) see `seen` in a history?
bool dx_histories_looks(const dx_histories *histories, size_t world,
                        unsigned seat, const dx_event *seen);

// The model of the last turn: seats "1", "2", ... and DX_PUBLIC_AGENT as
// agents, with the needs of `grounding` as facts, and weights where it asks
// for chances.  Owned by the histories.  DX_ERR_UNSUPPORTED where chances are
// asked for and are not defined or not exact.
DX_MUST_USE dx_status dx_histories_model(dx_histories *histories,
                                         const dx_grounding *grounding,
                                         const dx_model **out_model,
                                         dx_error *error);

// The weights that `seat`, which sees `seen`, gives to the histories of the
// last turn that look so to it; one for each history, others have any.  NULL
// where chances are not defined or not exact.  The caller frees it.
dx_fraction *dx_histories_weigh(const dx_histories *histories, unsigned seat,
                                const dx_event *seen);

// Asks the model of a question's moment: from a seat or from above; for the
// value of a term, from above; and between which values it lies in the
// histories that look to the seat as what it saw (range[0] to range[1]).
DX_MUST_USE dx_status dx_histories_ask(dx_question *question, dx_answer *answer,
                                       dx_error *error);
DX_MUST_USE dx_status dx_histories_value(dx_question *question,
                                         dx_fraction *out, dx_error *error);
DX_MUST_USE dx_status dx_histories_range(dx_question *question,
                                         dx_fraction *range, dx_error *error);

#endif
