// Does everything that inside.h promises hold?  For tests: walks all.

#include "logic/bdd/inside.h"

static bool complain(dx_text *out, const char *what, size_t where)
{
    if (out != NULL)
        dx_text_printf(out, "%s (at %zu)\n", what, where);
    return false;
}

static bool is_in_use(const dx_bdd_manager *m, dx_bdd f)
{
    return f >> 1 < m->node_count && m->node[f >> 1].var != DX_BDD_FREE;
}

static bool check_order(const dx_bdd_manager *m, dx_text *out)
{
    for (uint32_t l = 0; l < m->variable_count; l++) {
        dx_bdd_var var = m->variable_at[l];
        if (var >= m->variable_count || m->level_of[var] != l)
            return complain(out, "levels and variables disagree", l);
        if (!is_in_use(m, m->variable[var]) ||
            m->refs[m->variable[var] >> 1] == 0)
            return complain(out, "a variable has lost its function", var);
    }
    // A group is contiguous: its last level minus its first is its size.
    for (uint32_t l = 0; l + 1 < m->variable_count; l++) {
        uint32_t group = m->group_of[m->variable_at[l]];
        bool has_ended = m->group_of[m->variable_at[l + 1]] != group;
        for (uint32_t k = l + 2; group != 0 && k < m->variable_count; k++)
            if (has_ended && m->group_of[m->variable_at[k]] == group)
                return complain(out, "a group is torn apart", l);
    }
    return true;
}

static bool check_node(const dx_bdd_manager *m, uint32_t n, dx_text *out)
{
    const dx_bdd_node *node = &m->node[n];
    if (!is_in_use(m, node->low) || !is_in_use(m, node->high))
        return complain(out, "a child is not in use", n);
    if (node->low & 1)
        return complain(out, "a low child is complemented", n);
    if (node->low == node->high)
        return complain(out, "two equal children", n);
    uint32_t level = m->level_of[node->var];
    if (dx_bdd_level_or_end(m, node->low) <= level ||
        dx_bdd_level_or_end(m, node->high) <= level)
        return complain(out, "a child is not below its parent", n);
    return true;
}

// Also that no node of the chain has a twin: equal ones share a chain.
static bool check_chain(const dx_bdd_manager *m, dx_bdd_var var, uint32_t first,
                        size_t *count, dx_text *out)
{
    for (uint32_t n = first; n != DX_BDD_NIL; n = m->node[n].next) {
        ++*count;
        if (m->node[n].var != var)
            return complain(out, "a node in the table of another variable", n);
        if (!check_node(m, n, out))
            return false;
        for (uint32_t k = m->node[n].next; k != DX_BDD_NIL; k = m->node[k].next)
            if (m->node[k].low == m->node[n].low &&
                m->node[k].high == m->node[n].high)
                return complain(out, "one function at two nodes", n);
    }
    return true;
}

static bool check_tables(const dx_bdd_manager *m, dx_text *out)
{
    size_t total = 1; // the terminal
    for (dx_bdd_var v = 0; v < m->variable_count; v++) {
        size_t count = 0;
        for (size_t b = 0; b < (size_t)1 << m->table[v].bits; b++)
            if (!check_chain(m, v, m->table[v].bucket[b], &count, out))
                return false;
        if (count != m->table[v].count)
            return complain(out, "a table counts its nodes wrongly", v);
        total += count;
    }
    if (total != dx_bdd_nodes(m))
        return complain(out, "nodes outside the tables", total);
    size_t in_use = 0;
    for (uint32_t n = 0; n < m->node_count; n++) {
        in_use += m->node[n].var != DX_BDD_FREE;
        if (m->node[n].var == DX_BDD_FREE && m->refs[n] > 0)
            return complain(out, "a free node with a reference", n);
    }
    if (in_use != total)
        return complain(out, "free nodes are counted wrongly", in_use);
    return true;
}

// Looks every node up the way an operation would.
static bool check_lookup(const dx_bdd_manager *m, dx_text *out)
{
    for (uint32_t n = 1; n < m->node_count; n++) {
        const dx_bdd_node node = m->node[n];
        if (node.var != DX_BDD_FREE &&
            dx_bdd_table_find(m, node.var, node.low, node.high) != n)
            return complain(out, "a node that is not found", n);
    }
    return true;
}

static bool check_cache(const dx_bdd_manager *m, dx_text *out)
{
    const uint32_t edge = (UINT32_C(1) << DX_BDD_OPERATION_SHIFT) - 1;
    for (size_t i = 0; i < (size_t)1 << m->cache_bits; i++) {
        const dx_bdd_slot *slot = &m->cache[i];
        bool is_call =
            slot->f >> DX_BDD_OPERATION_SHIFT == DX_BDD_OP_SUBSTITUTE;
        if (!is_in_use(m, slot->f & edge) || !is_in_use(m, slot->h) ||
            !is_in_use(m, slot->result) || (!is_call && !is_in_use(m, slot->g)))
            return complain(out, "the cache remembers a node that is gone", i);
    }
    return true;
}

bool dx_bdd_check(const dx_bdd_manager *m, dx_text *out)
{
    if (m->node[0].var != DX_BDD_TERMINAL)
        return complain(out, "the constant is gone", 0);
    return check_order(m, out) && check_tables(m, out) &&
           check_lookup(m, out) && check_cache(m, out);
}
