// Open addressing by the formula's number, at most half full.

#include "logic/formula/memo.h"

#include "base/hash.h"
#include "base/memory.h"

static size_t slot_of(const dx_formula_memo *memo, dx_formula f)
{
    size_t slot = (size_t)dx_hash_mix(f) & (memo->room - 1);
    while (memo->pair[slot].number != DX_MEMO_NONE &&
           memo->pair[slot].formula != f)
        slot = (slot + 1) & (memo->room - 1);
    return slot;
}

uint32_t dx_formula_memo_find(const dx_formula_memo *memo, dx_formula f)
{
    return memo->room == 0 ? DX_MEMO_NONE : memo->pair[slot_of(memo, f)].number;
}

static void grow(dx_formula_memo *memo)
{
    dx_formula_memo larger = {.room = memo->room == 0 ? 64 : 2 * memo->room,
                              .count = memo->count};
    larger.pair = dx_alloc_raw(larger.room, sizeof *larger.pair);
    for (size_t i = 0; i < larger.room; i++)
        larger.pair[i].number = DX_MEMO_NONE;
    for (size_t i = 0; i < memo->room; i++)
        if (memo->pair[i].number != DX_MEMO_NONE)
            larger.pair[slot_of(&larger, memo->pair[i].formula)] =
                memo->pair[i];
    dx_free(memo->pair);
    *memo = larger;
}

void dx_formula_memo_put(dx_formula_memo *memo, dx_formula f, uint32_t number)
{
    if (2 * memo->count >= memo->room)
        grow(memo);
    dx_memo_pair *pair = &memo->pair[slot_of(memo, f)];
    memo->count += pair->number == DX_MEMO_NONE;
    *pair = (dx_memo_pair){f, number};
}

void dx_formula_memo_release(dx_formula_memo *memo)
{
    dx_free(memo->pair);
    *memo = (dx_formula_memo){0};
}
