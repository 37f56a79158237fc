// Who is at the other end of a connection, and how much it may still want.
//
// Where a connection comes from is noted when it is accepted, before anything
// of it is read; a proxy that speaks the PROXY protocol is listened to there.
// It sends its header at once and whole, as the protocol demands, and the
// listening sockets hand a connection over only when something has come.  What
// a header of HTTP says counts only if the connection is a named proxy's.
//
// All limits of an address are in one purse, found by a hash: two addresses
// may share one, and then they share its limits.

#include "server/net_private.h"

#include "base/child.h"

#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

// ---- addresses ----

static dx_address peer_of(int fd)
{
    dx_address out = {{0}};
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } name = {.any = {0}};
    socklen_t length = sizeof name;
    if (getpeername(fd, &name.any, &length) != 0)
        return out;
    if (name.any.sa_family == AF_INET6) {
        memcpy(out.byte, &name.six.sin6_addr, sizeof out.byte);
    } else if (name.any.sa_family == AF_INET) {
        out.byte[10] = out.byte[11] = 0xff;
        memcpy(out.byte + 12, &name.four.sin_addr, 4);
    }
    return out;
}

static void note(dx_net *net, int fd, const dx_address *address)
{
    while (net->origins.count <= (size_t)fd)
        dx_vector_push(&net->origins, (dx_address){{0}});
    net->origins.at[fd] = *address;
}

bool dx_net_meet(dx_net *net, int fd)
{
    uint8_t bytes[DX_PROXY_LINE_MAX];
    dx_address address = peer_of(fd);
    if (net->settings.proxy_way == DX_PROXY_LINE &&
        dx_ranges_have(&net->settings.proxies, &address)) {
        ssize_t got = recv(fd, bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT);
        size_t head = got > 0 ? dx_proxy_line(bytes, (size_t)got, &address) : 0;
        if (head == 0 || recv(fd, bytes, head, MSG_DONTWAIT) != (ssize_t)head) {
            net->refused++;
            return false;
        }
    }
    note(net, fd, &address);
    return true;
}

// What the headers of a request say of where it comes from.
static bool told_by(const dx_net *net, struct lws *wsi, dx_address *out)
{
    static const char name[] = "forwarded:";
    enum { HEADER_MAX = 1000 };
    char value[HEADER_MAX];
    int length =
        net->settings.proxy_way == DX_PROXY_LIST
            ? lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_X_FORWARDED_FOR)
            : lws_hdr_custom_copy(wsi, value, sizeof value, name,
                                  sizeof name - 1);
    if (length <= 0)
        return false;
    return net->settings.proxy_way == DX_PROXY_LIST
               ? dx_forwarded_list(value, (size_t)length,
                                   &net->settings.proxies, out)
               : dx_forwarded(value, (size_t)length, &net->settings.proxies,
                              out);
}

static dx_address origin_of(const dx_net *net, struct lws *wsi, bool has_head)
{
    size_t fd = (size_t)lws_get_socket_fd(wsi);
    dx_address address =
        fd < net->origins.count ? net->origins.at[fd] : (dx_address){{0}};
    if (has_head && net->settings.proxy_way != DX_PROXY_LINE &&
        dx_ranges_have(&net->settings.proxies, &address))
        told_by(net, wsi, &address);
    return address;
}

void dx_net_upgraded(dx_net *net, struct lws *wsi)
{
    dx_address address = origin_of(net, wsi, true);
    note(net, lws_get_socket_fd(wsi), &address);
}

uint64_t dx_net_key(const dx_net *net, struct lws *wsi, dx_slot_kind kind)
{
    if (kind == DX_SLOT_PROGRAM)
        return 0;
    dx_address address = origin_of(net, wsi, kind == DX_SLOT_WEB);
    return dx_ranges_have(&net->settings.exempt, &address)
               ? 0
               : dx_address_key(&address);
}

bool dx_slot_is_gone(const dx_slot *slot)
{
    struct pollfd end = {.fd = lws_get_socket_fd(slot->wsi),
                         .events = POLLRDHUP};
    return poll(&end, 1, 0) > 0;
}

// ---- purses ----

dx_purse *dx_net_purse(dx_net *net, uint64_t key)
{
    return key == 0 ? NULL : &net->purse[key % DX_ADDRESSES];
}

bool dx_slot_may_want(dx_net *net, const dx_slot *slot)
{
    int64_t now = dx_now_ms();
    dx_purse *purse = dx_net_purse(net, slot->key);
    if (purse == NULL)
        return true;
    purse->credit +=
        (double)(now - purse->refilled) * DX_RATE_PER_SECOND / 1000;
    if (purse->credit > DX_RATE_BURST || purse->refilled == 0)
        purse->credit = DX_RATE_BURST;
    purse->refilled = now;
    if (purse->credit < 1)
        return false;
    purse->credit -= 1;
    return true;
}

// ---- answers that are not read ----

// A connection whose caller has closed it, or has sent the next request, has
// something to read, and libwebsockets, which does not read while it answers,
// turns without end as long as the answer is stuck.  So those who are being
// answered are looked at in every round, and cut if they are gone, speak on
// without reading, or take too long.

int dx_net_is_stuffed(dx_net *net, const dx_slot *slot, size_t length)
{
    const dx_purse *purse = dx_net_purse(net, slot->key);
    if (purse != NULL && purse->unread + length > DX_ANSWERS_MAX)
        return 429;
    return net->unread + length > DX_ANSWERS_ALL ? 503 : 0;
}

void dx_slot_owe(dx_net *net, dx_slot *slot, size_t length, bool counts)
{
    dx_purse *purse = dx_net_purse(net, slot->key);
    slot->read = dx_now_ms();
    slot->deadline = slot->read + net->settings.patience_s * 1000 +
                     (int64_t)(length / DX_READ_PER_MS);
    dx_vector_push(&net->readers, dx_slot_guest(net, slot));
    if (!counts)
        return;
    slot->unread = length;
    net->unread += length;
    if (purse != NULL)
        purse->unread += length;
}

void dx_slot_forgive(dx_net *net, dx_slot *slot)
{
    dx_purse *purse = dx_net_purse(net, slot->key);
    net->unread -= slot->unread;
    if (purse != NULL)
        purse->unread -= slot->unread;
    slot->unread = 0;
}

void dx_net_watch_readers(dx_net *net, int64_t now)
{
    int64_t patience = net->settings.patience_s * 1000;
    for (size_t i = 0; i < net->readers.count;) {
        dx_slot *slot = dx_net_slot(net, net->readers.at[i]);
        struct pollfd end = {.events = POLLIN}; // its end is one, too
        if (slot != NULL) {
            end.fd = lws_get_socket_fd(slot->wsi);
            bool is_idle = poll(&end, 1, 0) == 0 && now < slot->deadline &&
                           now < slot->read + patience;
            if (is_idle && ++i)
                continue;
            net->dropped++;
            dx_slot_cut(slot);
        }
        net->readers.at[i] = net->readers.at[--net->readers.count];
    }
}
