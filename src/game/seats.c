// Lists of players as typed: split outside of brackets and quotes, since agents
// have settings and programs have arguments; blanks around a name mean nothing.
// The number of players follows
// from the list where the rules leave it open.

#include "game/seats.h"

#include "base/memory.h"
#include "game/settings.h"

#include <stdio.h>
#include <string.h>

const char *dx_seat_text_end(const char *text, char mark)
{
    return dx_part_end(text, text + strlen(text), mark);
}

dx_status dx_seat_list_parse(const char *text, dx_seat_list *out,
                             dx_error *error)
{
    dx_seat_list list = {0};
    dx_status status = DX_OK;
    for (const char *at = text;; at++) {
        at += strspn(at, " ");
        const char *comma = dx_seat_text_end(at, ','), *end = comma;
        unsigned column = (unsigned)(at - text) + 1;
        while (end > at && end[-1] == ' ')
            end--;
        if (end == at)
            status = dx_fail(error, DX_ERR_SYNTAX, 1, column,
                             "expected the name of a player");
        else if (list.count == DX_SEATS_MAX)
            status = dx_fail(error, DX_ERR_LIMIT, 1, column,
                             "more than %d seats", DX_SEATS_MAX);
        if (status != DX_OK)
            break;
        list.name[list.count++] = dx_copy_text_part(at, (size_t)(end - at));
        at = comma;
        if (*at == '\0')
            break;
    }
    if (status == DX_OK)
        *out = list;
    else
        dx_seat_list_release(&list);
    return status;
}

void dx_seat_list_release(dx_seat_list *list)
{
    for (unsigned i = 0; i < list->count; i++)
        dx_free(list->name[i]);
    *list = (dx_seat_list){0};
}

// The first setting of `text` behind the bracket at `open`, up to `*end`.
static const char *first_setting(const char *open, const char **end)
{
    const char *at = open + 1 + strspn(open + 1, " ");
    *end = at + strcspn(at, ",)");
    return at;
}

// Is it one of the presets, which come before everything else?
static bool is_preset(const char *at, const char *end)
{
    return at < end &&
           (memchr(at, '=', (size_t)(end - at)) == NULL ||
            (strncmp(at, "preset", 6) == 0 && strchr("= ", at[6]) != NULL));
}

// Does `text` say itself how many play?  Or is it broken anyway?
static bool has_players(const char *text)
{
    if (strchr(text, '(') != NULL && text[strlen(text) - 1] != ')')
        return true;
    for (const char *at = text; (at = strstr(at, "players")) != NULL;) {
        at += strlen("players");
        if (at[strspn(at, " ")] == '=')
            return true;
    }
    return false;
}

// `text` with players=N put into its settings, behind a preset and before the
// rest; where, and how much longer it got.
static char *with_players(const char *text, unsigned players, size_t *where,
                          size_t *longer)
{
    dx_text out = {0};
    const char *open = strchrnul(text, '('), *at = open, *end = open;
    if (*open == '(')
        at = first_setting(open, &end);
    bool behind = is_preset(at, end), has_any = at < end;
    const char *split = behind ? end : *open == '(' ? open + 1 : open;
    *where = (size_t)(split - text);
    dx_text_add_part(&out, text, *where);
    dx_text_printf(&out, "%splayers=%u%s%s",
                   behind          ? ","
                   : *open == '\0' ? "("
                                   : "",
                   players, has_any && !behind ? "," : "",
                   *open == '\0' ? ")" : "");
    *longer = out.length - *where;
    dx_text_add(&out, split);
    return dx_text_take(&out);
}

// Nobody wrote players=1: there was one seat.
static void say_seats(unsigned seats, dx_error *error)
{
    char put_in[32], rest[DX_ERROR_MESSAGE_MAX];
    snprintf(put_in, sizeof put_in, "players=%u: ", seats);
    size_t length = strlen(put_in);
    if (strncmp(error->message, put_in, length) != 0)
        return;
    snprintf(rest, sizeof rest, "%s", error->message + length);
    snprintf(error->message, sizeof error->message, "%u seat%s: %.200s", seats,
             dx_plural(seats), rest);
}

// An error's column in the text as it was given; what was put in has none.
static void take_back(size_t where, size_t longer, unsigned seats,
                      dx_error *error)
{
    if (error == NULL || error->column <= where)
        return;
    if (error->column > where + longer)
        error->column -= (unsigned)longer;
    else {
        error->line = error->column = 0;
        say_seats(seats, error);
    }
}

// Rules as they are written, for so many seats where nothing is said of them.
static dx_status parse_for(const dx_game *const *games, const char *game,
                           unsigned seats, dx_rules *out, dx_error *error)
{
    size_t where, longer;
    if (has_players(game))
        return dx_rules_parse(games, game, out, error);
    char *text = with_players(game, seats, &where, &longer);
    dx_status status = dx_rules_parse(games, text, out, error);
    dx_free(text);
    if (status != DX_OK)
        take_back(where, longer, seats, error);
    return status;
}

dx_status dx_rules_parse_seated(const dx_game *const *games, const char *game,
                                unsigned seats, dx_rules *out, dx_error *error)
{
    dx_rules rules;
    size_t length = strlen(game);
    while (length > 0 && game[length - 1] == ' ')
        length--;
    char *text = dx_copy_text_part(game, length);
    dx_status status = parse_for(games, text, seats, &rules, error);
    dx_free(text);
    if (status != DX_OK)
        return status;
    if (dx_players(&rules) != seats)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "%u seat%s for a game of %u players", seats,
                       dx_plural(seats), dx_players(&rules));
    *out = rules;
    return DX_OK;
}
