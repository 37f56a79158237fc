// cli/named.h -- rules and assumptions by name, with the games and agents there
// are.

#ifndef DX_CLI_NAMED_H
#define DX_CLI_NAMED_H

#include "cli/command.h"
#include "game/seats.h"
#include "minds/assumption.h"

// Adds a game that was read, which belongs to the command from then on.
DX_MUST_USE dx_status dx_cli_add_game(const dx_arguments *arguments,
                                      const dx_game *game, dx_error *error);

// `./sleuth.dg(players=4)` as `sleuth(players=4)`, with the file loaded.
DX_MUST_USE dx_status dx_cli_name_game(const dx_arguments *arguments,
                                       const char *game, dx_text *out,
                                       dx_error *error);

// The rules for `game`, with as many players as the list has seats where the
// text does not say how many; a number that does not fit the list is an
// error.
DX_MUST_USE dx_status dx_rules_for_seats(const dx_arguments *arguments,
                                         const char *game, unsigned seats,
                                         dx_rules *out, dx_error *error);

// The rules for `game` as the text has them.
DX_MUST_USE dx_status dx_cli_rules(const dx_arguments *arguments,
                                   const char *game, dx_rules *out,
                                   dx_error *error);

// The games that can be named, ended by NULL.
const dx_game *const *dx_cli_games(const dx_arguments *arguments);

// Reads --assume of these agents, and adds to `out_name` how answers name it.
DX_MUST_USE dx_status dx_cli_assumption(const dx_arguments *arguments,
                                        const dx_agent *const *agents,
                                        const dx_rules *rules,
                                        dx_assumption *out, dx_text *out_name,
                                        dx_error *error);

#define DX_ASSUME_OPTION                                                       \
    {                                                                          \
        "assume", "A",                                                         \
            "none, uniform, AGENT, AGENT,AGENT,.. by seat, truthful(AGENT), "  \
            "mixture(AGENT,..,stranger), lapse(AGENT,1/20) or source(NAME); "  \
            "then '; reset' or '; best'"                                       \
    }

#endif
