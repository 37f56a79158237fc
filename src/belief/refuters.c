// A table with a row for each variable and a column for each solution.
//
// Variables that were made after a solution have no value in it; `known` says
// how far it goes.  A full table is filled again from the first column on.

#include "belief/refuters.h"

#include <stdlib.h>

void dx_refuters_forget(dx_refuters *refuters)
{
    refuters->count = refuters->next = 0;
}

void dx_refuters_release(dx_refuters *refuters)
{
    dx_vector_release(&refuters->is_true);
}

bool dx_refuters_refute(const dx_refuters *refuters, int literal)
{
    int variable = abs(literal);
    if (refuters->count == 0 || (size_t)variable >= refuters->is_true.count)
        return false;
    uint64_t all = refuters->count == DX_REFUTERS_MAX
                       ? UINT64_MAX
                       : (UINT64_C(1) << refuters->count) - 1;
    uint64_t where = refuters->is_true.at[variable];
    uint64_t refuting = all & (literal > 0 ? ~where : where);
    for (; refuting != 0; refuting &= refuting - 1)
        if (refuters->known[__builtin_ctzll(refuting)] >= variable)
            return true;
    return false;
}

void dx_refuters_keep(dx_refuters *refuters, const dx_sat *sat)
{
    int variables = dx_sat_variable_count(sat);
    while (refuters->is_true.count <= (size_t)variables)
        dx_vector_push(&refuters->is_true, 0);
    unsigned column = refuters->next;
    uint64_t bit = UINT64_C(1) << column;
    for (int v = 1; v <= variables; v++) {
        uint64_t *row = &refuters->is_true.at[v];
        *row = dx_sat_value(sat, v) ? *row | bit : *row & ~bit;
    }
    refuters->known[column] = variables;
    refuters->next = (column + 1) % DX_REFUTERS_MAX;
    if (refuters->count < DX_REFUTERS_MAX)
        refuters->count++;
}
