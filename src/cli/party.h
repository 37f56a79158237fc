// cli/party.h -- a party (agents/party.h) on the command line.

#ifndef DX_CLI_PARTY_H
#define DX_CLI_PARTY_H

#include "agents/party.h"
#include "cli/command.h"
#include "cli/named.h"

// The options of a command that has outside programs at its table, for its
// table of options; and what they say.  False, with a message, where one of
// them makes no sense.
// clang-format off
#define DX_PROGRAM_OPTIONS                                                     \
    {"start-ms", "MS", "a program's time to say hello (10000)"},               \
    {"move-ms", "MS", "its time for a move (10000)"},                          \
    {"game-ms", "MS", "its time for a whole game; 0: no limit (600000)"},      \
    {"on-illegal", "WHAT", "an illegal move: forfeit, retry:N or random"},     \
    {"on-late", "WHAT", "a move that does not come: the same"},                \
    {"on-crash", "WHAT", "a program that ends: the same"}
// clang-format on
DX_MUST_USE bool dx_cli_programs(const dx_arguments *arguments,
                                 dx_outsider_options *out);

// dx_party_open of a game that may be a file.
DX_MUST_USE dx_status dx_cli_party_open(dx_party *party,
                                        const dx_arguments *arguments,
                                        const char *game, const char *seats,
                                        const dx_player_options *options,
                                        dx_error *error);

// What went wrong at the seats of programs so far, on stderr, and the end of
// what they said there themselves where something did.
void dx_party_report_programs(dx_party *party);

// Writes the record of the game, as cli/keep.h has it.
DX_MUST_USE dx_status dx_party_write_record(const dx_party *party,
                                            const char *path, bool force,
                                            dx_error *error);

// Prints the scores, one line a seat, or one for a team.
void dx_party_print_scores(const dx_party *party);

#endif
