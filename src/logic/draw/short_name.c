// Names that fit into a box: what a world is called, else what tells it from
// the others.  Facts and values that are the same everywhere are left out; of
// one fact with many arguments, muddy(1) and muddy(3), the arguments are the
// name; where nothing is true it is "none".  Names that would be too long, or
// there twice, give way to numbers, all of them, so that nobody looks for a
// difference in kind.

#include "base/memory.h"
#include "logic/draw/picture.h"
#include "logic/formula/print.h"

#include <string.h>

enum { NAME_MAX_LENGTH = 26 };

static bool differs_in_fact(const dx_model *model, size_t p)
{
    size_t count = dx_bitset_count(dx_model_proposition_worlds(model, p));
    return count > 0 && count < dx_model_world_count(model);
}

static bool differs_in_value(const dx_model *model, size_t x)
{
    const int32_t *values = dx_model_values(model, x);
    for (size_t w = 1; w < dx_model_world_count(model); w++)
        if (values[w] != values[0])
            return true;
    return false;
}

// The name that all facts which differ have in common, each with arguments; or
// DX_NAME_NONE.
static dx_name common_head(const dx_model *model)
{
    const dx_formulas *store = dx_model_formulas(model);
    dx_name head = DX_NAME_NONE;
    for (size_t p = 0; p < dx_model_proposition_count(model); p++) {
        if (!differs_in_fact(model, p))
            continue;
        dx_formula atom = dx_model_proposition(model, p);
        if (dx_formula_count(store, atom) < 2)
            return DX_NAME_NONE;
        dx_name name = dx_formula_name(store, atom);
        if (head != DX_NAME_NONE && head != name)
            return DX_NAME_NONE;
        head = name;
    }
    return head;
}

static void add_word(dx_text *out, const char *word, size_t length)
{
    if (out->length > 0)
        dx_text_add_char(out, ' ');
    dx_text_add_part(out, word, length);
}

// muddy(1): 1, if all facts are about muddy; else muddy(1).
static void add_fact(const dx_model *model, size_t p, bool arguments_only,
                     dx_text *out)
{
    dx_text text = {0};
    dx_formula_print(dx_model_formulas(model), dx_model_proposition(model, p),
                     &text);
    const char *open = strchr(dx_text_string(&text), '(');
    if (arguments_only && open != NULL)
        add_word(out, open + 1, strlen(open) - 2);
    else
        add_word(out, dx_text_string(&text), text.length);
    dx_text_release(&text);
}

// month=July: July.
static void add_value(const dx_model *model, size_t x, size_t world,
                      dx_text *out)
{
    dx_text text = {0};
    dx_model_print_value(model, x, world, &text);
    const char *value = strrchr(dx_text_string(&text), '=');
    value = value != NULL ? value + 1 : dx_text_string(&text);
    add_word(out, value, strlen(value));
    dx_text_release(&text);
}

static void describe(const dx_model *model, size_t world, bool arguments_only,
                     dx_text *out)
{
    for (size_t x = 0; x < dx_model_variable_count(model); x++)
        if (differs_in_value(model, x))
            add_value(model, x, world, out);
    for (size_t p = 0; p < dx_model_proposition_count(model); p++)
        if (differs_in_fact(model, p) &&
            dx_bitset_has(dx_model_proposition_worlds(model, p), world))
            add_fact(model, p, arguments_only, out);
    if (out->length == 0)
        dx_text_add(out, "none");
}

// What an update made of a world, {}+sees_tails: none, sees_tails.
static void add_given(const char *given, dx_text *out)
{
    for (const char *at = given; *at != '\0'; at++) {
        if (*at == '+') {
            dx_text_add(out, ", ");
        } else if (strncmp(at, "{}", 2) == 0) {
            dx_text_add(out, "none");
            at++;
        } else {
            dx_text_add_char(out, *at);
        }
    }
}

static bool are_fit(char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strlen(names[i]) > NAME_MAX_LENGTH)
            return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(names[i], names[k]) == 0)
                return false;
    }
    return true;
}

char **dx_picture_names(const dx_model *model)
{
    size_t count = dx_model_world_count(model);
    bool arguments_only = common_head(model) != DX_NAME_NONE;
    char **names = dx_alloc(count, sizeof *names);
    for (size_t w = 0; w < count; w++) {
        const char *given = dx_model_given_name(model, w);
        dx_text text = {0};
        if (given != NULL)
            add_given(given, &text);
        else
            describe(model, w, arguments_only, &text);
        names[w] = dx_text_take(&text);
    }
    if (are_fit(names, count))
        return names;
    for (size_t w = 0; w < count; w++) {
        dx_text text = {0};
        dx_text_printf(&text, "%zu", w + 1);
        dx_free(names[w]);
        names[w] = dx_text_take(&text);
    }
    return names;
}
