// server/job.h -- what is thought about: a move, a lens, a question, a request.
//
// A job has everything that it needs: what a seat has seen, and an agent's own
// eyes and mind.  It has no way to a table.  Whoever made it gets it back when
// it is done.

#ifndef DX_SERVER_JOB_H
#define DX_SERVER_JOB_H

#include "server/post.h"
#include "server/table.h"
#include "server/web.h"

typedef enum dx_job_kind {
    DX_JOB_MOVE,     // an agent's
    DX_JOB_WATCH,    // a lens that is kept
    DX_JOB_LENS,     // one look
    DX_JOB_ASK,      // a formula
    DX_JOB_COMPLETE, // what may come next in one
    DX_JOB_CHANGED,  // what a turn has told
    DX_JOB_CHOOSE,   // what an agent would do
    DX_JOB_MODEL,    // worlds for a picture
    DX_JOB_SUSPECT,  // who suspects whom
    DX_JOB_WEB,      // a request
} dx_job_kind;

// What the answer to a question is called; NULL: it is none.
extern const char *const dx_job_answers[];

struct dx_job {
    dx_job *next;
    dx_job_kind kind;
    dx_guest guest;           // who waits for it
    uint64_t asker;           // whose thinking it is (agenda.h)
    size_t place;             // among the jobs of the hall
    bool is_quick;            // a move that is made in a moment
    double took;              // milliseconds that it took
    bool is_web;              // over HTTP
    bool is_slow;             // it may take seconds
    double expected;          // milliseconds it is thought to take
    bool is_lost;             // it panicked: what it was lent is lost too
    unsigned id;              // of the question
    atomic_bool is_cancelled; // by any thread
    // For whoever made it; not for who thinks.
    dx_table *table;
    dx_member *member;
    dx_watch *watch;
    unsigned seat;
    uint64_t seq;
    // A move: lent, and the answer.
    dx_policy policy;
    dx_eyes *eyes;
    dx_mind *mind;
    uint64_t seed;
    dx_event move;
    dx_reason why;
    // A question: what its seat has seen, and who sits where.
    dx_rules rules;
    char *name[DX_SEATS_MAX];
    DX_VECTOR(dx_event) seen; // of a move: what is new
    unsigned before;          // changed: events before the turn
    dx_wish wish;
    dx_glass *glass; // of a watch: lent
    // A request, and what was contributed to its answer.
    dx_web *web;
    dx_text head;
    int64_t number;  // for a game that it brings
    dx_batch *batch; // with the rows of that
    // The answer.
    dx_text line;
    dx_web_answer answer;
};

dx_job *dx_job_new(dx_job_kind kind, dx_guest guest);
void dx_job_free(dx_job *job); // not what it was lent

// Thinks.  A broken promise inside loses the job and nothing else.  False: it
// takes longer than was thought, and is to be run again among the slow ones.
bool dx_job_run(dx_job *job, dx_store *store);

// The answer of a question as a batch.
dx_batch *dx_job_deliver(dx_job *job);

#endif
