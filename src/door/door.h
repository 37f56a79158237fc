// door/door.h -- everything doxa can answer, one request in JSON at a time.
//
//     dx_session *session = dx_session_new(NULL);
//     dx_text reply = {0};
//     const char *request = "{\"do\":\"games\",\"game\":\"hanabi\"}";
//     dx_session_answer(session, request, strlen(request), &reply);
//     puts(dx_text_string(&reply)); // {"ok":{"games":[...]}}
//
// A request is {"do":NAME,"id":ANY,...}, its reply {"id":ANY,"ok":{...}} or
// {"id":ANY,"error":{"code":..,"text":..}}.  Which requests there are, what
// each takes and what it answers is in one table (door/requests.h):
// dx_door_schema is made from it, and so are the HTTP routes and the help.  A
// reply to the same request is the same bytes from every front end.
//
// A session keeps records under handles ("r-1") and the lenses that were looked
// through, so that the next question about them costs less.  It reads no files,
// starts no programs and opens no sockets.  A session is used by one thread at
// a time; different sessions by different threads at once.

#ifndef DX_DOOR_DOOR_H
#define DX_DOOR_DOOR_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
#include <atomic>
using std::atomic_bool;
#else
#include <stdatomic.h>
#endif

typedef struct dx_session dx_session;

// How far a request is.
typedef struct dx_progress {
    void *context;
    uint64_t done, wanted; // wanted 0: nobody knows how much it will be
} dx_progress;

// What one request may cost; zeros are what is usual.
typedef struct dx_session_limits {
    uint64_t steps_max; // of a look or a question (400,000); UINT64_MAX: any
    size_t bytes_max;   // of all texts that are kept open (64 MB)
    // Called now and then by what takes long, on the thread of the request;
    // NULL: nobody looks.
    void (*progress)(const dx_progress *how_far);
    void *context;
    // A text that is called like a file may include others (only for who asks
    // on its own machine; nothing else reads any).
    bool includes;
    // End with NULL; NULL: all there are.
    const struct dx_game *const *games;
    const struct dx_agent *const *agents;
    // Ends a request as dx_session_stop does, once it is set; NULL: none.
    const atomic_bool *stop;
    // Hears answers in words too, as people read them, each part as soon as it
    // is there; NULL: nobody listens.
    void (*say)(const char *words);
    bool in_colours; // of a terminal
    double seconds;  // of CPU, of what has such a limit; 0: what is usual
} dx_session_limits;

dx_session *dx_session_new(const dx_session_limits *limits); // NULL: usual
void dx_session_free(dx_session *session);                   // NULL is fine

// Answers one request; the reply is appended.  Whatever the request, there is a
// reply and it is JSON; DX_OK if it is no error.  If the library panicked
// (base/base.h) its code is "lost", what the session kept is given up (its
// handles are "missing" then), and the session can be used on.
dx_status dx_session_answer(dx_session *session, const char *request,
                            size_t length, dx_text *reply);

// Ends the request that is under way on another thread, within a tenth of a
// second; its code is "cancelled".  Nothing if there is none.
void dx_session_stop(dx_session *session);

// JSON Schema (2020-12) of requests and replies; static storage.
const char *dx_door_schema(void);

#endif
