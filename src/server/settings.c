// Reading settings, typed or from a file.

#include "server/settings.h"

#include "server/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static const char *const names[DX_SETTINGS] = {
    "name", "proxy", "proxy-header", "exempt", "ping", "patience"};

static dx_status read_seconds(const char *text, const char *option, int most,
                              int64_t *out, dx_error *error)
{
    char *end = NULL;
    long seconds = strtol(text, &end, 10);
    *out = seconds;
    if (*text >= '0' && *text <= '9' && *end == '\0' && seconds > 0 &&
        seconds <= most)
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "%s: expected a whole number from 1 to %d, not '%.40s'",
                   option, most, text);
}

static dx_status read_way(const char *text, const char *option,
                          dx_proxy_way *out, dx_error *error)
{
    static const char *const ways[] = {[DX_PROXY_LIST] = "x-forwarded-for",
                                       [DX_PROXY_FORWARDED] = "forwarded",
                                       [DX_PROXY_LINE] = "proxy"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcasecmp(text, ways[i]) == 0) {
            *out = (dx_proxy_way)i;
            return DX_OK;
        }
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "%s: x-forwarded-for, forwarded, or proxy for the PROXY "
                   "protocol",
                   option);
}

// Names as a `Host` has them: what stands in none would be a name by which
// nobody comes, and who did come by it before would be sent away.
static dx_status read_names(const char *text, const char *option, char *out,
                            size_t size, dx_error *error)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, ",");
        bool is_v6 = *at == '[' && at[length - 1] == ']';
        size_t fine = is_v6 ? 2 + strspn(at + 1, "0123456789abcdefABCDEF:.")
                            : strspn(at, letters);
        if (length == 0 || fine != length)
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "%s: expected names with commas between them and no "
                           "blanks, ports or addresses of pages, such as "
                           "a.example.org,b.example.org; not '%.40s'",
                           option, at);
        at += length + (at[length] == ',');
    }
    snprintf(out, size, "%s", text);
    return DX_OK;
}

static dx_status put(dx_settings *s, dx_setting which, const char *option,
                     const char *value, dx_error *error)
{
    if (strlen(value) >= DX_SETTING_MAX)
        return dx_fail(error, DX_ERR_INPUT, 0, 0, "%s: at most %d bytes",
                       option, DX_SETTING_MAX - 1);
    switch (which) {
    case DX_SET_NAME:
        return read_names(value, option, s->names, sizeof s->names, error);
    case DX_SET_PROXY:
        return dx_ranges_read(value, option, &s->proxies, error);
    case DX_SET_PROXY_HEADER:
        return read_way(value, option, &s->proxy_way, error);
    case DX_SET_EXEMPT:
        return dx_ranges_read(value, option, &s->exempt, error);
    case DX_SET_PING:
        return read_seconds(value, option, DX_PING_S, &s->ping_s, error);
    default:
        return read_seconds(value, option, DX_PATIENCE_S, &s->patience_s,
                            error);
    }
}

dx_status dx_settings_typed(const char *const typed[DX_SETTINGS],
                            dx_settings *out, dx_error *error)
{
    dx_status status = DX_OK;
    *out = (dx_settings){.ping_s = DX_PING_S, .patience_s = DX_PATIENCE_S};
    for (unsigned i = 0; i < DX_SETTINGS && status == DX_OK; i++) {
        char option[20];
        snprintf(option, sizeof option, "--%s", names[i]);
        if (typed[i] != NULL)
            status = put(out, (dx_setting)i, option, typed[i], error);
    }
    if (status == DX_OK && typed[DX_SET_PROXY_HEADER] != NULL &&
        typed[DX_SET_PROXY] == NULL)
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "--proxy-header: of whom?  Give the proxy's address "
                         "with --proxy");
    return status;
}

// Puts what one line says; `at` ends with it.
static dx_status read_line(char *at, unsigned line, unsigned said[DX_SETTINGS],
                           dx_settings *out, dx_error *error)
{
    static const char blanks[] = " \t\r";
    char *name = at + strspn(at, blanks);
    size_t length = strcspn(name, blanks), which = 0;
    unsigned column = (unsigned)(name - at) + 1;
    char *value = name + length + strspn(name + length, blanks);
    for (size_t end = strlen(value);
         end > 0 && strchr(blanks, value[end - 1]) != NULL;)
        value[--end] = '\0';
    if (length == 0 || *name == '#')
        return DX_OK;
    while (which < DX_SETTINGS && (strlen(names[which]) != length ||
                                   memcmp(names[which], name, length) != 0))
        which++;
    if (which == DX_SETTINGS)
        return dx_fail(error, DX_ERR_INPUT, line, column,
                       "expected name, proxy, proxy-header, exempt, ping or "
                       "patience; all else is an option of the start");
    if (said[which] != 0)
        return dx_fail(error, DX_ERR_INPUT, line, column,
                       "%s is said in line %u already", names[which],
                       said[which]);
    said[which] = line;
    dx_status status = put(out, (dx_setting)which, names[which], value, error);
    if (status != DX_OK && error != NULL) {
        error->line = line;
        error->column = (unsigned)(value - at) + 1;
    }
    return status;
}

dx_status dx_settings_read(const char *text, size_t length, dx_settings *out,
                           dx_error *error)
{
    enum { LINE_MAX_BYTES = DX_SETTING_MAX + 100 };
    unsigned said[DX_SETTINGS] = {0};
    dx_status status = DX_OK;
    for (unsigned line = 1; length > 0 && status == DX_OK; line++) {
        const char *end = memchr(text, '\n', length);
        size_t bytes = end != NULL ? (size_t)(end - text) : length;
        char copy[LINE_MAX_BYTES + 1] = "";
        if (bytes > LINE_MAX_BYTES || memchr(text, '\0', bytes) != NULL)
            return dx_fail(error, DX_ERR_INPUT, line, 1,
                           "expected a line of text, of at most %d bytes",
                           LINE_MAX_BYTES);
        memcpy(copy, text, bytes);
        status = read_line(copy, line, said, out, error);
        bytes += end != NULL;
        text += bytes;
        length -= bytes;
    }
    if (status == DX_OK && said[DX_SET_PROXY_HEADER] != 0 &&
        out->proxies.count == 0)
        status = dx_fail(error, DX_ERR_INPUT, said[DX_SET_PROXY_HEADER], 1,
                         "proxy-header: of whom?  Give the proxy's address "
                         "with proxy");
    return status;
}

bool dx_settings_have_name(const dx_settings *settings, const char *name,
                           size_t length)
{
    for (const char *at = settings->names; *at != '\0';) {
        size_t own = strcspn(at, ",");
        if (own == length && strncasecmp(at, name, length) == 0)
            return true;
        at += own + (at[own] == ',');
    }
    return false;
}

dx_status dx_read_plain(const char *path, dx_text *out, dx_error *error)
{
    enum { BYTES_MAX = 1 << 20 };
    struct stat status;
    if (stat(path, &status) != 0 || S_ISREG(status.st_mode))
        return dx_text_read_file(path, BYTES_MAX, out, error);
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "%s: expected a file, not a folder, a pipe or a device",
                   path);
}
