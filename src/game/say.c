// Events and moves as words and as JSON, and moves read back.
//
// There is no grammar for moves: the words of each legal move are compared with
// what was typed, blanks and case aside.  So whatever is shown can be typed, a
// game has nothing to parse, and the message for a slip can list what is legal;
// it costs as many texts as there are moves.

#include "game/say.h"

#include "game/words.h"

#include <ctype.h>
#include <string.h>

static void say_arg(const dx_rules *rules, const dx_arg *arg, unsigned value,
                    dx_text *out)
{
    if (value == DX_HOLE)
        dx_text_add_char(out, '?');
    else
        dx_type_say(rules, arg->type, value, out);
}

void dx_say_move(const dx_rules *rules, dx_event move, dx_text *out)
{
    const dx_verb *verb = &rules->game->verbs[move.verb];
    dx_text_add(out, verb->name);
    for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++)
        if (!verb->arg[i].outcome) {
            dx_text_add_char(out, ' ');
            say_arg(rules, &verb->arg[i], move.arg[i], out);
        }
}

void dx_say_event(const dx_rules *rules, dx_event event, dx_text *out)
{
    const dx_verb *verb = &rules->game->verbs[event.verb];
    if (event.who < DX_SEATS_MAX)
        dx_text_printf(out, "%u: ", event.who + 1u);
    else
        dx_text_add(out, "-: ");
    dx_say_move(rules, event, out);
    const char *before = " -> ";
    for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++)
        if (verb->arg[i].outcome) {
            dx_text_add(out, before);
            say_arg(rules, &verb->arg[i], event.arg[i], out);
            before = " ";
        }
}

static void add_seat_json(unsigned seat, dx_text *out)
{
    if (seat == DX_NATURE)
        dx_text_add(out, "\"nature\"");
    else if (seat == DX_OVER)
        dx_text_add(out, "\"over\"");
    else
        dx_text_printf(out, "%u", seat + 1);
}

static void add_arg_json(const dx_rules *rules, const dx_arg *arg,
                         unsigned value, dx_text *out)
{
    dx_text_add_char(out, ',');
    dx_text_add_json(out, arg->name);
    dx_text_add_char(out, ':');
    if (value == DX_HOLE) {
        dx_text_add(out, "null");
        return;
    }
    dx_text word = {0};
    dx_type_say(rules, arg->type, value, &word);
    if (strcmp(arg->type, "seat") == 0 || strcmp(arg->type, "number") == 0)
        dx_text_add(out, dx_text_string(&word));
    else
        dx_text_add_json(out, dx_text_string(&word));
    dx_text_release(&word);
}

void dx_say_event_json(const dx_rules *rules, dx_event event, dx_text *out)
{
    dx_text_add_char(out, '{');
    dx_say_event_members(rules, event, out);
    dx_text_add_char(out, '}');
}

void dx_say_event_members(const dx_rules *rules, dx_event event, dx_text *out)
{
    const dx_verb *verb = &rules->game->verbs[event.verb];
    dx_text_add(out, "\"verb\":");
    dx_text_add_json(out, verb->name);
    dx_text_add(out, ",\"who\":");
    add_seat_json(event.who, out);
    dx_text_add(out, ",\"next\":");
    add_seat_json(event.next, out);
    for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++)
        add_arg_json(rules, &verb->arg[i], event.arg[i], out);
}

// Compares word by word: blanks and case do not matter.
static bool same_words(const char *a, const char *b)
{
    for (;;) {
        while (isspace((unsigned char)*a))
            a++;
        while (isspace((unsigned char)*b))
            b++;
        if (*a == '\0' || *b == '\0')
            return *a == *b;
        while (*a != '\0' && !isspace((unsigned char)*a)) {
            if (tolower((unsigned char)*a++) != tolower((unsigned char)*b++))
                return false;
        }
        if (*b != '\0' && !isspace((unsigned char)*b))
            return false;
    }
}

static dx_status refuse(const dx_view *view, const char *text,
                        const dx_event *moves, unsigned count, dx_error *error)
{
    if (count == 0)
        return dx_fail(error, DX_ERR_MOVE, 0, 0, "it is not your turn");
    dx_text legal = {0};
    for (unsigned i = 0; i < count && legal.length < 240; i++) {
        if (i > 0)
            dx_text_add(&legal, ", ");
        dx_say_move(view->rules, moves[i], &legal);
        if (legal.length >= 240 && i + 1 < count)
            dx_text_printf(&legal, ", ... (%u in all)", count);
    }
    dx_status status = dx_fail(error, DX_ERR_MOVE, 0, 0,
                               "'%.60s' is not a legal move; legal: %s", text,
                               dx_text_string(&legal));
    dx_text_release(&legal);
    return status;
}

void dx_say_typed(const dx_rules *rules, dx_event move, dx_text *out)
{
    const dx_verb *verb = &rules->game->verbs[move.verb];
    const dx_verb_words *words = dx_words_of_verb(rules->game, move.verb);
    const char *type[DX_ARGS];
    int value[DX_ARGS];
    if (words == NULL || words->typed == NULL) {
        dx_say_move(rules, move, out);
        return;
    }
    for (unsigned i = 0; i < DX_ARGS; i++) {
        type[i] = verb->arg[i].type;
        value[i] = move.arg[i];
    }
    const dx_cast cast = {.rules = rules, .you = DX_BYSTANDER};
    const dx_filling filling = {.type = type,
                                .value = value,
                                .count = DX_ARGS,
                                .who = move.who,
                                .mind = DX_NONE};
    dx_phrase(&cast, words->typed, &filling, out);
}

dx_status dx_read_move(const dx_view *view, const char *text,
                       dx_event *out_move, dx_error *error)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves), i = 0;
    dx_text said = {0};
    for (; i < count; i++) {
        dx_text_clear(&said);
        dx_say_move(view->rules, moves[i], &said);
        if (same_words(dx_text_string(&said), text))
            break;
        dx_text_clear(&said);
        dx_say_typed(view->rules, moves[i], &said);
        if (same_words(dx_text_string(&said), text))
            break;
    }
    dx_text_release(&said);
    if (i == count)
        return refuse(view, text, moves, count, error);
    *out_move = moves[i];
    return DX_OK;
}

bool dx_verb_read(const dx_game *game, const char *name, unsigned *out_verb)
{
    for (unsigned i = 0; game->verbs[i].name != NULL; i++)
        if (strcmp(game->verbs[i].name, name) == 0) {
            *out_verb = i;
            return true;
        }
    return false;
}
