// Strings are kept one by one, so that they stay where they are while names are
// added, and whoever asked for one may go on using it.

#include "base/names.h"

#include "base/base.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

struct dx_names {
    DX_VECTOR(char *) text; // by name
    dx_index index;         // finds a name by its text
};

dx_names *dx_names_new(void)
{
    return dx_alloc(1, sizeof(dx_names));
}

void dx_names_free(dx_names *names)
{
    if (names == NULL)
        return;
    for (size_t i = 0; i < names->text.count; i++)
        dx_free(names->text.at[i]);
    dx_vector_release(&names->text);
    dx_index_release(&names->index);
    dx_free(names);
}

static dx_name find(const dx_names *names, const char *text, size_t length,
                    uint64_t hash)
{
    dx_probe probe = dx_index_probe(&names->index, hash);
    dx_name name;
    while ((name = dx_probe_next(&probe)) != DX_INDEX_NONE) {
        const char *have = names->text.at[name];
        if (strncmp(have, text, length) == 0 && have[length] == '\0')
            return name;
    }
    return DX_NAME_NONE;
}

dx_name dx_names_add_part(dx_names *names, const char *text, size_t length)
{
    uint64_t hash = dx_hash_bytes(text, length);
    dx_name name = find(names, text, length, hash);
    if (name != DX_NAME_NONE)
        return name;
    DX_REQUIRE(names->text.count < DX_NAME_NONE, "fewer than 2^32 names");
    name = (dx_name)names->text.count;
    dx_vector_push(&names->text, dx_copy_text_part(text, length));
    dx_index_add(&names->index, hash, name);
    return name;
}

dx_name dx_names_add(dx_names *names, const char *text)
{
    return dx_names_add_part(names, text, strlen(text));
}

dx_name dx_names_find(const dx_names *names, const char *text)
{
    size_t length = strlen(text);
    return find(names, text, length, dx_hash_bytes(text, length));
}

const char *dx_names_text(const dx_names *names, dx_name name)
{
    DX_REQUIRE(name < names->text.count, "a name of this collection");
    return names->text.at[name];
}
