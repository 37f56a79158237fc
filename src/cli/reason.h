// cli/reason.h -- why a move was made, as it is printed.

#ifndef DX_CLI_REASON_H
#define DX_CLI_REASON_H

#include "base/text.h"
#include "game/agent.h"
#include "game/words.h"

// "    rule: words" and, on a line of its own, "    because formula", with the
// formula's sentence before it if it is one about the game.
void dx_cli_reason(const dx_cast *cast, const dx_reason *why, dx_text *out);

#endif
