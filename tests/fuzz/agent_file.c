// Any text is refused with a place, or read as an agent that makes a legal
// move.

#include "agents/rules/rules.h"
#include "game/match.h"
#include "games/games.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_agent *agent = NULL;
    dx_error error = {.line = 0};
    if (dx_rule_agent_read((const char *)data, size, NULL, dx_games(), &agent,
                           &error) != DX_OK) {
        if (error.line == 0)
            abort();
        return 0;
    }
    for (const dx_game *const *game = dx_games(); *game != NULL; game++) {
        if ((*game)->name != agent->game)
            continue;
        dx_rules rules = dx_rules_normal(*game);
        dx_deal *deal = dx_deal_new(&rules, 1, 1);
        dx_match *match = dx_match_new(&rules, deal);
        unsigned seat = dx_match_turn(match);
        const dx_view *view = dx_match_view(match, seat);
        dx_policy policy = {.agent = agent};
        dx_mind *mind = dx_mind_new(&policy, view);
        dx_random random = dx_random_named(1, 1, 1);
        dx_thought thought = {.random = &random};
        if (dx_match_play(match, seat, dx_mind_choose(mind, view, &thought),
                          NULL, NULL) != DX_OK)
            abort();
        dx_mind_free(mind);
        dx_match_free(match);
        dx_deal_free(deal);
    }
    dx_rule_agent_free(agent);
    return 0;
}
