// How many cards of a kind a place holds, read off the cells of a table.
//
// A cell counts cards of a class of kinds in a class of places.  Which of
// them lie in one member of the class of places, and which of those are of
// one member of the class of kinds, is a draw without replacement each time.

#include "worlds/deal_table_private.h"

// What a question is about: a place of `size` in a class of `room`, a kind of
// `copies` in a class of `cards`.
typedef struct content {
    const dx_tally *weight; // by number of cards
    size_t count;
    unsigned size, room, copies, cards;
} content;

// False if the place never holds the kind.
static bool find_cell(const dx_deal_table *table, unsigned place, unsigned kind,
                      content *out_cell)
{
    DX_REQUIRE(place < table->space.place_count, "a place of the space");
    DX_REQUIRE(kind < table->space.kind_count, "a kind of the space");
    const dx_classes *classes = &table->classes;
    unsigned p = classes->place_class[place], k = classes->kind_class[kind];
    if (p == DX_NO_CLASS || k == DX_NO_CLASS || dx_tally_is_zero(table->ways))
        return false;
    unsigned step = table->step_of[p * classes->kind_count + k];
    if (step == DX_NO_STEP)
        return false;
    *out_cell = (content){
        .weight = &table->cell[table->cell_at[step]],
        .count = table->cell_at[step + 1] - table->cell_at[step],
        .size = table->space.place[place].size,
        .room = classes->place[p].size,
        .copies = table->space.copies[kind],
        .cards = classes->copies[k],
    };
    return true;
}

// `drawn` of `all` cards are drawn; the weight of those draws that get exactly
// `number` of the `marked` ones.
static dx_tally draw(dx_tally weight, unsigned all, unsigned marked,
                     unsigned drawn, unsigned number)
{
    if (number > marked || number > drawn || drawn - number > all - marked)
        return dx_tally_of(0);
    if (all == marked || drawn == all)
        return weight;
    return dx_tally_share(weight,
                          dx_choose(marked, number) *
                              dx_choose(all - marked, drawn - number),
                          dx_choose(all, drawn));
}

// In how many arrangements the place holds exactly n cards of the kind, for
// each n below `count`.
static void count_numbers(const dx_deal_table *table, unsigned place,
                          unsigned kind, unsigned count, dx_tally *out_weight)
{
    content cell;
    for (unsigned i = 0; i < count; i++)
        out_weight[i] = dx_tally_of(0);
    if (!find_cell(table, place, kind, &cell)) {
        if (count > 0)
            out_weight[0] = dx_deal_table_total(table);
        return;
    }
    for (unsigned n = 0; n < cell.count; n++) {
        if (dx_tally_is_zero(cell.weight[n]))
            continue;
        dx_tally all =
            dx_tally_multiply(cell.weight[n], table->classes.spreads);
        unsigned most = n < cell.size ? n : cell.size;
        for (unsigned here = 0; here <= most; here++) {
            dx_tally some = draw(all, cell.room, n, cell.size, here);
            if (dx_tally_is_zero(some))
                continue;
            for (unsigned i = 0; i < count && i <= here; i++)
                out_weight[i] =
                    dx_tally_add(out_weight[i],
                                 draw(some, cell.cards, cell.copies, here, i));
        }
    }
}

dx_tally dx_deal_table_exactly(const dx_deal_table *table, unsigned place,
                               unsigned kind, unsigned number)
{
    dx_tally weight[DX_CARDS_MAX + 1];
    if (number > DX_CARDS_MAX)
        return dx_tally_of(0);
    count_numbers(table, place, kind, number + 1, weight);
    return weight[number];
}

dx_tally dx_deal_table_at_least(const dx_deal_table *table, unsigned place,
                                unsigned kind, unsigned number)
{
    dx_tally weight[DX_CARDS_MAX + 1], sum = dx_tally_of(0);
    count_numbers(table, place, kind, DX_CARDS_MAX + 1, weight);
    for (unsigned i = number; i <= DX_CARDS_MAX; i++)
        sum = dx_tally_add(sum, weight[i]);
    return sum;
}

// By linearity: every card of the class of places is in this place in size out
// of room cases, and of this kind in copies out of cards.
void dx_deal_table_marginals(const dx_deal_table *table, unsigned place,
                             dx_tally *out_weight)
{
    for (unsigned kind = 0; kind < table->space.kind_count; kind++) {
        content cell;
        dx_tally sum = dx_tally_of(0);
        if (find_cell(table, place, kind, &cell)) {
            for (unsigned n = 1; n < cell.count; n++)
                sum = dx_tally_add(
                    sum, dx_tally_multiply(dx_tally_of(n), cell.weight[n]));
            sum = dx_tally_multiply(sum, table->classes.spreads);
            sum = dx_tally_share(sum, (dx_count)cell.size * cell.copies,
                                 (dx_count)cell.room * cell.cards);
        }
        out_weight[kind] = sum;
    }
}
