// logic/plan/update.h -- what an action makes of a state.

#ifndef DX_LOGIC_PLAN_UPDATE_H
#define DX_LOGIC_PLAN_UPDATE_H

#include "logic/plan/contract.h"
#include "logic/plan/program.h"

// An event made ready: its formulas as nodes.
typedef struct dx_task_ready_event {
    dx_task_node precondition;
    bool is_plain;                        // no effect depends on a mind
    DX_VECTOR(dx_task_node) becomes;      // beside the effects of the task
    DX_VECTOR(uint32_t) label_afterwards; // a label's, plus 1, if plain
} dx_task_ready_event;

typedef struct dx_task_ready_action {
    const dx_task_action *action;
    dx_task_ready_event *events;
    dx_task_node *looks_as; // as in the action; UINT32_MAX: never
} dx_task_ready_action;

// A task whose formulas are compiled, with all that updating needs.
typedef struct dx_task_engine {
    dx_task *task;
    dx_task_program program;
    dx_task_ready_action *actions;
    dx_task_node goal;
    dx_task_contraction contraction;
    // Of one update:
    DX_VECTOR(uint32_t) world_of; // w * events + e: the new world, plus 1
    DX_VECTOR(uint64_t) pair;     // a new world's w << 32 | e
    DX_VECTOR(uint32_t) row_of;   // agent by agent, that of each new world
    dx_pair_map rows;             // old row and set of events: new row
    DX_VECTOR(uint64_t) row_key;  // a new row's old row << 32 | set number
    DX_VECTOR(uint64_t) event_sets;
} dx_task_engine;

// Compiles the task, which is borrowed and whose labels grow.  On failure
// nothing is to be released.
DX_MUST_USE dx_status dx_task_engine_init(dx_task_engine *engine, dx_task *task,
                                          dx_error *error);
void dx_task_engine_release(dx_task_engine *engine);

// Is what the engine answers worth something?  DX_ERR_CANCELLED if it was
// called off, DX_ERR_LIMIT if it would have had to remember too much.
DX_MUST_USE dx_status dx_task_engine_status(const dx_task_engine *engine,
                                            dx_error *error);

// Is there room to ask about a state of this size?
bool dx_task_engine_has_room(const dx_task_engine *engine, size_t worlds,
                             size_t rows);

// From here on the engine speaks of `state`.
void dx_task_engine_look(dx_task_engine *engine, const dx_task_state *state);

// Can the action be done, whichever designated world is the real one: does one
// of its designated events fit each of them?
bool dx_task_is_applicable(dx_task_engine *engine, size_t action);

// Does the goal hold at all designated worlds?
bool dx_task_goal_holds(dx_task_engine *engine);
bool dx_task_holds_everywhere(dx_task_engine *engine, dx_task_node node);

// The look of each agent at an action, in out[agent].  DX_ERR_INPUT where an
// agent has none, or where designated worlds do not agree on it.
DX_MUST_USE dx_status dx_task_looks(dx_task_engine *engine, size_t action,
                                    uint32_t *out, dx_error *error);

// The state after an applicable action, contracted; the caller releases it.
DX_MUST_USE dx_status dx_task_update(dx_task_engine *engine, size_t action,
                                     dx_task_state *out, dx_error *error);

#endif
