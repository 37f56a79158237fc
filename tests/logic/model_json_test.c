// Models out and in again, and what is refused on the way in.

#include "logic/json/model.h"

#include "base/memory.h"
#include "logic/any_model.h"
#include "logic/bisim/bisim.h"
#include "test.h"

#include <string.h>

static char *write(const dx_model *model)
{
    dx_text out = {0};
    dx_model_write_json(model, &out);
    return dx_text_take(&out);
}

TEST(a_model_that_is_written_and_read_is_the_same_model)
{
    for (uint64_t seed = 0; seed < 1500; seed++) {
        CHECKING_SEED(seed);
        dx_formulas *store = dx_formulas_new();
        dx_random random = dx_random_named(seed, 0, 0);
        dx_model *model =
            any_model(store, &random,
                      (any_options){.worlds_max = 6,
                                    .with_weights = seed % 2 == 0,
                                    .with_names = seed % 3 == 0,
                                    .with_variables = seed % 5 == 0});
        char *text = write(model);
        dx_model *again;
        dx_error error;
        CHECK_THAT(dx_model_read_json(store, text, strlen(text), &again,
                                      &error) == DX_OK,
                   "seed %d: %u:%u: %s\n%s", (int)seed, error.line,
                   error.column, error.message, text);

        char *second = write(again);
        CHECK_TEXT(second, text);
        for (size_t w = 0; w < dx_model_world_count(model); w++) {
            bool same = false;
            CHECK_EQ(dx_bisimilar((dx_pointed){model, w},
                                  (dx_pointed){again, w}, DX_BISIM_WEIGHTS,
                                  &same, NULL),
                     DX_OK);
            CHECK_THAT(same, "seed %d: world %zu", (int)seed, w);
        }
        CHECK_EQ(dx_model_actual(again), dx_model_actual(model));
        dx_free(text);
        dx_free(second);
        dx_model_free(again);
        dx_model_free(model);
        dx_formulas_free(store);
    }
}

static const char small[] =
    "{\"agents\": [\"a\"],\n"
    " \"propositions\": [\"p\", \"hand(b,6s)\"],\n"
    " \"constants\": {\"red\": 0, \"green\": 7},\n"
    " \"domains\": {\"colour\": [\"red\", \"green\"]},\n"
    " \"variables\": [{\"name\": \"c\", \"domain\": \"colour\"}],\n"
    " \"worlds\": [{\"name\": \"u\", \"true\": [\"hand(b, 6s)\"],\n"
    "             \"values\": {\"c\": \"green\"}},\n"
    "            {\"name\": \"v\", \"values\": {\"c\": 0}}],\n"
    " \"actual\": \"v\",\n"
    " \"knowledge\": {\"a\": {\"edges\": [[\"u\", \"v\"], [\"v\", \"v\"]]}},\n"
    " \"weights\": {\"a\": {\"edges\": [[\"u\", \"v\", \"1/3\"]]}}}\n";

TEST(a_file_written_by_hand_is_read)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model;
    dx_error error;
    dx_text name = {0};

    CHECK_THAT(dx_model_read_json(store, small, strlen(small), &model,
                                  &error) == DX_OK,
               "%u:%u: %s", error.line, error.column, error.message);

    CHECK_EQ(dx_model_world_count(model), 2);
    CHECK_EQ(dx_model_actual(model), 1);
    CHECK_EQ(dx_model_values(model, 0)[0], 7);
    CHECK(dx_bitset_has(dx_model_proposition_worlds(model, 1), 0));
    CHECK(!dx_bitset_has(dx_model_proposition_worlds(model, 0), 0));
    dx_model_print_world(model, 0, &name);
    CHECK_TEXT(dx_text_string(&name), "u");
    dx_text_release(&name);
    dx_model_free(model);
    dx_formulas_free(store);
}

// Puts `bad` in the place of `good` in the file above and checks the error.
static void check_refused(const char *good, const char *bad,
                          const char *expected)
{
    dx_formulas *store = dx_formulas_new();
    const char *at = strstr(small, good);
    dx_text text = {0}, said = {0};
    dx_model *model = NULL;
    dx_error error = {0};
    CHECK_THAT(at != NULL, "the file has no %s", good);
    dx_text_add_part(&text, small, (size_t)(at - small));
    dx_text_add(&text, bad);
    dx_text_add(&text, at + strlen(good));

    CHECK_THAT(dx_model_read_json(store, text.at, text.length, &model,
                                  &error) != DX_OK,
               "%s was read", bad);
    CHECK(model == NULL);
    dx_text_printf(&said, "%u:%u: %s", error.line, error.column, error.message);
    CHECK_TEXT(dx_text_string(&said), expected);

    dx_text_release(&text);
    dx_text_release(&said);
    dx_formulas_free(store);
}

TEST(errors_say_where_and_what_was_expected)
{
    check_refused("\"a\"],\n", "\"a\", \"a\"],\n",
                  "1:18: there are two agents 'a'");
    check_refused("\"p\",", "\"p &\",",
                  "2:19: \"p &\": expected one name, found more");
    check_refused("\"p\",", "3,", "2:19: expected a string: a proposition");
    check_refused("\"p\",", "\"p\", \"p\",", "2:24: 'p' is there twice");
    check_refused("\"green\": 7", "\"green\": 70000000000",
                  "3:35: the value needs more than 32 bits");
    check_refused("\"domain\": \"colour\"", "\"domain\": \"size\"",
                  "5:16: there is no domain 'size'");
    check_refused("\"hand(b, 6s)\"", "\"q\"",
                  "6:36: 'q' is not among the \"propositions\"");
    check_refused("\"green\"}},", "\"blue\"}},",
                  "7:30: there is no constant 'blue'");
    check_refused(", \"values\": {\"c\": 0}", "",
                  "8:13: the world has 0 values, expected one for each of 1 "
                  "variables");
    check_refused("\"name\": \"v\"", "\"name\": \"u\"",
                  "8:13: there are two worlds 'u'");
    check_refused("\"actual\": \"v\"", "\"actual\": \"x\"",
                  "9:12: there is no world 'x'");
}

TEST(errors_in_relations_say_where)
{
    check_refused("[\"v\", \"v\"]]}},", "[\"v\", \"x\"]]}},",
                  "10:50: there is no world 'x'");
    check_refused("\"knowledge\": {\"a\"", "\"knowledge\": {\"b\"",
                  "10:21: there is no agent 'b'");
    check_refused("{\"a\": {\"edges\": [[\"u\", \"v\"], [\"v\", \"v\"]]}},",
                  "{}, ", "10:15: the agent 'a' has no relation");
    check_refused("{\"edges\": [[\"u\", \"v\"], [\"v\", \"v\"]]}",
                  "{\"cells\": [[\"u\"]]}",
                  "10:21: the world 'v' is in no cell");
    check_refused("{\"edges\": [[\"u\", \"v\"], [\"v\", \"v\"]]}",
                  "{\"cells\": [[\"u\"], [\"v\", \"u\"]]}",
                  "10:45: the world 'u' is in a cell already");
    check_refused("{\"edges\": [[\"u\", \"v\"], [\"v\", \"v\"]]}",
                  "{\"cels\": []}",
                  "10:30: unknown key \"cels\"; expected cells, edges");
    check_refused("[\"u\", \"v\", \"1/3\"]", "[\"u\", \"u\", \"1/3\"]",
                  "11:30: a weight for an edge that is not there");
    check_refused("\"1/3\"", "\"-1/3\"",
                  "11:41: expected a weight: a fraction such as \"1/3\" or a "
                  "whole number, not below 0");
}

TEST(what_is_no_json_is_refused_with_its_place)
{
    check_refused("\"actual\":", "\"actual\"",
                  "9:13: this is not JSON: ':' expected near '\"v\"'");
    check_refused("{\"agents\": [\"a\"],",
                  "{\"agents\": [\"a\"], "
                  "\"agents\": [],",
                  "1:26: this is not JSON: duplicate object key near "
                  "'\"agents\"'");
    check_refused(small, "",
                  "1:1: there is nothing here; expected a model, "
                  "{\"agents\": ...}");
    check_refused(small, "[]", "1:1: expected an object: a model");
    check_refused(small, "{}", "1:1: expected the key \"agents\"");
}

TEST(brackets_without_end_are_refused)
{
    enum { MANY = 1 << 20 };
    char *text = dx_alloc(MANY, 1);
    memset(text, '[', MANY);
    dx_formulas *store = dx_formulas_new();
    dx_model *model;
    dx_error error;
    CHECK_EQ(dx_model_read_json(store, text, MANY, &model, &error),
             DX_ERR_SYNTAX);
    dx_formulas_free(store);
    dx_free(text);
}
