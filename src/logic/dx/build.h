// logic/dx/build.h -- the explicit model that a document describes.
//
// Variables are given values one after the other, in the order of the file,
// and each part of the law is asked as soon as its last variable has a value;
// what is left are the worlds, in lexicographic order.  What an agent sees
// makes a number of mixed radix while the values are given, and worlds with
// equal numbers are one cell.

#ifndef DX_LOGIC_DX_BUILD_H
#define DX_LOGIC_DX_BUILD_H

#include "logic/dx/document.h"
#include "logic/kripke/model.h"

typedef struct dx_build_limits {
    size_t worlds_max; // worlds of the model
    size_t steps_max;  // values tried on the way
    // Not of the builder but for what happens in the model (after.h): one with
    // at least so many worlds is contracted before the next event; 0: 2048.
    size_t contract_at;
    size_t products_max; // worlds after an event; 0: 4 million
} dx_build_limits;

// 4 million worlds, a thousand million steps.
extern const dx_build_limits dx_build_default_limits;

// The model of `document`, which must outlive it (the store is shared).  The
// actual world is the declared one, or world 0; `dx_document.actual` says
// whether it was declared.  On DX_OK the caller frees the model.
DX_MUST_USE dx_status dx_build_model(const dx_document *document,
                                     const dx_build_limits *limits,
                                     dx_model **out_model, dx_error *error);

// The one world of `model` that `spot` means.
DX_MUST_USE dx_status dx_find_spot(const dx_document *document,
                                   const dx_model *model, const dx_spot *spot,
                                   size_t *out_world, dx_error *error);

#endif
