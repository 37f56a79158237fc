// doxa bot check: does this program speak the protocol?

#include "agents/checkup.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "base/wrap.h"
#include "cli/commands.h"
#include "cli/named.h"

#include <stdio.h>
#include <string.h>

typedef struct check {
    bool json;
    unsigned passed, failed, skipped;
    dx_text steps; // in JSON
} check;

static void print_step(const dx_checkup_step *step)
{
    dx_text out = {0};
    dx_wrap wrap = {.out = &out, .indent = 11, .column = 11};
    dx_text_printf(&out, "%3u %-6s %s\n", step->number,
                   step->result == DX_STEP_PASSED ? "ok" : "FAILED",
                   step->title);
    if (step->words[0] != '\0') {
        dx_text_add(&out, "          ");
        dx_wrap_words(&wrap, step->words);
        dx_wrap_end(&wrap);
    }
    fputs(dx_text_string(&out), stdout);
    fflush(stdout);
    dx_text_release(&out);
}

static void report(void *context, const dx_checkup_step *step)
{
    check *c = context;
    c->passed += step->result == DX_STEP_PASSED;
    c->failed += step->result == DX_STEP_FAILED;
    c->skipped += step->result == DX_STEP_SKIPPED;
    if (!c->json && step->result != DX_STEP_SKIPPED)
        print_step(step);
    dx_text_printf(&c->steps,
                   "%s{\"step\":%u,\"title\":", step->number > 1 ? "," : "",
                   step->number);
    dx_text_add_json(&c->steps, step->title);
    dx_text_printf(&c->steps, ",\"result\":\"%s\",\"words\":",
                   step->result == DX_STEP_PASSED   ? "passed"
                   : step->result == DX_STEP_FAILED ? "failed"
                                                    : "skipped");
    dx_text_add_json(&c->steps, step->words);
    dx_text_add_char(&c->steps, '}');
}

static void summarize(check *c)
{
    if (c->json)
        printf("{\"passed\":%u,\"failed\":%u,\"skipped\":%u,\"steps\":[%s]}\n",
               c->passed, c->failed, c->skipped, dx_text_string(&c->steps));
    else if (c->failed == 0)
        printf("%u step%s, all passed\n", c->passed, dx_plural(c->passed));
    else
        printf("%u step%s passed, %u failed, %u skipped\n", c->passed,
               dx_plural(c->passed), c->failed, c->skipped);
    dx_text_release(&c->steps);
}

// The rules as they are typed, with the fewest seats that the game allows where
// nothing is said about them.
static dx_status read_rules(const dx_arguments *arguments, const char *text,
                            dx_rules *out, dx_error *error)
{
    dx_rules any;
    dx_status status = dx_cli_rules(arguments, text, &any, error);
    if (status != DX_OK || strstr(text, "players=") != NULL) {
        *out = any;
        return status;
    }
    const dx_param *players = &any.game->schema.params[0];
    for (int seats = players->min; seats <= players->max; seats++)
        if (dx_rules_for_seats(arguments, text, (unsigned)seats, out, NULL) ==
            DX_OK)
            return DX_OK;
    *out = any;
    return DX_OK;
}

static int run(const dx_arguments *arguments)
{
    const char *game = dx_argument_value(arguments, "game");
    dx_checkup_options options = {.report = report};
    dx_rules rules;
    dx_error error = {.message = ""};
    if (strcmp(arguments->operands[0], "check") != 0)
        return dx_usage(arguments->command, "expected: doxa bot check CMD...");
    if (!dx_argument_number(arguments, "start-ms", 1, 600000, 10000,
                            &options.start_ms) ||
        !dx_argument_number(arguments, "move-ms", 1, 600000, 5000,
                            &options.move_ms) ||
        !dx_argument_number(arguments, "quiet-ms", 1, 10000, 50,
                            &options.quiet_ms))
        return DX_EXIT_USAGE;
    if (read_rules(arguments, game != NULL ? game : "kemps(tiny,limit=20)",
                   &rules, &error) != DX_OK)
        return dx_report(&error);
    check c = {.json = dx_argument_given(arguments, "json")};
    DX_VECTOR(const char *) argv = {0};
    for (unsigned i = 1; i < arguments->operand_count; i++)
        dx_vector_push(&argv, arguments->operands[i]);
    dx_vector_push(&argv, NULL);
    options.argv = argv.at;
    options.rules = &rules;
    options.context = &c;
    unsigned failed = dx_checkup_run(&options);
    summarize(&c);
    dx_vector_release(&argv);
    return failed == 0 ? DX_EXIT_YES : DX_EXIT_NO;
}

static const dx_option options[] = {
    {"game", "GAME", "to play; kemps(tiny,limit=20) if not given"},
    {"start-ms", "MS", "its time to say hello (10000)"},
    {"move-ms", "MS", "its time for a move, and to end (5000)"},
    {"quiet-ms", "MS", "how long a silence is a silence (50)"},
    {"json", NULL, "the steps in JSON"},
    {0},
};

const dx_command dx_command_bot = {
    .name = "bot",
    .operands = "check CMD...",
    .summary = "does this program speak the bot protocol?",
    .details =
        "Walks a program through the protocol of docs/protocol.md step by\n"
        "step, with the faults of a bad host and a bad line among them, and\n"
        "says what to mend.  Options of CMD itself go behind --:\n"
        "    doxa bot check -- python3 -u bot.py",
    .options = options,
    .operands_min = 2,
    .operands_max = 1000,
    .run = run,
};
