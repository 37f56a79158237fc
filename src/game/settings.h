// game/settings.h -- where a part of a text with brackets and quotes ends.

#ifndef DX_GAME_SETTINGS_H
#define DX_GAME_SETTINGS_H

#include <stdbool.h>

// The first `mark` outside of brackets and of quotes, or `end`.  In quotes a
// backslash takes away the meaning of what follows it.
static inline const char *dx_part_end(const char *at, const char *end,
                                      char mark)
{
    int depth = 0;
    for (bool quoted = false; at < end; at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (quoted && *at == '\\' && at + 1 < end)
            at++;
        else if (!quoted && *at == mark && depth <= 0)
            break;
        else if (!quoted)
            depth += (*at == '(') - (*at == ')');
    }
    return at;
}

#endif
