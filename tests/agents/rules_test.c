// Agents from files of rules: as the ones in C, move for move and in their
// odds; and what is refused, where.

#include "agents/agents.h"
#include "agents/rules/rules.h"
#include "agents/typed.h"
#include "ask/ask.h"
#include "base/memory.h"
#include "game/match.h"
#include "game/say.h"
#include "games/games.h"
#include "games/hanabi/hanabi.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// The agent of examples/agents/FILE.
static dx_agent *agent_of(const char *name)
{
    char below[100];
    dx_text text = {0};
    dx_agent *agent = NULL;
    dx_error error = {.message = ""};
    snprintf(below, sizeof below, "../examples/agents/%s", name);
    CHECK_EQ(
        dx_text_read_file(dx_test_path(below), DX_RULE_FILE_MAX, &text, &error),
        DX_OK);
    CHECK_THAT(dx_rule_agent_read(dx_text_string(&text), text.length, NULL,
                                  dx_games(), &agent, &error) == DX_OK,
               "%s:%u:%u: %s", name, error.line, error.column, error.message);
    dx_text_release(&text);
    return agent;
}

static void check_odds(dx_mind *a, dx_mind *b, const dx_view *view)
{
    dx_event moves[DX_MOVES_MAX];
    static dx_fraction of_a[DX_MOVES_MAX], of_b[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    dx_mind_odds(a, view, count, moves, of_a);
    dx_mind_odds(b, view, count, moves, of_b);
    for (unsigned i = 0; i < count; i++)
        CHECK(dx_fraction_equal(of_a[i], of_b[i]));
}

static bool is_called(const dx_rules *rules, dx_event move, const char *verb)
{
    return verb != NULL &&
           strcmp(rules->game->verbs[move.verb].name, verb) == 0;
}

// Both choose with the same random numbers; the one in C moves.  Moves of the
// verb `but` are its own affair (NULL: none is).
static void compare_game(const dx_policy *in_c, const dx_policy *file,
                         const dx_rules *rules, uint64_t number,
                         const char *but)
{
    dx_deal *deal = dx_deal_new(rules, 17, number);
    dx_match *match = dx_match_new(rules, deal);
    dx_mind *minds[DX_SEATS_MAX][2];
    for (unsigned seat = 0; seat < dx_players(rules); seat++) {
        minds[seat][0] = dx_mind_new(in_c, dx_match_view(match, seat));
        minds[seat][1] = dx_mind_new(file, dx_match_view(match, seat));
    }
    for (unsigned turn = 0; dx_match_turn(match) != DX_OVER; turn++) {
        unsigned seat = dx_match_turn(match);
        const dx_view *view = dx_match_view(match, seat);
        dx_event move[2];
        CHECKING("game %u, turn %u", (unsigned)number, turn);
        for (unsigned i = 0; i < 2; i++) {
            dx_random random = dx_random_named(number, turn, 3);
            dx_thought thought = {.random = &random};
            move[i] = dx_mind_choose(minds[seat][i], view, &thought);
            if (is_called(rules, move[0], but)) {
                move[1] = move[0];
                break;
            }
        }
        dx_text said[2] = {{0}, {0}};
        for (unsigned i = 0; i < 2; i++)
            dx_say_move(rules, move[i], &said[i]);
        CHECK_THAT(dx_event_same(move[0], move[1]), "%s in C, %s by the file",
                   dx_text_string(&said[0]), dx_text_string(&said[1]));
        for (unsigned i = 0; i < 2; i++)
            dx_text_release(&said[i]);
        if (turn % 5 == 0 && !is_called(rules, move[0], but))
            check_odds(minds[seat][0], minds[seat][1], view);
        CHECK_EQ(dx_match_play(match, seat, move[0], NULL, NULL), DX_OK);
    }
    for (unsigned seat = 0; seat < dx_players(rules); seat++)
        for (unsigned i = 0; i < 2; i++)
            dx_mind_free(minds[seat][i]);
    dx_match_free(match);
    dx_deal_free(deal);
}

static void compare_but(const char *game, const char *in_c, const char *name,
                        unsigned games, const char *but)
{
    dx_agent *agent = agent_of(name);
    dx_rules rules = rules_of(game);
    dx_policy file = {.agent = agent}, other = policy_of(in_c, &rules);
    for (unsigned number = 0; number < games; number++)
        compare_game(&other, &file, &rules, number, but);
    dx_rule_agent_free(agent);
}

static void compare(const char *game, const char *in_c, const char *name,
                    unsigned games)
{
    compare_but(game, in_c, name, games, NULL);
}

TEST(the_reports_seven_steps_as_a_file_play_as_in_c)
{
    compare("hanabi(report,players=3)", "report", "hanabi-report.da",
            SAMPLE(1, 500));
    compare("hanabi(players=5)", "report", "hanabi-report.da", SAMPLE(1, 500));
}

// A game of the whole pack takes a second of this build; those of 1,000 games
// were compared by their records (docs/results/game-files.md).
TEST(kemps_greedy_as_a_file_plays_as_in_c)
{
    compare("kemps(limit=60)", "greedy", "kemps-greedy.da", SAMPLE(2, 150));
}

TEST(kemps_kb_greedy_as_a_file_plays_as_in_c)
{
    compare("kemps(limit=60)", "kb-greedy", "kemps-kb-greedy.da",
            SAMPLE(1, 300));
    compare("kemps(2-6,limit=60)", "kb-greedy", "kemps-kb-greedy.da",
            SAMPLE(5, 1000));
}

// What it asks is worth bits, which is no rule; what it shows, when it accuses
// and of what are rules.
TEST(clues_detective_as_a_file_shows_and_accuses_as_in_c)
{
    compare_but("clue", "detective", "clue-detective.da", SAMPLE(2, 500),
                "ask");
    compare_but("clue(small4)", "detective", "clue-detective.da",
                SAMPLE(3, 500), "ask");
}

static void weigh(const char *game, const char *in_c, const char *name)
{
    dx_agent *agent = agent_of(name);
    dx_rules rules = rules_of(game);
    dx_assumption assumed[2];
    const dx_agent *const list[] = {agent, NULL};
    CHECK_EQ(dx_assumption_parse(dx_agents(), in_c, &rules, &assumed[0], NULL),
             DX_OK);
    CHECK_EQ(dx_assumption_parse(list, in_c, &rules, &assumed[1], NULL), DX_OK);
    dx_policy policy = policy_of(in_c, &rules);
    dx_deal *deal = dx_deal_new(&rules, 23, 1);
    dx_match *match = dx_match_new(&rules, deal);
    dx_random random = dx_random_named(23, 1, 1);
    dx_thought thought = {.random = &random};
    for (unsigned turn = 0; turn < 5 && dx_match_turn(match) != DX_OVER;
         turn++) {
        unsigned seat = dx_match_turn(match);
        dx_mind *mind = dx_mind_new(&policy, dx_match_view(match, seat));
        dx_event move =
            dx_mind_choose(mind, dx_match_view(match, seat), &thought);
        CHECK_EQ(dx_match_play(match, seat, move, NULL, NULL), DX_OK);
        dx_mind_free(mind);
    }
    dx_worlds *worlds[2];
    for (unsigned i = 0; i < 2; i++)
        CHECK_EQ(dx_consider(dx_match_view(match, 0),
                             &(dx_consider_options){.assumption = &assumed[i]},
                             &worlds[i], NULL),
                 DX_OK);
    CHECK_EQ(dx_worlds_count(worlds[0]), dx_worlds_count(worlds[1]));
    for (size_t i = 0; i < dx_worlds_count(worlds[0]); i++)
        CHECK(dx_fraction_equal(dx_worlds_at(worlds[0], i).exact,
                                dx_worlds_at(worlds[1], i).exact));
    for (unsigned i = 0; i < 2; i++)
        dx_worlds_free(worlds[i]);
    dx_match_free(match);
    dx_deal_free(deal);
    dx_rule_agent_free(agent);
}

// Does the seat of the view know that it can play the card in a slot?
static bool knows_playable(const dx_view *view, unsigned slot)
{
    char text[60];
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_answer answer;
    snprintf(text, sizeof text, "playable(%u,%u)", view->seat + 1U, slot + 1);
    CHECK_EQ(dx_parse(store, text, &f, NULL), DX_OK);
    CHECK_EQ(dx_ask_seat(store, view, f, &(dx_ask_options){0}, &answer, NULL),
             DX_OK);
    bool knows = answer.truth == DX_ANSWER_YES;
    dx_answer_release(&answer);
    dx_formulas_free(store);
    return knows;
}

// A hint of the teller names a card that can be played, and whose holder does
// not know that.
static void check_news(dx_match *match, dx_event hint)
{
    const dx_hanabi *truth = dx_match_truth(match);
    unsigned to = hint.arg[0];
    uint32_t named = truth->of_clue[hint.arg[1]];
    bool is_news = false;
    for (unsigned slot = 0; slot < truth->size[to]; slot++) {
        unsigned kind = truth->hand[to][slot];
        is_news = is_news || ((named >> kind & 1) != 0 &&
                              dx_hanabi_playable(truth, kind) &&
                              !knows_playable(dx_match_view(match, to), slot));
    }
    CHECK(is_news);
}

TEST(the_teller_asks_what_others_know_and_tells_what_they_do_not)
{
    dx_agent *agent = agent_of("hanabi-teller.da");
    dx_rules rules = rules_of("hanabi(players=3)");
    dx_policy policy = {.agent = agent};
    unsigned hints = 0, score = 0, games = SAMPLE(3, 200);
    for (unsigned number = 0; number < games; number++) {
        dx_deal *deal = dx_deal_new(&rules, 29, number);
        dx_match *match = dx_match_new(&rules, deal);
        dx_random random = dx_random_named(29, number, 1);
        dx_mind *minds[3];
        for (unsigned seat = 0; seat < 3; seat++)
            minds[seat] = dx_mind_new(&policy, dx_match_view(match, seat));
        for (unsigned turn = 0; dx_match_turn(match) != DX_OVER; turn++) {
            unsigned seat = dx_match_turn(match);
            dx_reason reason = {.rule = ""};
            dx_thought thought = {.random = &random, .reason = &reason};
            CHECKING("game %u, turn %u", number, turn);
            dx_event move = dx_mind_choose(
                minds[seat], dx_match_view(match, seat), &thought);
            if (strcmp(reason.rule, "rank") == 0 ||
                strcmp(reason.rule, "colour") == 0) {
                check_news(match, move);
                hints++;
            }
            dx_reason_release(&reason);
            CHECK_EQ(dx_match_play(match, seat, move, NULL, NULL), DX_OK);
        }
        score += ((const dx_hanabi *)dx_match_truth(match))->score;
        for (unsigned seat = 0; seat < 3; seat++)
            dx_mind_free(minds[seat]);
        dx_match_free(match);
        dx_deal_free(deal);
    }
    CHECK(hints > 10 * games && score > 14 * games);
    dx_rule_agent_free(agent);
}

// Assumed, the file gives every world the weight that the one in C gives it.
TEST(a_file_that_is_assumed_weighs_worlds_as_the_agent_in_c)
{
    weigh("hanabi(tiny)", "report", "hanabi-report.da");
    weigh("kemps(tiny)", "greedy", "kemps-greedy.da");
    weigh("kemps(tiny)", "kb-greedy", "kemps-kb-greedy.da");
}

// The first move of the first seat of a game of Hanabi, by rules for it.
static void check_move(const char *rules_text, const char *expected)
{
    dx_rules rules = rules_of("hanabi");
    dx_deal *deal = dx_deal_new(&rules, 17, 1);
    dx_match *match = dx_match_new(&rules, deal);
    dx_random random = dx_random_named(17, 1, 1);
    dx_thought thought = {.random = &random};
    dx_text text = {0}, said = {0};
    dx_agent *agent;
    CHECKING("%s", rules_text);
    dx_text_printf(&text, "agent x \"h\" for hanabi\n%s\n\"b\": then discard 1",
                   rules_text);
    CHECK_EQ(dx_rule_agent_read(dx_text_string(&text), text.length, NULL,
                                dx_games(), &agent, NULL),
             DX_OK);
    dx_policy policy = {.agent = agent};
    dx_mind *mind = dx_mind_new(&policy, dx_match_view(match, 0));
    dx_say_move(&rules, dx_mind_choose(mind, dx_match_view(match, 0), &thought),
                &said);
    CHECK_TEXT(dx_text_string(&said), expected);
    dx_mind_free(mind);
    dx_rule_agent_free(agent);
    dx_text_release(&text);
    dx_text_release(&said);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(numbers_are_members_as_words_are)
{
    check_move("\"a\": for i in 2..3: then play i", "play 2");
    check_move("\"a\": for i in {2, 1}: then play i", "play 2");
    check_move("\"a\": for i in {me + 1, 1}: then play i", "play 1");
}

// Were the let's own j the rule's, no slot would be another than itself.
TEST(a_variable_of_a_let_steps_aside_for_an_argument_of_its_name)
{
    check_move("let besides(i) = count j in slots(me): (j != i)\n"
               "\"a\": for j in slots(me): if besides(j) >= 2 then play j",
               "play 1");
}

// Ten million ways, none of which goes through.
TEST(a_rule_that_takes_too_long_does_not_go_through)
{
    check_move("\"a\": for a in card: for b in card: for c in card: "
               "for d in card: for e in card: if a != a then play 2\n"
               "\"b\": then play 3",
               "play 3");
    check_move("\"a\": if exists a in card: exists b in card: "
               "exists c in card: exists d in card: exists e in card: a != a "
               "then play 2\n\"b\": then play 3",
               "play 3");
}

TEST(what_is_counted_is_reckoned_with_and_compared)
{
    check_move("\"a\": if (count i in slots(me): (i != 1)) + 1 = "
               "count i in slots(me): (i = i) then play 2",
               "play 2");
    check_move("\"a\": if me != 1 | 2 * tokens < 3 then play 2\n"
               "\"c\": if 1 = 1 then play 3",
               "play 3");
    check_move("\"a\": if me = 1 & tokens / 2 >= 4 then play 2", "play 2");
}

TEST(a_broken_file_of_rules_is_refused_with_its_place)
{
    static const struct {
        const char *text, *says;
        unsigned line, column;
    } cases[] = {
        {"", "agent", 1, 1},
        {"agent x", "what it does", 1, 8},
        {"agent x \"h\" for chess", "name of a game", 1, 17},
        {"agent x \"h\" for hanabi", "last rule", 1, 23},
        {"agent x \"h\" for hanabi\n\"a\": if tokens > 0 then play 1",
         "last rule", 2, 31},
        {"agent x \"h\" for hanabi\n\"a\": if tokens == 1 then play 1",
         "'equals' is written =", 2, 16},
        {"agent x \"h\" for clue\n\"a\": if 1 > 0 then end", "then any ask", 2,
         23},
        {"agent x \"h\" for hanabi\n\"a\": then fly 1", "verb", 2, 11},
        {"agent x \"h\" for hanabi\n\"a\": then play", "too few", 2, 11},
        {"agent x \"h\" for hanabi\n\"a\": if wet(me) then play 1\n",
         "nothing is called 'wet'", 2, 9},
        {"agent x \"h\" for hanabi\nlet f(i) = playable(me,i)\n\"a\": if f "
         "then "
         "play 1",
         "number of arguments", 3, 9},
        {"agent x \"h\" for kemps\nlet f(i) = exists q in rank: i in rank(q)",
         "'q' is a word", 2, 12},
        {"agent x \"h\" for hanabi\n\"a\": if playable(1) then play 1",
         "takes 2 arguments, not 1", 2, 9},
        {"agent x \"h\" for hanabi\n\"a\": if playable(me,i) then play 1",
         "there is no 'i'", 2, 9},
        {"agent x \"h\" for hanabi\n\"a\": for i in slots(me): then play j",
         "there is no 'j'", 2, 36},
        {"agent x \"h\" for hanabi\n\"a\": for i in sluts: then play i",
         "there is no 'sluts'", 2, 15},
        {"agent x \"h\" for kemps\n\"a\": for o in rank: if o in taken & "
         "on_table(o) then done",
         "'o' is a rank; expected a card", 2, 24},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        dx_agent *agent = NULL;
        dx_error error = {.message = ""};
        CHECKING("%s", cases[i].text);
        CHECK(dx_rule_agent_read(cases[i].text, strlen(cases[i].text), NULL,
                                 dx_games(), &agent, &error) != DX_OK);
        CHECK_THAT(strstr(error.message, cases[i].says) != NULL, "%s",
                   error.message);
        CHECK_EQ(error.line, cases[i].line);
        CHECK_EQ(error.column, cases[i].column);
    }
}
