// server/crew.h -- the threads behind the loop: the hall, who thinks, who
// writes.
//
//     letters ──► hall ──jobs──► thinkers
//                  │ ▲──done─────────┤
//                  ▼                 ▼ answers
//                 batches ──► writer ──posts──► the loop
//
// Everything that is said goes through the writer, also what has no rows, so
// that nothing overtakes an event that is not on disk yet.

#ifndef DX_SERVER_CREW_H
#define DX_SERVER_CREW_H

#include "server/hall.h"

typedef struct dx_crew_options {
    dx_store *store;
    dx_program_list programs;
    unsigned tables_max, threads;
    uint64_t seed;
    void *context;
    // Posts for the loop, first to last; takes them.  Called by the writer.
    void (*send)(void *context, dx_post *first);
    void (*count)(void *context, dx_text *out); // adds to /metrics
} dx_crew_options;

typedef struct dx_crew dx_crew;

DX_MUST_USE dx_status dx_crew_start(const dx_crew_options *options,
                                    dx_crew **out, dx_error *error);

// For the hall; takes it.
void dx_crew_deliver(dx_crew *crew, dx_letter *letter);

// Stops thinking, lets the rest be kept and sent, and waits for all threads.
void dx_crew_stop(dx_crew *crew);

// Games that go on, and games that cannot.
void dx_crew_opened(const dx_crew *crew, unsigned *out_games,
                    unsigned *out_broken);

#endif
