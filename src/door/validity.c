// What came of a question of validity, in JSON and in words.

#include "door/tell.h"

#include "base/members.h"
#include "logic/formula/print.h"
#include "logic/json/model.h"

static const char *validity_word(const dx_asked_validity *asked)
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
    dx_put_text(out, "verdict", validity_word(asked));
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

// ---- in words ----

static void say_worlds(const dx_model *model, dx_text *out)
{
    for (size_t w = 0; w < dx_model_world_count(model); w++) {
        dx_text_printf(out, "  w%zu%s:", w,
                       w == dx_model_actual(model) ? " (here)" : "");
        bool any = false;
        for (size_t p = 0; p < dx_model_proposition_count(model); p++) {
            if (!dx_bitset_has(dx_model_proposition_worlds(model, p), w))
                continue;
            dx_text atom = {0};
            dx_formula_print(dx_model_formulas(model),
                             dx_model_proposition(model, p), &atom);
            dx_text_add(out, any ? ", " : " ");
            dx_text_add_shown(out, dx_text_string(&atom));
            dx_text_release(&atom);
            any = true;
        }
        dx_text_add(out, any ? "\n" : " nothing is true\n");
    }
}

static void say_cells(const dx_relation *r, size_t worlds, dx_text *out)
{
    dx_text_add(out, " cannot tell apart");
    for (uint32_t cell = 0; cell < r->cell_count; cell++) {
        dx_text_add(out, cell > 0 ? "; " : " ");
        const char *between = "";
        for (size_t w = 0; w < worlds; w++)
            if (r->cell[w] == cell) {
                dx_text_printf(out, "%sw%zu", between, w);
                between = " ";
            }
    }
}

static void say_steps(const dx_relation *r, size_t worlds, dx_text *out)
{
    dx_text_add(out, " holds possible");
    for (size_t w = 0; w < worlds; w++) {
        dx_text_printf(out, "%s at w%zu:", w > 0 ? ";" : "", w);
        if (r->first[w] == r->first[w + 1])
            dx_text_add(out, " nothing");
        for (size_t i = r->first[w]; i < r->first[w + 1]; i++)
            dx_text_printf(out, " w%u", (unsigned)r->target[i]);
    }
}

static void say_model(const dx_model *model, dx_text *out)
{
    size_t worlds = dx_model_world_count(model);
    say_worlds(model, out);
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        const dx_relation *r = dx_model_relation(model, a, DX_KNOWLEDGE);
        dx_text_printf(
            out, "  %s",
            dx_names_text(dx_formulas_names(dx_model_formulas(model)),
                          dx_model_agent_name(model, a)));
        if (r->cell != NULL)
            say_cells(r, worlds, out);
        else
            say_steps(r, worlds, out);
        dx_text_add_char(out, '\n');
    }
}

void dx_say_validity(const dx_asked_validity *asked, dx_text *out)
{
    const dx_validity *answer = asked->answer;
    const dx_valid_options *options = asked->options;
    const dx_logic_entry *logic = dx_logic_entry_of(options->logic);
    dx_text_printf(out, "%s in %s (%s)\n", validity_word(asked), logic->name,
                   logic->frames);
    if (answer->verdict == DX_NOT_DECIDED) {
        dx_text_printf(out, "%s\n", answer->reason);
    }
    if (answer->model != NULL) {
        dx_text_printf(out, "%s, checked:\n",
                       options->satisfiable ? "a model" : "a countermodel");
        say_model(answer->model, out);
    }
    if (answer->verdict != DX_VALID)
        return;
    dx_text_printf(out,
                   answer->proof.length > 0
                       ? "Suppose %s at a world w0 (~ moved inwards, "
                         "updates reduced):\n"
                       : "No short proof was found; decided by %s.\n",
                   answer->proof.length == 0    ? answer->engine
                   : options->satisfiable       ? "it were true"
                   : options->premise_count > 0 ? "it failed under the premises"
                                                : "it failed");
    dx_text_add_part(out, answer->proof.at, answer->proof.length);
}
