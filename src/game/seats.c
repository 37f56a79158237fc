// Lists of players as typed: split outside of brackets and quotes, since agents
// have settings and programs have arguments.  The number of players follows
// from the list where the rules leave it open.

#include "game/seats.h"

#include "base/memory.h"
#include "game/settings.h"

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
        const char *end = dx_seat_text_end(at, ',');
        unsigned column = (unsigned)(at - text) + 1;
        if (end == at)
            status = dx_fail(error, DX_ERR_SYNTAX, 1, column,
                             "expected the name of a player");
        else if (list.count == DX_SEATS_MAX)
            status = dx_fail(error, DX_ERR_LIMIT, 1, column,
                             "more than %d seats", DX_SEATS_MAX);
        if (status != DX_OK)
            break;
        list.name[list.count++] = dx_copy_text_part(at, (size_t)(end - at));
        at = end;
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

// `text` with players=N put in front of its settings.
static char *with_players(const char *text, unsigned players)
{
    dx_text out = {0};
    size_t name = strcspn(text, "(");
    dx_text_add_part(&out, text, name);
    bool has_more = text[name] == '(' && text[name + 1] != ')';
    if (has_more) { // a preset must come first
        size_t first = name + 1 + strcspn(text + name + 1, ",)");
        bool is_preset = memchr(text + name, '=', first - name) == NULL ||
                         strncmp(text + name + 1, "preset=", 7) == 0;
        if (is_preset) {
            dx_text_add_part(&out, text + name, first - name);
            dx_text_printf(&out, ",players=%u%s", players, text + first);
            return dx_text_take(&out);
        }
    }
    dx_text_printf(&out, "(players=%u%s%s", players, has_more ? "," : "",
                   has_more ? text + name + 1 : ")");
    return dx_text_take(&out);
}

dx_status dx_rules_parse_seated(const dx_game *const *games, const char *game,
                                unsigned seats, dx_rules *out, dx_error *error)
{
    dx_rules rules;
    dx_status status;
    if (strstr(game, "players=") == NULL) {
        char *text = with_players(game, seats);
        status = dx_rules_parse(games, text, &rules, error);
        dx_free(text);
    } else {
        status = dx_rules_parse(games, game, &rules, error);
    }
    if (status != DX_OK)
        return status;
    if (dx_players(&rules) != seats)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "%u seats for a game of %u players", seats,
                       dx_players(&rules));
    *out = rules;
    return DX_OK;
}
