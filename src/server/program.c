// Programs that the server starts for a seat.  One gets a session of its own
// and, where there is one, a control group (group.h), so that it and all it
// starts can be ended together; a socket as input and output; nothing else that
// is open here; and limits of time, memory, files and processes, set by a shell
// before it takes over.  Only commands that were given when the server was
// started ever get here.

#include "server/net_private.h"

#include "base/memory.h"
#include "base/spawn.h"
#include "base/words.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH "/usr/local/bin:/usr/bin:/bin"

// An hour of CPU, 2 GB, 256 files of at most 64 MB; 256 processes in its
// control group, and without one as many as its user may have, at most 4096
// (which some shells call -p, others -u).
static const char limits[] =
    "[ -z \"$group\" ] || { mkdir \"$group/$$\" && "
    "echo $$ >\"$group/$$/cgroup.procs\" && "
    "echo 256 >\"$group/$$/pids.max\"; } 2>/dev/null; "
    "unset group; ulimit -t 3600; ulimit -v 2097152; ulimit -n 256; "
    "ulimit -f 131072; ulimit -u 4096 2>/dev/null || "
    "ulimit -p 4096 2>/dev/null; "
    "exec \"$0\" \"$@\"";

static int spawn(const char *const *words, const char *group, int socket,
                 pid_t *out)
{
    char where[DX_GROUP_PATH + 10];
    snprintf(where, sizeof where, "group=%s", group);
    // It learns nothing of ours but where programs are and how to write.
    char *environment[] = {
        where, // for the shell
        (char[]){"PATH=" PATH},
        (char[]){"LANG=C.UTF-8"},
        (char[]){"PYTHONUNBUFFERED=1"},
        NULL,
    };
    return dx_spawn_start(&(dx_spawn){.argv = words,
                                      .environment = environment,
                                      .input = socket,
                                      .output = socket,
                                      .complaints = -1,
                                      .has_session = true},
                          out);
}

// Is there such a file, or one of that name where programs are?
static bool is_there(const char *name)
{
    char file[1000];
    if (strchr(name, '/') != NULL)
        return access(name, X_OK) == 0;
    for (const char *at = PATH; *at != '\0'; at += *at == ':') {
        size_t length = strcspn(at, ":");
        snprintf(file, sizeof file, "%.*s/%s", (int)length, at, name);
        if (access(file, X_OK) == 0)
            return true;
        at += length;
    }
    return false;
}

dx_status dx_program_check(const char *command, dx_error *error)
{
    char **words;
    dx_status status = dx_words_split(command, &words, error);
    if (status != DX_OK)
        return status;
    if (words[0] == NULL || !is_there(words[0]))
        status = dx_fail(error, DX_ERR_FILE, 0, 0,
                         "--program: there is no '%.200s' that can be run",
                         words[0] != NULL ? words[0] : "");
    dx_free(words);
    return status;
}

int dx_program_start(const char *command, const char *group, int *out_socket)
{
    char **words;
    int ends[2];
    pid_t process = 0;
    if (dx_words_split(command, &words, NULL) != DX_OK)
        return 0;
    DX_VECTOR(const char *) argv = {0};
    dx_vector_push(&argv, "/bin/sh");
    dx_vector_push(&argv, "-c");
    dx_vector_push(&argv, limits);
    for (char **word = words; *word != NULL; word++)
        dx_vector_push(&argv, *word);
    dx_vector_push(&argv, NULL);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) {
        if (spawn(argv.at, group, ends[1], &process) != 0)
            process = 0;
        close(ends[1]);
        if (process == 0)
            close(ends[0]);
        else
            *out_socket = ends[0];
    }
    dx_vector_release(&argv);
    dx_free(words);
    return process;
}

void dx_program_end(const char *group, int process)
{
    if (process <= 0)
        return;
    kill(-process, SIGKILL);
    dx_group_end(group, process);
}

bool dx_program_is_gone(const char *group, int process)
{
    int status;
    pid_t done = waitpid(process, &status, WNOHANG);
    return (done == process || (done < 0 && errno == ECHILD)) &&
           dx_group_is_gone(group, process);
}
