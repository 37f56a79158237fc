// games/file/file.h -- a game that is read from text (docs/game-files.md).
//
//     dx_game *game;
//     if (dx_game_read(text, length, &game, &error) != DX_OK) ...
//     ... play it like any other ...
//     dx_game_free(game);

#ifndef DX_GAMES_FILE_FILE_H
#define DX_GAMES_FILE_FILE_H

#include "game/game.h"

enum { DX_GAME_BYTES_MAX = 1 << 18 }; // of a text

// Reads and checks a game.  Errors have line and column, and say what to
// write instead.  The caller frees it when no rules of it are left.
DX_MUST_USE dx_status dx_game_read(const char *text, size_t length,
                                   dx_game **out, dx_error *error);
void dx_game_free(const dx_game *game);

// The game that the record in `text` carries; *out is NULL if it has none.
DX_MUST_USE dx_status dx_game_of_record(const char *text, size_t length,
                                        dx_game **out, dx_error *error);

// Plays random games of some rules and adds to `out` what they show; false if
// the game is not sound.
bool dx_game_try(const dx_rules *rules, dx_text *out);

// The hash of the text that a game was read from, as hex digits of SHA-256;
// NULL: it was read from none.
const char *dx_game_hash(const dx_game *game);

#endif
