// dx_serve for the program that has no server inside: it becomes the one that
// has, with the same words.  The options were read here already, so that what
// is wrong with them is said at once; they are read again there.

#include "base/base.h"
#include "base/memory.h"
#include "server/server.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 1 << 17 };

// The words that this process was started with, one behind the other.
static char *own_words(size_t *out_length)
{
    FILE *file = fopen("/proc/self/cmdline", "rb");
    char *words = dx_alloc(1, WORDS_MAX + 1);
    *out_length = file != NULL ? fread(words, 1, WORDS_MAX, file) : 0;
    if (file != NULL)
        (void)fclose(file);
    return words;
}

static char **list_words(char *words, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += words[i] == '\0';
    char **list = dx_alloc(count + 1, sizeof *list);
    for (size_t i = 0, at = 0; i < count; i++, at += strlen(words + at) + 1)
        list[i] = words + at;
    return list;
}

// "doxa-serve" in the folder of this program.
static bool find_server(char *out, size_t size)
{
    static const char name[] = "doxa-serve";
    ssize_t length = readlink("/proc/self/exe", out, size - sizeof name);
    if (length <= 0)
        return false;
    out[length] = '\0';
    memcpy(strrchr(out, '/') + 1, name, sizeof name);
    return true;
}

dx_status dx_serve(const dx_server_options *options DX_UNUSED, dx_error *error)
{
    char path[4096] = "doxa-serve";
    size_t length;
    char *words = own_words(&length), **list = list_words(words, length);
    if (length > 0 && find_server(path, sizeof path))
        (void)execv(path, list);
    dx_status status = dx_fail(error, DX_ERR_FILE, 0, 0,
                               "cannot start %s: %s; expected it beside doxa",
                               path, strerror(errno));
    dx_free(list);
    dx_free(words);
    return status;
}
