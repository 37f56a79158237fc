// lab/results.h -- how the games of a schedule ended.

#ifndef DX_LAB_RESULTS_H
#define DX_LAB_RESULTS_H

#include "lab/schedule.h"

// How a game came to its end.
typedef enum dx_ending {
    DX_END_MISSING, // it was not played (yet)
    DX_END_OVER,    // by the rules
    DX_END_ILLEGAL, // a player made an illegal move
    DX_END_GARBAGE, // a program answered with what is no move
    DX_END_LATE,    // a program did not answer in time
    DX_END_CRASHED, // a program ended in the middle
    DX_END_CUT,     // it went on for too long
} dx_ending;

// Did a player forfeit?
static inline bool dx_ending_is_forfeit(dx_ending ending)
{
    return ending >= DX_END_ILLEGAL && ending <= DX_END_CRASHED;
}

// "over", "illegal", ...  Static storage.
const char *dx_ending_text(dx_ending ending);

enum { DX_WHY_MAX = DX_ERROR_MESSAGE_MAX };

// One game.  Scores and winners are those of the entries of the line-up, not
// of the places at the table; a team game has one of each.
typedef struct dx_result {
    dx_game_key key;
    dx_ending ending;
    unsigned by;  // the entry that failed
    unsigned won; // one bit for each score
    int score[DX_SEATS_MAX];
    int64_t cpu_ns;       // 0: not measured
    char why[DX_WHY_MAX]; // it failed, in words; "": unknown
} dx_result;

typedef struct dx_results dx_results;

// Borrows `schedule`.
dx_results *dx_results_new(const dx_schedule *schedule);
void dx_results_free(dx_results *results);
const dx_schedule *dx_results_schedule(const dx_results *results);

// Is the game there?
bool dx_results_has(const dx_results *results, dx_game_key key);

// Keeps a result; false, and nothing happens, if the game is there already.
bool dx_results_add(dx_results *results, const dx_result *result);

// Notes that a game could not be played, because a program did not start; that
// is no result, and the game is still missing.
void dx_results_miss(dx_results *results, const dx_result *result);

// The result of a game that is there (without its time and its words).
dx_result dx_results_at(const dx_results *results, dx_game_key key);

// Are all rotations of a deal there?  One beyond the schedule never is.
bool dx_results_has_deal(const dx_results *results, unsigned lineup,
                         unsigned deal);

// How many games of a line-up are there, and how many with this ending.
unsigned dx_results_count(const dx_results *results, unsigned lineup);
unsigned dx_results_ended(const dx_results *results, unsigned lineup,
                          dx_ending ending);
// How many a program has lost by garbage, by being late or by crashing.
unsigned dx_results_failed(const dx_results *results, unsigned lineup);

// How many could not be played by this run, because a program did not start.
unsigned dx_results_missed(const dx_results *results, unsigned lineup);

// What was wrong with the first game, in the order of the schedule, that entry
// `by` of a line-up has ended so; DX_END_MISSING: that it kept from being
// played.  NULL: there is none, or nobody said why.
typedef struct dx_trouble {
    unsigned game; // its number in the line-up
    char why[DX_WHY_MAX];
} dx_trouble;
const dx_trouble *dx_results_trouble(const dx_results *results, unsigned lineup,
                                     unsigned by, dx_ending ending);

// CPU time of the games whose time was measured, and how many those are.
typedef struct dx_spent {
    unsigned games;
    double cpu_seconds;
} dx_spent;
dx_spent dx_results_spent(const dx_results *results, unsigned lineup);
// Adds time that an earlier part of the run has taken.
void dx_results_spend(dx_results *results, unsigned lineup, dx_spent spent);

#endif
