// How long the program itself takes to start: what every command pays before
// it does anything, libraries included.

#include "bench.h"

#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// The program that was built beside this one.
static void find_doxa(char path[PATH_MAX])
{
    static const char name[] = "/doxa";
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - sizeof name);
    if (length < 0) {
        perror("/proc/self/exe");
        exit(1);
    }
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    memcpy(slash != NULL ? slash : path, name, sizeof name);
}

// Runs it to its end with its output thrown away.
static void run_doxa(const char *path, char *const words[])
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    if (posix_spawn(&child, path, &actions, NULL, words, environ) != 0 ||
        waitpid(child, &status, 0) != child || status != 0) {
        fprintf(stderr, "%s %s failed\n", path, words[1]);
        exit(1);
    }
    posix_spawn_file_actions_destroy(&actions);
}

BENCH(start_of_the_program)
{
    char path[PATH_MAX], name[] = "doxa", command[] = "help";
    char *const words[] = {name, command, NULL};
    find_doxa(path);
    while (dx_bench_running(bench))
        run_doxa(path, words);
    dx_bench_peer(bench, 5e6, "our bound");
}
