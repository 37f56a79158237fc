// lab/fixture.h -- small tournaments for the tests of the lab.

#ifndef DX_TESTS_LAB_FIXTURE_H
#define DX_TESTS_LAB_FIXTURE_H

#include "lab/run.h"

// The parlour game and Hanabi.
extern const dx_game *const lab_games[];

// random; first (the first legal move); last; and cheat, who sooner or later
// makes a move that is not legal.
extern const dx_agent *const lab_agents[];

// A schedule, which must be sound; the caller frees it.  `game` as typed.
dx_schedule *lab_schedule(const char *game, const char *seats, unsigned games,
                          uint64_t seed);

// Plays all games on `threads` threads; the caller frees the results.
dx_results *lab_play(const dx_schedule *schedule, unsigned threads);

// Every game as the log has it; the caller releases it.
dx_text lab_lines(const dx_results *results);

// A new folder below TMPDIR; the caller frees the name, and removes it with
// lab_remove.
char *lab_folder(void);
void lab_remove(char *folder);

#endif
