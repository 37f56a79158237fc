#include "base/vector.h"

void dx_vector_grow(void **at, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return;
    size_t larger = *capacity < 8 ? 8 : *capacity + *capacity / 2;
    if (larger < needed)
        larger = needed;
    *at = dx_resize(*at, larger, size);
    *capacity = larger;
}
