// Parameters: numbers, choices, decimals, presets, and what is refused.

#include "game/params.h"
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
}
