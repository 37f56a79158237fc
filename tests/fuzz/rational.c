// Any text is refused with a place, or read as a rational that prints as text
// that is read as the same one; what dx_fraction_parse reads is read equally.

#include "base/rational.h"
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const dx_rational *r)
{
    dx_text out = {0};
    dx_rational again;
    dx_rational_print(r, &out);
    if (dx_rational_parse(dx_text_string(&out), &again, NULL) != DX_OK ||
        !dx_rational_equal(r, &again) || dx_rational_compare(r, &again) != 0)
        abort();
    dx_rational_release(&again);
    dx_text_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = dx_copy_text_part((const char *)data, size);
    dx_rational r;
    dx_fraction f;
    dx_error error = {0};
    bool small = dx_fraction_parse(text, &f) == DX_OK;
    if (dx_rational_parse(text, &r, &error) == DX_OK) {
        check(&r);
        if (small && !dx_fraction_equal(dx_rational_fraction(&r), f))
            abort();
        dx_rational_release(&r);
    } else if (small || error.line != 1 || error.column == 0) {
        abort();
    }
    dx_free(text);
    return 0;
}
