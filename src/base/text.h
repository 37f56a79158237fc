// base/text.h -- text that grows, and the JSON that is made of it.
//
//     dx_text out = {0};
//     dx_text_printf(&out, "%zu worlds", count);
//     puts(dx_text_string(&out));
//     dx_text_release(&out);
//
// A text of zeros is an empty text.

#ifndef DX_BASE_TEXT_H
#define DX_BASE_TEXT_H

#include "base/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dx_text {
    char *at; // not terminated until dx_text_string
    size_t length, capacity;
} dx_text;

void dx_text_release(dx_text *text);
void dx_text_clear(dx_text *text); // empty, but keeps its room

void dx_text_add(dx_text *text, const char *string);
void dx_text_add_part(dx_text *text, const char *string, size_t length);
void dx_text_add_char(dx_text *text, char c);
void dx_text_printf(dx_text *text, const char *format, ...) DX_PRINTF(2, 3);

// What "world" ends in where there are `count` of them: "1 world", "2 worlds".
static inline const char *dx_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

// `string` in double quotes with everything escaped that JSON wants escaped,
// and every other control character too.  Bytes that are not UTF-8 become
// U+FFFD.
void dx_text_add_json(dx_text *text, const char *string);

// `string` as a terminal may show it, whoever wrote it.  What could steer a
// terminal or turn the direction of writing becomes an escape that a person
// can read: \n, \e, \x07, \u009b, \u202e.  So does a newline, hence the result
// is one line; a byte that is not UTF-8 becomes \xff.
void dx_text_add_shown(dx_text *text, const char *string);

// The text as a C string; borrowed until the text changes.
const char *dx_text_string(dx_text *text);

// The text as a C string that the caller owns (dx_free); `text` is empty
// afterwards.
char *dx_text_take(dx_text *text);

// Reads a whole file; at most `bytes_max` bytes.  "-" is standard input.  The
// byte order mark with which some editors begin a file is left out.
// On DX_OK the caller releases `out_text`.
DX_MUST_USE dx_status dx_text_read_file(const char *path, size_t bytes_max,
                                        dx_text *out_text, dx_error *error);

// How many bytes the UTF-8 sequence at `at` has (1 to 4), or 0 if it is not
// valid UTF-8.  Never reads behind `length`.
size_t dx_utf8_length(const char *at, size_t length);

#endif
