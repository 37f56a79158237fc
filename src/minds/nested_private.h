// minds/nested_private.h -- a shortcut of nested.c.

#ifndef DX_MINDS_NESTED_PRIVATE_H
#define DX_MINDS_NESTED_PRIVATE_H

#include "minds/nested.h"

// A viewer who looks at another mind.
typedef struct dx_swap {
    const dx_frame *frame;
    uint64_t other;           // the places that the other mind sees
    const uint64_t *possible; // kinds, of each place, to the viewer
    uint64_t sees;            // places, the viewer
    const dx_dealt *seen;     // what it sees there
} dx_swap;

// The kinds that may change places with the one card of `kind`, if they lie in
// `place`, without the other mind noticing, wherever the viewer thinks that
// card may be; none if it may be where the other sees it.  `kind` itself is
// one.
uint64_t dx_swap_kinds(const dx_swap *swap, unsigned place, unsigned kind);

#endif
