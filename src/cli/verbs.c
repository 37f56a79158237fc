// Events as `doxa games GAME` shows them: the verb, what is said, what comes of
// it, and what not everybody sees.

#include "cli/verbs.h"

#include "base/wrap.h"

#include <string.h>

static const char *const seen_by[] = {
    [DX_WHO] = "only who sees it",
    [DX_BUT_WHO] = "all but who see it",
    [DX_AMONG] = "only these two see it",
    [DX_NOBODY] = "nobody sees it",
};

// "hint to clue -> slots"
static void add_form(const dx_verb *verb, dx_wrap *wrap)
{
    bool has_outcome = false;
    dx_wrap_add(wrap, "   ");
    dx_wrap_add(wrap, verb->name);
    for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++) {
        if (verb->arg[i].outcome && !has_outcome)
            dx_wrap_add(wrap, "->");
        has_outcome |= verb->arg[i].outcome;
        dx_wrap_add(wrap, verb->arg[i].name);
    }
}

// What must be said of an argument: its type if the name is another, and who
// sees it if not all do.
static void add_note(const dx_arg *arg, dx_text *notes)
{
    bool is_typed = strcmp(arg->name, arg->type) != 0;
    if (!is_typed && arg->audience == DX_ALL)
        return;
    dx_text_printf(notes, "%s%s:%s%s%s%s", notes->length > 0 ? "; " : "",
                   arg->name, is_typed ? " a " : "", is_typed ? arg->type : "",
                   is_typed && arg->audience != DX_ALL ? "," : "",
                   arg->audience != DX_ALL ? " " : "");
    if (arg->audience != DX_ALL)
        dx_text_add(notes, seen_by[arg->audience]);
}

void dx_print_verbs(const dx_game *game, dx_text *out)
{
    dx_text_printf(out, "%s\n", game->name);
    for (const dx_verb *verb = game->verbs; verb->name != NULL; verb++) {
        dx_wrap wrap = {.out = out, .indent = 8};
        dx_text notes = {0};
        add_form(verb, &wrap);
        dx_text_add(&notes, verb->chance ? "by chance" : "");
        for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++)
            add_note(&verb->arg[i], &notes);
        if (notes.length > 0) {
            dx_text_add_char(&notes, ')');
            dx_wrap_add(&wrap, " ");
            dx_text whole = {0};
            dx_text_printf(&whole, "(%s", dx_text_string(&notes));
            dx_wrap_words(&wrap, dx_text_string(&whole));
            dx_text_release(&whole);
        }
        dx_wrap_end(&wrap);
        dx_text_release(&notes);
    }
}
