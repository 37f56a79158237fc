// game/record_private.h -- what writing and reading a record share.

#ifndef DX_GAME_RECORD_PRIVATE_H
#define DX_GAME_RECORD_PRIVATE_H

#include "game/game.h"

// The parameters as a JSON object.
void dx_record_params(const dx_rules *rules, dx_text *out);

#endif
