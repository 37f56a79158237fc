// The game that a record carries.

#include "games/file/file.h"

#include <jansson.h>
#include <string.h>

dx_status dx_game_of_record(const char *text, size_t length, dx_game **out,
                            dx_error *error)
{
    const char *end = memchr(text, '\n', length);
    size_t line = end == NULL ? length : (size_t)(end - text);
    json_t *header = json_loadb(text, line, 0, NULL);
    const json_t *source = json_object_get(header, "source");
    dx_status status = DX_OK;
    *out = NULL;
    if (json_is_string(source))
        status = dx_game_read(json_string_value(source),
                              json_string_length(source), out, error);
    json_decref(header);
    return status;
}
