// What the knowledge-based strategies of Kemps keep in mind, event by event,
// against the whole view read again; and how the paper's program collects.

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

// The ranks that the paper's program keeps, by sorting all of them.
static dx_kemps_cards hoard_by_sorting(const dx_kemps *sight, unsigned seat,
                                       dx_kemps_cards hand_before,
                                       unsigned allowed)
{
    int worth[DX_KEMPS_RANKS];
    unsigned size = 0;
    dx_kemps_cards kept = 0;
    for (unsigned rank = 0; rank < sight->ranks; rank++)
        worth[rank] =
            !(allowed >> rank & 1)
                ? -1
                : (int)(100 * dx_kemps_count(sight, seat, rank) +
                        (hand_before & sight->of_rank[rank] ? 50 : 0) + rank);
    for (;;) {
        unsigned best = 0;
        for (unsigned rank = 1; rank < sight->ranks; rank++)
            best = worth[rank] > worth[best] ? rank : best;
        size += dx_kemps_count(sight, seat, best);
        if (worth[best] < 0 || (kept != 0 && size > sight->hand_size))
            return kept;
        kept |= sight->of_rank[best];
        worth[best] = -1;
    }
}

// What a seat that plays as the program has in mind: `seen` is all that lay on
// the table at somebody's move, `hand` what the seat had before this turn.
static void check_program(const dx_kemps_kb *kb, const dx_view *view,
                          dx_kemps_cards seen, dx_kemps_cards hand)
{
    const dx_kemps *sight = view->sight;
    unsigned available = dx_kemps_kb_available(kb, view);
    CHECK_EQ(kb->seen, seen);
    for (unsigned rank = 0; rank < sight->ranks; rank++) {
        bool whole = true;
        for (unsigned suit = 0; suit < sight->suits; suit++) {
            unsigned card = rank * sight->suits + suit;
            whole = whole && ((seen | sight->hand[view->seat]) >> card & 1);
        }
        CHECK_EQ(available >> rank & 1,
                 whole && !(sight->sought[view->seat] >> rank & 1));
    }
    for (unsigned all = 0; all < 2; all++) {
        unsigned allowed = all ? DX_KEMPS_ALL_RANKS : available;
        CHECK_EQ(dx_kemps_hoard(sight, view->seat, allowed),
                 hoard_by_sorting(sight, view->seat, hand, allowed));
    }
}

// Plays a game and gives back how often the seat to move had ranks in mind.
static unsigned check_game(dx_match *match, const dx_policy *policy,
                           uint64_t number)
{
    dx_random random = dx_random_named(17, number, 1);
    dx_mind *mind[SEATS];
    unsigned busy = 0;
    dx_kemps_cards seen = 0, hand = 0;
    for (unsigned seat = 0; seat < SEATS; seat++)
        mind[seat] = dx_mind_new(&policy[seat], dx_match_view(match, seat));
    while (dx_match_turn(match) != DX_OVER) {
        unsigned seat = dx_match_turn(match);
        const dx_view *view = dx_match_view(match, seat);
        const dx_kemps *sight = view->sight;
        dx_reason reason = {.rule = ""};
        dx_thought thought = {.random = &random, .reason = &reason};
        seen |= sight->table;
        hand = sight->taken == 0 ? sight->hand[seat] : hand;
        dx_event move = dx_mind_choose(mind[seat], view, &thought);
        if (policy[seat].agent->memory_bytes != NULL) {
            const dx_kemps_kb *kb = dx_mind_memory(mind[seat]);
            CHECK_THAT(sight->sought[seat] == avoided_by_hindsight(view),
                       "deal %u, event %u: seat %u avoids %x, not %x",
                       (unsigned)number, view->count, seat, sight->sought[seat],
                       avoided_by_hindsight(view));
            busy += sight->sought[seat] != 0;
            CHECK(reason.words[0] != '\0');
            if (kb->as_program)
                check_program(kb, view, seen, hand);
        }
        dx_reason_release(&reason);
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
        CHECKING("deal %u", (unsigned)number);
        dx_deal_restart(deal, 17, number);
        dx_match_restart(match, deal);
        busy += check_game(match, policy, number);
    }
    CHECK(busy > GAMES);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(kemps_program_keeps_ranks_that_fill_a_hand_and_forgets_no_card)
{
    static const char *const wild[] = {"kb-greedy(as=program)", "random",
                                       "kb-blocking(as=program)"};
    static const char *const tame[] = {"kb-blocking(as=program)",
                                       "greedy(as=program)",
                                       "kb-greedy(as=program)"};
    check_lineup("kemps(paper,limit=100)", wild);
    check_lineup("kemps(2-6,suits=3,hand=2,limit=60)", wild);
    check_lineup("kemps(paper)", tame);
}

// How many of GAMES end at the turn limit.
static unsigned count_cut(const char *name)
{
    dx_rules rules;
    dx_policy policy;
    unsigned cut = 0;
    CHECK_EQ(dx_rules_parse(dx_games(), "kemps(paper,limit=500)", &rules, NULL),
             DX_OK);
    CHECK_EQ(dx_policy_parse(dx_agents(), name, &rules, &policy, NULL), DX_OK);
    dx_policy all[SEATS] = {policy, policy, policy};
    dx_deal *deal = dx_deal_new(&rules, 18, 0);
    dx_match *match = dx_match_new(&rules, deal);
    for (uint64_t number = 0; number < GAMES; number++) {
        CHECKING("deal %u", (unsigned)number);
        dx_deal_restart(deal, 18, number);
        dx_match_restart(match, deal);
        check_game(match, all, number);
        cut += ((const dx_kemps *)dx_match_truth(match))->turns == 500;
    }
    dx_match_free(match);
    dx_deal_free(deal);
    return cut;
}

TEST(kemps_blockers_get_stuck_as_the_paper_reads_but_not_as_it_is_programmed)
{
    CHECK(count_cut("kb-blocking") > GAMES / 2);
    CHECK(count_cut("kb-blocking(as=program)") < GAMES / 10);
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
