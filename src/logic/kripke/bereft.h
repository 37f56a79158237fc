// logic/kripke/bereft.h -- listing agents whom updates left no world, each
// once.

#ifndef DX_LOGIC_KRIPKE_BEREFT_H
#define DX_LOGIC_KRIPKE_BEREFT_H

#include "logic/kripke/update.h"

// Adds one, or remembers of one that is there that it is here too.
static inline void dx_bereft_add(dx_bereft_list *list, dx_bereft one)
{
    for (size_t i = 0; i < list->count; i++) {
        dx_bereft *old = &list->at[i];
        if (old->agent == one.agent && old->attitude == one.attitude) {
            old->is_here = old->is_here || one.is_here;
            return;
        }
    }
    dx_vector_push(list, one);
}

#endif
