// Contraction of large models.

#include "bench.h"

#include "base/memory.h"
#include "logic/bisim/bisim.h"

enum { BITS = 20, FACTS = 10, WORLDS = 1 << BITS };

// Worlds are rows of 20 bits, 10 of them facts; agent i sees all bits but i.
// What is left are the 1024 rows of facts.
static dx_model *rows_of_bits(dx_formulas *store)
{
    static const char *const names[] = {
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
        "k", "l", "m", "n", "o", "p", "q", "r", "s", "t",
    };
    dx_model *model = dx_model_new(store, WORLDS);
    uint32_t *cell = dx_alloc(WORLDS, sizeof *cell);
    for (uint32_t bit = 0; bit < BITS; bit++) {
        dx_model_add_agent(model, names[bit]);
        for (uint32_t w = 0; w < WORLDS; w++)
            cell[w] = w & ~(UINT32_C(1) << bit);
        dx_model_set_partition(model, bit, cell);
    }
    dx_free(cell);
    for (uint32_t bit = 0; bit < FACTS; bit++) {
        size_t p =
            dx_model_add_proposition(model, dx_formula_atom(store, names[bit]));
        for (uint32_t w = 0; w < WORLDS; w++)
            if ((w >> bit & 1) != 0)
                dx_bitset_add(dx_model_worlds_of(model, p), w);
    }
    return model;
}

BENCH(contract_a_million_worlds_of_20_agents)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = rows_of_bits(store), *small = NULL;
    while (dx_bench_running(bench)) {
        dx_model_free(small);
        if (dx_model_contract(model, DX_BISIM_RELATIONS, &small, NULL, NULL) !=
            DX_OK)
            return;
    }
    dx_bench_result(bench, dx_model_world_count(small));
    dx_model_free(small);
    dx_model_free(model);
    dx_formulas_free(store);
}
