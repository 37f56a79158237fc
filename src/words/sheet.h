// words/sheet.h -- the rules of a game on one screen, with the numbers of the
// table: aim, moves, counts, ends and a round for example.  How partners talk
// the agents say themselves (game/agent.h).

#ifndef DX_WORDS_SHEET_H
#define DX_WORDS_SHEET_H

#include "base/text.h"
#include "game/game.h"

// Of a game without words: its help.
void dx_sheet_say(const dx_rules *rules, dx_text *out);

// The same as an object: aim, line, moves (each name and text), counts, ends,
// round.
void dx_sheet_json(const dx_rules *rules, dx_text *out);

#endif
