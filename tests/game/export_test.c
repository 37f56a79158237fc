// A game's moment as a .dx file answers what the game itself answers.

#include "ask/export.h"
#include "game/match.h"
#include "games/games.h"
#include "logic/dx/build.h"
#include "logic/dx/check.h"
#include "logic/formula/parse.h"
#include "test.h"

static const char *const questions[] = {
    "K[1] playable(1,1)",         "K[1] K[2] playable(2,1)",
    "C[1,2] rank(2,1,1)",         "Kw[2] playable(2,1)",
    "P[1](playable(1,1)) >= 1/2", "D[1,2] playable(1,1)",
    "M[1] M[2] holds(2,1,r1)",
};

static bool ask_exported(const dx_moment *moment, const char *question)
{
    dx_text text = {0};
    dx_error error = {.message = ""};
    dx_document *document;
    dx_checker *checker;
    CHECK_EQ(dx_moment_export(moment, &(dx_ask_options){0}, &text, &error),
             DX_OK);
    dx_text_printf(&text, "true %s\n", question);
    CHECK_THAT(dx_document_read_text("export.dx", text.at, text.length,
                                     &document, &error) == DX_OK,
               "%u:%u: %s", error.line, error.column, error.message);
    CHECK_EQ(
        dx_checker_new(document, &dx_build_default_limits, &checker, &error),
        DX_OK);
    dx_check_answer answer;
    dx_checker_ask(checker, &document->queries.at[0], (dx_check_options){0},
                   &answer);
    CHECK_THAT(answer.status == DX_OK, "%s: %s", question,
               answer.error.message);
    bool truth = answer.truth;
    dx_check_answer_release(&answer);
    dx_checker_free(checker);
    dx_document_free(document);
    dx_text_release(&text);
    return truth;
}

static bool ask_game(const dx_moment *moment, const char *question)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_answer answer;
    CHECK_EQ(dx_parse(store, question, &f, NULL), DX_OK);
    CHECK_EQ(
        dx_ask_above(store, moment, f, &(dx_ask_options){0}, &answer, NULL),
        DX_OK);
    bool truth = answer.truth == DX_ANSWER_YES;
    dx_answer_release(&answer);
    dx_formulas_free(store);
    return truth;
}

TEST(an_exported_game_answers_as_the_game_does)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), "hanabi(tiny)", &rules, NULL), DX_OK);
    for (uint64_t seed = 0; seed < 4; seed++) {
        CHECKING_SEED(seed);
        dx_deal *deal = dx_deal_new(&rules, 8, seed);
        dx_match *match = dx_match_new(&rules, deal);
        dx_random random = dx_random_named(8, seed, 1);
        for (unsigned turn = 0; turn < 3; turn++) {
            dx_moment moment = {.rules = &rules};
            moment.past = dx_match_events(match, &moment.count);
            for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
                CHECK_THAT(ask_exported(&moment, questions[i]) ==
                               ask_game(&moment, questions[i]),
                           "seed %d turn %u: %s", (int)seed, turn,
                           questions[i]);
            if (dx_match_turn(match) == DX_OVER)
                break;
            const dx_event *moves;
            unsigned count = dx_match_moves(match, &moves);
            dx_event move = moves[dx_random_below(&random, count)];
            CHECK_EQ(
                dx_match_play(match, dx_match_turn(match), move, NULL, NULL),
                DX_OK);
        }
        dx_match_free(match);
        dx_deal_free(deal);
    }
}

// Only of the last four cards, which is the last fact there is.
static bool holds_at_last(const dx_atom *self, const void *table,
                          const int *args)
{
    (void)table;
    const int *last = self->data;
    return args[0] == *last && args[1] == *last && args[2] == *last &&
           args[3] == *last;
}

// The opening of a game of Hanabi that has one fact, of any four cards.
static dx_status export_many(const char *text, int last, dx_text *out,
                             dx_error *error)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), text, &rules, NULL), DX_OK);
    const dx_atom atoms[] = {{.name = "many",
                              .type = {"card", "card", "card", "card"},
                              .holds = holds_at_last,
                              .data = &last},
                             {0}};
    dx_game game = *rules.game;
    game.atoms = atoms;
    game.places = NULL; // wide ones that all see would be left out
    rules.game = &game;
    dx_deal *deal = dx_deal_new(&rules, 8, 1);
    dx_match *match = dx_match_new(&rules, deal);
    dx_moment moment = {.rules = &rules};
    moment.past = dx_match_events(match, &moment.count);
    dx_status status =
        dx_moment_export(&moment, &(dx_ask_options){0}, out, error);
    dx_match_free(match);
    dx_deal_free(deal);
    return status;
}

TEST(an_export_has_all_facts_or_is_refused)
{
    dx_text text = {0};
    dx_error error = {.message = ""};
    const char *small = "hanabi(players=2,colours=3,ranks=3,hand=1)";
    CHECK_THAT(export_many(small, 8, &text, &error) == DX_OK, "%s",
               error.message);
    CHECK(strstr(dx_text_string(&text), ": many(g3,g3,g3,g3)\n") != NULL);
    dx_text_clear(&text);
    const char *large = "hanabi(players=2,hand=1)";
    CHECK_EQ(export_many(large, 24, &text, &error), DX_ERR_LIMIT);
    CHECK(strstr(error.message, "390625 facts") != NULL);
    CHECK_EQ(text.length, 0);
    dx_text_release(&text);
}
