// game/rules_list.h -- the rules that every game is tested with.

#ifndef DX_TESTS_GAME_RULES_LIST_H
#define DX_TESTS_GAME_RULES_LIST_H

#include "base/random.h"
#include "game/game.h"

// Is this game to be tested?  `make test GAME=name` asks for one alone, which
// must exist.
bool dx_is_wanted(const dx_game *game);

// Calls `check` with every registered game that is wanted, with the parlour
// game and with the sample that tools/new-game begins with.
void dx_each_game(void (*check)(const dx_game *game));

// Calls `check` with the normal rules and with every preset of these.  Where a
// game is cut by a parameter called `limit`, that is lowered to 60: players at
// random seldom end it otherwise.
void dx_each_rules(void (*check)(const dx_rules *rules));

// Calls `check` with the normal rules for every number of players that these
// and the presets leave out.
void dx_each_size(void (*check)(const dx_rules *rules));

// Draws every parameter, half of the time as it normally is, but for `limit`;
// false if there are no such rules.
bool dx_rules_draw(const dx_game *game, dx_random *random, dx_rules *out);

// All of them, ended by NULL; and the one of that name, registered or of the
// tests' own; NULL: none.
const dx_game *const *dx_tested_games(void);
const dx_game *dx_game_called(const char *name);

// The rules `name(settings)` of a game, which must be sound.
dx_rules dx_rules_of(const dx_game *game, const char *settings);

// The number of the parameter of that name; -1: there is none.
int dx_param_number(const dx_game *game, const char *name);

// "kemps(limit=60)": what a failure is about.  Static storage, overwritten by
// the next call.
const char *dx_rules_name(const dx_rules *rules);

#endif
