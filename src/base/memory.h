// base/memory.h -- memory that is either there or a panic (base/base.h).
//
// Nobody checks for NULL: a model that does not fit in memory must be refused
// by a limit before it is built, not by an allocation that fails half way.

#ifndef DX_BASE_MEMORY_H
#define DX_BASE_MEMORY_H

#include <stddef.h>

// Room for `count` elements of `size` bytes, all zero.  Never NULL, also for
// zero elements.  The caller owns it and releases it with dx_free.
void *dx_alloc(size_t count, size_t size);

// The same, not cleared: for large arrays that are written at once.
void *dx_alloc_raw(size_t count, size_t size);

// Moves `memory` (which may be NULL) to room for `count` elements; new
// elements are not cleared.
void *dx_resize(void *memory, size_t count, size_t size);

// A copy of `bytes` bytes; the caller owns it.
void *dx_copy(const void *from, size_t bytes);

// A copy of the string `text`, or of its first `length` characters.
char *dx_copy_text(const char *text);
char *dx_copy_text_part(const char *text, size_t length);

// Releases what the functions above gave.  NULL is fine.
void dx_free(void *memory);

#endif
