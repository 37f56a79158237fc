// game/rules_list.h -- the rules that every game is tested with.

#ifndef DX_TESTS_GAME_RULES_LIST_H
#define DX_TESTS_GAME_RULES_LIST_H

#include "game/game.h"

// Calls `check` with the normal rules and with every preset of every
// registered game and of the parlour game.
void dx_each_rules(void (*check)(const dx_rules *rules));

#endif
