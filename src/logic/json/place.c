// From a path of keys and numbers back to line and column.
//
// The text is known to be JSON by then, so values are skipped by counting
// brackets outside strings, and only keys are decoded, to be compared.  One
// walk over the text up to the place, and only for whoever made a mistake.

#include "logic/json/place.h"

#include <assert.h>
#include <jansson.h>
#include <stdbool.h>
#include <string.h>

// A place in valid JSON; still never beyond its end.
typedef struct cursor {
    const char *at, *end;
} cursor;

static void skip_blanks(cursor *c)
{
    while (c->at < c->end && strchr(" \t\r\n", *c->at) != NULL)
        c->at++;
}

static void skip_string(cursor *c)
{
    for (c->at++; c->at < c->end && *c->at != '"'; c->at++)
        if (*c->at == '\\')
            c->at++;
    c->at += c->at < c->end;
    assert(c->at <= c->end); // the text is JSON: its strings end
}

// Over one value, however nested: counts brackets outside strings.
static void skip_value(cursor *c)
{
    size_t open = 0;
    do {
        skip_blanks(c);
        if (c->at >= c->end)
            return;
        if (*c->at == '"') {
            skip_string(c);
            continue;
        }
        if (*c->at == '[' || *c->at == '{') {
            open++;
            c->at++;
        } else if (*c->at == ']' || *c->at == '}') {
            assert(open > 0); // a value does not begin with its end
            open--;
            c->at++;
        } else if (*c->at == ',' || *c->at == ':') {
            c->at++;
        } else {
            while (c->at < c->end && strchr(" \t\r\n,:]}", *c->at) == NULL)
                c->at++;
        }
    } while (open > 0);
}

static bool key_is(const char *from, const char *to, const char *key)
{
    json_t *text = json_loadb(from, (size_t)(to - from), JSON_DECODE_ANY, NULL);
    bool same =
        json_is_string(text) && strcmp(json_string_value(text), key) == 0;
    json_decref(text);
    return same;
}

// Steps into the object or array at the cursor; false if it is not there.
static bool enter(cursor *c, const dx_json_step *step)
{
    cursor inside = *c;
    char open = step->key != NULL ? '{' : '[';
    if (inside.at >= inside.end || *inside.at != open)
        return false;
    inside.at++;
    for (size_t i = 0;; i++) {
        skip_blanks(&inside);
        if (inside.at >= inside.end || *inside.at == ']' || *inside.at == '}')
            return false;
        bool found = step->key == NULL && i == step->index;
        if (step->key != NULL) {
            const char *from = inside.at;
            skip_string(&inside);
            found = key_is(from, inside.at, step->key);
            skip_blanks(&inside);
            inside.at++; // the colon
            skip_blanks(&inside);
        }
        if (found) {
            *c = inside;
            return true;
        }
        skip_value(&inside);
        skip_blanks(&inside);
        if (inside.at < inside.end && *inside.at == ',')
            inside.at++;
    }
}

void dx_json_place(const char *text, size_t length, const dx_json_path *path,
                   unsigned *out_line, unsigned *out_column)
{
    cursor c = {text, text + length};
    skip_blanks(&c);
    for (size_t i = 0; i < path->count && enter(&c, &path->step[i]); i++)
        continue;
    *out_line = *out_column = 1;
    for (const char *at = text; at < c.at; at++) {
        if (*at == '\n') {
            ++*out_line;
            *out_column = 1;
        } else if (((unsigned char)*at & 0xc0) != 0x80) {
            ++*out_column;
        }
    }
}
