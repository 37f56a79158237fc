// game/lots.h -- where the cards of a table came from, so that what is said of
// hands today is said of the deal.
//
// Cards that came unseen out of a shuffled stock into one spot of the table
// (a hand, a slot, a front), between two events that were no draws, are a
// *lot*.  Lots never change, so they are the hidden places of a game
// (game/places.h), whatever becomes of the cards: as long as cards move only
// out of the stock, openly, or as the whole of a spot,
//
//     cards of kind k in a spot = its offset of k + those of k in its lots
//
// at every moment, and the offset (which cards came and went openly) and the
// set of lots are known to all.  So whatever is said of spots is a claim about
// lots (dx_lots_count), and stays true for ever.  Stock is what is in no lot.
//
// A `dx_lots` is a flat value and lies on a table, truth or sight; it is kept
// up to date by what `fold` does:
//
//     dx_lots_draw(lots, hand, kind, DX_ALL_KINDS); // DX_HOLE: not seen here
//     dx_lots_close(lots);              // an event that is no draw
//     dx_lots_move(lots, hand, front, GUARD, 1);    // openly
//     dx_lots_swap(lots, hand, other);
//     dx_lots_show(lots, hand, seats, content);
//
// Who is shown a spot of several lots knows them together only: a *sum*.

#ifndef DX_GAME_LOTS_H
#define DX_GAME_LOTS_H

#include "game/claim.h"
#include "game/places.h"

enum { DX_LOT_SUMS_MAX = 32, DX_LOT_SPOTS_MAX = 64 };

#define DX_SEATS_ALL UINT16_MAX

typedef struct dx_lot {
    uint8_t size;
    uint16_t seats; // that saw it, as bits
    uint64_t kinds; // that the stock could give
    uint64_t gone;  // kinds of it that are back in the stock
} dx_lot;

typedef struct dx_lot_spot {
    uint8_t size;    // cards that lie there
    uint8_t growing; // its lot that draws still come to, counted from 1
    uint16_t seats;  // that see what comes there
    uint64_t lots;
} dx_lot_spot;

typedef struct dx_lot_sum {
    uint64_t lots;  // two or more
    uint16_t seats; // that know them together, and none of them
} dx_lot_sum;

typedef struct dx_lots {
    uint8_t spot_count, kind_count, lot_count, lot_max, sum_count;
    uint8_t row_bytes; // of a row of numbers: whole words
    bool is_beyond;    // more lots or sums than there is room for
    bool is_mixed;     // what came back cannot be told from what is hidden
    uint16_t age;      // how often all cards were back in the stock
    dx_lot_spot spot[DX_LOT_SPOTS_MAX];
    dx_lot lot[DX_PLACES_MAX];
    dx_lot_sum sum[DX_LOT_SUMS_MAX];
    // Rows of numbers of each kind: offsets of spots; what lies in spots, in
    // lots and in sums, as far as it is seen here.  Behind them for each spot
    // the kinds of which a card is seen there, as bits.
    int8_t number[];
} dx_lots;

// At most DX_LOT_SPOTS_MAX spots, DX_KINDS_MAX kinds and DX_PLACES_MAX lots.
size_t dx_lots_bytes(unsigned spots, unsigned kinds, unsigned lots);
// Of bytes that are 0.  Nobody sees a spot until it is said who does.
void dx_lots_init(dx_lots *lots, unsigned spots, unsigned kinds,
                  unsigned lot_max);
static inline void dx_lots_seen(dx_lots *lots, unsigned spot, unsigned seats)
{
    lots->spot[spot].seats = (uint16_t)seats;
}

// A card out of the stock, which had `kinds`; what all see is no lot.
void dx_lots_draw(dx_lots *lots, unsigned spot, unsigned kind, uint64_t kinds);
// What is drawn from now on is apart from what was drawn so far.
void dx_lots_close(dx_lots *lots);
// All see `number` cards of a kind go.
void dx_lots_move(dx_lots *lots, unsigned from, unsigned to, unsigned kind,
                  unsigned number);
// The same, back into the stock, which is shuffled before the next draw.  Of a
// kind of one copy all know that no lot has it; of others it can be said only
// where nothing is hidden.  When the last lot is empty the ledger is new.
void dx_lots_back(dx_lots *lots, unsigned from, unsigned kind, unsigned number,
                  unsigned copies);
// All of a spot goes to another; two spots change what they have.  Who sees it
// then has to be shown it.
void dx_lots_join(dx_lots *lots, unsigned from, unsigned to);
void dx_lots_swap(dx_lots *lots, unsigned spot, unsigned other);
// `seats` see all that lies in a spot: so many of each kind, if it is seen
// here; NULL if not.
void dx_lots_show(dx_lots *lots, unsigned spot, unsigned seats,
                  const uint8_t *content);

// Cards of a kind in a spot that came and went openly; that lie there, as far
// as it is seen here (where it is not all seen, what went can be more than
// what came).
int dx_lots_offset(const dx_lots *lots, unsigned spot, unsigned kind);
int dx_lots_at(const dx_lots *lots, unsigned spot, unsigned kind);
// All numbers of a spot, kind by kind; and the kinds of which such a row, of
// whole words, has some.
static inline const int8_t *dx_lots_row(const dx_lots *lots, unsigned spot)
{
    return lots->number + (size_t)(lots->spot_count + spot) * lots->row_bytes;
}
uint64_t dx_lots_kinds(const int8_t *row, unsigned bytes);
// The kinds of which a card lies in a spot, as far as it is seen here.
static inline uint64_t *dx_lots_here(const dx_lots *lots, unsigned spot)
{
    size_t rows = 2U * lots->spot_count + lots->lot_max + DX_LOT_SUMS_MAX;
    return (uint64_t *)(void *)(uintptr_t)(lots->number +
                                           rows * lots->row_bytes) +
           spot;
}
// The cards of `kinds` in a set of spots, as a claim about the lots of `now`,
// which is `lots` or what became of it.
dx_claim dx_lots_count(const dx_lots *lots, const dx_lots *now, uint64_t spots,
                       uint64_t kinds, dx_claims *out);

// What a game says of its places (game/places.h), where these are its lots.
// `copies` are those of the whole pack.
void dx_lots_space(const dx_lots *lots, const uint8_t *copies,
                   dx_deal_space *out);
uint64_t dx_lots_sees(const dx_lots *lots, unsigned seat);
unsigned dx_lots_sums(const dx_lots *lots, unsigned seat, uint64_t *out);
void dx_lots_held(const dx_lots *own, unsigned lot, uint8_t *out_copies);
// What lies in the lots of one of the sums together.
void dx_lots_summed(const dx_lots *own, uint64_t sum, uint8_t *out_copies);
void dx_lots_fill(dx_lots *lots, const dx_dealt *dealt);
// Lots stay what they are, but for cards that came back into the stock.
uint64_t dx_lots_since(const dx_lots *before, const dx_lots *after,
                       unsigned lot, uint8_t *out_known);

#endif
