// door/call.h -- one request on its way to whoever answers it.

#ifndef DX_DOOR_CALL_H
#define DX_DOOR_CALL_H

#include "door/door.h"
#include "door/glass.h"
#include "door/requests.h"
#include "game/record.h"
#include "game/words.h"

#include <jansson.h>

// What is open under a handle: a record with the names by which its players are
// shown, or a model.
typedef struct dx_opened {
    dx_record *record;
    char *name[DX_SEATS_MAX];
    struct dx_sitting *sitting; // the game that it is of goes on here; or NULL
    dx_game *game;              // its own, that the record carries; or NULL
    struct dx_kept *kept;       // a model instead of a record; or NULL
} dx_opened;
void dx_opened_release(dx_opened *opened);

// Calls the players as `names` has it (a list; NULL: none), or as the record
// has; whoever is called like an agent, or not at all, has a name given.
void dx_opened_name(dx_opened *opened, const json_t *names);

// Calls the players as the record has it, if each of them has a name of its own
// there; otherwise nobody has one.
void dx_opened_persons(dx_opened *opened);

typedef struct dx_call {
    dx_session *session;
    const dx_request *request;
    const json_t *in;        // its members, each of its kind
    dx_wish wish;            // the same, of those that are about a game
    const atomic_bool *stop; // set when nobody waits any more
    const char *type;        // of DX_REQUEST_BYTES
} dx_call;

// A member of the request: NULL, `otherwise` or false if it was not given.
const char *dx_call_text(const dx_call *call, const char *member);
uint64_t dx_call_number(const dx_call *call, const char *member,
                        uint64_t otherwise);
bool dx_call_flag(const dx_call *call, const char *member, bool otherwise);
bool dx_call_is_stopped(const dx_call *call);
// May it take as long as it likes?
bool dx_call_is_patient(const dx_call *call);

// A host's agent as one of ours (door/host.h).
struct dx_host;
dx_agent *dx_host_agent(const struct dx_host *host);
void dx_host_agent_free(dx_agent *agent);

// ---- sessions from inside ----

const dx_session_limits *dx_session_allows(const dx_session *session);

// Tells who looks how far the request is.
void dx_session_tell(dx_session *session, uint64_t done, uint64_t wanted);

// Takes a record over under a handle, or under the next free one ("r-1") if it
// is NULL; answers the handle, which is the session's.  `bytes` count for what
// the session may keep open: NULL, and nothing is taken, if that is too much.
const char *dx_session_put(dx_session *session, const char *handle,
                           dx_opened *opened, size_t bytes);
const dx_opened *dx_session_record(dx_session *session, const char *handle,
                                   dx_error *error); // NULL: none
struct dx_kept *dx_session_kept(dx_session *session, const char *handle,
                                dx_error *error); // NULL: none
dx_status dx_session_is_full(const dx_call *call, dx_error *error); // says so
bool dx_session_drop(dx_session *session, const char *handle);
const char *dx_session_last(const dx_session *session); // handle that was made

// A table of this session has gone on: its record is now that one, which is
// taken over.
void dx_session_renew(dx_session *session, const char *handle,
                      dx_record *record);
void dx_sitting_free(struct dx_sitting *sitting); // NULL is fine
void dx_kept_free(struct dx_kept *kept);          // the same

// Puts a record under the next handle and tells it, {"record":"r-1",.., without
// its brace; the players are called as the request has it.  It is taken over or
// freed.
DX_MUST_USE dx_status dx_session_take(dx_call *call, dx_opened *opened,
                                      size_t bytes, dx_text *out,
                                      dx_error *error);

// The games and agents that it knows, NULL at the end: all there are, or what
// its host has said.
const dx_game *const *dx_session_games(const dx_session *session);
const dx_agent *const *dx_session_agents(const dx_session *session);

// A glass for a seat of an open record with its eyes at a number of events: one
// that was used before if it can follow.  Borrowed until the next call.
typedef struct dx_warm {
    const dx_record *record;
    unsigned seat, events;
    char *key;
    dx_glass *glass;
    dx_eyes *eyes;
    uint64_t used;
} dx_warm;
DX_MUST_USE dx_status dx_session_glass(dx_call *call, const dx_opened *opened,
                                       unsigned seat, unsigned events,
                                       dx_warm **out, dx_error *error);

// Has the request these members, each of its kind, and all that it must have?
DX_MUST_USE dx_status dx_request_check(const dx_request *request,
                                       const json_t *in, dx_error *error);

// Answers a request whose members are in `in`: the payload alone, which is
// {"error":{...}} with the status it had if it could not be answered.  What is
// wrong inside an answer that was given (a formula that makes no sense) leaves
// DX_OK.  `out_type` is set of DX_REQUEST_BYTES, which then are raw bytes.
dx_status dx_session_do(dx_session *session, const dx_request *request,
                        const json_t *in, dx_text *out, const char **out_type);

// The agent for seats of which nobody has said who sits there; and the seats of
// a table, `you` at one of them and that agent at the others.
const char *dx_line_up(const dx_rules *rules);
void dx_line_up_beside(const dx_rules *rules, unsigned seat, dx_text *out);

// ---- who answers ----

typedef dx_status dx_answerer(dx_call *call, dx_text *out, dx_error *error);
dx_answerer dx_do_version, dx_do_games, dx_do_open, dx_do_close, dx_do_replay,
    dx_do_track, dx_do_lens, dx_do_ask, dx_do_complete, dx_do_why,
    dx_do_changed, dx_do_exercise, dx_do_course, dx_do_position, dx_do_values,
    dx_do_model, dx_do_suspicion, dx_do_check, dx_do_draw, dx_do_valid,
    dx_do_belief, dx_do_plan, dx_do_match, dx_do_sit, dx_do_rules, dx_do_words,
    dx_do_look, dx_do_move, dx_do_tournament, dx_do_export, dx_do_import;

// A text in SMCDEL's format: a part of dx_do_check.
dx_answerer dx_check_smcdel_text;

// The turns of a record that has moves of one's own behind a turn, if the wish
// has such: then `*out` is the record with these, and borrows from it.  NULL:
// it has none.
DX_MUST_USE dx_status dx_line_play(const dx_record *record, const dx_wish *wish,
                                   dx_record **out, dx_error *error);
void dx_line_end(dx_record *branch);

// Members of a table: ,"scores":[1,null] and ,"to_move":2 (or null).
void dx_tell_scores(const dx_rules *rules, const void *table, dx_text *out);
// Why it is over, if the game has words for it.
void dx_tell_ending(const dx_cast *cast, const void *table, dx_text *out);
void dx_tell_next(unsigned next, dx_text *out);

// A record as it is kept, for hanab.live, or a moment of it as a model.
typedef struct dx_export_about {
    const char *card; // of the format card
    unsigned seat;    // of the format theory, from 0
} dx_export_about;
DX_MUST_USE dx_status dx_record_export(const dx_record *record, unsigned events,
                                       const char *format,
                                       dx_export_about about, dx_text *out,
                                       dx_error *error);

// Reads a record, or a game of hanab.live as one.
DX_MUST_USE dx_status dx_any_record(const char *text, size_t length,
                                    dx_text *out_lines, dx_error *error);

#endif
