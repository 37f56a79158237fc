// What the knowledge-based strategies of Kemps keep in mind, event by event,
// against the whole view read again.

#include "agents/agents.h"
#include "agents/kemps/kb_blocking.h"
#include "game/match.h"
#include "games/games.h"
#include "test.h"

enum { SEATS = 3, GAMES = 60 };

// The last word of others about each rank, from the latest event back.
static unsigned avoided_by_hindsight(const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    unsigned avoided = 0, open = (1U << sight->ranks) - 1;
    for (unsigned i = view->count; i-- > 0 && open != 0;) {
        dx_event event = view->seen[i];
        unsigned in = 0, out = 0;
        if (event.who == view->seat)
            continue;
        if (event.verb == DX_KEMPS_SWAP) {
            in = 1U << sight->rank_of[event.arg[0]];
            out = 1U << sight->rank_of[event.arg[1]];
        } else if (event.verb == DX_KEMPS_DONE && event.arg[0] > 0) {
            in = 1U << (event.arg[0] - 1);
        }
        avoided |= in & ~out & open; // discarded after it was picked
        open &= ~(in | out);
    }
    return avoided;
}

// Plays a game and gives back how often the seat to move had ranks in mind.
static unsigned check_game(dx_match *match, const dx_policy *policy,
                           uint64_t number)
{
    dx_random random = dx_random_named(17, number, 1);
    dx_mind *mind[SEATS];
    unsigned busy = 0;
    for (unsigned seat = 0; seat < SEATS; seat++)
        mind[seat] = dx_mind_new(&policy[seat], dx_match_view(match, seat));
    while (dx_match_turn(match) != DX_OVER) {
        unsigned seat = dx_match_turn(match);
        const dx_view *view = dx_match_view(match, seat);
        dx_thought thought = {.random = &random};
        dx_event move = dx_mind_choose(mind[seat], view, &thought);
        if (policy[seat].agent->memory_bytes != NULL) {
            const dx_kemps_kb *kb = dx_mind_memory(mind[seat]);
            CHECK_THAT(kb->avoided == avoided_by_hindsight(view),
                       "deal %u, event %u: seat %u avoids %x, not %x",
                       (unsigned)number, view->count, seat, kb->avoided,
                       avoided_by_hindsight(view));
            busy += kb->avoided != 0;
        }
        CHECK_EQ(dx_match_play(match, seat, move, NULL, NULL), DX_OK);
    }
    for (unsigned seat = 0; seat < SEATS; seat++)
        dx_mind_free(mind[seat]);
    return busy;
}

static void check_lineup(const char *game, const char *const *names)
{
    dx_rules rules;
    dx_policy policy[SEATS];
    unsigned busy = 0;
    CHECK_EQ(dx_rules_parse(dx_games(), game, &rules, NULL), DX_OK);
    for (unsigned seat = 0; seat < SEATS; seat++)
        CHECK_EQ(dx_policy_parse(dx_agents(), names[seat], &rules,
                                 &policy[seat], NULL),
                 DX_OK);
    dx_deal *deal = dx_deal_new(&rules, 17, 0);
    dx_match *match = dx_match_new(&rules, deal);
    for (uint64_t number = 0; number < GAMES; number++) {
        dx_deal_restart(deal, 17, number);
        dx_match_restart(match, deal);
        busy += check_game(match, policy, number);
    }
    CHECK(busy > GAMES);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(kemps_do_not_collect_set_in_mind_is_the_one_of_the_whole_view)
{
    static const char *const stuck[] = {"kb-blocking", "kb-blocking",
                                        "kb-greedy"};
    static const char *const wild[] = {"kb-greedy", "random", "kb-blocking"};
    check_lineup("kemps(paper,limit=200)", stuck);
    check_lineup("kemps(paper,limit=100)", wild);
    // Hands that are dealt as a Kemps, which nobody has picked.
    check_lineup("kemps(2-6,suits=3,hand=2,limit=60)", wild);
}
