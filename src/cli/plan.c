// doxa plan: planning with knowledge.

#include "cli/commands.h"
#include "cli/door.h"
#include "cli/keep.h"
#include "lab/folder.h"
#include "logic/epddl/epddl.h"

#include <stdio.h>
#include <string.h>

static dx_status read_files(const dx_arguments *arguments, json_t *in,
                            dx_error *error)
{
    json_t *texts = json_array(), *files = json_array();
    dx_status status = DX_OK;
    for (unsigned i = 0; i < arguments->operand_count && status == DX_OK; i++) {
        const char *path = arguments->operands[i];
        dx_text text = {0};
        status = dx_cli_read_text(path, &text, error);
        json_array_append_new(texts,
                              json_stringn_nocheck(text.at, text.length));
        json_array_append_new(files, json_string(path));
        dx_text_release(&text);
    }
    json_object_set_new(in, "texts", texts);
    json_object_set_new(in, "files", files);
    return status;
}

static dx_status write_pictures(const char *folder, const json_t *pictures,
                                dx_error *error)
{
    const json_t *picture;
    size_t i;
    dx_status status = dx_folder_open(folder, false, error);
    json_array_foreach (pictures, i, picture) {
        dx_text path = {0}, svg = {0};
        dx_text_printf(&path, "%s/step-%zu.svg", folder, i);
        dx_text_add(&svg, json_string_value(picture));
        if (status == DX_OK)
            status = dx_keep_write(dx_text_string(&path), true, &svg, error);
        dx_text_release(&path);
        dx_text_release(&svg);
    }
    return status;
}

static int code_of(const json_t *answer)
{
    const char *said = json_string_value(json_object_get(answer, "answer"));
    return said == NULL || strcmp(said, "plan") == 0 ? DX_EXIT_YES
           : strcmp(said, "undecided") == 0          ? DX_EXIT_OPEN
                                                     : DX_EXIT_NO;
}

static int run(const dx_arguments *arguments)
{
    const char *folder = dx_argument_value(arguments, "pictures");
    double seconds;
    json_t *answer = NULL, *in = json_object();
    dx_error error = {.message = ""};
    if (!dx_argument_seconds(arguments, "seconds", 86400, 0, &seconds))
        return DX_EXIT_USAGE;
    dx_status status = read_files(arguments, in, &error);
    if (status != DX_OK) {
        json_decref(in);
        return dx_cli_fail(arguments, status, &error);
    }
    int code = dx_cli_door(arguments, "plan", NULL, in, &answer);
    if (code == DX_EXIT_YES)
        code = code_of(answer);
    const json_t *pictures = json_object_get(answer, "pictures");
    if (pictures != NULL && write_pictures(folder, pictures, &error) != DX_OK)
        code = dx_report(&error);
    json_decref(answer);
    return code;
}

static const dx_option options[] = {
    {"check", "PLAN", "does this plan reach the goal?  Actions with spaces"},
    {"serial", NULL, "never leave anybody with nothing possible"},
    {"greedy", NULL, "try states first that have more of the goal"},
    {"limit", "N", "try at most N actions (normally no limit)"},
    {"seconds", "S", "cut after so many seconds of CPU time in all"},
    {"actions", NULL, "list the ground actions"},
    {"ground", NULL, "print the ground task in the JSON of EPDDL"},
    {"pictures", "DIR", "draw the states on the way, DIR/step-0.svg and on"},
    {"json", NULL, "answer in JSON"},
    {0}};

const dx_command dx_command_plan = {
    .name = "plan",
    .operands = "FILE...",
    .operands_min = 1,
    .operands_max = DX_EPDDL_TEXTS_MAX,
    .summary = "planning with knowledge (EPDDL)",
    .details =
        "Reads a domain, a problem and any libraries of action types, in "
        "EPDDL,\n"
        "from one file or several, and finds a shortest plan, or proves that\n"
        "there is none.  Says whose beliefs a plan drives into contradiction.\n"
        "See docs/planning.md.",
    .options = options,
    .run = run};
