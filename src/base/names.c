#include "base/names.h"

#include "base/base.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

// Open addressing with linear probing; a slot holds name + 1, 0 is free.
// At most half of the slots are used.
struct dx_names {
    DX_VECTOR(char *) text;
    uint32_t *slot;
    size_t slot_count; // a power of two
};

dx_names *dx_names_new(void)
{
    dx_names *names = dx_alloc(1, sizeof *names);
    names->slot_count = 64;
    names->slot = dx_alloc(names->slot_count, sizeof *names->slot);
    return names;
}

void dx_names_free(dx_names *names)
{
    if (names == NULL)
        return;
    for (size_t i = 0; i < names->text.count; i++)
        dx_free(names->text.at[i]);
    dx_vector_release(&names->text);
    dx_free(names->slot);
    dx_free(names);
}

// The slot where `text` is, or where it belongs.
static size_t slot_of(const dx_names *names, const char *text, size_t length)
{
    size_t mask = names->slot_count - 1;
    size_t i = (size_t)dx_hash_bytes(text, length) & mask;
    for (; names->slot[i] != 0; i = (i + 1) & mask) {
        const char *have = names->text.at[names->slot[i] - 1];
        if (strncmp(have, text, length) == 0 && have[length] == '\0')
            break;
    }
    return i;
}

static void grow(dx_names *names)
{
    names->slot_count *= 2;
    dx_free(names->slot);
    names->slot = dx_alloc(names->slot_count, sizeof *names->slot);
    for (size_t i = 0; i < names->text.count; i++) {
        const char *text = names->text.at[i];
        names->slot[slot_of(names, text, strlen(text))] = (uint32_t)i + 1;
    }
}

dx_name dx_names_add_part(dx_names *names, const char *text, size_t length)
{
    size_t slot = slot_of(names, text, length);
    if (names->slot[slot] != 0)
        return names->slot[slot] - 1;
    DX_REQUIRE(names->text.count < DX_NAME_NONE - 1, "fewer than 2^32 names");
    dx_vector_push(&names->text, dx_copy_text_part(text, length));
    names->slot[slot] = (uint32_t)names->text.count;
    if (names->text.count * 2 > names->slot_count)
        grow(names);
    return (dx_name)names->text.count - 1;
}

dx_name dx_names_add(dx_names *names, const char *text)
{
    return dx_names_add_part(names, text, strlen(text));
}

dx_name dx_names_find(const dx_names *names, const char *text)
{
    size_t slot = slot_of(names, text, strlen(text));
    return names->slot[slot] != 0 ? names->slot[slot] - 1 : DX_NAME_NONE;
}

const char *dx_names_text(const dx_names *names, dx_name name)
{
    DX_REQUIRE(name < names->text.count, "a name of this collection");
    return names->text.at[name];
}

size_t dx_names_count(const dx_names *names)
{
    return names->text.count;
}
