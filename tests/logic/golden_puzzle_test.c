// Muddy children and Russian cards, played step by step against their golden
// files; the models after announcements and events of the golden cases.

#include "logic/evaluate/evaluate.h"
#include "logic/golden_formula.h"
#include "logic/golden_model.h"
#include "logic/kripke/update.h"
#include "test.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

// Muddy children.

// World w: child i + 1 is muddy if bit i of w is set.
static dx_model *muddy_children(dx_formulas *store, size_t n, size_t actual)
{
    dx_model *model = dx_model_new(store, (size_t)1 << n);
    uint32_t *cell = dx_alloc_raw((size_t)1 << n, sizeof *cell);
    for (size_t i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "%zu", i + 1);
        dx_model_add_agent(model, name);
        snprintf(name, sizeof name, "m%zu", i + 1);
        dx_model_add_proposition(model, dx_formula_atom(store, name));
        for (uint32_t w = 0; w < 1u << n; w++) {
            cell[w] = w & ~(1u << i);
            if (w >> i & 1)
                dx_bitset_add(dx_model_worlds_of(model, i), w);
        }
        dx_model_set_partition(model, i, cell);
    }
    dx_free(cell);
    dx_model_set_actual(model, actual);
    return model;
}

// Does child i know its own state at the actual world, or somebody somewhere:
// "(Kw i mi)".
static dx_formula child_knows(dx_formulas *store, size_t i)
{
    char text[64];
    snprintf(text, sizeof text, "(Kw %zu m%zu)", i, i);
    return golden_formula(store, text);
}

static dx_formula nobody_knows(dx_formulas *store, size_t n)
{
    dx_formula all = dx_formula_true(store);
    for (size_t i = 1; i <= n; i++)
        all = dx_formula_and(store, all,
                             dx_formula_not(store, child_knows(store, i)));
    return all;
}

static dx_formula somebody_is_muddy(dx_formulas *store, size_t n)
{
    dx_formula any = dx_formula_false(store);
    for (size_t i = 1; i <= n; i++) {
        char name[16];
        snprintf(name, sizeof name, "m%zu", i);
        any = dx_formula_or(store, any, dx_formula_atom(store, name));
    }
    return any;
}

static dx_model *announce(dx_model *model, dx_formula f)
{
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    dx_model *next;
    dx_error error;
    CHECK_EQ(dx_evaluate(evaluator, f, &where, &error), DX_OK);
    CHECK(dx_bitset_has(where, dx_model_actual(model)));
    CHECK_EQ(dx_model_restrict(model, where, &next, &error), DX_OK);
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    return next;
}

static bool is_so(const dx_model *model, dx_formula f)
{
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    dx_error error;
    CHECK_EQ(dx_evaluate(evaluator, f, &where, &error), DX_OK);
    bool result = dx_bitset_has(where, dx_model_actual(model));
    dx_evaluator_free(evaluator);
    return result;
}

static void check_knowers(const dx_model *model, size_t n, const json_t *list)
{
    dx_formulas *store = dx_model_formulas(model);
    for (size_t i = 1; i <= n; i++) {
        bool listed = false;
        size_t k;
        json_t *one;
        json_array_foreach (list, k, one)
            listed = listed || (size_t)json_integer_value(one) == i;
        CHECK_THAT(is_so(model, child_knows(store, i)) == listed,
                   "child %zu of %zu", i, n);
    }
}

static void check_muddy(const json_t *json)
{
    size_t n = (size_t)json_integer_value(json_object_get(json, "n"));
    size_t muddy = (size_t)json_integer_value(json_object_get(json, "muddy"));
    const json_t *sizes = json_object_get(json, "sizes");
    const json_t *knowers = json_object_get(json, "knowers_each_question");
    dx_formulas *store = dx_formulas_new();
    dx_model *model = muddy_children(store, n, ((size_t)1 << muddy) - 1);
    CHECK_EQ(dx_model_world_count(model),
             json_integer_value(json_array_get(sizes, 0)));
    for (size_t round = 1; round < json_array_size(sizes); round++) {
        model = announce(model, round == 1 ? somebody_is_muddy(store, n)
                                           : nobody_knows(store, n));
        CHECK_EQ(dx_model_world_count(model),
                 json_integer_value(json_array_get(sizes, round)));
        check_knowers(model, n, json_array_get(knowers, round - 1));
    }
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(muddy_children_learn_when_the_golden_file_says)
{
    json_t *json = golden_file("kernel_muddy.json"), *one;
    size_t i;
    CHECK(json_array_size(json) > 0);
    json_array_foreach (json, i, one)
        check_muddy(one);
    json_decref(json);
}

// Russian cards: seven cards, three for Anne, three for Bill, one for Cath.

enum { DEALS = 140 };

static void add_deal(dx_model *model, size_t w, const int owner[7],
                     uint32_t hand[3][DEALS])
{
    static const char *const letters = "abc";
    for (int card = 0; card < 7; card++) {
        char name[3] = {letters[owner[card]], (char)('0' + card), '\0'};
        dx_formula atom = dx_formula_atom(dx_model_formulas(model), name);
        dx_bitset_add(
            dx_model_worlds_of(model, dx_model_find_proposition(model, atom)),
            w);
        hand[owner[card]][w] |= 1u << card;
    }
}

static dx_model *russian_cards(dx_formulas *store)
{
    static const char *const agents[] = {"a", "b", "c"};
    static const size_t size[] = {3, 3, 1};
    dx_model *model = dx_model_new(store, DEALS);
    static uint32_t hand[3][DEALS];
    memset(hand, 0, sizeof hand);
    for (size_t a = 0; a < 3; a++)
        for (int card = 0; card < 7; card++) {
            char name[3] = {agents[a][0], (char)('0' + card), '\0'};
            dx_model_add_proposition(model, dx_formula_atom(store, name));
        }
    size_t w = 0;
    for (size_t code = 0; code < 2187; code++) { // 3^7 ways to own 7 cards
        int owner[7];
        size_t held[3] = {0}, rest = code;
        for (int card = 0; card < 7; card++, rest /= 3)
            held[owner[card] = (int)(rest % 3)]++;
        if (memcmp(held, size, sizeof held) != 0)
            continue;
        static const int actual[7] = {0, 0, 0, 1, 1, 1, 2};
        if (memcmp(owner, actual, sizeof owner) == 0)
            dx_model_set_actual(model, w);
        add_deal(model, w++, owner, hand);
    }
    CHECK_EQ(w, DEALS);
    for (size_t a = 0; a < 3; a++) {
        dx_model_add_agent(model, agents[a]);
        dx_model_set_partition(model, a, hand[a]);
    }
    return model;
}

// The formula with %s for a golden one, at the actual world.
static bool asks(const dx_model *model, const char *format, const char *inner)
{
    char text[2000];
    const char *hole = strstr(format, "%s");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(hole - format), format, inner,
             hole + 2);
    return is_so(model, golden_formula(dx_model_formulas(model), text));
}

static void check_announcement(const json_t *json, const json_t *result)
{
    const char *bill = golden_text(json, "formula_bill_knows");
    const char *cath = golden_text(json, "formula_cath_ignorant");
    const struct {
        const char *key, *format, *inner;
    } questions[] = {
        {"bill_knows_deal", "%s", bill},
        {"cath_ignorant", "%s", cath},
        {"CK_bill_knows", "(C (a b c) %s)", bill},
        {"CK_cath_ignorant", "(C (a b c) %s)", cath},
        {"bill_knows_cath_ignorant", "(K b %s)", cath},
        {"anne_knows_bill_knows", "(K a %s)", bill},
        {"anne_knows_cath_ignorant", "(K a %s)", cath},
    };
    dx_formulas *store = dx_formulas_new();
    dx_model *model =
        announce(russian_cards(store),
                 golden_formula(store, golden_text(result, "announcement")));
    CHECK_EQ(dx_model_world_count(model),
             json_integer_value(json_object_get(result, "worlds_after")));
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        CHECK_THAT(asks(model, questions[i].format, questions[i].inner) ==
                       json_is_true(json_object_get(result, questions[i].key)),
                   "%s: %s", golden_text(result, "name"), questions[i].key);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(russian_cards_are_safe_when_the_golden_file_says)
{
    json_t *json = golden_file("kernel_russian.json"), *one;
    size_t i;
    const json_t *results = json_object_get(json, "results");
    CHECK(json_array_size(results) > 0);
    json_array_foreach (results, i, one)
        check_announcement(json, one);
    json_decref(json);
}

TEST(after_bill_names_caths_card_anne_and_bill_share_the_deal)
{
    json_t *json = golden_file("kernel_russian.json");
    const json_t *then = json_object_get(json, "then_bill_announces_(K b c6)");
    const json_t *seven = json_array_get(json_object_get(json, "results"), 0);
    dx_formulas *store = dx_formulas_new();
    dx_model *model =
        announce(russian_cards(store),
                 golden_formula(store, golden_text(seven, "announcement")));
    model = announce(model, golden_formula(store, "(K b c6)"));
    CHECK_EQ(dx_model_world_count(model),
             json_integer_value(json_object_get(then, "worlds_after_bill")));
    char anne[1000] = "(and true";
    for (int card = 0; card < 7; card++) {
        char part[32];
        snprintf(part, sizeof part, " (Kw a b%d)", card);
        strncat(anne, part, sizeof anne - strlen(anne) - 1);
    }
    strncat(anne, ")", sizeof anne - strlen(anne) - 1);
    const char *bill = golden_text(json, "formula_bill_knows");
    const char *cath = golden_text(json, "formula_cath_ignorant");
    CHECK_EQ(asks(model, "%s", anne),
             json_is_true(json_object_get(then, "anne_knows_deal")));
    CHECK_EQ(asks(model, "(C (a b) %s)", anne) &&
                 asks(model, "(C (a b) %s)", bill),
             json_is_true(json_object_get(then, "CK_ab_know")));
    CHECK_EQ(asks(model, "(C (a b c) %s)", cath),
             json_is_true(json_object_get(then, "CK_cath_ignorant")));
    dx_model_free(model);
    dx_formulas_free(store);
    json_decref(json);
}

// Models after updates, as the golden cases list them.

static const json_t *case_named(const json_t *file, const char *name)
{
    size_t i;
    json_t *one;
    json_array_foreach (json_object_get(file, "cases"), i, one)
        if (strcmp(golden_text(one, "name"), name) == 0)
            return one;
    fail();
    return NULL;
}

// Are the worlds of `model` those of `ids`, by name?
static void check_worlds(const dx_model *model, const json_t *ids)
{
    size_t i;
    json_t *id;
    CHECK_EQ(dx_model_world_count(model), json_array_size(ids));
    json_array_foreach (ids, i, id)
        CHECK(dx_model_find_world(model, json_string_value(id)) !=
              DX_NOT_FOUND);
}

// The successors of each world listed, for each agent.
static void check_rows(const dx_model *model, json_t *by_world)
{
    const char *from, *agent;
    json_t *by_agent, *row, *to;
    size_t i;
    json_object_foreach (by_world, from, by_agent) {
        size_t w = dx_model_find_world(model, from);
        json_object_foreach (by_agent, agent, row) {
            size_t a = dx_model_find_agent(
                model, dx_names_find(
                           dx_formulas_names(dx_model_formulas(model)), agent));
            const dx_relation *r = dx_model_relation(model, a, DX_KNOWLEDGE);
            size_t count = 0;
            for (size_t v = 0; v < dx_model_world_count(model); v++)
                count += dx_relation_has(r, w, v);
            CHECK_EQ(count, json_array_size(row));
            json_array_foreach (row, i, to)
                CHECK(dx_relation_has(
                    r, w, dx_model_find_world(model, json_string_value(to))));
        }
    }
}

TEST(the_wise_men_keep_the_golden_worlds)
{
    json_t *file = golden_file("kernel_cases.json");
    const json_t *wise = case_named(file, "three_wise_men");
    const json_t *after = json_object_get(wise, "worlds_after");
    const json_t *around =
        json_object_get(wise, "full_S5_submodel_around_man3");
    static const char *const stages[] = {"initial", "after_1", "after_2"};
    static const char *const said[] = {"(not (Kw 1 r1))", "(not (Kw 2 r2))"};
    dx_formulas *store = dx_formulas_new();
    dx_model *model = golden_model(store, json_object_get(wise, "model"));
    for (size_t i = 0; i < 3; i++) {
        check_worlds(model, json_object_get(after, stages[i]));
        check_rows(model, json_object_get(around, stages[i]));
        if (i < 2)
            model = announce(model, golden_formula(store, said[i]));
    }
    dx_model_free(model);
    dx_formulas_free(store);
    json_decref(file);
}

// The golden product calls its worlds "h/look"; ours are "h+look".
static size_t product_world(const dx_model *model, const char *id)
{
    char name[64];
    snprintf(name, sizeof name, "%s", id);
    char *slash = strchr(name, '/');
    CHECK(slash != NULL);
    *slash = '+';
    return dx_model_find_world(model, name);
}

TEST(the_private_look_makes_the_golden_product)
{
    json_t *file = golden_file("kernel_cases.json");
    const json_t *coin = case_named(file, "coin_private");
    json_t *wanted = json_object_get(coin, "product_private");
    dx_formulas *store = dx_formulas_new();
    dx_model *model = golden_model(store, json_object_get(coin, "model"));
    dx_event_library *library =
        golden_events(store, json_object_get(coin, "event_models"));
    dx_evaluator *evaluator = dx_evaluator_new(model, library);
    const dx_event_model *private = dx_event_library_find(library, "private");
    dx_model *product, *expected = golden_model(store, wanted);
    dx_error error;
    CHECK_EQ(dx_model_product(evaluator, private,
                              dx_event_model_find(private, "look"), 10,
                              &product, &error),
             DX_OK);
    size_t n = dx_model_world_count(expected);
    CHECK_EQ(dx_model_world_count(product), n);
    size_t heads =
        dx_model_find_proposition(product, dx_formula_atom(store, "heads"));
    for (size_t w = 0; w < n; w++) {
        dx_text id = {0};
        dx_model_print_world(expected, w, &id);
        size_t here = product_world(product, dx_text_string(&id));
        CHECK(here != DX_NOT_FOUND);
        CHECK_EQ(
            dx_bitset_has(dx_model_proposition_worlds(product, heads), here),
            dx_bitset_has(dx_model_proposition_worlds(expected, 0), w));
        for (size_t v = 0; v < n; v++)
            for (size_t a = 0; a < 2; a++) {
                dx_text other = {0};
                dx_model_print_world(expected, v, &other);
                CHECK_EQ(
                    dx_relation_has(
                        dx_model_relation(product, a, DX_KNOWLEDGE), here,
                        product_world(product, dx_text_string(&other))),
                    dx_relation_has(
                        dx_model_relation(expected, a, DX_KNOWLEDGE), w, v));
                dx_text_release(&other);
            }
        dx_text_release(&id);
    }
    dx_model_free(expected);
    dx_model_free(product);
    dx_evaluator_free(evaluator);
    dx_event_library_free(library);
    dx_model_free(model);
    dx_formulas_free(store);
    json_decref(file);
}
