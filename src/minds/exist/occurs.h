// minds/exist/occurs.h -- which numbers can occur, where nothing is weighed.
//
// To know, or to hold possible, a mind need not go through all ways to lay what
// is hidden: it needs to know which vectors of its inner scope occur at all.
// So only the cells (a group of kinds in a class of places) that something is
// asked of are filled in all ways; for the rest one way is enough.  What is
// known already of a vector, from another place where the mind stood, is looked
// at before any is worked out.

#ifndef DX_MINDS_EXIST_OCCURS_H
#define DX_MINDS_EXIST_OCCURS_H

#include "minds/eliminate/outlook.h"

typedef struct dx_occurs dx_occurs;

// How a planned outlook is gone through like this; NULL if nothing is to be
// gained by it.
dx_occurs *dx_occurs_plan(const dx_outlook *outlook);
void dx_occurs_free(dx_occurs *occurs);

// As dx_outlook_run, in *out, which is NULL if the effort is spent.  Where the
// outlook knows what vectors say, there are only such as settle it.  False if
// it is more than this is good for: nothing was found then.
bool dx_occurs_run(dx_outlook *outlook, const uint8_t *self,
                   const bool *ignored, dx_effort *effort,
                   const dx_states **out);

#endif
