// base/members.h -- JSON as it is written, member by member.
//
//     dx_text_add_char(&out, '{');
//     dx_put_text(&out, "name", name);
//     dx_put_flag(&out, "open", is_open);
//     dx_text_add_char(&out, '}');
//
// Each puts a comma before itself, unless it is the first of its object or list
// or one stands there: unless the text is empty or ends in { or [, a colon or a
// comma.  Without a name (NULL) it is an element of a list.

#ifndef DX_BASE_MEMBERS_H
#define DX_BASE_MEMBERS_H

#include "base/text.h"

void dx_put_member(dx_text *out, const char *name); // a comma, and "name":

void dx_put_numbered(dx_text *out, unsigned number); // a comma, and "7":

// The same and { or [, to be closed by who opens it.
void dx_put_open(dx_text *out, const char *name, char bracket);

void dx_put_text(dx_text *out, const char *name, const char *text);
void dx_put_said(dx_text *out, const char *name, dx_text *text); // released
void dx_put_flag(dx_text *out, const char *name, bool is_set);
void dx_put_number(dx_text *out, const char *name, uint64_t number);

// A list of texts; those that are NULL are "".
void dx_put_texts(dx_text *out, const char *name, size_t count,
                  const char *const *texts);

#endif
