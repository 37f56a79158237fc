// logic/kripke/bereft.h -- listing agents, and groups of them, whom updates
// left no world, each once.

#ifndef DX_LOGIC_KRIPKE_BEREFT_H
#define DX_LOGIC_KRIPKE_BEREFT_H

#include "logic/kripke/update.h"

static inline bool dx_group_has(const dx_formulas *store, dx_formula group,
                                uint32_t member)
{
    for (size_t i = 1; i < dx_formula_count(store, group); i++)
        if (dx_formula_operand(store, group, i) == member)
            return true;
    return false;
}

static inline bool dx_group_within(const dx_formulas *store, dx_formula a,
                                   dx_formula b)
{
    for (size_t i = 1; i < dx_formula_count(store, a); i++)
        if (!dx_group_has(store, b, dx_formula_operand(store, a, i)))
            return false;
    return true;
}

static inline bool dx_bereft_same(const dx_formulas *store, const dx_bereft *a,
                                  const dx_bereft *b)
{
    if (a->group == DX_FORMULA_NONE || b->group == DX_FORMULA_NONE)
        return a->group == b->group && a->agent == b->agent &&
               a->attitude == b->attitude;
    return dx_group_within(store, a->group, b->group) &&
           dx_group_within(store, b->group, a->group);
}

// Adds one, or remembers of one that is there that it is here too.
static inline void dx_bereft_add(dx_bereft_list *list, const dx_formulas *store,
                                 dx_bereft one)
{
    for (size_t i = 0; i < list->count; i++) {
        dx_bereft *old = &list->at[i];
        if (dx_bereft_same(store, old, &one)) {
            old->is_here = old->is_here || one.is_here;
            return;
        }
    }
    dx_vector_push(list, one);
}

// The group of a D[..]: everybody in it together.
static inline dx_bereft dx_bereft_group(const dx_formulas *store, dx_formula f,
                                        bool is_here)
{
    dx_name first = dx_formula_name(store, dx_formula_operand(store, f, 1));
    return (dx_bereft){first, DX_KNOWLEDGE, is_here, f};
}

#endif
