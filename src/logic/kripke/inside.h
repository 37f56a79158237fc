// logic/kripke/inside.h -- the inside of a model, for the files that make one
// model from another.

#ifndef DX_LOGIC_KRIPKE_INSIDE_H
#define DX_LOGIC_KRIPKE_INSIDE_H

#include "base/vector.h"
#include "logic/kripke/model.h"

typedef struct dx_agent_row {
    dx_name name;
    bool has_belief;
    dx_relation knowledge, belief;
    dx_weights weights;
    uint32_t *rank; // of each world, see plausible.h; NULL: none
} dx_agent_row;

typedef struct dx_proposition {
    dx_formula atom;
    dx_bitset worlds;
} dx_proposition;

typedef struct dx_variable {
    dx_formula term;
    dx_name domain; // of its values' names; DX_NAME_NONE: plain numbers
    int32_t *values;
} dx_variable;

typedef struct dx_constant {
    dx_name name;
    int32_t value;
} dx_constant;

typedef struct dx_domain_row {
    dx_name name;
    size_t count;
    dx_formula *members;
} dx_domain_row;

struct dx_model {
    dx_formulas *store;
    size_t world_count, actual;
    DX_VECTOR(dx_agent_row) agents;
    DX_VECTOR(dx_proposition) propositions;
    DX_VECTOR(dx_variable) variables;
    DX_VECTOR(dx_constant) constants;
    DX_VECTOR(dx_domain_row) domains;
    DX_VECTOR(uint32_t) fact_of; // by formula handle, see model.c
    // Names of worlds; all NULL while no world has one.
    dx_names *world_names;
    dx_name *name_of_world;
    DX_VECTOR(uint32_t) world_of_name;
};

// The worlds of `keep`, which may be none.
dx_model *dx_model_part(const dx_model *model, const dx_bitset *keep);

#endif
