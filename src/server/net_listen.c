// The ports that the server listens at, and nowhere else.
//
// libwebsockets takes an address for the name of an interface.  One of IPv4 it
// reads only if it is told to have no IPv6; otherwise, and also for one of IPv6
// where it has none, it listens at all addresses without a word.  So it is told
// which of the two it is, and then every socket that listens is looked at: a
// server that others could reach without having been asked to does not start.

#include "server/net_private.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct lws_protocols web_protocols[] = {
    {"http", dx_net_http, sizeof(dx_slot_number), 0, 0, NULL, 0},
    {"doxa.1", dx_net_socket, sizeof(dx_slot_number), 1024, 0, NULL, 0},
    {"strange", dx_net_strange, 0, 0, 0, NULL, 0},
    {0},
};
static const struct lws_protocols tcp_protocols[] = {
    {"doxa-tcp", dx_net_tcp, sizeof(dx_slot_number), 1024, 0, NULL, 0},
    {0},
};

// ---- addresses ----

enum { SOCKETS_SO_FAR = 256 };

typedef struct address {
    int family;
    unsigned char bytes[sizeof(struct in6_addr)];
} address;

static bool read_address(const char *text, address *out)
{
    *out = (address){.family = strchr(text, ':') != NULL ? AF_INET6 : AF_INET};
    return inet_pton(out->family, text, out->bytes) == 1;
}

// Where a socket listens; false: it does not.
static bool listens_at(int socket, address *out)
{
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } name = {.any = {0}};
    socklen_t length = sizeof name, size = sizeof(int);
    int is_listening = 0;
    if (getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &is_listening, &size) !=
            0 ||
        !is_listening || getsockname(socket, &name.any, &length) != 0 ||
        (name.any.sa_family != AF_INET && name.any.sa_family != AF_INET6))
        return false;
    *out = (address){.family = name.any.sa_family};
    if (out->family == AF_INET)
        memcpy(out->bytes, &name.four.sin_addr, sizeof name.four.sin_addr);
    else
        memcpy(out->bytes, &name.six.sin6_addr, sizeof name.six.sin6_addr);
    return true;
}

// Do all sockets of ours that listen do so at this address, and is there one?
static bool listens_only_at(const address *wanted)
{
    bool found = false;
    address at;
    for (int socket = 0; socket < SOCKETS_SO_FAR; socket++) {
        if (!listens_at(socket, &at))
            continue;
        if (at.family != wanted->family ||
            memcmp(at.bytes, wanted->bytes, sizeof at.bytes) != 0)
            return false;
        found = true;
    }
    return found;
}

// A proxy's header comes with the first bytes: nobody is accepted before them.
static void wait_for_bytes(const dx_net *net)
{
    int seconds = net->settings.proxy_way == DX_PROXY_LINE ? DX_FIRST_S : 0;
    address at;
    for (int socket = 0; socket < SOCKETS_SO_FAR; socket++)
        if (listens_at(socket, &at))
            setsockopt(socket, IPPROTO_TCP, TCP_DEFER_ACCEPT, &seconds,
                       sizeof seconds);
}

// ---- files ----

static bool has_page(const char *folder)
{
    dx_text path = {0};
    dx_text_printf(&path, "%s/index.html", folder);
    bool is_there = access(dx_text_string(&path), R_OK) == 0;
    dx_text_release(&path);
    return is_there;
}

static bool has_word(const dx_text *text, const char *word)
{
    return text->length > 0 &&
           memmem(text->at, text->length, word, strlen(word)) != NULL;
}

// What can be told of the two files by a glance: libwebsockets only says that
// they will not do.
static dx_status check_files(const dx_net_options *o, dx_error *error)
{
    static const char begin[] = "-----BEGIN CERTIFICATE-----";
    static const char secret[] = "PRIVATE KEY-----";
    dx_text certificate = {0}, key = {0};
    dx_status status = dx_read_plain(o->certificate, &certificate, error);
    if (status == DX_OK)
        status = dx_read_plain(o->key, &key, error);
    bool has_certificate = status == DX_OK && has_word(&certificate, begin);
    bool has_key = status == DX_OK && has_word(&key, secret);
    if (status == DX_OK && !has_certificate && !has_key &&
        has_word(&certificate, secret) && has_word(&key, begin))
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "--cert and --key are swapped: %s has the key, %s the "
                         "certificate",
                         o->certificate, o->key);
    else if (status == DX_OK && (!has_certificate || !has_key))
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "%s: there is no %s in %s (expected PEM, with a line "
                         "-----BEGIN ...-----)",
                         has_certificate ? "--key" : "--cert",
                         has_certificate ? "private key" : "certificate",
                         has_certificate ? o->key : o->certificate);
    dx_text_release(&certificate);
    dx_text_release(&key);
    return status;
}

static dx_status check_options(const dx_net_options *o, address *out,
                               dx_error *error)
{
    if (!read_address(o->address, out))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "--listen: expected an address, such as 127.0.0.1, "
                       "0.0.0.0 or ::1, not '%.100s'",
                       o->address);
    if (o->web != NULL && !has_page(o->web))
        return dx_fail(error, DX_ERR_FILE, 0, 0,
                       "--web: there is no index.html to be read in %s",
                       o->web);
    return o->certificate != NULL ? check_files(o, error) : DX_OK;
}

// ---- listening ----

// Can a socket be bound there?  libwebsockets does not say why it cannot.
static dx_status check_port(const dx_net_options *o, const address *at,
                            unsigned port, const char *option, dx_error *error)
{
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } name = {.any = {.sa_family = (sa_family_t)at->family}};
    bool is_four = at->family == AF_INET;
    int one = 1, fd = socket(at->family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (is_four) {
        name.four.sin_port = htons((uint16_t)port);
        memcpy(&name.four.sin_addr, at->bytes, sizeof name.four.sin_addr);
    } else {
        name.six.sin6_port = htons((uint16_t)port);
        memcpy(&name.six.sin6_addr, at->bytes, sizeof name.six.sin6_addr);
    }
    bool is_free =
        fd >= 0 &&
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
        bind(fd, &name.any, is_four ? sizeof name.four : sizeof name.six) == 0;
    int why = errno;
    if (fd >= 0)
        close(fd);
    if (is_free)
        return DX_OK;
    if (why == EADDRINUSE)
        return dx_fail(error, DX_ERR_FILE, 0, 0,
                       "cannot listen at %s: port %u is taken; give another "
                       "with %s, or 0 for any that is free",
                       o->address, port, option);
    return dx_fail(error, DX_ERR_FILE, 0, 0, "cannot listen at %s, port %u: %s",
                   o->address, port, strerror(why));
}

static dx_status mismatch(const dx_net_options *o, dx_error *error)
{
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "the certificate in %s and the key in %s do not belong "
                   "together, or one of them is damaged or locked",
                   o->certificate, o->key);
}

static dx_status open_web(dx_net *net, struct lws_context_creation_info *info,
                          dx_error *error)
{
    const dx_net_options *o = &net->options;
    if (o->certificate != NULL) {
        info->options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    } else { // what is no HTTP is refused by us
        info->options |=
            LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG;
        info->listen_accept_role = "raw-skt";
        info->listen_accept_protocol = "strange";
    }
    net->vhost = lws_create_vhost(net->context, info);
    if (net->vhost != NULL)
        return DX_OK;
    if (o->certificate != NULL)
        return mismatch(o, error);
    return dx_fail(error, DX_ERR_FILE, 0, 0, "cannot listen at %s, port %u",
                   o->address, o->port);
}

static dx_status open_tcp(dx_net *net, struct lws_context_creation_info *info,
                          dx_error *error)
{
    const dx_net_options *o = &net->options;
    info->port = o->has_tcp ? (int)o->tcp : CONTEXT_PORT_NO_LISTEN;
    info->protocols = tcp_protocols;
    info->vhost_name = "tcp";
    info->listen_accept_role = "raw-skt";
    info->listen_accept_protocol = "doxa-tcp";
    info->options |= LWS_SERVER_OPTION_ADOPT_APPLY_LISTEN_ACCEPT_CONFIG;
    info->alpn = NULL;
    if (o->certificate != NULL && o->has_tcp) // tokens go over it, too
        info->options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    else
        info->ssl_cert_filepath = info->ssl_private_key_filepath = NULL;
    net->tcp = lws_create_vhost(net->context, info);
    if (net->tcp != NULL)
        return DX_OK;
    return dx_fail(error, DX_ERR_FILE, 0, 0, "cannot listen at %s, port %u",
                   o->address, o->tcp);
}

// Do the certificate and the key belong together?  A vhost that listens nowhere
// is made with them.
static dx_status try_pair(dx_net *net, dx_error *error)
{
    const dx_net_options *o = &net->options;
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = web_protocols,
        .vhost_name = "trial",
        .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
        .ssl_cert_filepath = o->certificate,
        .ssl_private_key_filepath = o->key,
    };
    struct lws_vhost *trial = lws_create_vhost(net->context, &info);
    if (trial == NULL)
        return mismatch(o, error);
    lws_vhost_destroy(trial);
    return DX_OK;
}

dx_status dx_net_renew(dx_net *net, dx_error *error)
{
    const dx_net_options *o = &net->options;
    dx_status status = check_files(o, error);
    if (status == DX_OK)
        status = try_pair(net, error);
    if (status == DX_OK && lws_tls_cert_updated(net->context, o->certificate,
                                                o->key, NULL, 0, NULL, 0) != 0)
        status = mismatch(o, error);
    return status;
}

dx_status dx_net_set(dx_net *net, dx_error *error)
{
    const char *path = net->options.settings;
    dx_settings settings = net->options.typed;
    dx_text text = {0};
    dx_status status = DX_OK;
    if (path != NULL)
        status = dx_read_plain(path, &text, error);
    if (path != NULL && status == DX_OK) {
        status = dx_settings_read(text.at, text.length, &settings, error);
        dx_error_in_file(status == DX_OK ? NULL : error, path);
    }
    dx_text_release(&text);
    if (status != DX_OK)
        return status;
    net->settings = settings;
    wait_for_bytes(net);
    return DX_OK;
}

dx_status dx_net_listen(dx_net *net, dx_error *error)
{
    const dx_net_options *o = &net->options;
    address wanted;
    struct lws_context_creation_info info = {
        .port = (int)o->port,
        .iface = o->address,
        .protocols = web_protocols,
        .vhost_name = "web",
        .keepalive_timeout = 30,
        .timeout_secs = DX_FIRST_S,
        .ka_time = 60,
        .ka_probes = 3,
        .ka_interval = 20,
        .retry_and_idle_policy = &dx_net_no_timers,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND,
        .ssl_cert_filepath = o->certificate,
        .ssl_private_key_filepath = o->key,
        .alpn = "http/1.1",
    };
    dx_status status = check_options(o, &wanted, error);
    if (status == DX_OK)
        status = check_port(o, &wanted, o->port, "--port", error);
    if (status == DX_OK && o->has_tcp)
        status = check_port(o, &wanted, o->tcp, "--tcp", error);
    if (status == DX_OK && wanted.family == AF_INET)
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    struct lws_context_creation_info plain = info;
    if (status == DX_OK)
        status = open_web(net, &info, error);
    if (status == DX_OK)
        status = open_tcp(net, &plain, error);
    if (status == DX_OK && !listens_only_at(&wanted))
        status = dx_fail(error, DX_ERR_FILE, 0, 0,
                         "cannot listen at %s, and only there", o->address);
    if (status == DX_OK)
        wait_for_bytes(net);
    return status;
}
