// agents/yokai/creed.h -- the belief base of a player of Yokai, kept through
// the game.
//
// The paper's base has every fact at every time.  Here all that is public
// (where cards were and are, hints, marks, who looked where) is folded away
// before the base hears of it, and what is left are colours: colour(c5,r), one
// of each card, so many of each colour.  It is the *progressed* base
// (docs/yokai.md), of some hundred variables; games/yokai/theory.h has the
// timed one.
//
//     what is seen    colour(c5,r): core, it is never given up
//     a hint          one of its colours: believed, as something seen
//     a rule          inferred, and given up first:
//       moves         who moves a card that it has looked at beside cards that
//                     it has looked at brings like to like (Figure 2)
//       eyes          what the looks of one who speaks eyes say (eyes.h)
//
// News that contradicts what is believed revises the base (belief/base.h).

#ifndef DX_AGENTS_YOKAI_CREED_H
#define DX_AGENTS_YOKAI_CREED_H

#include "agents/yokai/eyes.h"
#include "belief/base.h"

// What it believes beside its eyes, as bits.
enum {
    DX_YOKAI_TRUST_HINTS = 1,
    DX_YOKAI_TRUST_MOVES = 2,
    DX_YOKAI_TRUST_EYES = 4,
    // Only hints on cards that the placer has looked at: with moves, just what
    // truthful moves say (think.h).
    DX_YOKAI_TRUST_SEEN_HINTS = 8,
};

typedef struct dx_yokai_creed dx_yokai_creed;

dx_yokai_creed *dx_yokai_creed_new(const dx_rules *rules, unsigned seat,
                                   unsigned trusts);
dx_yokai_creed *dx_yokai_creed_copy(const dx_yokai_creed *creed);
void dx_yokai_creed_free(dx_yokai_creed *creed);

// One more event, as the seat sees it.
void dx_yokai_creed_see(dx_yokai_creed *creed, dx_event event);

// The base, for asking; its formulas are made by dx_yokai_creed_colour.
dx_base *dx_yokai_creed_base(dx_yokai_creed *creed);
dx_formula dx_yokai_creed_colour(const dx_yokai_creed *creed, unsigned card,
                                 unsigned colour);
dx_formulas *dx_yokai_creed_store(const dx_yokai_creed *creed);
// What looks have said, to all.
const dx_yokai_eyes *dx_yokai_creed_eyes(const dx_yokai_creed *creed);
// How many beliefs were given up so far, and how many rules were refused
// because what was seen says otherwise.
unsigned dx_yokai_creed_given_up(const dx_yokai_creed *creed);
unsigned dx_yokai_creed_refused(const dx_yokai_creed *creed);

// The colours that the base does not rule out, as bits: implicit beliefs.
unsigned dx_yokai_creed_may(dx_yokai_creed *creed, unsigned card);

// Does it follow that two cards are of one colour?
bool dx_yokai_creed_same(dx_yokai_creed *creed, unsigned card, unsigned other);

// Does it follow that `seat`, of whom is known where it looked, can deduce by
// counting that the card has the colour?  (Level two; a base of its own.)
bool dx_yokai_creed_deduces(dx_yokai_creed *creed, unsigned seat, unsigned card,
                            unsigned colour);

// Models of the base: all, if there are not many, or `draws` of them, found one
// by one from colours tried at random.  Free with dx_free.
dx_yokai_cloud *dx_yokai_creed_cloud(dx_yokai_creed *creed, unsigned draws,
                                     dx_random *random);

#endif
