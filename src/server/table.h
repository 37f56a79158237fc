// server/table.h -- one game that is played, and who sits and watches there.
//
//     OPEN ──all persons have come──► RUNNING ──► OVER
//                                        └──► BROKEN: its rows were not kept;
//                                             it is loaded again when they can
//                                             be
//
// A table is a state machine without threads: it is told that somebody came,
// moved, was late or went, and adds to a batch what must be kept and what is
// said to whom (of moves: when it is told to tell the news).  What a guest is
// told is made from the view of its seat (a bystander's for who only watches)
// and from nothing else.  Agents are not asked here: who runs the table
// (hall.h) looks who is next.

#ifndef DX_SERVER_TABLE_H
#define DX_SERVER_TABLE_H

#include "door/glass.h"
#include "game/record.h"
#include "server/limits.h"
#include "server/post.h"
#include "server/wish.h"

typedef struct dx_table dx_table;
typedef struct dx_watch dx_watch;
typedef struct dx_job dx_job;

// A seat.
typedef struct dx_chair {
    enum {
        DX_CHAIR_PERSON,
        DX_CHAIR_ANYONE, // a person's that is free to take
        DX_CHAIR_AGENT,
        DX_CHAIR_PROGRAM,
    } kind;
    char name[DX_PERSON_NAME];
    char agent[DX_WISH_TEXT]; // the agent, or the program's name
    char key[DX_TOKEN_KEY];   // of a person's token
    // Of who lost the seat to an agent, and may take it back by that token;
    // "": nobody did.
    char person[DX_PERSON_NAME];
    bool has_come;  // a person, at least once
    bool is_taken;  // by who asked for a seat: its link is nobody else's
    dx_guest guest; // who sits there now; 0: nobody
    int64_t gone;   // in ms, when the person went; 0: long ago
    // An agent at work; lent to the thinker while it thinks.
    dx_policy policy;
    dx_eyes *eyes;
    dx_mind *mind;
    bool is_slow;     // the agent takes longer than it says
    unsigned program; // number of the program
    unsigned falls;   // how often it has ended in this game
    bool is_starting; // the program
} dx_chair;

// A connection, from its first message on.
typedef struct dx_member {
    dx_guest guest;
    uint64_t address; // the key of it; 0: exempt
    dx_table *table;  // NULL: at none yet
    unsigned seat;    // or DX_BYSTANDER
    bool is_bot, is_program, has_greeted, has_started, has_ended;
    bool wants_view, wants_state, no_legal;
    char name[DX_PERSON_NAME];
    int64_t since;      // in ms, of a program
    unsigned told;      // events
    uint64_t asked;     // the last turn that it was asked
    unsigned questions; // under way
    dx_watch *watch[DX_WATCHES_MAX];
} dx_member;

// A lens that somebody keeps open.
struct dx_watch {
    unsigned id;
    dx_member *member; // NULL: nobody looks any more
    dx_wish wish;
    dx_glass *glass; // lent to the thinker while it is busy
    bool is_busy, is_stale;
    atomic_bool is_over; // nobody looks: who thinks gives up
};

struct dx_table {
    int64_t number, since;
    uint64_t
        life; // no other table has it, nor this one when it is loaded again
    char id[DX_TABLE_ID];
    dx_rules rules;
    uint64_t seed;
    uint64_t maker; // key of the address; 0: exempt, or an older store's
    enum {
        DX_TABLE_OPEN,
        DX_TABLE_RUNNING,
        DX_TABLE_OVER,
        DX_TABLE_BROKEN // until its store heals
    } state,
        was;         // `was`: before it broke
    const char *how; // it ended; NULL: it has not
    bool is_open;    // reasons are shown
    uint64_t move_ms;
    dx_chair chair[DX_SEATS_MAX];
    DX_VECTOR(dx_member *) members;
    dx_record *record; // that it goes on from; NULL: none
    dx_deal *deal;     // its own; NULL: the record's
    dx_match *match;   // NULL: it has not begun
    dx_record_writer *writer;
    dx_masks masks;
    unsigned lines, turns; // of the record; moves so far
    uint64_t seq;          // of the turn
    int64_t deadline;      // in ms; 0: none
    int64_t ended;         // in ms, when it was over
    int64_t idle;          // since when nobody is there and it waits; 0: no
    bool is_thinking;      // an agent is asked
    bool is_quick;         // ... that answers in a moment
    unsigned held;         // moves that nobody was told of yet
    bool has_news;         // that nobody was told and nothing was kept of
    unsigned jobs;         // that have a pointer to it
};

// ---- making and keeping ----

// The programs that may be named at seats, and the games that may be played.
typedef struct dx_program_list {
    unsigned count;
    const char *const *name;
    const dx_game *const *games; // end with NULL; NULL: those it comes with
} dx_program_list;

const dx_game *const *dx_played_games(const dx_program_list *programs);

// A table as somebody wants it, with the tokens of its persons' seats ("" for
// the others).
DX_MUST_USE dx_status dx_table_new(const dx_table_wish *wish,
                                   const dx_program_list *programs,
                                   int64_t number, uint64_t seed,
                                   char tokens[DX_SEATS_MAX][DX_TOKEN],
                                   dx_table **out, dx_error *error);
// The same as it was kept, with the lines of its record.
DX_MUST_USE dx_status dx_table_load(const dx_stored_game *game,
                                    const dx_text *lines,
                                    const dx_program_list *programs,
                                    dx_table **out, dx_error *error);
void dx_table_free(dx_table *table); // nobody has a pointer to it any more

// What it says: where rows of its life are not kept, nothing of that life is
// told any more.
dx_batch *dx_table_batch(const dx_table *table);

// The row that keeps a new table, and the one that keeps who sits there.
void dx_table_keep(const dx_table *table, dx_batch *out);
void dx_table_keep_seats(const dx_table *table, dx_batch *out);

// Deals if everybody is there; true if it did.  Starting also tells everybody
// that it has begun.
bool dx_table_begin(dx_table *table, dx_batch *out);
bool dx_table_start(dx_table *table, dx_batch *out);
// Goes on after it was loaded.
void dx_table_wake(dx_table *table, dx_batch *out);

// ---- guests ----

// The seat that a token is for; DX_BYSTANDER: none.
unsigned dx_table_seat_of(const dx_table *table, const char *token);

// An agent sits down for the person, who may come back.
void dx_table_deputize(dx_table *table, unsigned seat, const dx_policy *policy,
                       const char *agent, dx_batch *out);
// A new token for a person's seat; who sits there by the old one is sent away.
void dx_table_new_link(dx_table *table, unsigned seat, char token[DX_TOKEN],
                       dx_batch *out);

// Sits down, or watches; who sat there by the same token is sent away, be it an
// agent.
void dx_table_join(dx_table *table, dx_member *member, unsigned seat,
                   unsigned have, dx_batch *out);
// Is gone; the seat waits.
void dx_table_part(dx_table *table, dx_member *member, dx_batch *out);
// Gives the seat up: the token is void, and a new one is told.
void dx_table_leave(dx_table *table, dx_member *member, dx_batch *out);

// Says why to everybody who is there, and hangs up.
void dx_table_dismiss(dx_table *table, const char *why, dx_batch *out);

// Tells everybody who is there.
void dx_table_tell_all(dx_table *table, dx_batch *out);

// ---- playing ----

// Who is next: a seat, or DX_OVER if nobody is to be asked.
unsigned dx_table_turn(const dx_table *table);

// A guest's answer to a turn.
void dx_table_answer(dx_table *table, dx_member *member, const dx_reply *reply,
                     dx_batch *out);
// An agent's.
void dx_table_play(dx_table *table, unsigned seat, dx_event move,
                   const dx_reason *why);
// A legal move by lot; and the same if the deadline has come.
void dx_table_lot(dx_table *table, const char *words);
void dx_table_late(dx_table *table, int64_t now, dx_batch *out);
// Ends it: "crashed", "left".
void dx_table_stop(dx_table *table, const char *how);
// Keeps what has happened since the last time, and tells everybody.
void dx_table_tell_news(dx_table *table, dx_batch *out);
// Tells a guest all that it has not been told yet.
void dx_table_catch_up(dx_table *table, dx_member *member, dx_batch *out);

// ---- saying ----

const char *dx_table_state_text(const dx_table *table);
// TABLE of docs/api.md, without the braces.
void dx_table_say(const dx_table *table, dx_text *out);
void dx_table_say_state(dx_table *table, unsigned seat, dx_text *out);
void dx_table_say_see(dx_table *table, const dx_view *view, unsigned n,
                      dx_text *out);
void dx_table_names(const dx_table *table, const char *out[DX_SEATS_MAX]);

#endif
