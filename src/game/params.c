// Parameters of games and agents: `name(setting=value, ...)`, read, checked
// against the schema and printed.
//
// Values are whole numbers; a parameter with decimals counts in its last one, a
// parameter with choices in their order, so that a set of parameters is a plain
// array that can be compared and hashed.  Texts stand in quotes, in which a
// backslash goes before these two; they lie one behind the other in the order
// of the parameters, so that equal sets have equal bytes.  Printing writes
// every parameter (a record must not depend on what is usual), the short form
// only those that differ from the usual ones.

#include "game/params.h"

#include "game/settings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

unsigned dx_schema_count(const dx_schema *schema)
{
    unsigned count = 0;
    if (schema->params != NULL)
        while (schema->params[count].name != NULL)
            count++;
    DX_REQUIRE(count <= DX_PARAMS_MAX, "at most DX_PARAMS_MAX parameters");
    return count;
}

dx_params dx_params_normal(const dx_schema *schema)
{
    dx_params params = {.value = {0}};
    unsigned count = dx_schema_count(schema);
    for (unsigned i = 0; i < count; i++)
        params.value[i] =
            schema->params[i].text > 0 ? 0 : schema->params[i].normal;
    return params;
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_' || c == '.' ||
           c == '/';
}

dx_status dx_spec_parse(const char *text, dx_spec *out_spec, dx_error *error)
{
    size_t name = 0, length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    while (is_name_char(text[name]))
        name++;
    if (name == 0)
        return dx_fail(error, DX_ERR_SYNTAX, 1, 1, "expected a name");
    dx_spec spec = {.text = text,
                    .name = text,
                    .name_length = name,
                    .settings = text + name};
    if (text[name] == '(') {
        if (text[length - 1] != ')')
            return dx_fail(error, DX_ERR_SYNTAX, 1, (unsigned)length + 1,
                           "expected ')' at the end of '%.60s'", text);
        spec.settings = text + name + 1;
        spec.settings_length = length - name - 2;
        if (strspn(spec.settings, " ") >= spec.settings_length)
            spec.settings_length = 0;
    } else if (name < length) {
        return dx_fail(error, DX_ERR_SYNTAX, 1, (unsigned)name + 1,
                       "expected '(' or the end after '%.*s'",
                       (int)(name < 60 ? name : 60), text);
    }
    *out_spec = spec;
    return DX_OK;
}

void dx_param_print(const dx_param *param, int value, dx_text *out)
{
    if (param->text > 0) {
        dx_text_add(out, "\"\"");
        return;
    }
    if (param->choices != NULL) {
        dx_text_add(out, param->choices[value]);
        return;
    }
    if (param->decimals == 0) {
        dx_text_printf(out, "%d", value);
        return;
    }
    int unit = 1;
    for (unsigned i = 0; i < param->decimals; i++)
        unit *= 10;
    dx_text_printf(out, "%s%d.%0*d", value < 0 ? "-" : "", abs(value / unit),
                   (int)param->decimals, abs(value % unit));
}

// "0 to 8" or "keep or zero".
static void print_range(const dx_param *param, dx_text *out)
{
    if (param->text > 0) {
        dx_text_printf(out, "a text in quotes of at most %u bytes",
                       param->text);
        return;
    }
    if (param->choices == NULL) {
        dx_param_print(param, param->min, out);
        dx_text_add(out, " to ");
        dx_param_print(param, param->max, out);
        return;
    }
    for (int i = 0; i <= param->max; i++)
        dx_text_printf(out, "%s%s",
                       i == 0            ? ""
                       : i == param->max ? " or "
                                         : ", ",
                       param->choices[i]);
}

// Reads a number with up to param->decimals digits after the point.
static bool read_number(const dx_param *param, const char *at, size_t length,
                        int *out)
{
    bool negative = length > 0 && *at == '-';
    long value = 0;
    unsigned digits = 0, after = 0;
    bool point = false;
    for (size_t i = negative; i < length; i++) {
        if (at[i] == '.' && !point && param->decimals > 0) {
            point = true;
            continue;
        }
        if (!isdigit((unsigned char)at[i]) || value > 100000000 ||
            (point && after == param->decimals))
            return false;
        value = 10 * value + (at[i] - '0');
        digits++;
        after += point;
    }
    for (; after < param->decimals && value <= 100000000; after++)
        value *= 10;
    *out = (int)(negative ? -value : value);
    return digits > 0;
}

static bool read_value(const dx_param *param, const char *at, size_t length,
                       int *out)
{
    if (param->choices == NULL)
        return read_number(param, at, length, out) && *out >= param->min &&
               *out <= param->max;
    for (int i = 0; i <= param->max; i++)
        if (strlen(param->choices[i]) == length &&
            memcmp(param->choices[i], at, length) == 0) {
            *out = i;
            return true;
        }
    return false;
}

// A text as it was given, quotes and all; borrowed.
typedef struct raw_text {
    const char *at;
    size_t length;
} raw_text;

typedef struct reader {
    const dx_schema *schema;
    const char *owner;
    size_t owner_length;
    unsigned column; // of the first setting; 0: inside a preset
    dx_params params;
    raw_text texts[DX_PARAMS_MAX];
    bool given[DX_PARAMS_MAX];
} reader;

static dx_status unknown(const reader *read, const char *at, size_t length,
                         unsigned column, dx_error *error)
{
    dx_text known = {0};
    unsigned count = dx_schema_count(read->schema);
    for (unsigned i = 0; i < count; i++)
        dx_text_printf(&known, "%s%s", i > 0 ? ", " : "",
                       read->schema->params[i].name);
    const dx_preset *preset = read->schema->presets;
    for (unsigned i = 0; preset != NULL && preset[i].name != NULL; i++)
        dx_text_printf(&known, "%s%s",
                       i > 0 ? ", " : "; presets: ", preset[i].name);
    dx_status status = dx_fail(
        error, DX_ERR_INPUT, 1, column,
        "%.*s has no parameter or preset '%.*s'; it has: %s",
        (int)read->owner_length, read->owner, (int)(length < 40 ? length : 40),
        at, known.length > 0 ? dx_text_string(&known) : "none");
    dx_text_release(&known);
    return status;
}

static dx_status out_of_range(const dx_param *param, const char *at,
                              size_t length, unsigned column, dx_error *error)
{
    dx_text range = {0};
    print_range(param, &range);
    if (param->decimals > 0 && memchr(at, '.', length) != NULL)
        dx_text_printf(&range, " with at most %u decimal%s", param->decimals,
                       dx_plural(param->decimals));
    if (param->text > 0)
        length = 0; // it may be anything
    dx_status status =
        dx_fail(error, DX_ERR_INPUT, 1, column, "%s=%.*s: expected %s (%s)",
                param->name, (int)(length < 40 ? length : 40), at,
                dx_text_string(&range), param->help);
    dx_text_release(&range);
    return status;
}

static dx_status read_settings(reader *read, const char *at, size_t length,
                               dx_error *error);

static dx_status read_preset(reader *read, const char *at, size_t length,
                             unsigned column, dx_error *error)
{
    const dx_preset *preset = read->schema->presets;
    for (; preset != NULL && preset->name != NULL; preset++) {
        if (strlen(preset->name) != length ||
            memcmp(preset->name, at, length) != 0)
            continue;
        reader inner = {.schema = read->schema,
                        .owner = read->owner,
                        .owner_length = read->owner_length,
                        .params = read->params};
        memcpy(inner.texts, read->texts, sizeof inner.texts);
        dx_status status = read_settings(&inner, preset->settings,
                                         strlen(preset->settings), error);
        read->params = inner.params;
        memcpy(read->texts, inner.texts, sizeof inner.texts);
        return status;
    }
    return unknown(read, at, length, column, error);
}

// One character of a text behind its first quote: how many bytes it takes, of
// which `*out_skip` come before it; 0 if it may not stand there.
static size_t text_character(const char *at, size_t length, size_t *out_skip)
{
    *out_skip = length > 1 && *at == '\\';
    if (*out_skip)
        return at[1] == '"' || at[1] == '\\' ? 2 : 0;
    if (*at == '"' || *at == '\\' || iscntrl((unsigned char)*at))
        return 0;
    return dx_utf8_length(at, length);
}

// Checks a text, and writes it to `out` if that is not NULL.
static bool read_text(const dx_param *param, raw_text raw, char *out)
{
    size_t bytes = 0;
    if (raw.length < 2 || raw.at[0] != '"' || raw.at[raw.length - 1] != '"')
        return false;
    const char *at = raw.at + 1, *end = raw.at + raw.length - 1;
    while (at < end) {
        size_t skip, used = text_character(at, (size_t)(end - at), &skip);
        if (used == 0)
            return false;
        if (out != NULL)
            memcpy(out + bytes, at + skip, used - skip);
        bytes += used - skip;
        at += used;
    }
    return bytes <= param->text;
}

// All texts that were given, one behind the other.
static dx_status keep_texts(reader *read, dx_error *error)
{
    size_t used = 1;
    unsigned count = dx_schema_count(read->schema);
    for (unsigned i = 0; i < count; i++) {
        if (read->texts[i].length <= 2)
            continue;
        if (used + read->texts[i].length > DX_PARAMS_TEXT)
            return dx_fail(error, DX_ERR_LIMIT, 1, 0,
                           "the texts of %.*s together have more than %d bytes",
                           (int)read->owner_length, read->owner,
                           DX_PARAMS_TEXT);
        read->params.value[i] = (int)used;
        char *to = read->params.text + used;
        (void)read_text(&read->schema->params[i], read->texts[i], to);
        used += strlen(to) + 1;
    }
    return DX_OK;
}

static bool read_any(reader *read, unsigned i, const char *at, size_t length)
{
    const dx_param *param = &read->schema->params[i];
    if (param->text == 0)
        return read_value(param, at, length, &read->params.value[i]);
    read->texts[i] = (raw_text){at, length};
    return read_text(param, read->texts[i], NULL);
}

static dx_status read_setting(reader *read, const char *at, size_t length,
                              unsigned column, dx_error *error)
{
    const char *equals = memchr(at, '=', length), *value = equals;
    if (equals == NULL)
        return read_preset(read, at, length, column, error);
    size_t name = (size_t)(equals - at);
    while (name > 0 && at[name - 1] == ' ')
        name--;
    do
        value++;
    while (value < at + length && *value == ' ');
    size_t rest = (size_t)(at + length - value);
    unsigned value_column = column + (unsigned)(value - at);
    unsigned count = dx_schema_count(read->schema), i = 0;
    for (; i < count; i++)
        if (strlen(read->schema->params[i].name) == name &&
            memcmp(read->schema->params[i].name, at, name) == 0)
            break;
    if (i == count && name == 6 && memcmp(at, "preset", name) == 0)
        return read_preset(read, value, rest, value_column, error);
    if (i == count)
        return unknown(read, at, name, column, error);
    if (read->given[i])
        return dx_fail(error, DX_ERR_INPUT, 1, column, "%s is given twice",
                       read->schema->params[i].name);
    read->given[i] = true;
    if (!read_any(read, i, value, rest))
        return out_of_range(&read->schema->params[i], value, rest, value_column,
                            error);
    return DX_OK;
}

static dx_status read_settings(reader *read, const char *at, size_t length,
                               dx_error *error)
{
    const char *end = at + length, *start = at;
    while (at <= end && length > 0) {
        const char *stop = dx_part_end(at, end, ',');
        const char *comma = stop < end ? stop : NULL;
        const char *from = at, *to = stop;
        while (from < to && *from == ' ')
            from++;
        while (from < to && to[-1] == ' ')
            to--;
        dx_status status =
            read_setting(read, from, (size_t)(to - from),
                         read->column + (unsigned)(from - start), error);
        if (status != DX_OK || comma == NULL)
            return status;
        at = comma + 1;
    }
    return DX_OK;
}

dx_status dx_params_parse(const dx_schema *schema, const dx_spec *spec,
                          dx_params *out_params, dx_error *error)
{
    reader read = {.schema = schema,
                   .owner = spec->name,
                   .owner_length = spec->name_length,
                   .column = (unsigned)(spec->settings - spec->text) + 1,
                   .params = dx_params_normal(schema)};
    dx_status status =
        read_settings(&read, spec->settings, spec->settings_length, error);
    if (status == DX_OK)
        status = keep_texts(&read, error);
    if (status == DX_OK)
        *out_params = read.params;
    return status;
}

static void print_text(const char *text, dx_text *out)
{
    dx_text_add_char(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            dx_text_add_char(out, '\\');
        dx_text_add_char(out, *text);
    }
    dx_text_add_char(out, '"');
}

static void print(const dx_schema *schema, const char *name,
                  const dx_params *params, bool all, dx_text *out)
{
    dx_text_add(out, name);
    unsigned count = dx_schema_count(schema), said = 0;
    for (unsigned i = 0; i < count; i++) {
        const dx_param *param = &schema->params[i];
        int normal = param->text > 0 ? 0 : param->normal;
        if (!all && params->value[i] == normal)
            continue;
        dx_text_printf(out, "%s%s=", said++ == 0 ? "(" : ",", param->name);
        if (param->text > 0)
            print_text(dx_params_text(params, i), out);
        else
            dx_param_print(param, params->value[i], out);
    }
    if (said > 0)
        dx_text_add_char(out, ')');
}

void dx_params_print(const dx_schema *schema, const char *name,
                     const dx_params *params, dx_text *out)
{
    print(schema, name, params, true, out);
}

void dx_params_print_short(const dx_schema *schema, const char *name,
                           const dx_params *params, dx_text *out)
{
    print(schema, name, params, false, out);
}
