// games/gofish/event_model.h -- the paper's logic of the game, as a .dx file.
//
// The paper begins with one world, in which all cards are in the deck and both
// players know it; all that happens is an event with a precondition, a chance
// and a change of facts: ask, give, gofish, draw.  Also the deal is draws, so
// whatever the players may know comes from product updates alone.
//
// Here that is written out for two players and few cards, for `doxa check` to
// work out.  R(r,i) is the number of cards of rank r that player i has, 0 is
// the deck: the paper's proposition Rr_i^k is R(r,i) = k.  Its event model is
// cut into those parts that no player takes for one another, so that a part can
// be named by what all see of it:
//
//     ask_1_2        player 1 asks for rank 2;      events t1, t2, ...
//     give_2_2_1     player 2 gives a card of it;   events y1, y2, ...
//     gofish_2_2     it has none;                   event e
//     draw_1_6       player 1 draws, of six cards;  events r1x0y2, ...
//     pass_1         player 1 cannot draw;          event e
//
// The last is ours: the paper's players would wait for ever (docs/gofish.md).

#ifndef DX_GAMES_GOFISH_EVENT_MODEL_H
#define DX_GAMES_GOFISH_EVENT_MODEL_H

#include "games/gofish/gofish.h"

// Who asks at random among the ranks that it may, or (the paper's variant)
// among those of them that it thinks the other has with the highest chance.
typedef enum dx_gofish_asking {
    DX_GOFISH_ASKS_ANY,
    DX_GOFISH_ASKS_LIKELIEST,
} dx_gofish_asking;

// The model and all events.  Refuses other houses than the paper's.
DX_MUST_USE dx_status dx_gofish_model_write(const dx_rules *rules,
                                            dx_gofish_asking asking,
                                            dx_text *out, dx_error *error);

// What has happened, as updates of the model in which any rank is asked for:
// "draw_1_6, r1x0y2; ...".  The events are whole, of a game by these rules.
void dx_gofish_updates_write(const dx_rules *rules, const dx_event *events,
                             unsigned count, dx_text *out);

#endif
