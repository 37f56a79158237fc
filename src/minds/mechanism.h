// minds/mechanism.h -- every solver, rewrite and shortcut, with a switch.
//
// Each has a row: a name, a sentence, and perhaps a threshold from which it is
// used.  Any of them may be off: answers stay the same, and only what they take
// changes (tests/ask/differential_test.c holds them to that).  What was used is
// counted: how often, and for solvers the steps they took.
//
//     dx_mechanisms set;
//     dx_mechanisms_init(&set);
//     (void)dx_mechanisms_switch(&set, "-occurs");      // off
//     (void)dx_mechanisms_switch(&set, "chains=1");     // at once
//     options.mechanisms = &set;                        // ask/ask.h
//     ...
//     dx_mechanisms_say(&set, &text);

#ifndef DX_MINDS_MECHANISM_H
#define DX_MINDS_MECHANISM_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum dx_mechanism {
    // Solvers: each goes through what a mind holds possible in its own way.
    DX_BY_GROUPS,
    DX_BY_PLACES,
    DX_BY_HANDS,
    DX_BY_EXISTENCE,
    // What makes existence, and lists of hands, faster.
    DX_BY_TELLS,
    DX_BY_CHAINS,
    DX_BY_LIKENESS,
    // Rewrites of what is asked.
    DX_BY_PATTERNS,
    DX_BY_CASES,
    DX_BY_CONNECTION,
    // What need not be told apart, or worked out to the end.
    DX_BY_FUSION,
    DX_BY_RELEVANCE,
    DX_BY_DECIDING,
    DX_MECHANISMS
} dx_mechanism;

typedef struct dx_mechanism_row {
    const char *name, *says;
    bool is_needed;         // it cannot be switched off
    uint64_t threshold;     // that it starts with
    const char *what_it_is; // the threshold; NULL: there is none
} dx_mechanism_row;

extern const dx_mechanism_row dx_mechanism_rows[DX_MECHANISMS];

typedef struct dx_mechanisms {
    bool off[DX_MECHANISMS];
    uint64_t threshold[DX_MECHANISMS];
    uint64_t uses[DX_MECHANISMS], steps[DX_MECHANISMS];
} dx_mechanisms;

// All on, with their thresholds, and nothing used.
void dx_mechanisms_init(dx_mechanisms *set);

// Does what a word says: `name` on, `-name` off, `name=N` on from N.  False if
// it names none, or one that is needed or has no threshold.
bool dx_mechanisms_switch(dx_mechanisms *set, const char *word);

// Is it on, and from which number?  NULL: as after dx_mechanisms_init.
bool dx_mechanism_is_on(const dx_mechanisms *set, dx_mechanism which);
uint64_t dx_mechanism_threshold(const dx_mechanisms *set, dx_mechanism which);

// It was used once more, in so many steps.  NULL: nobody counts.
void dx_mechanism_note(dx_mechanisms *set, dx_mechanism which, uint64_t steps);

// What was used, a line for each; the same in JSON, as an object by name.
void dx_mechanisms_say(const dx_mechanisms *set, dx_text *out);
void dx_mechanisms_json(const dx_mechanisms *set, dx_text *out);

// The table: name, threshold and sentence of each.
void dx_mechanisms_list(dx_text *out);

#endif
