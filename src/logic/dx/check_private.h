// logic/dx/check_private.h -- a checker of a model that has been built.

#ifndef DX_LOGIC_DX_CHECK_PRIVATE_H
#define DX_LOGIC_DX_CHECK_PRIVATE_H

#include "logic/dx/check.h"

// Takes the model.
dx_checker *dx_checker_of_model(const dx_document *document, dx_model *model,
                                const dx_build_limits *limits);

#endif
