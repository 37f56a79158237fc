// Values of terms: put together from parts they are what the model of the whole
// moment says, and a seat is told no more than it can tell.

#include "agents/agents.h"
#include "ask/value.h"
#include "base/memory.h"
#include "game/twin.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "test.h"

#include <math.h>
#include <string.h>

typedef struct position {
    dx_rules rules;
    unsigned count;
    dx_event *events;
    dx_formulas *store;
} position;

static position play(const char *game, uint64_t seed, unsigned moves)
{
    position p = {.store = dx_formulas_new()};
    CHECK_EQ(dx_rules_parse(dx_games(), game, &p.rules, NULL), DX_OK);
    p.events = dx_twin_play(&p.rules, seed, moves, &p.count);
    return p;
}

static void release(position *p)
{
    dx_free(p->events);
    dx_formulas_free(p->store);
}

static dx_formula term_of(const position *p, const char *text)
{
    dx_lexer lexer;
    dx_formula term;
    dx_lexer_init(&lexer, text, strlen(text));
    CHECK_THAT(dx_parse_term(&lexer, p->store, &term, NULL) == DX_OK, "%s",
               text);
    return term;
}

static dx_value above(const position *p, const char *text, dx_error *error)
{
    dx_moment moment = {&p->rules, p->events, p->count};
    dx_value value;
    dx_status status = dx_ask_term_above(p->store, &moment, term_of(p, text),
                                         &(dx_ask_options){0}, &value, error);
    CHECK_THAT(status == DX_OK || error != NULL, "%s", text);
    return value;
}

static dx_value from_seat_with(const position *p, unsigned seat,
                               const char *text, const dx_ask_options *options)
{
    dx_eyes *eyes = dx_eyes_new(&p->rules, seat);
    for (unsigned i = 0; i < p->count; i++)
        dx_eyes_see(eyes, p->events[i]);
    dx_value value;
    CHECK_EQ(dx_ask_term_seat(p->store, dx_eyes_view(eyes), term_of(p, text),
                              options, &value, NULL),
             DX_OK);
    dx_eyes_free(eyes);
    return value;
}

static dx_value from_seat(const position *p, unsigned seat, const char *text)
{
    return from_seat_with(p, seat, text, &(dx_ask_options){0});
}

// The reference lists all histories and evaluates the term there.
static void compare(const position *p, uint64_t seed, const char *text)
{
    dx_moment moment = {&p->rules, p->events, p->count};
    dx_fraction want = dx_fraction_int(0);
    dx_error error = {.message = ""};
    dx_status status = dx_ask_value(p->store, &moment, term_of(p, text),
                                    &(dx_ask_options){0}, &want, NULL, &error);
    dx_value got = above(p, text, &error);
    CHECK_THAT(status == DX_OK
                   ? got.is_known && dx_fraction_equal(got.value, want)
                   : !got.is_known,
               "seed %d, %s", (int)seed, text);
}

TEST(values_put_together_are_those_of_the_whole_model)
{
    static const char *const terms[] = {
        "P[1](playable(1,1))",
        "P[2](playable(2,2) | dead(2,1))",
        "P[1](K[2] playable(2,1))",
        "P[2](K[1] playable(1,1) | playable(2,1))",
        "P[1](playable(1,1) given ~dead(1,2))",
        "P[1](playable(1,1)) + P[2](playable(2,1)) * 1/2",
        "P[1](playable(1,1)) - P[1](dead(1,1))",
        "tokens - 2 * lives",
        "-score / 2",
        "pile(red) + now",
        "tokens mod 3",
        "P[1](P[2](playable(2,1)) >= 1/2)",
        "P[1](prev playable(1,1))"};
    for (uint64_t seed = 0; seed < 12; seed++) {
        CHECKING_SEED(seed);
        position p = play("hanabi(tiny)", seed, 1 + (unsigned)seed % 6);
        for (unsigned i = 0; i < sizeof terms / sizeof *terms; i++)
            compare(&p, seed, terms[i]);
        release(&p);
    }
}

TEST(a_seat_is_told_its_own_chances_and_what_all_see)
{
    position p = play("hanabi(tiny)", 3, 4);
    dx_value own = from_seat(&p, 0, "P[1](playable(1,1)) + tokens");
    dx_value same = above(&p, "P[1](playable(1,1)) + tokens", NULL);
    CHECK(own.is_known && dx_fraction_equal(own.value, same.value));
    release(&p);
    position full = play("hanabi", 3, 8);
    dx_value other = from_seat(&full, 1, "P[1](playable(1,1)) + tokens");
    CHECK(!other.is_known);
    CHECK_EQ(other.answer.truth, DX_ANSWER_OPEN);
    CHECK(other.answer.why[0] != '\0');
    release(&full);
}

// The seat's worlds, listed, say whether the term is everywhere so.
static bool is_known(const position *p, unsigned seat,
                     const dx_assumption *assumption, dx_kind compares,
                     dx_formula term, dx_fraction number)
{
    dx_eyes *eyes = dx_eyes_new(&p->rules, seat);
    for (unsigned i = 0; i < p->count; i++)
        dx_eyes_see(eyes, p->events[i]);
    dx_answer answer;
    dx_formula f = dx_formula_binary(p->store, compares, term,
                                     dx_formula_number(p->store, number));
    CHECK_EQ(dx_ask_seat(p->store, dx_eyes_view(eyes), f,
                         &(dx_ask_options){.engine = "histories",
                                           .assumption = assumption},
                         &answer, NULL),
             DX_OK);
    CHECK(answer.truth != DX_ANSWER_UNDECIDED);
    bool holds = answer.truth == DX_ANSWER_YES;
    dx_answer_release(&answer);
    dx_eyes_free(eyes);
    return holds;
}

// How many values were known, and how many lay between two.
static void check_range(const position *p, unsigned seat,
                        const dx_assumption *assumption, const char *text,
                        unsigned *count)
{
    dx_value value = from_seat_with(
        p, seat, text, &(dx_ask_options){.assumption = assumption});
    dx_formula term = term_of(p, text);
    if (value.is_known) {
        CHECK_THAT(is_known(p, seat, assumption, DX_EQUAL, term, value.value),
                   "%s", text);
        count[0]++;
    } else {
        CHECK_THAT(value.has_range, "%s: %s", text, value.answer.why);
        CHECK(
            is_known(p, seat, assumption, DX_GREATER_EQUAL, term, value.least));
        CHECK(!is_known(p, seat, assumption, DX_GREATER, term, value.least));
        CHECK(is_known(p, seat, assumption, DX_LESS_EQUAL, term, value.most));
        CHECK(!is_known(p, seat, assumption, DX_LESS, term, value.most));
        count[1]++;
    }
    dx_answer_release(&value.answer);
}

TEST(what_a_seat_cannot_tell_lies_between_the_least_and_the_most_of_its_worlds)
{
    static const char *const terms[] = {
        "P[2](playable(2,1))",
        "P[2](playable(1,1)) - P[2](dead(2,2))",
        "P[2](K[1] playable(1,1))",
        "P[2](P[1](playable(1,2)) >= 1/2) + tokens",
        "P[2](colour(1,1,red)) * P[1](playable(1,1))",
        "P[2]([!(playable(1,1) | ~playable(1,1))] P[1](playable(1,1)) >= 0)",
        "P[2]([!dead(2,1)] P[1](dead(2,1)) = 1)",
    };
    unsigned count[2] = {0};
    for (uint64_t seed = 0; seed < 12; seed++) {
        CHECKING_SEED(seed);
        position p = play("hanabi(tiny)", seed, 1 + (unsigned)seed % 6);
        dx_assumption assumption[3] = {{.kind = DX_ASSUME_NONE}};
        CHECK_EQ(dx_assumption_parse(dx_agents(), "uniform", &p.rules,
                                     &assumption[1], NULL),
                 DX_OK);
        CHECK_EQ(dx_assumption_parse(dx_agents(), "lapse(info,1/5)", &p.rules,
                                     &assumption[2], NULL),
                 DX_OK);
        for (unsigned i = 0; i < sizeof terms / sizeof *terms; i++)
            for (unsigned k = 0; k < 3; k++)
                check_range(&p, 0, &assumption[k], terms[i], count);
        release(&p);
    }
    CHECK(count[0] > 0 && count[1] > 0);
}

TEST(a_number_that_is_undefined_in_a_world_of_the_seat_is_open)
{
    position p = play("hanabi(tiny)", 3, 4);
    dx_value value =
        from_seat(&p, 0, "P[2](playable(2,1) given holds(1,1,r2))");
    CHECK(!value.is_known && !value.has_range);
    CHECK_EQ(value.answer.truth, DX_ANSWER_OPEN);
    CHECK(strstr(value.answer.why, "not defined") != NULL);
    release(&p);
}

TEST(a_chance_given_what_is_impossible_in_all_worlds_of_the_seat_is_an_error)
{
    position p = play("hanabi(tiny)", 3, 4);
    for (unsigned seat = 0; seat < 2; seat++) {
        dx_eyes *eyes = dx_eyes_new(&p.rules, seat);
        for (unsigned i = 0; i < p.count; i++)
            dx_eyes_see(eyes, p.events[i]);
        dx_value value;
        CHECK_EQ(dx_ask_term_seat(p.store, dx_eyes_view(eyes),
                                  term_of(&p, "P[2](playable(2,1) given "
                                              "holds(1,1,r1) & "
                                              "holds(1,1,r2))"),
                                  &(dx_ask_options){0}, &value, NULL),
                 DX_ERR_EMPTY);
        dx_eyes_free(eyes);
    }
    release(&p);
}

TEST(a_value_says_how_it_was_found)
{
    position p = play("hanabi", 3, 8);
    dx_value chance = above(&p, "P[1](playable(1,1))", NULL);
    CHECK_TEXT(chance.answer.engine, "places");
    CHECK_TEXT(above(&p, "tokens", NULL).answer.engine, "truth");
    CHECK_TEXT(from_seat(&p, 2, "tokens").answer.engine, "sight");
    CHECK_TEXT(above(&p, "1 + 1", NULL).answer.engine, "arithmetic");
    CHECK_TEXT(from_seat(&p, 2, "tokens mod 3").answer.engine, "sight");
    release(&p);
}

// It was an error before, for the histories that could not be listed; the seat
// itself knows whether it knows.
TEST(the_chance_of_knowledge_of_ones_own_is_found_at_full_size)
{
    position p = play("hanabi", 3, 20);
    dx_value value = above(&p, "P[1](K[1] playable(1,1))", NULL);
    CHECK(value.is_known && value.value.over == 1);
    release(&p);
}

// Too many worlds to list: seat 1's chances are estimates.
static dx_value sampled(const position *p, const char *text)
{
    dx_assumption assumption = {.kind = DX_ASSUME_UNIFORM};
    dx_ask_options options = {
        .assumption = &assumption, .engine = "belief", .worlds_max = 3};
    dx_moment moment = {&p->rules, p->events, p->count};
    dx_value value;
    CHECK_EQ(dx_ask_term_above(p->store, &moment, term_of(p, text), &options,
                               &value, NULL),
             DX_OK);
    CHECK_THAT(value.is_estimated && !value.is_known, "%s: %s, %s", text,
               value.answer.engine, value.answer.why);
    CHECK_EQ(value.answer.quality, DX_SAMPLED);
    CHECK(value.answer.half_width > 0);
    return value;
}

static bool is_about(const dx_value *value, double number)
{
    return fabs(value->answer.probability - number) < 1e-9;
}

TEST(a_term_of_sampled_chances_is_reckoned_and_not_one_of_its_parts)
{
    position p = play("gofish(players=3,ranks=6,copies=3,hand=3)", 5, 2);
    dx_value one = sampled(&p, "P[1](has(2,5))");
    dx_value given = sampled(&p, "P[1](has(3,6))");
    dx_value both = sampled(&p, "P[1](has(2,5) & has(3,6))");
    double chance = one.answer.probability, half = one.answer.half_width;
    CHECK(chance > 0 && chance < 1);
    dx_value twice = sampled(&p, "2 * P[1](has(2,5))");
    CHECK(is_about(&twice, 2 * chance));
    CHECK(fabs(twice.answer.half_width - 2 * half) < 1e-9);
    dx_value sum = sampled(&p, "P[1](has(2,5)) + P[1](~has(2,5))");
    CHECK(is_about(&sum, 1));
    dx_value less = sampled(&p, "-P[1](has(2,5))");
    CHECK(is_about(&less, -chance));
    dx_value share = sampled(&p, "P[1](has(2,5) given has(3,6))");
    CHECK(is_about(&share, both.answer.probability / given.answer.probability));
    release(&p);
}

TEST(a_value_past_its_limit_is_undecided)
{
    position p = play("hanabi", 3, 20);
    dx_moment moment = {&p.rules, p.events, p.count};
    dx_budget budget = {.steps_max = 5};
    dx_value value;
    CHECK_EQ(dx_ask_term_above(p.store, &moment,
                               term_of(&p, "P[1](P[2](playable(2,1)) >= 1/2)"),
                               &(dx_ask_options){.budget = &budget}, &value,
                               NULL),
             DX_OK);
    CHECK(!value.is_known);
    CHECK_EQ(value.answer.truth, DX_ANSWER_UNDECIDED);
    CHECK(strstr(value.answer.why, "steps") != NULL);
    release(&p);
}

TEST(a_term_that_is_none_is_an_error_from_a_seat_too)
{
    position p = play("hanabi(tiny)", 3, 4);
    dx_eyes *eyes = dx_eyes_new(&p.rules, 0);
    for (unsigned i = 0; i < p.count; i++)
        dx_eyes_see(eyes, p.events[i]);
    static const char *const wrong[] = {"P[9](true)", "coins + 1",
                                        "P[1](no_such_fact)",
                                        "P[1](true given false)"};
    for (unsigned i = 0; i < 4; i++) {
        dx_value value;
        dx_error error = {.message = ""};
        CHECK_THAT(dx_ask_term_seat(p.store, dx_eyes_view(eyes),
                                    term_of(&p, wrong[i]), &(dx_ask_options){0},
                                    &value, &error) != DX_OK &&
                       error.message[0] != '\0',
                   "%s", wrong[i]);
    }
    dx_eyes_free(eyes);
    release(&p);
}
