// lab/svg.h -- the pictures of a report, as SVG inside a page.
//
// Colours come from the page's style (currentColor, and the classes `mark`,
// `soft` and `axis`), so that they follow light and dark.

#ifndef DX_LAB_SVG_H
#define DX_LAB_SVG_H

#include "lab/stats.h"

#include "base/text.h"

// A value with its interval and a name: one row of a plot.
typedef struct dx_svg_row {
    const char *name; // not escaped
    double value, low, high;
} dx_svg_row;

// Rows with a dot and a whisker each over a common axis; `zero` draws a line
// at 0.
void dx_svg_intervals(const dx_svg_row *rows, unsigned count, bool zero,
                      dx_text *out);

// How often each value from `low` on occurred: one bar a value.
void dx_svg_bars(const unsigned *counts, unsigned count, int low, dx_text *out);

// A curve with a band around it; x counts from 1.
typedef struct dx_svg_point {
    double x, value, half;
} dx_svg_point;
void dx_svg_curve(const dx_svg_point *points, unsigned count, dx_text *out);

// Lines over a common pair of axes, each with its name beside its end: a file
// by itself, with colours of its own.
typedef struct dx_svg_series {
    const char *name; // not escaped
    const dx_svg_point *points;
    unsigned count;
} dx_svg_series;
void dx_svg_lines(const dx_svg_series *series, unsigned count,
                  const char *title, dx_text *out);

// `text` with the characters escaped that HTML would take for its own, and
// those that no page should have (dx_text_add_shown).
void dx_html_add(dx_text *out, const char *string);

#endif
