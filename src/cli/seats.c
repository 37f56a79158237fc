#include "cli/seats.h"

#include "agents/agents.h"
#include "base/memory.h"
#include "games/games.h"

#include <string.h>

dx_status dx_rules_for_seats(const char *game, unsigned seats, dx_rules *out,
                             dx_error *error)
{
    return dx_rules_parse_seated(dx_games(), game, seats, out, error);
}

// The NAME of `truthful(NAME)`, for the caller to free; NULL: not of the form.
static char *truthful_name(const char *text)
{
    static const char head[] = "truthful(";
    size_t length = strlen(text), first = sizeof head - 1;
    if (strncmp(text, head, first) != 0 || text[length - 1] != ')')
        return NULL;
    return dx_copy_text_part(text + first, length - first - 1);
}

static dx_status assume_truthful(const char *name, const dx_rules *rules,
                                 dx_assumption *out, dx_error *error)
{
    dx_status status =
        dx_policy_parse(dx_agents(), name, rules, &out->policy[0], error);
    if (status != DX_OK)
        return status;
    out->kind = DX_ASSUME_TRUTHFUL;
    if (out->policy[0].agent->truthful == NULL)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "%s does not tell what its moves say; expected is a "
                       "convention that does, such as info",
                       name);
    return DX_OK;
}

dx_status dx_assumption_parse(const char *text, const dx_rules *rules,
                              dx_assumption *out, dx_error *error)
{
    dx_assumption assumption = {0};
    dx_status status = DX_OK;
    if (text == NULL || strcmp(text, "none") == 0) {
        *out = assumption;
        return DX_OK;
    }
    char *name = truthful_name(text);
    if (name != NULL) {
        status = assume_truthful(name, rules, &assumption, error);
    } else if (strcmp(text, "uniform") == 0) {
        assumption.kind = DX_ASSUME_UNIFORM;
    } else {
        assumption.kind = DX_ASSUME_POLICY;
        status = dx_policy_parse(dx_agents(), text, rules,
                                 &assumption.policy[0], error);
    }
    dx_free(name);
    for (unsigned seat = 1; seat < dx_players(rules); seat++)
        assumption.policy[seat] = assumption.policy[0];
    if (status == DX_OK)
        *out = assumption;
    return status;
}
