// A table with a row for each variable and a column for each solution.
//
// Variables that were made after a solution have no value in it; `known` says
// how far it goes.  A full table is filled again from the first column on.

#include "belief/witnesses.h"

#include <stdlib.h>

void dx_witnesses_forget(dx_witnesses *witnesses)
{
    witnesses->count = witnesses->next = 0;
}

void dx_witnesses_release(dx_witnesses *witnesses)
{
    dx_vector_release(&witnesses->is_true);
}

bool dx_witnesses_refute(const dx_witnesses *witnesses, int literal)
{
    int variable = abs(literal);
    if (witnesses->count == 0 || (size_t)variable >= witnesses->is_true.count)
        return false;
    uint64_t all = witnesses->count == DX_WITNESSES_MAX
                       ? UINT64_MAX
                       : (UINT64_C(1) << witnesses->count) - 1;
    uint64_t where = witnesses->is_true.at[variable];
    uint64_t refuting = all & (literal > 0 ? ~where : where);
    for (; refuting != 0; refuting &= refuting - 1)
        if (witnesses->known[__builtin_ctzll(refuting)] >= variable)
            return true;
    return false;
}

void dx_witnesses_keep(dx_witnesses *witnesses, const dx_sat *sat)
{
    int variables = dx_sat_variable_count(sat);
    while (witnesses->is_true.count <= (size_t)variables)
        dx_vector_push(&witnesses->is_true, 0);
    unsigned column = witnesses->next;
    uint64_t bit = UINT64_C(1) << column;
    for (int v = 1; v <= variables; v++) {
        uint64_t *row = &witnesses->is_true.at[v];
        *row = dx_sat_value(sat, v) ? *row | bit : *row & ~bit;
    }
    witnesses->known[column] = variables;
    witnesses->next = (column + 1) % DX_WITNESSES_MAX;
    if (witnesses->count < DX_WITNESSES_MAX)
        witnesses->count++;
}
