// game/params.h -- named parameters of games and agents, from one table.
//
//     static const char *const bombs[] = {"keep", "zero", NULL};
//     static const dx_param params[] = {
//         {"players", "seats at the table", 2, 5, 5},
//         {"bomb", "what a bomb scores", 0, 1, 1, .choices = bombs},
//         {"trust", "how much", 0, 100, 20, .decimals = 2}, // 0.00 .. 1.00
//         {"plan", "rules to play by", .text = 100},        // in quotes
//         {0}};
//     static const dx_preset presets[] = {
//         {"report", "as in the report", "lives=4,bomb=keep"}, {0}};
//
// reads `hanabi(report,players=4)`, also as `hanabi(preset=report,players=4)`;
// errors name the parameter, its range and its choices, and point at the
// column.

#ifndef DX_GAME_PARAMS_H
#define DX_GAME_PARAMS_H

#include "base/base.h"
#include "base/text.h"

enum {
    DX_PARAMS_MAX = 24,
    DX_PARAMS_TEXT = 512, // bytes of all texts of one set of parameters
};

typedef struct dx_param {
    const char *name, *help;
    int min, max, normal;       // normal: the value if none is given
    const char *const *choices; // names of 0 .. max; NULL for a number
    unsigned decimals;          // 0.25 is kept as 25 with two decimals
    unsigned text; // not 0: a text of at most so many bytes; normally empty
} dx_param;

typedef struct dx_preset {
    const char *name, *help;
    const char *settings; // "lives=4,bomb=keep"
} dx_preset;

// Both tables end with a NULL name; both may be NULL.
typedef struct dx_schema {
    const dx_param *params;
    const dx_preset *presets;
} dx_schema;

// value[i] belongs to params[i]; the rest is 0.  Plain value.  A text is valid
// UTF-8 without control characters; it is in `text` from its value on.  It is
// content and never the name of a file: agents are named over networks, too.
typedef struct dx_params {
    int value[DX_PARAMS_MAX];
    char text[DX_PARAMS_TEXT]; // texts in the order of params, 0 is empty
} dx_params;

static inline const char *dx_params_text(const dx_params *params, unsigned i)
{
    return params->text + params->value[i];
}

unsigned dx_schema_count(const dx_schema *schema);
dx_params dx_params_normal(const dx_schema *schema);

// Splits `NAME` or `NAME(SETTINGS)`.  The parts point into `text`.
typedef struct dx_spec {
    const char *text, *name, *settings;
    size_t name_length, settings_length;
} dx_spec;
DX_MUST_USE dx_status dx_spec_parse(const char *text, dx_spec *out_spec,
                                    dx_error *error);

// Reads the settings of `spec` over the normal values.  A preset comes as its
// bare name, or as preset=NAME; what follows it overrides it.
DX_MUST_USE dx_status dx_params_parse(const dx_schema *schema,
                                      const dx_spec *spec,
                                      dx_params *out_params, dx_error *error);

// The value of one parameter as it is written: "3", "zero", "0.20".  Of a text,
// any one of that kind: "".
void dx_param_print(const dx_param *param, int value, dx_text *out);

// "name(a=1,b=zero)": all of them, or only what is not normal; without
// parentheses where nothing is left to say.
void dx_params_print(const dx_schema *schema, const char *name,
                     const dx_params *params, dx_text *out);
void dx_params_print_short(const dx_schema *schema, const char *name,
                           const dx_params *params, dx_text *out);

#endif
