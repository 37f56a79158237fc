// Chooses what the rows are, finds where everything ends, and lays out the bits
// of a state.
//
// Either side of the grid can be the rows; we take the one whose columns need
// fewer bits, which bounds the number of states, and the other if the state of
// the first does not fit.  Ends are found going backwards.  Bounds come and go
// in the course of the steps, and the bits of those that have ended are used
// again.

#include "worlds/fill_order_private.h"

#include <math.h>

enum { KEY_BITS = 128 };

// One side of the grid, as rows or as columns.
static unsigned side_count(const dx_deal_space *space, bool kinds)
{
    return kinds ? space->kind_count : space->place_count;
}

static unsigned side_size(const dx_deal_space *space, bool kinds, unsigned i)
{
    return kinds ? space->copies[i] : space->place[i].size;
}

static bool is_allowed(const dx_deal_space *space, unsigned kind,
                       unsigned place)
{
    return space->copies[kind] > 0 && space->place[place].size > 0 &&
           (space->place[place].kinds >> kind & 1);
}

// How many bits of state the columns may cost.  The fullest column is not
// counted: the others and the number of cards dealt so far determine it.
static double cost(const dx_deal_space *space, bool columns_are_kinds)
{
    double sum = 0, largest = 0;
    for (unsigned i = 0; i < side_count(space, columns_are_kinds); i++) {
        double bits = log2(1 + side_size(space, columns_are_kinds, i));
        sum += bits;
        largest = bits > largest ? bits : largest;
    }
    return sum - largest;
}

static void add_touches(dx_fill_order *plan, const dx_deal_space *space,
                        dx_fill_step *step)
{
    unsigned kind = dx_fill_step_kind(plan, step);
    unsigned place = dx_fill_step_place(plan, step);
    step->touch_first = (uint32_t)plan->touches.count;
    for (unsigned i = 0; i < space->bound_count; i++) {
        const dx_bound *bound = &space->bound[i];
        if (bound->kinds >> kind & 1 && bound->places >> place & 1)
            dx_vector_push(&plan->touches, (dx_touch){.bound = (uint8_t)i});
    }
    step->touch_count = (uint32_t)plan->touches.count - step->touch_first;
}

// The steps of one row; a place without any kind to hold has no deal.
static void add_row(dx_fill_order *plan, const dx_deal_space *space,
                    unsigned row)
{
    size_t before = plan->steps.count;
    for (unsigned c = 0; c < side_count(space, !plan->rows_are_kinds); c++) {
        dx_fill_step step = {.row = (uint8_t)row, .column = (uint8_t)c};
        if (!is_allowed(space, dx_fill_step_kind(plan, &step),
                        dx_fill_step_place(plan, &step)))
            continue;
        add_touches(plan, space, &step);
        dx_vector_push(&plan->steps, step);
    }
    if (plan->steps.count > before) {
        unsigned size = side_size(space, plan->rows_are_kinds, row);
        plan->steps.at[plan->steps.count - 1].row_ends = true;
        if (before == 0)
            plan->first_row = (uint8_t)size;
        else
            plan->steps.at[before - 1].next_size = (uint8_t)size;
    } else if (!plan->rows_are_kinds && space->place[row].size > 0) {
        plan->is_empty = true;
    }
}

// From the last step back, the first time that a column or a bound is met is
// where it ends.
static void mark_ends(dx_fill_order *plan, const dx_deal_space *space)
{
    bool column_met[DX_KINDS_MAX] = {false}, bound_met[DX_BOUNDS_MAX] = {false};
    for (size_t s = plan->steps.count; s-- > 0;) {
        dx_fill_step *step = &plan->steps.at[s];
        step->column_ends = !column_met[step->column];
        column_met[step->column] = true;
        for (uint32_t t = 0; t < step->touch_count; t++) {
            dx_touch *touch = &plan->touches.at[step->touch_first + t];
            touch->ends = !bound_met[touch->bound];
            bound_met[touch->bound] = true;
        }
    }
    for (unsigned c = 0; c < side_count(space, !plan->rows_are_kinds); c++)
        if (!column_met[c] && plan->rows_are_kinds && space->place[c].size > 0)
            plan->is_empty = true; // a place without any kind to hold
    for (unsigned i = 0; i < space->bound_count; i++)
        if (!bound_met[i] && !dx_bound_takes(&space->bound[i], 0))
            plan->is_empty = true;
}

static uint8_t bits_for(unsigned value)
{
    return (uint8_t)(value == 0 ? 0 : 32 - __builtin_clz(value));
}

static dx_field claim(unsigned *used, unsigned largest)
{
    dx_field field = {.shift = (uint8_t)(*used < KEY_BITS ? *used : 0),
                      .width = bits_for(largest)};
    *used += field.width;
    return field;
}

// Fields of bounds are a stack: one is free again when its bound and those
// that came after it have ended.
typedef struct field_stack {
    unsigned count, top, highest; // bits
    uint8_t bound[DX_BOUNDS_MAX];
    bool is_live[DX_BOUNDS_MAX];
} field_stack;

static void push_bound(field_stack *stack, dx_fill_order *plan,
                       const dx_deal_space *space, unsigned i)
{
    const dx_bound *bound = &space->bound[i];
    unsigned largest = bound->max == DX_NO_MAX ? bound->min : bound->max;
    stack->is_live[i] = true;
    stack->bound[stack->count++] = (uint8_t)i;
    plan->come[i] = claim(&stack->top, largest);
    if (stack->top > stack->highest)
        stack->highest = stack->top;
}

static void pop_ended(field_stack *stack, const dx_fill_order *plan)
{
    while (stack->count > 0 && !stack->is_live[stack->bound[stack->count - 1]])
        stack->top -= plan->come[stack->bound[--stack->count]].width;
}

static unsigned place_bounds(dx_fill_order *plan, const dx_deal_space *space,
                             unsigned from)
{
    field_stack stack = {.top = from, .highest = from};
    bool met[DX_BOUNDS_MAX] = {false};
    for (size_t s = 0; s < plan->steps.count; s++) {
        const dx_fill_step *step = &plan->steps.at[s];
        for (uint32_t t = 0; t < step->touch_count; t++) {
            unsigned i = plan->touches.at[step->touch_first + t].bound;
            if (!met[i])
                push_bound(&stack, plan, space, i);
            met[i] = true;
        }
        for (uint32_t t = 0; t < step->touch_count; t++) {
            dx_touch touch = plan->touches.at[step->touch_first + t];
            stack.is_live[touch.bound] = !touch.ends;
        }
        pop_ended(&stack, plan);
    }
    return stack.highest;
}

// Returns how many bits the state needs.
static unsigned place_fields(dx_fill_order *plan, const dx_deal_space *space)
{
    unsigned used = 0, longest = 0;
    bool rows = plan->rows_are_kinds;
    for (unsigned i = 0; i < side_count(space, rows); i++)
        if (side_size(space, rows, i) > longest)
            longest = side_size(space, rows, i);
    plan->row_left = claim(&used, longest);
    for (unsigned i = 0; i < side_count(space, !rows); i++)
        plan->column_left[i] = claim(&used, side_size(space, !rows, i));
    return place_bounds(plan, space, used);
}

static bool lay_out(dx_fill_order *plan, const dx_deal_space *space,
                    bool rows_are_kinds)
{
    *plan = (dx_fill_order){.rows_are_kinds = rows_are_kinds};
    for (unsigned row = 0; row < side_count(space, rows_are_kinds); row++)
        add_row(plan, space, row);
    mark_ends(plan, space);
    if (place_fields(plan, space) <= KEY_BITS)
        return true;
    dx_fill_order_release(plan);
    return false;
}

dx_status dx_fill_order_init(dx_fill_order *plan, const dx_deal_space *space)
{
    bool rows_are_kinds = cost(space, false) <= cost(space, true);
    if (lay_out(plan, space, rows_are_kinds) ||
        lay_out(plan, space, !rows_are_kinds))
        return DX_OK;
    return DX_ERR_LIMIT;
}

void dx_fill_order_release(dx_fill_order *plan)
{
    dx_vector_release(&plan->steps);
    dx_vector_release(&plan->touches);
}
