// logic/json/reader.h -- walking down a model in JSON, and complaining with
// the place.
//
// The reader keeps the path to the value it is at: enter before looking at
// what is inside, leave after success only, for the place of an error is
// where the path stopped.

#ifndef DX_LOGIC_JSON_READER_H
#define DX_LOGIC_JSON_READER_H

#include "logic/json/place.h"
#include "logic/kripke/model.h"

#include <jansson.h>

typedef struct dx_json_reader {
    const char *text;
    size_t length;
    dx_formulas *store;
    dx_model *model;
    dx_json_path path;
    dx_error *error;
} dx_json_reader;

// The kinds of value we ask for.
typedef enum dx_json_kind {
    DX_JSON_OBJECT,
    DX_JSON_ARRAY,
    DX_JSON_STRING,
    DX_JSON_INTEGER
} dx_json_kind;

dx_status dx_json_complain(dx_json_reader *r, dx_status status,
                           const char *format, ...) DX_PRINTF(3, 4);

void dx_json_enter_key(dx_json_reader *r, const char *key);
void dx_json_enter_index(dx_json_reader *r, size_t index);
void dx_json_leave(dx_json_reader *r);

// `what` is what is missing, or what the value should be.
dx_status dx_json_expect(dx_json_reader *r, const json_t *value,
                         dx_json_kind wanted, const char *what);

// Every key must be one of `allowed` (NULL at the end).
dx_status dx_json_check_keys(dx_json_reader *r, json_t *object,
                             const char *const *allowed);

// The term written in a string; with `name_only` it must be a name with or
// without arguments.
dx_status dx_json_read_term(dx_json_reader *r, const char *text, bool name_only,
                            dx_formula *out);

// Each item of the list, or member of the object, under `key`, which may be
// absent.
typedef dx_status dx_json_item(dx_json_reader *r, json_t *item, void *data);
dx_status dx_json_read_items(dx_json_reader *r, json_t *list, const char *what,
                             dx_json_item *item, void *data);
dx_status dx_json_read_list(dx_json_reader *r, json_t *in, const char *key,
                            dx_json_item *item, void *data);
typedef dx_status dx_json_member(dx_json_reader *r, const char *key,
                                 json_t *value, void *data);
dx_status dx_json_read_members(dx_json_reader *r, json_t *in, const char *key,
                               dx_json_member *member, void *data);

// The parts of a model, in this order.
dx_status dx_json_read_words(dx_json_reader *r, json_t *root);
dx_status dx_json_read_worlds(dx_json_reader *r, json_t *root);
dx_status dx_json_read_actual(dx_json_reader *r, json_t *root);
dx_status dx_json_read_relations(dx_json_reader *r, json_t *root);

#endif
