// base/names.h -- each name once: strings as small numbers.
//
// Agents, atoms, worlds and cards are compared and hashed all the time; as
// numbers that costs nothing.

#ifndef DX_BASE_NAMES_H
#define DX_BASE_NAMES_H

#include <stddef.h>
#include <stdint.h>

typedef uint32_t dx_name;
#define DX_NAME_NONE UINT32_MAX

typedef struct dx_names dx_names;

dx_names *dx_names_new(void);
void dx_names_free(dx_names *names);

// The number of `text` (its first `length` bytes), given to it now if it is
// new.  Numbers count up from 0.
dx_name dx_names_add(dx_names *names, const char *text);
dx_name dx_names_add_part(dx_names *names, const char *text, size_t length);

// The number of `text`, or DX_NAME_NONE if it was never added.
dx_name dx_names_find(const dx_names *names, const char *text);

// The string of `name`; borrowed until the names are freed.
const char *dx_names_text(const dx_names *names, dx_name name);

#endif
