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

typedef enum dx_field_type {
    DX_FIELD_TEXT,  // of at most `max` bytes
    DX_FIELD_WORD,  // one of `choices`
    DX_FIELD_WHOLE, // min .. max
    DX_FIELD_FLAG,
    DX_FIELD_SEAT,  // from 1
    DX_FIELD_SEATS, // at most `max` of them
    DX_FIELD_TEXTS, // at most `max`, each at most DX_FIELD_LINE bytes
} dx_field_type;

enum { DX_FIELD_LINE = 4000 };

typedef struct dx_field {
    const char *name;
    dx_field_type type;
    uint64_t min, max;
    const char *normal;  // as JSON; NULL: none
    const char *choices; // "svg dot tikz"
    const char *help;
} dx_field;

const dx_field *dx_field_find(const char *name); // NULL: there is none

// Is the value one that the member can have?  The error says which member, and
// what was expected.
DX_MUST_USE dx_status dx_field_check(const dx_field *member,
                                     const json_t *value, dx_error *error);

// What its value may be: as JSON Schema, without braces; and in words.
void dx_field_schema(const dx_field *member, dx_text *out);
void dx_field_range(const dx_field *member, dx_text *out);

#endif
