// cli/party.h -- the players of one game on the command line, at their table.
//
//     dx_party party = {.seed = seed};
//     if (dx_party_open(&party, arguments, "kemps", "you,greedy", ..)) ...
//     while (dx_match_turn(party.match) != DX_OVER)
//         if (dx_party_step(&party, &error) != DX_FAULT_NONE) ...
//     dx_party_close(&party);

#ifndef DX_CLI_PARTY_H
#define DX_CLI_PARTY_H

#include "agents/player.h"
#include "cli/command.h"
#include "cli/named.h"
#include "game/match.h"
#include "game/record.h"

typedef struct dx_party {
    uint64_t seed, number;        // of the deal, as a tournament counts them
    const atomic_bool *cancelled; // may be NULL; once set nobody moves any more
    const dx_agent *const *agents; // to choose from; NULL: all there are
    dx_record *record;             // that it goes on from; NULL: none
    dx_rules rules;
    dx_seat_list names;
    dx_player_spec spec[DX_SEATS_MAX];
    dx_player *seat[DX_SEATS_MAX];
    dx_deal *deal;
    dx_match *match;
} dx_party;

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

// Sits everybody down and deals.  On an error nothing is left to close.
DX_MUST_USE dx_status dx_party_open(dx_party *party,
                                    const dx_arguments *arguments,
                                    const char *game, const char *seats,
                                    const dx_player_options *options,
                                    dx_error *error);

// The same for a game that goes on where `record` ends, which is taken over in
// any case.  With `seats` NULL those who sat there sit down again.  Cards that
// the record has not dealt yet, and all other chance, come from the seed.
DX_MUST_USE dx_status dx_party_resume(dx_party *party, dx_record *record,
                                      const char *seats,
                                      const dx_player_options *options,
                                      dx_error *error);
void dx_party_close(dx_party *party);

// The seat that is next makes its move and everybody is told; at the end of
// the game too.  A fault ends the game: everybody is told, and `error` says
// who and why.  DX_FAULT_LEFT if it was cancelled; then no move is made.
dx_fault dx_party_step(dx_party *party, dx_error *error);

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
