// The rules as a table, and the conditions under which each may be used; which
// world is whose parent, and when a rule is tried, is the business of others.

#include "proof/rules.h"

#include <assert.h>

const dx_proof_rule dx_proof_rules[] = {
    {"K", DX_DOWN, DX_BODY, 0, 0, false, false, false},
    {"T", DX_HERE, DX_BODY, DX_REFLEXIVE, 0, false, false, false},
    {"4", DX_DOWN, DX_SAME, DX_TRANSITIVE, DX_STRONG_4, false, false, false},
    {"B", DX_UP, DX_BODY, DX_SYMMETRIC, 0, false, false, false},
    {"5", DX_UP, DX_SAME, DX_EUCLIDEAN, DX_STRONG_5, false, false, false},
    {"5", DX_UP, DX_TWICE, DX_EUCLIDEAN, DX_TRANSITIVE, true, false, false},
    {"5", DX_DOWN, DX_SAME, DX_EUCLIDEAN, DX_TRANSITIVE, false, true, false},
    {"4s", DX_DOWN, DX_SAME, DX_STRONG_4, 0, false, false, true},
    {"5s", DX_UP, DX_SAME, DX_STRONG_5, 0, false, false, true},
};
const size_t dx_proof_rule_count =
    sizeof dx_proof_rules / sizeof *dx_proof_rules;

uint64_t dx_proof_edge(const dx_core *core, dx_logic logic, uint64_t set)
{
    assert(set != 0);
    if (!(logic & DX_ORDERED))
        return set;
    uint64_t first = set & -set, last = UINT64_C(1)
                                        << (dx_core_agents(core) - 1);
    return (last | (last - 1)) & ~(first - 1);
}

bool dx_proof_rule_fits(const dx_proof_rule *rule, dx_logic logic, uint64_t set,
                        uint64_t upper_edge)
{
    assert(set != 0);
    bool is_inside = (upper_edge & set) == set;
    return (logic & rule->needs) == rule->needs && !(logic & rule->lacks) &&
           !(rule->outside && is_inside) && !(rule->inside && !is_inside);
}

dx_node dx_proof_rule_conclusion(const dx_proof_rule *rule, dx_core *core,
                                 dx_node box)
{
    assert(dx_core_kind_of(core, box) == DX_CORE_BOX);
    if (rule->gain == DX_BODY)
        return dx_core_part(core, box, 0);
    if (rule->gain == DX_SAME)
        return box;
    return dx_core_box(core, dx_core_set(core, box), box);
}

bool dx_diamond_moves(dx_logic logic, uint64_t set, uint64_t edge,
                      uint64_t parent_edge)
{
    bool hangs = (edge & set) == set, parent_hangs = (parent_edge & set) == set;
    if (logic & DX_STRONG_5)
        return edge != 0;
    return (logic & DX_EUCLIDEAN) && hangs &&
           ((logic & DX_TRANSITIVE) || parent_hangs);
}

uint64_t dx_need_successor(dx_logic logic, uint64_t set, uint64_t edge)
{
    if (!(logic & DX_SERIAL) || (logic & DX_REFLEXIVE))
        return 0;
    if ((logic & DX_STRONG_5) && edge != 0)
        return 0; // the box goes up, and the root's successors are all there
                  // are
    if (logic & DX_ORDERED)
        set = 1;
    bool has_parent = logic & (DX_SYMMETRIC | DX_EUCLIDEAN);
    return has_parent ? set & ~edge : set;
}

uint64_t dx_shortcut_concerns(const dx_core *core, dx_logic logic, uint64_t set)
{
    if (logic & (DX_SYMMETRIC | DX_EUCLIDEAN))
        return 0;
    if (!dx_core_has_groups(core) || (logic & DX_ORDERED))
        return dx_proof_edge(core, logic, set);
    return logic & DX_TRANSITIVE ? 0 : UINT64_MAX;
}

bool dx_proof_rules_are_complete(const dx_core *core, dx_logic logic)
{
    bool loops_by_itself = (logic & DX_SYMMETRIC) && (logic & DX_TRANSITIVE) &&
                           !(logic & DX_REFLEXIVE);
    return !dx_core_has_fixpoints(core) &&
           !(dx_core_has_groups(core) && loops_by_itself);
}
