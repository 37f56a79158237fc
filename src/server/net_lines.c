// Lines over WebSockets and over plain TCP.  A message may come in pieces, and
// its size is counted over all of them.  What waits for a connection goes out
// in one write, some kilobytes at a time: frames are made here and handed to
// libwebsockets as bytes (LWS_WRITE_HTTP is "as it is" to it), since it would
// make a system call of each.
//
// Who is sent away is told why and then listened to no more, but the connection
// stays until the other side has closed it or some seconds are over: to close a
// socket with something unread in it resets the connection, and the reason that
// was just sent is lost on the way.

#include "server/net_private.h"

#include "base/child.h"
#include "base/memory.h"

#include <string.h>
#include <sys/socket.h>

enum { BYTES_AT_ONCE = 32 << 10, TEXT_FRAME = 0x81, CLOSE_FRAME = 0x88 };

// ---- WebSockets ----

static void begin_write(dx_net *net)
{
    static const char room[LWS_PRE];
    dx_text_clear(&net->out);
    dx_text_add_part(&net->out, room, sizeof room);
}

static bool has_room(const dx_net *net)
{
    return net->out.length < LWS_PRE + BYTES_AT_ONCE;
}

// Sends what was gathered; libwebsockets keeps what the socket does not take.
// False: the connection is gone.
static bool end_write(dx_net *net, dx_slot *slot, enum lws_write_protocol how)
{
    size_t length = net->out.length - LWS_PRE;
    net->bytes_out += length;
    return length == 0 ||
           lws_write(slot->wsi, (unsigned char *)net->out.at + LWS_PRE, length,
                     how) >= (int)length;
}

static void add_frame(dx_text *out, int kind, const char *at, size_t length)
{
    unsigned bytes = length < 126 ? 0 : length < 1 << 16 ? 2 : 8;
    dx_text_add_char(out, (char)kind);
    dx_text_add_char(out, (char)(bytes == 0   ? (int)length
                                 : bytes == 2 ? 126
                                              : 127));
    for (unsigned i = bytes; i-- > 0;)
        dx_text_add_char(out, (char)(length >> 8 * i & 255));
    dx_text_add_part(out, at, length);
}

// A post as frames, one a line.
static void add_frames(dx_text *out, const dx_post *post)
{
    const char *at = post->text, *stop = post->text + post->length;
    while (at < stop) {
        const char *end = memchr(at, '\n', (size_t)(stop - at));
        size_t length = (size_t)((end != NULL ? end : stop) - at);
        if (length > 0)
            add_frame(out, TEXT_FRAME, at, length);
        at += length + (end != NULL);
    }
}

// Says why it is closed.
static int part(dx_net *net, dx_slot *slot)
{
    enum { SECONDS = 5 };
    const char code[2] = {(char)(slot->closing >> 8), (char)slot->closing};
    if (slot->has_parted)
        return 0;
    begin_write(net);
    add_frame(&net->out, CLOSE_FRAME, code, sizeof code);
    slot->has_parted = true;
    lws_set_timeout(slot->wsi, PENDING_TIMEOUT_USER_REASON_BASE, SECONDS);
    return end_write(net, slot, LWS_WRITE_HTTP) ? 0 : -1;
}

static int socket_write(dx_net *net, dx_slot *slot)
{
    if (slot->wants_ping) {
        // libwebsockets says nothing of a pong that is empty.
        unsigned char ping[LWS_PRE + 1];
        slot->wants_ping = false;
        ping[LWS_PRE] = '.';
        lws_write(slot->wsi, ping + LWS_PRE, 1, LWS_WRITE_PING);
        lws_callback_on_writable(slot->wsi);
        return 0;
    }
    begin_write(net);
    while (slot->first != NULL && has_room(net)) {
        add_frames(&net->out, slot->first);
        dx_slot_pop(slot);
    }
    if (!end_write(net, slot, LWS_WRITE_HTTP))
        return -1;
    if (slot->first != NULL)
        lws_callback_on_writable(slot->wsi);
    else if (slot->closing != 0)
        return part(net, slot);
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
        return part(net, slot);
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
    return part(net, slot);
}

int dx_net_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                  void *in, size_t length)
{
    dx_net *net = dx_net_of(wsi);
    dx_slot *slot = NULL;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        return dx_slot_open(net, wsi, DX_SLOT_SOCKET, user) == NULL ? -1 : 0;
    case LWS_CALLBACK_CLOSED:
        dx_slot_close(net, user);
        return 0;
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_RECEIVE_PONG:
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        slot = dx_slot_of(net, user);
        break;
    default:
        return 0;
    }
    if (slot == NULL)
        return -1;
    if (reason == LWS_CALLBACK_WS_PEER_INITIATED_CLOSE)
        return slot->has_parted ? -1 : 0; // both have said so
    if (reason == LWS_CALLBACK_RECEIVE)
        return socket_read(net, slot, in, length);
    if (reason == LWS_CALLBACK_SERVER_WRITEABLE)
        return socket_write(net, slot);
    dx_slot_heard(net, slot);
    return 0;
}

// ---- TCP and programs ----

// The words with which a connection ends where there is no code to say it with.
static bool say_words(dx_net *net, struct lws *wsi, const char *code,
                      const char *text)
{
    dx_text line = {0};
    dx_message_error(code, 0, text, &line);
    begin_write(net);
    dx_text_add_part(&net->out, line.at, line.length);
    dx_text_release(&line);
    size_t length = net->out.length - LWS_PRE;
    return lws_write(wsi, (unsigned char *)net->out.at + LWS_PRE, length,
                     LWS_WRITE_RAW) >= (int)length;
}

// As of WebSockets: it is told why, listened to no more and left to close.
int dx_slot_part(dx_net *net, dx_slot *slot, const char *code, const char *text)
{
    enum { SECONDS = 5 };
    slot->closing = 1008;
    slot->has_parted = true;
    if (slot->kind != DX_SLOT_TCP || !say_words(net, slot->wsi, code, text))
        return -1;
    lws_set_timeout(slot->wsi, PENDING_TIMEOUT_USER_REASON_BASE, SECONDS);
    if (!lws_is_ssl(slot->wsi) && !lws_partial_buffered(slot->wsi))
        shutdown(lws_get_socket_fd(slot->wsi), SHUT_WR);
    return 0;
}

// Cuts what came into lines.
static int tcp_read(dx_net *net, dx_slot *slot, const char *in, size_t length)
{
    while (length > 0 && slot->closing == 0) {
        const char *end = memchr(in, '\n', length);
        size_t part = end != NULL ? (size_t)(end - in) : length;
        if (slot->in.length + part > DX_MESSAGE_MAX)
            return dx_slot_part(net, slot, "large",
                                "a line has at most 8 kB; goodbye");
        dx_text_add_part(&slot->in, in, part);
        if (end != NULL) {
            bool fine = slot->in.length == 0 ||
                        dx_slot_line(net, slot, slot->in.at, slot->in.length);
            dx_text_clear(&slot->in);
            if (!fine)
                return dx_slot_part(net, slot, "busy",
                                    "more than 20 messages a second, or 60 "
                                    "at once; goodbye");
            part++;
        }
        in += part;
        length -= part;
    }
    return 0;
}

static int tcp_write(dx_net *net, dx_slot *slot)
{
    if (slot->has_parted)
        return 0;
    begin_write(net);
    while (slot->first != NULL && has_room(net)) {
        dx_text_add_part(&net->out, slot->first->text, slot->first->length);
        dx_slot_pop(slot);
    }
    if (!end_write(net, slot, LWS_WRITE_RAW))
        return -1;
    if (slot->first != NULL || lws_partial_buffered(slot->wsi))
        lws_callback_on_writable(slot->wsi);
    else if (slot->closing != 0)
        return -1;
    return 0;
}

int dx_slot_write(dx_net *net, dx_slot *slot)
{
    return slot->kind == DX_SLOT_SOCKET ? socket_write(net, slot)
                                        : tcp_write(net, slot);
}

static int tcp_open(dx_net *net, struct lws *wsi, dx_slot_number *number)
{
    bool is_program = net->adopting != NULL;
    dx_slot *slot =
        net->is_stopping
            ? NULL
            : dx_slot_open(net, wsi, is_program ? DX_SLOT_PROGRAM : DX_SLOT_TCP,
                           number);
    if (slot == NULL) {
        if (!is_program)
            say_words(net, wsi, "busy", "too many connections; wait a little");
        return -1;
    }
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
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return dx_net_meet(net, (int)(intptr_t)in) ? 0 : -1;
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
