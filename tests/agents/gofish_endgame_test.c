// The last cards of Go Fish, played out by the planner.

#include "agents/gofish/endgame.h"
#include "agents/gofish/train_private.h"
#include "agents/typed.h"
#include "test.h"

static unsigned books_of(const dx_view *view)
{
    const dx_gofish *t = view->sight;
    unsigned books = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        books += t->count[view->seat][rank] == t->copies;
    return books;
}

// Looks at a moment of seat 1, who is told all cards; how many questions surely
// win there.
static unsigned check_shares(dx_gofish_table *table)
{
    const dx_gofish_notes *notes = dx_gofish_own_notes(table);
    const dx_view *view = dx_match_view(table->match, 0);
    const dx_gofish *t = dx_match_truth(table->match);
    double share[DX_GOFISH_PROSPECTS];
    unsigned sure = 0;
    dx_gofish_chances known = {{{0}}};
    dx_gofish_moment m;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        known.exactly[rank][t->count[1][rank]] = 1;
    dx_gofish_moment_read(notes, view, &m);
    dx_gofish_endgame(view, &known, DX_GOFISH_TYPE_FINISH, &m, share);
    for (unsigned i = 0; i < m.count; i++) {
        unsigned rank = m.asks[i].rank;
        CHECK(share[i] >= 0 && share[i] <= 1 + 1e-9);
        if (t->count[0][rank] + t->count[1][rank] == t->copies &&
            2 * (books_of(view) + 1) > t->ranks) {
            CHECK(share[i] > 1 - 1e-9);
            sure++;
        }
    }
    return sure;
}

TEST(a_question_that_is_known_to_make_the_winning_book_wins_in_every_case)
{
    dx_rules rules = rules_of("gofish(ranks=5,hand=3)");
    dx_policy own = policy_of("planner(beliefs=ranks)", &rules);
    dx_policy other = policy_of("finish-fast(beliefs=ranks)", &rules);
    const dx_policy *who[] = {&own, &other};
    unsigned seen = 0, sure = 0;
    for (unsigned game = 0; game < 60; game++) {
        dx_random random = dx_random_named(game, 0, 0);
        dx_gofish_table table;
        dx_gofish_sit_down(&table, &rules, 21, game, who);
        while (dx_match_turn(table.match) != DX_OVER) {
            const dx_view *view = dx_match_view(table.match, 0);
            if (dx_match_turn(table.match) == 0 && dx_gofish_is_endgame(view)) {
                sure += check_shares(&table);
                seen++;
            }
            dx_gofish_move(&table, &random);
        }
        dx_gofish_get_up(&table);
    }
    CHECK(seen > 20 && sure > 0);
}

TEST(other_house_rules_and_a_large_stock_are_no_endgame)
{
    dx_rules rules = rules_of("gofish(bicycle)");
    dx_deal *deal = dx_deal_new(&rules, 1, 1);
    dx_match *match = dx_match_new(&rules, deal);
    CHECK(!dx_gofish_is_endgame(dx_match_view(match, 0)));
    dx_match_free(match);
    dx_deal_free(deal);
    rules = rules_of("gofish");
    deal = dx_deal_new(&rules, 1, 1);
    match = dx_match_new(&rules, deal);
    CHECK(!dx_gofish_is_endgame(dx_match_view(match, 0)));
    dx_match_free(match);
    dx_deal_free(deal);
}
