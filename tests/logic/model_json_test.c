// Models out and in again, and what is refused on the way in.

#include "logic/json/model.h"

#include "base/memory.h"
#include "logic/any_model.h"
#include "logic/bisim/bisim.h"
#include "logic/kripke/plausible.h"
#include "test.h"

#include <string.h>

static char *write(const dx_model *model)
{
    dx_text out = {0};
    dx_model_write_json(model, true, &out);
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
    " \"worlds\": [{\"name\": \"u\", \"true\": [\"hand(b, 6s)\", "
    "\"c=green\"]},\n"
    "            {\"id\": 1, \"true\": [\"c=0\"]}],\n"
    " \"actual\": 1,\n"
    " \"links\": {\"a\": [[0, 1], [1, 1]]},\n"
    " \"weights\": {\"a\": [[0, 1, \"1/3\"]]}}\n";

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
    check_refused("\"c=green\"", "\"d=1\"",
                  "6:51: 'd' is not among the \"variables\"");
    check_refused("\"c=green\"", "\"c=blue\"",
                  "6:51: there is no constant 'blue'");
    check_refused("\"c=green\"", "\"c=\"", "6:51: there is no constant ''");
    check_refused("\"c=green\"", "\"c=70000000000\"",
                  "6:51: the value needs more than 32 bits");
    check_refused("\"c=0\"", "",
                  "7:13: the world has 0 values, expected one for each of 1 "
                  "variables");
    check_refused("\"c=0\"", "\"c=0\", \"c=7\"",
                  "7:13: the world has 2 values, expected one for each of 1 "
                  "variables");
    check_refused("\"id\": 1", "\"id\": 0",
                  "7:13: the \"id\" of this world is 1, its place in the list");
    check_refused("\"actual\": 1", "\"actual\": 2",
                  "8:12: there is no world 2: they are 0 to 1");
    check_refused("\"actual\": 1", "\"actual\": \"u\"",
                  "8:12: expected a whole number: the number of a world");
}

TEST(errors_in_relations_say_where)
{
    check_refused("[1, 1]]},", "[1, -1]]},",
                  "9:30: there is no world -1: they are 0 to 1");
    check_refused("\"links\": {\"a\"", "\"links\": {\"b\"",
                  "9:17: there is no agent 'b'");
    check_refused("{\"a\": [[0, 1], [1, 1]]},", "{}, ",
                  "1:1: the agent 'a' has no cells and no links");
    check_refused("\"links\": {\"a\": [[0, 1], [1, 1]]}",
                  "\"cells\": {\"a\": [[0]]}",
                  "9:17: the world 1 is in no cell");
    check_refused("\"links\": {\"a\": [[0, 1], [1, 1]]}",
                  "\"cells\": {\"a\": [[0], [1, 0]]}",
                  "9:27: the world 0 is in a cell already");
    check_refused("\"links\": {", "\"cells\": {\"a\": [[0, 1]]}, \"links\": {",
                  "9:43: 'a' has \"cells\" and \"links\": one of them must go");
    check_refused("\"links\"", "\"edges\"",
                  "9:11: unknown key \"edges\"; expected agents, propositions, "
                  "variables, constants, domains, worlds, cells, links, "
                  "belief, weights, ranks, actual");
    check_refused("[0, 1, \"1/3\"]", "[0, 0, \"1/3\"]",
                  "10:20: a weight for a link that is not there");
    check_refused("\"1/3\"", "\"-1/3\"",
                  "10:27: expected a weight: a fraction such as \"1/3\" or a "
                  "whole number, not below 0");
    check_refused("[[0, 1, \"1/3\"]]", "[1]",
                  "10:19: expected one for each of the 2 worlds");
    check_refused("\"weights\": {\"a\": [[0, 1, \"1/3\"]]}",
                  "\"ranks\": {\"a\": [1, \"0\"]}",
                  "10:21: expected a whole number from 0 on");
    check_refused("\"weights\": {\"a\": [[0, 1, \"1/3\"]]}",
                  "\"ranks\": {\"a\": [1, 0, 3]}",
                  "10:24: there is no such world");
}

TEST(ranks_are_written_and_read_with_the_belief_that_follows)
{
    static const char text[] =
        "{\"agents\":[\"a\"],\"propositions\":[\"p\"],\"worlds\":[\n"
        "{\"id\":0,\"name\":\"u\",\"true\":[\"p\"]},\n"
        "{\"id\":1,\"name\":\"v\",\"true\":[]}],\"cells\":{\"a\":[[0,1]]},"
        "\"links\":{},\"belief\":{\"a\":[[0,1],[1,1]]},"
        "\"ranks\":{\"a\":[1,0]},\"actual\":0}";
    dx_formulas *store = dx_formulas_new();
    dx_model *model;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_model_read_json(store, text, strlen(text), &model, &error) ==
                   DX_OK,
               "%u:%u: %s", error.line, error.column, error.message);
    CHECK(dx_model_ranks(model, 0) != NULL);
    char *again = write(model);
    CHECK_TEXT(again, text);
    dx_free(again);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(what_is_no_json_is_refused_with_its_place)
{
    check_refused("\"actual\":", "\"actual\"",
                  "8:11: this is not JSON: ':' expected near '1'");
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
