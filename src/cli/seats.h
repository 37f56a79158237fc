// cli/seats.h -- seats and assumptions, with the games and agents there are.

#ifndef DX_CLI_SEATS_H
#define DX_CLI_SEATS_H

#include "game/seats.h"
#include "minds/reckoner.h"

// The rules for `game`, with as many players as the list has seats where the
// text does not say how many; a number that does not fit the list is an
// error.
DX_MUST_USE dx_status dx_rules_for_seats(const char *game, unsigned seats,
                                         dx_rules *out, dx_error *error);

// Reads --assume: none, uniform, the policy of every other seat by its name, or
// truthful(NAME) for its convention alone.
DX_MUST_USE dx_status dx_assumption_parse(const char *text,
                                          const dx_rules *rules,
                                          dx_assumption *out, dx_error *error);

#endif
