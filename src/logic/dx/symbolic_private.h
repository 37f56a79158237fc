// logic/dx/symbolic_private.h -- what the files of the symbolic checker share.

#ifndef DX_LOGIC_DX_SYMBOLIC_PRIVATE_H
#define DX_LOGIC_DX_SYMBOLIC_PRIVATE_H

#include "logic/dx/symbolic.h"
#include "logic/structure/inside.h"

struct dx_symbolic {
    const dx_document *document;
    dx_structure *structure;
};

// Where a question has come to: a situation, the events on the way, and the
// one state that it is about (or DX_BDD_INVALID: none).
typedef struct dx_position {
    uint32_t situation;
    dx_bdd point; // referenced
    DX_VECTOR(const dx_event_model *) events;
} dx_position;

// symbolic_states.c: at most `max` of the `states` of a situation, in the
// order of the document, as conjunctions of literals (not referenced; no tidy
// in between).  Returns how many; the caller frees *out.
size_t dx_symbolic_list(dx_symbolic *symbolic, uint32_t situation,
                        dx_bdd states, size_t max, dx_bdd **out);

// How many states; in decimal if it is beyond size_t, else NULL.
size_t dx_symbolic_count(dx_symbolic *symbolic, uint32_t situation,
                         dx_bdd states, char **out_large);

// A state in words, with the events that led there.
dx_state_text dx_symbolic_describe(dx_symbolic *symbolic,
                                   const dx_position *position, dx_bdd state);

// symbolic_weights.c: refuses weights that are negative somewhere.
DX_MUST_USE dx_status dx_symbolic_check_weights(dx_symbolic *symbolic,
                                                dx_error *error);

// The order that ranks, and weights of 0, give each agent.
DX_MUST_USE dx_status dx_symbolic_add_levels(dx_symbolic *symbolic,
                                             dx_error *error);

// symbolic_explain.c: why f holds or fails at `state`.
void dx_symbolic_explain(dx_symbolic *symbolic, const dx_position *position,
                         dx_formula f, dx_bdd state, dx_explanation *out);

#endif
