#include "agents/typed.h"

#include "agents/agents.h"
#include "games/games.h"
#include "test.h"

dx_rules rules_of(const char *text)
{
    dx_rules rules;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_rules_parse(dx_games(), text, &rules, &error) == DX_OK,
               "%s: %s", text, error.message);
    return rules;
}

dx_policy policy_of(const char *text, const dx_rules *rules)
{
    dx_policy policy;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_policy_parse(dx_agents(), text, rules, &policy, &error) ==
                   DX_OK,
               "%s: %s", text, error.message);
    return policy;
}
