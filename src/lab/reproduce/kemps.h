// lab/reproduce/kemps.h -- what the files of the Kemps experiment share.

#ifndef DX_LAB_REPRODUCE_KEMPS_H
#define DX_LAB_REPRODUCE_KEMPS_H

#include "lab/reproduce/reproduce.h"

// The runs of "table1", "table2" or "table3", row by row: the paper's move and
// our agent's.  Text, or the members of an array in JSON.
DX_MUST_USE dx_status dx_kemps_tables(const dx_reproduce_options *options,
                                      const char *part, dx_text *out,
                                      dx_error *error);

// The small models of section 4.4: where each six is, and who knows it.
DX_MUST_USE dx_status dx_kemps_sixes(const dx_reproduce_options *options,
                                     dx_text *out, dx_error *error);

#endif
