// cli/verbs.h -- what happens in a game, as its events are called.

#ifndef DX_CLI_VERBS_H
#define DX_CLI_VERBS_H

#include "base/text.h"
#include "game/game.h"

// One line for each verb of the game's table: what a mover chooses, what comes
// of it behind an arrow, and who sees what is not seen by all.
void dx_print_verbs(const dx_game *game, dx_text *out);

#endif
