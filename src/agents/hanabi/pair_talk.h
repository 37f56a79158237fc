// agents/hanabi/pair_talk.h -- what a move says between two players of `pair`.
//
// Each move is an assertion about the partner's hand.
//
// A hint spells one of four symbols: it is of a rank or of a colour, and it
// touches the partner's marker slot or misses it.  The symbol is the hat
// number (hats.h) of the partner's hand.  A hint that touches the whole hand
// spells nothing, so whatever is to be said can be said by some hint.
//
// There is a duty to hint if the partner knows nothing to play and has
// something to play, or would next throw away a last copy.  Any other move
// while a token is left says that there was no duty; a hint by one who could
// as well have done something else says that there was.
//
// Without tokens there may be a duty to throw: whoever publicly has a card to
// spare throws it, for a token, rather than play while the partner is about
// to lose a last copy.  So a play says that it is not, and a throw instead of
// a known play says that it is.
//
// Which of several spare cards goes is a number as well.
//
// Whoever makes only moves whose assertions are true may choose among them
// freely, and the public table stays right.

#ifndef DX_AGENTS_HANABI_PAIR_TALK_H
#define DX_AGENTS_HANABI_PAIR_TALK_H

#include "agents/hanabi/public.h"

typedef enum dx_pair_duty {
    DX_PAIR_FREE,
    DX_PAIR_HINT,
    DX_PAIR_THROW,
} dx_pair_duty;

// As dx_blueprint's note.
void dx_pair_note(dx_public *common, dx_event event, const dx_hand *hands,
                  unsigned seat);

// What `giver` has to do, going by the partner's hand.
dx_pair_duty dx_pair_duty_of(const dx_public *common, const dx_hand *hands,
                             unsigned giver);

// Would the giver's partner next throw away what everybody but the partner
// sees to be a last copy?
bool dx_pair_chop_is_at_risk(const dx_public *common, const dx_hand *hands,
                             unsigned giver);

// Does a hint that was no duty say nothing false?
bool dx_pair_may_hint(const dx_public *common, unsigned giver);
// The same for throwing a card away.
bool dx_pair_may_throw(const dx_public *common, unsigned giver);

// The hints (moves, without outcome) that spell what is to be said; at most
// DX_HANABI_CLUES, and none only if the partner has no card.
unsigned dx_pair_hints(const dx_public *common, const dx_hand *hands,
                       unsigned giver, dx_event *out);

// The slots, as bits, that may go: of those that spell the right one only.
unsigned dx_pair_throws(const dx_public *common, const dx_hand *hands,
                        unsigned giver);

#endif
