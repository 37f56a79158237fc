// A line is broken before the word that would not fit, as it is shown: with its
// control characters escaped.

#include "base/wrap.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 79 };

void dx_wrap_add(dx_wrap *wrap, const char *text)
{
    dx_text shown = {0};
    dx_text_add_shown(&shown, text);
    const char *word = dx_text_string(&shown);
    size_t length = shown.length;
    bool is_first = wrap->column == 0;
    if (!is_first && wrap->column + 1 + length > WIDTH) {
        dx_text_printf(wrap->out, "\n%*s", (int)wrap->indent, "");
        wrap->column = wrap->indent;
        is_first = true;
    }
    if (!is_first)
        dx_text_add_char(wrap->out, ' ');
    dx_text_add(wrap->out, word);
    wrap->column += length + !is_first;
    dx_text_release(&shown);
}

void dx_wrap_end(dx_wrap *wrap)
{
    if (wrap->column > 0)
        dx_text_add_char(wrap->out, '\n');
    wrap->column = 0;
}

void dx_wrap_words(dx_wrap *wrap, const char *text)
{
    dx_text word = {0};
    for (text += strspn(text, " \n"); *text != '\0';
         text += strspn(text, " \n")) {
        size_t length = strcspn(text, " \n");
        if (strncmp(text + length, " %", 2) == 0) // stays with its number
            length += 1 + strcspn(text + length + 1, " \n");
        dx_text_clear(&word);
        dx_text_add_part(&word, text, length);
        dx_wrap_add(wrap, dx_text_string(&word));
        text += length;
    }
    dx_text_release(&word);
}

void dx_wrap_print(const char *text)
{
    dx_text out = {0};
    dx_wrap wrap = {.out = &out, .indent = 2};
    dx_wrap_words(&wrap, text);
    dx_wrap_end(&wrap);
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
}

void dx_wrap_print_lines(const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        dx_text line = {0};
        dx_text_add_part(&line, text, length);
        dx_wrap_print(dx_text_string(&line));
        dx_text_release(&line);
        text += length + (text[length] == '\n');
    }
}

void dx_wrap_columns(const char *const *words, size_t count, dx_text *out)
{
    size_t widest = 0;
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) > widest)
            widest = strlen(words[i]);
    size_t cell = widest + 6; // a number of three digits and blanks
    size_t columns = cell < WIDTH ? WIDTH / cell : 1;
    size_t lines = (count + columns - 1) / columns;
    for (size_t line = 0; line < lines; line++) {
        for (size_t at = line; at < count; at += lines) {
            bool is_last = at + lines >= count;
            dx_text_printf(out, "%4zu %-*s%s", at + 1,
                           is_last ? 0 : (int)widest, words[at],
                           is_last ? "" : " ");
        }
        dx_text_add_char(out, '\n');
    }
}
