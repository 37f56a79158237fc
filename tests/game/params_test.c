// Parameters: numbers, choices, decimals, texts, presets, and what is refused.

#include "game/params.h"
#include "game/seats.h"
#include "test.h"

#include <string.h>

static const char *const bombs[] = {"keep", "zero", NULL};
static const dx_param params[] = {
    {"players", "seats", 2, 5, 5},
    {"bomb", "what a bomb scores", 0, 1, 1, .choices = bombs},
    {"trust", "how much", -50, 100, 20, .decimals = 2},
    {0}};
static const dx_preset presets[] = {
    {"mild", "for beginners", "bomb=keep,trust=0.5"}, {0}};
static const dx_schema schema = {params, presets};

static dx_status read(const char *text, dx_params *out, dx_error *error)
{
    dx_spec spec;
    dx_status status = dx_spec_parse(text, &spec, error);
    return status != DX_OK ? status
                           : dx_params_parse(&schema, &spec, out, error);
}

static void check_read(const char *text, const char *printed)
{
    dx_params got;
    dx_error error = {.message = ""};
    dx_text out = {0};
    CHECK_THAT(read(text, &got, &error) == DX_OK, "%s: %s", text,
               error.message);
    dx_params_print(&schema, "game", &got, &out);
    CHECK_TEXT(dx_text_string(&out), printed);
    dx_text_release(&out);
}

TEST(parameters_are_read_in_any_order_over_presets)
{
    check_read("game", "game(players=5,bomb=zero,trust=0.20)");
    check_read("game()", "game(players=5,bomb=zero,trust=0.20)");
    check_read("game(mild)", "game(players=5,bomb=keep,trust=0.50)");
    check_read("game(preset=mild)", "game(players=5,bomb=keep,trust=0.50)");
    check_read("game(preset=mild,bomb=zero)",
               "game(players=5,bomb=zero,trust=0.50)");
    check_read("game( mild , bomb=zero )",
               "game(players=5,bomb=zero,trust=0.50)");
    check_read("game(trust=-.25,players=3)",
               "game(players=3,bomb=zero,trust=-0.25)");
    check_read("game(trust=1)", "game(players=5,bomb=zero,trust=1.00)");
}

TEST(parameters_that_make_no_sense_are_refused)
{
    static const char *const wrong[] = {"game(players=)",
                                        "game(players=6)",
                                        "game(players=two)",
                                        "game(players=3.5)",
                                        "game(bomb=boom)",
                                        "game(bomb=1)",
                                        "game(trust=0.125)",
                                        "game(trust=1.01)",
                                        "game(trust=-)",
                                        "game(trust=.)",
                                        "game(wild)",
                                        "game(preset=wild)",
                                        "game(preset=)",
                                        "game(preset)",
                                        "game(,)",
                                        "game(mild,)",
                                        "game(players=99999999999999999999)",
                                        "game(players=3",
                                        "game)",
                                        "game(mild)x",
                                        "game(players=3))",
                                        "(mild)",
                                        "",
                                        "game(players=3)(mild)"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dx_params got;
        dx_error error = {.message = ""};
        CHECK_THAT(read(wrong[i], &got, &error) != DX_OK, "%s", wrong[i]);
        CHECK(error.column > 0 && error.message[0] != '\0');
    }
}

TEST(a_refused_preset_says_which_there_are)
{
    dx_params got;
    dx_error error;
    CHECK(read("game(preset=wild)", &got, &error) != DX_OK);
    CHECK_EQ(error.column, 13);
    CHECK_TEXT(error.message,
               "game has no parameter or preset 'wild'; it has: players, bomb, "
               "trust; presets: mild");
}

TEST(a_refused_parameter_says_its_range_and_its_choices)
{
    dx_params got;
    dx_error error;
    CHECK(read("game(bomb=boom)", &got, &error) != DX_OK);
    CHECK_TEXT(error.message,
               "bomb=boom: expected keep or zero (what a bomb scores)");
    CHECK(read("game(trust=7)", &got, &error) != DX_OK);
    CHECK_TEXT(error.message, "trust=7: expected -0.50 to 1.00 (how much)");
    CHECK(read("game(trust=0.125)", &got, &error) != DX_OK);
    CHECK_TEXT(error.message, "trust=0.125: expected -0.50 to 1.00 with at "
                              "most 2 decimals (how much)");
}

// ---- texts ----

static const dx_param written[] = {{"players", "seats", 2, 5, 2},
                                   {"plan", "rules to play by", .text = 20},
                                   {"name", "who it is", .text = 500},
                                   {0}};
static const dx_preset plans[] = {{"careful", "", "plan=\"wait, (then) go\""},
                                  {0}};
static const dx_schema writing = {written, plans};

static dx_status read_texts(const char *text, dx_params *out)
{
    dx_spec spec;
    CHECK_EQ(dx_spec_parse(text, &spec, NULL), DX_OK);
    return dx_params_parse(&writing, &spec, out, NULL);
}

static void check_texts(const char *text, const char *plan, const char *name)
{
    dx_params got, again;
    dx_text out = {0};
    CHECKING("%s", text);
    CHECK_EQ(read_texts(text, &got), DX_OK);
    CHECK_TEXT(dx_params_text(&got, 1), plan);
    CHECK_TEXT(dx_params_text(&got, 2), name);
    dx_params_print_short(&writing, "game", &got, &out);
    CHECK_EQ(read_texts(dx_text_string(&out), &again), DX_OK);
    CHECK_EQ(memcmp(&got, &again, sizeof got), 0);
    dx_text_release(&out);
}

TEST(texts_stand_in_quotes_and_may_have_anything_that_can_be_seen)
{
    check_texts("game", "", "");
    check_texts("game(plan=\"\")", "", "");
    check_texts("game(plan=\"a=b, c)\",players=3)", "a=b, c)", "");
    check_texts("game(name=\"\\\"q\\\" \\\\\",plan=\"x\")", "x", "\"q\" \\");
    check_texts("game(careful,name=\"Zo\xc3\xab\")", "wait, (then) go",
                "Zo\xc3\xab");
    check_texts("game(careful,plan=\"go\")", "go", "");
}

TEST(texts_in_another_order_are_the_same_parameters)
{
    dx_params one, two;
    CHECK_EQ(read_texts("game(plan=\"a\",name=\"b\")", &one), DX_OK);
    CHECK_EQ(read_texts("game(name=\"b\",careful,plan=\"a\")", &two), DX_OK);
    CHECK_EQ(memcmp(&one, &two, sizeof one), 0);
}

TEST(texts_that_are_too_long_or_cannot_be_seen_are_refused)
{
    static const char *const wrong[] = {"game(plan=go)",
                                        "game(plan=\"go)",
                                        "game(plan=go\")",
                                        "game(plan=\"a\"b\")",
                                        "game(plan=\"a\nb\")",
                                        "game(plan=\"a\x7f\")",
                                        "game(plan=\"\xff\")",
                                        "game(plan=\"\xc3\")",
                                        "game(plan=\"\\n\")",
                                        "game(plan=\"\\\")",
                                        "game(plan=\"123456789012345678901\")"};
    dx_params got;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_THAT(read_texts(wrong[i], &got) == DX_ERR_INPUT, "%s", wrong[i]);
    dx_text all = {0};
    dx_text_printf(&all, "game(plan=\"x\",name=\"%0500d\")", 0);
    CHECK_EQ(read_texts(dx_text_string(&all), &got), DX_OK);
    dx_text_clear(&all);
    dx_text_printf(&all, "game(plan=\"12345678901234567890\",name=\"%0500d\")",
                   0);
    CHECK_EQ(read_texts(dx_text_string(&all), &got), DX_ERR_LIMIT);
    dx_text_release(&all);
}

TEST(a_list_of_players_is_not_split_inside_of_texts)
{
    dx_seat_list list;
    CHECK_EQ(dx_seat_list_parse("a(plan=\"x),y\"),b", &list, NULL), DX_OK);
    CHECK_EQ(list.count, 2);
    CHECK_TEXT(list.name[0], "a(plan=\"x),y\")");
    dx_seat_list_release(&list);
}
