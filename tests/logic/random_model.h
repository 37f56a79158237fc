// random_model.h -- random models, event models and formulas for property
// tests.  All over agents a, b, c, propositions p, q, r and a variable x.

#ifndef DX_TEST_RANDOM_MODEL_H
#define DX_TEST_RANDOM_MODEL_H

#include "base/random.h"
#include "logic/kripke/event_model.h"
#include "logic/kripke/model.h"

typedef enum random_frame { RANDOM_S5, RANDOM_K, RANDOM_MIXED } random_frame;

typedef struct random_shape {
    size_t worlds_max;  // 1 or more
    random_frame frame; // mixed: each agent one or the other
    bool beliefs;       // a and b may have ranks, c beliefs of its own
    bool weights;       // some agents have weights
} random_shape;

// The caller frees it.
dx_model *random_model(dx_formulas *store, dx_random *random,
                       random_shape shape);

// One event model "A" with events e0 .. e2 at most.  Preconditions nest one
// operator; with `weights`, events have occurrence probabilities.
dx_event_model *random_events(dx_formulas *store, dx_random *random,
                              bool weights);

// What formulas may contain.
enum {
    RANDOM_STATIC = 0,        // Boolean, K M Kw E
    RANDOM_GROUPS = 1,        // C and D
    RANDOM_BELIEF = 2,        // B, B given
    RANDOM_ANNOUNCEMENTS = 4, // public ones, and to groups
    RANDOM_EVENTS = 8,        // [A,e]
    RANDOM_PROGRAMS = 16,     // [prog]
    RANDOM_NUMBERS = 32,      // P and x
    RANDOM_ALL = 63,
    RANDOM_UPGRADES = 64, // with B: Safe, Strong, [a radical f]
};
dx_formula random_kernel_formula(dx_formulas *store, dx_random *random,
                                 unsigned contents, unsigned depth);
dx_formula random_agent(dx_formulas *store, dx_random *random);
dx_formula random_atom(dx_formulas *store, dx_random *random);

#endif
