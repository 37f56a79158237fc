// bench/battery/options.h -- what the command line wants.

#ifndef DX_BATTERY_OPTIONS_H
#define DX_BATTERY_OPTIONS_H

#include <stdbool.h>

enum { DX_CHOICES_MAX = 32 };

typedef struct dx_options {
    // Lists end with NULL; an empty one: all there are.
    const char *games[DX_CHOICES_MAX + 1];       // names or families
    const char *forms[DX_CHOICES_MAX + 1];       // names or groups
    const char *assumptions[DX_CHOICES_MAX + 1]; // never empty
    unsigned positions, instances, seed, megabytes, slowest;
    double seconds;
    bool quick, lens, ablate, by_form, markdown, trace, list, help;
    const char *json; // a path
    // One question.
    const char *position; // its number
    const char *formula;
    unsigned repeat;
    bool record;
} dx_options;

// What is not said is as `dx_options_help` has it.  False, with a line on
// standard error, if something cannot be read.
bool dx_options_read(dx_options *options, int argc, char **argv);

extern const char dx_options_help[];

#endif
