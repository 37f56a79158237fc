#include "cli/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *dx_argument_value(const dx_arguments *arguments, const char *option)
{
    const dx_option *options = arguments->command->options;
    for (unsigned i = 0; options != NULL && options[i].name != NULL; i++)
        if (strcmp(options[i].name, option) == 0)
            return arguments->value[i];
    DX_REQUIRE(false, "an option that the command declares");
    return NULL;
}

bool dx_argument_given(const dx_arguments *arguments, const char *option)
{
    return dx_argument_value(arguments, option) != NULL;
}

bool dx_argument_number(const dx_arguments *arguments, const char *option,
                        uint64_t min, uint64_t max, uint64_t otherwise,
                        uint64_t *out)
{
    const char *text = dx_argument_value(arguments, option);
    *out = otherwise;
    if (text == NULL)
        return true;
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0 &&
        *out >= min && *out <= max)
        return true;
    dx_usage(arguments->command,
             "--%s takes a whole number from %" PRIu64 " to %" PRIu64
             ", not '%s'",
             option, min, max, text);
    return false;
}

int dx_report(const dx_error *error)
{
    fputs("doxa: ", stderr);
    if (error->file[0] != '\0')
        fprintf(stderr, "%s:", error->file);
    if (error->line > 0)
        fprintf(stderr, "%u:%u:", error->line, error->column);
    if (error->file[0] != '\0' || error->line > 0)
        fputc(' ', stderr);
    fprintf(stderr, "%s\n", error->message);
    return DX_EXIT_INPUT;
}

int dx_usage(const dx_command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "doxa %s: ", command->name);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nusage: doxa %s %s%s\n       doxa help %s\n",
            command->name, command->options != NULL ? "[options] " : "",
            command->operands != NULL ? command->operands : "", command->name);
    return DX_EXIT_USAGE;
}

bool dx_colours_wanted(void)
{
    const char *no = getenv("NO_COLOR");
    return (no == NULL || *no == '\0') && isatty(STDOUT_FILENO);
}
