// base/order.h -- numbers in the order of what they stand for.

#ifndef DX_BASE_ORDER_H
#define DX_BASE_ORDER_H

#include <stddef.h>
#include <stdint.h>

// Below, at or above zero as number x comes before, with or after y.
typedef int dx_order_compare(const void *x, const void *y, void *context);

// Sorts them; those that are alike stay in the order that they have.
void dx_order(uint32_t *numbers, size_t count, dx_order_compare *compare,
              void *context);

#endif
