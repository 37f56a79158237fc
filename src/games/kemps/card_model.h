// games/kemps/card_model.h -- the paper's small model of one card.
//
// The paper (its section 4.1) takes each card by itself: state 0 is "in no
// hand", state s + 1 is "seat s has it", and a seat relates the states that
// it cannot tell apart.  Here the relations come from the sights of all seats.
//
//     dx_kemps_card_model model;
//     dx_kemps_card_model_init(&model, &rules, events, count, card);

#ifndef DX_GAMES_KEMPS_CARD_MODEL_H
#define DX_GAMES_KEMPS_CARD_MODEL_H

#include "games/kemps/kemps.h"

typedef struct dx_kemps_card_model {
    unsigned players, actual; // states are 0 .. players
    unsigned states;          // those there are, as bits
    // relates[p][i] has bit j if seat p, at state i, holds state j possible.
    unsigned relates[DX_KEMPS_SEATS][DX_KEMPS_SEATS + 1];
} dx_kemps_card_model;

// The model after `count` whole events.  Where a card that somebody could have
// had is seen by everybody, that was announced, as the paper has it: only the
// actual state is left, until it may be in a hand again.  A card whose place
// was never in doubt keeps all its states, each of them alone.
void dx_kemps_card_model_init(dx_kemps_card_model *model, const dx_rules *rules,
                              const dx_event *events, unsigned count,
                              unsigned card);

// The model as a .dx file: worlds s0, s1, ... as in the paper, with hand(p)
// where seat p has the card.
void dx_kemps_card_model_write(const dx_kemps_card_model *model, dx_text *out);

#endif
