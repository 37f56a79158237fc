// The dynamic programme over the cells of a deal, in the order of fill_order.c.
//
// A state is what the cells filled so far leave open, and an edge puts a number
// of cards into the next cell.  States that leave the same open can be
// completed in the same ways, so equal ones are one; the layers are built
// forwards, and a branch that breaks a bound, or leaves a place unfilled behind
// its last cell, is dropped there.  An edge that takes n of the c cards left of
// a kind stands for "c choose n" ways; along a path these multiply to copies! /
// product of n!, the weight of the deal.  (Deals are counted with all these
// factors 1.)
//
// Backwards each state gets the weight of all ways to the end.
//
// Cost: linear in the edges, of which the caller allows so many.

#include "worlds/deal_table_private.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

// Where the states of the layer under construction are found by their key.
typedef struct state_index {
    uint32_t *slot; // 1 + state, or 0
    size_t slots, used;
} state_index;

static uint64_t hash_key(dx_count key)
{
    return dx_hash_add((uint64_t)key, (uint64_t)(key >> 64));
}

static void index_clear(state_index *index)
{
    memset(index->slot, 0, index->slots * sizeof *index->slot);
    index->used = 0;
}

static uint32_t *index_slot(const state_index *index,
                            const dx_deal_table *table, dx_count key)
{
    size_t at = hash_key(key) & (index->slots - 1);
    while (index->slot[at] != 0 &&
           table->states.at[index->slot[at] - 1].key != key)
        at = (at + 1) & (index->slots - 1);
    return &index->slot[at];
}

static void index_grow(state_index *index, const dx_deal_table *table)
{
    state_index larger = {.slots = index->slots * 2, .used = index->used};
    larger.slot = dx_alloc(larger.slots, sizeof *larger.slot);
    for (size_t i = 0; i < index->slots; i++)
        if (index->slot[i] != 0)
            *index_slot(&larger, table,
                        table->states.at[index->slot[i] - 1].key) =
                index->slot[i];
    dx_free(index->slot);
    *index = larger;
}

static uint32_t state_with(dx_deal_table *table, state_index *index,
                           dx_count key)
{
    uint32_t *slot = index_slot(index, table, key);
    if (*slot != 0)
        return *slot - 1;
    dx_vector_push(&table->states, (dx_layered_state){.key = key});
    uint32_t state = (uint32_t)table->states.count - 1;
    *slot = state + 1;
    if (++index->used * 2 > index->slots)
        index_grow(index, table);
    return state;
}

static unsigned field_of(dx_count key, dx_field field)
{
    return (unsigned)(key >> field.shift) & ((1U << field.width) - 1);
}

static dx_count with_field(dx_count key, dx_field field, unsigned value)
{
    dx_count mask = (dx_count)((1U << field.width) - 1) << field.shift;
    return (key & ~mask) | (dx_count)value << field.shift;
}

// Counts `number` cards into a bound.  False if the bound fails.
static bool touch_bound(const dx_deal_table *table, dx_touch touch,
                        unsigned number, dx_count *key)
{
    const dx_bound *bound = &table->space.bound[touch.bound];
    dx_field come = table->plan.come[touch.bound];
    unsigned there = field_of(*key, come) + number;
    if (there > bound->max && bound->max != DX_NO_MAX)
        return false;
    if (touch.ends && !dx_bound_takes(bound, there))
        return false;
    if (there > bound->min && bound->max == DX_NO_MAX)
        there = bound->min; // more is as good
    *key = with_field(*key, come, touch.ends ? 0 : there);
    return true;
}

// The state after `number` cards went into the cell of `step`.  False if that
// cannot be completed.
static bool follow(const dx_deal_table *table, const dx_fill_step *step,
                   unsigned number, dx_count *key)
{
    const dx_fill_order *plan = &table->plan;
    unsigned row = field_of(*key, plan->row_left) - number;
    unsigned column = field_of(*key, plan->column_left[step->column]) - number;
    if (step->row_ends) {
        if (row > 0 && !plan->rows_are_kinds)
            return false; // the place is not full
        row = step->next_size;
    }
    if (step->column_ends) {
        if (column > 0 && plan->rows_are_kinds)
            return false; // the place is not full
        column = 0;
    }
    *key = with_field(*key, plan->row_left, row);
    *key = with_field(*key, plan->column_left[step->column], column);
    for (uint32_t t = 0; t < step->touch_count; t++)
        if (!touch_bound(table, plan->touches.at[step->touch_first + t], number,
                         key))
            return false;
    return true;
}

// All edges of one state.  The cards that a kind still has are what is left
// either of its row or of its column.
static void expand(dx_deal_table *table, state_index *index,
                   const dx_fill_step *step, size_t state)
{
    const dx_fill_order *plan = &table->plan;
    dx_count key = table->states.at[state].key;
    unsigned row = field_of(key, plan->row_left);
    unsigned column = field_of(key, plan->column_left[step->column]);
    unsigned cards = plan->rows_are_kinds ? row : column;
    unsigned most = row < column ? row : column;
    table->states.at[state].edges = table->edges.count;
    for (unsigned number = 0; number <= most; number++) {
        dx_count next = key;
        if (follow(table, step, number, &next))
            dx_vector_push(&table->edges,
                           (dx_lay){.target = state_with(table, index, next),
                                    .number = (uint8_t)number,
                                    .cards = (uint8_t)cards});
    }
}

static dx_count first_key(const dx_deal_table *table)
{
    const dx_fill_order *plan = &table->plan;
    const dx_deal_space *space = &table->space;
    dx_count key = with_field(0, plan->row_left, plan->first_row);
    bool met[DX_KINDS_MAX] = {false};
    for (size_t s = 0; s < plan->steps.count; s++) {
        unsigned column = plan->steps.at[s].column;
        unsigned size = plan->rows_are_kinds ? space->place[column].size
                                             : space->copies[column];
        if (!met[column]) // one without cells stays out of the state
            key = with_field(key, plan->column_left[column], size);
        met[column] = true;
    }
    return key;
}

static dx_status build_layers(dx_deal_table *table, state_index *index,
                              size_t steps_max)
{
    size_t steps = table->plan.steps.count;
    dx_vector_push(&table->states, (dx_layered_state){.key = first_key(table)});
    for (size_t s = 0; s < steps; s++) {
        size_t end = table->states.count;
        index_clear(index);
        for (size_t i = table->layer[s]; i < end; i++) {
            expand(table, index, &table->plan.steps.at[s], i);
            if (table->edges.count > steps_max)
                return DX_ERR_LIMIT;
        }
        table->layer[s + 1] = end;
    }
    size_t end = table->states.count;
    table->layer[steps + 1] = end;
    for (size_t i = table->layer[steps]; i < end; i++)
        table->states.at[i].edges = table->edges.count;
    dx_vector_push(&table->states,
                   (dx_layered_state){.edges = table->edges.count});
    return DX_OK;
}

static void count_ahead(dx_deal_table *table)
{
    size_t last = table->layer[table->plan.steps.count];
    size_t end = table->states.count - 1;
    assert(end - last <= 1); // nothing is open at the end
    if (last < end)
        table->states.at[last].ahead = dx_tally_of(1);
    for (size_t i = last; i-- > 0;) {
        dx_layered_state *state = &table->states.at[i];
        dx_tally sum = dx_tally_of(0);
        for (size_t e = state->edges; e < state[1].edges; e++) {
            const dx_lay *edge = &table->edges.at[e];
            sum = dx_tally_add(
                sum, dx_tally_multiply(dx_lay_ways(table, edge),
                                       table->states.at[edge->target].ahead));
        }
        state->ahead = sum;
    }
    table->ways = table->states.at[0].ahead;
}

// Pascal's triangle, as far as the largest kind needs it; for deals,
// in which equal cards are not told apart, ones.
static void fill_choose(dx_deal_table *table, bool weigh)
{
    unsigned most = 0;
    for (unsigned kind = 0; kind < table->space.kind_count; kind++)
        if (table->space.copies[kind] > most)
            most = table->space.copies[kind];
    table->choose =
        dx_alloc((most + 1U) * (most + 2U) / 2, sizeof *table->choose);
    dx_count *row = table->choose, *above = row;
    for (unsigned n = 0; n <= most; n++) {
        for (unsigned k = 0; k <= n; k++)
            row[k] = k == 0 || k == n || !weigh ? 1 : above[k - 1] + above[k];
        above = row;
        row += n + 1;
    }
}

static unsigned cards_of(const dx_deal_space *space, uint64_t kinds)
{
    unsigned sum = 0;
    for (unsigned kind = 0; kind < space->kind_count; kind++)
        sum += kinds >> kind & 1 ? space->copies[kind] : 0;
    return sum;
}

static unsigned room_of(const dx_deal_space *space, uint64_t places)
{
    unsigned sum = 0;
    for (unsigned place = 0; place < space->place_count; place++)
        sum += places >> place & 1 ? space->place[place].size : 0;
    return sum;
}

// Keeps the bounds that can fail; false if there is no deal, as seen so.
static bool keep_bounds(const dx_deal_space *from, dx_deal_space *space)
{
    bool may = room_of(from, UINT64_MAX) <= cards_of(from, UINT64_MAX);
    space->bound_count = 0;
    for (unsigned i = 0; i < from->bound_count; i++) {
        dx_bound bound = from->bound[i];
        unsigned cards = cards_of(from, bound.kinds);
        unsigned room = room_of(from, bound.places);
        unsigned most = cards < room ? cards : room;
        may = may && bound.min <= most && bound.min <= bound.max;
        if (most < 63)
            bound.but &= DX_BIT(most + 1) - 1;
        if (bound.max >= most)
            bound.max = bound.but == 0 ? DX_NO_MAX : (uint8_t)most;
        if (bound.min > 0 || bound.max != DX_NO_MAX)
            space->bound[space->bound_count++] = bound;
    }
    return may;
}

dx_status dx_deal_table_build(const dx_deal_space *space, bool weighs,
                              size_t steps_max, dx_deal_table **out_table)
{
    dx_deal_table *table = dx_alloc(1, sizeof *table);
    table->space = *space;
    table->ways = dx_tally_of(0);
    bool may = keep_bounds(space, &table->space);
    dx_status status = dx_fill_order_init(&table->plan, &table->space);
    if (status == DX_OK && may && !table->plan.is_empty) {
        state_index index = {.slots = 64};
        index.slot = dx_alloc(index.slots, sizeof *index.slot);
        table->layer =
            dx_alloc(table->plan.steps.count + 2, sizeof *table->layer);
        if (steps_max > UINT32_MAX / 2)
            steps_max = UINT32_MAX / 2; // states are numbered by 32 bits
        fill_choose(table, weighs);
        status = build_layers(table, &index, steps_max);
        dx_free(index.slot);
        if (status == DX_OK)
            count_ahead(table);
    }
    if (status != DX_OK) {
        dx_deal_table_free(table);
        return status;
    }
    *out_table = table;
    return DX_OK;
}

dx_status dx_deal_table_new(const dx_deal_space *space, size_t steps_max,
                            dx_deal_table **out_table)
{
    return dx_deal_table_build(space, true, steps_max, out_table);
}

void dx_deal_table_free(dx_deal_table *table)
{
    if (table == NULL)
        return;
    dx_fill_order_release(&table->plan);
    dx_vector_release(&table->states);
    dx_vector_release(&table->edges);
    dx_free(table->layer);
    dx_free(table->choose);
    dx_free(table);
}

dx_tally dx_deal_table_total(const dx_deal_table *table)
{
    return table->ways;
}
