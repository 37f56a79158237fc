// Moves by their verbs: the words to type, and what may stand in them.

#include "cli/pattern.h"

#include "base/wrap.h"
#include "game/say.h"

#include <ctype.h>

// The legal moves of one verb.
typedef struct pattern {
    const dx_rules *rules;
    const dx_verb *verb;
    const dx_event *moves; // of all verbs
    unsigned count, number;
} pattern;

static bool is_typed(const dx_verb *verb, unsigned arg)
{
    return verb->arg[arg].name != NULL && !verb->arg[arg].outcome;
}

// The values that an argument has in some move, once each; how many they are.
static unsigned choices(const pattern *p, unsigned arg, uint8_t *out)
{
    unsigned found = 0;
    for (unsigned i = 0; i < p->count; i++) {
        unsigned at = 0;
        while (at < found && out[at] != p->moves[i].arg[arg])
            at++;
        if (p->moves[i].verb == p->number && at == found)
            out[found++] = p->moves[i].arg[arg];
    }
    return found;
}

static bool is_free(const pattern *p)
{
    unsigned there = 0, all = 1;
    uint8_t value[DX_VALUES_MAX + 1];
    for (unsigned i = 0; i < p->count; i++)
        there += p->moves[i].verb == p->number;
    for (unsigned arg = 0; arg < DX_ARGS; arg++)
        if (is_typed(p->verb, arg))
            all *= choices(p, arg, value);
    return there == 0 || there == all;
}

static void add_name(const char *name, dx_text *out)
{
    for (; *name != '\0'; name++)
        dx_text_add_char(out, (char)toupper((unsigned char)*name));
}

static void add_choices(const pattern *p, unsigned arg, dx_text *out)
{
    uint8_t value[DX_VALUES_MAX + 1];
    unsigned count = choices(p, arg, value);
    dx_wrap wrap = {.out = out, .indent = 8};
    dx_text word = {0};
    dx_text_add(&word, "      ");
    add_name(p->verb->arg[arg].name, &word);
    dx_text_add_char(&word, ':');
    dx_wrap_add(&wrap, dx_text_string(&word));
    for (unsigned i = 0; i < count; i++) {
        dx_text_clear(&word);
        dx_type_say(p->rules, p->verb->arg[arg].type, value[i], &word);
        dx_wrap_add(&wrap, dx_text_string(&word));
    }
    dx_wrap_end(&wrap);
    dx_text_release(&word);
}

static void add_pattern(const pattern *p, dx_text *out)
{
    dx_text_printf(out, "    %s", p->verb->name);
    for (unsigned arg = 0; arg < DX_ARGS; arg++)
        if (is_typed(p->verb, arg)) {
            dx_text_add_char(out, ' ');
            add_name(p->verb->arg[arg].name, out);
        }
    dx_text_add_char(out, '\n');
    for (unsigned arg = 0; arg < DX_ARGS; arg++)
        if (is_typed(p->verb, arg))
            add_choices(p, arg, out);
}

bool dx_patterns_say(const dx_view *view, const dx_event *moves, unsigned count,
                     dx_text *out)
{
    const dx_verb *verbs = view->rules->game->verbs;
    bool is_there[DX_VERBS_MAX] = {false};
    for (unsigned i = 0; i < count; i++) {
        unsigned verb = moves[i].verb;
        pattern p = {view->rules, &verbs[verb], moves, count, verb};
        if (!is_there[verb] && !is_free(&p))
            return false;
        is_there[verb] = true;
    }
    dx_text_add(out, "type\n");
    for (unsigned verb = 0; verbs[verb].name != NULL; verb++)
        if (is_there[verb])
            add_pattern(
                &(pattern){view->rules, &verbs[verb], moves, count, verb}, out);
    return true;
}
