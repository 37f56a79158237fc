// doxa ask: a formula, asked of a record at a turn.

#include "ask/engine.h"
#include "cli/commands.h"
#include "cli/door.h"
#include "cli/named.h"
#include "cli/record.h"

#include <string.h>

static int list_engines(void)
{
    dx_text out = {0};
    dx_engine_list(&out);
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
    return DX_EXIT_YES;
}

// What may come next in a formula that was begun.
static void say_next(const char *text, const json_t *answer)
{
    int from = (int)json_integer_value(json_object_get(answer, "from"));
    const json_t *word;
    size_t i;
    json_array_foreach (json_object_get(answer, "next"), i, word)
        printf("%.*s%s\n", from, text, json_string_value(word));
}

// Yes and no are exit codes, and so is a number that is known.
static int code_of(const json_t *answer)
{
    const char *said = json_string_value(json_object_get(answer, "answer"));
    if (said == NULL || strcmp(said, "value") == 0 || strcmp(said, "yes") == 0)
        return DX_EXIT_YES;
    return strcmp(said, "no") == 0 ? DX_EXIT_NO : DX_EXIT_OPEN;
}

static int run(const dx_arguments *arguments)
{
    const char *engine = dx_argument_value(arguments, "engine");
    const char *formula = arguments->operands[1];
    bool is_begun = dx_argument_given(arguments, "complete");
    if (engine != NULL && strcmp(engine, "help") == 0)
        return list_engines();
    dx_record *record;
    dx_error error = {.message = ""};
    unsigned events, seat;
    dx_status status = dx_cli_record(arguments, &record, &error);
    if (status != DX_OK)
        return dx_cli_fail(arguments, status, &error);
    json_t *answer = NULL, *in = json_pack("{s:s}", "formula", formula);
    int code = DX_EXIT_USAGE;
    if (in == NULL) { // it is no UTF-8
        dx_usage(arguments->command, "the formula is no text");
    } else if (dx_cli_turn(arguments, record, &events) &&
               dx_cli_seat(arguments, record, &seat)) {
        code = dx_cli_door(arguments, is_begun ? "complete" : "ask", record, in,
                           &answer);
        record = NULL;
        in = NULL;
    }
    if (code == DX_EXIT_YES)
        code = code_of(answer);
    if (is_begun && !dx_argument_given(arguments, "json"))
        say_next(formula, answer);
    json_decref(answer);
    json_decref(in);
    dx_record_free(record);
    return code;
}

static const dx_option options[] = {
    {"turn", "N", "after N moves; the last turn if not given"},
    {"seat", "S", "from the eyes of a seat; from above if not given"},
    DX_ASSUME_OPTION,
    {"believes", "AGENT", "what an agent at the seat believes by itself"},
    {"limit", "N", "worlds to list (100000) or to try (1000000) at most"},
    {"because", NULL, "from a seat: then say what made it so"},
    {"plan", NULL, "first say how it will be answered"},
    {"engine", "LIST", "an engine to begin with, and mechanisms; see below"},
    {"statistics", NULL, "then say what was used, and how often"},
    {"complete", NULL, "say what may come next in FORMULA, and ask nothing"},
    {"json", NULL, "answer in JSON"},
    DX_RECORD_OPTION,
    {0},
};

const dx_command dx_command_ask = {
    .name = "ask",
    .operands = "RECORD FORMULA",
    .summary = "who knows what, at a moment of a game",
    .details =
        "From a seat the answer is yes (it knows it), no (it knows that it is\n"
        "not so) or open; from above the truth decides.  What is too large is\n"
        "undecided, never guessed.  A term such as 'P[1](playable(1,2))' is\n"
        "answered with its value; from a seat, if it can tell it.  doxa games\n"
        "GAME lists the facts and numbers to ask about.\n"
        "\n"
        "K is about all worlds that the rules allow, B and P about those in\n"
        "which the others would have moved as they did, going by --assume:\n"
        "by the policy of an agent, from which lapse(info,1/20) lets it stray\n"
        "one move in twenty; or, with truthful(info), in any way that says\n"
        "nothing false by the convention of info.  A game that shows that\n"
        "nobody moves so refutes the assumption, and the answer says at which\n"
        "turn; it goes on without that move, with '; reset' without all moves\n"
        "so far, with '; best' by the worlds that leave the fewest moves\n"
        "unexplained.\n"
        "\n"
        "--believes asks an agent what it goes by itself, fact by fact: that\n"
        "may be more than it can know, or less.\n"
        "\n"
        "--engine names an engine to begin with (source, places, belief,\n"
        "sight, histories; what it declines goes on to the next), and "
        "switches\n"
        "mechanisms of the engine by places off or on, or sets from where "
        "they\n"
        "are used: --engine places,-occurs,chains=1.  Answers stay the "
        "same,\n"
        "only what they take changes; --engine help lists them.",
    .options = options,
    .operands_min = 2,
    .operands_max = 2,
    .run = run,
};
