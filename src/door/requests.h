// door/requests.h -- the table of requests.
//
// One row is a request: its members by name (door/fields.h), which of them
// must be there, and the shape of what it answers in a small notation:
//
//     turn:whole seat?:whole why:REASON|null steps:[STEP] cells:{[[whole]]}
//
// `?` may be missing, [x] a list, {x} an object of any names, `|` or, capitals
// a shape that has a line of its own.

#ifndef DX_DOOR_REQUESTS_H
#define DX_DOOR_REQUESTS_H

#include "base/text.h"

#include <stdbool.h>

struct dx_call;

typedef enum dx_request_trait {
    DX_REQUEST_SLOW = 1,  // may take seconds
    DX_REQUEST_WEB = 2,   // is a route of the server
    DX_REQUEST_LOOK = 16, // its steps are those of a look or a question, and
                          // what they do not suffice for is undecided
    DX_REQUEST_GET = 8,   // a route asked with GET: /api/NAME/GAME?lives=2
    DX_REQUEST_BYTES = 4, // answers a text with a type, {"type","data"}
} dx_request_trait;

typedef struct dx_request {
    const char *name;
    const char *route;    // of the server, "dx"; NULL: as it is called
    const char *members;  // "record seat turn"
    const char *required; // those that must be there
    unsigned traits;      // of dx_request_trait
    const char *help;
    const char *answers; // its shape
    dx_status (*answer)(struct dx_call *call, dx_text *out, dx_error *error);
} dx_request;

extern const dx_request dx_requests[]; // ends with a NULL name

const dx_request *dx_request_find(const char *name);    // NULL: none
const dx_request *dx_request_routed(const char *route); // likewise

#endif
