// doxa reproduce: a paper's experiment, its numbers beside ours.

#include "lab/reproduce.h"

#include "agents/agents.h"
#include "base/random.h"
#include "cli/commands.h"
#include "games/games.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void show_progress(const char *what, unsigned done, unsigned wanted)
{
    fprintf(stderr, "\r\033[K%u of %u: %s", done, wanted, what);
    fflush(stderr);
}

static const dx_experiment *find_experiment(const char *name)
{
    const dx_experiment *e = dx_experiments;
    while (e->name != NULL && strcmp(e->name, name) != 0)
        e++;
    return e->name != NULL ? e : NULL;
}

static int run(const dx_arguments *arguments)
{
    const char *name = arguments->operands[0];
    const dx_experiment *experiment = find_experiment(name);
    dx_reproduce_options options = {.all_games = dx_games(),
                                    .all_agents = dx_agents(),
                                    .json =
                                        dx_argument_given(arguments, "json")};
    uint64_t games, seconds;
    if (experiment == NULL) {
        dx_text list = {0};
        for (const dx_experiment *e = dx_experiments; e->name != NULL; e++)
            dx_text_printf(&list, " %s", e->name);
        int code = dx_usage(arguments->command,
                            "there is no experiment '%s'; there are:%s", name,
                            dx_text_string(&list));
        dx_text_release(&list);
        return code;
    }
    if (!dx_argument_number(arguments, "seed", 0, UINT64_MAX, 1,
                            &options.seed) ||
        !dx_argument_number(arguments, "games", 1, 1000000, 0, &games) ||
        !dx_argument_number(arguments, "seconds", 0, 100000, 60, &seconds))
        return DX_EXIT_USAGE;
    options.games = (unsigned)games;
    options.seconds = (unsigned)seconds;
    bool talks = isatty(STDERR_FILENO);
    options.progress = talks ? show_progress : NULL;
    dx_text out = {0};
    dx_error error = {.message = ""};
    dx_status status = experiment->run(&options, &out, &error);
    if (talks)
        fputs("\r\033[K", stderr);
    if (status == DX_OK)
        fwrite(out.at, 1, out.length, stdout);
    dx_text_release(&out);
    return status == DX_OK ? DX_EXIT_YES : dx_report(&error);
}

static const dx_option options[] = {
    {"games", "N", "games of each setting (the paper's number)"},
    {"seconds", "N", "CPU time for each setting (60; 0: no limit)"},
    {"seed", "N", "all chance (1)"},
    {"json", NULL, "answer in JSON"},
    {0},
};

const dx_command dx_command_reproduce = {
    .name = "reproduce",
    .operands = "NAME",
    .summary = "a paper's experiment, its numbers beside ours",
    .options = options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
