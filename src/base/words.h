// base/words.h -- a command line as its words.

#ifndef DX_BASE_WORDS_H
#define DX_BASE_WORDS_H

#include "base/base.h"

// Splits a command line at blanks, with '...', "..." and \ as in a shell but
// nothing else; the words end with NULL.  Free the result with dx_free.
DX_MUST_USE dx_status dx_words_split(const char *text, char ***out_words,
                                     dx_error *error);

#endif
