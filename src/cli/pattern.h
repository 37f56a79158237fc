// cli/pattern.h -- very many moves, told by what may stand in them.

#ifndef DX_CLI_PATTERN_H
#define DX_CLI_PATTERN_H

#include "game/view.h"

enum { DX_MOVES_SHOWN = 40 }; // more are very many

// "ask SUSPECT WEAPON ROOM", and what each of them may be, if the moves of
// every verb can be told so: each argument may be chosen whatever the others
// are.  False, and nothing said, if not.
bool dx_patterns_say(const dx_view *view, const dx_event *moves, unsigned count,
                     dx_text *out);

#endif
