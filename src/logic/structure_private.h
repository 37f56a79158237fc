// logic/structure_private.h -- what the files of the symbolic engine share.

#ifndef DX_LOGIC_STRUCTURE_PRIVATE_H
#define DX_LOGIC_STRUCTURE_PRIVATE_H

#include "logic/structure.h"

#include "base/vector.h"

#include <stdint.h>

// From pairs of numbers to numbers; no value is UINT32_MAX.
typedef struct dx_pair_map {
    uint64_t *key; // slots; a free one has value UINT32_MAX
    uint32_t *value;
    size_t room, count; // room is a power of two, or 0
} dx_pair_map;

uint32_t dx_pair_map_find(const dx_pair_map *map, uint32_t a, uint32_t b);
void dx_pair_map_put(dx_pair_map *map, uint32_t a, uint32_t b, uint32_t value);
void dx_pair_map_release(dx_pair_map *map);

// Who observes what, as cubes of what each agent does not observe.
typedef struct dx_views {
    dx_bdd *hidden; // per agent, referenced
} dx_views;

// What announcements lead to: a law, and who observes what under it.
typedef struct dx_situation {
    dx_bdd law; // referenced
    uint32_t views;
} dx_situation;

struct dx_structure {
    dx_formulas *store;
    dx_bdd_manager *m;
    DX_VECTOR(dx_formula) atoms; // those of the user; i is variable i
    DX_VECTOR(dx_bdd_var) vars;
    dx_pair_map variable_of; // (atom, 0) to its variable
    size_t agent_count;
    dx_pair_map agent_of; // (name, 0) to its number
    DX_VECTOR(dx_views) views;
    DX_VECTOR(dx_situation) situations; // 0 is the first
    dx_pair_map situation_of;           // (views, law) to its number
    dx_pair_map boolean_of;             // (formula, 0) to 0 or 1
    dx_pair_map value_of;               // (situation, formula) to its value
    DX_VECTOR(dx_bdd) kept;             // the references of value_of
    DX_VECTOR(dx_bdd_var) fresh;        // made for announcements to groups ...
    size_t fresh_used;                  // ... of which so many are in use
    dx_status status;
    dx_error *error; // of the question being answered; may be NULL
};

// Values of Boolean formulas are the same in every situation.
#define DX_SITUATION_ANY (UINT32_MAX - 1)

// The value of f in a situation, or INVALID with either s->status or the
// status of the manager set.  May tidy, unless the value is known.
dx_bdd dx_structure_value(dx_structure *s, uint32_t situation, dx_formula f);

// Whether f speaks of the state alone.
bool dx_structure_is_boolean(dx_structure *s, dx_formula f);

// Sets s->status, once, and returns INVALID.
dx_bdd dx_structure_fail(dx_structure *s, dx_status status, const char *format,
                         ...) DX_PRINTF(3, 4);

// The number of an agent (an APPLY node), or UINT32_MAX with s->status set.
uint32_t dx_structure_agent(dx_structure *s, dx_formula agent);

// The situation with this law and these views, made if it is new.
uint32_t dx_structure_situation(dx_structure *s, uint32_t views, dx_bdd law);

// Knowledge (structure_knowledge.c) and announcements (structure_announce.c).
dx_bdd dx_structure_knowledge(dx_structure *s, uint32_t situation,
                              dx_formula f);
// If f says that an agent knows whether the only variable that it does not see
// is true: that variable.  Otherwise DX_BDD_VAR_NONE.
dx_bdd_var dx_structure_only_doubt(dx_structure *s, uint32_t situation,
                                   dx_formula f);
dx_bdd dx_structure_program(dx_structure *s, uint32_t situation, dx_formula f);
dx_bdd dx_structure_announcement(dx_structure *s, uint32_t situation,
                                 dx_formula f);

#endif
