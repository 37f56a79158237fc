// belief/prefix.h -- what has been expanded so far: [+p][+q] as a number.
//
// After events e1 ... ed the base has a set of formulas more, and the time is d
// later.  The order makes no difference, and the same event twice only for the
// time; so a prefix is a depth and a set.  0 is the empty prefix.

#ifndef DX_BELIEF_PREFIX_H
#define DX_BELIEF_PREFIX_H

#include "base/index.h"
#include "base/vector.h"
#include "logic/formula/formula.h"

typedef struct dx_prefix {
    uint32_t depth, count;
    size_t first; // of its events, in order of handles
} dx_prefix;

typedef struct dx_prefixes {
    DX_VECTOR(dx_prefix) all;
    DX_VECTOR(dx_formula) events;
    dx_index index;
} dx_prefixes;

void dx_prefixes_init(dx_prefixes *prefixes); // with the empty one
void dx_prefixes_release(dx_prefixes *prefixes);

// The prefix `before` with one event more.
uint32_t dx_prefix_after(dx_prefixes *prefixes, uint32_t before,
                         dx_formula event);
bool dx_prefix_has(const dx_prefixes *prefixes, uint32_t prefix,
                   dx_formula event);

#endif
