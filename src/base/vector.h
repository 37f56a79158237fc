// base/vector.h -- arrays that grow.
//
//     DX_VECTOR(uint32_t) worlds = {0};
//     dx_vector_push(&worlds, 7);
//     for (size_t i = 0; i < worlds.count; i++)
//         use(worlds.at[i]);
//     dx_vector_release(&worlds);
//
// A vector of zeros is an empty vector.  `at` moves when the vector grows:
// keep indices, not pointers.

#ifndef DX_BASE_VECTOR_H
#define DX_BASE_VECTOR_H

#include "base/memory.h"

#include <stddef.h>

#define DX_VECTOR(type)                                                        \
    struct {                                                                   \
        type *at;                                                              \
        size_t count, capacity;                                                \
    }

// Makes room for `more` elements behind the last.
#define dx_vector_reserve(vector, more)                                        \
    dx_vector_grow((void **)&(vector)->at, &(vector)->capacity,                \
                   (vector)->count + (more), sizeof *(vector)->at)

#define dx_vector_push(vector, ...)                                            \
    (dx_vector_reserve(vector, 1),                                             \
     (void)((vector)->at[(vector)->count++] = __VA_ARGS__))

#define dx_vector_release(vector)                                              \
    (dx_free((vector)->at), (vector)->at = NULL,                               \
     (vector)->count = (vector)->capacity = 0)

// The working part of dx_vector_reserve.
void dx_vector_grow(void **at, size_t *capacity, size_t needed, size_t size);

#endif
