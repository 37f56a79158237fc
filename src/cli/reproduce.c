// doxa reproduce: a paper's experiment, its numbers beside ours.

#include "lab/reproduce/reproduce.h"

#include "agents/agents.h"
#include "base/random.h"
#include "cli/commands.h"
#include "cli/named.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void show_progress(const char *what, unsigned done, unsigned wanted)
{
    fprintf(stderr, "\r\033[K%u of %u: %s", done, wanted, what);
    fflush(stderr);
}

// Rows as they are done, into a pipe too: some take minutes.
static void show_rows(dx_text *out)
{
    if (dx_progress_wanted())
        fputs("\r\033[K", stderr);
    fputs(dx_text_string(out), stdout);
    fflush(stdout);
    dx_text_clear(out);
}

static const dx_experiment *find_experiment(const char *name)
{
    const dx_experiment *e = dx_experiments;
    while (e->name != NULL && strcmp(e->name, name) != 0)
        e++;
    return e->name != NULL ? e : NULL;
}

static int no_such_part(const dx_arguments *arguments,
                        const dx_experiment *experiment, const char *part)
{
    dx_text list = {0};
    for (unsigned i = 0;
         experiment->parts != NULL && experiment->parts[i] != NULL; i++)
        dx_text_printf(&list, " %s", experiment->parts[i]);
    int code = dx_usage(arguments->command,
                        "experiment '%s' has no part '%s'; it has:%s",
                        experiment->name, part,
                        list.length > 0 ? dx_text_string(&list) : " none");
    dx_text_release(&list);
    return code;
}

static bool has_part(const dx_experiment *experiment, const char *part)
{
    for (unsigned i = 0;
         experiment->parts != NULL && experiment->parts[i] != NULL; i++)
        if (strcmp(experiment->parts[i], part) == 0)
            return true;
    return false;
}

static void list_parts(const dx_experiment *e, dx_text *out)
{
    for (unsigned i = 0; e->parts != NULL && e->parts[i] != NULL; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(out, e->parts[i]);
    }
}

static int list_experiments(bool json)
{
    dx_text out = {0};
    for (const dx_experiment *e = dx_experiments; json && e->name != NULL;
         e++) {
        dx_text_add(&out, e == dx_experiments ? "[{\"name\":" : ",{\"name\":");
        dx_text_add_json(&out, e->name);
        dx_text_add(&out, ",\"help\":");
        dx_text_add_json(&out, e->help);
        dx_text_add(&out, ",\"parts\":[");
        list_parts(e, &out);
        dx_text_add(&out, e[1].name != NULL ? "]}" : "]}]\n");
    }
    for (const dx_experiment *e = dx_experiments; !json && e->name != NULL;
         e++) {
        dx_text_printf(&out, "%-10s%s\n", e->name, e->help);
        for (unsigned i = 0; e->parts != NULL && e->parts[i] != NULL; i++)
            dx_text_printf(&out, i == 0 ? "          --only %s" : ", %s",
                           e->parts[i]);
        dx_text_add(&out, e->parts != NULL ? "\n" : "");
    }
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
    return DX_EXIT_YES;
}

static int run(const dx_arguments *arguments)
{
    if (arguments->operand_count == 0)
        return list_experiments(dx_argument_given(arguments, "json"));
    const char *name = arguments->operands[0];
    const dx_experiment *experiment = find_experiment(name);
    dx_reproduce_options options = {.all_games = dx_cli_games(arguments),
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
        !dx_argument_number(arguments, "seconds", 0, 100000,
                            experiment->seconds, &seconds))
        return DX_EXIT_USAGE;
    options.only = dx_argument_value(arguments, "only");
    if (options.only != NULL && !has_part(experiment, options.only))
        return no_such_part(arguments, experiment, options.only);
    options.figures = dx_argument_value(arguments, "figures");
    options.games = (unsigned)games;
    options.seconds = (unsigned)seconds;
    options.progress = dx_progress_wanted() ? show_progress : NULL;
    options.show = show_rows;
    dx_text out = {0};
    dx_error error = {.message = ""};
    dx_status status = experiment->run(&options, &out, &error);
    show_rows(&out);
    dx_text_release(&out);
    return status == DX_OK ? DX_EXIT_YES : dx_report(&error);
}

static const dx_option options[] = {
    {"games", "N",
     "games or deals of each setting (kemps 7000, hanabi 2000, gofish 1000, "
     "partners 200, saboteur 200 to 4000 by part)"},
    {"seconds", "N",
     "CPU time for each setting (hanabi, gofish and yokai 10, else 0: no "
     "limit)"},
    {"only", "PART", "one part of it: without NAME they are listed"},
    {"figures", "DIR", "of gofish and saboteur: a folder for the pictures"},
    {"seed", "N", "all chance (1)"},
    {"json", NULL, "answer in JSON"},
    {0},
};

const dx_command dx_command_reproduce = {
    .name = "reproduce",
    .operands = "[NAME]",
    .summary = "a paper's experiment, its numbers beside ours",
    .details = "Without NAME it says which experiments there are.",
    .options = options,
    .operands_min = 0,
    .operands_max = 1,
    .run = run,
};
