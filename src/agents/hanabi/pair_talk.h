// agents/hanabi/pair_talk.h -- what a move says between two players of `pair`.
//
// Each move is an assertion about the partner's hand.
//
// A hint spells one of four symbols: it is of a rank or of a colour, and it
// touches the partner's marker slot or misses it.  The symbol is the hat
// number (hats.h) of the partner's hand.  A hint that touches the whole hand
// spells nothing, so whatever is to be said can be said by some hint.
//
// The chop is the card that the partner would throw next.  If it is a last
// copy, the partner is warned: by a hint, or, without tokens, by throwing a
// card that can be spared, which brings a token.  So a play says that the chop
// is safe, and so does a throw with a token left, which says as well that the
// partner has nothing to play.  A throw without tokens, by one who publicly
// has something to play and a card to spare, says that the chop is a last
// copy.
//
// Which of several spare cards goes is a number as well.
//
// Nothing is said where the partner knows something to play.  Whoever makes
// only moves whose assertions are true may choose among them freely, and the
// public table stays right.

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

// Would the move say nothing false?
bool dx_pair_is_true(const dx_public *common, const dx_hand *hands,
                     dx_event move);

// What a good partner does before it thinks of its own cards: warn of the
// chop, or tell of a card to play while tokens are left.
dx_pair_duty dx_pair_duty_of(const dx_public *common, const dx_hand *hands,
                             unsigned giver);

// Does a play say nothing false?
bool dx_pair_may_play(const dx_public *common, const dx_hand *hands,
                      unsigned giver);
// Does a throw that was no duty, going by what is public?
bool dx_pair_may_throw(const dx_public *common, unsigned giver);

// The hints (moves, without outcome) that spell what is to be said; at most
// DX_HANABI_CLUES, and none only if the partner has no card.
unsigned dx_pair_hints(const dx_public *common, const dx_hand *hands,
                       unsigned giver, dx_event *out);

// The slots, as bits, that may go: of those that spell the right one only.
unsigned dx_pair_throws(const dx_public *common, const dx_hand *hands,
                        unsigned giver);

#endif
