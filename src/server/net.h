// server/net.h -- the loop: every socket, and nothing that takes time.
//
// One thread has all connections: requests over HTTP, WebSockets, plain TCP and
// the programs that the server has started, which are one more kind of line.
// It cuts what comes into letters for the hall, and writes what the writer
// sends.  What a connection is told waits in a queue of bounded size; who does
// not read is sent away and may come back.

#ifndef DX_SERVER_NET_H
#define DX_SERVER_NET_H

#include "server/crew.h"
#include "server/post.h"
#include "server/settings.h"

typedef struct dx_net_options {
    const char *address; // to listen at
    unsigned port, tcp;  // 0: any; of tcp: none
    bool has_tcp;
    dx_settings typed;             // where no file says otherwise
    const char *settings;          // that file; NULL: none
    const char *certificate, *key; // files; NULL: no TLS
    const char *web;               // folder of the page; NULL: the one inside
    unsigned programs;
    const char *const *command; // of each program
} dx_net_options;

typedef struct dx_net dx_net;

// Listens.
DX_MUST_USE dx_status dx_net_open(const dx_net_options *options, dx_net **out,
                                  dx_error *error);
void dx_net_close(dx_net *net);

// The ports it listens at; 0: none.
unsigned dx_net_port(const dx_net *net);
unsigned dx_net_tcp_port(const dx_net *net);

// Runs until somebody says stop (INT or TERM), then stops the crew and sends
// what is left.
void dx_net_run(dx_net *net, dx_crew *crew);

// Posts, from any thread; takes them.  `net` is a dx_net.
void dx_net_send(void *net, dx_post *first);

// Adds to /metrics.
void dx_net_count(void *net, dx_text *out);

#endif
