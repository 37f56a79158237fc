// server/server.h -- doxa serve: a store, a loop and a crew, put together.

#ifndef DX_SERVER_SERVER_H
#define DX_SERVER_SERVER_H

#include "base/base.h"
#include "game/game.h"
#include "server/settings.h"
#include "store/store.h"

#include <stdint.h>

enum { DX_SERVER_PROGRAMS_MAX = 32 };

typedef struct dx_server_options {
    const dx_game *const *games; // end with NULL; NULL: those it comes with
    const char *address;         // to listen at; NULL: 127.0.0.1
    unsigned port;               // 0: any
    bool has_tcp;
    unsigned tcp;      // port of the plain lines
    const char *store; // file; NULL: in memory
    dx_sync sync;
    unsigned threads, tables_max;
    uint64_t seed; // of all deals; 0: by chance
    const char *certificate, *key, *web;
    const char *typed[DX_SETTINGS]; // NULL: not said
    const char *settings;           // file of more of these; NULL: none
    unsigned programs;
    const char *program[DX_SERVER_PROGRAMS_MAX], // its name
        *command[DX_SERVER_PROGRAMS_MAX];
} dx_server_options;

// Serves until it is told to stop; says on stdout where.
DX_MUST_USE dx_status dx_serve(const dx_server_options *options,
                               dx_error *error);

#endif
