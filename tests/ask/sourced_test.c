// Questions under a source: what is believed is what the source says, minds
// within minds included, and B is KD45.

#include "agents/agents.h"
#include "ask/ask.h"
#include "ask/lens.h"
#include "ask/place_fact.h"
#include "base/memory.h"
#include "game/deal.h"
#include "game/match.h"
#include "games/games.h"
#include "games/saboteur/bayes.h"
#include "logic/formula/parse.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct scene {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_assumption assumption;
    dx_formulas *store;
    dx_saboteur_acts *acts;
} scene;

static void begin(scene *s, const char *rules, uint64_t seed, unsigned moves,
                  const char *assumed)
{
    dx_error error = {.message = ""};
    unsigned events;
    CHECK_EQ(dx_rules_parse(dx_games(), rules, &s->rules, &error), DX_OK);
    CHECK_THAT(dx_assumption_parse(dx_agents(), assumed, &s->rules,
                                   &s->assumption, &error) == DX_OK,
               "%s: %s", assumed, error.message);
    s->deal = dx_deal_new(&s->rules, 3, seed);
    s->match = dx_match_new(&s->rules, s->deal);
    s->store = dx_formulas_new();
    dx_policy policy;
    CHECK_EQ(dx_policy_parse(dx_agents(), "sly", &s->rules, &policy, NULL),
             DX_OK);
    dx_random random = dx_random_named(seed, 1, 1);
    for (unsigned i = 0; i < moves && dx_match_turn(s->match) != DX_OVER; i++) {
        unsigned seat = dx_match_turn(s->match);
        dx_mind *mind = dx_mind_new(&policy, dx_match_view(s->match, seat));
        dx_thought thought = {.random = &random};
        dx_event move =
            dx_mind_choose(mind, dx_match_view(s->match, seat), &thought);
        CHECK_EQ(dx_match_play(s->match, seat, move, NULL, NULL), DX_OK);
        dx_mind_free(mind);
    }
    s->acts = dx_alloc(1, sizeof *s->acts);
    dx_saboteur_acts_begin(s->acts, &s->rules);
    const dx_event *past = dx_match_events(s->match, &events);
    for (unsigned i = 0; i < events; i++)
        dx_saboteur_acts_follow(s->acts, past[i]);
}

static void end(scene *s)
{
    dx_free(s->acts);
    dx_formulas_free(s->store);
    dx_match_free(s->match);
    dx_deal_free(s->deal);
}

static dx_answer ask(scene *s, const char *text)
{
    dx_formula f;
    dx_error error = {.message = ""};
    dx_answer answer;
    dx_moment moment = {.rules = &s->rules};
    dx_ask_options options = {.assumption = &s->assumption};
    moment.past = dx_match_events(s->match, &moment.count);
    CHECK_THAT(dx_parse(s->store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    CHECK_THAT(dx_ask_above(s->store, &moment, f, &options, &answer, &error) ==
                   DX_OK,
               "%s: %s", text, error.message);
    return answer;
}

static bool is_true(scene *s, const char *text)
{
    dx_answer answer = ask(s, text);
    bool is = answer.truth == DX_ANSWER_YES;
    CHECK(strcmp(answer.engine, "source") == 0);
    dx_answer_release(&answer);
    return is;
}

static const dx_saboteur *sight(const scene *s, unsigned seat)
{
    return dx_match_view(s->match, seat)->sight;
}

// Is `of` a saboteur in all accessible worlds of a player's graph?
static bool graph_says(const dx_saboteur_graph *g, unsigned player, unsigned of)
{
    bool open[DX_SABOTEUR_WORLDS_MAX];
    dx_saboteur_graph_accessible(g, player, open);
    for (unsigned w = 0; w < g->worlds.count; w++)
        if (open[w] && !(g->worlds.saboteurs[w] >> of & 1))
            return false;
    return true;
}

TEST(under_a_graph_belief_is_the_box_over_its_accessible_worlds)
{
    unsigned believed = 0;
    for (uint64_t seed = 0; seed < SAMPLE(4, 60); seed++) {
        CHECKING_SEED(seed);
        scene s;
        char text[80];
        dx_saboteur_graph *g = dx_alloc(1, sizeof *g);
        begin(&s, seed % 2 ? "saboteur(round)" : "saboteur(simplified)", seed,
              12 + (unsigned)seed, "source(graph2(alpha=4,beta=1.5))");
        dx_saboteur_graph_options options =
            dx_saboteur_graph_read(&s.assumption.source_params, 2);
        for (unsigned seat = 0; seat < 5; seat++) {
            dx_saboteur_graph_make(g, s.acts, sight(&s, seat), seat, &options);
            for (unsigned of = 0; of < 5; of++) {
                snprintf(text, sizeof text, "B[%u] saboteur(%u)", seat + 1,
                         of + 1);
                CHECK_EQ(is_true(&s, text), graph_says(g, seat, of));
                unsigned other = (seat + 1) % 5;
                snprintf(text, sizeof text, "B[%u] B[%u] saboteur(%u)",
                         seat + 1, other + 1, of + 1);
                CHECK_EQ(is_true(&s, text), graph_says(g, other, of));
                believed += graph_says(g, seat, of);
            }
        }
        dx_free(g);
        end(&s);
    }
    CHECK(believed > 0);
}

TEST(belief_by_a_source_is_consistent_and_knows_itself)
{
    static const char *const laws[] = {
        "~B[1] false",
        "B[2] saboteur(3) -> B[2] B[2] saboteur(3)",
        "~B[2] saboteur(3) -> B[2] ~B[2] saboteur(3)",
        "B[3] (B[4] saboteur(1) -> B[4] B[4] saboteur(1))",
        "B[1] (saboteur(2) -> saboteur(3)) & B[1] saboteur(2) -> "
        "B[1] saboteur(3)",
        "saboteur(1) -> B[1] saboteur(1)",
        "K[1] saboteur(2) -> B[1] saboteur(2)"};
    static const char *const sources[] = {"source(graph1(threshold=0.4))",
                                          "source(graph2(alpha=3,beta=2))",
                                          "source(bayes)", "source(prior)"};
    for (uint64_t seed = 0; seed < 4; seed++) {
        CHECKING_SEED(seed);
        scene s;
        begin(&s, "saboteur(round)", seed, 5 + 7 * (unsigned)seed,
              sources[seed]);
        for (unsigned i = 0; i < sizeof laws / sizeof *laws; i++)
            CHECK_THAT(is_true(&s, laws[i]), "%s: %s", sources[seed], laws[i]);
        end(&s);
    }
}

static double chance(scene *s, const char *text)
{
    dx_formula f;
    dx_fraction value;
    dx_error error = {.message = ""};
    dx_moment moment = {.rules = &s->rules};
    dx_ask_options options = {.assumption = &s->assumption};
    moment.past = dx_match_events(s->match, &moment.count);
    dx_lexer lexer;
    dx_lexer_init(&lexer, text, strlen(text));
    CHECK_EQ(dx_parse_term(&lexer, s->store, &f, &error), DX_OK);
    CHECK_THAT(dx_ask_value(s->store, &moment, f, &options, &value, NULL,
                            &error) == DX_OK,
               "%s: %s", text, error.message);
    return dx_fraction_value(value);
}

TEST(chances_under_bayes_are_those_that_the_agents_go_by)
{
    for (uint64_t seed = 0; seed < SAMPLE(3, 30); seed++) {
        CHECKING_SEED(seed);
        scene s;
        dx_saboteur_bayes *b = dx_alloc(1, sizeof *b);
        begin(&s, "saboteur(round)", seed, 8 + 3 * (unsigned)seed,
              "source(bayes)");
        dx_saboteur_bayes_begin(b, &dx_saboteur_bayes_normal, sight(&s, 0));
        dx_saboteur_bayes_follow(b, s.acts);
        for (unsigned seat = 0; seat < 5; seat++) {
            double guilt[DX_SABOTEUR_SEATS], gold[DX_SABOTEUR_GOALS];
            char text[60];
            dx_saboteur_bayes_believe(b, sight(&s, seat), seat, guilt, gold);
            for (unsigned of = 0; of < 5; of++) {
                snprintf(text, sizeof text, "P[%u](saboteur(%u))", seat + 1,
                         of + 1);
                double got = chance(&s, text);
                CHECK_THAT(fabs(got - guilt[of]) < 1e-6, "%s: %f, not %f", text,
                           got, guilt[of]);
            }
        }
        dx_free(b);
        end(&s);
    }
}

static dx_answer ask_first_seat(scene *s, const char *text)
{
    dx_formula f;
    dx_answer answer;
    dx_ask_options options = {.assumption = &s->assumption};
    CHECK_EQ(dx_parse(s->store, text, &f, NULL), DX_OK);
    CHECK_EQ(dx_ask_seat(s->store, dx_match_view(s->match, 0), f, &options,
                         &answer, NULL),
             DX_OK);
    return answer;
}

TEST(chances_of_a_source_that_are_rounded_say_so_and_decide_nothing_nearer)
{
    static const char *const sources[] = {"source(bayes)", "source(graph1)",
                                          "source(prior)"};
    for (unsigned i = 0; i < 3; i++) {
        scene s;
        char near[60], far[60];
        begin(&s, "saboteur(round)", 2, 12, sources[i]);
        dx_answer answer = ask_first_seat(&s, "saboteur(3)");
        CHECK(answer.has_chance);
        CHECK_EQ(answer.quality, i < 2 ? DX_ROUNDED : DX_EXACT);
        double p = chance(&s, "P[1](saboteur(3))");
        snprintf(near, sizeof near, "P[1](saboteur(3)) > %.13f", p + 1e-13);
        snprintf(far, sizeof far, "P[1](saboteur(3)) > %.5f", p - 1e-4);
        dx_answer_release(&answer);
        answer = ask(&s, near);
        CHECK_EQ(answer.truth, i < 2 ? DX_ANSWER_UNDECIDED : DX_ANSWER_NO);
        CHECK(i == 2 || strstr(answer.why, "rounded") != NULL);
        dx_answer_release(&answer);
        CHECK(is_true(&s, far));
        answer = ask(&s, "P[1](saboteur(3)) + P[2](saboteur(4)) > 1/2");
        CHECK(strchr(answer.why, '#') == NULL); // no names of the model's own
        dx_answer_release(&answer);
        CHECK(is_true(&s, "P[1](saboteur(3)) < 1"));
        CHECK(is_true(&s, "P[1](saboteur(3)) = P[1](role(3,saboteur))"));
        end(&s);
    }
}

TEST(chances_under_bayes_given_what_is_unlikely_keep_their_digits)
{
    for (uint64_t seed = 0; seed < SAMPLE(3, 30); seed++) {
        CHECKING_SEED(seed);
        scene s;
        dx_saboteur_bayes *b = dx_alloc(1, sizeof *b);
        double weight[DX_SABOTEUR_WORLDS_MAX * DX_SABOTEUR_GOALS];
        begin(&s, "saboteur(round)", seed, 30, "source(bayes)");
        const dx_saboteur *own = sight(&s, 0);
        dx_saboteur_bayes_begin(b, &dx_saboteur_bayes_normal, own);
        dx_saboteur_bayes_follow(b, s.acts);
        dx_saboteur_bayes_weigh(b, 0, own->role[0], own->goal, weight);
        for (unsigned of = 2; of < 5; of++) {
            double given = 0, both = 0, all = 0;
            char text[80];
            for (unsigned i = 0; i < b->worlds.count * DX_SABOTEUR_GOALS; i++) {
                unsigned set = b->worlds.saboteurs[i / DX_SABOTEUR_GOALS];
                all += weight[i];
                given += set >> of & 1 ? weight[i] : 0;
                both += set >> of & set >> 1 & 1 ? weight[i] : 0;
            }
            if (given < 1e-10 * all) // then a few digits are left
                continue;
            snprintf(text, sizeof text, "P[1](saboteur(2) given saboteur(%u))",
                     of + 1);
            double got = chance(&s, text);
            CHECK_THAT(fabs(got - both / given) < 0.001, "%s: %f, not %f", text,
                       got, both / given);
        }
        dx_free(b);
        end(&s);
    }
}

TEST(what_bayes_finds_all_but_impossible_is_not_disbelieved)
{
    for (uint64_t seed = 0; seed < SAMPLE(3, 20); seed++) {
        CHECKING_SEED(seed);
        scene s;
        begin(&s, "saboteur(round)", seed, 34, "source(bayes)");
        for (unsigned seat = 1; seat <= 5; seat++) {
            char text[120];
            snprintf(text, sizeof text,
                     "M[%u] (saboteur(1) & saboteur(2)) ->"
                     " P[%u](saboteur(1) & saboteur(2)) > 0",
                     seat, seat);
            CHECK_THAT(is_true(&s, text), "%s", text);
        }
        end(&s);
    }
}

TEST(a_source_does_not_speak_of_hands_nor_of_earlier_turns)
{
    static const char *const texts[] = {"B[1] has(2,map)",
                                        "P[1](count(2,map) > 1) > 1/2",
                                        "prev B[1] saboteur(2)"};
    scene s;
    begin(&s, "saboteur(round)", 1, 6, "source(bayes)");
    for (unsigned i = 0; i < 3; i++) {
        dx_formula f;
        dx_answer answer;
        dx_error error = {.message = ""};
        dx_moment moment = {.rules = &s.rules};
        dx_ask_options options = {.assumption = &s.assumption};
        moment.past = dx_match_events(s.match, &moment.count);
        CHECK_EQ(dx_parse(s.store, texts[i], &f, &error), DX_OK);
        CHECK_EQ(dx_ask_above(s.store, &moment, f, &options, &answer, &error),
                 DX_ERR_UNSUPPORTED);
        CHECK(strstr(error.message, "source") != NULL);
    }
    // What is known does not depend on it.
    dx_answer answer = ask(&s, "K[1] has(2,map)");
    CHECK(strcmp(answer.engine, "places") == 0);
    dx_answer_release(&answer);
    end(&s);
}

// What a place of the board has for a fact, by its name: -1 if it has none.
static double shown(const dx_lens_board *board, const char *fact)
{
    for (unsigned place = 0; place < board->places; place++)
        for (unsigned kind = 0; kind < board->kinds; kind++) {
            dx_text word = {0};
            dx_place_fact(&board->words, place, kind, &word);
            bool is = strcmp(dx_text_string(&word), fact) == 0;
            dx_text_release(&word);
            if (is && (board->weighed >> place & 1) != 0)
                return dx_rational_value(dx_lens_mean(board, place, kind));
        }
    return -1;
}

TEST(a_lens_under_a_source_shows_the_chances_that_questions_get)
{
    static const char *const sources[] = {"source(bayes)", "source(graph1)",
                                          "source(prior)"};
    for (uint64_t seed = 0; seed < SAMPLE(3, 30); seed++) {
        scene s;
        CHECKING_SEED(seed);
        begin(&s, "saboteur(round)", seed, 10 + 3 * (unsigned)seed,
              sources[seed % 3]);
        unsigned seat = (unsigned)seed % 5;
        const dx_lens_board *board;
        dx_lens_options options = {.assumption = &s.assumption};
        dx_lens *lens = dx_lens_new(&s.rules, seat, &options);
        dx_lens_follow(lens, dx_match_view(s.match, seat));
        CHECK_EQ(dx_lens_look(lens, &board, NULL), DX_OK);
        CHECK(board->has_chances && board->weighed != UINT64_MAX);
        for (unsigned of = 0; of < 5; of++) {
            char fact[40], text[60];
            snprintf(fact, sizeof fact, "role(%u,saboteur)", of + 1);
            snprintf(text, sizeof text, "P[%u](%s)", seat + 1, fact);
            double got = shown(board, fact), want = chance(&s, text);
            CHECK_THAT(fabs(got - want) < 1e-9, "%s: %f, not %f", text, got,
                       want);
        }
        CHECK_EQ(shown(board, "has(1,map)"), -1);
        dx_lens_free(lens);
        end(&s);
    }
}
