// game/seats.h -- lists of players as they are typed: greedy,thinker(order=1).

#ifndef DX_GAME_SEATS_H
#define DX_GAME_SEATS_H

#include "game/game.h"

// A list split at its commas outside of brackets and quotes.  Owned by the
// caller.
typedef struct dx_seat_list {
    unsigned count;
    char *name[DX_SEATS_MAX];
} dx_seat_list;

// Splits `text`; more than DX_SEATS_MAX, or an empty name, is an error.
DX_MUST_USE dx_status dx_seat_list_parse(const char *text, dx_seat_list *out,
                                         dx_error *error);
void dx_seat_list_release(dx_seat_list *list);

// The end of the part at `text`: the first `mark` outside of brackets and
// quotes, or the end of the text.
const char *dx_seat_text_end(const char *text, char mark);

// The rules for `text`, with `seats` players where it does not say how many; a
// number that does not fit is an error.  `games` as for dx_rules_parse.
DX_MUST_USE dx_status dx_rules_parse_seated(const dx_game *const *games,
                                            const char *text, unsigned seats,
                                            dx_rules *out, dx_error *error);

#endif
