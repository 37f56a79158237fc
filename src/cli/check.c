// doxa check: the questions of .dx files, answered; and of files of belief
// bases, and of SMCDEL's.

#include "belief/document.h"
#include "cli/commands.h"
#include "cli/door.h"

#include <string.h>

static bool is_smcdel(const char *path)
{
    static const char ending[] = ".smcdel.txt";
    size_t length = strlen(path), behind = sizeof ending - 1;
    return length >= behind && strcmp(path + length - behind, ending) == 0;
}

// What is in words for people names fewer states, and explains if it is asked
// to.
static json_t *wishes(const dx_arguments *arguments, const char *path,
                      bool is_base)
{
    enum { STATES = 20, ALL = 1000000 };
    bool is_own = dx_argument_given(arguments, "smcdel");
    bool is_json = dx_argument_given(arguments, "json");
    json_t *in = json_object();
    if (is_own || is_smcdel(path))
        json_object_set_new(in, "format", json_string("smcdel"));
    if (is_own)
        json_object_set_new(in, "own", json_true());
    if (!is_json)
        json_object_set_new(
            in, "explain",
            json_boolean(dx_argument_given(arguments, "explain")));
    if (!is_json && !is_base && !dx_argument_given(arguments, "states"))
        json_object_set_new(in, "states", json_integer(is_own ? ALL : STATES));
    return in;
}

static int run(const dx_arguments *arguments)
{
    uint64_t states;
    int worst = DX_EXIT_YES;
    if (!dx_argument_number(arguments, "states", 0, 1000000, 20, &states))
        return DX_EXIT_USAGE;
    for (unsigned i = 0; i < arguments->operand_count; i++) {
        const char *path = arguments->operands[i];
        bool is_base = dx_is_belief_path(path);
        int code =
            dx_cli_door_file(arguments, is_base ? "belief" : "check", path,
                             wishes(arguments, path, is_base), NULL);
        if (code == DX_EXIT_USAGE)
            return code;
        // Bad input counts most, then what was not decided.
        if (worst != DX_EXIT_INPUT && (code == DX_EXIT_INPUT || code > worst))
            worst = code;
    }
    return worst;
}

static const dx_option options[] = {
    {"json", NULL, "answer in JSON, an object for each file"},
    {"explain", NULL, "say why: counterexamples and witnesses"},
    {"engine", "NAME", "explicit or symbolic; else the cheaper"},
    {"states", "N", "name at most N worlds for where (20)"},
    {"smcdel", NULL, "read SMCDEL's format, print as SMCDEL does"},
    {0},
};

const dx_command dx_command_check = {
    .name = "check",
    .operands = "FILE...",
    .summary = "model checking: the questions of .dx files",
    .details =
        "Answers the questions in each file (- is standard input): true, "
        "valid,\n"
        "where, count and value, after updates or before.  A question that\n"
        "states what it expects makes the file a test.\n"
        "\n"
        "Ends in 0 if all answers are yes or as expected, 1 if not, 3 if the\n"
        "input is wrong, 6 if a plan was not decided.  The format is in\n"
        "docs/dx-format.md.\n"
        "\n"
        "The symbolic engine (docs/symbolic.md) does not list worlds.\n"
        "Files named *.smcdel.txt are read in SMCDEL's format\n"
        "(docs/smcdel.md) and answered by the symbolic engine.\n"
        "Files named *.dxb are belief bases (docs/belief.md, doxa sat).",
    .options = options,
    .operands_min = 1,
    .operands_max = 100000,
    .run = run,
};
