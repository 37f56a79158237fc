// server/hall_private.h -- the inside of the hall.

#ifndef DX_SERVER_HALL_PRIVATE_H
#define DX_SERVER_HALL_PRIVATE_H

#include "base/index.h"
#include "server/hall.h"

enum { DX_PAYERS = 4096 };

struct dx_hall {
    dx_hall_options options;
    DX_VECTOR(dx_table *) tables; // NULL: a place that is free
    dx_index index;               // of tables, by their names
    size_t table_count;
    DX_VECTOR(dx_member *) members; // by slot
    DX_VECTOR(dx_job *) jobs;       // under way
    size_t questions;               // of them
    int64_t last;                   // number of a game
    uint64_t made;                  // tables
    uint64_t lives;                 // of tables, with those loaded again
    uint64_t moves, lines;
    unsigned loaded;
    int64_t since;                    // in ms, when it was opened
    DX_VECTOR(dx_stored_game) ailing; // games that cannot go on; copies
    DX_VECTOR(char *) waiting;        // names of games that are to be loaded
    struct {
        bool is_so, is_probing;
        int64_t since; // in ms
        char why[200];
    } failing;               // nothing can be kept
    bool has_clocks;         // some table may have
    int64_t ticked, cleared; // in ms: clocks, and what nobody needs
    bool is_closing;         // nothing new is thought about
    dx_text games;           // the answer to /api/games
    size_t kept[DX_PAYERS];  // bytes, by (a hash of) the address, wearing off
};

// The table in memory; and the same, or a game that nobody has wanted for a
// while from the store.
dx_table *dx_hall_find(const dx_hall *hall, const char *id);
dx_table *dx_hall_visit(dx_hall *hall, const char *id);
void dx_hall_add(dx_hall *hall, dx_table *table);

// hall_store.c: opens with what is in the store; the game that cannot go on,
// NULL: none such.
DX_MUST_USE dx_status dx_hall_load(dx_hall *hall, dx_error *error);
void dx_hall_unload(dx_hall *hall);
const dx_stored_game *dx_hall_ailing(const dx_hall *hall, const char *id);
// What is damaged, for all to know; the caller releases `names`.
typedef struct dx_damage {
    size_t games;
    dx_text names;  // of some of them, in JSON, behind each other
    char file[300]; // what is wrong with the store itself; "": nothing
} dx_damage;
void dx_hall_damage(const dx_hall *hall, dx_damage *out);
// Rows were not kept; they are again; and what is to be done meanwhile.
void dx_hall_mourn(dx_hall *hall, const dx_letter *letter);
void dx_hall_go_on(dx_hall *hall);
void dx_hall_wait_for(dx_hall *hall, const dx_table *table);
void dx_hall_heal(dx_hall *hall);
void dx_hall_say_failing(const dx_hall *hall, dx_text *out);

// After a table was changed: sees to its agents, its lenses and its programs.
// Takes the batch.
void dx_hall_attend(dx_hall *hall, dx_table *table, dx_batch *batch);

// Submits a batch, or frees it if there is nothing in it.
void dx_hall_submit(dx_hall *hall, dx_batch *batch);
// Keeps and tells what has happened at a table and was held back: before
// anybody is told anything of it.
void dx_hall_flush(dx_hall *hall, dx_table *table);
// Bytes that are kept for an address; and may there be more?
void dx_hall_charge(dx_hall *hall, uint64_t address, size_t bytes);
bool dx_hall_may_keep(const dx_hall *hall, uint64_t address);
// May one more question of an asker be thought about?
bool dx_hall_may_ask(const dx_hall *hall, uint64_t asker);
// Has a job thought about.
void dx_hall_think(dx_hall *hall, dx_job *job);

// A question about a table, from a seat, as a job with all that it needs; on
// an error NULL.
dx_job *dx_hall_question(dx_hall *hall, dx_table *table, unsigned seat,
                         dx_job_kind kind, const dx_wish *wish, dx_guest guest,
                         uint64_t address, dx_error *error);

// A member's message.
void dx_hall_hear(dx_hall *hall, dx_member *member, const char *line,
                  size_t length);
dx_member *dx_hall_member(dx_hall *hall, dx_guest guest);
void dx_hall_close_watches(dx_member *member);

// A request.  Takes it.
void dx_hall_serve(dx_hall *hall, dx_guest guest, dx_web *web);

#endif
