// doxa sat: belief bases, satisfiability in L and L+.

#include "cli/commands.h"
#include "cli/door.h"
#include "cli/keep.h"

#include <string.h>

static int run(const dx_arguments *arguments)
{
    uint64_t literals, only;
    double seconds;
    const char *dimacs = dx_argument_value(arguments, "dimacs");
    bool is_json = dx_argument_given(arguments, "json");
    bool is_printed = dimacs != NULL && strcmp(dimacs, "-") == 0;
    if (!dx_argument_seconds(arguments, "seconds", 1000000, 60, &seconds) ||
        !dx_argument_number(arguments, "literals", 1, 1000000000, 10000000,
                            &literals) ||
        !dx_argument_number(arguments, "question", 1, 1000000, 0, &only))
        return DX_EXIT_USAGE;
    if (is_json && is_printed)
        return dx_usage(arguments->command,
                        "--json and --dimacs - both print; give a file");
    json_t *answer = NULL, *in = json_object();
    json_object_set_new(in, "dimacs", json_boolean(dimacs != NULL));
    json_object_set_new(in, "literals", json_integer((json_int_t)literals));
    if (only > 0)
        json_object_set_new(in, "only", json_integer((json_int_t)only));
    int code = dx_cli_door_file(arguments, "belief", arguments->operands[0], in,
                                &answer);
    const char *clauses = json_string_value(json_object_get(answer, "dimacs"));
    dx_text text = {0};
    dx_error error = {.message = ""};
    dx_text_add(&text, clauses != NULL ? clauses : "");
    if (clauses != NULL && dx_keep_write(dimacs, true, &text, &error) != DX_OK)
        code = dx_report(&error);
    dx_text_release(&text);
    json_decref(answer);
    return code;
}

static const dx_option options[] = {
    {"json", NULL, "answer in JSON"},
    {"dimacs", "FILE",
     "write the clauses of a sat question for other solvers; - prints only "
     "them"},
    {"question", "N", "only the N-th question of the file"},
    {"ask", "TEXT", "instead of the file's questions: 'ask implicit[m] p'"},
    {"literal", NULL, "Definition 6 of the paper as it is printed"},
    {"seconds", "S", "CPU time in all (60)"},
    {"literals", "N", "literals in the clauses of one question (10000000)"},
    {0},
};

const dx_command dx_command_sat = {
    .name = "sat",
    .operands = "FILE",
    .summary = "belief bases: what follows, what clashes, what to give up",
    .details =
        "FILE (.dxb, - is standard input) has a base, states, assumptions, "
        "and\n"
        "questions in the language of explicit and implicit belief:\n"
        "  sat f    valid, satisfiable (with a model) or unsatisfiable (with "
        "a core)\n"
        "  ask f    is it true of the base, and why; after +f; *g: expanded, "
        "revised\n"
        "  true f   is it true at a state of the model in the file\n"
        "  plan goal f using e, ... within 4   which expansions lead to it\n"
        "\n"
        "Exit code: 0 all as expected (satisfiable, yes), 1 not, 6 "
        "undecided.",
    .options = options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
