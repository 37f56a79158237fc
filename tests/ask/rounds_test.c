// In a round that is over all have seen the roles: questions about it are
// answered, by whoever asks, though the cards lie there no more.

#include "ask/ask.h"
#include "base/memory.h"
#include "game/twin.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "test.h"

static dx_truth ask(const dx_moment *moment, const char *text)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_answer answer;
    CHECK_THAT(dx_parse(store, text, &f, NULL) == DX_OK, "%s", text);
    CHECK_EQ(
        dx_ask_above(store, moment, f, &(dx_ask_options){0}, &answer, NULL),
        DX_OK);
    dx_truth truth = answer.truth;
    dx_answer_release(&answer);
    dx_formulas_free(store);
    return truth;
}

static void compare(const dx_moment *then, const dx_moment *now, unsigned seat)
{
    static const char *const later[][2] = {{"", "@1"},
                                           {"K[1] (", "@1)"},
                                           {"C[1,2] (", "@1)"},
                                           {"once (round = 1 & ", ")"}};
    dx_text fact = {0};
    dx_text_printf(&fact, "saboteur(%u)", seat + 1);
    dx_truth was = ask(then, dx_text_string(&fact));
    for (unsigned i = 0; i < sizeof later / sizeof *later; i++) {
        dx_text text = {0};
        dx_text_printf(&text, "%s%s%s", later[i][0], dx_text_string(&fact),
                       later[i][1]);
        CHECK_THAT(ask(now, dx_text_string(&text)) == was, "%s",
                   dx_text_string(&text));
        dx_text_release(&text);
    }
    dx_text_release(&fact);
}

TEST(who_was_a_saboteur_in_an_earlier_round_all_know)
{
    dx_rules rules;
    unsigned judged = 0;
    CHECK_EQ(dx_rules_parse(dx_games(),
                            "saboteur(players=2,rounds=3,distance=2,goals=2,"
                            "hand=2,deck=tiny)",
                            &rules, NULL),
             DX_OK);
    for (uint64_t seed = 0; seed < 6; seed++) {
        unsigned count, first;
        dx_event *past = dx_twin_play(&rules, seed, 1000, &count);
        CHECKING_SEED(seed);
        CHECK(dx_turn_events(&rules, past, count, 1, &first));
        dx_moment then = {&rules, past, first};
        // In the second round, in the third, and when all is over.
        for (unsigned part = 1; part <= 3; part++) {
            unsigned turn = dx_turn_of(&rules, past, count) * part / 3, events;
            CHECK(dx_turn_events(&rules, past, count, turn, &events));
            dx_moment now = {&rules, past, events};
            if (ask(&now, "round >= 2") != DX_ANSWER_YES)
                continue;
            for (unsigned seat = 0; seat < dx_players(&rules); seat++)
                compare(&then, &now, seat);
            judged++;
        }
        dx_free(past);
    }
    CHECK(judged > 3);
}
