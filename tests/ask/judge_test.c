// Random questions of every form, on decks small enough to list: the engine by
// places, or under a policy that of weighed worlds, and the model of all
// histories (ask/histories.h) must agree, chances included.  They share the
// parser, the grounding and the rules, no reasoning.

#include "agents/agents.h"
#include "ask/ask.h"
#include "base/memory.h"
#include "game/match.h"
#include "game/rules_list.h"
#include "game/twin.h"
#include "games/file/file.h"
#include "games/games.h"
#include "lab/questions.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "minds/mechanism.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 14 };

typedef struct judging {
    dx_rules rules;
    dx_assumption assumption;
    dx_formulas *store;
    const char *engine;
    unsigned asked, undecided, chances, believed;
} judging;

static void compare_answers(judging *j, const dx_view *view, const char *text,
                            uint64_t seed, const dx_answer *want,
                            const dx_answer *got)
{
    bool is_lost = got->truth == DX_ANSWER_UNDECIDED &&
                   strstr(got->why, "is not kept") != NULL;
    if (want->truth == DX_ANSWER_UNDECIDED || is_lost) {
        j->undecided++;
        return;
    }
    j->asked++;
    CHECK_THAT(got->truth == want->truth,
               "%s, seed %llu, seat %u, %u events: %s: %s, not %s (%s)",
               j->rules.game->name, (unsigned long long)seed, view->seat + 1,
               view->count, text, dx_truth_text(got->truth),
               dx_truth_text(want->truth), got->why);
    j->believed += strcmp(got->engine, "belief") == 0;
    if (want->has_chance && got->has_chance && got->quality == DX_EXACT) {
        j->chances++;
        CHECK_THAT(dx_fraction_equal(want->chance, got->chance),
                   "%s, seed %llu, seat %u: %s: %lld/%lld, not %lld/%lld",
                   j->rules.game->name, (unsigned long long)seed,
                   view->seat + 1, text, (long long)got->chance.top,
                   (long long)got->chance.over, (long long)want->chance.top,
                   (long long)want->chance.over);
    }
}

// By the engine in question and, where it has some, with mechanisms that large
// games begin to need used at once.
static void ask_engine(judging *j, const dx_view *view, dx_formula f,
                       const char *text, uint64_t seed, const dx_answer *want)
{
    unsigned ways = strcmp(j->engine, "places") == 0 ? 2 : 1;
    for (unsigned i = 0; i < ways; i++) {
        dx_error error = {.message = ""};
        dx_answer got;
        dx_mechanisms at_once;
        dx_mechanisms_init(&at_once);
        CHECK(dx_mechanisms_switch(&at_once, "chains=1"));
        dx_ask_options count = {.engine = j->engine,
                                .assumption = &j->assumption,
                                .mechanisms = i == 1 ? &at_once : NULL};
        dx_status status = dx_ask_seat(j->store, view, f, &count, &got, &error);
        if (status == DX_ERR_UNSUPPORTED &&
            j->assumption.kind == DX_ASSUME_NONE)
            return; // places tell less well than histories whether it was a
                    // choice
        CHECK_THAT(status == DX_OK, "seed %llu, seat %u: %s: %s",
                   (unsigned long long)seed, view->seat + 1, text,
                   error.message);
        compare_answers(j, view, text, seed, want, &got);
        dx_answer_release(&got);
    }
}

static void compare(judging *j, const dx_view *view, const char *text,
                    uint64_t seed)
{
    dx_formula f;
    dx_error error = {.message = ""};
    dx_answer want;
    CHECK_THAT(dx_parse(j->store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    dx_ask_options list = {.engine = "histories",
                           .worlds_max = 6000,
                           .assumption = &j->assumption};
    dx_status judge = dx_ask_seat(j->store, view, f, &list, &want, &error);
    if (judge == DX_ERR_UNSUPPORTED)
        return; // chances that are not defined
    CHECK_THAT(judge == DX_OK, "seed %llu, seat %u: %s: %s",
               (unsigned long long)seed, view->seat + 1, text, error.message);
    ask_engine(j, view, f, text, seed, &want);
    dx_answer_release(&want);
}

static void ask_all(judging *j, const dx_view *view, const dx_view *public,
                    uint64_t seed, dx_random *random)
{
    unsigned turn = dx_turn_of(&j->rules, view->seen, view->count);
    for (const dx_form *form = dx_forms; form->pattern != NULL; form++) {
        dx_text text = {0};
        if (dx_question_draw(form, NULL, public, view->seat, turn, random,
                             &text))
            compare(j, view, dx_text_string(&text), seed);
        dx_text_release(&text);
    }
}

// A game by the assumed policies, with a slip now and then.
static dx_event *play_by_policy(const judging *j, uint64_t seed, unsigned moves,
                                unsigned *out_count)
{
    dx_deal *deal = dx_deal_new(&j->rules, seed, 5);
    dx_match *match = dx_match_new(&j->rules, deal);
    dx_random random = dx_random_named(seed, 1, 7);
    for (; moves > 0 && dx_match_turn(match) != DX_OVER; moves--) {
        unsigned seat = dx_match_turn(match), count;
        const dx_event *list;
        const dx_view *view = dx_match_view(match, seat);
        const dx_policy *policy = &j->assumption.policy[seat];
        count = dx_match_moves(match, &list);
        dx_event move = list[dx_random_below(&random, count)];
        if (policy->agent != NULL && dx_random_below(&random, 8) > seed % 3) {
            dx_thought thought = {.random = &random};
            dx_mind *mind = dx_mind_new(policy, view);
            move = dx_mind_choose(mind, view, &thought);
            dx_mind_free(mind);
        }
        CHECK_EQ(dx_match_play(match, seat, move, NULL, NULL), DX_OK);
    }
    const dx_event *events = dx_match_events(match, out_count);
    dx_event *copy = dx_copy(events, *out_count * sizeof *copy);
    dx_match_free(match);
    dx_deal_free(deal);
    return copy;
}

typedef void asking(judging *j, const dx_view *view, const dx_view *public,
                    uint64_t seed, dx_random *random);

static void judge_by(judging *j, uint64_t seed, asking *ask)
{
    CHECKING_SEED(seed);
    dx_random random = dx_random_named(seed, 0, 7);
    unsigned count, moves = (unsigned)dx_random_below(&random, MOVES_MAX);
    bool by_policy = strcmp(j->engine, "belief") == 0;
    dx_event *past = by_policy ? play_by_policy(j, seed, moves, &count)
                               : dx_twin_play(&j->rules, seed, moves, &count);
    unsigned seat = (unsigned)dx_random_below(&random, dx_players(&j->rules));
    dx_world world = {.past = past, .count = count};
    dx_eyes *eyes = dx_world_eyes(&j->rules, &world, seat);
    dx_eyes *bystander = dx_world_eyes(&j->rules, &world, DX_BYSTANDER);
    j->store = dx_formulas_new();
    ask(j, dx_eyes_view(eyes), dx_eyes_view(bystander), seed, &random);
    dx_eyes_free(bystander);
    dx_formulas_free(j->store);
    dx_eyes_free(eyes);
    dx_free(past);
}

static void judge_position(judging *j, uint64_t seed)
{
    judge_by(j, seed, ask_all);
}

// A few positions of each, and many in the long tests; JUDGE_SEEDS=300 asks a
// hundred thousand questions.
static unsigned seeds_wanted(void)
{
    const char *text = getenv("JUDGE_SEEDS");
    return text != NULL ? (unsigned)strtoul(text, NULL, 10) : SAMPLE(2, 75);
}

static void tell_counts(const judging *j, const char *rules)
{
    CHECK_THAT(j->asked > j->undecided, "%s: %u answered, %u too large", rules,
               j->asked, j->undecided);
    if (getenv("JUDGE_COUNTS") != NULL)
        print_message("%s: %u answered, %u too large, %u chances\n", rules,
                      j->asked, j->undecided, j->chances);
}

static void judge_many(const char *rules, int assumption, unsigned seeds)
{
    if (SAMPLE(0, 1) == 0 && strstr(rules, "tiny") == NULL)
        return; // histories are many, and slow to judge by
    judging j = {.assumption = {.kind = (unsigned)assumption},
                 .engine = "places"};
    dx_error error;
    CHECK_THAT(dx_rules_parse(dx_tested_games(), rules, &j.rules, &error) ==
                   DX_OK,
               "%s: %s", rules, error.message);
    for (uint64_t seed = 0; seed < seeds; seed++)
        judge_position(&j, seed);
    tell_counts(&j, rules);
}

static void judge_under(const char *rules, int assumption)
{
    judge_many(rules, assumption, seeds_wanted());
}

static void judge(const char *rules)
{
    judge_under(rules, DX_ASSUME_NONE);
}

TEST(questions_about_small_hanabi_are_answered_as_all_histories_answer_them)
{
    judge("hanabi(tiny)");
    judge("hanabi(players=2,colours=2,ranks=2,low=2,middle=1,high=1,hand=2)");
    judge("hanabi(players=3,colours=2,ranks=2,low=2,high=2,hand=1)");
}

// A question of this position asks for two places that hold the only card of a
// kind.
TEST(a_card_is_not_in_two_places_in_the_cases_of_a_mind)
{
    judging j = {.engine = "places"};
    dx_error error;
    CHECK_EQ(
        dx_rules_parse(dx_tested_games(), "hanabi(tiny)", &j.rules, &error),
        DX_OK);
    judge_position(&j, 34);
}

// Questions in which two minds are nearly the same, kinds swapped or not.
static void ask_of_twins(judging *j, const dx_view *view, const dx_view *public,
                         uint64_t seed, dx_random *random)
{
    static const char *const twins[] = {
        "K[1](K[2] duplicate(2,1) | ~M[2] duplicate(2,1))",
        "P[2](M[1] duplicate(1,2)) - P[2](K[1] duplicate(1,2)) > 1/3",
        "M[2](Kw[1] duplicate(1,1) & ~K[1] duplicate(1,1))",
        "K[1](K[2] duplicate(1,1) <-> K[1] duplicate(1,1))",
        "M[1](M[2] duplicate(2,1) & ~([!duplicate(2,2)] M[2] duplicate(2,1)))",
        "K[1](([!holds(2,2,r1)] M[2] holds(2,1,r1)) <-> "
        "([!~holds(2,2,r1)] M[2] holds(2,1,r1)))",
        "K[2](M[1] holds(1,1,r1) <-> M[1] holds(1,1,y1))",
        "M[2](M[1] (holds(1,1,r1) & duplicate(1,2)) <-> "
        "M[1] (holds(1,1,y1) & duplicate(1,2)))",
        "P[1](P[2](duplicate(2,1) given duplicate(2,2)) > "
        "P[2](duplicate(2,2) given duplicate(2,1))) > 0",
        "M[1](P[2](holds(2,1,r1) given holds(2,2,r1)) < "
        "P[2](holds(2,1,r1) given ~holds(2,2,r1)))",
        "M[1](M[2] holds(2,1,r1) & ~M[2] holds(2,2,r1))",
        "K[2](M[1] (holds(1,1,r1) & holds(1,2,y1)) <-> "
        "M[1] (holds(1,1,r1) | holds(1,2,y1)))",
        "K[2](M[1] (P[2](duplicate(2,1)) > 1/9) <-> "
        "M[1] (P[2](duplicate(2,1)) > 2/3))",
        "K[2](M[1] (P[2](playable(2,1)) > P[2](playable(2,2))) <-> "
        "M[1] (P[2](playable(2,2)) > P[2](playable(2,1))))",
        "K[2](K[1] (duplicate(1,1) -> rank(1,1,1)) <-> "
        "K[1] (rank(1,1,1) -> duplicate(1,1)))",
        "K[1] M[2] K[1] (duplicate(1,1) | ~duplicate(2,1))",
        "K[2] M[1] Kw[2] (duplicate(1,1) | duplicate(2,2))",
        "P[1](K[2] M[1] ~duplicate(1,1)) = P[1](K[2] ~K[1] duplicate(1,1))",
    };
    (void)public;
    (void)random;
    for (unsigned i = 0; i < sizeof twins / sizeof *twins; i++)
        compare(j, view, twins[i], seed);
}

TEST(minds_that_differ_in_one_thing_are_not_taken_for_each_other)
{
    static const char *const decks[] = {
        "hanabi(tiny)", "hanabi(players=2,colours=3,ranks=1,low=2,hand=2)",
        "hanabi(players=2,colours=2,ranks=2,low=2,middle=1,high=1,hand=2)"};
    for (unsigned d = 0; d < sizeof decks / sizeof *decks; d++) {
        judging j = {.engine = "places"};
        dx_error error;
        CHECK_EQ(dx_rules_parse(dx_tested_games(), decks[d], &j.rules, &error),
                 DX_OK);
        for (uint64_t seed = 0; seed < SAMPLE(12, 200); seed++)
            judge_by(&j, seed, ask_of_twins);
    }
}

TEST(even_moves_weigh_small_hanabi_as_all_histories_weigh_it)
{
    static const char *const decks[] = {
        "hanabi(tiny)",
        "hanabi(players=2,colours=2,ranks=2,low=2,middle=1,high=1,hand=2)",
        "hanabi(players=2,colours=2,ranks=3,low=1,middle=1,high=1,hand=2,full="
        "yes)",
        "hanabi(players=2,colours=1,ranks=5,low=1,middle=1,high=1,hand=2,last="
        "3)",
        "hanabi(players=3,colours=2,ranks=2,low=2,high=2,hand=1)",
        "hanabi(players=2,colours=2,ranks=2,low=2,hand=2,empty=yes)",
        "hanabi(players=2,colours=2,ranks=2,low=2,hand=2,open=yes)"};
    for (unsigned i = 0; i < sizeof decks / sizeof *decks; i++)
        judge_under(decks[i], DX_ASSUME_UNIFORM);
    // At many positions of so small a deck the weights are even after all.
    judge_many(decks[0], DX_ASSUME_UNIFORM, 4 * seeds_wanted());
}

TEST(questions_about_small_kemps_are_answered_as_all_histories_answer_them)
{
    judge("kemps(tiny)");
    judge("kemps(players=2,from=1,to=3,suits=2,hand=2,table=1)");
    judge("kemps(players=3,from=1,to=2,suits=4,hand=2,table=1,idle=2)");
}

TEST(questions_about_small_clue_are_answered_as_all_histories_answer_them)
{
    static const char *const decks[] = {
        "clue(tiny)", "clue(small)",
        "clue(players=3,suspects=2,weapons=2,rooms=3)"};
    for (unsigned i = 0; i < sizeof decks / sizeof *decks; i++) {
        judge(decks[i]);
        judge_under(decks[i], DX_ASSUME_UNIFORM);
    }
}

static void judge_policy(const char *rules, const char *assumed)
{
    judging j = {.engine = "belief"};
    dx_error error = {.message = ""};
    if (SAMPLE(0, 1) == 0 && strstr(rules, "tiny") == NULL)
        return; // as above
    CHECK_EQ(dx_rules_parse(dx_games(), rules, &j.rules, &error), DX_OK);
    CHECK_THAT(dx_assumption_parse(dx_agents(), assumed, &j.rules,
                                   &j.assumption, &error) == DX_OK,
               "%s: %s", assumed, error.message);
    for (uint64_t seed = 0; seed < seeds_wanted(); seed++)
        judge_position(&j, seed);
    CHECK_THAT(j.believed > j.undecided,
               "%s, %s: %u answered by weighed worlds, %u too large", rules,
               assumed, j.believed, j.undecided);
    if (getenv("JUDGE_COUNTS") != NULL)
        print_message("%s, %s: %u answered, %u by weighed worlds, %u too "
                      "large, %u chances\n",
                      rules, assumed, j.asked, j.believed, j.undecided,
                      j.chances);
}

TEST(belief_about_small_hanabi_is_that_of_all_histories)
{
    judge_policy("hanabi(tiny)", "info");
    judge_policy("hanabi(tiny)", "lapse(report,1/20)");
    judge_policy("hanabi(tiny)", "info,uniform");
    judge_policy("hanabi(tiny)", "truthful(info)");
    judge_policy("hanabi(tiny)", "info; best");
    judge_policy("hanabi(tiny)", "uniform; reset");
    judge_policy("hanabi(tiny)", "mixture(info,report,stranger)");
}

TEST(belief_about_small_kemps_is_that_of_all_histories)
{
    judge_policy("kemps(tiny)", "greedy");
    judge_policy("kemps(tiny)", "lapse(greedy,1/20)");
    judge_policy("kemps(tiny)", "kb-greedy,uniform");
    judge_policy("kemps(players=2,from=1,to=3,suits=2,hand=2,table=1)",
                 "greedy; best");
    judge_policy("kemps(players=3,from=1,to=2,suits=4,hand=2,table=1,idle=2)",
                 "kb-greedy; reset");
}

TEST(belief_about_small_clue_is_that_of_all_histories)
{
    judge_policy("clue(tiny)", "random");
    judge_policy("clue(tiny)", "lapse(detective(worlds=4),1/3)");
    if (SAMPLE(0, 1) == 0)
        return; // a detective thinks long about every history
    judge_policy("clue(tiny)", "detective");
    judge_policy("clue(tiny)", "uniform,detective,random; best");
}

TEST(questions_about_small_go_fish_are_answered_as_all_histories_answer_them)
{
    static const char *const decks[] = {
        "gofish(tiny)", "gofish(tiny,caught=shown)", "gofish(small)",
        "gofish(small,books=laid,caught=again,empty=ask)"};
    for (unsigned i = 0; i < sizeof decks / sizeof *decks; i++) {
        judge(decks[i]);
        judge_under(decks[i], DX_ASSUME_UNIFORM);
    }
    judge("gofish(small3)");
    judge("gofish(small,players=3,caught=again,empty=hand)");
}

// Hands are compared, shown and swapped: seats know cards together.  Packs of
// five to seven cards, all kinds between them.
TEST(questions_about_small_love_letters_are_answered_as_all_histories_answer)
{
    static const char *const decks[] = {
        "loveletter(tiny,players=2,high=0)",
        "loveletter(tiny,players=2,guards=2,high=0)",
        "loveletter(tiny,players=3,guards=2,high=0)",
        "loveletter(tiny,players=2,guards=2,pairs=0)",
        "loveletter(tiny,players=2,guards=0)"};
    for (unsigned i = 0; i < sizeof decks / sizeof *decks; i++)
        judge(decks[i]);
}

// Hands are compared, for all to hear or for two: announcements.
TEST(questions_about_what_is_no_bound_are_answered_as_all_histories_answer)
{
    judge("tattle(tiny)");
    judge_under("tattle(tiny,compares=0)", DX_ASSUME_UNIFORM);
    judge("tattle(small)");
    judge("tattle(tiny,players=3)");
}

// Cards are chosen unseen out of hands of several copies that came at several
// times, and stay, leave or travel on.
TEST(questions_about_small_parcels_are_answered_as_all_histories_answer_them)
{
    static const char *const decks[] = {
        "parcel(tiny)", "parcel(tiny2)", "parcel(small)",
        "parcel(players=3,ranks=3,copies=2,hand=1,turns=3)"};
    for (unsigned i = 0; i < sizeof decks / sizeof *decks; i++) {
        judge(decks[i]);
        judge_under(decks[i], DX_ASSUME_UNIFORM);
    }
}

// The same from a file: a flag for two, and a number for one.
TEST(what_a_file_tells_some_is_answered_as_all_histories_answer)
{
    static const char text[] =
        "game hush \"ask in a whisper\"\n"
        "param players = 2 in 2..3, limit = 3 in 1..60\n"
        "preset tiny \"players=2\"\n"
        "set rank = {low, mid, high}  pack card = rank x 2\n"
        "place hand(seat) seen by owner\n"
        "vars asked = 0\n"
        "let has(s: seat, c: card) = c in hand(s)\n"
        "let worth(s: seat) = sum c in hand(s): order(c)\n"
        "let turns = asked\n"
        "nature deal(card: card)\n"
        "phase asking: compare, ask\n"
        "start { for i in 1..2 { for s in seats { draw deal to hand(s) } }\n"
        "    then asking by 1 }\n"
        "def pass { asked := asked + 1\n"
        "    if asked >= limit { then over } else { then asking by left(who) "
        "}}\n"
        "verb compare(of: seat in others)\n"
        "    tells more: flag = worth(who) >= worth(of) seen by {who, of}\n"
        "    { pass }\n"
        "verb ask(of: seat in others, c: card)\n"
        "    tells n: number = count x in hand(of): (x = c) seen by who\n"
        "    { pass }\n"
        "score(s) = 0\n";
    dx_game *game = NULL;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_game_read(text, sizeof text - 1, &game, &error) == DX_OK,
               "%u:%u: %s", error.line, error.column, error.message);
    for (unsigned players = 2; players <= 3; players++) {
        judging j = {.rules = dx_rules_normal(game), .engine = "places"};
        j.rules.params.value[0] = (int)players;
        for (uint64_t seed = 0; seed < seeds_wanted(); seed++)
            judge_position(&j, seed);
        tell_counts(&j, "hush");
    }
    dx_game_free(game);
}

// What two of three ranks tell, and each hand of the other.
static void ask_of_common(judging *j, const dx_view *view,
                          const dx_view *public, uint64_t seed,
                          dx_random *random)
{
    static const char *const common[] = {
        "C[1,2] book(1,3)",
        "C[1,2] (has(2,a) | count(1,2) = 1)",
        "K[2] C[1,2] (open(1,3) | has(1,3) | has(2,a))",
        "C[1,2] (books(1) >= 1 | count(1,a) != 2)",
        "C[1,2] (has(1,2) <-> has(2,2))",
    };
    (void)public;
    (void)random;
    for (unsigned i = 0; i < sizeof common / sizeof *common; i++)
        compare(j, view, common[i], seed);
}

TEST(common_knowledge_of_small_go_fish_is_that_of_all_histories)
{
    judging j = {.engine = "places"};
    dx_error error;
    CHECK_EQ(
        dx_rules_parse(dx_tested_games(), "gofish(tiny)", &j.rules, &error),
        DX_OK);
    // With seed 408 both had nothing to ask, and each hand tells the other.
    for (uint64_t seed = 400; seed < 400 + SAMPLE(20, 1000); seed++)
        judge_by(&j, seed, ask_of_common);
}

TEST(belief_about_small_go_fish_is_that_of_all_histories)
{
    judge_policy("gofish(tiny)", "random");
    judge_policy("gofish(tiny)", "finish-fast");
    judge_policy("gofish(tiny)", "lapse(hoarding,1/3),closer-point; best");
    judge_policy("gofish(tiny,players=3,hand=1)", "exploration,uniform,random");
    judge_policy("gofish(small)", "lapse(finish-fast,1/10)");
    judge_policy("gofish(tiny)", "mixture(hoarding,closer-point)");
}

TEST(even_moves_of_three_players_weigh_go_fish_as_all_histories_weigh_it)
{
    judge_policy("gofish(tiny,players=3,hand=1)", "uniform");
    judge_policy("gofish(small3)", "uniform");
}

TEST(questions_about_small_yokai_are_answered_as_all_histories_answer_them)
{
    judge("yokai(tiny)");
    judge_under("yokai(tiny)", DX_ASSUME_UNIFORM);
}

TEST(questions_about_small_saboteur_are_answered_as_all_histories_answer_them)
{
    judge("saboteur(tiny)");
    judge("saboteur(tiny,claims=no,spare=no)");
}
