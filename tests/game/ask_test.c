// Formulas asked of games: what a seat knows, what it knows that others know,
// what is public, what was known before, and how sure one may be.

#include "ask/ask.h"
#include "game/match.h"
#include "game/say.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// A game of a small Hanabi: two colours, two ranks, five cards.
typedef struct scene {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_formulas *store;
} scene;

static scene open_scene(const char *rules, uint64_t number)
{
    scene s = {.store = dx_formulas_new()};
    dx_error error = {.message = ""};
    CHECK_THAT(dx_rules_parse(dx_games(), rules, &s.rules, &error) == DX_OK,
               "%s", error.message);
    s.deal = dx_deal_new(&s.rules, 1, number);
    s.match = dx_match_new(&s.rules, s.deal);
    return s;
}

static void close_scene(scene *s)
{
    dx_match_free(s->match);
    dx_deal_free(s->deal);
    dx_formulas_free(s->store);
}

static void play(scene *s, const char *text)
{
    unsigned seat = dx_match_turn(s->match);
    dx_event move;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_read_move(dx_match_view(s->match, seat), text, &move,
                            &error) == DX_OK,
               "%s: %s", text, error.message);
    CHECK_EQ(dx_match_play(s->match, seat, move, NULL, NULL), DX_OK);
}

static dx_formula read(scene *s, const char *text)
{
    dx_formula f;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_parse(s->store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    return f;
}

static dx_answer ask_full(scene *s, unsigned seat, const char *text)
{
    static const char *const names[] = {"anne", "bob", "cath", "dan", "eve"};
    dx_answer answer;
    dx_error error = {.message = ""};
    dx_status status = dx_ask_seat(
        s->store, dx_match_view(s->match, seat), read(s, text),
        &(dx_ask_options){.names = names, .examples = true, .counts = true},
        &answer, &error);
    CHECK_THAT(status == DX_OK, "%s: %s", text, error.message);
    return answer;
}

static const char *ask(scene *s, unsigned seat, const char *text)
{
    dx_answer answer = ask_full(s, seat, text);
    const char *truth = dx_truth_text(answer.truth);
    dx_answer_release(&answer);
    return truth;
}

static const char *above(scene *s, const char *text)
{
    dx_answer answer;
    dx_error error = {.message = ""};
    dx_moment moment = {.rules = &s->rules};
    moment.past = dx_match_events(s->match, &moment.count);
    dx_status status = dx_ask_above(s->store, &moment, read(s, text),
                                    &(dx_ask_options){0}, &answer, &error);
    CHECK_THAT(status == DX_OK, "%s: %s", text, error.message);
    const char *truth = dx_truth_text(answer.truth);
    dx_answer_release(&answer);
    return truth;
}

static const char small[] = "hanabi(players=2,colours=2,ranks=2,low=1,"
                            "middle=1,high=1,hand=1,tokens=3)";

// Four cards r1 r2 y1 y2, one in each hand.  A seat sees one of them, so its
// own is one of three others.
TEST(a_seat_knows_the_other_hand_and_not_its_own)
{
    scene s = open_scene(small, 1);
    CHECK_TEXT(ask(&s, 0, "exists c in card: K[1] holds(2,1,c)"), "yes");
    CHECK_TEXT(ask(&s, 0, "exists c in card: K[1] holds(1,1,c)"), "no");
    CHECK_TEXT(ask(&s, 0, "exists c in card: holds(1,1,c)"), "yes");
    dx_answer answer = ask_full(&s, 0, "playable(1,1)");
    CHECK_EQ(answer.worlds, 3);
    CHECK_EQ(answer.truth, DX_ANSWER_OPEN);
    CHECK(answer.example != NULL && answer.counterexample != NULL);
    dx_answer_release(&answer);
    close_scene(&s);
}

// After "bob, this is red": bob knows its colour, everybody knows that he
// does, and a turn ago he did not.
TEST(a_hint_makes_its_news_public)
{
    scene s = open_scene(small, 1);
    const char *colour =
        strcmp(above(&s, "colour(2,1,red)"), "yes") == 0 ? "red" : "yellow";
    char hint[30], text[200];
    snprintf(hint, sizeof hint, "hint 2 %s", colour);
    play(&s, hint);

    snprintf(text, sizeof text, "public colour(2,1,%s)", colour);
    CHECK_TEXT(ask(&s, 1, text), "yes");
    snprintf(text, sizeof text, "C[1,2] K[bob] colour(bob,1,%s)", colour);
    CHECK_TEXT(ask(&s, 0, text), "yes");
    snprintf(text, sizeof text, "learned[2] colour(2,1,%s)", colour);
    CHECK_TEXT(ask(&s, 1, text), "yes");
    CHECK_TEXT(ask(&s, 0, text), "yes");
    snprintf(text, sizeof text, "prev K[2] colour(2,1,%s)", colour);
    CHECK_TEXT(ask(&s, 0, text), "no");
    // What is known now of then differs from what was known then.
    snprintf(text, sizeof text, "K[2](colour(2,1,%s)@0)", colour);
    CHECK_TEXT(above(&s, text), "yes");
    snprintf(text, sizeof text, "(K[2] colour(2,1,%s))@0", colour);
    CHECK_TEXT(above(&s, text), "no");
    close_scene(&s);
}

TEST(chances_count_the_deals)
{
    scene s = open_scene(small, 1);
    // Of the three cards left one is of the colour seen and two of the other.
    dx_answer answer = ask_full(&s, 0, "colour(1,1,red)");
    CHECK(answer.has_chance);
    CHECK(answer.chance.over == 3);
    dx_answer_release(&answer);
    CHECK_TEXT(ask(&s, 0, "P[1](colour(1,1,red)) > 0"), "yes");
    CHECK_TEXT(ask(&s, 0, "P[1](rank(1,1,1)) + P[1](rank(1,1,2)) = 1"), "yes");
    CHECK_TEXT(ask(&s, 0, "B[1] (rank(1,1,1) | rank(1,1,2))"), "yes");
    close_scene(&s);
}

TEST(the_value_of_a_term_can_be_asked)
{
    scene s = open_scene(small, 1);
    dx_moment moment = {.rules = &s.rules};
    moment.past = dx_match_events(s.match, &moment.count);
    dx_formula equation = read(&s, "2 * P[1](rank(1,1,1)) + tokens = 0");
    dx_fraction value;
    CHECK_EQ(dx_ask_value(s.store, &moment,
                          dx_formula_operand(s.store, equation, 0),
                          &(dx_ask_options){0}, &value, NULL, NULL),
             DX_OK);
    // One or two of the three unseen cards are ones.
    CHECK(dx_fraction_equal(value, dx_fraction_of(11, 3)) ||
          dx_fraction_equal(value, dx_fraction_of(13, 3)));
    close_scene(&s);
}

static void compare_sights(const dx_quantity *quantity, dx_match *match)
{
    const dx_rules *rules = dx_match_rules(match);
    int args[DX_TERM_ARGS] = {0};
    for (unsigned seat = 0; seat < dx_players(rules); seat++)
        CHECK_THAT(dx_quantity_value(quantity, dx_match_truth(match), args) ==
                       dx_quantity_value(
                           quantity, dx_match_view(match, seat)->sight, args),
                   "%s of %s is not in the sight of seat %u", quantity->name,
                   rules->game->name, seat + 1);
}

static void compare_fact(const dx_atom *atom, dx_match *match)
{
    const dx_rules *rules = dx_match_rules(match);
    int args[DX_TERM_ARGS] = {0};
    for (unsigned seat = 0; seat < dx_players(rules); seat++)
        CHECK_THAT(
            dx_atom_holds(atom, dx_match_truth(match), args) ==
                dx_atom_holds(atom, dx_match_view(match, seat)->sight, args),
            "%s of %s is not in the sight of seat %u", atom->name,
            rules->game->name, seat + 1);
}

TEST(facts_and_numbers_in_sight_are_those_of_the_truth)
{
    for (const dx_game *const *game = dx_games(); *game != NULL; game++) {
        dx_rules rules = dx_rules_normal(*game);
        dx_deal *deal = dx_deal_new(&rules, 1, 1);
        dx_match *match = dx_match_new(&rules, deal);
        dx_random random = dx_random_named(1, 1, 7);
        while (dx_match_turn(match) != DX_OVER) {
            const dx_quantity *quantity = (*game)->quantities;
            for (; quantity != NULL && quantity->name != NULL; quantity++)
                if (dx_quantity_is_in_sight(*game, quantity))
                    compare_sights(quantity, match);
            const dx_atom *atom = (*game)->atoms;
            for (; atom != NULL && atom->name != NULL; atom++)
                if (dx_atom_is_in_sight(*game, atom))
                    compare_fact(atom, match);
            const dx_event *moves;
            unsigned count = dx_match_moves(match, &moves);
            CHECK_EQ(
                dx_match_step(match, (unsigned)dx_random_below(&random, count)),
                DX_OK);
        }
        dx_match_free(match);
        dx_deal_free(deal);
    }
}

TEST(quantities_and_time_can_be_compared)
{
    scene s = open_scene(small, 1);
    CHECK_TEXT(ask(&s, 0, "tokens = 3 & score = 0 & now = 0"), "yes");
    CHECK_TEXT(ask(&s, 0, "pile(red) + pile(yellow) = score"), "yes");
    play(&s, "play 1");
    CHECK_TEXT(above(&s, "now = 1 & prev (now = 0)"), "yes");
    CHECK_TEXT(above(&s, "once tokens = 3 & sofar tokens = 3"), "yes");
    CHECK_TEXT(above(&s, "(prev prev true) | ~(prev prev true)"), "yes");
    CHECK_TEXT(above(&s, "prev prev true"), "no");
    close_scene(&s);
}

TEST(an_announcement_inside_a_question_restricts_what_is_nested)
{
    scene s = open_scene(small, 1);
    CHECK_TEXT(ask(&s, 0, "[!colour(1,1,red)] K[1] colour(1,1,red)"), "yes");
    CHECK_TEXT(ask(&s, 0, "[2 !colour(2,1,red)] Kw[1] Kw[2] colour(2,1,red)"),
               "yes");
    close_scene(&s);
}

TEST(a_question_too_large_is_undecided_and_says_why)
{
    scene s = open_scene("hanabi", 1);
    dx_budget budget = {.steps_max = 10};
    dx_answer answer;
    CHECK_EQ(dx_ask_seat(s.store, dx_match_view(s.match, 0),
                         read(&s, "D[1,2] playable(1,1)"),
                         &(dx_ask_options){.budget = &budget}, &answer, NULL),
             DX_OK);
    CHECK_EQ(answer.truth, DX_ANSWER_UNDECIDED);
    CHECK(strstr(answer.why, "more than 10 steps") != NULL);
    dx_answer_release(&answer);
    close_scene(&s);
}

TEST(wrong_questions_say_what_is_wrong)
{
    static const char *const cases[][2] = {
        {"K[7] true", "there is no seat '7'"},
        {"holds(1,1)", "takes 3 arguments"},
        {"holds(1,1,z9)", "'z9' is not a card"},
        {"nonsense", "has no fact 'nonsense'"},
        {"nonsense = 3", "has no quantity 'nonsense'"},
        {"true@5", "a turn from 0 to 0"},
        {"explicit[1] true", "belief base"},
        {"exists x in nowhere: true", "has no domain 'nowhere'"},
    };
    scene s = open_scene(small, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dx_answer answer;
        dx_error error = {.message = ""};
        dx_status status = dx_ask_seat(s.store, dx_match_view(s.match, 0),
                                       read(&s, cases[i][0]),
                                       &(dx_ask_options){0}, &answer, &error);
        CHECK_THAT(status != DX_OK && strstr(error.message, cases[i][1]),
                   "%s: %s", cases[i][0], error.message);
    }
    close_scene(&s);
}

// The judge: K by its definition, through the reference worlds of each seat.
static bool knows_by_definition(const dx_view *view, const dx_atom *atom,
                                const int *args, unsigned then)
{
    dx_worlds *worlds;
    bool all = true;
    CHECK_EQ(dx_consider(view, &(dx_consider_options){0}, &worlds, NULL),
             DX_OK);
    for (size_t i = 0; i < dx_worlds_count(worlds) && all; i++) {
        dx_world world = dx_worlds_at(worlds, i);
        if (then == DX_NONE) {
            all = dx_atom_holds(atom, world.table, args);
            continue;
        }
        dx_eyes *eyes = dx_world_eyes(view->rules, &world, then);
        all = knows_by_definition(dx_eyes_view(eyes), atom, args, DX_NONE);
        dx_eyes_free(eyes);
    }
    dx_worlds_free(worlds);
    return all;
}

// Random positions: K[1] f and K[1] K[2] f for every playable(seat, slot).
TEST(ask_agrees_with_the_definition_of_knowledge)
{
    for (uint64_t number = 0; number < 40; number++) {
        CHECKING("deal %u", (unsigned)number);
        scene s = open_scene(small, number);
        dx_random random = dx_random_named(number, 0, 7);
        for (unsigned turn = 0; turn < 3; turn++) {
            if (dx_match_turn(s.match) == DX_OVER)
                break;
            for (int seat = 0; seat < 2; seat++) {
                char text[100];
                int args[] = {seat, 0};
                const dx_atom *atom = s.rules.game->atoms;
                while (strcmp(atom->name, "playable") != 0)
                    atom++;
                const dx_view *view = dx_match_view(s.match, 0);
                snprintf(text, sizeof text, "K[1] playable(%d,1)", seat + 1);
                CHECK_THAT(knows_by_definition(view, atom, args, DX_NONE) ==
                               (strcmp(ask(&s, 0, text), "yes") == 0),
                           "deal %d turn %u: %s", (int)number, turn, text);
                snprintf(text, sizeof text, "K[1] K[2] playable(%d,1)",
                         seat + 1);
                CHECK_THAT(knows_by_definition(view, atom, args, 1) ==
                               (strcmp(ask(&s, 0, text), "yes") == 0),
                           "deal %d turn %u: %s", (int)number, turn, text);
            }
            const dx_event *moves;
            unsigned count = dx_match_moves(s.match, &moves);
            dx_event move = moves[dx_random_below(&random, count)];
            CHECK_EQ(dx_match_play(s.match, dx_match_turn(s.match), move, NULL,
                                   NULL),
                     DX_OK);
        }
        close_scene(&s);
    }
}

// Facts about one card, with and without the game's own reckoner.
static void compare_with_histories(const char *text, uint64_t number)
{
    CHECKING("deal %u", (unsigned)number);
    static const char *const questions[] = {
        "K[1] hand(2,2h)",    "K[1] ~hand(2,2h)",    "C[1,2] ~hand(1,3d)",
        "public ~hand(2,4h)", "C[1,2] on_table(5d)", "K[2] in_deck(3h)",
    };
    scene s = open_scene(text, number);
    dx_game plain = *s.rules.game;
    plain.reckoners = NULL;
    dx_rules slow = s.rules;
    slow.game = &plain;
    dx_random random = dx_random_named(number, 1, 7);
    for (unsigned turn = 0; turn < 3; turn++) {
        dx_moment moment = {.rules = &s.rules}, same = {.rules = &slow};
        moment.past = same.past = dx_match_events(s.match, &moment.count);
        same.count = moment.count;
        for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
            dx_answer fast, right;
            dx_formula f = read(&s, questions[i]);
            CHECK_EQ(dx_ask_above(s.store, &moment, f, &(dx_ask_options){0},
                                  &fast, NULL),
                     DX_OK);
            CHECK_EQ(dx_ask_above(s.store, &same, f, &(dx_ask_options){0},
                                  &right, NULL),
                     DX_OK);
            CHECK_THAT(fast.truth == right.truth, "deal %d turn %u: %s (%s)",
                       (int)number, turn, questions[i], fast.engine);
            dx_answer_release(&fast);
            dx_answer_release(&right);
        }
        const dx_event *moves;
        unsigned count = dx_match_moves(s.match, &moves);
        dx_event move = moves[dx_random_below(&random, count)];
        CHECK_EQ(
            dx_match_play(s.match, dx_match_turn(s.match), move, NULL, NULL),
            DX_OK);
    }
    close_scene(&s);
}

TEST(common_knowledge_of_a_card_is_what_all_histories_say)
{
    for (uint64_t number = 0; number < 8; number++)
        compare_with_histories("kemps(tiny)", number);
}

// The question of the paper at full size: 52 cards, three players.
TEST(common_knowledge_of_full_kemps_is_decided)
{
    scene s = open_scene("kemps(paper)", 1);
    CHECK_TEXT(above(&s, "C[1,2,3] ~hand(1,6s)"), "no");
    CHECK_TEXT(above(&s, "exists c in card: C[1,2,3] on_table(c)"), "yes");
    close_scene(&s);
}
