// What learners know, as text: words, whole numbers, and lists of rounded ones
// with as many digits as bring the same number back.

#include "agents/gofish/train_private.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

dx_gofish_source dx_gofish_source_of(const char *text, dx_error *error)
{
    return (dx_gofish_source){text, text, 1, error};
}

static void skip_blanks(dx_gofish_source *s)
{
    for (; isspace((unsigned char)*s->at); s->at++)
        if (*s->at == '\n') {
            s->line++;
            s->begin = s->at + 1;
        }
}

static unsigned column_of(const dx_gofish_source *s)
{
    return (unsigned)(s->at - s->begin) + 1;
}

// Takes the word, if it is next.
static bool take_word(dx_gofish_source *s, const char *word)
{
    size_t length = strlen(word);
    skip_blanks(s);
    if (strncmp(s->at, word, length) != 0 ||
        (s->at[length] != '\0' && !isspace((unsigned char)s->at[length])))
        return false;
    s->at += length;
    return true;
}

dx_status dx_gofish_source_word(dx_gofish_source *s, const char *wanted)
{
    return take_word(s, wanted)
               ? DX_OK
               : dx_fail(s->error, DX_ERR_SYNTAX, s->line, column_of(s),
                         "expected '%s': this is not what a learner of Go Fish "
                         "has written",
                         wanted);
}

dx_status dx_gofish_source_any(dx_gofish_source *s, const char *const *words,
                               unsigned count, unsigned *out)
{
    dx_text list = {0};
    for (*out = 0; *out < count; ++*out)
        if (take_word(s, words[*out]))
            return DX_OK;
    for (unsigned i = 0; i < count; i++)
        dx_text_printf(&list, "%s%s", i == 0 ? "" : ", ", words[i]);
    dx_status status = dx_fail(s->error, DX_ERR_SYNTAX, s->line, column_of(s),
                               "expected one of: %s", dx_text_string(&list));
    dx_text_release(&list);
    return status;
}

dx_status dx_gofish_source_end(dx_gofish_source *s)
{
    skip_blanks(s);
    return *s->at == '\0'
               ? DX_OK
               : dx_fail(s->error, DX_ERR_SYNTAX, s->line, column_of(s),
                         "expected the end: all numbers have been read");
}

dx_status dx_gofish_source_whole(dx_gofish_source *s, uint64_t max,
                                 uint64_t *out)
{
    char *end;
    skip_blanks(s);
    errno = 0;
    unsigned long long value = strtoull(s->at, &end, 10);
    if (!isdigit((unsigned char)*s->at) || errno != 0 || value > max)
        return dx_fail(s->error, DX_ERR_SYNTAX, s->line, column_of(s),
                       "expected a whole number up to %llu",
                       (unsigned long long)max);
    s->at = end;
    *out = value;
    return DX_OK;
}

dx_status dx_gofish_source_floats(dx_gofish_source *s, size_t count, float *out)
{
    for (size_t i = 0; i < count; i++) {
        char *end;
        skip_blanks(s);
        out[i] = strtof(s->at, &end);
        if (end == s->at || !isfinite(out[i]) || fabsf(out[i]) > 1e9F)
            return dx_fail(s->error, DX_ERR_SYNTAX, s->line, column_of(s),
                           "expected number %zu of %zu", i + 1, count);
        s->at = end;
    }
    return DX_OK;
}

void dx_gofish_write_floats(const float *numbers, size_t count, dx_text *out)
{
    for (size_t i = 0; i < count; i++)
        dx_text_printf(out, "%.9g%c", (double)numbers[i],
                       i % 8 == 7 || i + 1 == count ? '\n' : ' ');
}
