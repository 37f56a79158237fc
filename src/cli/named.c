#include "cli/named.h"

#include "agents/agents.h"
#include "game/game_set.h"

const dx_game *const *dx_cli_games(const dx_arguments *arguments)
{
    return dx_game_set_list(arguments->games);
}

dx_status dx_cli_rules(const dx_arguments *arguments, const char *game,
                       dx_rules *out, dx_error *error)
{
    return dx_rules_parse(dx_cli_games(arguments), game, out, error);
}

dx_status dx_rules_for_seats(const dx_arguments *arguments, const char *game,
                             unsigned seats, dx_rules *out, dx_error *error)
{
    return dx_rules_parse_seated(dx_cli_games(arguments), game, seats, out,
                                 error);
}

dx_status dx_cli_assumption(const dx_arguments *arguments,
                            const dx_rules *rules, dx_assumption *out,
                            dx_text *out_name, dx_error *error)
{
    dx_status status = dx_assumption_parse(
        dx_agents(), dx_argument_value(arguments, "assume"), rules, out, error);
    if (status == DX_OK)
        dx_assumption_print(out, rules, out_name);
    return status;
}
