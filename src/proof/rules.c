#include "proof/rules.h"

const dx_rule dx_rules[] = {
    {"K", DX_DOWN, DX_BODY, 0, 0, false},
    {"T", DX_HERE, DX_BODY, DX_REFLEXIVE, 0, false},
    {"4", DX_DOWN, DX_SAME, DX_TRANSITIVE, 0, false},
    {"B", DX_UP, DX_BODY, DX_SYMMETRIC, 0, false},
    {"5", DX_UP, DX_SAME, DX_EUCLIDEAN, 0, false},
    {"5", DX_UP, DX_TWICE, DX_EUCLIDEAN, DX_TRANSITIVE, false},
    {"5", DX_DOWN, DX_SAME, DX_EUCLIDEAN, DX_TRANSITIVE, true},
};
const size_t dx_rule_count = sizeof dx_rules / sizeof *dx_rules;

bool dx_rule_applies(const dx_rule *rule, dx_logic logic)
{
    return (logic & rule->needs) == rule->needs && (logic & rule->lacks) == 0;
}

dx_node dx_rule_conclusion(const dx_rule *rule, dx_core *core, dx_node box)
{
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
    return (logic & DX_EUCLIDEAN) && hangs &&
           ((logic & DX_TRANSITIVE) || parent_hangs);
}

bool dx_needs_successor(dx_logic logic, uint64_t set, uint64_t edge)
{
    bool is_single = (set & (set - 1)) == 0;
    bool has_one = (edge & set) != 0 && (logic & (DX_SYMMETRIC | DX_EUCLIDEAN));
    return is_single && (logic & DX_SERIAL) && !(logic & DX_REFLEXIVE) &&
           !has_one;
}
