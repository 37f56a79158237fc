#include "words/story.h"

#include "game/say.h"

#include <ctype.h>
#include <string.h>

static bool has_hole(const dx_verb *verb, dx_event event)
{
    for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++)
        if (event.arg[i] == DX_HOLE)
            return true;
    return false;
}

static void say_phrase(const dx_cast *cast, dx_event event, const char *phrase,
                       dx_text *out)
{
    const dx_verb *verb = &cast->rules->game->verbs[event.verb];
    const char *type[DX_ARGS] = {NULL};
    int value[DX_ARGS];
    for (unsigned i = 0; i < DX_ARGS; i++) {
        type[i] = verb->arg[i].type;
        value[i] = event.arg[i];
    }
    dx_filling filling = {.type = type,
                          .value = value,
                          .count = DX_ARGS,
                          .who = event.who,
                          .mind = DX_NONE};
    dx_phrase(cast, phrase, &filling, out);
}

// Every sentence from `from` on begins with a capital.
static void capitalise(dx_text *out, size_t from)
{
    for (size_t i = from; i < out->length; i++)
        if (i == from ||
            (i >= from + 2 && out->at[i - 1] == ' ' && out->at[i - 2] == '.'))
            out->at[i] = (char)toupper((unsigned char)out->at[i]);
}

static void say_event(const dx_cast *cast, dx_event event, bool and_untold,
                      dx_text *out)
{
    const dx_game *game = cast->rules->game;
    const dx_verb_words *words = dx_words_of_verb(game, event.verb);
    const char *phrase = words == NULL ? NULL
                         : has_hole(&game->verbs[event.verb], event)
                             ? words->part
                             : words->seen;
    size_t from = out->length;
    if (phrase == NULL) {
        dx_say_event(cast->rules, event, out);
        return;
    }
    dx_text all = {0};
    dx_text_add(&all, phrase);
    if (and_untold && phrase == words->seen && words->untold != NULL)
        dx_text_add(&all, words->untold);
    say_phrase(cast, event, dx_text_string(&all), out);
    dx_text_release(&all);
    capitalise(out, from);
    if (out->length == from || strchr(".!?", out->at[out->length - 1]) == NULL)
        dx_text_add_char(out, '.');
}

void dx_event_words(const dx_cast *cast, dx_event event, dx_text *out)
{
    say_event(cast, event, false, out);
}

void dx_event_and_untold(const dx_cast *cast, dx_event event, dx_text *out)
{
    say_event(cast, event, true, out);
}

void dx_move_words(const dx_cast *cast, dx_event move, dx_text *out)
{
    const dx_verb_words *words = dx_words_of_verb(cast->rules->game, move.verb);
    if (words == NULL || words->move == NULL)
        dx_say_move(cast->rules, move, out);
    else
        say_phrase(cast, move, words->move, out);
}

void dx_story_say(const dx_view *view, const char *const *names, unsigned from,
                  dx_text *out)
{
    const dx_cast cast = {
        .rules = view->rules, .names = names, .you = view->seat};
    for (unsigned i = from; i < view->count; i++) {
        dx_event_words(&cast, view->seen[i], out);
        dx_text_add_char(out, '\n');
    }
}
