// agents/gofish/shown.h -- what everybody has seen of each hand, in the form
// that a habit is read from; and how each seat has asked so far.
//
// Of every seat and rank: the least number of cards that all know it to have,
// and how many cards it has drawn since the number was known exactly.  What a
// seat asks for, in these words, tells one strategy from another: who asks
// again for what was not there a card ago goes by chance, who asks for what is
// known to be there does not.  So each question is one of a few *situations*,
// and habits say how often each strategy asks in each; their
// product over all questions is what a seat's strategy is believed to be.
// Questions of one game hang together, so the product is tempered.  A seat may
// also be a stranger, who has none of these strategies (game/kinds.h): at first
// it may ask like anybody, and more and more as it has asked so far.

#ifndef DX_AGENTS_GOFISH_SHOWN_H
#define DX_AGENTS_GOFISH_SHOWN_H

#include "game/kinds.h"
#include "games/gofish/gofish.h"

// The strategies that are told apart.
enum {
    DX_GOFISH_TYPE_RANDOM,
    DX_GOFISH_TYPE_CLOSER,
    DX_GOFISH_TYPE_HOARDING,
    DX_GOFISH_TYPE_FINISH,
    DX_GOFISH_TYPE_EXPLORE,
    DX_GOFISH_TYPE_EXPLOIT,
    DX_GOFISH_TYPES,
    DX_GOFISH_STRANGER = DX_GOFISH_TYPES, // none of them
    DX_GOFISH_KINDS
};
extern const char *const dx_gofish_type_names[DX_GOFISH_TYPES];

enum {
    DX_GOFISH_NEVER = 200, // the number was never known
    DX_GOFISH_SITUATIONS = 3 * 2 * 11 * 2,
};

// Of each strategy and situation, the logarithm of how often it is asked in.
typedef struct dx_gofish_habits {
    float log[DX_GOFISH_TYPES][DX_GOFISH_SITUATIONS];
} dx_gofish_habits;

enum { DX_GOFISH_HABIT_NUMBERS = DX_GOFISH_TYPES * DX_GOFISH_SITUATIONS };

// Those of the paper's strategies, with two players and with more, as doxa
// train has counted them (habits.c).
const dx_gofish_habits *dx_gofish_habits_for(unsigned players);
extern const float dx_gofish_habits_two[], dx_gofish_habits_more[];

// Plain value; nothing to release.
typedef struct dx_gofish_shown {
    unsigned players, ranks, copies, stock;
    uint8_t least[DX_GOFISH_SEATS][DX_GOFISH_RANKS];
    uint8_t since[DX_GOFISH_SEATS][DX_GOFISH_RANKS];
    uint16_t asks[DX_GOFISH_SEATS];
    uint8_t asked[DX_GOFISH_SEATS][DX_GOFISH_SITUATIONS / 3];
    dx_kinds kinds; // each seat by its own questions
} dx_gofish_shown;

// Before the deal.
void dx_gofish_shown_init(dx_gofish_shown *shown, const dx_rules *rules);

// The situation of a question that is asked now, with its answer.
unsigned dx_gofish_situation(const dx_gofish_shown *shown, dx_event ask);

// One event further.
void dx_gofish_shown_follow(dx_gofish_shown *shown,
                            const dx_gofish_habits *habits, dx_event event);

// What is held of a seat that has not asked yet.
extern const dx_kinds_rule dx_gofish_kinds_rule;

// For an observer: how likely each other seat has each strategy.  Players of a
// table are often of one kind, so what one of them has is a little more likely
// of all: before its questions a seat is taken to have what a seat drawn among
// the others has, or, as if there were one more of them, any.
void dx_gofish_type_chances(const dx_gofish_shown *shown, unsigned observer,
                            double out[][DX_GOFISH_KINDS]);

#endif
