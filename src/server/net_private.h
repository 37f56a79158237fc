// server/net_private.h -- the inside of the loop.

#ifndef DX_SERVER_NET_PRIVATE_H
#define DX_SERVER_NET_PRIVATE_H

#include "server/group.h"
#include "server/net.h"
#include "server/page.h"
#include "server/web.h"

#include <libwebsockets.h>
#include <uv.h>

typedef enum dx_slot_kind {
    DX_SLOT_FREE,
    DX_SLOT_WEB,
    DX_SLOT_SOCKET, // a WebSocket
    DX_SLOT_TCP,
    DX_SLOT_PROGRAM,
} dx_slot_kind;

// A connection.
typedef struct dx_slot {
    dx_slot_kind kind;
    struct lws *wsi;
    uint32_t generation;
    uint32_t next_free;
    dx_post *first, **last; // to be written
    size_t queued;          // bytes
    uint64_t drain;         // in which the queue was empty
    int closing;            // the code to close with; 0: none
    bool has_spoken, wants_ping;
    bool is_touched; // something new is to be written
    bool has_parted; // the close was sent
    bool is_silent;  // it was pinged, and has not answered
    double credit;   // messages it may send at once
    int64_t since, heard, pinged, refilled;
    dx_text in; // the line so far
    // HTTP
    dx_web *web; // being read
    size_t body_max;
    const dx_page_file *file; // being sent; NULL: a post
    dx_post *answer;
    size_t sent;
    bool has_headers, is_head;
    size_t unread;    // bytes that count
    int64_t deadline; // in ms, until which it must have read its answer
    int64_t read;     // when it last read some of it
    int program;      // process; 0: none
    uint64_t key;     // of its address; 0: no limits
} dx_slot;

// What an address has open, and how many requests it may still make.
typedef struct dx_purse {
    unsigned connections;
    size_t unread; // bytes of answers
    double credit;
    int64_t refilled;
} dx_purse;

enum { DX_ADDRESSES = 4096 };

// What libwebsockets keeps for each connection: 0 is "never opened".
typedef struct dx_slot_number {
    uint32_t plus_1;
} dx_slot_number;

struct dx_net {
    dx_net_options options;
    dx_settings settings; // as they are now
    dx_crew *crew;
    uv_loop_t loop;
    uv_timer_t timer;
    uv_check_t check; // counts
    size_t next_look; // slot
    uv_signal_t on_int, on_term, on_hup;
    struct lws_context *context;
    struct lws_vhost *vhost, *tcp;
    DX_VECTOR(dx_slot) slots;
    uint32_t free_slot; // plus 1
    size_t open;        // connections
    size_t silent;      // ... that were pinged and have not answered
    size_t open_max;
    dx_purse purse[DX_ADDRESSES];  // by (a hash of) the address
    DX_VECTOR(dx_address) origins; // of connections, by their descriptor
    dx_mailbox outbox;
    dx_text out;                 // what is written now
    DX_VECTOR(dx_guest) touched; // who has something new to read
    DX_VECTOR(dx_guest) readers; // who is being sent an answer over HTTP
    size_t unread;               // bytes of such
    uint64_t drains;
    atomic_bool is_alive; // lws may be woken
    bool is_stopping;
    // A program that is being adopted.
    const char *adopting;
    int adopted_pid;
    char group[DX_GROUP_PATH]; // of all programs
    DX_VECTOR(int) reap;       // processes that have been told to end
    uint64_t bytes_out, lines_in, refused, dropped;
    uint64_t turns, ticks; // of the loop, of its timer
};

// Ours is the only timer.
extern const lws_retry_bo_t dx_net_no_timers;

// Opens the ports; net_listen.c.
DX_MUST_USE dx_status dx_net_listen(dx_net *net, dx_error *error);
// Reads the certificate and its key again, for those who come from now on; if
// there is something wrong with them, the old ones stay.
DX_MUST_USE dx_status dx_net_renew(dx_net *net, dx_error *error);
// Reads the settings (again), if there is a file of them; they count for who
// comes from now on, and stay as they are if there is something wrong.
DX_MUST_USE dx_status dx_net_set(dx_net *net, dx_error *error);

dx_net *dx_net_of(struct lws *wsi);
dx_slot *dx_net_slot(dx_net *net, dx_guest guest);
dx_guest dx_slot_guest(const dx_net *net, const dx_slot *slot);

// A slot for a connection; NULL: there are too many.
dx_slot *dx_slot_open(dx_net *net, struct lws *wsi, dx_slot_kind kind,
                      dx_slot_number *number);
void dx_slot_close(dx_net *net, dx_slot_number *number);
// Closes it, from wherever one is.
void dx_slot_cut(dx_slot *slot);
dx_slot *dx_slot_of(dx_net *net, const dx_slot_number *number);
void dx_slot_pop(dx_slot *slot);
// Ends a plain connection in words; not 0: close it at once.
int dx_slot_part(dx_net *net, dx_slot *slot, const char *code,
                 const char *text);
// Writes to a WebSocket, a program or over TCP; not 0: close it.
int dx_slot_write(dx_net *net, dx_slot *slot);

// Hands a whole line to the hall, if the connection may speak; false: close.
bool dx_slot_line(dx_net *net, dx_slot *slot, const char *line, size_t length);

// Something came from the other end.
void dx_slot_heard(dx_net *net, dx_slot *slot);

// ---- net_callers.c ----

// A connection was accepted: notes where it comes from; false: refuse it.
bool dx_net_meet(dx_net *net, int fd);
// It becomes a WebSocket: notes what the head of the request said.
void dx_net_upgraded(dx_net *net, struct lws *wsi);
// The key of its address; 0: it is exempt from all limits of addresses.
uint64_t dx_net_key(const dx_net *net, struct lws *wsi, dx_slot_kind kind);
dx_purse *dx_net_purse(dx_net *net, uint64_t key); // NULL: none
// Has the other end closed the connection?
bool dx_slot_is_gone(const dx_slot *slot);
// An answer of so many bytes is sent to it: until when, and that it counts.
void dx_slot_owe(dx_net *net, dx_slot *slot, size_t length, bool counts);
void dx_slot_forgive(dx_net *net, dx_slot *slot); // it is closed
// May so many bytes more wait to be read?  0, or the code of a refusal.
int dx_net_is_stuffed(dx_net *net, const dx_slot *slot, size_t length);
// Cuts who does not read its answer, or speaks on before it has.
void dx_net_watch_readers(dx_net *net, int64_t now);
// May who is at the other end want something more?
bool dx_slot_may_want(dx_net *net, const dx_slot *slot);

// Is a request or a WebSocket for us, and from our own page if from any?
bool dx_net_is_ours(dx_net *net, struct lws *wsi);

// Adds a header to an answer, and those that every answer has.
bool dx_net_add(struct lws *wsi, const char *name, const char *value,
                unsigned char **at, unsigned char *end);
bool dx_net_add_common(struct lws *wsi, unsigned code, const char *type,
                       size_t length, unsigned char **at, unsigned char *end);

// Refuses a request, in JSON as everywhere, at once, whatever else was to come;
// always -1, which closes the connection.
typedef enum dx_refusal {
    DX_REFUSE_SENSE,
    DX_REFUSE_LENGTH,
    DX_REFUSE_SOCKET,
    DX_REFUSE_SITE,
    DX_REFUSE_PAGE,
    DX_REFUSE_METHOD,
    DX_REFUSE_CHUNKS,
    DX_REFUSE_SIZE,
    DX_REFUSE_PATH,
    DX_REFUSE_RATE,
    DX_REFUSE_UNREAD,
    DX_REFUSE_HEAD,
    DX_REFUSE_CROWD,
} dx_refusal;
int dx_net_refuse(struct lws *wsi, dx_refusal why);
// May a connection become what it wants, a WebSocket?  0: yes.
int dx_net_upgrade(dx_net *net, struct lws *wsi, char *wanted);

// The callbacks of libwebsockets, one a protocol.
int dx_net_http(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                void *in, size_t length);
int dx_net_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                  void *in, size_t length);
int dx_net_strange(struct lws *wsi, enum lws_callback_reasons reason,
                   void *user, void *in, size_t length);
int dx_net_tcp(struct lws *wsi, enum lws_callback_reasons reason, void *user,
               void *in, size_t length);
void dx_net_drain(dx_net *net);

// program.c: could it be started?
DX_MUST_USE dx_status dx_program_check(const char *command, dx_error *error);
// Starts a program, with a socket for its input and output; the
// process, or 0.
int dx_program_start(const char *command, const char *group, int *out_socket);
// Ends it and all that it has started.
void dx_program_end(const char *group, int process);
// Has it ended?  Then it is forgotten.
bool dx_program_is_gone(const char *group, int process);

#endif
