// game/places_law_private.h -- the walk through a game on which the laws of its
// places are looked at, shared by the files of places_law.

#ifndef DX_TESTS_GAME_PLACES_LAW_PRIVATE_H
#define DX_TESTS_GAME_PLACES_LAW_PRIVATE_H

#include "base/memory.h"
#include "base/rational.h"
#include "base/vector.h"
#include "game/places_law.h"
#include "minds/consider.h"
#include "minds/turn/factors.h"

enum {
    DX_LAW_LOOKERS = DX_SEATS_MAX + 1, // every seat, and a bystander at last
    DX_LAW_HELD = 256,                 // kinds, and room for a hole
};

// A world or a deal: how many of each kind lie in each place, places first, and
// what was chosen behind them; with its weight if nothing is known of moves,
// and if all are equally likely.
typedef struct dx_law_item {
    uint8_t *key;
    dx_rational none, even;
} dx_law_item;

typedef DX_VECTOR(dx_law_item) dx_law_items;

// A place of the last turn: what it held, what was shown of it since, and the
// places that have the rest.
typedef struct dx_law_fate {
    uint8_t then[DX_LAW_HELD], known[DX_LAW_HELD];
    uint64_t still;
} dx_law_fate;

typedef struct dx_law_walk {
    const dx_rules *rules;
    const dx_places *places;
    dx_places_work *work;
    dx_text *out;
    dx_places_law broken;
    uint64_t seed;
    unsigned events;
    size_t bytes; // of a table
    dx_law_fate fates[DX_PLACES_MAX];
    unsigned fate_count;
    void *truth;
    dx_frames *frames;
    const dx_frame *now;
    dx_factors factors;
    size_t factored; // the turn in whose words they are
    dx_eyes *eyes[DX_LAW_LOOKERS];
    dx_worlds *none[DX_LAW_LOOKERS], *even[DX_LAW_LOOKERS]; // NULL: too many
    dx_assumption uniform;
    dx_random random;
} dx_law_walk;

// Notes the first law that is broken, and where.
void dx_law_broke(dx_law_walk *w, dx_places_law law, unsigned seat,
                  const char *what);

// Places with what was chosen behind them, and the bytes of a key.
unsigned dx_law_place_count(const dx_frame *f);
size_t dx_law_key_bytes(const dx_frame *f);

// What `own` has in every place of `places`; the others stay empty.  The caller
// frees it.
uint8_t *dx_law_read(const dx_law_walk *w, const dx_frame *f, const void *own,
                     uint64_t places);

// How many cards of some kinds lie in some places.
unsigned dx_law_number(const dx_frame *f, const uint8_t *key, uint64_t places,
                       uint64_t kinds);

// places_law_deals.c: all deals of the space that have in the places of `fixed`
// what `own` has there.
void dx_law_list_deals(const dx_law_walk *w, uint64_t fixed, const uint8_t *own,
                       dx_law_items *out);

// places_law_claims.c: claims against facts, numbers and sets, at the worlds of
// a looker.
void dx_law_check_claims(dx_law_walk *w, unsigned looker);

#endif
