// A lens tells of hands what the worlds that the reference lists say: for every
// hand and kind the weight of those that have at least so many cards of it,
// whatever is assumed; and through other minds what all histories answer.

#include "agents/agents.h"
#include "ask/lens_hands.h"
#include "base/memory.h"
#include "game/twin.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "test.h"

enum { WORLDS_MAX = 4000 };

static dx_fraction listed(const dx_lens_hands *hands, const dx_worlds *worlds,
                          unsigned hand, unsigned kind, unsigned number)
{
    dx_fraction sum = dx_fraction_int(0), all = sum;
    int args[DX_TERM_ARGS] = {(int)hands->seat[hand], (int)kind};
    for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        all = dx_fraction_add(all, world.exact);
        if (dx_quantity_value(hands->quantity, world.table, args) >=
            (int)number)
            sum = dx_fraction_add(sum, world.exact);
    }
    return dx_fraction_divide(sum, all);
}

// Have both worlds the same numbers of cards in a hand?
static bool is_same_hand(const dx_lens_hands *hands, dx_world a, dx_world b)
{
    for (unsigned kind = 0; kind < hands->kinds; kind++) {
        int args[DX_TERM_ARGS] = {(int)hands->seat[0], (int)kind};
        if (dx_quantity_value(hands->quantity, a.table, args) !=
            dx_quantity_value(hands->quantity, b.table, args))
            return false;
    }
    return true;
}

// Where one hand is hidden, it may be made up in as many ways as are listed.
static void judge_ways(dx_lens *lens, const dx_lens_hands *hands,
                       const dx_worlds *worlds)
{
    size_t ways = 0;
    for (size_t i = 0; hands->count == 1 && i < dx_worlds_count(worlds); i++) {
        bool is_new = true;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = !is_same_hand(hands, dx_worlds_at(worlds, i),
                                   dx_worlds_at(worlds, k));
        ways += is_new;
    }
    dx_natural counted = dx_lens_hand_ways(lens);
    CHECK_EQ(dx_natural_value(&counted), (double)ways);
    dx_natural_release(&counted);
}

static unsigned judge_hands(dx_lens *lens, const dx_worlds *worlds)
{
    const dx_lens_hands *hands;
    unsigned judged = 0;
    CHECK_EQ(dx_lens_look_hands(lens, &hands, NULL), DX_OK);
    CHECK(hands->has_chances);
    judge_ways(lens, hands, worlds);
    for (unsigned h = 0; h < hands->count; h++)
        for (unsigned kind = 0; kind < hands->kinds; kind++)
            for (unsigned n = 1; n <= hands->most; n++) {
                dx_fraction chance =
                    dx_rational_fraction(dx_lens_hands_at(hands, h, kind, n));
                CHECK_EQ(dx_fraction_compare(chance,
                                             listed(hands, worlds, h, kind, n)),
                         0);
                judged++;
            }
    return judged;
}

static bool are_exact(const dx_worlds *worlds)
{
    for (size_t i = 0; i < dx_worlds_count(worlds); i++)
        if (dx_fraction_is_lost(dx_worlds_at(worlds, i).exact))
            return false;
    return true;
}

static unsigned judge_seat(const dx_rules *rules,
                           const dx_assumption *assumption,
                           const dx_event *past, unsigned count, unsigned seat)
{
    dx_consider_options options = {.assumption = assumption,
                                   .worlds_max = WORLDS_MAX};
    dx_worlds *worlds = dx_worlds_new(rules, seat, &options);
    dx_eyes *eyes = dx_eyes_new(rules, seat);
    dx_lens *lens =
        dx_lens_new(rules, seat, &(dx_lens_options){.assumption = assumption});
    unsigned judged = 0, first;
    for (unsigned i = 0; i < count; i++) {
        dx_eyes_see(eyes, past[i]);
        const dx_view *view = dx_eyes_view(eyes);
        if (dx_worlds_follow(worlds, view->seen[i], NULL) != DX_OK)
            break;
        if (past[i].next == DX_NATURE ||
            dx_worlds_refuted(worlds, &first) > 0 || !are_exact(worlds))
            continue;
        CHECKING("seat %u, event %u", seat + 1, i);
        dx_lens_follow(lens, view);
        judged += judge_hands(lens, worlds);
    }
    dx_lens_free(lens);
    dx_eyes_free(eyes);
    dx_worlds_free(worlds);
    return judged;
}

static void judge(const char *deck, const char *assumed, unsigned seeds)
{
    unsigned judged = 0;
    dx_rules rules;
    dx_assumption assumption;
    dx_error error = {.message = ""};
    CHECK_EQ(dx_rules_parse(dx_games(), deck, &rules, NULL), DX_OK);
    CHECK_THAT(dx_assumption_parse(dx_agents(), assumed, &rules, &assumption,
                                   &error) == DX_OK,
               "%s: %s", assumed, error.message);
    for (uint64_t seed = 0; seed < seeds; seed++) {
        unsigned count;
        dx_event *past = dx_twin_play(&rules, seed, 12, &count);
        CHECKING("%s, %s, seed %llu", deck, assumed, (unsigned long long)seed);
        for (unsigned seat = 0; seat < dx_players(&rules); seat++)
            judged += judge_seat(&rules, &assumption, past, count, seat);
        dx_free(past);
    }
    CHECK_THAT(judged > 100, "%s, %s: only %u", deck, assumed, judged);
}

static const char *const decks[] = {
    "gofish(tiny)", "gofish(players=2,ranks=3,copies=2,hand=2)",
    "gofish(players=3,ranks=4,copies=2,hand=2)",
    "gofish(players=2,ranks=3,copies=3,hand=3)"};

TEST(a_lens_tells_of_each_hand_how_many_cards_of_a_kind_it_may_have)
{
    for (unsigned d = 0; d < sizeof decks / sizeof *decks; d++)
        judge(decks[d], "none", SAMPLE(6, 200));
}

TEST(how_many_cards_a_hand_may_have_depends_on_how_seats_are_taken_to_move)
{
    for (unsigned d = 0; d < sizeof decks / sizeof *decks; d++) {
        judge(decks[d], "uniform", SAMPLE(4, 100));
        judge(decks[d], "lapse(finish-fast,1/10)", SAMPLE(2, 40));
    }
}

TEST(where_worlds_are_too_many_to_weigh_a_lens_says_so)
{
    dx_rules rules;
    dx_assumption assumption;
    unsigned count;
    CHECK_EQ(dx_rules_parse(dx_games(), decks[2], &rules, NULL), DX_OK);
    CHECK_EQ(dx_assumption_parse(dx_agents(), "finish-fast", &rules,
                                 &assumption, NULL),
             DX_OK);
    dx_event *past = dx_twin_play(&rules, 2, 2, &count);
    dx_eyes *eyes = dx_eyes_new(&rules, 0);
    for (unsigned i = 0; i < count; i++)
        dx_eyes_see(eyes, past[i]);
    dx_lens *lens = dx_lens_new(
        &rules, 0,
        &(dx_lens_options){.assumption = &assumption, .worlds_max = 1});
    const dx_lens_hands *hands;
    const dx_lens_board *board;
    dx_lens_follow(lens, dx_eyes_view(eyes));
    CHECK_EQ(dx_lens_look_hands(lens, &hands, NULL), DX_OK);
    CHECK_EQ(dx_lens_look(lens, &board, NULL), DX_OK);
    CHECK(!hands->has_chances && board->unweighed != NULL && board->bits < 0);
    dx_lens_free(lens);
    dx_eyes_free(eyes);
    dx_free(past);
}

// ---- other minds ----

static dx_truth ask(const dx_view *view, const char *text)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_answer answer;
    CHECK_THAT(dx_parse(store, text, &f, NULL) == DX_OK, "%s", text);
    CHECK_EQ(dx_ask_seat(store, view, f,
                         &(dx_ask_options){.engine = "histories"}, &answer,
                         NULL),
             DX_OK);
    dx_truth truth = answer.truth;
    dx_answer_release(&answer);
    dx_formulas_free(store);
    return truth;
}

// "K[2] M[1] " and so on, or with the denial at its end.
static dx_truth ask_through(const dx_lens *lens, const char *hand,
                            const char *kind, unsigned number, bool denies)
{
    const dx_lens_options *how = dx_lens_how(lens);
    dx_text text = {0};
    for (size_t i = 0; i < how->depth; i++)
        dx_text_printf(&text, "%s[%u] ",
                       i + 1 < how->depth ? "K"
                       : denies           ? "~M"
                                          : "M",
                       how->path[i] + 1);
    dx_text_printf(&text, "(count(%s,%s) = %u)", hand, kind, number);
    dx_truth truth = ask(dx_lens_view(lens), dx_text_string(&text));
    dx_text_release(&text);
    return truth;
}

static void judge_number(const dx_lens *lens, const dx_hand_numbers *numbers,
                         const char *hand, const char *kind, unsigned number)
{
    bool sure = numbers->sure >> number & 1;
    bool perhaps = numbers->perhaps >> number & 1;
    CHECK_THAT((numbers->undecided >> number & 1) == 0, "count(%s,%s) = %u",
               hand, kind, number);
    dx_truth with = ask_through(lens, hand, kind, number, false);
    dx_truth without = ask_through(lens, hand, kind, number, true);
    CHECK_THAT(sure == (with == DX_ANSWER_YES), "count(%s,%s) = %u", hand, kind,
               number);
    CHECK_THAT((!sure && !perhaps) == (without == DX_ANSWER_YES),
               "count(%s,%s) = %u", hand, kind, number);
}

static unsigned judge_deep(const dx_rules *rules, const dx_event *past,
                           unsigned count, unsigned seat,
                           const dx_lens_options *how)
{
    dx_eyes *eyes = dx_eyes_new(rules, seat);
    for (unsigned i = 0; i < count; i++)
        dx_eyes_see(eyes, past[i]);
    dx_lens *lens = dx_lens_new(rules, seat, how);
    const dx_lens_hands *hands;
    unsigned judged = 0;
    dx_lens_follow(lens, dx_eyes_view(eyes));
    CHECK_EQ(dx_lens_look_hands(lens, &hands, NULL), DX_OK);
    CHECK(hands->is_deep && hands->count == dx_players(rules) - 1);
    for (unsigned h = 0; h < hands->count; h++)
        for (unsigned k = 0; k < hands->kinds; k++)
            for (unsigned n = 0; n < 4; n++) {
                dx_text hand = {0}, kind = {0};
                dx_type_say(rules, "seat", hands->seat[h], &hand);
                dx_type_say(rules, hands->quantity->type[1], k, &kind);
                judge_number(lens, dx_lens_hands_numbers(hands, h, k),
                             dx_text_string(&hand), dx_text_string(&kind), n);
                dx_text_release(&hand);
                dx_text_release(&kind);
                judged++;
            }
    dx_lens_free(lens);
    dx_eyes_free(eyes);
    return judged;
}

TEST(through_minds_a_lens_tells_which_numbers_of_cards_are_held_possible)
{
    static const char *const small[] = {
        "gofish(tiny)", "gofish(players=2,ranks=3,copies=2,hand=2)",
        "gofish(players=3,ranks=3,copies=2,hand=1)"};
    for (unsigned d = 0; d < sizeof small / sizeof *small; d++) {
        dx_rules rules;
        unsigned judged = 0;
        CHECK_EQ(dx_rules_parse(dx_games(), small[d], &rules, NULL), DX_OK);
        unsigned last = dx_players(&rules) - 1;
        for (uint64_t seed = 0; seed < SAMPLE(3, 30); seed++) {
            unsigned count;
            dx_event *past =
                dx_twin_play(&rules, seed, 1 + (unsigned)seed % 6, &count);
            CHECKING("%s, seed %llu", small[d], (unsigned long long)seed);
            judged +=
                judge_deep(&rules, past, count, 0,
                           &(dx_lens_options){.depth = 1, .path = {last}});
            judged +=
                judge_deep(&rules, past, count, last,
                           &(dx_lens_options){.depth = 2, .path = {0, last}});
            dx_free(past);
        }
        CHECK(judged > 20);
    }
}

// Where all are not told, those that are must still be right: a question that
// is asked alone has more steps.
TEST(at_full_size_what_a_lens_tells_of_other_minds_is_what_is_answered)
{
    dx_rules rules;
    unsigned count, judged = 0;
    CHECK_EQ(dx_rules_parse(dx_games(), "gofish", &rules, NULL), DX_OK);
    dx_event *past = dx_twin_play(&rules, 4, 5, &count);
    dx_eyes *eyes = dx_eyes_new(&rules, 0);
    for (unsigned i = 0; i < count; i++)
        dx_eyes_see(eyes, past[i]);
    dx_lens *lens =
        dx_lens_new(&rules, 0, &(dx_lens_options){.depth = 1, .path = {1}});
    const dx_lens_hands *hands;
    dx_lens_follow(lens, dx_eyes_view(eyes));
    CHECK_EQ(dx_lens_look_hands(lens, &hands, NULL), DX_OK);
    CHECK_EQ(hands->count, 1);
    for (unsigned k = 0; k < hands->kinds; k++)
        for (unsigned n = 0; n <= 4; n++) {
            const dx_hand_numbers *numbers = dx_lens_hands_numbers(hands, 0, k);
            const dx_lens_answer *answer;
            dx_text text = {0};
            dx_text_add(&text, "M[2] (count(1,");
            dx_type_say(&rules, hands->quantity->type[1], k, &text);
            dx_text_printf(&text, ") = %u)", n);
            CHECK_EQ(dx_lens_ask(lens, dx_text_string(&text), &answer, NULL),
                     DX_OK);
            if ((numbers->undecided >> n & 1) == 0)
                CHECK_THAT(answer->answer.truth ==
                               (numbers->sure >> n & 1      ? DX_ANSWER_YES
                                : numbers->perhaps >> n & 1 ? DX_ANSWER_OPEN
                                                            : DX_ANSWER_NO),
                           "%s", dx_text_string(&text));
            judged += (numbers->undecided >> n & 1) == 0;
            dx_text_release(&text);
        }
    CHECK_THAT(judged > 30, "only %u", judged);
    dx_lens_free(lens);
    dx_eyes_free(eyes);
    dx_free(past);
}

TEST(the_ways_of_a_hidden_hand_are_counted_at_every_turn_of_a_full_game)
{
    dx_rules rules;
    unsigned count, counted = 0;
    CHECK_EQ(dx_rules_parse(dx_games(), "gofish", &rules, NULL), DX_OK);
    for (uint64_t seed = 0; seed < SAMPLE(1, 20); seed++) {
        dx_event *past = dx_twin_play(&rules, seed, 1000, &count);
        dx_eyes *eyes = dx_eyes_new(&rules, 0);
        dx_lens *lens = dx_lens_new(&rules, 0, &(dx_lens_options){0});
        for (unsigned i = 0; i < count; i++) {
            dx_eyes_see(eyes, past[i]);
            if (past[i].next == DX_NATURE)
                continue;
            CHECKING("seed %llu, event %u", (unsigned long long)seed, i);
            dx_lens_follow(lens, dx_eyes_view(eyes));
            dx_natural ways = dx_lens_hand_ways(lens);
            CHECK(!dx_natural_is_zero(&ways));
            dx_natural_release(&ways);
            counted++;
        }
        dx_lens_free(lens);
        dx_eyes_free(eyes);
        dx_free(past);
    }
    CHECK(counted > 40);
}
