// What learners know, as text: words, whole numbers, and lists of rounded ones
// with as many digits as bring the same number back.

#include "agents/gofish/train_private.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void skip_blanks(dx_gofish_source *s)
{
    for (; isspace((unsigned char)*s->at); s->at++)
        s->line += *s->at == '\n';
}

dx_status dx_gofish_source_word(dx_gofish_source *s, const char *wanted)
{
    size_t length = strlen(wanted);
    skip_blanks(s);
    if (strncmp(s->at, wanted, length) != 0 ||
        (s->at[length] != '\0' && !isspace((unsigned char)s->at[length])))
        return dx_fail(s->error, DX_ERR_SYNTAX, s->line, 0,
                       "expected '%s': this is not what a learner of Go Fish "
                       "of this kind has written",
                       wanted);
    s->at += length;
    return DX_OK;
}

dx_status dx_gofish_source_whole(dx_gofish_source *s, uint64_t max,
                                 uint64_t *out)
{
    char *end;
    skip_blanks(s);
    errno = 0;
    unsigned long long value = strtoull(s->at, &end, 10);
    if (!isdigit((unsigned char)*s->at) || errno != 0 || value > max)
        return dx_fail(s->error, DX_ERR_SYNTAX, s->line, 0,
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
            return dx_fail(s->error, DX_ERR_SYNTAX, s->line, 0,
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
