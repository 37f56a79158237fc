// cli/reason.h -- why a move was made, as it is printed.

#ifndef DX_CLI_REASON_H
#define DX_CLI_REASON_H

#include "base/text.h"
#include "game/agent.h"

// "    rule: words" and, on a line of its own, "    because formula".
void dx_cli_reason(const dx_reason *why, dx_text *out);

#endif
