// lab/labels.h -- short names for the entries of a schedule, no two alike.
//
// Tables have little room, and commands of programs are long and mostly differ
// at their ends.  A program is called what it calls itself, in quotes so that
// it passes for no agent of ours; a name that is too long keeps both its ends;
// and where two would still look alike, they are numbered.

#ifndef DX_LAB_LABELS_H
#define DX_LAB_LABELS_H

#include "lab/schedule.h"

typedef struct dx_programs dx_programs; // lab/programs.h

typedef struct dx_label {
    const char *name; // as given; borrowed from the schedule
    char *label;
} dx_label;

typedef struct dx_labels {
    unsigned count;
    dx_label *at; // of each different name, in the order of the schedule
} dx_labels;

// Labels of at most `columns_max` columns, which is at least 12.  `programs`
// may be NULL.
dx_labels dx_labels_make(const dx_schedule *schedule,
                         const dx_programs *programs, unsigned columns_max);
void dx_labels_release(dx_labels *labels);

// The label of `name`, which must have one.
const char *dx_label_of(const dx_labels *labels, const char *name);

// Adds `text` in at most `columns_max` columns, its middle left out if need be.
void dx_label_fit(const char *text, unsigned columns_max, dx_text *out);

// How many columns a text takes: one for each character.
unsigned dx_label_columns(const char *text);

#endif
