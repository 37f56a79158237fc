// Bisimulation against its definition, and against what formulas can say.

#include "logic/bisim/bisim.h"

#include "base/memory.h"
#include "logic/any_model.h"
#include "logic/evaluate/evaluate.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"
#include "test.h"

#include <string.h>

static bool holds(const dx_model *model, dx_formula f, size_t world)
{
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    dx_error error;
    CHECK_THAT(dx_evaluate(evaluator, f, &where, &error) == DX_OK, "%s",
               error.message);
    bool answer = dx_bitset_has(where, world);
    dx_evaluator_free(evaluator);
    return answer;
}

static dx_formula formula(dx_formulas *store, const char *text)
{
    dx_formula f;
    dx_error error;
    CHECK_THAT(dx_parse(store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    return f;
}

// ---- The definition, taken at its word: throw out pairs until nothing
// changes.

enum { WORLDS_MAX = 8 };
typedef bool pairs[WORLDS_MAX][WORLDS_MAX];

static bool same_facts(const dx_model *m, size_t u, size_t v)
{
    for (size_t p = 0; p < dx_model_proposition_count(m); p++) {
        const dx_bitset *worlds = dx_model_proposition_worlds(m, p);
        if (dx_bitset_has(worlds, u) != dx_bitset_has(worlds, v))
            return false;
    }
    for (size_t x = 0; x < dx_model_variable_count(m); x++)
        if (dx_model_values(m, x)[u] != dx_model_values(m, x)[v])
            return false;
    return true;
}

static bool forth(const dx_model *m, const dx_relation *r, pairs like, size_t u,
                  size_t v)
{
    size_t n = dx_model_world_count(m);
    for (size_t x = 0; x < n; x++) {
        bool found = !dx_relation_has(r, u, x);
        for (size_t y = 0; y < n && !found; y++)
            found = dx_relation_has(r, v, y) && like[x][y];
        if (!found)
            return false;
    }
    return true;
}

static dx_fraction weight_at(const dx_model *m, size_t agent, size_t u,
                             size_t v)
{
    const dx_relation *r = dx_model_relation(m, agent, DX_KNOWLEDGE);
    const dx_weights *weights = dx_model_weights(m, agent);
    if (!dx_relation_has(r, u, v))
        return dx_fraction_int(0);
    if (weights == NULL)
        return dx_fraction_int(1);
    if (weights->of_world != NULL)
        return weights->of_world[v];
    for (size_t i = r->first[u];; i++)
        if (r->target[i] == v)
            return weights->of_edge[i];
}

// The probability at u of all worlds like x; lost if it is undefined.
static dx_fraction probability(const dx_model *m, size_t agent, pairs like,
                               size_t u, size_t x)
{
    dx_fraction part = dx_fraction_int(0), whole = part;
    for (size_t v = 0; v < dx_model_world_count(m); v++) {
        dx_fraction weight = weight_at(m, agent, u, v);
        whole = dx_fraction_add(whole, weight);
        if (like[x][v])
            part = dx_fraction_add(part, weight);
    }
    return dx_fraction_divide(part, whole);
}

static bool still_like(const dx_model *m, dx_bisim_kind kind, pairs like,
                       size_t u, size_t v)
{
    for (size_t a = 0; a < dx_model_agent_count(m); a++) {
        for (int attitude = 0; attitude < 2; attitude++) {
            const dx_relation *r =
                dx_model_relation(m, a, (dx_attitude)attitude);
            if (!forth(m, r, like, u, v) || !forth(m, r, like, v, u))
                return false;
        }
        for (size_t x = 0; x < dx_model_world_count(m); x++)
            if (kind == DX_BISIM_WEIGHTS &&
                !dx_fraction_equal(probability(m, a, like, u, x),
                                   probability(m, a, like, v, x)))
                return false;
    }
    return true;
}

// A pair falls together with all its symmetric and transitive company only
// because rounds are taken as a whole: what is like what is read from the
// round before.
static void judge(const dx_model *m, dx_bisim_kind kind, pairs like)
{
    size_t n = dx_model_world_count(m);
    pairs before;
    for (size_t u = 0; u < n; u++)
        for (size_t v = 0; v < n; v++)
            like[u][v] = same_facts(m, u, v);
    do {
        memcpy(before, like, sizeof before);
        for (size_t u = 0; u < n; u++)
            for (size_t v = 0; v < n; v++)
                like[u][v] = before[u][v] && still_like(m, kind, before, u, v);
    } while (memcmp(before, like, sizeof before) != 0);
}

// ---- Properties.

typedef struct subject {
    dx_formulas *store;
    dx_random random;
    dx_bisim_kind kind;
    dx_model *model;
} subject;

static subject begin(uint64_t seed)
{
    subject s = {.store = dx_formulas_new(),
                 .random = dx_random_named(seed, 0, 0),
                 .kind = seed % 2 == 0 ? DX_BISIM_RELATIONS : DX_BISIM_WEIGHTS};
    s.model = any_model(s.store, &s.random,
                        (any_options){.worlds_max = WORLDS_MAX,
                                      .with_weights = seed % 4 == 1,
                                      .with_variables = seed % 3 == 0});
    return s;
}

static void end(subject *s)
{
    dx_model_free(s->model);
    dx_formulas_free(s->store);
}

TEST(contraction_joins_exactly_what_the_definition_calls_bisimilar)
{
    for (uint64_t seed = 0; seed < 3000; seed++) {
        CHECKING_SEED(seed);
        subject s = begin(seed);
        pairs like = {0};
        judge(s.model, s.kind, like);
        dx_model *small;
        uint32_t *class;
        CHECK_EQ(dx_model_contract(s.model, s.kind, &small, &class, NULL),
                 DX_OK);
        size_t n = dx_model_world_count(s.model);
        for (size_t u = 0; u < n; u++)
            for (size_t v = 0; v < n; v++)
                CHECK_THAT((class[u] == class[v]) == like[u][v],
                           "seed %d: worlds %zu and %zu", (int)seed, u, v);
        CHECK_EQ(dx_model_actual(small), class[dx_model_actual(s.model)]);
        dx_free(class);
        dx_model_free(small);
        end(&s);
    }
}

static void check_agreement(uint64_t seed, subject *s, const dx_model *small,
                            const uint32_t *class)
{
    dx_evaluator *large = dx_evaluator_new(s->model, NULL);
    dx_evaluator *little = dx_evaluator_new(small, NULL);
    for (int i = 0; i < 12; i++) {
        dx_formula f = any_formula(s->store, &s->random, 1 + i % 3,
                                   s->kind == DX_BISIM_WEIGHTS);
        const dx_bitset *there, *here;
        dx_error error;
        CHECK_THAT(dx_evaluate(large, f, &there, &error) == DX_OK, "%s",
                   error.message);
        CHECK_EQ(dx_evaluate(little, f, &here, &error), DX_OK);
        for (size_t w = 0; w < there->size; w++) {
            dx_text text = {0};
            dx_formula_print(s->store, f, &text);
            CHECK_THAT(dx_bitset_has(there, w) == dx_bitset_has(here, class[w]),
                       "seed %d: %s at world %zu", (int)seed,
                       dx_text_string(&text), w);
            dx_text_release(&text);
        }
    }
    dx_evaluator_free(large);
    dx_evaluator_free(little);
}

TEST(contraction_preserves_formulas_without_d)
{
    for (uint64_t seed = 0; seed < SAMPLE(500, 5000); seed++) {
        CHECKING_SEED(seed);
        subject s = begin(seed);
        dx_model *small;
        uint32_t *class;
        CHECK_EQ(dx_model_contract(s.model, s.kind, &small, &class, NULL),
                 DX_OK);
        check_agreement(seed, &s, small, class);
        dx_free(class);
        dx_model_free(small);
        end(&s);
    }
}

TEST(a_contracted_model_does_not_contract_further)
{
    for (uint64_t seed = 0; seed < 500; seed++) {
        CHECKING_SEED(seed);
        subject s = begin(seed);
        dx_model *small, *again;
        CHECK_EQ(dx_model_contract(s.model, s.kind, &small, NULL, NULL), DX_OK);
        CHECK_EQ(dx_model_contract(small, s.kind, &again, NULL, NULL), DX_OK);
        CHECK(dx_model_world_count(small) == dx_model_world_count(again));
        dx_model_free(small);
        dx_model_free(again);
        end(&s);
    }
}

static void check_pair(uint64_t seed, subject *s, dx_pointed a, dx_pointed b)
{
    bool bisimilar;
    dx_formula f;
    CHECK_EQ(dx_bisimilar(a, b, s->kind, &bisimilar, NULL), DX_OK);
    CHECK_EQ(dx_distinguish(a, b, s->kind, &f, NULL), DX_OK);
    CHECK(bisimilar == (f == DX_FORMULA_NONE));
    if (bisimilar)
        return;
    dx_text text = {0};
    dx_formula_print(s->store, f, &text);
    CHECK_THAT(holds(a.model, f, a.world) && !holds(b.model, f, b.world),
               "seed %d: %s between %zu and %zu", (int)seed,
               dx_text_string(&text), a.world, b.world);
    dx_text_release(&text);
}

TEST(worlds_that_are_not_bisimilar_are_told_apart_by_a_formula)
{
    for (uint64_t seed = 0; seed < 700; seed++) {
        CHECKING_SEED(seed);
        subject s = begin(seed);
        size_t n = dx_model_world_count(s.model);
        for (size_t u = 0; u < n; u++)
            check_pair(seed, &s, (dx_pointed){s.model, 0},
                       (dx_pointed){s.model, u});
        end(&s);
    }
}

TEST(worlds_of_two_models_are_compared_too)
{
    for (uint64_t seed = 0; seed < 700; seed++) {
        CHECKING_SEED(seed);
        subject s = begin(seed);
        dx_model *other =
            any_model(s.store, &s.random,
                      (any_options){.worlds_max = 3,
                                    .with_weights = seed % 4 == 1,
                                    .with_variables = seed % 3 == 0});
        size_t n = dx_model_world_count(s.model);
        for (size_t u = 0; u < n; u++)
            check_pair(seed, &s, (dx_pointed){s.model, u},
                       (dx_pointed){other, 0});
        dx_model_free(other);
        end(&s);
    }
}

TEST(a_model_is_bisimilar_to_its_contraction)
{
    for (uint64_t seed = 0; seed < 700; seed++) {
        CHECKING_SEED(seed);
        subject s = begin(seed);
        dx_model *small;
        uint32_t *class;
        CHECK_EQ(dx_model_contract(s.model, s.kind, &small, &class, NULL),
                 DX_OK);
        for (size_t w = 0; w < dx_model_world_count(s.model); w++) {
            bool bisimilar = false;
            CHECK_EQ(dx_bisimilar((dx_pointed){s.model, w},
                                  (dx_pointed){small, class[w]}, s.kind,
                                  &bisimilar, NULL),
                     DX_OK);
            CHECK_THAT(bisimilar, "seed %d: world %zu", (int)seed, w);
        }
        dx_free(class);
        dx_model_free(small);
        end(&s);
    }
}

// ---- Cases done on paper.

// Two copies of {p, not p}: a confuses the worlds of a copy, b those of
// different copies.  Together they know everything, and no formula without D
// can say so: one copy is left, in which both confuse the two worlds.
TEST(distributed_knowledge_is_not_preserved)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 4), *small;
    dx_model_add_agent(model, "a");
    dx_model_add_agent(model, "b");
    dx_model_set_partition(model, 0, (uint32_t[]){0, 0, 1, 1});
    dx_model_set_partition(model, 1, (uint32_t[]){0, 1, 1, 0});
    size_t p = dx_model_add_proposition(model, dx_formula_atom(store, "p"));
    dx_bitset_add(dx_model_worlds_of(model, p), 0);
    dx_bitset_add(dx_model_worlds_of(model, p), 2);
    dx_formula f = formula(store, "D[a,b] p");

    CHECK_EQ(dx_model_contract(model, DX_BISIM_RELATIONS, &small, NULL, NULL),
             DX_OK);

    CHECK_EQ(dx_model_world_count(small), 2);
    CHECK(holds(model, f, 0));
    CHECK(!holds(small, f, 0));
    dx_model_free(small);
    dx_model_free(model);
    dx_formulas_free(store);
}

// Weights 2, 1, 1 where the last two worlds look the same: probabilities 1/2
// and 1/2 remain.  Without looking at weights they are gone.
TEST(contraction_adds_up_weights)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 3), *small;
    dx_model_add_agent(model, "a");
    size_t p = dx_model_add_proposition(model, dx_formula_atom(store, "p"));
    dx_bitset_add(dx_model_worlds_of(model, p), 0);
    dx_model_set_weights(model, 0, (dx_fraction[]){{2, 1}, {1, 1}, {1, 1}});
    CHECK_EQ(dx_model_bisim_kind(model), DX_BISIM_WEIGHTS);

    CHECK_EQ(dx_model_contract(model, DX_BISIM_WEIGHTS, &small, NULL, NULL),
             DX_OK);
    CHECK_EQ(dx_model_world_count(small), 2);
    const dx_weights *weights = dx_model_weights(small, 0);
    CHECK(dx_fraction_equal(weights->of_world[1], dx_fraction_of(1, 2)));
    CHECK(holds(small, formula(store, "P[a](p) = 1/2"), 0));
    dx_model_free(small);

    CHECK_EQ(dx_model_contract(model, DX_BISIM_RELATIONS, &small, NULL, NULL),
             DX_OK);
    CHECK(dx_model_weights(small, 0) == NULL);
    dx_model_free(small);
    dx_model_free(model);
    dx_formulas_free(store);
}

// 0 -a- 1 -b- 2 with p everywhere but at 2: what tells 0 from 1 is that b may
// confuse 1 with a world without p.
TEST(the_formula_between_two_worlds_is_short)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 3);
    dx_model_add_agent(model, "a");
    dx_model_add_agent(model, "b");
    dx_model_set_partition(model, 0, (uint32_t[]){0, 0, 1});
    dx_model_set_partition(model, 1, (uint32_t[]){0, 1, 1});
    size_t p = dx_model_add_proposition(model, dx_formula_atom(store, "p"));
    dx_bitset_add(dx_model_worlds_of(model, p), 0);
    dx_bitset_add(dx_model_worlds_of(model, p), 1);
    dx_formula f;
    dx_text text = {0};

    CHECK_EQ(dx_distinguish((dx_pointed){model, 0}, (dx_pointed){model, 1},
                            DX_BISIM_RELATIONS, &f, NULL),
             DX_OK);
    dx_formula_print(store, f, &text);
    CHECK_TEXT(dx_text_string(&text), "K[b] p");

    dx_text_release(&text);
    dx_model_free(model);
    dx_formulas_free(store);
}

// A path of n worlds that two agents see in turns, p only at its end: world i
// is told from its neighbour by a formula nested as deeply as it is far away.
static void tell_ends_apart(uint32_t n, dx_status want)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, n);
    uint32_t *cell = dx_alloc(n, sizeof *cell);
    for (uint32_t agent = 0; agent < 2; agent++) {
        dx_model_add_agent(model, agent == 0 ? "a" : "b");
        for (uint32_t w = 0; w < n; w++)
            cell[w] = (w + agent) / 2;
        dx_model_set_partition(model, agent, cell);
    }
    size_t p = dx_model_add_proposition(model, dx_formula_atom(store, "p"));
    dx_bitset_add(dx_model_worlds_of(model, p), n - 1);
    dx_formula f;
    dx_status status =
        dx_distinguish((dx_pointed){model, 0}, (dx_pointed){model, 1},
                       DX_BISIM_RELATIONS, &f, NULL);
    CHECK_EQ(status, want);
    if (status == DX_OK) {
        CHECK(holds(model, f, 0));
        CHECK(!holds(model, f, 1));
    }
    dx_free(cell);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(a_formula_can_reach_far)
{
    tell_ends_apart(40, DX_OK);
}

LONG_TEST(a_formula_that_would_reach_too_far_is_said)
{
    tell_ends_apart(DX_FORMULA_DEPTH_MAX + 100, DX_ERR_LIMIT);
}

TEST(models_over_different_words_are_not_compared)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *one = dx_model_new(store, 1), *other = dx_model_new(store, 1);
    dx_model_add_agent(one, "a");
    dx_model_add_agent(other, "b");
    bool bisimilar;
    dx_error error;

    CHECK_EQ(dx_bisimilar((dx_pointed){one, 0}, (dx_pointed){other, 0},
                          DX_BISIM_RELATIONS, &bisimilar, &error),
             DX_ERR_INPUT);
    CHECK_TEXT(error.message,
               "the agent 'a' is in one of the models only; models are "
               "compared over the same agents and facts");

    dx_model_free(one);
    dx_model_free(other);
    dx_formulas_free(store);
}

TEST(a_weight_too_fine_for_exact_arithmetic_is_an_error)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 3), *small;
    dx_model_add_agent(model, "a");
    dx_model_set_weights(model, 0,
                         (dx_fraction[]){{1, INT64_MAX},
                                         {1, INT64_MAX - 1},
                                         {1, INT64_MAX - 2}});
    dx_error error;

    CHECK_EQ(dx_model_contract(model, DX_BISIM_WEIGHTS, &small, NULL, &error),
             DX_ERR_LIMIT);

    dx_model_free(model);
    dx_formulas_free(store);
}
