// base/sha256.h -- the hash function SHA-256 (FIPS 180-4).
//
//     dx_sha256 hash;
//     dx_sha256_init(&hash);
//     dx_sha256_add(&hash, "abc", 3);
//     dx_sha256_hex(&hash, hex);   // the hash is used up

#ifndef DX_BASE_SHA256_H
#define DX_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { DX_SHA256_BYTES = 32, DX_SHA256_HEX = 65 }; // hex with its '\0'

// Plain value, nothing to release.
typedef struct dx_sha256 {
    uint32_t state[8];
    uint64_t bytes;
    uint8_t block[64];
} dx_sha256;

void dx_sha256_init(dx_sha256 *hash);
void dx_sha256_add(dx_sha256 *hash, const void *bytes, size_t count);
void dx_sha256_hex(dx_sha256 *hash, char out[DX_SHA256_HEX]);

#endif
