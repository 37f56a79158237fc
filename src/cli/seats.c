#include "cli/seats.h"

#include "agents/agents.h"
#include "games/games.h"

#include <string.h>

dx_status dx_rules_for_seats(const char *game, unsigned seats, dx_rules *out,
                             dx_error *error)
{
    return dx_rules_parse_seated(dx_games(), game, seats, out, error);
}

dx_status dx_assumption_parse(const char *text, const dx_rules *rules,
                              dx_assumption *out, dx_error *error)
{
    dx_assumption assumption = {0};
    if (text == NULL || strcmp(text, "none") == 0) {
        *out = assumption;
        return DX_OK;
    }
    assumption.kind = DX_ASSUME_UNIFORM;
    if (strcmp(text, "uniform") != 0) {
        dx_policy policy;
        dx_status status =
            dx_policy_parse(dx_agents(), text, rules, &policy, error);
        if (status != DX_OK)
            return status;
        assumption.kind = DX_ASSUME_POLICY;
        for (unsigned seat = 0; seat < dx_players(rules); seat++)
            assumption.policy[seat] = policy;
    }
    *out = assumption;
    return DX_OK;
}
