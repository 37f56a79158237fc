// logic/kripke/bereft.h -- agents whom an update left no world.
//
// Who is told what it held impossible holds nothing possible afterwards, and so
// knows and believes everything, its contradiction included.  A yes that comes
// about that way has to say so: engines list these agents beside the answer.

#ifndef DX_LOGIC_KRIPKE_BEREFT_H
#define DX_LOGIC_KRIPKE_BEREFT_H

#include "base/names.h"
#include "base/vector.h"
#include "logic/kripke/model.h"

typedef struct dx_bereft {
    dx_name agent;
    dx_attitude attitude; // of the relation that leads nowhere
    bool is_here;         // at the world in question; else somewhere on the way
} dx_bereft;

typedef DX_VECTOR(dx_bereft) dx_bereft_list;

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
