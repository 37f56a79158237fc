// proof/tableau_private.h -- what the search and the outline share.

#ifndef DX_PROOF_TABLEAU_PRIVATE_H
#define DX_PROOF_TABLEAU_PRIVATE_H

#include "base/text.h"
#include "base/vector.h"
#include "proof/core.h"

#define DX_NO_LINE UINT32_MAX

// A line of the proof: `node` holds at `world` because of `rule` and the
// lines `from`.  Lines are numbered as they were written.
typedef struct dx_outline_line {
    uint32_t number, world;
    dx_node node;
    const char *rule;
    uint32_t from[2]; // numbers; DX_NO_LINE: none
    // If the line opened its world: where that hangs, and for whom.
    bool is_first;
    uint32_t parent;
    uint64_t edge;
} dx_outline_line;

// A part of a branch: lines, and then either two that contradict each other
// or cases.
typedef struct dx_branch {
    DX_VECTOR(dx_outline_line) lines;
    uint32_t clash[2]; // numbers; the second is DX_NO_LINE for a plain false
    uint32_t split;    // the disjunction; DX_NO_LINE: there are no cases
    DX_VECTOR(struct dx_branch *) cases;
} dx_branch;

void dx_branch_free(dx_branch *branch);

// The outline, at most `lines_max` lines of it; lines that nothing rests on are
// left out, and worlds and lines numbered anew.
void dx_branch_print(const dx_branch *branch, dx_core *core, size_t lines_max,
                     dx_text *out);

#endif
