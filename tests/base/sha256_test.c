// SHA-256 against the examples of FIPS 180-4 and NIST's long message.

#include "base/sha256.h"
#include "test.h"

#include <string.h>

static void check_hash(const char *text, unsigned times, const char *want)
{
    dx_sha256 hash;
    char hex[DX_SHA256_HEX];
    dx_sha256_init(&hash);
    for (unsigned i = 0; i < times; i++)
        dx_sha256_add(&hash, text, strlen(text));
    dx_sha256_hex(&hash, hex);
    CHECK_TEXT(hex, want);
}

TEST(sha256_gives_the_published_values)
{
    check_hash("", 1,
               "e3b0c44298fc1c149afbf4c8996fb924"
               "27ae41e4649b934ca495991b7852b855");
    check_hash("abc", 1,
               "ba7816bf8f01cfea414140de5dae2223"
               "b00361a396177a9cb410ff61f20015ad");
    check_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
               "248d6a61d20638b8e5c026930c3e6039"
               "a33ce45964ff2167f6ecedd419db06c1");
    check_hash("aaaaaaaaaa", 100000,
               "cdc76e5c9914fb9281a1c7e284d73e67"
               "f1809a48a497200e046d39ccc7112cd0");
}
