// logic/dx/builder.h -- dx_build_model in steps, for whoever wants to stop in
// between.

#ifndef DX_LOGIC_DX_BUILDER_H
#define DX_LOGIC_DX_BUILDER_H

#include "logic/dx/build.h"

// Borrows the document.
typedef struct dx_builder dx_builder;
dx_builder *dx_builder_new(const dx_document *document);
void dx_builder_free(dx_builder *builder);

// About what listing the worlds will take: values tried, worlds found, and the
// cost in the unit of estimate.h.  Before it is run.
typedef struct dx_listing {
    double steps, worlds, cost;
} dx_listing;
DX_MUST_USE dx_status dx_builder_estimate(dx_builder *builder, dx_listing *out,
                                          dx_error *error);

// Lists worlds.  DX_ERR_LIMIT only pauses: run again with higher limits, it
// goes on where it was.
DX_MUST_USE dx_status dx_builder_run(dx_builder *builder,
                                     const dx_build_limits *limits,
                                     dx_error *error);
size_t dx_builder_steps(const dx_builder *builder); // values tried so far

// The model, once it has run to its end; only once.
DX_MUST_USE dx_status dx_builder_finish(dx_builder *builder,
                                        dx_model **out_model, dx_error *error);

#endif
