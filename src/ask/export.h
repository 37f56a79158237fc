// ask/export.h -- a moment of a game as a .dx model, for small decks.
//
// One world for each history that looks to a bystander like what happened,
// the seats as agents, the facts of the game as propositions, and weights
// where chances are defined.  `doxa check` and `doxa draw` read it.

#ifndef DX_ASK_EXPORT_H
#define DX_ASK_EXPORT_H

#include "ask/ask.h"

// DX_ERR_LIMIT if there are more than options->worlds_max histories (0: 5,000).
DX_MUST_USE dx_status dx_moment_export(const dx_moment *moment,
                                       const dx_ask_options *options,
                                       dx_text *out, dx_error *error);

#endif
