// Who answers: the plan is the route that runs, and where places do not reach a
// turn, what can be seen or listed is answered all the same.

#include "agents/agents.h"
#include "ask/engine.h"
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

typedef struct position {
    dx_rules rules;
    dx_event *past;
    unsigned count;
    dx_eyes *eyes, *bystander;
    dx_formulas *store;
} position;

static position position_of(const char *rules, uint64_t seed, unsigned moves,
                            unsigned seat)
{
    position p = {.store = dx_formulas_new()};
    dx_error error = {.message = ""};
    CHECK_THAT(dx_rules_parse(dx_games(), rules, &p.rules, &error) == DX_OK,
               "%s: %s", rules, error.message);
    p.past = dx_twin_play(&p.rules, seed, moves, &p.count);
    dx_world world = {.past = p.past, .count = p.count};
    p.eyes = dx_world_eyes(&p.rules, &world, seat);
    p.bystander = dx_world_eyes(&p.rules, &world, DX_BYSTANDER);
    return p;
}

static void release(position *p)
{
    dx_eyes_free(p->eyes);
    dx_eyes_free(p->bystander);
    dx_formulas_free(p->store);
    dx_free(p->past);
}

static dx_formula parse(position *p, const char *text)
{
    dx_formula f;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_parse(p->store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    return f;
}

static dx_answer ask(position *p, const char *text,
                     const dx_ask_options *options)
{
    dx_answer answer = {.truth = DX_ANSWER_UNDECIDED};
    dx_error error = {.message = ""};
    dx_status status = dx_ask_seat(p->store, dx_eyes_view(p->eyes),
                                   parse(p, text), options, &answer, &error);
    CHECK_THAT(status == DX_OK, "%s: %s", text, error.message);
    return answer;
}

// ---- the plan ----

static void hold_to_plan(position *p, const char *text,
                         const dx_ask_options *options)
{
    dx_plan plan;
    dx_answer answer = {0};
    dx_error error = {.message = ""};
    const dx_view *view = dx_eyes_view(p->eyes);
    dx_formula f = parse(p, text);
    bool is_planned = dx_ask_plan(p->store, view, NULL, f, false, options,
                                  &plan, &error) == DX_OK;
    dx_status status = dx_ask_seat(p->store, view, f, options, &answer, &error);
    if (status == DX_OK && answer.truth != DX_ANSWER_UNDECIDED) {
        CHECK_THAT(is_planned, "%s has no plan: %s", text, error.message);
        CHECK_THAT(plan.engine_count > 0 && plan.parts.count > 0, "%s", text);
        // What is known does not depend on a source, which is asked for the
        // chance first and may decline.
        bool declines = strcmp(plan.engines[0], "source") == 0 &&
                        strcmp(answer.engine, "source") != 0;
        CHECK_THAT(strcmp(plan.engines[declines], answer.engine) == 0,
                   "%s: %s was planned, %s answers", text, plan.engines[0],
                   answer.engine);
    }
    if (is_planned)
        dx_plan_release(&plan);
    dx_answer_release(&answer);
}

static void hold_game(const char *rules, const char *assumed)
{
    for (uint64_t seed = 0; seed < SAMPLE(1, 40); seed++) {
        position p = position_of(rules, seed, 3 + (unsigned)seed % 9, 0);
        dx_random random = dx_random_named(seed, 3, 1);
        dx_assumption assumption;
        dx_error error = {.message = ""};
        CHECKING("%s, %s, seed %llu", rules, assumed, (unsigned long long)seed);
        CHECK_EQ(dx_assumption_parse(dx_agents(), assumed, &p.rules,
                                     &assumption, &error),
                 DX_OK);
        dx_ask_options options = {.assumption = &assumption,
                                  .worlds_max = 2000};
        unsigned turn = dx_turn_of(&p.rules, p.past, p.count);
        for (const dx_form *form = dx_forms; form->pattern != NULL; form++) {
            dx_text text = {0};
            if (dx_question_draw(form, NULL, dx_eyes_view(p.bystander), 0, turn,
                                 &random, &text))
                hold_to_plan(&p, dx_text_string(&text), &options);
            dx_text_release(&text);
        }
        hold_to_plan(&p, "[1] now >= 0", &options);
        release(&p);
    }
}

TEST(the_engine_that_was_planned_answers)
{
    static const char *const cases[][2] = {
        {"hanabi(tiny)", "none"}, {"hanabi(tiny)", "uniform"},
        {"hanabi(tiny)", "info"}, {"kemps(tiny)", "none"},
        {"clue(tiny)", "none"},   {"clue(tiny)", "uniform"},
        {"gofish(tiny)", "none"}, {"saboteur(tiny)", "none"},
        {"yokai(tiny)", "none"},  {"saboteur(tiny)", "source(graph1)"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        hold_game(cases[i][0], cases[i][1]);
}

// Whatever engine is to begin, some engine behind it answers; a chance too, as
// a formula and as a term.
TEST(what_the_engine_to_begin_with_declines_goes_on_to_the_next)
{
    static const char *const names[] = {"source", "places", "belief", "sight",
                                        "histories"};
    position p = position_of("hanabi(tiny)", 1, 4, 0);
    dx_formula term =
        dx_formula_operand(p.store, parse(&p, "P[1](playable(1,1)) = 0"), 0);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        dx_ask_options options = {.engine = names[i]};
        dx_error error = {.message = ""};
        dx_plan plan;
        dx_value value;
        CHECKING("%s", names[i]);
        hold_to_plan(&p, "P[1](playable(1,1)) >= 1/2", &options);
        dx_answer answer = ask(&p, "P[1](playable(1,1)) >= 1/2", &options);
        CHECK(answer.truth != DX_ANSWER_UNDECIDED);
        dx_answer_release(&answer);
        CHECK_EQ(dx_ask_plan(p.store, dx_eyes_view(p.eyes), NULL, term, true,
                             &options, &plan, &error),
                 DX_OK);
        CHECK_EQ(dx_ask_term_seat(p.store, dx_eyes_view(p.eyes), term, &options,
                                  &value, &error),
                 DX_OK);
        CHECK_TEXT(plan.engines[0], value.answer.engine);
        dx_answer_release(&value.answer);
        dx_plan_release(&plan);
    }
    release(&p);
}

TEST(a_list_of_engines_and_mechanisms_is_read_or_refused_with_its_column)
{
    dx_mechanisms set;
    dx_error error = {.message = ""};
    const char *engine = NULL;
    dx_mechanisms_init(&set);
    CHECK_EQ(dx_engine_read("belief,-occurs,chains=5", &engine, &set, &error),
             DX_OK);
    CHECK_TEXT(engine, "belief");
    CHECK(set.off[DX_BY_EXISTENCE] && set.threshold[DX_BY_CHAINS] == 5);
    CHECK_EQ(dx_engine_read("places,,fusion", &engine, &set, &error),
             DX_ERR_INPUT);
    CHECK_EQ(error.column, 8);
    CHECK_EQ(dx_engine_read("places,no-such-long-name-of-a-mechanism", &engine,
                            &set, &error),
             DX_ERR_INPUT);
}

// ---- turns that places do not reach ----

static const dx_places *whole; // of the game that is cut short

static void space_with_a_gap(const void *sight, dx_deal_space *out)
{
    dx_places_laid(whole, sight, out);
    out->beyond = "a turn that nobody thought of";
}

// The same game, but that its places reach no turn.
static void cut_short(position *p, dx_game *game, dx_places *places)
{
    whole = p->rules.game->places;
    *places = *whole;
    places->space = space_with_a_gap;
    *game = *p->rules.game;
    game->places = places;
    p->rules.game = game;
}

static void renew_eyes(position *p, unsigned seat)
{
    dx_world world = {.past = p->past, .count = p->count};
    dx_eyes_free(p->eyes);
    p->eyes = dx_world_eyes(&p->rules, &world, seat);
}

TEST(where_places_do_not_reach_listing_answers_what_it_answers_without_places)
{
    static const char *const rules[] = {"clue(tiny)", "hanabi(tiny)",
                                        "gofish(tiny)"};
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
        for (uint64_t seed = 0; seed < SAMPLE(2, 60); seed++) {
            position p = position_of(rules[i], seed, 4, 1);
            dx_random random = dx_random_named(seed, 3, 2);
            dx_game game;
            dx_places places;
            cut_short(&p, &game, &places);
            renew_eyes(&p, 1);
            for (const dx_form *form = dx_forms; form->pattern != NULL;
                 form++) {
                dx_text text = {0};
                if (!form->has_chances &&
                    dx_question_draw(form, NULL, dx_eyes_view(p.bystander), 1,
                                     4, &random, &text)) {
                    const char *asked = dx_text_string(&text);
                    dx_ask_options list = {.engine = "histories",
                                           .worlds_max = 6000};
                    dx_ask_options any = {.worlds_max = 6000};
                    dx_answer want = ask(&p, asked, &list);
                    dx_answer got = ask(&p, asked, &any);
                    CHECK_THAT(got.truth == want.truth ||
                                   want.truth == DX_ANSWER_UNDECIDED,
                               "%s, seed %llu: %s: %s by %s, not %s", rules[i],
                               (unsigned long long)seed, asked,
                               dx_truth_text(got.truth), got.engine,
                               dx_truth_text(want.truth));
                    dx_answer_release(&want);
                    dx_answer_release(&got);
                }
                dx_text_release(&text);
            }
            release(&p);
        }
}

TEST(where_places_do_not_reach_the_own_hand_and_what_all_see_are_answered)
{
    position p = position_of("gofish(players=4)", 7, 6, 2);
    dx_game game;
    dx_places places;
    unsigned own = 0, all = 0;
    cut_short(&p, &game, &places);
    renew_eyes(&p, 2);
    for (unsigned rank = 1; rank <= 13; rank++) {
        static const char *const forms[][2] = {
            {"has(3,", ")"},
            {"K[3] has(3,", ")"},
            {"Kw[3] ~has(3,", ")"},
            {"B[3] has(3,", ") & turns >= 0"}};
        static const char *const names[] = {"a", "2", "3",  "4", "5", "6", "7",
                                            "8", "9", "10", "j", "q", "k"};
        const void *sight = dx_eyes_view(p.eyes)->sight;
        const dx_atom *has = p.rules.game->atoms;
        while (strcmp(has->name, "has") != 0)
            has++;
        int args[DX_TERM_ARGS] = {2, (int)rank - 1};
        bool holds = dx_atom_holds(has, sight, args);
        for (unsigned k = 0; k < sizeof forms / sizeof *forms; k++) {
            dx_text text = {0};
            dx_text_printf(&text, "%s%s%s", forms[k][0], names[rank - 1],
                           forms[k][1]);
            dx_answer answer =
                ask(&p, dx_text_string(&text), &(dx_ask_options){0});
            CHECK_TEXT(answer.engine, "sight");
            CHECK_EQ(answer.truth,
                     k == 2 || holds ? DX_ANSWER_YES : DX_ANSWER_NO);
            own++;
            dx_answer_release(&answer);
            dx_text_release(&text);
        }
    }
    static const char *const public[] = {"K[1] turns >= 0",
                                         "K[2] K[4] now >= 6", "stock >= 0"};
    for (unsigned i = 0; i < 3; i++, all++) {
        dx_answer answer = ask(
            &p, public [i], &(dx_ask_options) { 0 });
        CHECK_EQ(answer.truth, DX_ANSWER_YES);
        dx_answer_release(&answer);
    }
    dx_answer answer = ask(&p, "K[1] has(1,a)", &(dx_ask_options){0});
    CHECK_EQ(answer.truth, DX_ANSWER_UNDECIDED);
    CHECK_THAT(strstr(answer.why, "nobody thought of") != NULL, "%s",
               answer.why);
    CHECK_THAT(strstr(answer.why, "worlds") != NULL, "%s", answer.why);
    dx_answer_release(&answer);
    CHECK_EQ(own, 52);
    CHECK_EQ(all, 3);
    release(&p);
}

TEST(a_space_with_too_many_bounds_says_so)
{
    dx_deal_space space;
    dx_deal_space_init(&space, 8, (uint8_t[]){1, 1, 1, 1, 1, 1, 1, 1});
    (void)dx_deal_space_add_place(&space, 2, DX_ALL_KINDS);
    for (unsigned i = 0; i < DX_BOUNDS_MAX; i++)
        dx_deal_space_add_bound(&space, &(dx_bound){1, 1, 0, 1, 0});
    CHECK(space.beyond == NULL);
    dx_deal_space_add_bound(&space, &(dx_bound){1, 1, 0, 1, 0});
    CHECK(space.beyond != NULL);
    CHECK_EQ(space.bound_count, DX_BOUNDS_MAX);
}
