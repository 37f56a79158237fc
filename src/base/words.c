#include "base/words.h"

#include "base/memory.h"

#include <stdbool.h>
#include <string.h>

// Copies the word at `*from` to `*to`, both of which move on; false where a
// quotation does not end.
static bool take_word(const char **from, char **to)
{
    char quote = '\0';
    for (; **from != '\0'; ++*from) {
        char c = **from;
        if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n'))
            break;
        if (c == quote)
            quote = '\0';
        else if (quote == '\0' && (c == '\'' || c == '"'))
            quote = c;
        else if (c == '\\' && quote != '\'' && (*from)[1] != '\0')
            *(*to)++ = *++*from;
        else
            *(*to)++ = c;
    }
    *(*to)++ = '\0';
    return quote == '\0';
}

dx_status dx_words_split(const char *text, char ***out_words, dx_error *error)
{
    size_t length = strlen(text), count = 0;
    // The letters live behind the pointers, of which there are never more.
    char **words = dx_alloc(1, (length / 2 + 2) * sizeof *words + length + 2);
    char *to = (char *)(words + length / 2 + 2);
    for (const char *from = text;;) {
        from += strspn(from, " \t\n");
        if (*from == '\0')
            break;
        words[count++] = to;
        if (!take_word(&from, &to)) {
            dx_free(words);
            return dx_fail(error, DX_ERR_SYNTAX, 1, (unsigned)length + 1,
                           "a quotation mark is missing in '%.100s'", text);
        }
    }
    if (count == 0) {
        dx_free(words);
        return dx_fail(error, DX_ERR_SYNTAX, 1, 1,
                       "expected a command, for instance ./bot.py");
    }
    *out_words = words;
    return DX_OK;
}
