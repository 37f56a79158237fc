// Growing text: one buffer that doubles.  Nothing is terminated until somebody
// asks for a C string, so parts are added without looking for an end.  JSON
// strings are escaped here, once for everybody, and bytes that are not UTF-8
// are replaced rather than passed on.

#include "base/text.h"

#include "base/memory.h"
#include "base/vector.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void dx_text_release(dx_text *text)
{
    dx_free(text->at);
    *text = (dx_text){0};
}

void dx_text_clear(dx_text *text)
{
    text->length = 0;
}

static void reserve(dx_text *text, size_t more)
{
    enum { LEAST = 64 };
    size_t needed = text->length + more;
    if (needed > text->capacity)
        dx_vector_grow((void **)&text->at, &text->capacity,
                       needed > LEAST ? needed : LEAST, 1);
}

void dx_text_add_part(dx_text *text, const char *string, size_t length)
{
    if (length == 0)
        return;
    reserve(text, length);
    memcpy(text->at + text->length, string, length);
    text->length += length;
}

void dx_text_add(dx_text *text, const char *string)
{
    dx_text_add_part(text, string, strlen(string));
}

void dx_text_add_char(dx_text *text, char c)
{
    dx_text_add_part(text, &c, 1);
}

void dx_text_printf(dx_text *text, const char *format, ...)
{
    enum { GUESS = 64 };
    va_list arguments, again;
    reserve(text, GUESS);
    size_t room = text->capacity - text->length;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(text->at + text->length, room, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    if ((size_t)length >= room) { // it was cut short
        reserve(text, (size_t)length + 1);
        vsnprintf(text->at + text->length, (size_t)length + 1, format, again);
    }
    va_end(again);
    text->length += (size_t)length;
}

// How the second byte of a sequence is bounded by the first: this is what
// keeps out overlong forms, surrogates and everything above U+10FFFF.
static bool second_fits(unsigned char first, unsigned char second)
{
    switch (first) {
    case 0xe0:
        return second >= 0xa0;
    case 0xed:
        return second <= 0x9f;
    case 0xf0:
        return second >= 0x90;
    case 0xf4:
        return second <= 0x8f;
    default:
        return true;
    }
}

size_t dx_utf8_length(const char *at, size_t length)
{
    const unsigned char *byte = (const unsigned char *)at;
    if (length == 0)
        return 0;
    if (byte[0] < 0x80)
        return 1;
    size_t need = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
    if (byte[0] < 0xc2 || byte[0] > 0xf4 || need > length)
        return 0;
    for (size_t i = 1; i < need; i++)
        if ((byte[i] & 0xc0) != 0x80)
            return 0;
    return second_fits(byte[0], byte[1]) ? need : 0;
}

// The number of the character that a sequence of two or three bytes spells.
static unsigned spelt(const char *at, size_t bytes)
{
    const unsigned char *byte = (const unsigned char *)at;
    return bytes == 2   ? (byte[0] & 0x1fu) << 6 | (byte[1] & 0x3fu)
           : bytes == 3 ? (byte[0] & 0xfu) << 12 | (byte[1] & 0x3fu) << 6 |
                              (byte[2] & 0x3fu)
                        : byte[0];
}

// Control characters: those below the blank, DEL, and the second set, of which
// a terminal takes U+009B for the start of a command as it does ESC [.
static bool is_control(unsigned character)
{
    return character < 0x20 || (character >= 0x7f && character < 0xa0);
}

// Marks that end a line or turn the direction of what follows.
static bool is_layout(unsigned character)
{
    return character == 0x61c || character == 0x200e || character == 0x200f ||
           (character >= 0x2028 && character <= 0x202e) ||
           (character >= 0x2066 && character <= 0x2069);
}

static void add_json_char(dx_text *text, const char *at, size_t bytes)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    const char *special = bytes == 1 ? strchr(plain, *at) : NULL;
    if (special != NULL && *at != '\0')
        dx_text_printf(text, "\\%c", letter[special - plain]);
    else if (bytes <= 2 && is_control(spelt(at, bytes)))
        dx_text_printf(text, "\\u%04x", spelt(at, bytes));
    else
        dx_text_add_part(text, at, bytes);
}

// How many bytes at the beginning stand for themselves in JSON.
static size_t plain_length(const char *string, size_t length)
{
    size_t i = 0;
    while (i < length && string[i] >= 0x20 && string[i] < 0x7f &&
           string[i] != '"' && string[i] != '\\')
        i++;
    return i;
}

void dx_text_add_json(dx_text *text, const char *string)
{
    size_t length = strlen(string);
    dx_text_add_char(text, '"');
    for (size_t i = 0; i < length;) {
        size_t plain = plain_length(string + i, length - i);
        dx_text_add_part(text, string + i, plain);
        i += plain;
        if (i == length)
            break;
        size_t bytes = dx_utf8_length(string + i, length - i);
        if (bytes == 0)
            dx_text_add(text, "\xef\xbf\xbd");
        else
            add_json_char(text, string + i, bytes);
        i += bytes > 0 ? bytes : 1;
    }
    dx_text_add_char(text, '"');
}

static void add_shown_char(dx_text *text, const char *at, size_t bytes)
{
    static const char plain[] = "\n\r\t\033", letter[] = "nrte";
    unsigned character = bytes < 4 ? spelt(at, bytes) : 'x';
    const char *special = bytes == 1 ? strchr(plain, *at) : NULL;
    if (special != NULL && *at != '\0')
        dx_text_printf(text, "\\%c", letter[special - plain]);
    else if (bytes == 1 && is_control(character))
        dx_text_printf(text, "\\x%02x", character);
    else if (is_control(character) || is_layout(character))
        dx_text_printf(text, "\\u%04x", character);
    else
        dx_text_add_part(text, at, bytes);
}

void dx_text_add_shown(dx_text *text, const char *string)
{
    size_t length = strlen(string);
    for (size_t i = 0; i < length;) {
        size_t bytes = dx_utf8_length(string + i, length - i);
        if (bytes == 0)
            dx_text_printf(text, "\\x%02x", (unsigned char)string[i]);
        else
            add_shown_char(text, string + i, bytes);
        i += bytes > 0 ? bytes : 1;
    }
}

const char *dx_text_string(dx_text *text)
{
    reserve(text, 1);
    text->at[text->length] = '\0';
    return text->at;
}

char *dx_text_take(dx_text *text)
{
    dx_text_string(text);
    char *string = text->at;
    *text = (dx_text){0};
    return string;
}

static dx_status read_all(FILE *file, size_t bytes_max, dx_text *text,
                          dx_error *error)
{
    for (;;) {
        reserve(text, 65536);
        size_t got = fread(text->at + text->length, 1, 65536, file);
        text->length += got;
        if (text->length > bytes_max)
            return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                           "the file is larger than %zu bytes", bytes_max);
        if (got == 0)
            break;
    }
    if (ferror(file))
        return dx_fail(error, DX_ERR_FILE, 0, 0, "%s", strerror(errno));
    return DX_OK;
}

static void drop_mark(dx_text *text)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (text->length < 3 || memcmp(text->at, mark, 3) != 0)
        return;
    text->length -= 3;
    memmove(text->at, text->at + 3, text->length + 1);
}

dx_status dx_text_read_file(const char *path, size_t bytes_max,
                            dx_text *out_text, dx_error *error)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    dx_text text = {0};
    dx_status status;
    if (file == NULL)
        status = dx_fail(error, DX_ERR_FILE, 0, 0, "cannot open%s: %s",
                         *path == '\0' ? " a file without a name" : "",
                         strerror(errno));
    else
        status = read_all(file, bytes_max, &text, error);
    if (file != NULL && !standard)
        fclose(file);
    drop_mark(&text);
    if (status == DX_OK)
        *out_text = text;
    else
        dx_text_release(&text);
    dx_error_in_file(status == DX_OK ? NULL : error, path);
    return status;
}
