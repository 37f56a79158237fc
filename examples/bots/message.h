// message.h -- just enough JSON for a bot in C: finding a member of a message.

#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdbool.h>
#include <string.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

// Behind the string that begins at `at`.
static const char *skip_string(const char *at)
{
    for (at++; *at != '\0' && *at != '"'; at++)
        if (*at == '\\' && at[1] != '\0')
            at++;
    return *at == '"' ? at + 1 : at;
}

// The value of a member of the message itself, not of one inside it; NULL if
// there is none.
static const char *member(const char *line, const char *name)
{
    int depth = 0;
    for (const char *at = line; *at != '\0';) {
        if (*at != '"') {
            depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
            at++;
            continue;
        }
        const char *end = skip_string(at), *colon = skip_blanks(end);
        if (depth == 1 && *colon == ':' &&
            strlen(name) == (size_t)(end - at) - 2 &&
            strncmp(at + 1, name, strlen(name)) == 0)
            return skip_blanks(colon + 1);
        at = end;
    }
    return NULL;
}

// Is the message of this type?
static bool is_type(const char *line, const char *name)
{
    const char *type = member(line, "type");
    return type != NULL && strncmp(type + 1, name, strlen(name)) == 0 &&
           type[1 + strlen(name)] == '"';
}

#endif
