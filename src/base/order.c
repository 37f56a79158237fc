// Runs of a few are sorted by insertion, then merged, so that nothing is taken
// from the heap for what is short, which is nearly all that is sorted here.

#include "base/order.h"

#include "base/memory.h"

#include <string.h>

enum { RUN = 16 };

static void insert_all(uint32_t *numbers, size_t count,
                       dx_order_compare *compare, void *context)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t x = numbers[i];
        size_t k = i;
        for (; k > 0 && compare(&x, &numbers[k - 1], context) < 0; k--)
            numbers[k] = numbers[k - 1];
        numbers[k] = x;
    }
}

// Two sorted parts that lie one behind the other, into one.
static void merge(const uint32_t *from, size_t half, size_t count, uint32_t *to,
                  dx_order_compare *compare, void *context)
{
    size_t left = 0, right = half;
    while (left < half && right < count)
        *to++ = compare(&from[right], &from[left], context) < 0 ? from[right++]
                                                                : from[left++];
    memcpy(to, from + left, (half - left) * sizeof *to);
    to += half - left;
    memcpy(to, from + right, (count - right) * sizeof *to);
}

void dx_order(uint32_t *numbers, size_t count, dx_order_compare *compare,
              void *context)
{
    for (size_t i = 0; i < count; i += RUN)
        insert_all(numbers + i, count - i < RUN ? count - i : RUN, compare,
                   context);
    if (count <= RUN)
        return;
    uint32_t *other = dx_alloc(count, sizeof *other), *from = numbers,
             *to = other;
    for (size_t run = RUN; run < count; run *= 2) {
        for (size_t i = 0; i < count; i += 2 * run) {
            size_t length = count - i < 2 * run ? count - i : 2 * run;
            merge(from + i, length < run ? length : run, length, to + i,
                  compare, context);
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != numbers)
        memcpy(numbers, from, count * sizeof *numbers);
    dx_free(other);
}
