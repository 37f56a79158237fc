#include "cli/seed.h"

#include "base/random.h"
#include "base/text.h"

#include <string.h>

enum { FILE_BYTES_MAX = 1 << 16 };

bool dx_cli_seed_given(const dx_arguments *arguments)
{
    return dx_argument_given(arguments, "seed") ||
           dx_argument_given(arguments, "seed-file");
}

static bool has_program(const dx_arguments *arguments)
{
    const dx_option *options = arguments->command->options;
    for (unsigned i = 0; options[i].name != NULL; i++)
        if (arguments->value[i] != NULL &&
            strstr(arguments->value[i], "cmd:") != NULL)
            return true;
    return false;
}

static int read_seed_file(const char *path, uint64_t *out)
{
    dx_text text;
    dx_error error = {.message = ""};
    if (dx_text_read_file(path, FILE_BYTES_MAX, &text, &error) != DX_OK)
        return dx_report(&error);
    dx_text_string(&text);
    char *word = text.at + strspn(text.at, " \t\r\n");
    word[strcspn(word, " \t\r\n")] = '\0';
    int code = 0;
    if (!dx_whole_number(word, 0, UINT64_MAX, out)) {
        dx_fail(&error, DX_ERR_INPUT, 1, 1,
                "expected a whole number, the seed, as the first word");
        dx_error_in_file(&error, path);
        code = dx_report(&error);
    }
    dx_text_release(&text);
    return code;
}

int dx_cli_seed(const dx_arguments *arguments, uint64_t *out)
{
    const char *path = dx_argument_value(arguments, "seed-file");
    if (path != NULL && dx_argument_given(arguments, "seed"))
        return dx_usage(arguments->command, "either --seed or --seed-file");
    if (path != NULL)
        return read_seed_file(path, out);
    if (!dx_argument_number(arguments, "seed", 0, UINT64_MAX, dx_random_seed(),
                            out))
        return DX_EXIT_USAGE;
    if (has_program(arguments))
        dx_argument_blot(arguments, "seed");
    return 0;
}
