// Whole hands, way by way, and the general reckoner, which lays card by card:
// random questions of every form at decks of some twenty cards, where ranks are
// alike, must have the same answers and the same chances.  The general one is
// had by taking from the game the word that its hands are one thing.

#include "agents/agents.h"
#include "ask/value.h"
#include "base/memory.h"
#include "game/places.h"
#include "game/rules_list.h"
#include "game/twin.h"
#include "games/games.h"
#include "lab/questions.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "test.h"

#include <string.h>

typedef struct compared {
    dx_rules rules, by_cards;
    dx_game game; // of the second: the same, hands being many places
    dx_places places;
    dx_assumption assumption;
    dx_formulas *store;
    unsigned answered, chances;
} compared;

static dx_status ask(const compared *c, const dx_view *view, dx_formula f,
                     dx_answer *out)
{
    dx_error error;
    const dx_budget budget = {.steps_max = 300000};
    dx_ask_options options = {
        .engine = "places", .assumption = &c->assumption, .budget = &budget};
    return dx_ask_seat(c->store, view, f, &options, out, &error);
}

static void compare_answers(compared *c, const char *text, const dx_answer *a,
                            const dx_answer *b)
{
    if (a->truth == DX_ANSWER_UNDECIDED || b->truth == DX_ANSWER_UNDECIDED)
        return;
    c->answered++;
    CHECK_THAT(a->truth == b->truth, "%s: %s by hands, %s by cards", text,
               dx_truth_text(a->truth), dx_truth_text(b->truth));
    if (!a->has_chance || !b->has_chance || a->quality != DX_EXACT ||
        b->quality != DX_EXACT)
        return;
    c->chances++;
    CHECK_THAT(dx_fraction_equal(a->chance, b->chance),
               "%s: %lld/%lld by hands, %lld/%lld by cards", text,
               (long long)a->chance.top, (long long)a->chance.over,
               (long long)b->chance.top, (long long)b->chance.over);
}

static void compare_question(compared *c, const dx_view *hands,
                             const dx_view *cards, const char *text)
{
    dx_formula f;
    dx_error error = {.message = ""};
    dx_answer a, b;
    CHECK_THAT(dx_parse(c->store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    if (ask(c, hands, f, &a) != DX_OK)
        return;
    if (ask(c, cards, f, &b) == DX_OK) {
        compare_answers(c, text, &a, &b);
        dx_answer_release(&b);
    }
    dx_answer_release(&a);
}

// What is joined from many minds: the asker's own, another's, both.
static const char *const joined[] = {
    "P[1](forall x in ranks: Kw[1] has(2,x)) >= 1/2",
    "P[2](forall x in ranks: Kw[2] count(1,x) = count(2,x)) >= 1/2",
    "P[1](exists x in ranks: K[2] has(1,x)) > 1/3",
    "K[2] forall x in ranks: (M[1] has(2,x) | Kw[2] has(1,x))",
    "exists x in ranks: (K[1] has(2,x) & M[2] has(1,x))",
    "P[1](once exists x in ranks: K[2] has(1,x)) >= 1/2",
    "sofar forall x in ranks: (K[1] has(2,x) -> ~Kw[2] has(1,x))",
    "exists x in ranks: K[2] (M[1] has(2,x) & P[1](has(2,x)) >= 1/3)",
    "exists x in ranks: K[2] (M[1] prev has(2,x) & M[1] ~has(2,x))",
    "exists x in ranks: K[2] (M[1] has(2,x) -> M[1] prev ~has(2,x))",
    "exists x in ranks: P[1]((once K[1] has(2,x)) & sofar M[2] has(1,x)) > 1/3",
    "P[1](exists x in ranks: (has(1,x) & has(2,x))) >= 1/2",
    "P[2](exists x in ranks: (has(1,x) & has(2,x))) >= 1/2",
    "P[1](exists x in ranks: D[1,2] (has(1,x) & has(2,x))) >= 1/2",
    "K[2] M[1] forall x in ranks: (has(1,x) -> ~has(2,x))",
    "exists x in ranks: K[2] M[1] (has(2,x) & prev ~Kw[1] has(2,x))",
    "exists x in ranks: (M[2] has(1,x) & K[2] [?!has(1,x)] M[2] ~has(1,x))",
    "P[1](exists x in ranks: (P[2](has(1,x)) > 1/8 & P[2](has(1,x)) < 1/3)) > "
    "0",
    "P[1](exists x in ranks: (P[2](has(1,x)) > 1/3 & P[2](has(1,x)) < 1/2)) > "
    "0",
    "P[2](exists x in ranks: (P[1](has(2,x)) > 1/2 & P[1](has(2,x)) < 2/3)) > "
    "0",
    "P[2](exists x in ranks: (P[1](has(2,x)) > 2/3 & P[1](has(2,x)) < 1)) > 0",
    "P[1](exists x in ranks: ((P[2](has(1,x)) > 1/4 & P[2](has(1,x)) < 2/7) | "
    "(P[2](has(1,x)) > 3/7 & P[2](has(1,x)) < 4/9))) > 0",
    "P[2](exists x in ranks: ((P[1](has(2,x)) > 3/5 & P[1](has(2,x)) < 5/8) | "
    "(P[1](has(2,x)) > 3/4 & P[1](has(2,x)) < 4/5))) > 0",
    "forall x in ranks: (has(1,x) -> C[1,2] has(1,x))",
    "exists x in ranks: C[1,2] (has(1,x) & has(2,x))",
    "exists x in ranks: C[1,2] (~has(1,x) | ~has(2,x))",
};

// What another finds likely, from a least value to a most.
static void compare_ranges(compared *c, const dx_view *hands,
                           const dx_view *cards)
{
    static const char *const terms[] = {
        "P[1](has(2,a))",
        "P[2](has(1,a))",
        "P[1](count(2,2) = 1)",
        "P[2](count(1,3) = 1)",
        "P[2](has(1,a) | count(1,3) = 2)",
        "P[1](exists x in ranks: count(2,x) = 2)",
    };
    const dx_budget budget = {.steps_max = 3000000};
    dx_ask_options options = {
        .engine = "places", .assumption = &c->assumption, .budget = &budget};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        dx_formula f;
        dx_error error = {.message = ""};
        dx_value a, b;
        dx_lexer lexer;
        dx_lexer_init(&lexer, terms[i], strlen(terms[i]));
        CHECK_EQ(dx_parse_term(&lexer, c->store, &f, &error), DX_OK);
        CHECK_EQ(dx_ask_term_seat(c->store, hands, f, &options, &a, &error),
                 DX_OK);
        CHECK_EQ(dx_ask_term_seat(c->store, cards, f, &options, &b, &error),
                 DX_OK);
        if (a.has_range && b.has_range) {
            c->chances++;
            CHECK_THAT(dx_fraction_equal(a.least, b.least) &&
                           dx_fraction_equal(a.most, b.most),
                       "%s: %lld/%lld to %lld/%lld by hands, %lld/%lld to "
                       "%lld/%lld by cards",
                       terms[i], (long long)a.least.top,
                       (long long)a.least.over, (long long)a.most.top,
                       (long long)a.most.over, (long long)b.least.top,
                       (long long)b.least.over, (long long)b.most.top,
                       (long long)b.most.over);
        }
        dx_answer_release(&a.answer);
        dx_answer_release(&b.answer);
    }
}

static void compare_position(compared *c, uint64_t seed)
{
    enum { MOVES_MAX = 20 };
    CHECKING_SEED(seed);
    dx_random random = dx_random_named(seed, 0, 11);
    unsigned count, moves = (unsigned)dx_random_below(&random, MOVES_MAX);
    dx_event *past = dx_twin_play(&c->rules, seed, moves, &count);
    dx_world world = {.past = past, .count = count};
    unsigned seat = (unsigned)dx_random_below(&random, dx_players(&c->rules));
    dx_eyes *eyes = dx_world_eyes(&c->rules, &world, seat);
    dx_eyes *other = dx_world_eyes(&c->by_cards, &world, seat);
    dx_eyes *bystander = dx_world_eyes(&c->rules, &world, DX_BYSTANDER);
    const dx_view *view = dx_eyes_view(eyes);
    unsigned turn = dx_turn_of(&c->rules, view->seen, view->count);
    c->store = dx_formulas_new();
    for (const dx_form *form = dx_forms; form->pattern != NULL; form++) {
        dx_text text = {0};
        if (dx_question_draw(form, NULL, dx_eyes_view(bystander), seat, turn,
                             &random, &text))
            compare_question(c, view, dx_eyes_view(other),
                             dx_text_string(&text));
        dx_text_release(&text);
    }
    for (size_t i = 0; i < sizeof joined / sizeof *joined; i++)
        compare_question(c, view, dx_eyes_view(other), joined[i]);
    compare_ranges(c, view, dx_eyes_view(other));
    dx_formulas_free(c->store);
    dx_eyes_free(bystander);
    dx_eyes_free(other);
    dx_eyes_free(eyes);
    dx_free(past);
}

static void compare_deck(const char *rules, int assumption, uint64_t seeds)
{
    compared c = {.assumption = {.kind = (unsigned)assumption}};
    dx_error error = {.message = ""};
    CHECK_THAT(dx_rules_parse(dx_tested_games(), rules, &c.rules, &error) ==
                   DX_OK,
               "%s: %s", rules, error.message);
    c.places = *c.rules.game->places;
    c.places.ledger = NULL;
    c.game = *c.rules.game;
    c.game.places = &c.places;
    c.by_cards = c.rules;
    c.by_cards.game = &c.game;
    for (uint64_t seed = 0; seed < seeds; seed++)
        compare_position(&c, seed);
    CHECK_THAT(c.answered > 20 * seeds, "%s: only %u answered", rules,
               c.answered);
}

TEST(hands_way_by_way_answer_as_cards_laid_one_by_one_do)
{
    compare_deck("gofish(ranks=6,copies=3,hand=3)", DX_ASSUME_NONE,
                 SAMPLE(8, 60));
    compare_deck("gofish(ranks=8,copies=2,hand=4)", DX_ASSUME_NONE,
                 SAMPLE(6, 60));
    compare_deck("gofish(ranks=5,copies=4,hand=3,books=laid)", DX_ASSUME_NONE,
                 SAMPLE(6, 60));
}

TEST(what_two_hands_make_common_is_what_single_cards_do)
{
    compare_deck("gofish(ranks=3,copies=2,hand=2)", DX_ASSUME_NONE,
                 SAMPLE(20, 300));
}

TEST(hands_way_by_way_weigh_as_cards_laid_one_by_one_do)
{
    compare_deck("gofish(ranks=5,copies=3,hand=2)", DX_ASSUME_UNIFORM,
                 SAMPLE(6, 40));
}
