// bench/battery/report.h -- results as tables and as JSON.

#ifndef DX_BATTERY_REPORT_H
#define DX_BATTERY_REPORT_H

#include "options.h"
#include "results.h"

typedef struct dx_report {
    const dx_options *options;
    const dx_results *results;
} dx_report;

// The rows of one game, its slowest questions, and one question for each
// reason for which some were not decided.
void dx_report_game(const dx_report *report, const dx_battery_game *game,
                    dx_text *out);

// Which floors are met in which of the games that were asked about.
void dx_report_floors(const dx_report *report, dx_text *out);

// Groups against games, in Markdown: share decided, median / 95 % / slowest.
void dx_report_markdown(const dx_report *report, dx_text *out);

// Was anything asked about the game?
bool dx_report_has(const dx_report *report, const dx_battery_game *game);

// Everything, as one object.
void dx_report_json(const dx_report *report, dx_text *out);

#endif
