// worlds/fill_order_private.h -- in which order the cells of a deal are filled.
//
// A deal is a grid of numbers: kinds by places.  It is filled cell by cell,
// row by row; what the cells before leave open is how much room each column
// has left, how much of this row is left, and how far each bound has come
// whose cells are not all filled yet.  That is the state of the dynamic
// programme, packed into 128 bits.
//
// The rows may be the kinds (the columns are the places and must end full,
// what is left of a row goes to the rest) or the places (the rows must be
// filled, what is left of the columns goes to the rest): whichever has fewer
// states.  A column is forgotten behind its last cell, a bound too.

#ifndef DX_WORLDS_FILL_ORDER_PRIVATE_H
#define DX_WORLDS_FILL_ORDER_PRIVATE_H

#include "base/vector.h"
#include "worlds/deal_space.h"

enum { DX_NO_MAX = 0xff };

typedef struct dx_field {
    uint8_t shift, width;
} dx_field;

// A bound that counts a cell.
typedef struct dx_touch {
    uint8_t bound;
    bool ends; // this is its last cell
} dx_touch;

typedef struct dx_fill_step {
    uint8_t row, column;
    uint8_t next_size; // cards of the row behind this one, at the end of a row
    bool row_ends, column_ends;
    uint32_t touch_first, touch_count;
} dx_fill_step;

typedef struct dx_fill_order {
    bool rows_are_kinds;
    bool is_empty;     // no deal satisfies it, seen without counting
    uint8_t first_row; // its number of cards
    dx_field row_left, column_left[DX_KINDS_MAX], come[DX_BOUNDS_MAX];
    DX_VECTOR(dx_fill_step) steps;
    DX_VECTOR(dx_touch) touches;
} dx_fill_order;

// Of a space whose bounds that cannot fail have no maximum (DX_NO_MAX).
// Answers DX_ERR_LIMIT if no order has a state that fits 128 bits.  On DX_OK
// the caller releases the plan.
DX_MUST_USE dx_status dx_fill_order_init(dx_fill_order *plan,
                                         const dx_deal_space *space);
void dx_fill_order_release(dx_fill_order *plan);

static inline unsigned dx_fill_step_kind(const dx_fill_order *plan,
                                         const dx_fill_step *step)
{
    return plan->rows_are_kinds ? step->row : step->column;
}

static inline unsigned dx_fill_step_place(const dx_fill_order *plan,
                                          const dx_fill_step *step)
{
    return plan->rows_are_kinds ? step->column : step->row;
}

#endif
