// cli/seats.h -- lists of players as they are typed: greedy,thinker(order=1).

#ifndef DX_CLI_SEATS_H
#define DX_CLI_SEATS_H

#include "cli/command.h"
#include "game/worlds.h"

// A list split at its commas outside of brackets.  Owned by the caller.
typedef struct dx_seat_list {
    unsigned count;
    char *name[DX_SEATS_MAX];
} dx_seat_list;

// Splits `text`; more than DX_SEATS_MAX, or an empty name, is an error.
DX_MUST_USE dx_status dx_seat_list_parse(const char *text, dx_seat_list *out,
                                         dx_error *error);
void dx_seat_list_release(dx_seat_list *list);

// The rules for `game`, with as many players as the list has seats where the
// text does not say how many; a number that does not fit the list is an
// error.
DX_MUST_USE dx_status dx_rules_for_seats(const char *game, unsigned seats,
                                         dx_rules *out, dx_error *error);

// Reads --assume: none, uniform, or the policy of every other seat.
DX_MUST_USE dx_status dx_assumption_parse(const char *text,
                                          const dx_rules *rules,
                                          dx_assumption *out, dx_error *error);

#endif
