#include "cli/reason.h"

void dx_cli_reason(const dx_reason *why, dx_text *out)
{
    dx_text_add(out, "    ");
    dx_text_add_shown(out, why->rule);
    dx_text_add(out, ": ");
    dx_text_add_shown(out, why->words != NULL ? why->words : "");
    if (why->formula != NULL) {
        dx_text_add(out, "\n    because ");
        dx_text_add_shown(out, why->formula);
    }
    dx_text_add_char(out, '\n');
}
