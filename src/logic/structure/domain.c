// forall, exists and `in`: written out, as the explicit engine does.
//
// Each instance is a formula of the store and its value is remembered, so a
// domain of n members costs n values.  Facts that fill a place (`forall x in
// hand(b)`) are found among the atoms, and each instance has its fact as a
// condition.

#include "logic/structure/inside.h"

#include "base/memory.h"

enum { MEMBERS_MAX = 100000 };

// A whole number that is the same at every state.
static bool fixed(dx_structure *s, uint32_t situation, dx_formula term,
                  int64_t *out)
{
    dx_number number;
    if (!dx_structure_term(s, situation, term, &number))
        return false;
    bool is_fine = number.count == 1 && number.where[0] == DX_BDD_TRUE &&
                   number.value[0].over == 1;
    if (is_fine)
        *out = number.value[0].top;
    else
        dx_structure_fail(s, DX_ERR_INPUT,
                          "the ends of a range must be whole numbers that are "
                          "the same at every world");
    dx_number_release(&number);
    return is_fine;
}

static bool range(dx_structure *s, uint32_t situation, dx_formula domain,
                  dx_formula_list *out)
{
    int64_t low, high;
    if (!fixed(s, situation, dx_formula_operand(s->store, domain, 0), &low) ||
        !fixed(s, situation, dx_formula_operand(s->store, domain, 1), &high))
        return false;
    if (high >= low && (uint64_t)high - (uint64_t)low >= MEMBERS_MAX) {
        dx_structure_fail(s, DX_ERR_LIMIT,
                          "a quantifier ranges over more than %d values",
                          MEMBERS_MAX);
        return false;
    }
    for (int64_t i = low; i <= high; i++)
        dx_vector_push(out, dx_formula_number(s->store, dx_fraction_int(i)));
    return true;
}

// name(args..., member)
static dx_formula membership(dx_structure *s, dx_formula apply,
                             dx_formula member)
{
    size_t count = dx_formula_count(s->store, apply);
    uint32_t *operands = dx_alloc_raw(count + 1, sizeof *operands);
    for (size_t i = 0; i < count; i++)
        operands[i] = dx_formula_operand(s->store, apply, i);
    operands[count] = member;
    dx_formula atom = dx_formula_make(s->store, DX_APPLY, count + 1, operands);
    dx_free(operands);
    return atom;
}

// Is `atom` name(args..., t) for the name(args...) of `apply`?
static bool is_membership(const dx_structure *s, dx_formula apply,
                          dx_formula atom)
{
    size_t count = dx_formula_count(s->store, apply);
    if (dx_formula_count(s->store, atom) != count + 1)
        return false;
    for (size_t i = 0; i < count; i++)
        if (dx_formula_operand(s->store, apply, i) !=
            dx_formula_operand(s->store, atom, i))
            return false;
    return true;
}

// What a body says or is worth if `atom` decides whether it counts.
static dx_formula if_member(dx_structure *s, dx_kind kind, dx_formula atom,
                            dx_formula body)
{
    if (kind == DX_FORALL)
        return dx_formula_implies(s->store, atom, body);
    if (kind != DX_SUM)
        return dx_formula_and(s->store, atom, body);
    // Times (count x in {0}: atom), which is 1 or 0.
    dx_formula zero = dx_formula_number(s->store, dx_fraction_int(0));
    dx_formula once = dx_formula_make(s->store, DX_SET, 1, &zero);
    uint32_t operands[] = {dx_names_add(dx_formulas_names(s->store), "x"), once,
                           atom};
    return dx_formula_binary(s->store, DX_MULTIPLY,
                             dx_formula_make(s->store, DX_COUNT, 3, operands),
                             body);
}

bool dx_structure_instances(dx_structure *s, uint32_t situation, dx_formula f,
                            dx_formula_list *out)
{
    dx_name variable = dx_formula_operand(s->store, f, 0);
    dx_formula domain = dx_formula_operand(s->store, f, 1);
    dx_formula body = dx_formula_operand(s->store, f, 2);
    dx_kind kind = dx_formula_kind(s->store, domain);
    if (kind == DX_RANGE && !range(s, situation, domain, out))
        return false;
    for (size_t i = 0; kind == DX_SET && i < dx_formula_count(s->store, domain);
         i++)
        dx_vector_push(out, dx_formula_operand(s->store, domain, i));
    for (size_t i = 0; i < out->count; i++)
        out->at[i] = dx_formula_replace(s->store, body, variable, out->at[i]);
    if (kind != DX_APPLY)
        return true;
    domain = dx_structure_reduce(s, situation, domain);
    size_t arguments = dx_formula_count(s->store, domain);
    for (size_t i = 0; i < s->atoms.count; i++) {
        dx_formula atom = s->atoms.at[i];
        if (!is_membership(s, domain, atom))
            continue;
        dx_formula one =
            dx_formula_replace(s->store, body, variable,
                               dx_formula_operand(s->store, atom, arguments));
        dx_vector_push(out,
                       if_member(s, dx_formula_kind(s->store, f), atom, one));
    }
    if (out->count > 0)
        return true;
    dx_structure_fail(s, DX_ERR_INPUT, "'%s' is no domain",
                      dx_formula_text(s->store, domain));
    return false;
}

static dx_formula member_of(dx_structure *s, dx_formula f)
{
    dx_formula term = dx_formula_operand(s->store, f, 0);
    dx_formula domain = dx_formula_operand(s->store, f, 1);
    if (dx_formula_kind(s->store, domain) == DX_APPLY)
        return membership(s, domain, term);
    if (dx_formula_kind(s->store, domain) == DX_RANGE)
        return dx_formula_and(
            s->store,
            dx_formula_binary(s->store, DX_LESS_EQUAL,
                              dx_formula_operand(s->store, domain, 0), term),
            dx_formula_binary(s->store, DX_LESS_EQUAL, term,
                              dx_formula_operand(s->store, domain, 1)));
    dx_formula_list list = {0};
    for (size_t i = 0; i < dx_formula_count(s->store, domain); i++)
        dx_vector_push(
            &list, dx_formula_binary(s->store, DX_EQUAL, term,
                                     dx_formula_operand(s->store, domain, i)));
    dx_formula any = dx_formula_all(s->store, DX_OR, list.count, list.at);
    dx_vector_release(&list);
    return any;
}

dx_formula dx_structure_write_out(dx_structure *s, uint32_t situation,
                                  dx_formula f)
{
    dx_formula_list list = {0};
    bool is_forall = dx_formula_kind(s->store, f) == DX_FORALL;
    dx_formula all = DX_FORMULA_NONE;
    if (dx_structure_instances(s, situation, f, &list))
        all = dx_formula_all(s->store, is_forall ? DX_AND : DX_OR, list.count,
                             list.at);
    dx_vector_release(&list);
    return all;
}

dx_bdd dx_structure_domain(dx_structure *s, uint32_t situation, dx_formula f)
{
    if (dx_formula_kind(s->store, f) == DX_IN)
        return dx_structure_value(s, situation, member_of(s, f));
    return dx_structure_value(s, situation,
                              dx_structure_write_out(s, situation, f));
}
