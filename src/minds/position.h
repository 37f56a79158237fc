// minds/position.h -- a position in sentences: what lies on the table, and what
// a seat sees of what is hidden from others.
//
// Made of the facts and numbers that the game's words list (game/words.h), by
// what is in sight and in the places that the seat sees, and by nothing that
// has to be worked out: `know` does that.  Every sentence can be asked, and is
// so (words/sentence.h).

#ifndef DX_MINDS_POSITION_H
#define DX_MINDS_POSITION_H

#include "game/view.h"
#include "game/words.h"

// Lines of sentences, one line for each fact or number of which something is to
// be said, and one for whose turn it is; the same view gives the same bytes.
// `names` as in dx_cast; `by_name`: who reads sits elsewhere.
void dx_position_say(const dx_view *view, const char *const *names,
                     bool by_name, dx_text *out);

// The same from above, of all that lies anywhere, after some events of a game.
void dx_position_say_above(const dx_rules *rules, const dx_event *events,
                           unsigned count, const char *const *names,
                           dx_text *out);

// What is so on a table of which all is seen: a fact or a number on each line,
// without a capital and a full stop, and behind a tab that it is not so
// (nothing behind it of a number).
void dx_position_facts(const dx_cast *cast, const void *table, dx_text *out);

#endif
