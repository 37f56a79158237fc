// Lines over WebSockets and over plain TCP.  A message may come in pieces, and
// its size is counted over all of them.  Writing happens only when the socket
// has room, some posts at a time.

#include "server/net_private.h"

#include "base/child.h"
#include "base/memory.h"

#include <string.h>

enum { POSTS_AT_ONCE = 16 };

// ---- WebSockets ----

static int socket_filter(dx_net *net, struct lws *wsi)
{
    char path[32];
    int length = lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    if (net->is_stopping || !dx_net_is_ours(net, wsi) || length <= 0 ||
        strcmp(path, "/ws") != 0) {
        net->refused++;
        lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, NULL);
        return 1;
    }
    return 0;
}

// Sends a post as a frame; false: the connection is gone.
static bool write_frame(dx_net *net, dx_slot *slot)
{
    const dx_post *post = slot->first;
    size_t length = post->length;
    while (length > 0 && post->text[length - 1] == '\n')
        length--;
    // Several lines in one post are several messages.
    const char *at = post->text + slot->written;
    const char *end = memchr(at, '\n', length - slot->written);
    size_t part = end != NULL ? (size_t)(end - at) : length - slot->written;
    unsigned char *frame = dx_alloc_raw(LWS_PRE + part, 1);
    memcpy(frame + LWS_PRE, at, part);
    int sent = lws_write(slot->wsi, frame + LWS_PRE, part, LWS_WRITE_TEXT);
    dx_free(frame);
    if (sent < (int)part)
        return false;
    net->bytes_out += part;
    if (end != NULL)
        slot->written += part + 1;
    else
        dx_slot_pop(slot);
    return true;
}

// Says why, and closes.  lws_close_reason is of no use when a socket has just
// become writable (4.1.6 then closes without it), so the frame is written here;
// 4 is its number among the kinds of lws_write, which has no public name.
static int close_now(dx_slot *slot)
{
    const enum lws_write_protocol close_frame = (enum lws_write_protocol)4;
    unsigned char frame[LWS_PRE + 2];
    if (!slot->has_parted) {
        frame[LWS_PRE] = (unsigned char)(slot->closing >> 8);
        frame[LWS_PRE + 1] = (unsigned char)slot->closing;
        lws_write(slot->wsi, frame + LWS_PRE, 2, close_frame);
        slot->has_parted = true;
    }
    return -1;
}

static int socket_write(dx_net *net, dx_slot *slot)
{
    if (slot->wants_ping) {
        unsigned char ping[LWS_PRE + 1];
        slot->wants_ping = false;
        lws_write(slot->wsi, ping + LWS_PRE, 0, LWS_WRITE_PING);
        lws_callback_on_writable(slot->wsi);
        return 0;
    }
    for (unsigned i = 0; i < POSTS_AT_ONCE && slot->first != NULL; i++) {
        if (!write_frame(net, slot))
            return -1;
        if (lws_send_pipe_choked(slot->wsi))
            break;
    }
    if (slot->first != NULL) {
        lws_callback_on_writable(slot->wsi);
    } else if (slot->closing != 0) {
        return close_now(slot);
    }
    return 0;
}

static int socket_read(dx_net *net, dx_slot *slot, const char *in,
                       size_t length)
{
    if (slot->closing != 0)
        return 0;
    if (slot->in.length + length > DX_MESSAGE_MAX ||
        slot->in.length + length + lws_remaining_packet_payload(slot->wsi) >
            DX_MESSAGE_MAX) {
        slot->closing = 1009;
        return close_now(slot);
    }
    dx_text_add_part(&slot->in, in, length);
    if (!lws_is_final_fragment(slot->wsi) ||
        lws_remaining_packet_payload(slot->wsi) > 0)
        return 0;
    bool fine = !lws_frame_is_binary(slot->wsi) &&
                dx_slot_line(net, slot, slot->in.at, slot->in.length);
    dx_text_clear(&slot->in);
    if (fine)
        return 0;
    if (slot->closing == 0)
        slot->closing = 1003;
    return close_now(slot);
}

int dx_net_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                  void *in, size_t length)
{
    dx_net *net = dx_net_of(wsi);
    dx_slot *slot = NULL;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return socket_filter(net, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return dx_slot_open(net, wsi, DX_SLOT_SOCKET, user) == NULL ? -1 : 0;
    case LWS_CALLBACK_CLOSED:
        dx_slot_close(net, user);
        return 0;
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_RECEIVE_PONG:
        slot = dx_slot_of(net, user);
        break;
    default:
        return 0;
    }
    if (slot == NULL)
        return -1;
    if (reason == LWS_CALLBACK_RECEIVE)
        return socket_read(net, slot, in, length);
    if (reason == LWS_CALLBACK_SERVER_WRITEABLE)
        return socket_write(net, slot);
    slot->heard = dx_now_ms();
    return 0;
}

// ---- TCP and programs ----

// Cuts what came into lines.
static int tcp_read(dx_net *net, dx_slot *slot, const char *in, size_t length)
{
    while (length > 0 && slot->closing == 0) {
        const char *end = memchr(in, '\n', length);
        size_t part = end != NULL ? (size_t)(end - in) : length;
        if (slot->in.length + part > DX_MESSAGE_MAX)
            return -1;
        dx_text_add_part(&slot->in, in, part);
        if (end != NULL) {
            bool fine = slot->in.length == 0 ||
                        dx_slot_line(net, slot, slot->in.at, slot->in.length);
            dx_text_clear(&slot->in);
            if (!fine)
                return -1;
            part++;
        }
        in += part;
        length -= part;
    }
    return 0;
}

static int tcp_write(dx_net *net, dx_slot *slot)
{
    for (unsigned i = 0; i < POSTS_AT_ONCE && slot->first != NULL; i++) {
        dx_post *post = slot->first;
        size_t left = post->length - slot->written;
        unsigned char *bytes = dx_alloc_raw(LWS_PRE + left, 1);
        memcpy(bytes + LWS_PRE, post->text + slot->written, left);
        int sent = lws_write(slot->wsi, bytes + LWS_PRE, left, LWS_WRITE_RAW);
        dx_free(bytes);
        if (sent < 0)
            return -1;
        net->bytes_out += (size_t)sent;
        slot->written += (size_t)sent;
        if (slot->written >= post->length)
            dx_slot_pop(slot);
        if (lws_send_pipe_choked(slot->wsi))
            break;
    }
    if (slot->first != NULL)
        lws_callback_on_writable(slot->wsi);
    else if (slot->closing != 0)
        return -1;
    return 0;
}

static int tcp_open(dx_net *net, struct lws *wsi, dx_slot_number *number)
{
    bool is_program = net->adopting != NULL;
    dx_slot *slot =
        net->is_stopping
            ? NULL
            : dx_slot_open(net, wsi, is_program ? DX_SLOT_PROGRAM : DX_SLOT_TCP,
                           number);
    if (slot == NULL)
        return -1;
    if (is_program) {
        dx_letter *letter =
            dx_letter_new(DX_LETTER_PROGRAM, dx_slot_guest(net, slot));
        slot->program = net->adopted_pid;
        letter->text = dx_copy_text(net->adopting);
        dx_crew_deliver(net->crew, letter);
    }
    return 0;
}

int dx_net_tcp(struct lws *wsi, enum lws_callback_reasons reason, void *user,
               void *in, size_t length)
{
    dx_net *net = dx_net_of(wsi);
    dx_slot *slot = NULL;
    switch (reason) {
    case LWS_CALLBACK_RAW_ADOPT:
        return tcp_open(net, wsi, user);
    case LWS_CALLBACK_RAW_CLOSE:
        dx_slot_close(net, user);
        return 0;
    case LWS_CALLBACK_RAW_RX:
    case LWS_CALLBACK_RAW_WRITEABLE:
        slot = dx_slot_of(net, user);
        break;
    default:
        return 0;
    }
    if (slot == NULL)
        return -1;
    return reason == LWS_CALLBACK_RAW_RX ? tcp_read(net, slot, in, length)
                                         : tcp_write(net, slot);
}
