// libedit is opened by name, not linked: who has it can edit lines, who has not
// loses only that.  A program without shared libraries must not open one: it
// would bring its own C library.

#include "cli/prompt.h"

#include "base/memory.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef DX_IS_STATIC
#define DX_IS_STATIC 0
#endif

struct dx_prompt {
    bool at_terminal;
    char *line; // from malloc, by getline or libedit
    size_t room;
    // libedit's, where it is there.
    char *(*edit)(const char *text);
    int (*remember)(const char *line);
};

// ISO C has no cast from an object's address to a function's.
static void look_up(void *library, const char *name, void *out)
{
    void *address = dlsym(library, name);
    memcpy(out, &address, sizeof address);
}

dx_prompt *dx_prompt_new(void)
{
    dx_prompt *prompt = dx_alloc(1, sizeof *prompt);
    prompt->at_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    void *library = NULL;
    if (prompt->at_terminal && !DX_IS_STATIC)
        library = dlopen("libedit.so.2", RTLD_LAZY | RTLD_LOCAL);
    if (library != NULL) {
        look_up(library, "readline", &prompt->edit);
        look_up(library, "add_history", &prompt->remember);
    }
    return prompt;
}

void dx_prompt_free(dx_prompt *prompt)
{
    if (prompt == NULL)
        return;
    free(prompt->line);
    dx_free(prompt); // the library stays: closed it would lose what it keeps
}

const char *dx_prompt_read(dx_prompt *prompt, const char *text)
{
    fflush(stdout);
    if (prompt->edit != NULL) {
        free(prompt->line);
        prompt->line = prompt->edit(text);
        if (prompt->line != NULL && prompt->line[0] != '\0' &&
            prompt->remember != NULL)
            prompt->remember(prompt->line);
        return prompt->line;
    }
    if (prompt->at_terminal) {
        fputs(text, stdout);
        fflush(stdout);
    }
    if (getline(&prompt->line, &prompt->room, stdin) < 0)
        return NULL;
    prompt->line[strcspn(prompt->line, "\r\n")] = '\0';
    return prompt->line;
}
