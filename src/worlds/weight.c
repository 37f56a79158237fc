// Weights of what is not one cell: a whole hand, a bound.  Both count a space
// that says more.

#include "worlds/deal_table.h"

static dx_status total_of(const dx_deal_space *space, size_t steps_max,
                          dx_tally *out_total)
{
    dx_deal_table *table = NULL;
    dx_status status = dx_deal_table_new(space, steps_max, &table);
    if (status != DX_OK)
        return status;
    *out_total = dx_deal_table_total(table);
    dx_deal_table_free(table);
    return DX_OK;
}

dx_status dx_hand_weight(const dx_deal_space *space, unsigned place,
                         const uint8_t *hand, size_t steps_max,
                         dx_tally *out_weight)
{
    dx_deal_space others = *space;
    dx_tally total = dx_tally_of(0);
    dx_count ways = dx_deal_space_fix(&others, place, hand);
    dx_status status = DX_OK;
    if (ways > 0)
        status = total_of(&others, steps_max, &total);
    if (status == DX_OK)
        *out_weight = dx_tally_multiply(dx_tally_of(ways), total);
    return status;
}

dx_status dx_bound_weight(const dx_deal_space *space, const dx_bound *bound,
                          size_t steps_max, dx_tally *out_weight)
{
    dx_deal_space narrower = *space;
    if (narrower.bound_count == DX_BOUNDS_MAX)
        return DX_ERR_LIMIT;
    dx_deal_space_add_bound(&narrower, bound);
    return total_of(&narrower, steps_max, out_weight);
}
