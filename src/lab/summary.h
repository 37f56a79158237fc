// lab/summary.h -- what the results of a tournament say.

#ifndef DX_LAB_SUMMARY_H
#define DX_LAB_SUMMARY_H

#include "lab/labels.h"
#include "lab/sprt.h"
#include "lab/stats.h"

typedef struct dx_lineup_summary {
    unsigned games, deals; // deals of which at least one game is there
    dx_mean score[DX_SEATS_MAX];
    dx_share won[DX_SEATS_MAX], sole[DX_SEATS_MAX];
    dx_share perfect; // games in which the best score was reached
    dx_spent spent;
} dx_lineup_summary;

// The score in line-up `one` minus that in `other`, deal by deal, over the
// deals that both have played in every rotation.
typedef struct dx_difference {
    unsigned one, other;
    dx_mean score[DX_SEATS_MAX];
} dx_difference;

// Cross-play: cell (i, j) is the score of agent i at a table full of agents j.
typedef struct dx_cross {
    unsigned count;
    const char **name; // borrowed from the schedule
    dx_mean *cell;     // count * count of them
} dx_cross;

typedef struct dx_summary {
    const dx_results *results;
    const dx_schedule *schedule;
    const dx_sprt *sprt;         // NULL: none
    const dx_programs *programs; // NULL: none
    dx_labels labels;            // of DX_LABEL_COLUMNS
    unsigned columns;            // scores of a game
    dx_range range;
    dx_lineup_summary *lineups;
    unsigned difference_count;
    dx_difference *differences;
    dx_cross cross; // count 0 unless every pair was played
} dx_summary;

enum { DX_LABEL_COLUMNS = 26 };

// Borrows all; `sprt` and `programs` may be NULL.  Line-ups are compared each
// with each other while they are few, and with the first one if they are many.
dx_summary *dx_summary_new(const dx_results *results, const dx_sprt *sprt,
                           const dx_programs *programs);
void dx_summary_free(dx_summary *summary);

// What one deal brought to one score of a line-up; false if no game of the
// deal is there.
bool dx_summary_deal(const dx_results *results, unsigned lineup, unsigned deal,
                     unsigned column, dx_cluster *out);

// What went wrong in a line-up: of each entry and ending the first game.  Walks
// them: `*at` starts at 0; false at the end.
typedef struct dx_incident {
    unsigned entry;
    dx_ending ending; // DX_END_MISSING: it could not be played
    dx_game_key key;
    const char *why;
} dx_incident;
bool dx_summary_incident(const dx_summary *summary, unsigned lineup,
                         unsigned *at, dx_incident *out);

// One JSON object, one line; a table with a header line; a page of text.
void dx_summary_json(const dx_summary *summary, dx_text *out);
void dx_summary_csv(const dx_summary *summary, dx_text *out);
void dx_summary_text(const dx_summary *summary, dx_text *out);

#endif
