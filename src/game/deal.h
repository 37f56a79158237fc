// game/deal.h -- all chance of one game, as data.
//
// A deal is a list of numbered shuffles for each pack of cards of the game
// (the deck, the roles, ...).  Shuffle n is an order of the *whole* pack and
// depends on nothing that is played: where fewer cards are shuffled again, the
// order of those alone is used.  So the same deal can be given to another
// line-up, and a record keeps the deal, not the seed.
//
//     unsigned card = dx_deal_next(deal, DECK, 0, NULL, cards_drawn_so_far);
//
// The cards of a pack are numbered kind by kind: with copies {3, 2} cards 0,
// 1, 2 are of kind 0 and cards 3, 4 of kind 1.
//
// Shuffles come into being when first used, from the random stream named
// (experiment, number, pack and shuffle).  Not for two threads at once.

#ifndef DX_GAME_DEAL_H
#define DX_GAME_DEAL_H

#include "base/base.h"
#include "game/game.h"

#include <stdbool.h>
#include <stdint.h>

enum { DX_PACKS_MAX = 8, DX_PACK_CARDS_MAX = 250, DX_SHUFFLES_MAX = 1 << 16 };

// The deal called `number` of an experiment; free with dx_deal_free.
dx_deal *dx_deal_new(const dx_rules *rules, uint64_t experiment,
                     uint64_t number);
// A deal that knows only the shuffles it is given with dx_deal_set; another
// one that is asked for is the pack in its own order, and is `missing`.
dx_deal *dx_deal_blank(const dx_rules *rules);
void dx_deal_free(dx_deal *deal);

// From now on shuffles that are not there yet come from this stream; those
// that are stay.  For a game from a record that goes on.
void dx_deal_seed(dx_deal *deal, uint64_t experiment, uint64_t number);

// Another deal of the same rules in the same memory.
void dx_deal_restart(dx_deal *deal, uint64_t experiment, uint64_t number);

// The order of all cards of `pack` in a shuffle; borrowed until the deal
// changes.  Shuffles are counted from 0 for each pack.
const uint8_t *dx_deal_order(dx_deal *deal, unsigned pack, unsigned shuffle);

// The kind of the card at `place` of a shuffle.  With `copies` not NULL only
// the first copies[kind] cards of each kind take part (those that were
// shuffled), and `place` counts among them; there must be as many.
unsigned dx_deal_next(dx_deal *deal, unsigned pack, unsigned shuffle,
                      const uint8_t *copies, unsigned place);

unsigned dx_deal_packs(const dx_deal *deal);
unsigned dx_deal_cards(const dx_deal *deal, unsigned pack);
unsigned dx_deal_kind(const dx_deal *deal, unsigned pack, unsigned card);
// Shuffles that exist so far; with gaps filled if they were used out of order.
unsigned dx_deal_shuffles(const dx_deal *deal, unsigned pack);
// Was a shuffle asked for that a blank deal was not given?
bool dx_deal_is_missing(const dx_deal *deal);

// Sets one shuffle; refuses what is not an order of the pack, and a shuffle
// beyond the next one.
DX_MUST_USE dx_status dx_deal_set(dx_deal *deal, unsigned pack,
                                  unsigned shuffle, const uint8_t *order,
                                  unsigned count, dx_error *error);

#endif
