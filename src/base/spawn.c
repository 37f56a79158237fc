#include "base/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

static void set_attributes(posix_spawnattr_t *attributes, bool has_session)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(attributes);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setflags(
        attributes,
        (short)((has_session ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP) |
                POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
}

int dx_spawn_start(const dx_spawn *program, pid_t *out_pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, program->input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, program->output, STDOUT_FILENO);
    if (program->complaints >= 0)
        posix_spawn_file_actions_adddup2(&actions, program->complaints,
                                         STDERR_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
                                         O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    set_attributes(&attributes, program->has_session);
    // posix_spawn does not write through argv, for all its prototype says.
    union {
        const char *const *ours;
        char *const *theirs;
    } argv = {.ours = program->argv};
    int code = posix_spawnp(
        out_pid, program->argv[0], &actions, &attributes, argv.theirs,
        program->environment != NULL ? program->environment : environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}
