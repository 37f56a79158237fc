// Requests over HTTP.  The files of the page are sent from here; everything
// else is read to its end, within its limit, and becomes a letter for the hall,
// whose answer is written when it comes.  The number of a connection changes
// with every request, so that an answer never meets another question.

#include "server/net_private.h"

#include "base/child.h"
#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PIECE = 16 << 10, HEADERS_MAX = 2048 };

static const char policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "
    "data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// ---- headers ----

bool dx_net_add(struct lws *wsi, const char *name, const char *value,
                unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value,
                                       (int)strlen(value), at, end) == 0;
}

bool dx_net_add_common(struct lws *wsi, unsigned code, const char *type,
                       size_t length, unsigned char **at, unsigned char *end)
{
    return lws_add_http_common_headers(wsi, code, type, length, at, end) == 0 &&
           dx_net_add(wsi, "content-security-policy:", policy, at, end) &&
           dx_net_add(wsi, "x-content-type-options:", "nosniff", at, end) &&
           dx_net_add(wsi, "referrer-policy:", "no-referrer", at, end) &&
           dx_net_add(wsi, "cross-origin-opener-policy:", "same-origin", at,
                      end) &&
           dx_net_add(wsi, "cross-origin-resource-policy:", "same-origin", at,
                      end);
}

// ---- reading ----

// Requests that bring a record or a model are larger than others.
static size_t body_limit(const char *path)
{
    static const char *const large[] = {"/api/records", "/api/dx", "/api/draw",
                                        "/api/belief"};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        if (strcmp(path, large[i]) == 0)
            return DX_BODY_LARGE_MAX;
    return DX_BODY_MAX;
}

static void take_token(struct lws *wsi, dx_web *web)
{
    char value[80];
    if (lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_HTTP_AUTHORIZATION) <=
            0 ||
        strncasecmp(value, "Bearer ", 7) != 0 ||
        strlen(value + 7) >= sizeof web->token)
        return;
    memcpy(web->token, value + 7, strlen(value + 7) + 1);
}

// The members of the query, which libwebsockets has taken apart.  Where nothing
// stands behind the last sign of `?` and `a=1&`, it makes a slash of it.
static void take_query(struct lws *wsi, dx_web *web)
{
    size_t length = 0;
    for (int i = 0; length + 2 < sizeof web->query; i++) {
        int part = lws_hdr_copy_fragment(wsi, web->query + length,
                                         (int)(sizeof web->query - length - 1),
                                         WSI_TOKEN_HTTP_URI_ARGS, i);
        if (part <= 0)
            break;
        if (part == 1 && web->query[length] == '/')
            continue;
        length += (size_t)part;
        web->query[length++] = '&';
    }
    web->query[length > 0 ? length - 1 : 0] = '\0';
}

static void take_tag(struct lws *wsi, dx_web *web)
{
    if (lws_hdr_copy(wsi, web->tags, sizeof web->tags,
                     WSI_TOKEN_HTTP_IF_NONE_MATCH) <= 0)
        web->tags[0] = '\0';
}

static dx_web *read_head(struct lws *wsi, const char *path)
{
    dx_web *web = dx_alloc(1, sizeof *web);
    web->is_post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    snprintf(web->path, sizeof web->path, "%s", path);
    take_query(wsi, web);
    take_token(wsi, web);
    take_tag(wsi, web);
    return web;
}

// How long the body is said to be; false: that makes no sense.
static bool read_length(struct lws *wsi, size_t *out)
{
    char digits[24] = "0";
    *out = 0;
    int length = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (length >= (int)sizeof digits) {
        *out = SIZE_MAX;
        return true;
    }
    if (length > 0)
        lws_hdr_copy(wsi, digits, sizeof digits, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    *out = strtoul(digits, NULL, 10);
    return digits[strspn(digits, "0123456789")] == '\0';
}

// Is the head, as far as it is known, of a size that is taken?
static bool has_fair_head(struct lws *wsi, const char *path,
                          dx_refusal *out_why)
{
    const dx_web *web = NULL;
    int all = 0;
    for (int i = 0; i < WSI_TOKEN_COUNT; i++)
        all += lws_hdr_total_length(wsi, (enum lws_token_indexes)i);
    *out_why = DX_REFUSE_PATH;
    if (strlen(path) >= sizeof web->path ||
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS) >=
            (int)sizeof web->query)
        return false;
    *out_why = DX_REFUSE_HEAD;
    return all <= DX_HEAD_MAX;
}

// May the body come that a request announces?  If not, `out_why`.
static bool may_bring(struct lws *wsi, bool is_post, const char *path,
                      size_t *out_length, dx_refusal *out_why)
{
    bool is_cut =
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
    bool has_length =
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0;
    *out_why = DX_REFUSE_CHUNKS;
    if (is_cut || (is_post && !has_length))
        return false;
    *out_why = DX_REFUSE_LENGTH;
    if (!read_length(wsi, out_length))
        return false;
    *out_why = DX_REFUSE_SIZE;
    return *out_length <= (is_post ? body_limit(path) : 0);
}

static void hand_over(dx_net *net, dx_slot *slot)
{
    dx_letter *letter = dx_letter_new(DX_LETTER_WEB, dx_slot_guest(net, slot));
    letter->web = slot->web;
    slot->web = NULL;
    lws_set_timeout(slot->wsi, NO_PENDING_TIMEOUT, 0); // it may take a while
    // libwebsockets does not read on before it has answered, and would turn
    // without end for a socket that has something to read, or is closed.
    lws_rx_flow_control(slot->wsi, 0);
    dx_crew_deliver(net->crew, letter);
}

// ---- the page ----

static const char *type_of(const char *path)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".woff2", "font/woff2"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

// A file of the folder that was given at the start: for whoever works on the
// page.
static dx_post *read_file(const dx_net *net, const char *path)
{
    enum { FILE_MAX = 16 << 20 };
    dx_text name = {0}, text = {0};
    if (strstr(path, "..") != NULL)
        return NULL;
    dx_text_printf(&name, "%s%s", net->options.web, path);
    dx_status status =
        dx_text_read_file(dx_text_string(&name), FILE_MAX, &text, NULL);
    dx_text_release(&name);
    if (status != DX_OK)
        return NULL;
    dx_post *post = dx_alloc(1, sizeof *post);
    post->kind = DX_POST_WEB;
    post->code = 200;
    post->type = type_of(path);
    post->length = text.length;
    post->text = dx_text_take(&text);
    return post;
}

// "br, gzip;q=0.5" takes it packed, "gzip; q=0" does not.
static bool takes_packed(struct lws *wsi)
{
    char value[120];
    if (lws_hdr_copy(wsi, value, sizeof value,
                     WSI_TOKEN_HTTP_ACCEPT_ENCODING) <= 0)
        return false;
    const char *at = strstr(value, "gzip");
    if (at == NULL)
        return false;
    at += strlen("gzip");
    at += strspn(at, " ;");
    return strncmp(at, "q=", 2) != 0 || strtod(at + 2, NULL) > 0;
}

static const dx_page_file *find_file(struct lws *wsi, const char *path)
{
    const dx_page_file *found = NULL;
    for (const dx_page_file *f = dx_page_files; f->path != NULL; f++)
        if (strcmp(f->path, path) == 0 && (!f->is_packed || takes_packed(wsi)))
            found = f;
    return found;
}

static int send_file(dx_net *net, dx_slot *slot, const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    if (net->options.web != NULL)
        slot->answer = read_file(net, path);
    else
        slot->file = find_file(slot->wsi, path);
    if (slot->answer == NULL && slot->file == NULL)
        return dx_net_refuse(slot->wsi, DX_REFUSE_PAGE);
    dx_slot_owe(net, slot, slot->file != NULL ? 0 : slot->answer->length,
                slot->file == NULL);
    lws_callback_on_writable(slot->wsi);
    return 0;
}

// ---- a request ----

static bool is_for_hall(const char *path)
{
    return strncmp(path, "/api/", 5) == 0 || strcmp(path, "/health") == 0 ||
           strcmp(path, "/metrics") == 0;
}

static int begin(dx_net *net, struct lws *wsi, dx_slot_number *number,
                 const char *path)
{
    size_t length;
    dx_refusal why;
    bool is_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    bool is_get = is_head || lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    bool is_post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    if (net->is_stopping)
        return -1;
    if (!dx_net_is_ours(net, wsi)) {
        net->refused++;
        return dx_net_refuse(wsi, DX_REFUSE_SITE);
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP) <= 0) // HTTP/0.9
        return dx_net_refuse(wsi, DX_REFUSE_SENSE);
    if (!is_get && !is_post)
        return dx_net_refuse(wsi, DX_REFUSE_METHOD);
    if (!has_fair_head(wsi, path, &why) ||
        !may_bring(wsi, is_post, path, &length, &why))
        return dx_net_refuse(wsi, why);
    dx_slot_close(net, number); // of the request before
    dx_slot *slot = dx_slot_open(net, wsi, DX_SLOT_WEB, number);
    if (slot == NULL)
        return dx_net_refuse(wsi, DX_REFUSE_CROWD);
    slot->is_head = is_head;
    if (!is_for_hall(path))
        return is_get ? send_file(net, slot, path)
                      : dx_net_refuse(wsi, DX_REFUSE_METHOD);
    if (!dx_slot_may_want(net, slot))
        return dx_net_refuse(wsi, DX_REFUSE_RATE);
    if (dx_net_is_stuffed(net, slot, 0) != 0)
        return dx_net_refuse(wsi, DX_REFUSE_UNREAD);
    slot->web = read_head(wsi, path);
    slot->web->address = slot->key;
    slot->body_max = body_limit(path);
    if (!is_post || length == 0)
        hand_over(net, slot);
    return 0;
}

static int take_body(dx_slot *slot, const char *in, size_t length)
{
    if (length == 0)
        return 0; // of a request that was said to have none
    if (slot == NULL || slot->web == NULL)
        return -1;
    if (slot->web->body.length + length > slot->body_max)
        return dx_net_refuse(slot->wsi, DX_REFUSE_SIZE);
    dx_text_add_part(&slot->web->body, in, length);
    return 0;
}

// ---- answering ----

static int write_head(dx_slot *slot, unsigned code, const char *type,
                      size_t length)
{
    unsigned char buffer[LWS_PRE + HEADERS_MAX];
    unsigned char *start = buffer + LWS_PRE, *at = start;
    unsigned char *end = buffer + sizeof buffer - 1;
    struct lws *wsi = slot->wsi;
    bool is_file = slot->file != NULL;
    uint64_t tag = is_file ? 0 : slot->answer->tag;
    char text[DX_TAG];
    dx_web_tag_write(tag, text);
    if (!dx_net_add_common(wsi, code, type, length, &at, end) ||
        !dx_net_add(wsi, "cache-control:",
                    is_file || tag != 0 ? "no-cache" : "no-store", &at, end) ||
        (tag != 0 && !dx_net_add(wsi, "etag:", text, &at, end)) ||
        (is_file && !dx_net_add(wsi, "vary:", "accept-encoding", &at, end)) ||
        (is_file && slot->file->is_packed &&
         !dx_net_add(wsi, "content-encoding:", "gzip", &at, end)) ||
        lws_finalize_write_http_header(wsi, start, &at, end) != 0)
        return -1;
    slot->has_headers = true;
    lws_callback_on_writable(wsi);
    return 0;
}

static int end(dx_net *net, dx_slot *slot, dx_slot_number *number)
{
    struct lws *wsi = slot->wsi;
    dx_slot_close(net, number);
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

static int write_piece(dx_net *net, dx_slot *slot, const void *bytes,
                       size_t length, dx_slot_number *number)
{
    unsigned char piece[LWS_PRE + PIECE];
    size_t left = length - slot->sent;
    size_t part = left < PIECE ? left : PIECE;
    struct lws *wsi = slot->wsi;
    memcpy(piece + LWS_PRE, (const char *)bytes + slot->sent, part);
    int sent = lws_write(wsi, piece + LWS_PRE, part,
                         part == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (sent < (int)part)
        return -1;
    net->bytes_out += part;
    slot->sent += part;
    slot->read = dx_now_ms();
    if (slot->sent < length) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    return end(net, slot, number);
}

static int answer(dx_net *net, dx_slot *slot, dx_slot_number *number)
{
    if (slot == NULL || (slot->answer == NULL && slot->file == NULL))
        return 0; // nothing to say yet
    const dx_page_file *file = slot->file;
    const void *bytes = file != NULL ? (const void *)file->at
                                     : (const void *)slot->answer->text;
    size_t length =
        file != NULL ? (size_t)(file->end - file->at) : slot->answer->length;
    if (slot->has_headers && (slot->is_head || length == 0))
        return end(net, slot, number);
    if (slot->has_headers)
        return write_piece(net, slot, bytes, length, number);
    return write_head(slot, file != NULL ? 200 : (unsigned)slot->answer->code,
                      file != NULL ? file->type : slot->answer->type, length);
}

int dx_net_http(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                void *in, size_t length)
{
    dx_net *net = dx_net_of(wsi);
    dx_slot *slot;
    switch (reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        dx_net_drain(net);
        return 0;
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return dx_net_meet(net, (int)(intptr_t)in) ? 0 : -1;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return dx_net_upgrade(net, wsi, in);
    case LWS_CALLBACK_HTTP:
        return begin(net, wsi, user, in);
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(dx_slot_of(net, user), in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        slot = dx_slot_of(net, user);
        if (slot != NULL && slot->web != NULL)
            hand_over(net, slot);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return answer(net, dx_slot_of(net, user), user);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (user != NULL)
            dx_slot_close(net, user);
        return 0;
    default:
        return 0;
    }
}
