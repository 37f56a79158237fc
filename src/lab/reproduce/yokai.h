// lab/reproduce/yokai.h -- what the files of the Yokai experiment share.

#ifndef DX_LAB_REPRODUCE_YOKAI_H
#define DX_LAB_REPRODUCE_YOKAI_H

#include "lab/reproduce/reproduce.h"

// Sizes of belief bases, and what questions, revisions and plans cost.
void dx_reproduce_yokai_bases(const dx_reproduce_options *options,
                              dx_text *out);

#endif
