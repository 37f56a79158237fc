// The words of a question: seats, cards, slots and how many arguments.

#include "ask/question.h"

#include <stdio.h>
#include <string.h>

// The word for a term that is a name or a whole number.
bool dx_ground_word(const dx_grounding *g, dx_formula term, char *out,
                    size_t size)
{
    dx_kind kind = dx_formula_kind(g->store, term);
    if (kind == DX_NUMBER) {
        dx_fraction value = dx_formula_value(g->store, term);
        snprintf(out, size, "%lld", (long long)value.top);
        return value.over == 1;
    }
    if (kind != DX_APPLY || dx_formula_count(g->store, term) != 1)
        return false;
    snprintf(out, size, "%s", dx_formula_text(g->store, term));
    return true;
}

bool dx_ground_seat(const dx_grounding *g, const char *word, unsigned *out)
{
    if (dx_type_read(g->rules, "seat", word, strlen(word), out))
        return true;
    for (unsigned seat = 0; g->names != NULL && seat < dx_players(g->rules);
         seat++)
        if (g->names[seat] != NULL && strcmp(g->names[seat], word) == 0) {
            *out = seat;
            return true;
        }
    return false;
}

// A few of the words of a type, for an error message.
static void list_words(const dx_grounding *g, const char *type, dx_text *out)
{
    unsigned count = dx_type_values(g->rules, type);
    for (unsigned value = 0; value < count && value < 8; value++) {
        dx_text_add(out, value > 0 ? " " : "");
        dx_type_say(g->rules, type, value, out);
    }
    if (count > 8)
        dx_text_add(out, " ...");
}

dx_status dx_ground_value(const dx_grounding *g, dx_formula term,
                          const char *type, int *out, dx_error *error)
{
    char word[100];
    unsigned value;
    if (!dx_ground_word(g, term, word, sizeof word))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "an argument must be a name or a whole number");
    bool found = strcmp(type, "seat") == 0
                     ? dx_ground_seat(g, word, &value)
                     : dx_type_read(g->rules, type, word, strlen(word), &value);
    if (!found) {
        dx_text list = {0};
        list_words(g, type, &list);
        dx_status status =
            dx_fail(error, DX_ERR_INPUT, 0, 0,
                    "'%s' is not a %s of this game; expected one of: %s", word,
                    type, dx_text_string(&list));
        dx_text_release(&list);
        return status;
    }
    *out = (int)value;
    return DX_OK;
}

unsigned dx_ground_types(const char *const *types)
{
    unsigned count = 0;
    while (count < DX_TERM_ARGS && types[count] != NULL)
        count++;
    return count;
}

// Reads the arguments of `apply` as values of `types`.
dx_status dx_ground_args(const dx_grounding *g, dx_formula apply,
                         const char *const *types, int *out, dx_error *error)
{
    size_t given = dx_formula_count(g->store, apply) - 1;
    unsigned wanted = dx_ground_types(types);
    if (given != wanted)
        return dx_fail(
            error, DX_ERR_INPUT, 0, 0, "%s takes %u argument%s, not %zu",
            dx_formula_text(g->store, apply), wanted, dx_plural(wanted), given);
    for (unsigned i = 0; i < wanted; i++) {
        dx_formula term = dx_formula_operand(g->store, apply, i + 1);
        dx_status status = dx_ground_value(g, term, types[i], &out[i], error);
        if (status != DX_OK)
            return status;
    }
    return DX_OK;
}
