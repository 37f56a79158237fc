// What came of a question of validity.

#include "door/tell.h"

#include "base/members.h"
#include "logic/formula/print.h"
#include "logic/json/model.h"

const char *dx_validity_word(const dx_asked_validity *asked)
{
    bool is_other = asked->options->satisfiable;
    return asked->answer->verdict == DX_NOT_DECIDED ? "undecided"
           : asked->answer->verdict == DX_VALID
               ? (is_other ? "not satisfiable" : "valid")
               : (is_other ? "satisfiable" : "not valid");
}

static void add_formula(const char *name, const dx_formulas *store,
                        dx_formula f, dx_text *out)
{
    dx_text text = {0};
    dx_formula_print(store, f, &text);
    dx_put_said(out, name, &text);
}

void dx_tell_validity(const dx_asked_validity *asked, dx_text *out)
{
    const dx_valid_options *options = asked->options;
    const dx_validity *answer = asked->answer;
    bool yes = (answer->verdict == DX_VALID) != options->satisfiable;
    dx_text_add_char(out, '{');
    dx_put_text(out, "logic", dx_logic_entry_of(options->logic)->name);
    dx_put_text(out, "question",
                options->satisfiable ? "satisfiable" : "valid");
    add_formula("formula", asked->store, asked->formula, out);
    dx_put_open(out, "premises", '[');
    for (size_t i = 0; i < options->premise_count; i++)
        add_formula(NULL, asked->store, options->premises[i], out);
    dx_text_add_char(out, ']');
    dx_put_text(out, "verdict", dx_validity_word(asked));
    if (answer->verdict == DX_NOT_DECIDED)
        dx_text_add(out, ",\"answer\":null");
    else
        dx_put_flag(out, "answer", yes);
    dx_put_text(out, "engine", answer->engine);
    if (answer->verdict == DX_NOT_DECIDED)
        dx_put_text(out, "reason", answer->reason);
    if (answer->model != NULL) {
        dx_text_add(out, ",\"model\":");
        dx_model_write_json(answer->model, true, out);
    }
    if (answer->proof.length > 0) {
        dx_text proof = {0};
        dx_text_add_part(&proof, answer->proof.at, answer->proof.length);
        dx_put_said(out, "proof", &proof);
    }
    dx_text_add_char(out, '}');
}
