// What a view can know, against formulas asked one by one.

#include "ask/ask.h"
#include "base/memory.h"
#include "game/match.h"
#include "games/games.h"
#include "games/parlour.h"
#include "logic/formula/parse.h"
#include "minds/know.h"
#include "test.h"

#include <string.h>

static dx_match *play(const dx_rules *rules, dx_deal *deal, uint64_t seed,
                      unsigned moves)
{
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(seed, 1, 2);
    const dx_event *list;
    for (unsigned i = 0; i < moves && dx_match_turn(match) != DX_OVER; i++) {
        unsigned count = dx_match_moves(match, &list);
        CHECK_EQ(
            dx_match_step(match, (unsigned)dx_random_below(&random, count)),
            DX_OK);
    }
    return match;
}

// One fact as a formula, asked of the same view.
static void check_fact(const dx_view *view, const dx_atom *atom, size_t number,
                       const dx_known *known)
{
    int args[DX_TERM_ARGS] = {0};
    dx_text text = {0};
    dx_fact_args(view->rules, atom, number, args);
    CHECK_EQ(dx_fact_number(view->rules, atom, args), number);
    dx_text_add(&text, atom->name);
    for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++) {
        dx_text_add_char(&text, i == 0 ? '(' : ',');
        dx_type_say(view->rules, atom->type[i], (unsigned)args[i], &text);
    }
    dx_text_add(&text, atom->type[0] != NULL ? ")" : "");
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_answer answer;
    CHECK_EQ(dx_parse(store, dx_text_string(&text), &f, NULL), DX_OK);
    CHECK_EQ(dx_ask_seat(store, view, f, &(dx_ask_options){0}, &answer, NULL),
             DX_OK);
    dx_truth truth = known->is_certain    ? DX_ANSWER_YES
                     : known->is_possible ? DX_ANSWER_OPEN
                                          : DX_ANSWER_NO;
    CHECK_THAT(answer.truth == truth, "%s: ask says %s", dx_text_string(&text),
               dx_truth_text(answer.truth));
    if (answer.has_chance)
        CHECK_THAT(known->has_chance &&
                       dx_fraction_equal(answer.chance, known->chance),
                   "%s: another chance", dx_text_string(&text));
    dx_answer_release(&answer);
    dx_formulas_free(store);
    dx_text_release(&text);
}

static unsigned check_view(const dx_view *view)
{
    dx_knower *knower;
    unsigned facts = 0;
    CHECK_EQ(dx_knower_new(view, &(dx_know_options){0}, &knower, NULL), DX_OK);
    for (const dx_atom *atom = view->rules->game->atoms; atom->name != NULL;
         atom++) {
        size_t count = 0;
        dx_known *known = dx_know(knower, atom, &count, NULL);
        CHECK(known != NULL);
        for (size_t i = 0; i < count; i++, facts++)
            check_fact(view, atom, i, &known[i]);
        dx_free(known);
    }
    dx_knower_free(knower);
    return facts;
}

static void check_game(const char *text, unsigned moves)
{
    const dx_game *all[8] = {&dx_parlour};
    for (unsigned i = 0; i < 6 && dx_games()[i] != NULL; i++)
        all[i + 1] = dx_games()[i];
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(all, text, &rules, NULL), DX_OK);
    for (uint64_t seed = 0; seed < 2; seed++) {
        CHECKING_SEED(seed);
        dx_deal *deal = dx_deal_new(&rules, seed, 0);
        dx_match *match = play(&rules, deal, seed, moves);
        for (unsigned seat = 0; seat < 2; seat++)
            CHECK(check_view(dx_match_view(match, seat)) > 0);
        dx_match_free(match);
        dx_deal_free(deal);
    }
}

TEST(what_can_be_known_is_what_asking_says_in_every_game)
{
    check_game("parlour(tiny)", 3);
    check_game("kemps(tiny)", 3);
    check_game("hanabi(players=2,colours=2,ranks=3,hand=2)", 4);
}

TEST(too_many_worlds_are_an_error_and_not_a_guess)
{
    const dx_game *all[] = {&dx_parlour, NULL};
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(all, "parlour", &rules, NULL), DX_OK);
    dx_deal *deal = dx_deal_new(&rules, 1, 0);
    dx_match *match = play(&rules, deal, 1, 4);
    dx_knower *knower = NULL;
    CHECK_EQ(dx_knower_new(dx_match_view(match, 0),
                           &(dx_know_options){.worlds_max = 3}, &knower, NULL),
             DX_ERR_LIMIT);
    dx_match_free(match);
    dx_deal_free(deal);
}
