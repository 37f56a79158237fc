#include "base/hash.h"

#include <string.h>

uint64_t dx_hash_bytes(const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    uint64_t hash = count;
    for (; count >= 8; at += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        hash = dx_hash_add(hash, word);
    }
    uint64_t rest = 0;
    if (count > 0)
        memcpy(&rest, at, count);
    return dx_hash_add(hash, rest);
}
