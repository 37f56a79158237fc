// What every command needs: options looked up in the table that declares them,
// numbers with their limits, and errors that begin with their place.  Whatever
// came from outside is shown with its control characters escaped.

#include "cli/command.h"

#include "base/memory.h"
#include "base/text.h"

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

void dx_argument_blot(const dx_arguments *arguments, const char *option)
{
    const dx_option *options = arguments->command->options;
    for (unsigned i = 0; options[i].name != NULL; i++)
        if (strcmp(options[i].name, option) == 0 && arguments->word[i] != NULL)
            memset(arguments->word[i], '*', strlen(arguments->word[i]));
}

bool dx_whole_number(const char *text, uint64_t min, uint64_t max,
                     uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 &&
           *out >= min && *out <= max;
}

bool dx_argument_number(const dx_arguments *arguments, const char *option,
                        uint64_t min, uint64_t max, uint64_t otherwise,
                        uint64_t *out)
{
    const char *text = dx_argument_value(arguments, option);
    *out = otherwise;
    if (text == NULL || dx_whole_number(text, min, max, out))
        return true;
    dx_usage(arguments->command,
             "--%s takes a whole number from %" PRIu64 " to %" PRIu64
             ", not '%s'",
             option, min, max, text);
    return false;
}

bool dx_argument_seconds(const dx_arguments *arguments, const char *option,
                         double max, double otherwise, double *out)
{
    const char *text = dx_argument_value(arguments, option);
    char *end;
    *out = otherwise;
    if (text == NULL)
        return true;
    *out = strtod(text, &end);
    if (strspn(text, "0123456789.") == strlen(text) && end != text &&
        *end == '\0' && *out > 0 && *out <= max)
        return true;
    dx_usage(arguments->command,
             "--%s takes a number of seconds above 0 and up to %.0f, such as "
             "0.5, not '%s'",
             option, max, text);
    return false;
}

int dx_report(const dx_error *error)
{
    dx_text out = {0};
    dx_text_add(&out, "doxa: ");
    dx_text_add_shown(&out, error->file);
    if (error->file[0] != '\0')
        dx_text_add_char(&out, ':');
    if (error->line > 0)
        dx_text_printf(&out, "%u:%u:", error->line, error->column);
    if (error->file[0] != '\0' || error->line > 0)
        dx_text_add_char(&out, ' ');
    dx_text_add_shown(&out, error->message);
    fprintf(stderr, "%s\n", dx_text_string(&out));
    dx_text_release(&out);
    return DX_EXIT_INPUT;
}

int dx_usage(const dx_command *command, const char *format, ...)
{
    dx_text out = {0};
    char *message = NULL;
    va_list arguments;
    va_start(arguments, format);
    bool is_there = vasprintf(&message, format, arguments) >= 0;
    va_end(arguments);
    dx_text_add_shown(&out, is_there ? message : format);
    fprintf(stderr, "doxa %s: %s\nusage: doxa %s %s%s\n       doxa help %s\n",
            command->name, dx_text_string(&out), command->name,
            command->options != NULL ? "[options] " : "",
            command->operands != NULL ? command->operands : "", command->name);
    dx_text_release(&out);
    if (is_there)
        free(message);
    return DX_EXIT_USAGE;
}

void dx_print_shown(FILE *file, const char *text)
{
    dx_text out = {0};
    dx_text_add_shown(&out, text);
    fputs(dx_text_string(&out), file);
    dx_text_release(&out);
}

// Does the terminal know more than lines?
static bool is_clever(void)
{
    const char *terminal = getenv("TERM");
    return terminal != NULL && strcmp(terminal, "dumb") != 0;
}

bool dx_colours_wanted(void)
{
    const char *no = getenv("NO_COLOR");
    return (no == NULL || *no == '\0') && is_clever() && isatty(STDOUT_FILENO);
}

bool dx_progress_wanted(void)
{
    return is_clever() && isatty(STDERR_FILENO);
}
