#include "base/members.h"

#include <inttypes.h>
#include <string.h>

void dx_put_member(dx_text *out, const char *name)
{
    if (out->length > 0 && strchr("{[:,", out->at[out->length - 1]) == NULL)
        dx_text_add_char(out, ',');
    if (name != NULL)
        dx_text_printf(out, "\"%s\":", name);
}

void dx_put_numbered(dx_text *out, unsigned number)
{
    dx_put_member(out, NULL);
    dx_text_printf(out, "\"%u\":", number);
}

void dx_put_open(dx_text *out, const char *name, char bracket)
{
    dx_put_member(out, name);
    dx_text_add_char(out, bracket);
}

void dx_put_text(dx_text *out, const char *name, const char *text)
{
    dx_put_member(out, name);
    dx_text_add_json(out, text);
}

void dx_put_said(dx_text *out, const char *name, dx_text *text)
{
    dx_put_text(out, name, dx_text_string(text));
    dx_text_release(text);
}

void dx_put_flag(dx_text *out, const char *name, bool is_set)
{
    dx_put_member(out, name);
    dx_text_add(out, is_set ? "true" : "false");
}

void dx_put_number(dx_text *out, const char *name, uint64_t number)
{
    dx_put_member(out, name);
    dx_text_printf(out, "%" PRIu64, number);
}

void dx_put_texts(dx_text *out, const char *name, size_t count,
                  const char *const *texts)
{
    dx_put_member(out, name);
    dx_text_add_char(out, '[');
    for (size_t i = 0; i < count; i++)
        dx_put_text(out, NULL, texts[i] != NULL ? texts[i] : "");
    dx_text_add_char(out, ']');
}
