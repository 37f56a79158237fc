// The referee, the deal, parameters and move strings, on the parlour game.

#include "agents/agents.h"
#include "base/hash.h"
#include "base/memory.h"
#include "game/match.h"
#include "game/say.h"
#include "games/hanabi/hanabi.h"
#include "games/parlour.h"
#include "test.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const dx_game *const games[] = {&dx_parlour, NULL};

static dx_rules read_rules(const char *text)
{
    dx_rules rules;
    dx_error error;
    CHECK_THAT(dx_rules_parse(games, text, &rules, &error) == DX_OK, "%s",
               error.message);
    return rules;
}

static void check_refused(const char *text, unsigned column,
                          const char *message)
{
    dx_rules rules;
    dx_error error;
    CHECK(dx_rules_parse(games, text, &rules, &error) != DX_OK);
    CHECK_EQ(error.column, column);
    CHECK_TEXT(error.message, message);
}

TEST(rules_are_read_from_their_name_and_printed_again)
{
    dx_rules rules = read_rules("parlour(tiny, turns=3)");
    dx_text out = {0};

    dx_rules_print(&rules, &out);
    CHECK_TEXT(dx_text_string(&out),
               "parlour(players=2,colours=2,copies=2,hand=1,turns=3)");
    CHECK_EQ(dx_players(&rules), 2);
    CHECK_EQ(dx_rules_value(&rules, "turns"), 3);

    dx_text_clear(&out);
    dx_rules again = read_rules("parlour");
    dx_rules_print_short(&again, &out);
    CHECK_TEXT(dx_text_string(&out), "parlour");
    dx_text_release(&out);
}

TEST(wrong_rules_are_refused_with_parameter_range_and_column)
{
    check_refused("whist", 1, "no game 'whist'; there are: parlour");
    check_refused("parlour(players=9)", 17,
                  "players=9: expected 2 to 4 (seats at the table)");
    check_refused("parlour(tiny,lives=3)", 14,
                  "parlour has no parameter or preset 'lives'; it has: "
                  "players, colours, copies, hand, turns; presets: tiny");
    check_refused("parlour(players=2", 18,
                  "expected ')' at the end of 'parlour(players=2'");
    check_refused("parlour(turns=2,turns=3)", 17, "turns is given twice");
    check_refused("", 1, "expected a name");
    check_refused("parlour(players=4,hand=3,colours=2,copies=2)", 1,
                  "the hands and the chest need 13 cards: colours times "
                  "copies must be as many");
}

TEST(a_deal_is_an_order_of_each_pack_and_never_changes)
{
    dx_rules rules = read_rules("parlour");
    dx_deal *deal = dx_deal_new(&rules, 1, 2),
            *same = dx_deal_new(&rules, 1, 2);
    // Shuffles asked for in another order are the same shuffles.
    dx_deal_order(deal, 1, 3);
    for (unsigned shuffle = 0; shuffle < 4; shuffle++) {
        unsigned count[12] = {0};
        const uint8_t *order = dx_deal_order(same, 1, shuffle);
        CHECK_EQ(memcmp(order, dx_deal_order(deal, 1, shuffle), 12), 0);
        for (unsigned i = 0; i < 12; i++)
            count[order[i]]++;
        for (unsigned i = 0; i < 12; i++)
            CHECK_EQ(count[i], 1);
    }
    dx_deal_free(deal);
    dx_deal_free(same);
}

TEST(a_shuffle_of_some_cards_keeps_the_order_of_those)
{
    dx_rules rules = read_rules("parlour(tiny)");
    dx_deal *deal = dx_deal_blank(&rules);
    const uint8_t order[4] = {3, 1, 2, 0}; // kinds 1, 0, 1, 0
    const uint8_t copies[2] = {2, 1};      // card 3 takes no part
    CHECK_EQ(dx_deal_set(deal, 1, 0, order, 4, NULL), DX_OK);

    CHECK_EQ(dx_deal_next(deal, 1, 0, NULL, 0), 1);
    CHECK_EQ(dx_deal_next(deal, 1, 0, copies, 0), 0);
    CHECK_EQ(dx_deal_next(deal, 1, 0, copies, 1), 1);
    CHECK_EQ(dx_deal_next(deal, 1, 0, copies, 2), 0);
    CHECK(!dx_deal_is_missing(deal));
    dx_deal_order(deal, 0, 0);
    CHECK(dx_deal_is_missing(deal));
    dx_deal_free(deal);
}

static int by_size(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

// Hanabi's deck has 50 cards, so that no two of 30,000 deals should be equal;
// small seeds are what people give.
TEST(deals_of_neighbouring_seeds_have_nothing_in_common)
{
    enum { SEEDS = 100, DEALS = 300 };
    dx_rules rules = dx_rules_normal(&dx_game_hanabi);
    dx_deal *deal = dx_deal_new(&rules, 0, 0);
    uint64_t *digest = dx_alloc((size_t)SEEDS * DEALS, sizeof *digest);
    size_t count = 0;

    for (unsigned seed = 0; seed < SEEDS; seed++)
        for (unsigned number = 0; number < DEALS; number++) {
            dx_deal_restart(deal, seed, number);
            digest[count++] = dx_hash_bytes(dx_deal_order(deal, 0, 0),
                                            dx_deal_cards(deal, 0));
        }
    qsort(digest, count, sizeof *digest, by_size);

    for (size_t i = 1; i < count; i++)
        CHECK(digest[i] != digest[i - 1]);
    dx_free(digest);
    dx_deal_free(deal);
}

// Plays with random moves to the end and writes down what happened.
static void play_out(dx_match *match, uint64_t seed, dx_text *out)
{
    dx_random random = dx_random_named(seed, 0, 1);
    while (dx_match_turn(match) != DX_OVER) {
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves);
        dx_event move = moves[dx_random_below(&random, count)];
        CHECK_EQ(dx_match_play(match, dx_match_turn(match), move, NULL, NULL),
                 DX_OK);
    }
    unsigned count;
    const dx_event *events = dx_match_events(match, &count);
    for (unsigned i = 0; i < count; i++) {
        dx_say_event(dx_match_rules(match), events[i], out);
        dx_text_add_char(out, '\n');
    }
}

TEST(the_same_deal_and_moves_give_the_same_bytes_also_after_a_restart)
{
    dx_rules rules = read_rules("parlour");
    dx_deal *deal = dx_deal_new(&rules, 5, 6);
    dx_match *match = dx_match_new(&rules, deal);
    dx_text first = {0}, second = {0};

    play_out(match, 7, &first);
    dx_match_restart(match, deal);
    play_out(match, 7, &second);

    CHECK_TEXT(dx_text_string(&first), dx_text_string(&second));
    dx_match_free(match);
    dx_deal_free(deal);
    dx_text_release(&first);
    dx_text_release(&second);
}

TEST(a_step_is_the_move_of_that_number)
{
    dx_rules rules = read_rules("parlour");
    dx_deal *deal = dx_deal_new(&rules, 5, 6);
    dx_match *played = dx_match_new(&rules, deal);
    dx_match *stepped = dx_match_new(&rules, deal);
    const dx_event *moves;
    unsigned one, two;

    while (dx_match_turn(played) != DX_OVER) {
        unsigned last = dx_match_moves(played, &moves) - 1;
        CHECK_EQ(dx_match_play(played, dx_match_turn(played), moves[last], NULL,
                               NULL),
                 DX_OK);
        dx_match_moves(stepped, &moves);
        CHECK_EQ(dx_match_step(stepped, last), DX_OK);
    }

    const dx_event *first = dx_match_events(played, &one);
    const dx_event *second = dx_match_events(stepped, &two);
    CHECK_EQ(one, two);
    CHECK_EQ(memcmp(first, second, one * sizeof *first), 0);
    dx_match_free(played);
    dx_match_free(stepped);
    dx_deal_free(deal);
}

TEST(an_illegal_move_is_refused_and_nothing_happens)
{
    dx_rules rules = read_rules("parlour(tiny)");
    dx_deal *deal = dx_deal_new(&rules, 1, 1);
    dx_match *match = dx_match_new(&rules, deal);
    dx_error error;
    dx_event move, claim = dx_event_new(8, 0);
    unsigned before, after;
    dx_match_events(match, &before);

    CHECK_EQ(dx_match_play(match, 0, claim, NULL, &error), DX_ERR_MOVE);
    CHECK_EQ(dx_match_play(match, 1, claim, NULL, &error), DX_ERR_MOVE);
    CHECK_TEXT(error.message, "it is not your turn");
    const dx_view *view = dx_match_view(match, 0);
    CHECK_EQ(dx_read_move(view, "sing", &move, &error), DX_ERR_MOVE);
    CHECK(strncmp(error.message, "'sing' is not a legal move; legal: peek, ",
                  41) == 0);
    CHECK_EQ(dx_read_move(view, " PEEK ", &move, &error), DX_OK);
    dx_match_events(match, &after);
    CHECK_EQ(before, after);
    CHECK_EQ(dx_match_play(match, 0, move, NULL, &error), DX_OK);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(a_look_is_seen_by_all_but_its_card_by_one)
{
    dx_rules rules = read_rules("parlour(tiny)");
    dx_deal *deal = dx_deal_new(&rules, 1, 1);
    dx_match *match = dx_match_new(&rules, deal);
    CHECK_EQ(dx_match_play(match, 0, dx_event_new(3, 0), NULL, NULL), DX_OK);
    dx_text own = {0}, other = {0};

    const dx_view *view = dx_match_view(match, 0);
    dx_say_event_json(&rules, view->seen[view->count - 1], &own);
    view = dx_match_view(match, 1);
    dx_say_event_json(&rules, view->seen[view->count - 1], &other);

    CHECK(strstr(dx_text_string(&own), "\"card\":\"") != NULL);
    CHECK_TEXT(dx_text_string(&other),
               "{\"verb\":\"peek\",\"who\":1,\"next\":1,\"card\":null}");
    dx_text_release(&own);
    dx_text_release(&other);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(a_random_agent_plays_to_the_end_and_says_why)
{
    dx_rules rules = read_rules("parlour");
    dx_policy policy;
    dx_error error;
    CHECK_EQ(dx_policy_parse(dx_agents(), "random", &rules, &policy, &error),
             DX_OK);
    CHECK(dx_policy_parse(dx_agents(), "nobody", &rules, &policy, &error) !=
          DX_OK);
    CHECK(strstr(error.message, "no agent 'nobody' plays parlour") != NULL);
    dx_deal *deal = dx_deal_new(&rules, 1, 1);
    dx_match *match = dx_match_new(&rules, deal);
    dx_random random = dx_random_named(1, 1, 1);
    while (dx_match_turn(match) != DX_OVER) {
        unsigned seat = dx_match_turn(match), at;
        const dx_view *view = dx_match_view(match, seat);
        dx_reason reason = {.rule = ""};
        dx_thought thought = {.random = &random, .reason = &reason};
        dx_mind *mind = dx_mind_new(&policy, view);
        dx_event move = dx_mind_choose(mind, view, &thought);
        dx_mind_free(mind);
        dx_match_events(match, &at);
        CHECK_EQ(dx_match_play(match, seat, move, &reason, NULL), DX_OK);
        CHECK_TEXT(dx_match_reason(match, at)->rule, "random");
        CHECK(dx_match_reason(match, at)->words != reason.words);
        dx_reason_release(&reason);
    }
    CHECK(dx_match_reason(match, 0) == NULL);
    dx_match_free(match);
    dx_deal_free(deal);
}

// One thread's share of the deals, and a digest of what happened in each.
typedef struct share {
    unsigned first, step;
    uint64_t digest[32];
} share;

static void *play_share(void *argument)
{
    share *mine = argument;
    dx_rules rules = dx_rules_normal(&dx_parlour);
    dx_deal *deal = dx_deal_new(&rules, 9, 0);
    dx_match *match = dx_match_new(&rules, deal);
    for (unsigned i = mine->first; i < 32; i += mine->step) {
        dx_random random = dx_random_named(9, i, 1);
        dx_deal_restart(deal, 9, i);
        dx_match_restart(match, deal);
        while (dx_match_turn(match) != DX_OVER) {
            const dx_event *moves;
            unsigned count = dx_match_moves(match, &moves);
            unsigned chosen = (unsigned)dx_random_below(&random, count);
            if (dx_match_step(match, chosen) != DX_OK)
                break;
        }
        unsigned count;
        const dx_event *events = dx_match_events(match, &count);
        mine->digest[i] = dx_hash_bytes(events, count * sizeof *events);
    }
    dx_match_free(match);
    dx_deal_free(deal);
    return NULL;
}

TEST(deals_shared_among_threads_give_the_same_bytes)
{
    share alone = {.first = 0, .step = 1}, shares[3];
    pthread_t thread[3];
    play_share(&alone);
    for (unsigned t = 0; t < 3; t++) {
        shares[t] = (share){.first = t, .step = 3};
        CHECK_EQ(pthread_create(&thread[t], NULL, play_share, &shares[t]), 0);
    }
    for (unsigned t = 0; t < 3; t++)
        CHECK_EQ(pthread_join(thread[t], NULL), 0);
    for (unsigned i = 0; i < 32; i++)
        CHECK(shares[i % 3].digest[i] == alone.digest[i]);
}
