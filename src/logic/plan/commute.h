// logic/plan/commute.h -- actions whose order makes no difference.
//
// Two actions commute if both ask about facts alone, and neither makes true or
// false what the other asks about or makes so itself.  Then one after the other
// leads to the same class, whichever comes first, and where the second can be
// done after the first it can be done before it.

#ifndef DX_LOGIC_PLAN_COMMUTE_H
#define DX_LOGIC_PLAN_COMMUTE_H

#include "logic/plan/update.h"

typedef struct dx_task_commuting {
    const dx_task_engine *engine;
    uint64_t *asked, *made; // sets of atoms, of the action in question
    uint64_t **before;      // by action, once it was asked for: a set
} dx_task_commuting;

// The engine is borrowed.
void dx_task_commuting_init(dx_task_commuting *commuting,
                            const dx_task_engine *engine);
void dx_task_commuting_release(dx_task_commuting *commuting);

// The actions of smaller number that commute with this one; good until release.
const uint64_t *dx_task_commuting_before(dx_task_commuting *commuting,
                                         size_t action);

#endif
