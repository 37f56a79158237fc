// A game is named by its name, or by the file that it is written in; a file is
// read once, and what was read belongs to the command.

#include "cli/named.h"

#include "game/game_set.h"
#include "games/file/file.h"

#include <string.h>

const dx_game *const *dx_cli_games(const dx_arguments *arguments)
{
    return dx_game_set_list(arguments->games);
}

// Has the set this text already?
static bool is_there(const dx_arguments *arguments, const dx_game *game)
{
    const dx_game *const *at = dx_cli_games(arguments);
    for (; *at != NULL; at++)
        if (dx_game_hash(*at) != NULL &&
            strcmp(dx_game_hash(*at), dx_game_hash(game)) == 0)
            return true;
    return false;
}

dx_status dx_cli_add_game(const dx_arguments *arguments, const dx_game *game,
                          dx_error *error)
{
    if (!is_there(arguments, game))
        return dx_game_set_add(arguments->games, game, dx_game_free, error);
    dx_game_free(game);
    return DX_OK;
}

// The game in a file; `out_name` is how it calls itself.
static dx_status load(const dx_arguments *arguments, const char *path,
                      dx_text *out_name, dx_error *error)
{
    dx_text text = {0};
    dx_game *game = NULL;
    dx_status status = dx_text_read_file(path, DX_GAME_BYTES_MAX, &text, error);
    if (status != DX_OK)
        return status;
    status = dx_game_read(text.at, text.length, &game, error);
    dx_text_release(&text);
    if (status == DX_OK) {
        dx_text_add(out_name, game->name);
        status = dx_cli_add_game(arguments, game, error);
    }
    if (status != DX_OK)
        dx_error_in_file(error, path);
    return status;
}

dx_status dx_cli_name_game(const dx_arguments *arguments, const char *game,
                           dx_text *out, dx_error *error)
{
    size_t length = strcspn(game, "(");
    dx_status status = DX_OK;
    if (length > 3 && memcmp(game + length - 3, ".dg", 3) == 0) {
        dx_text path = {0};
        dx_text_add_part(&path, game, length);
        status = load(arguments, dx_text_string(&path), out, error);
        dx_text_release(&path);
        game += length;
    }
    dx_text_add(out, game);
    return status;
}

dx_status dx_cli_rules(const dx_arguments *arguments, const char *game,
                       dx_rules *out, dx_error *error)
{
    dx_text name = {0};
    dx_status status = dx_cli_name_game(arguments, game, &name, error);
    if (status == DX_OK)
        status = dx_rules_parse(dx_cli_games(arguments), dx_text_string(&name),
                                out, error);
    dx_text_release(&name);
    return status;
}

dx_status dx_rules_for_seats(const dx_arguments *arguments, const char *game,
                             unsigned seats, dx_rules *out, dx_error *error)
{
    dx_text name = {0};
    dx_status status = dx_cli_name_game(arguments, game, &name, error);
    if (status == DX_OK)
        status = dx_rules_parse_seated(
            dx_cli_games(arguments), dx_text_string(&name), seats, out, error);
    dx_text_release(&name);
    return status;
}

dx_status dx_cli_assumption(const dx_arguments *arguments,
                            const dx_agent *const *agents,
                            const dx_rules *rules, dx_assumption *out,
                            dx_text *out_name, dx_error *error)
{
    dx_status status = dx_assumption_parse(
        agents, dx_argument_value(arguments, "assume"), rules, out, error);
    if (status == DX_OK)
        dx_assumption_print(out, rules, out_name);
    return status;
}
