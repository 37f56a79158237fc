#include "game/worlds_chance.h"

#include <assert.h>

dx_status dx_worlds_chance(const dx_worlds *worlds, const dx_atom *atom,
                           const int *args, dx_fraction *out_exact,
                           double *out_chance)
{
    if (!dx_worlds_have_chances(worlds))
        return DX_ERR_UNSUPPORTED;
    dx_fraction part = dx_fraction_int(0), all = dx_fraction_int(0);
    double part_value = 0, all_value = 0;
    for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        all = dx_fraction_add(all, world.exact);
        all_value += world.weight;
        if (!dx_atom_holds(atom, world.table, args))
            continue;
        part = dx_fraction_add(part, world.exact);
        part_value += world.weight;
    }
    assert(all_value > 0 && part_value <= all_value * (1 + 1e-9));
    *out_exact = dx_fraction_divide(part, all);
    *out_chance = part_value / all_value;
    return DX_OK;
}
