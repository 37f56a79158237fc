// Any text is refused with a place, or read as a formula whose sentence is read
// as the same one.

#include "words/sentence.h"
#include "ask/answer.h"
#include "base/memory.h"
#include "games/games.h"
#include "words/normal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {"Ann", "Bob", "Cem", "Dora", "Eve"};

static dx_formula read_formula(dx_formulas *store, const dx_cast *cast,
                               dx_text *formula)
{
    dx_formula f;
    bool is_term;
    if (dx_ask_parse(store, cast->rules->game, dx_text_string(formula), &f,
                     &is_term, NULL) != DX_OK ||
        is_term)
        return DX_FORMULA_NONE; // a quotation may have anything in it
    return dx_sentence_normal(store, cast->rules, cast->names, f);
}

static void check(const dx_cast *cast, dx_text *formula)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f = read_formula(store, cast, formula);
    dx_text said = {0}, again = {0};
    if (f != DX_FORMULA_NONE) {
        dx_sentence_say(store, cast, f, &said);
        const char *text = dx_text_string(&said);
        if (strstr(text, "the formula \"") == NULL &&
            strlen(text) < DX_SENTENCE_MAX &&
            (dx_sentence_read(cast, text, &again, NULL) != DX_OK ||
             read_formula(store, cast, &again) != f)) {
            fprintf(stderr, "not read back: %s\n", text);
            abort();
        }
    }
    dx_text_release(&said);
    dx_text_release(&again);
    dx_formulas_free(store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const games[] = {"hanabi", "kemps",    "gofish",
                                        "clue",   "saboteur", "yokai"};
    if (size < 1)
        return 0;
    char *text = dx_copy_text_part((const char *)data + 1, size - 1);
    dx_rules rules;
    dx_error error = {0};
    dx_text formula = {0};
    if (dx_rules_parse(dx_games(), games[data[0] % 6], &rules, NULL) != DX_OK)
        abort();
    const dx_cast cast = {.rules = &rules,
                          .names = names,
                          .you = data[0] / 8 % 2 ? 0 : DX_BYSTANDER};
    if (dx_sentence_read(&cast, text, &formula, &error) == DX_OK)
        check(&cast, &formula);
    else if (error.line != 1 || error.column == 0 || error.message[0] == '\0')
        abort();
    dx_text_release(&formula);
    dx_free(text);
    return 0;
}
