// ask/lens_hands.h -- the hands of a board, where a hand is one thing.
//
// In some games nobody asks which card lies in which place of a hand, only how
// many of a kind it has: the game names that quantity (`ledger` in
// game/places.h), and a lens tells for each hand that the seat does not see and
// each kind how likely at least one is, at least two, and so on.  Through
// several minds it tells which numbers the last of them holds possible.

#ifndef DX_ASK_LENS_HANDS_H
#define DX_ASK_LENS_HANDS_H

#include "ask/lens.h"

// What is known of how many cards of a kind a hand has: so many at least, and
// at most.  Through several minds: numbers, as bits, that the last of them
// surely holds possible, and perhaps, and of which it would have taken too long
// to tell.
typedef struct dx_hand_numbers {
    unsigned least, most;
    uint64_t sure, perhaps, undecided;
} dx_hand_numbers;

typedef struct dx_lens_hands {
    const dx_quantity *quantity; // of a seat and a kind
    unsigned count;              // hands
    unsigned seat[DX_SEATS_MAX]; // whose
    unsigned kinds, most;        // values of the second argument, numbers told
    bool is_deep;                // through several minds
    dx_hand_numbers *numbers;    // of (hand, kind)
    bool has_chances;
    dx_rational *chance; // of (hand, kind, number), without minds between
} dx_lens_hands;

static inline const dx_hand_numbers *
dx_lens_hands_numbers(const dx_lens_hands *hands, unsigned hand, unsigned kind)
{
    return &hands->numbers[hand * hands->kinds + kind];
}

// The chance of at least `number` cards, from 1 to `most`.
static inline const dx_rational *dx_lens_hands_at(const dx_lens_hands *hands,
                                                  unsigned hand, unsigned kind,
                                                  unsigned number)
{
    return &hands->chance[(hand * hands->kinds + kind) * hands->most + number -
                          1];
}

// Does the game of the lens speak of hands?
bool dx_lens_has_hands(const dx_lens *lens);

// What the seat of the lens can know of them now; borrowed until the next
// event.  Why there are no chances under an assumption, and what became of the
// belief in it, is then on the board.
DX_MUST_USE dx_status dx_lens_look_hands(dx_lens *lens,
                                         const dx_lens_hands **out,
                                         dx_error *error);

// Where one hand is hidden from the seat of the lens: in how many ways it may
// be made up (minds/board/hand_ways.h); the caller releases the number.  0
// where more are, or it would take too long.
dx_natural dx_lens_hand_ways(dx_lens *lens);

// In words and in JSON:
//
//     count(2): 8 (1 1/3) q (2/3 1/4)
//     [{"seat":2,"name":"count(2)","cells":{"8":["1","1/3"],..}},..]
//
// and through several minds
//
//     count(1): 8 (1 2, perhaps 0) q (0 1)
//     .."cells":{"8":{"yes":[1,2],"open":[0]},..}
void dx_lens_hands_say(const dx_lens *lens, const dx_lens_hands *hands,
                       dx_text *out);
void dx_lens_hands_json(const dx_lens *lens, const dx_lens_hands *hands,
                        dx_text *out);

#endif
