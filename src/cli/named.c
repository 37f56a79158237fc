#include "cli/named.h"

#include "agents/agents.h"
#include "games/games.h"

dx_status dx_rules_for_seats(const char *game, unsigned seats, dx_rules *out,
                             dx_error *error)
{
    return dx_rules_parse_seated(dx_games(), game, seats, out, error);
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
