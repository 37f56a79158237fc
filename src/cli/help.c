// doxa help: the list of commands, one of them in full, and the manual page,
// all from the command table.  The shell completions are in complete.c.

#include "base/version.h"
#include "base/wrap.h"
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

static void print_options(const dx_command *command)
{
    if (command->options == NULL)
        return;
    dx_text out = {0};
    dx_text_add(&out, "\noptions:\n");
    for (const dx_option *o = command->options; o->name != NULL; o++) {
        char left[64];
        snprintf(left, sizeof left, "--%s%s%s", o->name,
                 o->value != NULL ? " " : "", o->value != NULL ? o->value : "");
        if (strlen(left) <= 20)
            dx_text_printf(&out, "  %-20s", left);
        else
            dx_text_printf(&out, "  %s\n  %20s", left, "");
        dx_wrap wrap = {.out = &out, .indent = 23, .column = 22};
        dx_wrap_words(&wrap, o->help);
        dx_wrap_end(&wrap);
    }
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
}

static const char *operands_of(const dx_command *command)
{
    return command->operands != NULL ? command->operands : "";
}

int dx_help_about(const dx_command *command)
{
    printf("doxa %s %s%s\n    %s\n", command->name,
           command->options != NULL ? "[options] " : "", operands_of(command),
           command->summary);
    if (command->details != NULL)
        printf("\n%s\n", command->details);
    print_options(command);
    return DX_EXIT_YES;
}

static int print_overview(void)
{
    puts("doxa reasons about who knows what.\n\ncommands:");
    for (unsigned i = 0; dx_commands[i] != NULL; i++)
        printf("  %-11s %s\n", dx_commands[i]->name, dx_commands[i]->summary);
    puts("\ndoxa help COMMAND says more.  Exit codes: 0 yes or done, 1 no,\n"
         "2 wrong usage, 3 bad input, 4 an agent failed, 5 interrupted but\n"
         "resumable, 6 open or undecided.");
    return DX_EXIT_YES;
}

static void print_roff(const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        if ((c == text || c[-1] == '\n') && (*c == '.' || *c == '\''))
            fputs("\\&", stdout);
        if (*c == '-' || *c == '\\')
            putchar('\\');
        putchar(*c);
    }
}

static void print_manual_entry(const dx_command *command)
{
    printf(".SS doxa %s %s\n", command->name, operands_of(command));
    print_roff(command->summary);
    puts(".");
    if (command->details != NULL) {
        puts(".PP\n.nf");
        print_roff(command->details);
        puts("\n.fi");
    }
    for (const dx_option *o = command->options; o != NULL && o->name; o++) {
        printf(".TP\n.B \\-\\-%s %s\n", o->name,
               o->value != NULL ? o->value : "");
        print_roff(o->help);
        puts("");
    }
}

static int print_manual(void)
{
    puts(".TH DOXA 1 \"\" \"doxa " DX_VERSION "\" \"User Commands\"\n"
         ".SH NAME\ndoxa \\- reasoning about who knows what\n"
         ".SH SYNOPSIS\n.B doxa\nCOMMAND [options] ...\n.SH COMMANDS");
    for (unsigned i = 0; dx_commands[i] != NULL; i++)
        print_manual_entry(dx_commands[i]);
    puts(".SH EXIT STATUS\n0 yes or done, 1 no, 2 wrong usage, 3 bad input, "
         "4 an agent failed, 5 interrupted but resumable, 6 open or "
         "undecided.");
    return DX_EXIT_YES;
}

static int run(const dx_arguments *arguments)
{
    const char *shell = dx_argument_value(arguments, "completion");
    if (dx_argument_given(arguments, "man"))
        return print_manual();
    if (shell != NULL && !dx_print_completion(shell))
        return dx_usage(arguments->command,
                        "completions are for bash, zsh and fish, not '%s'",
                        shell);
    if (shell != NULL)
        return DX_EXIT_YES;
    if (arguments->operand_count == 0)
        return print_overview();
    for (unsigned i = 0; dx_commands[i] != NULL; i++)
        if (strcmp(dx_commands[i]->name, arguments->operands[0]) == 0)
            return dx_help_about(dx_commands[i]);
    return dx_usage(arguments->command, "there is no command '%s'",
                    arguments->operands[0]);
}

static const dx_option options[] = {
    {"man", NULL, "the manual page, for man -l -"},
    {"completion", "SHELL", "completions for bash, zsh or fish"},
    {0},
};

const dx_command dx_command_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "what there is, and how to use it",
    .options = options,
    .operands_max = 1,
    .run = run,
};
