// logic/smcdel/convert.h -- SMCDEL's files as .dx files.

#ifndef DX_LOGIC_SMCDEL_CONVERT_H
#define DX_LOGIC_SMCDEL_CONVERT_H

#include "base/base.h"
#include "base/text.h"
#include "logic/smcdel/smcdel.h"

// Writes the .dx file that asks the same: variable 7 becomes p7, agents keep
// their names as far as .dx allows.  A TRUE? at a state that violates the law
// becomes a comment, since .dx has no such states.  DX_ERR_LIMIT for more
// agents than a .dx file may have.
DX_MUST_USE dx_status dx_smcdel_convert(dx_formulas *store,
                                        const dx_smcdel *file, dx_text *out,
                                        dx_error *error);

#endif
