// ask/lens_hands.h -- the hands of a board, where a hand is one thing.
//
// In some games nobody asks which card lies in which place of a hand, only how
// many of a kind it has: the game names that quantity (`ledger` in
// game/places.h), and a lens tells for each hand that the seat does not see and
// each kind how likely at least one is, at least two, and so on.

#ifndef DX_ASK_LENS_HANDS_H
#define DX_ASK_LENS_HANDS_H

#include "ask/lens.h"

typedef struct dx_lens_hands {
    const dx_quantity *quantity; // of a seat and a kind
    unsigned count;              // hands
    unsigned seat[DX_SEATS_MAX]; // whose
    unsigned kinds, most;        // values of the second argument, numbers told
    bool has_chances; // if not, a number above 0 says that it is possible
    dx_rational *chance;
} dx_lens_hands;

static inline const dx_rational *dx_lens_hands_at(const dx_lens_hands *hands,
                                                  unsigned hand, unsigned kind,
                                                  unsigned number)
{
    return &hands->chance[(hand * hands->kinds + kind) * hands->most + number -
                          1];
}

// Does the game of the lens speak of hands?
bool dx_lens_has_hands(const dx_lens *lens);

// What the seat of the lens can know of them now, as far as nothing is assumed
// that cannot be counted; the caller releases it.
DX_MUST_USE dx_status dx_lens_look_hands(dx_lens *lens, dx_lens_hands *out,
                                         dx_error *error);
void dx_lens_hands_release(dx_lens_hands *hands);

// In words and in JSON:
//
//     count(2): 8 (1 1/3) q (2/3 1/4)
//     [{"seat":2,"name":"count(2)","cells":{"8":["1","1/3"],..}},..]
void dx_lens_hands_say(const dx_lens *lens, const dx_lens_hands *hands,
                       dx_text *out);
void dx_lens_hands_json(const dx_lens *lens, const dx_lens_hands *hands,
                        dx_text *out);

#endif
