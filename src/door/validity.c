// What came of a question of validity.

#include "door/tell.h"

#include "logic/formula/print.h"

const char *dx_validity_word(const dx_asked_validity *asked)
{
    bool is_other = asked->options->satisfiable;
    return asked->answer->verdict == DX_NOT_DECIDED ? "undecided"
           : asked->answer->verdict == DX_VALID
               ? (is_other ? "not satisfiable" : "valid")
               : (is_other ? "satisfiable" : "not valid");
}

static void add_formula(const dx_formulas *store, dx_formula f, dx_text *out)
{
    dx_text text = {0};
    dx_formula_print(store, f, &text);
    dx_text_add_json(out, dx_text_string(&text));
    dx_text_release(&text);
}

void dx_tell_validity(const dx_asked_validity *asked, dx_text *out)
{
    const dx_valid_options *options = asked->options;
    const dx_validity *answer = asked->answer;
    bool yes = (answer->verdict == DX_VALID) != options->satisfiable;
    dx_text_printf(out, "{\"logic\":\"%s\",\"question\":\"%s\",\"formula\":",
                   dx_logic_entry_of(options->logic)->name,
                   options->satisfiable ? "satisfiable" : "valid");
    add_formula(asked->store, asked->formula, out);
    dx_text_add(out, ",\"premises\":[");
    for (size_t i = 0; i < options->premise_count; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        add_formula(asked->store, options->premises[i], out);
    }
    dx_text_printf(out, "],\"verdict\":\"%s\",\"answer\":%s,\"engine\":\"%s\"",
                   dx_validity_word(asked),
                   answer->verdict == DX_NOT_DECIDED ? "null"
                   : yes                             ? "true"
                                                     : "false",
                   answer->engine);
    if (answer->verdict == DX_NOT_DECIDED) {
        dx_text_add(out, ",\"reason\":");
        dx_text_add_json(out, answer->reason);
    }
    if (answer->model != NULL) {
        dx_text_add(out, ",\"model\":");
        dx_tell_model(answer->model, true, out);
    }
    if (answer->proof.length > 0) {
        dx_text proof = {0};
        dx_text_add_part(&proof, answer->proof.at, answer->proof.length);
        dx_text_add(out, ",\"proof\":");
        dx_text_add_json(out, dx_text_string(&proof));
        dx_text_release(&proof);
    }
    dx_text_add_char(out, '}');
}
