// The table that learners sit at.

#include "agents/gofish/train_private.h"

#include "base/memory.h"

#include <string.h>

void dx_gofish_sit_down(dx_gofish_table *b, const dx_rules *rules,
                        uint64_t seed, uint64_t deal,
                        const dx_policy *const *who)
{
    memset(b, 0, sizeof *b);
    b->deal = dx_deal_new(rules, seed, deal);
    b->match = dx_match_new(rules, b->deal);
    for (unsigned i = 0; i < dx_players(rules); i++) {
        b->who[i] = who[i];
        b->minds[i] = dx_mind_new(who[i], dx_match_view(b->match, i));
    }
}

void dx_gofish_get_up(dx_gofish_table *b)
{
    for (unsigned i = 0; i < DX_GOFISH_SEATS; i++)
        dx_mind_free(b->minds[i]);
    dx_match_free(b->match);
    dx_deal_free(b->deal);
}

void dx_gofish_move(dx_gofish_table *b, dx_random *random)
{
    unsigned seat = dx_match_turn(b->match);
    dx_thought thought = {.random = random};
    dx_event event =
        dx_mind_choose(b->minds[seat], dx_match_view(b->match, seat), &thought);
    dx_status status = dx_match_play(b->match, seat, event, NULL, NULL);
    DX_REQUIRE(status == DX_OK, "a legal move");
}

void dx_gofish_move_as_told(dx_gofish_table *b, unsigned move)
{
    const dx_event *moves;
    dx_match_moves(b->match, &moves);
    dx_status status = dx_match_step(b->match, move);
    DX_REQUIRE(status == DX_OK, "a legal move");
}

double dx_gofish_share(const dx_gofish_table *b, unsigned seat)
{
    unsigned players = dx_players(dx_match_rules(b->match)), winners = 0;
    for (unsigned i = 0; i < players; i++)
        winners += dx_match_won(b->match, i);
    return dx_match_won(b->match, seat) ? 1.0 / winners : 0;
}

const dx_gofish_notes *dx_gofish_own_notes(dx_gofish_table *b)
{
    dx_mind_follow(b->minds[b->self], dx_match_view(b->match, b->self));
    return dx_mind_memory(b->minds[b->self]);
}
