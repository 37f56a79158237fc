// The fast worlds of Hanabi against the reference, on small decks.

#include "ask/ask.h"
#include "base/memory.h"
#include "game/match.h"
#include "game/worlds_chance.h"
#include "games/games.h"
#include "games/hanabi/hanabi.h"
#include "logic/formula/parse.h"
#include "test.h"

#include <string.h>

static const char *const decks[] = {
    "hanabi(players=2,colours=2,ranks=3,low=2,middle=1,high=1,hand=2)",
    "hanabi(players=3,colours=2,ranks=2,low=2,high=1,hand=1)",
    "hanabi(players=2,colours=2,ranks=2,low=2,high=1,hand=2,empty=yes)",
    "hanabi(open,players=2,colours=2,ranks=2,low=2,high=1,hand=2)",
};

typedef struct judge {
    dx_worlds *worlds;
    size_t visited;
    double weight;
    size_t bytes;
} judge;

// Each table must be that of some history, with their weight in all.
static bool visit(void *context, const dx_world *world)
{
    judge *j = context;
    double weight = 0;
    for (size_t i = 0; i < dx_worlds_count(j->worlds); i++) {
        dx_world reference = dx_worlds_at(j->worlds, i);
        if (memcmp(reference.table, world->table, j->bytes) == 0)
            weight += reference.weight;
    }
    CHECK(weight > 0);
    if (j->visited++ == 0)
        j->weight = weight / world->weight;
    double off = weight / world->weight / j->weight - 1;
    CHECK(off < 1e-9 && off > -1e-9);
    return true;
}

static void *open_at(const dx_view *view)
{
    const dx_reckoner *reckoner = dx_hanabi_reckoners[0];
    dx_assumption none = {0};
    void *self = reckoner->open(reckoner, view->rules, view->seat, &none);
    CHECK_EQ(reckoner->follow(self, view), DX_OK);
    return self;
}

static void compare_chances(const dx_view *view, const void *self,
                            dx_worlds *worlds)
{
    const dx_reckoner *reckoner = dx_hanabi_reckoners[0];
    for (const dx_atom *atom = dx_hanabi_atoms; atom->name != NULL; atom++)
        for (int seat = 0; seat < (int)dx_players(view->rules); seat++) {
            int args[DX_TERM_ARGS] = {seat, 0, 1};
            dx_fraction exact, wanted;
            double rounded;
            if (reckoner->chance(self, atom, args, &exact, &rounded) != DX_OK)
                continue;
            CHECK_EQ(dx_worlds_chance(worlds, atom, args, &wanted, &rounded),
                     DX_OK);
            CHECK_THAT(dx_fraction_equal(exact, wanted), "%s", atom->name);
        }
}

static void compare(const dx_view *view)
{
    const dx_reckoner *reckoner = dx_hanabi_reckoners[0];
    judge j = {.bytes = sizeof(dx_hanabi)};
    dx_count count;
    void *self = open_at(view);
    CHECK_EQ(dx_consider(view, &(dx_consider_options){0}, &j.worlds, NULL),
             DX_OK);
    CHECK_EQ(reckoner->each(self, 1000, visit, &j), DX_OK);
    reckoner->count(self, &count);
    CHECK_EQ(count, j.visited);
    compare_chances(view, self, j.worlds);
    reckoner->close(self);
    dx_worlds_free(j.worlds);
}

static void play_and_compare(const char *text, uint64_t seed)
{
    CHECKING_SEED(seed);
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), text, &rules, NULL), DX_OK);
    dx_deal *deal = dx_deal_new(&rules, 5, seed);
    dx_match *match = dx_match_new(&rules, deal);
    dx_random random = dx_random_named(5, seed, 1);
    for (unsigned turn = 0; turn < 4; turn++) {
        if (dx_match_turn(match) == DX_OVER)
            break;
        for (unsigned seat = 0; seat < dx_players(&rules); seat++)
            compare(dx_match_view(match, seat));
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves);
        dx_event move = moves[dx_random_below(&random, count)];
        CHECK_EQ(dx_match_play(match, dx_match_turn(match), move, NULL, NULL),
                 DX_OK);
    }
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(hanabi_hands_are_the_worlds_of_the_reference)
{
    for (size_t i = 0; i < sizeof decks / sizeof *decks; i++)
        for (uint64_t seed = 0; seed < 6; seed++)
            play_and_compare(decks[i], seed);
}

// K[a] fact, K[a] K[b] fact and public fact: matching against histories.
static void compare_certainty(const char *rules_text, uint64_t seed)
{
    CHECKING_SEED(seed);
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), rules_text, &rules, NULL), DX_OK);
    dx_game plain = *rules.game; // the same game without its reckoner
    plain.reckoners = NULL;
    dx_rules slow = rules;
    plain.places = NULL;
    slow.game = &plain;
    dx_deal *deal = dx_deal_new(&rules, 6, seed);
    dx_match *match = dx_match_new(&rules, deal);
    dx_formulas *store = dx_formulas_new();
    dx_random random = dx_random_named(6, seed, 1);
    static const char *const questions[] = {
        "K[1] playable(1,1)",       "K[1] ~playable(1,1)",
        "K[1] K[2] playable(2,1)",  "K[2] K[1] rank(1,1,1)",
        "K[1] K[2] ~dead(2,1)",     "public rank(2,1,1)",
        "public ~colour(1,1,red)",  "K[1] K[2] playable(1,1)",
        "K[2] K[1] ~holds(1,1,r1)",
    };
    for (unsigned turn = 0; turn < 5; turn++) {
        dx_moment moment = {.rules = &rules};
        moment.past = dx_match_events(match, &moment.count);
        for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
            dx_formula f;
            dx_answer fast, right;
            dx_moment same = {&slow, moment.past, moment.count};
            CHECK_EQ(dx_parse(store, questions[i], &f, NULL), DX_OK);
            CHECK_EQ(dx_ask_above(store, &moment, f, &(dx_ask_options){0},
                                  &fast, NULL),
                     DX_OK);
            CHECK_EQ(dx_ask_above(store, &same, f, &(dx_ask_options){0}, &right,
                                  NULL),
                     DX_OK);
            CHECK_TEXT(fast.engine, "places");
            CHECK_TEXT(right.engine, "histories");
            CHECK_THAT(fast.truth == right.truth, "seed %d turn %u: %s",
                       (int)seed, turn, questions[i]);
            dx_answer_release(&fast);
            dx_answer_release(&right);
        }
        if (dx_match_turn(match) == DX_OVER)
            break;
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves);
        dx_event move = moves[dx_random_below(&random, count)];
        CHECK_EQ(dx_match_play(match, dx_match_turn(match), move, NULL, NULL),
                 DX_OK);
    }
    dx_formulas_free(store);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(what_is_certain_in_hanabi_is_what_all_histories_say)
{
    for (uint64_t seed = 0; seed < 25; seed++)
        compare_certainty("hanabi(players=2,colours=2,ranks=2,low=2,high=1,"
                          "hand=2)",
                          seed);
    for (uint64_t seed = 0; seed < 10; seed++)
        compare_certainty("hanabi(players=3,colours=2,ranks=2,low=2,high=1,"
                          "hand=1)",
                          seed);
}

// The full game: nothing is listed, and the answer is there at once.
TEST(nested_knowledge_of_full_hanabi_is_answered)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), "hanabi", &rules, NULL), DX_OK);
    dx_deal *deal = dx_deal_new(&rules, 1, 1);
    dx_match *match = dx_match_new(&rules, deal);
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_answer answer;
    CHECK_EQ(dx_parse(store, "K[1] K[2] playable(2,1)", &f, NULL), DX_OK);
    CHECK_EQ(dx_ask_seat(store, dx_match_view(match, 0), f,
                         &(dx_ask_options){0}, &answer, NULL),
             DX_OK);
    CHECK_EQ(answer.truth, DX_ANSWER_NO);
    dx_answer_release(&answer);
    dx_formulas_free(store);
    dx_match_free(match);
    dx_deal_free(deal);
}
