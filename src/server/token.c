// Tokens and the names of tables.  A key is the hash of a token behind words of
// our own; two are compared in a time that does not depend on where they
// differ. A table's name is its number, with two words before it that people
// can say.

#include "server/token.h"

#include "base/base.h"
#include "base/hash.h"
#include "base/random.h"
#include "base/sha256.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

static void key_of(const char *token, char key[DX_TOKEN_KEY])
{
    dx_sha256 hash;
    dx_sha256_init(&hash);
    dx_sha256_add(&hash, "doxa seat ", 10);
    dx_sha256_add(&hash, token, strlen(token));
    dx_sha256_hex(&hash, key);
}

void dx_token_new(char token[DX_TOKEN], char key[DX_TOKEN_KEY])
{
    uint8_t bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        dx_panic("the system has no random bytes");
    for (unsigned i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * (size_t)i, 3, "%02x", bytes[i]);
    key_of(token, key);
}

bool dx_token_fits(const char *token, const char key[DX_TOKEN_KEY])
{
    char given[DX_TOKEN_KEY];
    unsigned differs = key[0] == '\0';
    key_of(token != NULL ? token : "", given);
    for (unsigned i = 0; i < DX_TOKEN_KEY - 1; i++)
        differs |= (unsigned)(given[i] ^ key[i]);
    return differs == 0;
}

static const char *const how[32] = {
    "quiet", "early",  "clever", "calm",  "amber", "brave",   "bright", "late",
    "eager", "gentle", "golden", "green", "happy", "humble",  "keen",   "kind",
    "light", "lucky",  "merry",  "misty", "noble", "patient", "plain",  "proud",
    "quick", "red",    "silent", "small", "swift", "warm",    "wise",   "young",
};
static const char *const who[32] = {
    "heron",  "otter", "finch", "badger", "crane", "dove",   "eagle",  "fox",
    "gull",   "hare",  "ibis",  "jay",    "kite",  "lark",   "lynx",   "magpie",
    "marten", "mole",  "moose", "newt",   "owl",   "plover", "puffin", "raven",
    "robin",  "seal",  "shrew", "stork",  "swan",  "thrush", "wolf",   "wren",
};

void dx_table_id_new(int64_t number, char out[DX_TABLE_ID])
{
    uint64_t mixed = dx_hash_mix((uint64_t)number + 1);
    snprintf(out, DX_TABLE_ID, "%s-%s-%" PRId64, how[mixed % 32],
             who[mixed / 32 % 32], number);
    assert(dx_table_id_is_fine(out));
}

void dx_table_secret_id_new(int64_t number, char out[DX_TABLE_ID])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    enum { SECRET = 13 }; // 65 bits
    uint8_t bytes[SECRET];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        dx_panic("the system has no random bytes");
    dx_table_id_new(number, out);
    size_t length = strlen(out);
    assert(length + 1 + SECRET < DX_TABLE_ID);
    out[length++] = '-';
    for (unsigned i = 0; i < SECRET; i++)
        out[length++] = letters[bytes[i] % 32];
    out[length] = '\0';
}

size_t dx_table_id_public(const char *id)
{
    unsigned dashes = 0;
    size_t i = 0;
    for (; id[i] != '\0' && (dashes += id[i] == '-') < 3; i++)
        ;
    return i;
}

bool dx_table_id_is_secret(const char *id)
{
    return id[dx_table_id_public(id)] != '\0';
}

bool dx_table_id_is_fine(const char *id)
{
    size_t length = strlen(id);
    return length > 0 && length < DX_TABLE_ID &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}
