// Walks a formula part by part, each once however often it occurs, with a list
// of what is still to be visited: no depth is too deep.

#include "logic/formula/parts.h"

#include "base/pair_map.h"

bool dx_formula_mentions(const dx_formulas *store, dx_formula f,
                         dx_kind_test *is_such)
{
    dx_pair_map seen = {0};
    DX_VECTOR(dx_formula) open = {0};
    bool found = false;
    dx_vector_push(&open, f);
    while (open.count > 0 && !found) {
        f = open.at[--open.count];
        if (dx_pair_map_find(&seen, f, 0) != UINT32_MAX)
            continue;
        dx_pair_map_put(&seen, f, 0, 1);
        found = is_such(dx_formula_kind(store, f));
        for (size_t i = 0; i < dx_formula_count(store, f); i++)
            if (dx_formula_operand_is_node(store, f, i))
                dx_vector_push(&open, dx_formula_operand(store, f, i));
    }
    dx_pair_map_release(&seen);
    dx_vector_release(&open);
    return found;
}
