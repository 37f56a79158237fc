// door/fields.h -- every member that a request can have, in one list.
//
// A name means one thing in all requests.  The list is what reads them, what
// the schema and the help are made of, and the options of the command line.

#ifndef DX_DOOR_FIELDS_H
#define DX_DOOR_FIELDS_H

#include "base/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum dx_door_field_type {
    DX_DOOR_TEXT,  // of at most `max` bytes
    DX_DOOR_WORD,  // one of `choices`
    DX_DOOR_WHOLE, // min .. max
    DX_DOOR_FLAG,
    DX_DOOR_SEAT,  // from 1
    DX_DOOR_SEATS, // at most `max` of them
    DX_DOOR_TEXTS, // at most `max`, each at most DX_DOOR_LINE bytes
} dx_door_field_type;

enum { DX_DOOR_LINE = 4000 };

typedef struct dx_door_field {
    const char *name;
    dx_door_field_type type;
    uint64_t min, max;
    const char *normal;  // as JSON; NULL: none
    const char *choices; // "svg dot tikz"
    const char *help;
} dx_door_field;

const dx_door_field *
dx_door_field_find(const char *name); // NULL: there is none

// Is the value one that the member can have?  The error says which member, and
// what was expected.  NULL: it is missing, and had to be there.
DX_MUST_USE dx_status dx_door_field_check(const dx_door_field *member,
                                          const json_t *value, dx_error *error);

// Of members by name, "seat turn", what each may be, as JSON Schema:
// "seat":{..},"turn":{..}
void dx_put_fields(dx_text *out, const char *list);

// ---- words with blanks between ----

// The next one, `*length` of it, or NULL.
const char *dx_word_next(const char **list, size_t *length);
bool dx_word_is_in(const char *word, const char *list);
void dx_put_words(dx_text *out, const char *list); // "seat","turn"

#endif
