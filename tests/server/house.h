// server/house.h -- a hall without threads and sockets, for tests: what it says
// is kept, and what it thinks about is thought when the test says so.

#ifndef DX_TESTS_SERVER_HOUSE_H
#define DX_TESTS_SERVER_HOUSE_H

#include "server/hall.h"

#include <jansson.h>

typedef struct dx_house {
    dx_store *store;
    dx_hall *hall;
    DX_VECTOR(dx_post *) posts; // in order
    DX_VECTOR(dx_job *) jobs;   // not thought about yet
    bool keeps;                 // rows go to the store
    bool fails;                 // ... and cannot be kept
    uint64_t address;           // where requests come from; 0: exempt
    bool is_slow;               // nobody thinks for now
    unsigned put_off;           // jobs that were run again, among slow ones
} dx_house;

// `path` NULL: in memory.
void dx_house_open(dx_house *house, const char *path);
void dx_house_close(dx_house *house);

// Until nothing is left to do.
void dx_house_settle(dx_house *house);

// A guest's line; a guest that goes.  Both settle.
void dx_house_say(dx_house *house, dx_guest guest, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void dx_house_go(dx_house *house, dx_guest guest);

// A request, and its answer; the caller drops the reference.
json_t *dx_house_web(dx_house *house, const char *path, const char *token,
                     const char *body, int *out_code);

// The lines that a guest was told from post `from` on, behind each other.
void dx_house_told(const dx_house *house, dx_guest guest, size_t from,
                   dx_text *out);
// The last message of a type that a guest was told; NULL: none.  The caller
// drops the reference.
json_t *dx_house_last(const dx_house *house, dx_guest guest, const char *type);
// The code with which it was sent away; 0: it was not.
int dx_house_closed(const dx_house *house, dx_guest guest);

// A table with these seats; its name and the token of its first person.
typedef struct dx_house_table {
    char id[DX_TABLE_ID];
    char token[DX_SEATS_MAX][DX_TOKEN];
} dx_house_table;
dx_house_table dx_house_make(dx_house *house, const char *rules,
                             const char *seats, const char *more);

#endif
