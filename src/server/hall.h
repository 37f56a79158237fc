// server/hall.h -- all tables, and who comes to the door.
//
// The hall owns the tables, and one thread runs it.  It is given letters (a
// line, a request, a guest that has gone, a job that is done) and never waits:
// what must be kept and said goes into batches, what must be thought into jobs.
// It knows no socket and no thread, so a test can run it step by step.

#ifndef DX_SERVER_HALL_H
#define DX_SERVER_HALL_H

#include "server/job.h"
#include "server/post.h"
#include "server/table.h"
#include "server/web.h"

typedef enum dx_letter_kind {
    DX_LETTER_LINE,    // text, without its newline
    DX_LETTER_WEB,     // web
    DX_LETTER_GONE,    // the connection is closed
    DX_LETTER_PROGRAM, // one was started for a seat: text is "ID SEAT"
    DX_LETTER_FAILED,  // one could not be: text is "ID SEAT"
    DX_LETTER_DONE,    // job
    DX_LETTER_BROKEN,  // the rows of game `number` were not kept: text is why
    DX_LETTER_KEPT,    // what is to be kept is kept again
} dx_letter_kind;

typedef struct dx_letter {
    struct dx_letter *next;
    dx_letter_kind kind;
    dx_guest guest;
    uint64_t address; // of a line: the key of where it comes from; 0: exempt
    char *text;
    size_t length;
    dx_web *web;
    dx_job *job;
    int64_t number;
    bool is_damage; // it is that game's fault, and not the disk's
} dx_letter;

dx_letter *dx_letter_new(dx_letter_kind kind, dx_guest guest);
void dx_letter_free(dx_letter *letter);

typedef struct dx_hall_options {
    dx_store *store;
    dx_program_list programs;
    unsigned tables_max;
    uint64_t seed; // of all deals; 0: of the system's chance each
    void *context;
    void (*submit)(void *context, dx_batch *batch); // takes it
    void (*think)(void *context, dx_job *job);      // takes it
    // Adds to /metrics; may be NULL.
    void (*count)(void *count_context, dx_text *out);
    void *count_context;
} dx_hall_options;

typedef struct dx_hall dx_hall;

// With all games of the store that are not over.
DX_MUST_USE dx_status dx_hall_new(const dx_hall_options *options, dx_hall **out,
                                  dx_error *error);
void dx_hall_free(dx_hall *hall);

// Takes a letter.
void dx_hall_receive(dx_hall *hall, dx_letter *letter);

// Deadlines, and tables that are over for long.  Now and then.
void dx_hall_tick(dx_hall *hall, int64_t now_ms);

// Ends all thinking: every job is cancelled.
void dx_hall_cancel(dx_hall *hall);

// How many games were not over when it opened, and how many could not be
// loaded.
void dx_hall_opened(const dx_hall *hall, unsigned *out_games,
                    unsigned *out_broken);

#endif
