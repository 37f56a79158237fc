// minds/inquiry/closure.h -- common knowledge by going everywhere.
//
// What a group commonly knows holds wherever its members' doubts lead, step by
// step.  Worlds are not gone through one by one: a vector of numbers stands for
// all worlds that have it.  For that the numbers must be *closed*: from a
// vector it must be known which vectors each member holds possible.  So we
// begin with the numbers of what is asked, add those that each member's outlook
// needs to reproduce them, and again, until nothing is new; the partition of
// kinds only gets finer and there are finitely many kinds, so that ends.
//
// Exact, and dear: to be tried after all that is cheaper.

#ifndef DX_MINDS_INQUIRY_CLOSURE_H
#define DX_MINDS_INQUIRY_CLOSURE_H

#include "minds/inquiry/inquiry.h"

// What a member has heard, as nodes over the closed scope: it leaves out the
// worlds in which `heard` is false or, with `whether`, is not as it is where
// the member stands.
typedef struct dx_member_hearing {
    dx_inquiry_node heard;
    bool whether;
} dx_member_hearing;

typedef struct dx_closure_member {
    dx_outlook outlook;
    dx_reading *readings; // of its own scope, in the closed one
    DX_VECTOR(dx_member_hearing) hearings;
    dx_states stood; // where it stood already
} dx_closure_member;

typedef struct dx_closure {
    DX_VECTOR(dx_closure_member) members;
    dx_states reached;
} dx_closure;

void dx_closure_free(dx_closure *closure);

// Closes `scope`, in which all numbers of what is asked and heard are.
void dx_closure_plan(dx_closure *closure, dx_number_scope *scope);

// Goes everywhere from `vector`, of the closed scope; false if `holds` is false
// somewhere, or the effort is spent.
typedef bool dx_closure_holds(void *context, const uint8_t *vector,
                              dx_inquiry_node node);
bool dx_closure_walk(dx_closure *closure, const dx_number_scope *scope,
                     const uint8_t *vector, dx_inquiry_node asked,
                     dx_closure_holds *holds, void *context, dx_effort *effort);

#endif
