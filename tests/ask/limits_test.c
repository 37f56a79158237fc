// What a question may take: steps, memory, and as long as nobody stops it.

#include "agents/agents.h"
#include "ask/ask.h"
#include "ask/lens.h"
#include "base/memory.h"
#include "game/twin.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "test.h"

#include <string.h>

typedef struct scene {
    dx_rules rules;
    dx_event *past;
    dx_eyes *eyes;
    dx_formulas *store;
} scene;

static scene begin(const char *game, uint64_t seed, unsigned moves)
{
    scene s = {.store = dx_formulas_new()};
    unsigned count;
    CHECK_EQ(dx_rules_parse(dx_games(), game, &s.rules, NULL), DX_OK);
    s.past = dx_twin_play(&s.rules, seed, moves, &count);
    dx_world world = {.past = s.past, .count = count};
    s.eyes = dx_world_eyes(&s.rules, &world, 0);
    return s;
}

static void end(scene *s)
{
    dx_eyes_free(s->eyes);
    dx_free(s->past);
    dx_formulas_free(s->store);
}

static dx_answer ask(const scene *s, const char *text,
                     const dx_ask_options *options)
{
    dx_formula f;
    dx_answer answer;
    CHECK_EQ(dx_parse(s->store, text, &f, NULL), DX_OK);
    CHECK_EQ(
        dx_ask_seat(s->store, dx_eyes_view(s->eyes), f, options, &answer, NULL),
        DX_OK);
    return answer;
}

static const char dear[] = "P[1](P[2](count(1,8) >= 1) >= 1/2) >= 1/3";

TEST(a_question_that_is_stopped_is_undecided_at_once)
{
    enum { STEPS_BETWEEN_LOOKS = 1024 };
    scene s = begin("kemps(players=4)", 3, 12);
    atomic_bool cancelled = true;
    const dx_budget budget = {.cancelled = &cancelled};
    dx_answer answer = ask(&s, dear, &(dx_ask_options){.budget = &budget});
    CHECK_EQ(answer.truth, DX_ANSWER_UNDECIDED);
    CHECK_THAT(strstr(answer.why, "stopped after") != NULL, "%s", answer.why);
    CHECK(answer.steps <= STEPS_BETWEEN_LOOKS);
    dx_answer_release(&answer);
    end(&s);
}

TEST(a_question_past_its_steps_is_undecided_and_says_how_many)
{
    scene s = begin("kemps(players=4)", 3, 12);
    const dx_budget budget = {.steps_max = 500};
    dx_answer answer = ask(&s, dear, &(dx_ask_options){.budget = &budget});
    CHECK_EQ(answer.truth, DX_ANSWER_UNDECIDED);
    CHECK_EQ(strcmp(answer.why, "more than 500 steps"), 0);
    dx_answer_release(&answer);
    end(&s);
}

TEST(quantifiers_are_written_out_within_the_steps_of_a_question)
{
    static const char large[] =
        "forall a in card: forall b in card: forall c in card: forall d in "
        "card: hand(1,a) | hand(2,b) | hand(3,c) | hand(4,d)";
    scene s = begin("kemps(players=4)", 3, 12);
    const dx_budget budget = {.steps_max = 5000};
    dx_formula f;
    dx_answer answer;
    dx_error error;
    CHECK_EQ(dx_parse(s.store, large, &f, NULL), DX_OK);
    CHECK_EQ(dx_ask_seat(s.store, dx_eyes_view(s.eyes), f,
                         &(dx_ask_options){.budget = &budget}, &answer, &error),
             DX_ERR_LIMIT);
    CHECK_TEXT(error.message,
               "more than 5000 steps to write out its quantifiers");
    end(&s);
}

TEST(a_question_past_its_memory_is_undecided_and_with_enough_decided)
{
    scene s = begin("kemps(players=4)", 3, 12);
    dx_answer small = ask(&s, dear, &(dx_ask_options){.memory_max = 1 << 14});
    CHECK_EQ(small.truth, DX_ANSWER_UNDECIDED);
    CHECK_THAT(strstr(small.why, "MB of memory") != NULL, "%s", small.why);
    dx_answer_release(&small);
    dx_answer large = ask(&s, dear, &(dx_ask_options){.memory_max = 64 << 20});
    CHECK_THAT(large.truth != DX_ANSWER_UNDECIDED, "%s", large.why);
    dx_answer_release(&large);
    end(&s);
}

// A look under an assumption: has it chances?
static bool has_chances(const scene *s, const dx_assumption *assumption,
                        const dx_budget *budget)
{
    const dx_lens_board *board;
    dx_lens *lens = dx_lens_new(
        &s->rules, 0,
        &(dx_lens_options){.assumption = assumption, .budget = budget});
    dx_lens_follow(lens, dx_eyes_view(s->eyes));
    CHECK_EQ(dx_lens_look(lens, &board, NULL), DX_OK);
    bool has = board->has_chances && board->believed > 0;
    dx_lens_free(lens);
    return has;
}

TEST(a_belief_under_a_policy_keeps_to_the_steps_of_its_look)
{
    scene s = begin("hanabi(players=2,colours=2,ranks=3,hand=3)", 3, 12);
    dx_assumption assumption;
    CHECK_EQ(
        dx_assumption_parse(dx_agents(), "info", &s.rules, &assumption, NULL),
        DX_OK);
    CHECK(has_chances(&s, &assumption, NULL));
    CHECK(has_chances(&s, &assumption, &(dx_budget){.steps_max = 10000}));
    CHECK(!has_chances(&s, &assumption, &(dx_budget){.steps_max = 500}));
    end(&s);
}

// Sixteen single places, four colours: most ways to lay some of the colours
// leave too few cards for the rest, and are not followed.
TEST(whether_yokai_is_won_is_known_without_laying_all_cards)
{
    static const char *const questions[] = {"K[2] win", "M[2] win",
                                            "public (gathered(g) | win)"};
    scene s = begin("yokai", 2, 2);
    const dx_budget budget = {.steps_max = 20000};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        dx_answer answer =
            ask(&s, questions[i], &(dx_ask_options){.budget = &budget});
        CHECK_THAT(answer.truth != DX_ANSWER_UNDECIDED, "%s: %s", questions[i],
                   answer.why);
        dx_answer_release(&answer);
    }
    end(&s);
}
