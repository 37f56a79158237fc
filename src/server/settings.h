// server/settings.h -- what a host may change while the server runs.
//
// They are typed as options, or stand in a file of lines (--settings), which is
// read at the start and at every HUP and goes before what was typed:
//
//     # guests come by a proxy of our own
//     proxy 10.0.0.0/8
//     exempt 127.0.0.1

#ifndef DX_SERVER_SETTINGS_H
#define DX_SERVER_SETTINGS_H

#include "base/text.h"
#include "server/address.h"

// Called as the options are: name, proxy, proxy-header, exempt, ping, patience.
typedef enum dx_setting {
    DX_SET_NAME,
    DX_SET_PROXY,
    DX_SET_PROXY_HEADER,
    DX_SET_EXEMPT,
    DX_SET_PING,
    DX_SET_PATIENCE,
    DX_SETTINGS,
} dx_setting;

enum { DX_SETTING_MAX = 1000 }; // bytes of one

typedef struct dx_settings {
    char names[DX_SETTING_MAX]; // that the server is called by; with commas
    dx_ranges proxies, exempt;  // from limits of addresses
    dx_proxy_way proxy_way;
    int64_t ping_s;     // of silence, until a ping
    int64_t patience_s; // with who does not read an answer
} dx_settings;

// Reads what was typed, as listed above; NULL: nothing.
DX_MUST_USE dx_status dx_settings_typed(const char *const typed[DX_SETTINGS],
                                        dx_settings *out, dx_error *error);

// Reads a file's text, "name value" a line; what it does not say stays.  `out`
// is worth nothing if it is refused.
DX_MUST_USE dx_status dx_settings_read(const char *text, size_t length,
                                       dx_settings *out, dx_error *error);

// Is the server called so, too?
bool dx_settings_have_name(const dx_settings *settings, const char *name,
                           size_t length);

// Reads a file that the host has named.  A pipe would keep the loop waiting for
// who writes into it, so it must be a plain one.
DX_MUST_USE dx_status dx_read_plain(const char *path, dx_text *out,
                                    dx_error *error);

#endif
