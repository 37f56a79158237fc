// server/address.h -- who is at the other end: addresses, and what a proxy says
// of them.
//
// Limits are counted by address.  Behind a proxy that is the address that the
// proxy tells, in a header of the request or before the first byte, and only a
// proxy that the host has named is believed.

#ifndef DX_SERVER_ADDRESS_H
#define DX_SERVER_ADDRESS_H

#include "base/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One of IPv6; one of IPv4 is ::ffff:1.2.3.4.  All zeros: none.
typedef struct dx_address {
    uint8_t byte[16];
} dx_address;

// "1.2.3.4", "1.2.3.4:80", "2001:db8::1" or "[2001:db8::1]:80".
bool dx_address_read(const char *text, size_t length, dx_address *out);

// A number for it, never 0; one of IPv6 counts for all of its network, which
// is a single guest's (64 bits).
uint64_t dx_address_key(const dx_address *address);

// ---- addresses that the host names ----

enum { DX_RANGES_MAX = 16 };

typedef struct dx_ranges {
    unsigned count;
    struct {
        dx_address first;
        unsigned bits; // that count
    } at[DX_RANGES_MAX];
} dx_ranges;

// "127.0.0.1,10.0.0.0/8,::1"; `option` is named in an error.
DX_MUST_USE dx_status dx_ranges_read(const char *text, const char *option,
                                     dx_ranges *out, dx_error *error);
bool dx_ranges_have(const dx_ranges *ranges, const dx_address *address);

// ---- what a proxy says ----

typedef enum dx_proxy_way {
    DX_PROXY_LIST,      // X-Forwarded-For
    DX_PROXY_FORWARDED, // RFC 7239
    DX_PROXY_LINE,      // the PROXY protocol, 1 or 2
} dx_proxy_way;

// The address that a header tells: the last that is no proxy of ours, for what
// stands before that anybody may have written.  False: it tells none.
bool dx_forwarded_list(const char *text, size_t length,
                       const dx_ranges *proxies, dx_address *out);
bool dx_forwarded(const char *text, size_t length, const dx_ranges *proxies,
                  dx_address *out);

// How many bytes at the beginning of a connection are the PROXY protocol's; 0:
// it does not begin with it, or not with all of it.  `out` stays as it is if
// the proxy speaks for itself.
enum { DX_PROXY_LINE_MAX = 16 + 1024 };
size_t dx_proxy_line(const uint8_t *at, size_t length, dx_address *out);

#endif
