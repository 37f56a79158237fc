// logic/plan/task.h -- a planning task with knowledge: who may do what, who
// notices how, and what is to be reached.
//
// A task has agents, atoms, one state to begin with, actions and a goal, all
// ground.  A state is a Kripke model with some designated worlds: any of them
// may be the real one.  An action is an event model whose arrows depend on how
// an agent looks on: each agent has a *look* (the observability type of EPDDL:
// fully, partially, oblivious), chosen by conditions that are asked of the
// state, and each look has its arrows between the events.
//
//     dx_task *task = dx_task_new();
//     ... agents, atoms, actions, start, goal ...
//     dx_plan plan;
//     dx_task_search(task, &options, &found, &error);
//     dx_task_free(task);
//
// Labels (which atoms are true at a world) are kept once each and numbered, so
// that what depends on the label alone is worked out once a label and not once
// a world.

#ifndef DX_LOGIC_PLAN_TASK_H
#define DX_LOGIC_PLAN_TASK_H

#include "base/base.h"
#include "base/bitset.h"
#include "base/index.h"
#include "base/vector.h"
#include "logic/formula/formula.h"

#include <stdint.h>

enum {
    DX_TASK_AGENTS_MAX = 64,
    DX_TASK_EVENTS_MAX = 64, // of one action
    DX_TASK_WORLDS_MAX = 1 << 20,
    DX_TASK_ATOMS_MAX = 1 << 16,
    DX_TASK_ACTIONS_MAX = 1 << 16,
    DX_TASK_STATE_BYTES_MAX = 1 << 28,
};

// Atom number `atom` is afterwards what `becomes` was before.
typedef struct dx_task_effect {
    uint32_t atom;
    dx_formula becomes;
} dx_task_effect;

typedef struct dx_task_event {
    char *name;
    dx_formula precondition;
    DX_VECTOR(dx_task_effect) effects; // by atom, each once
} dx_task_event;

typedef struct dx_task_action {
    char *name, *type;
    DX_VECTOR(dx_task_event) events;
    uint64_t designated; // a set of events
    DX_VECTOR(char *) looks;
    uint64_t *sees;       // look * events + e: the events held possible at e
    dx_formula *looks_as; // agent * looks + look: when; DX_FORMULA_NONE: never
} dx_task_action;

// Worlds have labels; row[agent * worlds + w] says which of the rows are the
// worlds that the agent holds possible at w.  In one piece of memory, so that
// two states in canonical form are the same exactly if their words are.
typedef struct dx_task_state {
    uint32_t worlds, rows;
    uint32_t *label, *row;
    uint64_t *bits;       // rows x words
    uint64_t *designated; // words
    size_t bytes;         // of all of it, from `label` on
} dx_task_state;

typedef struct dx_task_labels {
    size_t words; // of one label
    DX_VECTOR(uint64_t) bits;
    dx_index index;
    uint32_t count;
} dx_task_labels;

typedef struct dx_task {
    dx_formulas *store; // owned
    char *name;
    DX_VECTOR(char *) agents;
    DX_VECTOR(dx_formula) atoms; // APPLY nodes
    DX_VECTOR(dx_task_action) actions;
    dx_task_labels labels; // dx_task_fix_atoms before the first
    dx_task_state start;
    dx_formula goal;
} dx_task;

dx_task *dx_task_new(void);
void dx_task_free(dx_task *task);

// Says that all atoms are there; labels have room for them from now on.
void dx_task_fix_atoms(dx_task *task);

// The number of a label, given to it now if it is new; and its atoms.
uint32_t dx_task_label(dx_task_labels *labels, const uint64_t *atoms);
const uint64_t *dx_task_label_atoms(const dx_task_labels *labels,
                                    uint32_t label);
static inline bool dx_task_label_has(const dx_task_labels *labels,
                                     uint32_t label, uint32_t atom)
{
    return labels->bits.at[label * labels->words + atom / 64] >> atom % 64 & 1;
}

// An action without events, with this many looks that nobody has.
dx_task_action *dx_task_add_action(dx_task *task, const char *name,
                                   const char *type, size_t events,
                                   size_t looks);

// Takes the last action away again.
void dx_task_drop_action(dx_task *task);

// Is a state of this size within DX_TASK_STATE_BYTES_MAX?
bool dx_task_state_fits(size_t agents, size_t worlds, size_t rows);

// Room for a state; labels, rows and bits are zero.
dx_task_state dx_task_state_new(size_t agents, size_t worlds, size_t rows);
void dx_task_state_release(dx_task_state *state);

static inline size_t dx_task_state_words(const dx_task_state *state)
{
    return dx_bitset_words(state->worlds);
}

#endif
