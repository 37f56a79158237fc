// logic/plan/contract.h -- one state for all that nothing tells apart.

#ifndef DX_LOGIC_PLAN_CONTRACT_H
#define DX_LOGIC_PLAN_CONTRACT_H

#include "base/heed.h"
#include "logic/plan/task.h"

// What contracting needs beside the state, kept from one to the next.
typedef struct dx_task_contraction {
    DX_VECTOR(uint32_t) class_of, order, row_class, signature, next;
    DX_VECTOR(uint64_t) sets;
    dx_pace pace; // once it is off, the states below are empty
} dx_task_contraction;

void dx_task_contraction_release(dx_task_contraction *contraction);

// The state without the worlds that no steps of the agents lead to from a
// designated one.
dx_task_state dx_task_reachable(dx_task_contraction *contraction,
                                const dx_task_state *state, size_t agents);

// The smallest bisimilar state, its worlds in an order that depends on nothing
// but what it is up to bisimulation: two states are bisimilar (by a
// bisimulation that relates the designated worlds of the one to those of the
// other) exactly if the results have the same size and the same bytes.  All
// worlds of `state` must be reachable from the designated ones.
dx_task_state dx_task_contract(dx_task_contraction *contraction,
                               const dx_task_state *state, size_t agents);

#endif
