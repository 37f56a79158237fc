// server/post.h -- what the server says, and the queues that carry it.
//
// Nobody holds another thread's pointer: a connection is a number (its slot and
// how often the slot was used), and what is said to a number that is gone is
// dropped.  What a table says goes out in batches: some rows for the store and
// some posts.  The writer sends the posts when the rows are on disk, in order,
// so nobody ever hears what a crash could undo.

#ifndef DX_SERVER_POST_H
#define DX_SERVER_POST_H

#include "base/text.h"
#include "base/vector.h"
#include "store/store.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// A connection; 0: none.
typedef uint64_t dx_guest;

static inline uint32_t dx_guest_slot(dx_guest guest)
{
    return (uint32_t)guest;
}

typedef struct dx_post dx_post;
struct dx_post {
    dx_post *next;
    dx_guest to;
    enum {
        DX_POST_LINE,   // a message, with its newline
        DX_POST_WEB,    // the answer to a request: code, type, text
        DX_POST_CLOSE,  // say `code`, and hang up
        DX_POST_REFUND, // the last message was a good one, and costs nothing
        DX_POST_START,  // start program number `code`; text names its seat
    } kind;
    int code;
    const char *type; // of the content; static storage
    uint64_t tag;     // of an answer that may be kept; 0: none
    char *text;
    size_t length;
};

void dx_post_free(dx_post *post);

typedef struct dx_batch {
    struct dx_batch *next;
    int64_t game;   // whose rows they are
    uint64_t life;  // of the table that says it (table.h); 0: none does
    bool is_last;   // of that life
    uint64_t payer; // the key of the address that had it kept; 0: exempt
    DX_VECTOR(dx_row) rows;
    dx_post *first, **last;
} dx_batch;

dx_batch *dx_batch_new(int64_t game);
void dx_batch_free(dx_batch *batch);

// Adds a post; the text is copied, or taken (and is empty afterwards).
void dx_batch_line(dx_batch *batch, dx_guest to, const dx_text *line);
void dx_batch_take_line(dx_batch *batch, dx_guest to, dx_text *line);
void dx_batch_web(dx_batch *batch, dx_guest to, int code, const char *type,
                  dx_text *body);
void dx_batch_web_tagged(dx_batch *batch, dx_guest to, int code,
                         const char *type, uint64_t tag, dx_text *body);
void dx_batch_close(dx_batch *batch, dx_guest to, int code);
void dx_batch_mark(dx_batch *batch, dx_guest to); // a refund
void dx_batch_start(dx_batch *batch, unsigned program, const char *seat);

// ---- queues ----

// Whatever begins with a pointer to the next of its kind.
typedef struct dx_mail {
    struct dx_mail *next;
} dx_mail;

// Filled by many, emptied by one, as a whole; or by several in turns.
typedef struct dx_mailbox {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    dx_mail *first, **last;
    bool is_held;
    atomic_size_t count; // read by anybody
    atomic_bool is_closed;
} dx_mailbox;

void dx_mailbox_init(dx_mailbox *box);
void dx_mailbox_release(dx_mailbox *box); // it is empty

// Puts one in, or several behind each other; true if it was empty before.
bool dx_mailbox_put(dx_mailbox *box, void *mail);
bool dx_mailbox_put_all(dx_mailbox *box, void *first);

// All there is, oldest first, waiting for `wait_ms` (-1: until there is
// something); NULL: nothing came, or it is closed and empty.
void *dx_mailbox_take(dx_mailbox *box, int wait_ms);

// The same, for several who take turns: who is given what there is, be it
// nothing, holds the box until it leaves, and the others wait.  `own` goes in
// first (NULL: nothing), and wakes nobody up: who puts it in takes it out
// again, or who holds the box does.
void *dx_mailbox_hold(dx_mailbox *box, void *own, int wait_ms);
void dx_mailbox_leave(dx_mailbox *box);

// Nobody waits any more.
void dx_mailbox_close(dx_mailbox *box);

#endif
