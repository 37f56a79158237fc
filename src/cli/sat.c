// doxa sat: belief bases, satisfiability in L and L+.

#include "cli/belief.h"
#include "cli/commands.h"
#include "cli/signals.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>

static bool is_interrupted(void *state)
{
    return atomic_load((const atomic_bool *)state);
}

static bool read_limits(const dx_arguments *arguments, dx_belief_check *check)
{
    uint64_t literals, only;
    double seconds;
    if (!dx_argument_seconds(arguments, "seconds", 1000000, 60, &seconds) ||
        !dx_argument_number(arguments, "literals", 1, 1000000000, 10000000,
                            &literals) ||
        !dx_argument_number(arguments, "question", 1, 1000000, 0, &only))
        return false;
    check->only = (size_t)only;
    check->limits = (dx_belief_limits){
        .literals_max = (size_t)literals,
        .search = {.end = dx_cpu_seconds() + seconds,
                   .stop = is_interrupted,
                   .stop_state = (void *)dx_heed_interrupts()}};
    return true;
}

static int exit_code(const dx_belief_check *check)
{
    if (check->is_interrupted)
        return DX_EXIT_INTERRUPTED;
    if (check->any_undecided)
        return DX_EXIT_OPEN;
    return check->all_yes ? DX_EXIT_YES : DX_EXIT_NO;
}

static int run(const dx_arguments *arguments)
{
    dx_text json = {0};
    size_t questions = 0;
    bool as_json = dx_argument_given(arguments, "json");
    dx_belief_check check = {.has_details = true,
                             .json = as_json ? &json : NULL,
                             .questions = &questions,
                             .ask = dx_argument_value(arguments, "ask"),
                             .dimacs = dx_argument_value(arguments, "dimacs"),
                             .rule = dx_argument_given(arguments, "literal")
                                         ? DX_EXPAND_LITERAL
                                         : DX_EXPAND_REPAIRED,
                             .all_yes = true};
    if (!read_limits(arguments, &check))
        return DX_EXIT_USAGE;
    if (as_json && check.dimacs != NULL && strcmp(check.dimacs, "-") == 0)
        return dx_usage(arguments->command,
                        "--json and --dimacs - both print; give a file");
    dx_error error = {0};
    dx_status status = dx_check_beliefs(&check, arguments->operands[0], &error);
    if (as_json && status == DX_OK)
        printf("{\"queries\":[%s],\"errors\":[]}\n", dx_text_string(&json));
    dx_text_release(&json);
    if (status != DX_OK) {
        fflush(stdout);
        return dx_report(&error);
    }
    return exit_code(&check);
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
