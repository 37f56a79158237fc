// What agents believe by themselves: true where all keep to the convention, the
// same as what they go by, and put together at the Boolean joints.

#include "ask/believes.h"

#include "agents/agents.h"
#include "agents/hanabi/mover.h"
#include "game/match.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct table {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_mind *mind[DX_SEATS_MAX];
    dx_random random;
    dx_formulas *store;
    const char *agent;
} table;

static table sit_down(const char *rules, const char *agent, uint64_t number)
{
    table t = {.random = dx_random_named(number, 1, 2), .agent = agent};
    dx_policy policy;
    CHECK_EQ(dx_rules_parse(dx_games(), rules, &t.rules, NULL), DX_OK);
    CHECK_EQ(dx_policy_parse(dx_agents(), agent, &t.rules, &policy, NULL),
             DX_OK);
    t.deal = dx_deal_new(&t.rules, number, 0);
    t.match = dx_match_new(&t.rules, t.deal);
    t.store = dx_formulas_new();
    for (unsigned seat = 0; seat < dx_players(&t.rules); seat++)
        t.mind[seat] = dx_mind_new(&policy, dx_match_view(t.match, seat));
    return t;
}

static void get_up(table *t)
{
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++)
        dx_mind_free(t->mind[seat]);
    dx_formulas_free(t->store);
    dx_match_free(t->match);
    dx_deal_free(t->deal);
}

static void move_on(table *t)
{
    unsigned seat = dx_match_turn(t->match);
    dx_thought thought = {.random = &t->random};
    dx_event move =
        dx_mind_choose(t->mind[seat], dx_match_view(t->match, seat), &thought);
    CHECK_EQ(dx_match_play(t->match, seat, move, NULL, NULL), DX_OK);
}

static dx_status ask(table *t, unsigned seat, const char *text, dx_opinion *out)
{
    dx_formula f;
    CHECK_EQ(dx_parse(t->store, text, &f, NULL), DX_OK);
    return dx_ask_believes(t->store, t->mind[seat],
                           dx_match_view(t->match, seat), f, NULL, out, NULL);
}

// A belief about a card is true, and as sure as its chance says.
static unsigned check_card(table *t, unsigned seat, unsigned of, unsigned slot,
                           const char *fact, bool holds)
{
    char text[80];
    dx_opinion it, not_it;
    snprintf(text, sizeof text, "%s(%u,%u)", fact, of + 1, slot + 1);
    CHECKING("%s, %s, seat %u", t->agent, text, seat + 1);
    CHECK_EQ(ask(t, seat, text, &it), DX_OK);
    CHECK(it.truth == 0 || (it.truth > 0) == holds);
    CHECK(isnan(it.chance) || it.truth != 1 || it.chance > 1 - 1e-9);
    CHECK(isnan(it.chance) || it.truth != -1 || it.chance < 1e-9);
    snprintf(text, sizeof text, "~%s(%u,%u)", fact, of + 1, slot + 1);
    CHECK_EQ(ask(t, seat, text, &not_it), DX_OK);
    CHECK_EQ(not_it.truth, -it.truth);
    return it.truth != 0 && of == seat;
}

static unsigned check_cards(table *t, unsigned seat)
{
    const dx_hanabi *truth = dx_match_truth(t->match);
    unsigned sure = 0;
    for (unsigned of = 0; of < truth->players; of++)
        for (unsigned slot = 0; slot < truth->size[of]; slot++) {
            unsigned kind = truth->hand[of][slot];
            sure += check_card(t, seat, of, slot, "playable",
                               dx_hanabi_playable(truth, kind));
            sure += check_card(t, seat, of, slot, "dead",
                               dx_hanabi_dead(truth, kind));
        }
    return sure;
}

static unsigned check_game(const char *rules, const char *agent)
{
    unsigned sure = 0;
    table t = sit_down(rules, agent, 3);
    for (unsigned turn = 0; turn < 30 && dx_match_turn(t.match) != DX_OVER;
         turn++) {
        sure += check_cards(&t, dx_match_turn(t.match));
        move_on(&t);
    }
    get_up(&t);
    return sure;
}

TEST(conventions_believe_what_is_true_where_all_keep_to_them)
{
    CHECK(check_game("hanabi", "info") > 100);
    CHECK(check_game("hanabi(players=2)", "pair") > 20);
    CHECK(check_game("hanabi(players=3)", "info") > 50);
    CHECK(check_game("hanabi", "search(rollouts=1)") > 100);
}

// What it believes is what it goes by: the sets of its own table.
TEST(an_agents_belief_about_its_card_is_its_own_table)
{
    table t = sit_down("hanabi", "info", 5);
    unsigned open = 0, sure = 0;
    for (unsigned turn = 0; turn < 4; turn++)
        move_on(&t);
    unsigned seat = dx_match_turn(t.match);
    const dx_view *view = dx_match_view(t.match, seat);
    const dx_hanabi *sight = view->sight;
    dx_mind_follow(t.mind[seat], view);
    dx_mover m = dx_mover_of(dx_mind_memory(t.mind[seat]),
                             (const dx_hand *)sight->hand, seat);
    for (unsigned slot = 0; slot < sight->size[seat]; slot++)
        for (int kind = 0; kind < (int)dx_hanabi_kinds(sight); kind++) {
            const dx_atom *holds = t.rules.game->atoms; // the first
            const int args[] = {(int)seat, (int)slot, kind};
            dx_opinion it;
            CHECK(dx_mind_believes(t.mind[seat], view, holds, args, &it));
            bool can = m.own.could[slot] >> kind & 1;
            CHECK_EQ(it.truth >= 0, can);
            CHECK_EQ(it.truth > 0, can && dx_is_single(m.own.could[slot]));
            open += it.truth == 0;
            sure += it.truth != 0;
        }
    CHECK_THAT(open > 10 && sure > 10, "%u open, %u sure", open, sure);
    get_up(&t);
}

TEST(beliefs_are_put_together_at_the_boolean_joints)
{
    static const struct {
        const char *text;
        int truth;
    } cases[] = {
        {"true", 1},
        {"tokens >= 0", 1},
        {"tokens > 8", -1},
        {"playable(1,1)", 0},
        {"hinted(1,1)", -1},
        {"playable(1,1) & tokens > 8", -1},
        {"playable(1,1) | tokens >= 0", 1},
        {"playable(1,1) -> hinted(1,1)", 0},
        {"hinted(1,1) -> playable(1,1)", 1},
        {"playable(1,1) <-> dead(1,1)", 0},
        {"B[1] playable(1,1)", -1},
        {"~B[1] playable(1,1)", 1},
        {"exists x in slots(1): playable(1,x)", 0},
        {"forall x in slots(1): ~hinted(1,x)", 1},
    };
    table t = sit_down("hanabi", "info", 1);
    dx_opinion it;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECKING("%s", cases[i].text);
        CHECK_EQ(ask(&t, 0, cases[i].text, &it), DX_OK);
        CHECK_EQ(it.truth, cases[i].truth);
    }
    CHECK_EQ(ask(&t, 0, "K[2] playable(1,1)", &it), DX_ERR_UNSUPPORTED);
    CHECK_EQ(ask(&t, 0, "prev playable(1,1)", &it), DX_ERR_UNSUPPORTED);
    get_up(&t);
    t = sit_down("hanabi", "report", 1);
    CHECK_EQ(ask(&t, 0, "playable(1,1)", &it), DX_ERR_UNSUPPORTED);
    get_up(&t);
}

// The choice of a search is one it values above what its blueprint does, or
// that.  Returns how often it was above; counts what was valued.
static unsigned follow_search(table *t, unsigned *valued)
{
    unsigned better = 0;
    while (dx_match_turn(t->match) != DX_OVER) {
        unsigned seat = dx_match_turn(t->match);
        const dx_view *view = dx_match_view(t->match, seat);
        dx_event moves[DX_MOVES_MAX];
        double value[DX_MOVES_MAX];
        unsigned count = dx_view_moves(view, moves), blueprints = 0;
        dx_thought thought = {.random = &t->random};
        dx_event move = dx_mind_choose(t->mind[seat], view, &thought);
        CHECK(dx_mind_values(t->mind[seat], view, NULL, count, moves, value));
        for (unsigned i = 0; i < count; i++) {
            *valued += isnan(value[i]) ? 0 : 1;
            blueprints += value[i] == 0;
            if (dx_event_same(moves[i], move)) {
                CHECK(value[i] >= 0);
                better += value[i] > 0;
            }
        }
        CHECK(blueprints > 0);
        CHECK_EQ(dx_match_play(t->match, seat, move, NULL, NULL), DX_OK);
    }
    return better;
}

TEST(a_search_values_the_moves_it_has_tried_and_chooses_by_it)
{
    unsigned better = 0, valued = 0;
    for (uint64_t number = 0; number < 2; number++) {
        table t = sit_down("hanabi(players=2)", "search(rollouts=32)", number);
        better += follow_search(&t, &valued);
        get_up(&t);
    }
    CHECK_THAT(better > 0 && valued > 60, "%u better, %u valued", better,
               valued);
}

// What an agent chooses it values no less than any other move, at the turns
// where it values its choice at all.
static unsigned follow_by_values(const char *rules, const char *agent)
{
    unsigned valued = 0;
    table t = sit_down(rules, agent, 3);
    for (unsigned turn = 0; turn < 60 && dx_match_turn(t.match) != DX_OVER;
         turn++) {
        unsigned seat = dx_match_turn(t.match), count, chosen = 0;
        const dx_view *view = dx_match_view(t.match, seat);
        dx_event moves[DX_MOVES_MAX];
        double value[DX_MOVES_MAX];
        dx_thought thought = {.random = &t.random};
        dx_event move = dx_mind_choose(t.mind[seat], view, &thought);
        count = dx_view_moves(view, moves);
        CHECK(dx_mind_values(t.mind[seat], view, NULL, count, moves, value));
        while (!dx_event_same(moves[chosen], move))
            chosen++;
        for (unsigned i = 0; i < count && !isnan(value[chosen]); i++) {
            CHECKING("%s, turn %u, move %u", agent, turn, i);
            CHECK(isnan(value[i]) || value[i] <= value[chosen]);
            valued += isnan(value[i]) ? 0 : 1;
        }
        CHECK_EQ(dx_match_play(t.match, seat, move, NULL, NULL), DX_OK);
    }
    get_up(&t);
    return valued;
}

TEST(agents_choose_what_they_value_most)
{
    CHECK(follow_by_values("kemps", "thinker(order=0)") > 100);
    CHECK(follow_by_values("clue(small)", "sleuth") > 20);
}

TEST(an_agent_may_value_no_moves)
{
    double none[1];
    table t = sit_down("hanabi", "info", 1);
    CHECK(!dx_mind_values(t.mind[0], dx_match_view(t.match, 0), NULL, 0, NULL,
                          none));
    get_up(&t);
}
