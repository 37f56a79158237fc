// server/web_private.h -- what answers requests.

#ifndef DX_SERVER_WEB_PRIVATE_H
#define DX_SERVER_WEB_PRIVATE_H

#include "server/web.h"

struct dx_opened;

typedef struct dx_web_request {
    dx_store *store;
    const dx_web *web;
    const atomic_bool *stop;
} dx_web_request;

// A record of the store with the names of its seats; false, and the answer says
// why, if there is none or it is not over.
DX_MUST_USE bool dx_web_open(const dx_web_request *r, const char *id,
                             struct dx_opened *out, dx_web_answer *answer);

// Is it not answered now, since a record of so many lines takes long and the
// request may not?
bool dx_web_puts_off(const dx_web *web, unsigned lines, dx_web_answer *out);

// Answers a request of the door (door/requests.h), with its record if it is
// about one: `in` are its members, and is given back.
struct dx_request;
void dx_web_do(const dx_web_request *r, const struct dx_request *request,
               json_t *in, dx_web_answer *out);

// Records of games that are over: their lines, turns and bits.
void dx_web_record(const dx_web_request *r, dx_web_answer *out);

// A file of a lesson, "hanabi" and ".json"; NULL: there is none.  And what is
// said in it.
struct dx_page_file;
const struct dx_page_file *dx_web_lesson(const char *game, const char *kind);
void dx_web_lesson_steps(const char *game, dx_web_answer *out);

#endif
