// The door for JavaScript: one session, a request in, its reply out.

#include "door/door.h"

#include <emscripten.h>
#include <errno.h>
#include <spawn.h>
#include <string.h>

// The reply is here until the next request.
EMSCRIPTEN_KEEPALIVE const char *dx_wasm_door(const char *request);

static dx_session *session;
static dx_text reply;

const char *dx_wasm_door(const char *request)
{
    if (session == NULL)
        session = dx_session_new(NULL);
    dx_text_clear(&reply);
    (void)dx_session_answer(session, request, strlen(request), &reply);
    return dx_text_string(&reply);
}

// ---- no program can be started in a browser ----

int posix_spawn_file_actions_addclosefrom_np(
    posix_spawn_file_actions_t *actions, int from)
{
    (void)actions, (void)from;
    return 0;
}

int posix_spawnp(pid_t *pid, const char *file,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const *argv,
                 char *const *environment)
{
    (void)pid, (void)file, (void)actions, (void)attributes;
    (void)argv, (void)environment;
    return ENOSYS;
}
