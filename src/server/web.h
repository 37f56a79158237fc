// server/web.h -- a request of a client over HTTP, and the answers that need no
// table: games, records, logic.

#ifndef DX_SERVER_WEB_H
#define DX_SERVER_WEB_H

#include "base/text.h"
#include "server/token.h"
#include "store/store.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { DX_WEB_PATH = 200 };

typedef struct dx_web {
    bool is_post;           // otherwise it is a GET
    bool is_slow;           // whoever answers it may take seconds
    uint64_t address;       // the key of where it comes from; 0: exempt
    char path[DX_WEB_PATH]; // "/api/games"
    char query[DX_WEB_PATH];
    char token[DX_TOKEN];   // "": none
    char tags[DX_WEB_PATH]; // of answers that it has, as it sent them
    dx_text body;
    const struct dx_game *const *games; // end with NULL; borrowed
} dx_web;

void dx_web_free(dx_web *web);

// The members of the query; digits alone are a number, and nothing is null.
json_t *dx_web_members(const dx_web *web);

// Has the query a member that this path does not take?  Those of a replay and
// of rules are left to the door, which says so itself.
DX_MUST_USE dx_status dx_web_check_query(const dx_web *web, dx_error *error);

// An answer in the making.
typedef struct dx_web_answer {
    int code;         // 200, ...
    const char *type; // static storage
    uint64_t tag;     // by which a caller may ask whether it has changed; 0:
                      // it may any time
    // Not answered, since it is about a record of so many lines and `is_slow`
    // was not said; 0: it is.
    unsigned put_off;
    dx_text body;
} dx_web_answer;

// Has the caller this answer already?  By a list of tags, or `*`.  And a tag as
// it is written there.
enum { DX_TAG = 19 };
bool dx_web_has(const dx_web *web, uint64_t tag);
void dx_web_tag_write(uint64_t tag, char out[DX_TAG]);

#define DX_TYPE_JSON "application/json; charset=utf-8"

// {"error":...} with the code that belongs to the status, or another one.
void dx_web_fail(dx_web_answer *out, dx_status status, const dx_error *error);
int dx_web_code(dx_status status);
void dx_web_refuse(dx_web_answer *out, int code, const char *name,
                   const char *text);

// Which tables a list is to have.
typedef struct dx_lobby_wish {
    bool playing, over;
    unsigned limit; // of each
    int64_t before; // only those with a smaller number
} dx_lobby_wish;
DX_MUST_USE dx_status dx_lobby_wish_read(const dx_web *web, dx_lobby_wish *out,
                                         dx_error *error);

// TABLE of a game of the store, behind others (a dx_store_visit; `context` is
// the dx_text).
void dx_web_say_stored(void *context, const dx_stored_game *game);

// The games, agents and programs; made once.
void dx_web_games(const struct dx_game *const *games, unsigned programs,
                  const char *const *program, dx_text *out);

// ---- everything else; in a thinker ----

// `stop` is set when nobody waits for the answer any more.  `head` is how the
// answer begins, where tables in memory have a part in it.
void dx_web_answer_it(dx_store *store, const dx_web *web, const dx_text *head,
                      const atomic_bool *stop, dx_web_answer *out);

// A record that somebody brings: its lines as rows of a game that is over, and
// {"id":..}.
struct dx_batch;
void dx_web_bring(const dx_web *web, int64_t number, struct dx_batch *batch,
                  dx_web_answer *out);

#endif
