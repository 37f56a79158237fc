// logic/epddl/inside.h -- what the files of EPDDL share: a specification while
// it is being grounded.

#ifndef DX_LOGIC_EPDDL_INSIDE_H
#define DX_LOGIC_EPDDL_INSIDE_H

#include "base/heed.h"
#include "base/pair_map.h"
#include "logic/epddl/epddl.h"
#include "logic/epddl/tree.h"

// What a variable may stand for: one of the things of the task, or, inside
// action types and initial states, an event or a world.
typedef enum dx_ep_space {
    DX_EP_THINGS,
    DX_EP_EVENTS,
    DX_EP_WORLDS
} dx_ep_space;

typedef struct dx_ep_thing {
    dx_ep_space space;
    uint32_t number;
} dx_ep_thing;

enum {
    DX_EP_TYPES_MAX = 64,
    DX_EP_THINGS_MAX = 4096,
    DX_EP_VARIABLES_MAX = 16, // of one definition or quantifier
};

typedef struct dx_ep_type {
    const char *name;
    uint64_t above; // the set of types that it is one of, itself included
} dx_ep_type;

typedef struct dx_ep_entity {
    const char *name;
    uint64_t types; // all that it is of
    uint32_t agent; // which, or UINT32_MAX
} dx_ep_entity;

// A typed name of a list: a parameter, an object.
typedef struct dx_ep_name {
    uint32_t tree; // the name
    dx_ep_space space;
    uint64_t types; // any of them
} dx_ep_name;

typedef DX_VECTOR(dx_ep_name) dx_ep_names;

typedef struct dx_ep_predicate {
    const char *name;
    bool is_fact;
    dx_ep_names parameters;
} dx_ep_predicate;

typedef struct dx_ep_binding {
    const char *name;
    dx_ep_thing value;
} dx_ep_binding;

typedef struct dx_ep_spec {
    dx_trees trees;
    size_t text_count;
    const dx_epddl_text *texts;
    uint32_t domain, problem; // trees: (define ...)
    DX_VECTOR(uint32_t) libraries;
    dx_task *task;
    DX_VECTOR(dx_ep_type) types;
    DX_VECTOR(dx_ep_entity) things;
    DX_VECTOR(dx_ep_predicate) predicates;
    dx_pair_map facts;                   // the atoms of those that hold
    dx_pair_map atom_of;                 // the number of an atom
    dx_pair_map action_of;               // a ground action's name
    DX_VECTOR(uint32_t) groups;          // trees: (name members)
    DX_VECTOR(dx_ep_binding) scope;      // innermost last
    DX_VECTOR(const char *) event_names; // of the action type at hand
    DX_VECTOR(const char *) world_names; // of an explicit initial state
    dx_error *error;
    dx_pace pace;
} dx_ep_spec;

// To be asked in every loop that a short text can make long, with the steps
// since: DX_OK, or that the work is called off.
DX_MUST_USE dx_status dx_ep_goes_on(dx_ep_spec *spec, size_t steps);

// Trees.
const dx_tree *dx_ep_tree(const dx_ep_spec *spec, uint32_t tree);
uint32_t dx_ep_member(const dx_ep_spec *spec, uint32_t list, size_t i);
size_t dx_ep_count(const dx_ep_spec *spec, uint32_t list);
bool dx_ep_is(const dx_ep_spec *spec, uint32_t tree, const char *word);
// Is it a list that begins with this word?
bool dx_ep_begins(const dx_ep_spec *spec, uint32_t tree, const char *word);
// The part of a definition that begins with `keyword` as its own list,
// (:goal ..), or the tree that follows the keyword, :effects ..; 0 if none.
uint32_t dx_ep_section(const dx_ep_spec *spec, uint32_t define,
                       const char *keyword);
uint32_t dx_ep_after(const dx_ep_spec *spec, uint32_t list,
                     const char *keyword);
dx_status dx_ep_fail(dx_ep_spec *spec, uint32_t tree, const char *format, ...)
    DX_PRINTF(3, 4);

// Names and types (scope.c).
DX_MUST_USE dx_status dx_ep_read_typed(dx_ep_spec *spec, uint32_t first,
                                       const char *otherwise, dx_ep_names *out,
                                       uint32_t *out_condition);
DX_MUST_USE dx_status dx_ep_read_names(dx_ep_spec *spec);
DX_MUST_USE dx_status dx_ep_value(dx_ep_spec *spec, uint32_t tree,
                                  dx_ep_thing *out);
DX_MUST_USE dx_status dx_ep_agent(dx_ep_spec *spec, uint32_t tree,
                                  uint32_t *out);
void dx_ep_bind(dx_ep_spec *spec, const char *name, dx_ep_thing value);

// Calls `each` for all values of the typed names for which the condition (0:
// none) holds, with the names bound.
typedef dx_status dx_ep_each(dx_ep_spec *spec, void *data);
DX_MUST_USE dx_status dx_ep_for_all(dx_ep_spec *spec, const dx_ep_names *names,
                                    uint32_t condition, dx_ep_each *each,
                                    void *data);

// A list of items: one of them, (:and ITEM ..) or (:forall (VARS | COND) ITEM).
// Calls `each` for all that are meant.
typedef dx_status dx_ep_item(dx_ep_spec *spec, uint32_t item, void *data);
DX_MUST_USE dx_status dx_ep_list(dx_ep_spec *spec, uint32_t list,
                                 dx_ep_item *each, void *data);

// Formulas (formula.c).
DX_MUST_USE dx_status dx_ep_formula(dx_ep_spec *spec, uint32_t tree,
                                    dx_formula *out);
// What must be settled while grounding: equality, facts, and connectives.
DX_MUST_USE dx_status dx_ep_condition(dx_ep_spec *spec, uint32_t tree,
                                      bool *out);
DX_MUST_USE dx_status dx_ep_atom(dx_ep_spec *spec, uint32_t tree,
                                 dx_formula *out, bool *out_is_fact);
DX_MUST_USE dx_status dx_ep_predicates(dx_ep_spec *spec);
// Does a formula of facts hold where the label is this?
bool dx_ep_label_has(const dx_ep_spec *spec, dx_formula f, uint32_t label);
// Connectives that leave out what is true or false already.
dx_formula dx_ep_not(dx_ep_spec *spec, dx_formula f);
dx_formula dx_ep_join(dx_ep_spec *spec, dx_kind kind, size_t count,
                      const dx_formula *parts);

// The rest of a task (actions.c, start.c, theory.c).
DX_MUST_USE dx_status dx_ep_actions(dx_ep_spec *spec);
DX_MUST_USE dx_status dx_ep_start(dx_ep_spec *spec);
DX_MUST_USE dx_status dx_ep_theory(dx_ep_spec *spec, uint32_t init);

// The library that comes with doxa (library.c).
extern const char dx_epddl_library[];

#endif
