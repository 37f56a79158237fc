// game/say.h -- events and moves as text and JSON, and back.
//
// Everything here is made from the game's verb table, so a game writes no
// parser and no printer.  A move is its verb and the arguments that are the
// mover's to choose: `swap 6s 2c`, `hint 2 red`.  An event adds who, and what
// came of it: `1: play 3 -> r4 yes`; what is hidden is `?`, null in JSON.

#ifndef DX_GAME_SAY_H
#define DX_GAME_SAY_H

#include "base/text.h"
#include "game/game.h"
#include "game/view.h"

void dx_say_move(const dx_rules *rules, dx_event move, dx_text *out);
void dx_say_event(const dx_rules *rules, dx_event event, dx_text *out);
// A move as a person would rather type it, `dig cross D5 upright`: the same but
// where its verb has another way.  Both are read.
void dx_say_typed(const dx_rules *rules, dx_event move, dx_text *out);

// {"verb":"play","who":1,"next":2,"slot":3,"card":"r4"}: seats count from 1;
// who and next may also be "nature", next "over".
void dx_say_event_json(const dx_rules *rules, dx_event event, dx_text *out);
// The same without the braces, for a larger object.
void dx_say_event_members(const dx_rules *rules, dx_event event, dx_text *out);

// Finds the legal move that `text` names; upper and lower case and the number
// of blanks do not matter.  The error says what is legal; it depends on
// nothing but the view.
DX_MUST_USE dx_status dx_read_move(const dx_view *view, const char *text,
                                   dx_event *out_move, dx_error *error);

// The number of a verb; false if the game has none of that name.
bool dx_verb_read(const dx_game *game, const char *name, unsigned *out_verb);

#endif
