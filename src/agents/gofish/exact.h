// agents/gofish/exact.h -- what one of two players believes of the other's
// hand, exactly, if the other asks for each rank that it may with equal chance.
//
// A world is how many cards of each rank the other has.  Ranks of which the
// same was seen, and of which the observer has as many, are a *class*: worlds
// that differ only in an exchange of such ranks are equally likely, so they are
// kept as one, with their number in each class of ranks with one card, two
// cards, and so on, and their weight together.  A rank that something is seen
// of leaves its class.
//
// A card that the other drew is not laid into the worlds at once: what is
// likely after it can be read off without (each rank gets a card as often as
// the stock has one), and the next question rules most of it out.  So worlds
// are in two lists: in `settled` the hand is as it is, in `waiting` a card of
// one of the ranks that are not `barred` is still to come to it.  (In the words
// of the stock: who draws first does not matter, so what the observer draws in
// the meantime weighs the worlds as if it had been drawn before.)
//
// A fast double of what the engine answers under `uniform` (ask/ask.h), for who
// has to believe at every turn of thousands of games.  Weights are doubles;
// tests hold the chances to the engine's, and to exact fractions within 1e-12.

#ifndef DX_AGENTS_GOFISH_EXACT_H
#define DX_AGENTS_GOFISH_EXACT_H

#include "games/gofish/gofish.h"
#include "worlds/count.h"

enum { DX_GOFISH_NUMBERS = DX_GOFISH_COPIES + 1 };

// The chance of each number of cards of each rank in a hand.
typedef struct dx_gofish_chances {
    double exactly[DX_GOFISH_RANKS][DX_GOFISH_NUMBERS];
} dx_gofish_chances;

typedef struct dx_gofish_exact dx_gofish_exact;

// Before the deal.  For two players.
dx_gofish_exact *dx_gofish_exact_new(const dx_rules *rules, unsigned seat);
dx_gofish_exact *dx_gofish_exact_copy(const dx_gofish_exact *exact);
void dx_gofish_exact_free(dx_gofish_exact *exact);

// One event further, as the seat sees it.
void dx_gofish_exact_follow(dx_gofish_exact *exact, dx_event event);

// How much each rank attracts the other, for each number of its cards.
typedef struct dx_gofish_appeal {
    double of[DX_GOFISH_RANKS][DX_GOFISH_NUMBERS];
} dx_gofish_appeal;

// The next event is a question of the other, who asks for an open rank with a
// chance that grows with its appeal, and three times in a hundred for any: in
// place of all being alike.  Once this was called ranks that are told apart are
// never taken together again, since they may attract it in different ways.
void dx_gofish_exact_expect(dx_gofish_exact *exact,
                            const dx_gofish_appeal *appeal);

// What the other has of the `ranks` (bits), by the events so far.
void dx_gofish_exact_read(dx_gofish_exact *exact, unsigned ranks,
                          dx_gofish_chances *out);
enum { DX_GOFISH_ALL_RANKS = (1 << DX_GOFISH_RANKS) - 1 };

#endif
