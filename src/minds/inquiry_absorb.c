// What the other parts of a conjunction or disjunction say already.  A
// quantifier over cards meets the card itself, and then says plainly what it
// says elsewhere with a condition.

#include "minds/inquiry_private.h"

// Do two nodes of one spot say the same, word for word?
static bool says_same(const dx_inquiry *q, dx_inquiry_node x, dx_inquiry_node y)
{
    const dx_node_data *a = &q->nodes.at[x], *b = &q->nodes.at[y];
    if (x == y)
        return true;
    if (a->kind != b->kind || a->scope != b->scope || a->count != b->count)
        return false;
    if (a->kind == DX_NODE_LEAST)
        return a->places == b->places && a->kinds == b->kinds &&
               a->number.top == b->number.top;
    if (a->kind == DX_NODE_PATTERN)
        return a->pattern == b->pattern;
    if (a->kind != DX_NODE_JOIN || a->join != b->join)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!says_same(q, q->operands.at[a->first + i],
                       q->operands.at[b->first + i]))
            return false;
    return true;
}

// Is one operand of an AND or OR as good as said by another, which is the same,
// or one of its own alternatives: "f, and g or f" is f?
static bool is_said_by(const dx_inquiry *q, dx_join join, dx_inquiry_node of,
                       dx_inquiry_node other)
{
    const dx_node_data *n = &q->nodes.at[of];
    dx_join dual = join == DX_JOIN_AND ? DX_JOIN_OR : DX_JOIN_AND;
    if (says_same(q, of, other))
        return true;
    for (uint32_t i = 0;
         n->kind == DX_NODE_JOIN && n->join == dual && i < n->count; i++)
        if (says_same(q, q->operands.at[n->first + i], other))
            return true;
    return false;
}

size_t dx_inquiry_absorb(const dx_inquiry *q, dx_join join,
                         dx_inquiry_node *kept, size_t count)
{
    enum { OPERANDS_MOST = 64 };
    dx_mechanisms *mechanisms = q->effort.mechanisms;
    if (count > OPERANDS_MOST ||
        !dx_mechanism_is_on(mechanisms, DX_BY_ABSORBING))
        return count;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            if (i != j && is_said_by(q, join, kept[j], kept[i])) {
                kept[j] = kept[--count];
                dx_mechanism_note(mechanisms, DX_BY_ABSORBING, 0);
                i = SIZE_MAX; // from the first again
                break;
            }
    return count;
}
