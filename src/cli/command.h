// cli/command.h -- what a sub-command of doxa is.
//
// One table entry carries the name, the options and the help text of a
// command; the help, the manual page and the shell completions are all made
// from it.  A command's own file holds the entry and its run function:
//
//     static int run(const dx_arguments *arguments) { ... }
//     static const dx_option options[] = {
//         {"json", NULL, "answer in JSON"}, {0}};
//     const dx_command dx_command_check = {
//         .name = "check", .operands = "FILE...", .options = options,
//         .summary = "model checking", .run = run};

#ifndef DX_CLI_COMMAND_H
#define DX_CLI_COMMAND_H

#include "base/base.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// The exit codes of every command.
enum {
    DX_EXIT_YES = 0,         // yes, or done
    DX_EXIT_NO = 1,          // the answer is no
    DX_EXIT_USAGE = 2,       // wrong usage
    DX_EXIT_INPUT = 3,       // bad input: file, line, column
    DX_EXIT_AGENT = 4,       // an agent failed
    DX_EXIT_INTERRUPTED = 5, // interrupted, but can be resumed
    DX_EXIT_OPEN = 6,        // open or undecided
};

typedef struct dx_option {
    const char *name;  // without the dashes; NULL ends the list
    const char *value; // what it takes, as the help calls it; NULL: a switch
    const char *help;
} dx_option;

enum { DX_OPTIONS_MAX = 32 };

// The words behind the command, sorted out.  Borrows argv.
typedef struct dx_arguments {
    const struct dx_command *command;
    unsigned operand_count;
    const char *const *operands;
    const char *value[DX_OPTIONS_MAX]; // as in command->options; "" a switch
    char *word[DX_OPTIONS_MAX];        // the same where it stands in argv
    struct dx_game_set *games;         // that can be named (cli/named.h)
} dx_arguments;

typedef struct dx_command {
    const char *name;
    const char *operands; // as the usage line shows them, e.g. "FILE..."
    const char *summary;  // one line
    const char *details;  // paragraphs for `doxa help NAME`; may be NULL
    const dx_option *options;
    unsigned operands_min, operands_max;
    int (*run)(const dx_arguments *arguments);
} dx_command;

// Every command, NULL at the end.
extern const dx_command *const dx_commands[];

// Was the switch or option given?  What value did it get (NULL: none)?
bool dx_argument_given(const dx_arguments *arguments, const char *option);
const char *dx_argument_value(const dx_arguments *arguments,
                              const char *option);

// Blots the value out of the command line, where every other process can read
// it; whoever needs it has read it.  Nothing happens if it was not given.
void dx_argument_blot(const dx_arguments *arguments, const char *option);

// A whole number in min .. max and nothing else; false if it is none.
DX_MUST_USE bool dx_whole_number(const char *text, uint64_t min, uint64_t max,
                                 uint64_t *out);

// The value of `option` as a whole number in min .. max, or `otherwise` where
// it was not given.  A wrong one is reported on stderr, and false returned.
DX_MUST_USE bool dx_argument_number(const dx_arguments *arguments,
                                    const char *option, uint64_t min,
                                    uint64_t max, uint64_t otherwise,
                                    uint64_t *out);

// The same for a time in seconds, of which fractions are taken too; more than 0
// and at most `max`.
DX_MUST_USE bool dx_argument_seconds(const dx_arguments *arguments,
                                     const char *option, double max,
                                     double otherwise, double *out);

// Prints what somebody else has written, as dx_text_add_shown has it.
void dx_print_shown(FILE *file, const char *text);

// Prints "doxa: file:line:column: message" on stderr; returns DX_EXIT_INPUT.
int dx_report(const dx_error *error);

// Prints a wrong-usage message with a pointer to the help; returns
// DX_EXIT_USAGE.
int dx_usage(const dx_command *command, const char *format, ...)
    DX_PRINTF(2, 3);

// May colours be used on stdout?  (A terminal that has them, and no NO_COLOR.)
bool dx_colours_wanted(void);

// Is somebody watching who can be shown a line that changes?
bool dx_progress_wanted(void);

#endif
