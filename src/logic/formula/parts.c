// Walks a formula part by part, each once however often it occurs, with a list
// of what is still to be visited: no depth is too deep.

#include "logic/formula/parts.h"

#include "base/bitset.h"
#include "base/vector.h"

bool dx_formula_mentions(const dx_formulas *store, dx_formula f,
                         dx_family family)
{
    dx_bitset seen = dx_bitset_new(dx_formulas_count(store));
    DX_VECTOR(dx_formula) open = {0};
    bool found = false;
    dx_vector_push(&open, f);
    while (open.count > 0 && !found) {
        f = open.at[--open.count];
        if (dx_bitset_has(&seen, f))
            continue;
        dx_bitset_add(&seen, f);
        found = dx_formula_family(store, f) == family;
        for (size_t i = 0; i < dx_formula_count(store, f); i++)
            if (dx_formula_operand_is_node(store, f, i))
                dx_vector_push(&open, dx_formula_operand(store, f, i));
    }
    dx_bitset_release(&seen);
    dx_vector_release(&open);
    return found;
}
