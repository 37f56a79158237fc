// Classes of places that nothing tells apart any more: once the groups that
// told two of them apart are laid, what is left of their room is one number.

#include "minds/eliminate/outlook.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

// Do the cards of a group add to the same sums in two classes, or can they lie
// in neither?
static bool lies_alike(const dx_outlook *o, size_t group, const bool *holds,
                       size_t a, size_t b)
{
    assert(o->marks.count == 0); // cells are of classes alone
    const unsigned *cells = o->cells + group * o->classes.count;
    unsigned count = cells[a + 1] - cells[a];
    if (holds[a] != holds[b])
        return false;
    if (!holds[a] || cells[b + 1] - cells[b] != count)
        return !holds[a];
    return count == 0 || memcmp(o->touched + cells[a], o->touched + cells[b],
                                count * sizeof *o->touched) == 0;
}

// Makes the blocks of classes finer, by what a group tells apart; a block is
// named by its first class.
static void refine(const dx_outlook *o, size_t group, uint8_t *block)
{
    bool holds[DX_PLACES_MAX] = {false};
    uint8_t finer[DX_PLACES_MAX];
    const dx_group *g = &o->groups.at[group];
    for (unsigned i = 0; i < g->class_count; i++)
        holds[g->classes[i]] = true;
    for (size_t c = 0; c < o->classes.count; c++) {
        size_t first = block[c];
        while (first < c && (block[first] != block[c] ||
                             !lies_alike(o, group, holds, first, c)))
            first++;
        assert(first <= c && first >= block[c]);
        finer[c] = (uint8_t)first;
    }
    memcpy(block, finer, o->classes.count);
}

// Blocks of the classes of each hand; a block is named by its first class.
static void part_hands(const dx_outlook *o, uint8_t *block)
{
    for (size_t c = 0; c < o->classes.count; c++) {
        unsigned hand = dx_outlook_hand(o, o->classes.at[c].places);
        while (dx_outlook_hand(o, o->classes.at[block[c]].places) != hand)
            block[c]++;
    }
}

// Which classes become one after which group.
void dx_outlook_fuse(dx_outlook *o)
{
    size_t groups = o->groups.count, classes = o->classes.count;
    bool is_part[DX_PLACES_MAX] = {false};
    if (o->tells_deals || o->tells_places || o->factors != NULL ||
        o->frame->choice_count > 0 || groups == 0 ||
        !dx_mechanism_is_on(o->mechanisms, DX_BY_FUSION))
        return;
    // blocks[g]: by the groups behind g.
    uint8_t *blocks = dx_alloc(groups * classes + 1, 1);
    part_hands(o, blocks + (groups - 1) * classes);
    for (size_t g = groups; g-- > 1;) {
        memcpy(blocks + (g - 1) * classes, blocks + g * classes, classes);
        refine(o, g, blocks + (g - 1) * classes);
    }
    for (size_t g = 0; g + 1 < groups; g++)
        for (size_t c = 1; c < classes; c++) {
            uint8_t into = blocks[g * classes + c];
            if (into == c || is_part[c])
                continue;
            assert(into < c && !is_part[into]); // the first of its block
            is_part[c] = true;
            dx_vector_push(&o->fusions, (dx_fusion){.group = (unsigned)g,
                                                    .into = into,
                                                    .from = (uint8_t)c});
        }
    if (o->fusions.count > 0)
        dx_mechanism_note(o->mechanisms, DX_BY_FUSION, 0);
    dx_free(blocks);
}
