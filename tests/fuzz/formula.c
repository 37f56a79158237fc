// Any text is refused or read; what is read prints as text that is read as
// the same formula, in ASCII and with signs.

#include "base/text.h"
#include "logic/formula/lexer.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef void print_formula(const dx_formulas *store, dx_formula f,
                           dx_text *out);

static void check(dx_formulas *store, dx_formula f, print_formula *print)
{
    dx_text out = {0};
    dx_formula again = DX_FORMULA_NONE;
    dx_error error = {0};
    print(store, f, &out);
    const char *text = dx_text_string(&out);
    if (dx_parse(store, text, &again, &error) != DX_OK || again != f) {
        fprintf(stderr, "not read back: %s\n%u:%u: %s\n", text, error.line,
                error.column, error.message);
        abort();
    }
    dx_text_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_formulas *store = dx_formulas_new();
    dx_lexer lexer;
    dx_formula f;
    dx_error error;
    dx_lexer_init(&lexer, (const char *)data, size);
    if (dx_parse_formula(&lexer, store, &f, &error) == DX_OK) {
        check(store, f, dx_formula_print);
        check(store, f, dx_formula_print_unicode);
    } else if (error.line == 0 || error.column == 0) {
        abort(); // every error has a place
    }
    dx_formulas_free(store);
    return 0;
}
