// The one place where memory comes from: sizes are multiplied with a check, and
// nothing to be had is a panic, here and nowhere else.

#include "base/memory.h"

#include "base/base.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *or_end(void *memory, size_t count, size_t size)
{
    if (memory != NULL)
        return memory;
    dx_panic("out of memory for %zu x %zu bytes", count, size);
}

static size_t total(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        or_end(NULL, count, size);
    return bytes > 0 ? bytes : 1;
}

void *dx_alloc(size_t count, size_t size)
{
    return or_end(calloc(1, total(count, size)), count, size);
}

void *dx_alloc_raw(size_t count, size_t size)
{
    return or_end(malloc(total(count, size)), count, size);
}

void *dx_resize(void *memory, size_t count, size_t size)
{
    return or_end(realloc(memory, total(count, size)), count, size);
}

void *dx_copy(const void *from, size_t bytes)
{
    void *copy = dx_alloc_raw(bytes, 1);
    if (bytes > 0)
        memcpy(copy, from, bytes);
    return copy;
}

char *dx_copy_text(const char *text)
{
    return dx_copy(text, strlen(text) + 1);
}

char *dx_copy_text_part(const char *text, size_t length)
{
    char *copy = dx_alloc(length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}

void dx_free(void *memory)
{
    free(memory);
}
