// words/story.h -- what happened, and what may be done, in English.
//
// All of it is made from masked events: of a view nothing but what its seat has
// seen is told, and the same view gives the same bytes.

#ifndef DX_WORDS_STORY_H
#define DX_WORDS_STORY_H

#include "game/view.h"
#include "game/words.h"

// "You told Ann: cards 2 and 5 are 1s."  Of a game without words the event as
// dx_say_event has it.
void dx_event_words(const dx_cast *cast, dx_event event, dx_text *out);

// The same with what it did not tell of what it named: "You told Ann: cards 2
// and 5 are 1s, not which is which."
void dx_event_and_untold(const dx_cast *cast, dx_event event, dx_text *out);

// "tell Ann: 1s", a thing to do.
void dx_move_words(const dx_cast *cast, dx_event move, dx_text *out);

// A line for each event that the view has seen, from event `from` on, the
// reader in its seat.  `names` as in dx_cast.
void dx_story_say(const dx_view *view, const char *const *names, unsigned from,
                  dx_text *out);

#endif
