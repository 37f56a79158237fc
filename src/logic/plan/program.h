// logic/plan/program.h -- the formulas of a task, made ready to be asked of
// many small states.
//
// Every formula of the task becomes a node, its parts too, each once.  A node
// that speaks of facts alone has a value for each label, remembered for good; a
// node with K, E, C or Kw in it has a set of worlds for each state, worked out
// when it is first asked for there.

#ifndef DX_LOGIC_PLAN_PROGRAM_H
#define DX_LOGIC_PLAN_PROGRAM_H

#include "base/heed.h"
#include "base/pair_map.h"
#include "logic/plan/task.h"

typedef uint32_t dx_task_node;

typedef enum dx_task_operator {
    DX_TASK_TRUE,
    DX_TASK_ATOM, // first: which
    DX_TASK_NOT,
    DX_TASK_AND,
    DX_TASK_OR,
    DX_TASK_IFF,
    DX_TASK_ALL_OF,    // at every world that one of the agents holds possible
    DX_TASK_COMMON_OF, // at every world that steps of the agents reach
} dx_task_operator;

typedef struct dx_task_formula {
    dx_task_operator operator;
    bool is_modal;
    uint32_t first, count; // of its parts, in `parts`; or the atom
    uint64_t agents;
    DX_VECTOR(uint8_t) at_label; // 0 not asked, 1 false, 2 true
} dx_task_formula;

typedef struct dx_task_program {
    dx_task *task; // whose labels grow
    DX_VECTOR(dx_task_formula) nodes;
    DX_VECTOR(uint32_t) parts;
    dx_pair_map node_of; // a formula's
    // Of the state that is being asked:
    const dx_task_state *state;
    DX_VECTOR(uint64_t) sets;    // node x words
    DX_VECTOR(uint32_t) made_at; // a node's set is of the state with this stamp
    uint32_t stamp;
    DX_VECTOR(uint8_t) fits; // a row's: is it within the set in question?
    size_t remembered;       // bytes of all at_label
    dx_pace pace;            // once it is off, answers are worth nothing,
    bool is_full;            // nor once too much would have to be remembered
} dx_task_program;

void dx_task_program_init(dx_task_program *program, dx_task *task);
void dx_task_program_release(dx_task_program *program);

// The node of a formula, made now if it is new.  DX_ERR_UNSUPPORTED for what is
// no fact, no connective and no K, B, M, Kw, E or C.
DX_MUST_USE dx_status dx_task_compile(dx_task_program *program, dx_formula f,
                                      dx_task_node *out, dx_error *error);

// From now on questions are about `state`, which is borrowed.
void dx_task_program_look(dx_task_program *program, const dx_task_state *state);

// Where does a node hold?  A set of the state's words, good until the next
// look.
const uint64_t *dx_task_worlds_of(dx_task_program *program, dx_task_node node);
bool dx_task_holds(dx_task_program *program, dx_task_node node, size_t world);

#endif
