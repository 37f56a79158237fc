// games/hanabi/hanablive.h -- games as hanab.live knows them.
//
// Its replay JSON (players, deck, actions, notes) and the short form that goes
// into a link.  A card is named by its place in the deck ("order"), draws are
// implied, and a note on a card carries the reason of the move that played or
// threw it.
//
// A position (piles, discards, hands, hints, lives, who is next) is read, too.
//
// Only rules that the site plays can be written: five colours and ranks with
// the usual copies, 8 hints, 3 lives, a bomb scores 0.

#ifndef DX_GAMES_HANABI_HANABLIVE_H
#define DX_GAMES_HANABI_HANABLIVE_H

#include "game/record.h"

// Writes a record as replay JSON, or as the short form.  DX_ERR_UNSUPPORTED
// for another game or for rules that the site does not have.
DX_MUST_USE dx_status dx_hanablive_write(const dx_record *record, dx_text *out,
                                         dx_error *error);
DX_MUST_USE dx_status dx_hanablive_write_link(const dx_record *record,
                                              dx_text *out, dx_error *error);

// A game read from outside: a match played as far as it went.
typedef struct dx_hanablive {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    char *players[DX_SEATS_MAX];
} dx_hanablive;

// Reads either form, or a position.  Wrong JSON has its line and column; a
// wrong value its path (`actions[3].target`), what it is and what was expected.
DX_MUST_USE dx_status dx_hanablive_read(const char *text, size_t length,
                                        dx_hanablive *out, dx_error *error);
void dx_hanablive_release(dx_hanablive *game);

// The number that the Hanabi Learning Environment gives a move: discards by
// slot, plays by slot, colour hints, rank hints, with the hinted seat as an
// offset from the mover.
unsigned dx_hanabi_hle_move(const dx_rules *rules, dx_event move);

#endif
