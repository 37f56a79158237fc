// What may come next in a formula that was begun.

#include "agents/typed.h"
#include "ask/complete.h"
#include "ask/plan.h"
#include "base/memory.h"
#include "game/twin.h"
#include "lab/questions.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "test.h"

#include <string.h>

static char *completions(const dx_rules *rules, const char *text)
{
    const char *const names[] = {"bob", "ann"};
    dx_completions found = dx_complete(rules, names, text);
    dx_text out = {0};
    for (size_t i = 0; i < found.words.count; i++)
        dx_text_printf(&out, "%s%s", i > 0 ? " " : "", found.words.at[i]);
    dx_completions_release(&found);
    return dx_text_take(&out);
}

TEST(a_slot_is_one_of_a_full_hand)
{
    static const char *const cases[][2] = {
        {"hanabi(players=2)", "1 2 3 4 5"},
        {"hanabi(players=3)", "1 2 3 4 5"},
        {"hanabi(players=5)", "1 2 3 4"},
        {"hanabi(players=2,hand=6)", "1 2 3 4 5 6"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dx_rules rules = rules_of(cases[i][0]);
        char *got = completions(&rules, "K[1] playable(1,");
        CHECKING("%s", cases[i][0]);
        CHECK_TEXT(got, cases[i][1]);
        dx_free(got);
    }
}

TEST(arguments_are_completed_to_values_of_their_type)
{
    static const char *const cases[][2] = {
        {"pla", "playable("},
        {"K[", "1 2 bob ann"},
        {"K[a", "ann"},
        {"K[1", "1 1]"},
        {"E[1", "1 1, 1]"},
        {"holds(1,2,r", "r1 r2"},
        {"holds(1", "1 1,"},
        {"holds(1,2,r1", "r1 r1)"},
        {"forall s in sl", "slots( slot"},
        {"K[1] ) ", ""},
        {"qqq", ""},
        {"tok", "tokens"},
    };
    dx_rules rules = rules_of("hanabi(tiny)");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *got = completions(&rules, cases[i][0]);
        CHECK_THAT(strcmp(got, cases[i][1]) == 0, "%s: '%s', not '%s'",
                   cases[i][0], got, cases[i][1]);
        dx_free(got);
    }
}

// Is a word offered with which `rest` begins?
static bool is_offered(const dx_rules *rules, const char *head,
                       const char *rest)
{
    dx_completions found = dx_complete(rules, NULL, head);
    bool is = false;
    for (size_t i = 0; i < found.words.count && !is; i++)
        is = strncmp(rest, found.words.at[i], strlen(found.words.at[i])) == 0;
    dx_completions_release(&found);
    return is;
}

// Every token of a question but its numbers, and the names it makes up, is
// offered where it stands.
static unsigned follow_question(const dx_rules *rules, const char *text)
{
    dx_lexer lexer;
    unsigned count = 0;
    bool names_variable = false;
    dx_lexer_init(&lexer, text, strlen(text));
    for (; lexer.token.kind != DX_TOKEN_END; dx_lexer_step(&lexer)) {
        size_t at = lexer.token.column - 1; // all in ASCII
        bool is_number = lexer.token.kind == DX_TOKEN_NUMBER;
        if (!is_number && !names_variable) {
            char *head = dx_copy_text(text);
            head[at] = '\0';
            // Behind a word without a blank only what follows at once is
            // offered, with the word.
            if (at == 0 || strchr(" ([,~)]:!", text[at - 1]) != NULL) {
                CHECK_THAT(is_offered(rules, head, text + at), "%s|%s", head,
                           text + at);
                count++;
            }
            dx_free(head);
        }
        names_variable =
            dx_lexer_is(&lexer, "forall") || dx_lexer_is(&lexer, "exists");
    }
    return count;
}

TEST(whatever_stands_in_a_question_is_offered_there)
{
    static const char *const games[] = {"hanabi(tiny)", "kemps(tiny)",
                                        "clue(small)"};
    unsigned followed = 0;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        dx_rules rules = rules_of(games[g]);
        dx_random random = dx_random_named(1, g, 9);
        unsigned count;
        dx_event *past = dx_twin_play(&rules, 3, 6, &count);
        dx_world world = {.past = past, .count = count};
        dx_eyes *eyes = dx_world_eyes(&rules, &world, DX_BYSTANDER);
        for (const dx_form *form = dx_forms; form->pattern != NULL; form++) {
            dx_text text = {0};
            if (dx_question_draw(form, NULL, dx_eyes_view(eyes), 0, 3, &random,
                                 &text))
                followed += follow_question(&rules, dx_text_string(&text));
            dx_text_release(&text);
        }
        dx_eyes_free(eyes);
        dx_free(past);
    }
    CHECK(followed > 200);
}

// A plan names every mind, the asker's first, and what the sight decides.
TEST(a_plan_has_a_part_for_every_mind_and_tells_what_the_sight_decides)
{
    dx_rules rules = rules_of("hanabi");
    unsigned count;
    dx_event *past = dx_twin_play(&rules, 2, 3, &count);
    dx_world world = {.past = past, .count = count};
    dx_eyes *eyes = dx_world_eyes(&rules, &world, 0);
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_plan plan;
    CHECK_EQ(dx_parse(store, "K[1] K[2] rank(2,1,5)", &f, NULL), DX_OK);
    CHECK_EQ(dx_ask_plan(store, dx_eyes_view(eyes), NULL, f, false,
                         &(dx_ask_options){0}, &plan, NULL),
             DX_OK);
    CHECK_EQ(plan.parts.count, 3);
    CHECK_TEXT(plan.parts.at[0].formula, "K[1] K[2] rank(2,1,5)");
    CHECK_TEXT(plan.parts.at[2].formula, "K[2] rank(2,1,5)");
    CHECK_TEXT(plan.parts.at[0].engine, "sight"); // seat 1 knows its own mind
    CHECK_TEXT(plan.parts.at[2].engine, "places");
    CHECK(plan.parts.at[2].groups >= 2 && plan.parts.at[2].states > 1);
    dx_plan_release(&plan);
    CHECK_EQ(dx_parse(store, "tokens >= 2", &f, NULL), DX_OK);
    CHECK_EQ(dx_ask_plan(store, dx_eyes_view(eyes), NULL, f, false,
                         &(dx_ask_options){0}, &plan, NULL),
             DX_OK);
    CHECK_EQ(plan.parts.count, 1);
    CHECK_TEXT(plan.parts.at[0].engine, "sight");
    dx_plan_release(&plan);
    // A value is never found by the engine that has none.
    CHECK_EQ(dx_ask_plan(store, dx_eyes_view(eyes), NULL,
                         dx_formula_operand(store, f, 0), true,
                         &(dx_ask_options){0}, &plan, NULL),
             DX_OK);
    for (unsigned i = 0; i < plan.engine_count; i++)
        CHECK(strcmp(plan.engines[i], "sight") != 0);
    dx_plan_release(&plan);
    dx_formulas_free(store);
    dx_eyes_free(eyes);
    dx_free(past);
}
