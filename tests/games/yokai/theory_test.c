// The paper's theory, every fact at every time, on small games: what follows
// from it is what is on the table, and of the colours what counting leaves.

#include "game/deal.h"
#include "game/match.h"
#include "games/games.h"
#include "games/yokai/theory.h"
#include "test.h"

// Colourings of a small game, one after the other: does one agree with what
// the seat has seen and give the card the colour?
static bool is_possible(const dx_yokai *sight, unsigned card, unsigned colour)
{
    uint8_t left[DX_YOKAI_COLOURS] = {0};
    unsigned open = 0;
    if (sight->colour[card] < sight->colours)
        return sight->colour[card] == colour;
    for (unsigned c = 0; c < sight->colours; c++)
        left[c] = sight->copies;
    for (unsigned k = 0; k < sight->cards; k++)
        if (sight->colour[k] < sight->colours)
            left[sight->colour[k]]--;
        else
            open++;
    return open > 0 && left[colour] > 0;
}

static bool follows(dx_yokai_theory *y, dx_formula f)
{
    bool yes;
    CHECK_EQ(dx_base_implies(dx_yokai_theory_base(y), f, NULL, &yes, NULL),
             DX_OK);
    return yes;
}

static bool may_be(dx_yokai_theory *y, dx_formula f)
{
    bool found;
    CHECK_EQ(dx_base_find(dx_yokai_theory_base(y), 1, &f, NULL, &found, NULL),
             DX_OK);
    return found;
}

static void check_now(dx_yokai_theory *y, const dx_yokai *sight)
{
    bool consistent;
    CHECK_EQ(
        dx_base_is_consistent(dx_yokai_theory_base(y), NULL, &consistent, NULL),
        DX_OK);
    CHECK(consistent);
    for (unsigned card = 0; card < sight->cards; card++) {
        CHECK(follows(
            y, dx_yokai_theory_place(y, card, sight->board.square[card])));
        for (unsigned colour = 0; colour < sight->colours; colour++)
            CHECK_EQ(may_be(y, dx_yokai_theory_colour(y, card, colour)),
                     is_possible(sight, card, colour));
        for (unsigned hint = 0; hint < dx_yokai_hint_count(sight->colours);
             hint++)
            CHECK_EQ(follows(y, dx_yokai_theory_mark(y, card, hint)),
                     sight->mark[card] == hint);
    }
    for (unsigned hint = 0; hint < dx_yokai_hint_count(sight->colours); hint++)
        CHECK_EQ(follows(y, dx_yokai_theory_active(y, hint)),
                 sight->hint[hint] == DX_YOKAI_ACTIVE);
}

static void follow(const char *text, unsigned times, uint64_t seed)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), text, &rules, NULL), DX_OK);
    dx_deal *deal = dx_deal_new(&rules, 5, seed);
    dx_match *match = dx_match_new(&rules, deal);
    dx_random random = dx_random_named(seed, 9, 9);
    dx_yokai_theory *y = dx_yokai_theory_new(&rules, 0, times);
    unsigned seen = 0, actions = 0;
    for (;;) {
        const dx_view *view = dx_match_view(match, 0);
        for (; seen < view->count; seen++)
            CHECK(dx_yokai_theory_see(y, view->seen[seen]));
        if (actions > 0)
            check_now(y, view->sight);
        if (actions++ == times)
            break;
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves), choice;
        do
            choice = (unsigned)dx_random_below(&random, count);
        while (moves[choice].verb == DX_YOKAI_STOP ||
               moves[choice].verb == DX_YOKAI_STAY);
        CHECK_EQ(dx_match_step(match, choice), DX_OK);
    }
    CHECK(!dx_yokai_theory_see(y, dx_event_new(DX_YOKAI_LOOK, 0)));
    dx_yokai_theory_free(y);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(what_follows_from_the_papers_theory_of_yokai_is_what_is_on_the_table)
{
    for (uint64_t seed = 0; seed < SAMPLE(3, 60); seed++) {
        CHECKING_SEED(seed);
        follow("yokai(tiny-paper)", 8, seed);
    }
}

LONG_TEST(the_papers_theory_of_nine_yokai_cards_holds_for_a_turn)
{
    for (uint64_t seed = 0; seed < 3; seed++) {
        CHECKING_SEED(seed);
        follow("yokai(paper,nine)", 4, seed);
    }
}
