// The same question with mechanisms on and off (minds/mechanism.h), at full
// size: judge_test.c has only decks that can be listed, and many mechanisms
// begin where those end.  Answers and chances must be equal wherever both sides
// find one within the same number of steps.

#include "agents/agents.h"
#include "ask/ask.h"
#include "base/memory.h"
#include "game/rules_list.h"
#include "game/twin.h"
#include "lab/questions.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "minds/mechanism.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 30, STEPS_MAX = 60000, QUESTIONS = 3 };

typedef struct comparing {
    dx_rules rules;
    dx_formulas *store;
    dx_assumption assumption;
    dx_mechanisms sets[3]; // all on; all off; some off
    uint64_t uses[DX_MECHANISMS];
    unsigned asked, compared;
} comparing;

// The third set has about half of them off, others for every question.
static void make_sets(comparing *c, dx_random *random)
{
    for (unsigned i = 0; i < 3; i++)
        dx_mechanisms_init(&c->sets[i]);
    for (unsigned k = 0; k < DX_MECHANISMS; k++) {
        const dx_mechanism_row *row = &dx_mechanism_rows[k];
        bool is_kept = row->is_needed || k == DX_BY_PLACES;
        c->sets[1].off[k] = !is_kept;
        c->sets[2].off[k] = !is_kept && dx_random_below(random, 2) == 0;
    }
    c->sets[2].threshold[DX_BY_CHAINS] = 1;
}

static dx_answer ask(comparing *c, const dx_view *view, dx_formula f,
                     const char *text, dx_mechanisms *set)
{
    dx_error error = {.message = ""};
    dx_answer answer = {0};
    dx_budget budget = {.steps_max = STEPS_MAX};
    dx_ask_options options = {.assumption = &c->assumption,
                              .engine = "places",
                              .budget = &budget,
                              .mechanisms = set};
    dx_status status =
        dx_ask_seat(c->store, view, f, &options, &answer, &error);
    if (status == DX_ERR_UNSUPPORTED)
        answer.truth = DX_ANSWER_UNDECIDED; // chances that are not defined
    else
        CHECK_THAT(status == DX_OK, "%s: %s", text, error.message);
    return answer;
}

static void compare(comparing *c, const dx_view *view, const char *text)
{
    dx_formula f;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_parse(c->store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    dx_answer on = ask(c, view, f, text, &c->sets[0]);
    c->asked++;
    for (unsigned i = 1; i < 3; i++) {
        dx_answer off = ask(c, view, f, text, &c->sets[i]);
        if (on.truth != DX_ANSWER_UNDECIDED &&
            off.truth != DX_ANSWER_UNDECIDED) {
            c->compared++;
            CHECK_THAT(on.truth == off.truth, "%s: %s, and with set %u %s",
                       text, dx_truth_text(on.truth), i,
                       dx_truth_text(off.truth));
            CHECK_EQ(on.has_chance, off.has_chance);
            CHECK_THAT(!on.has_chance ||
                           dx_rational_compare(&on.exact, &off.exact) == 0,
                       "%s: chances differ with set %u", text, i);
        }
        dx_answer_release(&off);
    }
    dx_answer_release(&on);
    for (unsigned k = 0; k < DX_MECHANISMS; k++)
        c->uses[k] += c->sets[0].uses[k];
}

static void compare_position(comparing *c, uint64_t seed)
{
    CHECKING_SEED(seed);
    dx_random random = dx_random_named(seed, 0, 11);
    unsigned count, moves = (unsigned)dx_random_below(&random, MOVES_MAX);
    dx_event *past = dx_twin_play(&c->rules, seed, moves, &count);
    unsigned seat = (unsigned)dx_random_below(&random, dx_players(&c->rules));
    unsigned turn = dx_turn_of(&c->rules, past, count), forms = 0;
    dx_world world = {.past = past, .count = count};
    dx_eyes *eyes = dx_world_eyes(&c->rules, &world, seat);
    dx_eyes *bystander = dx_world_eyes(&c->rules, &world, DX_BYSTANDER);
    while (dx_forms[forms].pattern != NULL)
        forms++;
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const dx_form *form = &dx_forms[dx_random_below(&random, forms)];
        dx_text text = {0};
        make_sets(c, &random);
        if (dx_question_draw(form, NULL, dx_eyes_view(bystander), seat, turn,
                             &random, &text))
            compare(c, dx_eyes_view(eyes), dx_text_string(&text));
        dx_text_release(&text);
    }
    dx_eyes_free(bystander);
    dx_eyes_free(eyes);
    dx_free(past);
}

// About twenty questions in all, and thousands in the long tests;
// DIFFERENTIAL_SEEDS=1500 compares a hundred thousand, DIFFERENTIAL_FROM=1000
// those of the seeds from there on.
static unsigned wanted(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void compare_game(const char *rules, int assumption, uint64_t *uses)
{
    comparing c = {.assumption = {.kind = (unsigned)assumption},
                   .store = dx_formulas_new()};
    dx_error error = {.message = ""};
    CHECKING("%s", rules);
    CHECK_EQ(dx_rules_parse(dx_tested_games(), rules, &c.rules, &error), DX_OK);
    unsigned seeds = wanted("DIFFERENTIAL_SEEDS", SAMPLE(1, 200));
    for (unsigned seed = wanted("DIFFERENTIAL_FROM", 0); seed < seeds; seed++)
        compare_position(&c, seed);
    if (c.asked >= 20) // of three questions chance has two undecided
        CHECK(2 * c.compared >= c.asked);
    dx_formulas_free(c.store);
    for (unsigned k = 0; k < DX_MECHANISMS; k++)
        uses[k] += c.uses[k];
    if (getenv("DIFFERENTIAL_COUNTS") != NULL)
        print_message("%s: %u asked, %u compared\n", rules, c.asked,
                      c.compared);
}

TEST(full_size_questions_have_the_same_answer_with_mechanisms_on_and_off)
{
    static const char *const games[] = {"hanabi(players=2)",
                                        "hanabi(players=3)",
                                        "kemps(players=3,limit=60)",
                                        "clue(players=3)",
                                        "gofish(players=2)",
                                        "saboteur(round)",
                                        "yokai",
                                        "parcel"};
    uint64_t uses[DX_MECHANISMS] = {0};
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        compare_game(games[i], DX_ASSUME_NONE, uses);
        // Chances of what is chosen unseen are nobody's under even moves.
        if (SAMPLE(0, 1) == 1 && strncmp(games[i], "saboteur", 8) != 0)
            compare_game(games[i], DX_ASSUME_UNIFORM, uses);
    }
    for (unsigned k = 0; SAMPLE(0, 1) == 1 && k < DX_MECHANISMS; k++)
        CHECK_THAT(uses[k] > 0, "%s was never used", dx_mechanism_rows[k].name);
}

TEST(a_mechanism_is_switched_by_its_name_and_by_its_threshold)
{
    dx_mechanisms set;
    dx_text text = {0};
    dx_mechanisms_init(&set);
    CHECK(dx_mechanisms_switch(&set, "-occurs"));
    CHECK(!dx_mechanism_is_on(&set, DX_BY_EXISTENCE));
    CHECK(dx_mechanism_is_on(NULL, DX_BY_EXISTENCE));
    CHECK(dx_mechanisms_switch(&set, "chains=7"));
    CHECK_EQ(dx_mechanism_threshold(&set, DX_BY_CHAINS), 7);
    CHECK_EQ(dx_mechanism_threshold(NULL, DX_BY_CHAINS), 8);
    CHECK(dx_mechanisms_switch(&set, "occurs"));
    CHECK(dx_mechanism_is_on(&set, DX_BY_EXISTENCE));
    static const char *const wrong[] = {
        "",        "-",        "occur",     "-groups",  "fusion=3",
        "chains=", "chains=x", "occurs=1x", "-occurs=2"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_THAT(!dx_mechanisms_switch(&set, wrong[i]), "%s", wrong[i]);
    dx_mechanism_note(&set, DX_BY_GROUPS, 12);
    CHECK(dx_mechanisms_switch(&set, "-fusion"));
    dx_mechanisms_say(&set, &text);
    CHECK_TEXT(dx_text_string(&text),
               "groups     used 1 time, 12 steps\nfusion     off\n");
    dx_text_release(&text);
}
