// Requests that are not taken: with which words they are refused, and which are
// not taken for how they come.
//
// libwebsockets cuts some without a word.  A WebSocket whose subprotocol it
// does not know is looked at here before it does, and so is what is no HTTP at
// all (dx_net_strange).  It is given room for larger heads than are taken, so
// that these can be refused in words.  What is larger still, or has a byte 0 in
// its path, it has closed before anybody hears of it, and a header whose name
// is the beginning of a known one (`X`) it reads on from until it is timed out;
// docs/api.md says so.

#include "server/net_private.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum { REFUSAL_MAX = 2048, SUBPROTOCOLS_MAX = 200 };

static const struct {
    unsigned status;
    const char *code, *text;
} refusals[] = {
    [DX_REFUSE_SENSE] = {400, "input", "expected a request of HTTP/1.1"},
    [DX_REFUSE_LENGTH] = {400, "input", "Content-Length: a number"},
    [DX_REFUSE_SOCKET] = {400, "input",
                          "a WebSocket is opened at /ws, in version 13, with "
                          "the subprotocol doxa.1"},
    [DX_REFUSE_SITE] = {403, "token",
                        "another site, or a name that the server is not "
                        "called"},
    [DX_REFUSE_PAGE] = {404, "missing", "there is no such page"},
    [DX_REFUSE_METHOD] = {405, "method", "GET, HEAD and POST are answered"},
    [DX_REFUSE_CHUNKS] = {411, "input",
                          "a POST says its Content-Length; chunks are not "
                          "read"},
    [DX_REFUSE_SIZE] = {413, "large", "the request is too large"},
    [DX_REFUSE_PATH] = {414, "large", "the path or the query is too long"},
    [DX_REFUSE_RATE] = {429, "busy", "too many requests; wait a little"},
    [DX_REFUSE_UNREAD] = {429, "busy", "read your other answers first"},
    [DX_REFUSE_HEAD] = {431, "large", "a request's head has at most 8 kB"},
    [DX_REFUSE_CROWD] = {503, "busy", "too many connections; wait a little"},
};

// The whole answer; its bytes, 0 if it does not fit.
static size_t write_refusal(struct lws *wsi, dx_refusal why, unsigned char *out)
{
    unsigned char *at = out, *end = out + REFUSAL_MAX;
    char text[200];
    assert(why < sizeof refusals / sizeof *refusals);
    int length = snprintf(text, sizeof text,
                          "{\"error\":{\"code\":\"%s\",\"text\":\"%s\"}}",
                          refusals[why].code, refusals[why].text);
    if (!dx_net_add_common(wsi, refusals[why].status, "application/json",
                           (size_t)length, &at, end) ||
        !dx_net_add(wsi, "cache-control:", "no-store", &at, end) ||
        lws_finalize_http_header(wsi, &at, end) != 0 || at + length > end)
        return 0;
    memcpy(at, text, (size_t)length);
    return (size_t)(at - out) + (size_t)length;
}

// To close a socket with something unread in it resets the connection, and the
// answer is lost on the way; so some of it is read.
static void read_away(struct lws *wsi)
{
    enum { MUCH = 4 << 20 };
    char some[16 << 10];
    ssize_t got = 1;
    for (size_t all = 0; got > 0 && all < MUCH; all += (size_t)got)
        got = recv(lws_get_socket_fd(wsi), some, sizeof some, MSG_DONTWAIT);
}

int dx_net_refuse(struct lws *wsi, dx_refusal why)
{
    unsigned char buffer[LWS_PRE + REFUSAL_MAX];
    size_t length = write_refusal(wsi, why, buffer + LWS_PRE);
    lws_write(wsi, buffer + LWS_PRE, length, LWS_WRITE_HTTP_FINAL);
    if (!lws_is_ssl(wsi))
        read_away(wsi);
    return -1;
}

int dx_net_strange(struct lws *wsi, enum lws_callback_reasons reason,
                   void *user, void *in, size_t length)
{
    (void)user;
    (void)in;
    (void)length;
    return reason == LWS_CALLBACK_RAW_RX ? dx_net_refuse(wsi, DX_REFUSE_SENSE)
                                         : 0;
}

// ---- WebSockets ----

// Is doxa.1 among the subprotocols that are offered?
static bool offers_ours(struct lws *wsi)
{
    static const char ours[] = "doxa.1";
    char list[SUBPROTOCOLS_MAX];
    if (lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_PROTOCOL) <= 0)
        return false;
    for (const char *at = list; *at != '\0';) {
        at += strspn(at, ", \t");
        size_t length = strcspn(at, ", \t");
        if (length == sizeof ours - 1 && strncmp(at, ours, length) == 0)
            return true;
        at += length;
    }
    return false;
}

int dx_net_upgrade(dx_net *net, struct lws *wsi, char *wanted)
{
    char path[32], version[8];
    if (net->is_stopping)
        return -1;
    if (strcasecmp(wanted, "websocket") != 0) {
        // HTTP/2 is only offered, and declined by not speaking of it.
        wanted[0] = '-';
        return 0;
    }
    if (!dx_net_is_ours(net, wsi)) {
        net->refused++;
        return dx_net_refuse(wsi, DX_REFUSE_SITE);
    }
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 ||
        strcmp(path, "/ws") != 0)
        return dx_net_refuse(wsi, DX_REFUSE_PAGE);
    if (!offers_ours(wsi) || lws_hdr_total_length(wsi, WSI_TOKEN_KEY) <= 0 ||
        lws_hdr_copy(wsi, version, sizeof version, WSI_TOKEN_VERSION) <= 0 ||
        strcmp(version, "13") != 0)
        return dx_net_refuse(wsi, DX_REFUSE_SOCKET);
    dx_net_upgraded(net, wsi);
    return 0;
}
