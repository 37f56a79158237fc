// games/sample/sample.h -- the smallest game worth the name, to begin another
// one with: tools/new-game copies it.
//
// 2 to 4 players are dealt a hand of cards, which only they see.  In every
// round each lays one of them face down, then all are shown; whoever has the
// highest scores a point, several if several have it.  It ends with the last
// card.
//
// The table below is the truth, or a seat's sight of it: in a sight `held` has
// the cards that are known to be there and `hidden` how many there are besides;
// a card that lies face down is DX_HOLE to who may not see it.

#ifndef DX_GAMES_SAMPLE_SAMPLE_H
#define DX_GAMES_SAMPLE_SAMPLE_H

#include "game/game.h"

enum { DX_SAMPLE_SEATS = 4, DX_SAMPLE_RANKS = 9 };

// The verbs, in the order of the game's verb table.
enum {
    DX_SAMPLE_DRAW, // nature: who, card (only who sees it)
    DX_SAMPLE_LAY,  // card (only who sees it)
    DX_SAMPLE_SHOW, // nature: who, card, for all to see
};

typedef struct dx_sample {
    // The rules, unpacked.
    uint8_t players, ranks, copies, hand_size;

    // What everybody sees.
    uint8_t dealt, round;
    uint8_t score[DX_SAMPLE_SEATS];
    uint8_t shown[DX_SAMPLE_SEATS]; // in this round; DX_NONE: not yet
    uint8_t pile[DX_SAMPLE_RANKS];  // of earlier rounds

    // What only some see.
    uint8_t held[DX_SAMPLE_SEATS][DX_SAMPLE_RANKS]; // cards of each rank
    uint8_t hidden[DX_SAMPLE_SEATS];                // cards held besides
    uint8_t laid[DX_SAMPLE_SEATS];   // face down; DX_NONE: nothing
    uint8_t unseen[DX_SAMPLE_RANKS]; // of the truth: the stock
} dx_sample;

extern const dx_game dx_game_sample;

// Other files of this folder.
extern const dx_atom dx_sample_atoms[];
extern const dx_quantity dx_sample_quantities[];
extern const dx_domain dx_sample_domains[];
extern const dx_words dx_sample_words;
unsigned dx_sample_values(const dx_rules *rules, const char *type);
void dx_sample_say(const dx_rules *rules, const char *type, unsigned value,
                   dx_text *out);
void dx_sample_show(const void *table, dx_text *out);

#endif
