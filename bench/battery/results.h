// bench/battery/results.h -- what was asked and what it took, and the figures
// of many questions together.

#ifndef DX_BATTERY_RESULTS_H
#define DX_BATTERY_RESULTS_H

#include "ask/ask.h"
#include "base/vector.h"
#include "lab/questions.h"
#include "position.h"
#include "watch.h"

// One question.
typedef struct dx_asked {
    const dx_battery_game *game;
    const char *assumption; // as in dx_position_assume
    const dx_form *form;
    unsigned position, turn, seat;
    dx_truth truth;
    dx_quality quality;
    double chance; // -1: none
    dx_toll toll;
    char *text, *why; // owned; `why` is NULL if it was decided
} dx_asked;

typedef struct dx_results {
    DX_VECTOR(dx_asked) asked;
} dx_results;

void dx_results_release(dx_results *results);

// Is the form the first of its group?
bool dx_form_begins_group(const dx_form *form);

// Questions that are reported together.  NULL: whichever.
typedef struct dx_selection {
    const dx_battery_game *game;
    const char *assumption, *group;
    const dx_form *form;
} dx_selection;

bool dx_selection_has(const dx_selection *selection, const dx_asked *asked);

typedef struct dx_figures {
    unsigned asked;
    unsigned answers[4];       // by dx_truth
    unsigned rounded, sampled; // of the answers
    unsigned late, large;
    double share;             // decided, not sampled, of 1
    double worst_share;       // of the form that is decided least
    double answered;          // samples included
    double median, p95, most; // milliseconds
    double peak;              // megabytes
} dx_figures;

// Answered, and not by a sample.
bool dx_asked_is_decided(const dx_asked *asked);

dx_figures dx_results_figures(const dx_results *results,
                              const dx_selection *selection);

#endif
