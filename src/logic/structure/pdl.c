// Programs whose steps are those of agents.

#include "logic/structure/inside.h"

// Evaluates the tests of a program, so that their values are known before a
// loop holds values of its own; also finds agents that do not exist.
static bool prepare(dx_structure *s, uint32_t situation, dx_formula program)
{
    dx_formula first = dx_formula_operand(s->store, program, 0);
    switch (dx_formula_kind(s->store, program)) {
    case DX_STEP:
        return dx_structure_agent(s, first) != UINT32_MAX;
    case DX_TEST:
        return dx_structure_value(s, situation, first) != DX_BDD_INVALID;
    default:
        for (size_t i = 0; i < dx_formula_count(s->store, program); i++)
            if (!prepare(s, situation,
                         dx_formula_operand(s->store, program, i)))
                return false;
        return true;
    }
}

// <program> f, for a value f.
static dx_bdd reach(dx_structure *s, uint32_t situation, dx_formula program,
                    dx_bdd f)
{
    size_t count = dx_formula_count(s->store, program);
    dx_formula first = dx_formula_operand(s->store, program, 0);
    dx_bdd result = f, before;
    switch (dx_formula_kind(s->store, program)) {
    case DX_STEP:
        return dx_structure_possible(s, situation, dx_structure_agent(s, first),
                                     f);
    case DX_TEST:
        return dx_bdd_and(s->m, f, dx_structure_value(s, situation, first));
    case DX_SEQUENCE:
        for (size_t i = count; i-- > 0;)
            result = reach(s, situation,
                           dx_formula_operand(s->store, program, i), result);
        return result;
    case DX_CHOICE:
        result = DX_BDD_FALSE;
        for (size_t i = 0; i < count; i++)
            result =
                dx_bdd_or(s->m, result,
                          reach(s, situation,
                                dx_formula_operand(s->store, program, i), f));
        return result;
    case DX_STAR:
        do {
            before = result;
            result =
                dx_bdd_or(s->m, result, reach(s, situation, first, result));
        } while (result != before && result != DX_BDD_INVALID);
        return result;
    default:
        return dx_structure_fail(s, DX_ERR_UNSUPPORTED,
                                 "the symbolic engine does not know this kind "
                                 "of program");
    }
}

dx_bdd dx_structure_pdl(dx_structure *s, uint32_t situation, dx_formula f)
{
    dx_formula program = dx_formula_operand(s->store, f, 0);
    if (!prepare(s, situation, program))
        return DX_BDD_INVALID;
    dx_bdd body =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 1));
    if (body == DX_BDD_INVALID)
        return body;
    if (dx_formula_kind(s->store, f) == DX_DIAMOND)
        return reach(s, situation, program, body);
    return dx_bdd_not(reach(s, situation, program, dx_bdd_not(body)));
}
