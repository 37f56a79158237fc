// Reading addresses.  A header of a request lists where it came from, each
// proxy adding whom it heard it from at the end, so it is read from the end up
// to the first address that is no proxy's.  What cannot be read there (a name,
// `unknown`) tells nothing, and never lets what stands before it count.

#include "server/address.h"

#include "base/hash.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FOUR = 12 }; // where an address of IPv4 begins

static const uint8_t mapped[FOUR] = {[10] = 0xff, [11] = 0xff};

static bool is_four(const dx_address *address)
{
    return memcmp(address->byte, mapped, FOUR) == 0;
}

static void set_four(const void *bytes, dx_address *out)
{
    memcpy(out->byte, mapped, FOUR);
    memcpy(out->byte + FOUR, bytes, 4);
}

static bool is_port(const char *text, size_t length)
{
    for (size_t i = 1; i < length; i++)
        if (text[i] < '0' || text[i] > '9')
            return false;
    return length == 0 || (text[0] == ':' && length > 1 && length <= 6);
}

bool dx_address_read(const char *text, size_t length, dx_address *out)
{
    char name[INET6_ADDRSTRLEN] = "";
    const char *end = text + length, *from = text, *to = end;
    const char *colon = memchr(text, ':', length);
    if (length > 0 && text[0] == '[') {
        from++;
        to = memchr(text, ']', length);
        if (to == NULL || !is_port(to + 1, (size_t)(end - to) - 1))
            return false;
    } else if (colon != NULL &&
               memchr(colon + 1, ':', (size_t)(end - colon) - 1) == NULL) {
        to = colon; // of IPv4, with a port
        if (!is_port(colon, (size_t)(end - colon)))
            return false;
    }
    if ((size_t)(to - from) >= sizeof name)
        return false;
    memcpy(name, from, (size_t)(to - from));
    uint8_t four[4];
    if (from == text && inet_pton(AF_INET, name, four) == 1) {
        set_four(four, out);
        return true;
    }
    return strlen(name) == (size_t)(to - from) &&
           inet_pton(AF_INET6, name, out->byte) == 1;
}

uint64_t dx_address_key(const dx_address *address)
{
    return dx_hash_bytes(address->byte, is_four(address) ? 16 : 8) | 1;
}

// ---- ranges ----

static bool read_range(const char *text, size_t length, dx_address *first,
                       unsigned *out_bits)
{
    const char *slash = memchr(text, '/', length);
    size_t part = slash != NULL ? (size_t)(slash - text) : length;
    char digits[4] = "";
    if (!dx_address_read(text, part, first))
        return false;
    unsigned all = is_four(first) ? 32 : 128;
    *out_bits = 128;
    if (slash == NULL)
        return true;
    size_t count = length - part - 1;
    if (count == 0 || count > 3)
        return false;
    memcpy(digits, slash + 1, count);
    unsigned long bits = strtoul(digits, NULL, 10);
    *out_bits = (unsigned)bits + 128 - all;
    return strspn(digits, "0123456789") == count && bits <= all;
}

dx_status dx_ranges_read(const char *text, const char *option, dx_ranges *out,
                         dx_error *error)
{
    *out = (dx_ranges){0};
    for (const char *at = text; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, ",");
        if (out->count == DX_RANGES_MAX)
            return dx_fail(error, DX_ERR_INPUT, 0, 0, "%s: at most %d", option,
                           DX_RANGES_MAX);
        if (!read_range(at, length, &out->at[out->count].first,
                        &out->at[out->count].bits))
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "%s: expected addresses, such as 127.0.0.1, ::1 or "
                           "10.0.0.0/8, not '%.*s'",
                           option, (int)(length < 60 ? length : 60), at);
        out->count++;
        at += length + (at[length] == ',');
    }
    return DX_OK;
}

bool dx_ranges_have(const dx_ranges *ranges, const dx_address *address)
{
    for (unsigned i = 0; i < ranges->count; i++) {
        const uint8_t *first = ranges->at[i].first.byte;
        unsigned bytes = ranges->at[i].bits / 8, bits = ranges->at[i].bits % 8;
        if (memcmp(first, address->byte, bytes) == 0 &&
            (bits == 0 ||
             (first[bytes] ^ address->byte[bytes]) >> (8 - bits) == 0))
            return true;
    }
    return false;
}

// ---- headers ----

// What the entries so far tell.
typedef struct origin {
    const dx_ranges *proxies;
    dx_address address;
    bool is_known;
    bool is_foreign; // one was no proxy of ours
} origin;

// The next entry; NULL: none that can be read.
static void add_entry(origin *o, const char *text, size_t length)
{
    dx_address address;
    bool is_read = text != NULL && dx_address_read(text, length, &address);
    bool is_proxy = is_read && dx_ranges_have(o->proxies, &address);
    if (is_proxy && (o->is_foreign || o->is_known))
        return;
    o->is_foreign |= !is_proxy;
    o->is_known = is_read;
    if (is_read)
        o->address = address;
}

static size_t trim(const char **at, size_t length)
{
    while (length > 0 && (**at == ' ' || **at == '\t'))
        (*at)++, length--;
    while (length > 0 &&
           ((*at)[length - 1] == ' ' || (*at)[length - 1] == '\t'))
        length--;
    return length;
}

bool dx_forwarded_list(const char *text, size_t length,
                       const dx_ranges *proxies, dx_address *out)
{
    origin o = {.proxies = proxies};
    const char *end = text + length;
    while (text <= end && length > 0) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        const char *stop = comma != NULL ? comma : end, *at = text;
        size_t part = trim(&at, (size_t)(stop - text));
        add_entry(&o, at, part);
        text = stop + 1;
    }
    if (o.is_known)
        *out = o.address;
    return o.is_known;
}

// One pair "for=..." up to `stop`; the value without its quotes, NULL: another
// pair.
static const char *value_of(const char *at, const char *stop, size_t *out)
{
    size_t length = trim(&at, (size_t)(stop - at));
    if (length < 4 || strncasecmp(at, "for=", 4) != 0)
        return NULL;
    at += 4;
    length -= 4;
    if (length >= 2 && at[0] == '"' && at[length - 1] == '"') {
        at++;
        length -= 2;
    }
    *out = length;
    return at;
}

bool dx_forwarded(const char *text, size_t length, const dx_ranges *proxies,
                  dx_address *out)
{
    origin o = {.proxies = proxies};
    const char *end = text + length, *from = text, *found = NULL;
    size_t found_length = 0;
    bool is_quoted = false;
    for (const char *at = text; at <= end; at++) {
        if (at < end && *at == '"')
            is_quoted = !is_quoted;
        if (at < end && (is_quoted || (*at != ';' && *at != ',')))
            continue;
        size_t part;
        const char *value = value_of(from, at, &part);
        if (value != NULL) {
            found = value;
            found_length = part;
        }
        from = at + 1;
        if (at < end && *at == ';')
            continue;
        add_entry(&o, found, found_length);
        found = NULL;
    }
    if (o.is_known && !is_quoted)
        *out = o.address;
    return o.is_known && !is_quoted;
}

// ---- the PROXY protocol ----

// "PROXY TCP4 1.2.3.4 5.6.7.8 1000 80\r\n", or "PROXY UNKNOWN ...\r\n".
static size_t read_line(const char *at, size_t length, dx_address *out)
{
    enum { LINE_MAX_1 = 107 };
    char line[LINE_MAX_1 + 1] = "", from[48] = "", family[8] = "";
    size_t most = length < LINE_MAX_1 ? length : LINE_MAX_1;
    const char *end = memmem(at, most, "\r\n", 2);
    if (end == NULL)
        return 0;
    memcpy(line, at, (size_t)(end - at));
    if (sscanf(line, "PROXY %7s %47s", family, from) < 1)
        return 0;
    size_t bytes = (size_t)(end - at) + 2;
    if (strcmp(family, "UNKNOWN") == 0)
        return bytes;
    if ((strcmp(family, "TCP4") != 0 && strcmp(family, "TCP6") != 0) ||
        !dx_address_read(from, strlen(from), out))
        return 0;
    return bytes;
}

static size_t read_binary(const uint8_t *at, size_t length, dx_address *out)
{
    enum { HEAD = 16, LOCAL = 0x20, PROXIED = 0x21, V4 = 1, V6 = 2 };
    if (length < HEAD)
        return 0;
    size_t bytes = HEAD + ((size_t)at[14] << 8 | at[15]);
    if (bytes > length || bytes > DX_PROXY_LINE_MAX ||
        (at[12] != LOCAL && at[12] != PROXIED))
        return 0;
    if (at[12] == PROXIED && at[13] >> 4 == V4 && bytes >= HEAD + 12)
        set_four(at + HEAD, out);
    else if (at[12] == PROXIED && at[13] >> 4 == V6 && bytes >= HEAD + 36)
        memcpy(out->byte, at + HEAD, 16);
    return bytes;
}

size_t dx_proxy_line(const uint8_t *at, size_t length, dx_address *out)
{
    static const uint8_t mark[12] = "\r\n\r\n\0\r\nQUIT\n";
    if (length >= sizeof mark && memcmp(at, mark, sizeof mark) == 0)
        return read_binary(at, length, out);
    return length > 6 && memcmp(at, "PROXY ", 6) == 0
               ? read_line((const char *)at, length, out)
               : 0;
}
