// logic/json/place.h -- where in a JSON text a value stands.
//
// jansson says where a text is not JSON, but not where a value came from.
// While a reader walks down the values it keeps the path; when a value makes
// no sense, the path is walked again in the text.

#ifndef DX_LOGIC_JSON_PLACE_H
#define DX_LOGIC_JSON_PLACE_H

#include <stddef.h>

enum { DX_JSON_PATH_MAX = 8 };

typedef struct dx_json_step {
    const char *key; // NULL: `index` in an array
    size_t index;
} dx_json_step;

typedef struct dx_json_path {
    size_t count;
    dx_json_step step[DX_JSON_PATH_MAX];
} dx_json_path;

// Line and column (from 1, columns in characters) of the value at `path` in
// `text`, which is valid JSON; of the last value on the way if there is none.
void dx_json_place(const char *text, size_t length, const dx_json_path *path,
                   unsigned *out_line, unsigned *out_column);

#endif
