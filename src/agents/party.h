// agents/party.h -- the players of one game at their table.
//
//     dx_party party = {.games = dx_games(), .seed = seed};
//     if (dx_party_open(&party, "kemps", "you,greedy", &options, &error)) ...
//     while (dx_match_turn(party.match) != DX_OVER)
//         if (dx_party_step(&party, &error) != DX_FAULT_NONE) ...
//     dx_party_close(&party);

#ifndef DX_AGENTS_PARTY_H
#define DX_AGENTS_PARTY_H

#include "agents/player.h"
#include "game/match.h"
#include "game/record.h"
#include "game/seats.h"

typedef struct dx_party {
    uint64_t seed, number;        // of the deal, as a tournament counts them
    const atomic_bool *cancelled; // may be NULL; once set nobody moves any more
    const dx_game *const *games;  // end with NULL
    const dx_agent *const *agents; // to choose from; NULL: all there are
    bool is_closed;                // to programs and, unless they move
    bool has_own;                  // from outside (seat[i] NULL), to persons
    dx_record *record;             // that it goes on from; NULL: none
    dx_rules rules;
    dx_seat_list names;
    dx_player_spec spec[DX_SEATS_MAX];
    dx_player *seat[DX_SEATS_MAX];
    dx_deal *deal;
    dx_match *match;
} dx_party;

// Sits everybody down and deals.  On an error nothing is left to close.
DX_MUST_USE dx_status dx_party_open(dx_party *party, const char *game,
                                    const char *seats,
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

// The record of the game, behind what is there.
void dx_party_record(const dx_party *party, dx_text *out);

#endif
