// base/spawn.h -- starting another program.
//
// Whatever starts one does it here: with the three streams that it is given,
// nothing else that is open, and the signals as a program expects to find them.

#ifndef DX_BASE_SPAWN_H
#define DX_BASE_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct dx_spawn {
    const char *const *argv;       // looked up in PATH; NULL at the end
    char *const *environment;      // NULL at the end; NULL: ours
    int input, output, complaints; // complaints < 0: dropped
    bool has_session; // of its own, else only a process group of its own
} dx_spawn;

// 0, or what errno would say.  It and all that it starts can be ended by
// kill(-pid, ..), unless they leave.
int dx_spawn_start(const dx_spawn *program, pid_t *out_pid);

#endif
