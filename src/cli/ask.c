// doxa ask: a formula, asked of a record at a turn.

#include "ask/answer.h"
#include "ask/engine.h"

#include "agents/agents.h"
#include "ask/believes.h"
#include "ask/complete.h"
#include "ask/engine.h"
#include "ask/lens_say.h"
#include "ask/plan.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/door.h"
#include "cli/named.h"
#include "cli/record.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct asking {
    dx_record *record;
    unsigned events, seat;
    dx_assumption assumption;
    dx_text assumed; // its name
    dx_ask_options options;
    dx_formulas *store;
    dx_formula node;
    bool is_term, because;
    dx_mechanisms mechanisms;
} asking;

// Players' names count as seats only where no two are alike.
static bool names_differ(const dx_record *record)
{
    for (unsigned i = 0; i < dx_players(&record->rules); i++)
        for (unsigned k = 0; k < i; k++)
            if (strcmp(record->seats[i], record->seats[k]) == 0)
                return false;
    return true;
}

static int code_of(dx_truth truth)
{
    return truth == DX_ANSWER_YES  ? DX_EXIT_YES
           : truth == DX_ANSWER_NO ? DX_EXIT_NO
                                   : DX_EXIT_OPEN;
}

// A number is one if it is rounded, too; a sample leaves it open.
static int code_of_value(const dx_value *value)
{
    return value->is_known || dx_value_is_rounded(value) ? DX_EXIT_YES
                                                         : DX_EXIT_OPEN;
}

static void print(dx_text *out)
{
    fputs(dx_text_string(out), stdout);
    dx_text_release(out);
}

static dx_cast cast_of(const asking *a)
{
    return (dx_cast){
        .rules = &a->record->rules, .names = a->options.names, .you = a->seat};
}

// ---- from above ----

static int say_value(asking *a)
{
    dx_moment moment = {&a->record->rules, a->record->events, a->events};
    dx_value value;
    dx_error error = {.message = ""};
    dx_text out = {0};
    if (dx_ask_term_above(a->store, &moment, a->node, &a->options, &value,
                          &error) != DX_OK)
        return dx_report(&error);
    dx_value_say(&value, dx_text_string(&a->assumed), &out);
    print(&out);
    int code = code_of_value(&value);
    dx_answer_release(&value.answer);
    return code;
}

static void say_sentence(asking *a, const dx_answer *answer, dx_text *out)
{
    const dx_cast cast = cast_of(a);
    dx_text words = {0};
    dx_answer_words(a->store, &cast, a->node, answer, &words);
    dx_answer_say(answer, dx_text_string(&words), dx_text_string(&a->assumed),
                  false, out);
    dx_text_release(&words);
}

static int say_answer(asking *a)
{
    dx_moment moment = {&a->record->rules, a->record->events, a->events};
    dx_answer answer;
    dx_error error = {.message = ""};
    dx_text out = {0};
    if (dx_ask_above(a->store, &moment, a->node, &a->options, &answer,
                     &error) != DX_OK)
        return dx_report(&error);
    say_sentence(a, &answer, &out);
    print(&out);
    int code = code_of(answer.truth);
    dx_answer_release(&answer);
    return code;
}

// ---- from a seat ----

static int say_by_lens(asking *a, dx_lens *lens, const char *question)
{
    const dx_lens_answer *answer;
    dx_error error = {.message = ""};
    dx_text out = {0};
    if (dx_lens_ask(lens, question, &answer, &error) != DX_OK)
        return dx_report(&error);
    dx_lens_answer_say(lens, answer, dx_text_string(&a->assumed), &out);
    if (a->because)
        dx_lens_because_say(lens, answer, &out);
    print(&out);
    if (!answer->is_term)
        return code_of(answer->answer.truth);
    return code_of_value(&answer->value);
}

static dx_eyes *eyes_of(const asking *a)
{
    dx_eyes *eyes = dx_eyes_new(&a->record->rules, a->seat);
    for (unsigned i = 0; i < a->events; i++)
        dx_eyes_see(eyes, a->record->events[i]);
    return eyes;
}

static int ask_seat(asking *a, const char *question)
{
    const dx_record *record = a->record;
    dx_eyes *eyes = eyes_of(a);
    dx_lens_options options = {.assumption = &a->assumption,
                               .names = a->options.names,
                               .engine = a->options.engine,
                               .mechanisms = a->options.mechanisms,
                               .worlds_max = a->options.worlds_max};
    dx_lens *lens = dx_lens_new(&record->rules, a->seat, &options);
    dx_lens_follow(lens, dx_eyes_view(eyes));
    int code = say_by_lens(a, lens, question);
    dx_lens_free(lens);
    dx_eyes_free(eyes);
    return code;
}

// ---- before it is asked ----

// How it will be answered.
static int say_plan(asking *a)
{
    dx_moment moment = {&a->record->rules, a->record->events, a->events};
    dx_eyes *eyes = a->seat == DX_BYSTANDER ? NULL : eyes_of(a);
    dx_error error = {.message = ""};
    dx_plan plan;
    dx_text out = {0};
    dx_status status =
        dx_ask_plan(a->store, eyes != NULL ? dx_eyes_view(eyes) : NULL, &moment,
                    a->node, a->is_term, &a->options, &plan, &error);
    dx_eyes_free(eyes);
    if (status == DX_ERR_LIMIT || status == DX_ERR_UNSUPPORTED)
        return DX_EXIT_YES; // the answer says why
    if (status != DX_OK)
        return dx_report(&error);
    dx_plan_say(&plan, &out);
    print(&out);
    fflush(stdout); // it is said first, whatever the answer takes
    dx_plan_release(&plan);
    return DX_EXIT_YES;
}

// What may come next in a formula that was begun.
static void complete(const asking *a, const char *text)
{
    dx_completions found =
        dx_complete(&a->record->rules, a->options.names, text);
    for (size_t i = 0; i < found.words.count; i++)
        printf("%.*s%s\n", (int)found.from, text, found.words.at[i]);
    dx_completions_release(&found);
}

// What an agent at this seat, which has seen all that the seat has, goes by.
static dx_status find_belief(const asking *a, const char *name, dx_opinion *out,
                             dx_error *error)
{
    dx_policy policy;
    dx_status status =
        dx_policy_parse(dx_agents(), name, &a->record->rules, &policy, error);
    if (status != DX_OK)
        return status;
    dx_eyes *eyes = eyes_of(a);
    const dx_view *view = dx_eyes_view(eyes);
    status = dx_ask_agent(a->store, &policy, view, a->node, a->options.names,
                          out, error);
    dx_eyes_free(eyes);
    return status;
}

// Can it be asked of an agent at the seat?
static int check_belief(const asking *a)
{
    if (a->seat == DX_BYSTANDER || a->is_term) {
        fputs(a->is_term
                  ? "doxa ask: --believes needs a formula, not a number: "
                    "compare it, as in P[1](..) >= 1/2\n"
                  : "doxa ask: --believes needs a --seat\n",
              stderr);
        return DX_EXIT_USAGE;
    }
    return DX_EXIT_YES;
}

static int say_belief(asking *a, const char *name)
{
    dx_opinion opinion;
    dx_error error = {.message = ""};
    if (find_belief(a, name, &opinion, &error) != DX_OK)
        return dx_report(&error);
    const char *said = opinion.truth > 0   ? "yes"
                       : opinion.truth < 0 ? "no"
                                           : "open";
    dx_text out = {0};
    dx_text_printf(&out, "%s\n(what %s believes", said, name);
    if (!isnan(opinion.chance))
        dx_text_printf(&out, ", chance %.4f", opinion.chance);
    dx_text_add(&out, ")\n");
    print(&out);
    return opinion.truth > 0   ? DX_EXIT_YES
           : opinion.truth < 0 ? DX_EXIT_NO
                               : DX_EXIT_OPEN;
}

// From above a card is what it is, and before it is dealt it is nothing.
static bool is_dealt(const asking *a, dx_error *error)
{
    const dx_record *record = a->record;
    if (a->seat != DX_BYSTANDER || a->events == 0 ||
        record->events[a->events - 1].next != DX_NATURE ||
        dx_turn_of(&record->rules, record->events, a->events) > 0)
        return true;
    (void)dx_fail(error, DX_ERR_INPUT, 0, 0,
                  "the record breaks off while cards are dealt: from above "
                  "nothing can be asked yet, from a seat (--seat 1) it can");
    return false;
}

static int prepare(const dx_arguments *arguments, asking *a)
{
    dx_error error = {.message = ""};
    uint64_t limit;
    if (!dx_argument_number(arguments, "limit", 1, 100000000, 0, &limit) ||
        !dx_cli_turn(arguments, a->record, &a->events) ||
        !dx_cli_seat(arguments, a->record, &a->seat))
        return DX_EXIT_USAGE;
    if (dx_argument_given(arguments, "json"))
        return DX_EXIT_YES; // the door sees to the rest
    if (!is_dealt(a, &error) ||
        dx_cli_assumption(arguments, &a->record->rules, &a->assumption,
                          &a->assumed, &error) != DX_OK)
        return dx_report(&error);
    a->options = (dx_ask_options){.assumption = &a->assumption,
                                  .examples = true,
                                  .counts = true,
                                  .worlds_max = (size_t)limit};
    const char *engine = dx_argument_value(arguments, "engine");
    dx_mechanisms_init(&a->mechanisms);
    if (engine != NULL && dx_engine_read(engine, &a->options.engine,
                                         &a->mechanisms, &error) != DX_OK) {
        fprintf(stderr, "doxa ask: --engine: %s\n", error.message);
        return DX_EXIT_USAGE;
    }
    if (engine != NULL || dx_argument_given(arguments, "statistics"))
        a->options.mechanisms = &a->mechanisms;
    if (a->record->seats != NULL && names_differ(a->record))
        a->options.names = (const char *const *)a->record->seats;
    return DX_EXIT_YES;
}

static void say_statistics(const asking *a)
{
    dx_text out = {0};
    dx_mechanisms_say(&a->mechanisms, &out);
    print(&out);
}

static int list_engines(void)
{
    dx_text out = {0};
    dx_engine_list(&out);
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
    return DX_EXIT_YES;
}

// The exit code of an answer in JSON.
static int code_of_json(const json_t *answer)
{
    const char *said = json_string_value(json_object_get(answer, "answer"));
    if (said == NULL || strcmp(said, "value") == 0 || strcmp(said, "yes") == 0)
        return DX_EXIT_YES;
    return strcmp(said, "no") == 0 ? DX_EXIT_NO : DX_EXIT_OPEN;
}

static int ask_door(const dx_arguments *arguments, asking *a)
{
    bool is_begun = dx_argument_given(arguments, "complete");
    json_t *answer, *in = json_pack("{s:s}", "formula", arguments->operands[1]);
    if (in == NULL) // it is no UTF-8
        return dx_usage(arguments->command, "the formula is no text");
    dx_record *record = a->record;
    a->record = NULL;
    int code = dx_cli_door(arguments, is_begun ? "complete" : "ask", record, in,
                           &answer);
    if (code == DX_EXIT_YES)
        code = code_of_json(answer);
    json_decref(answer);
    return code;
}

static int ask(const dx_arguments *arguments, asking *a)
{
    const char *question = arguments->operands[1];
    const char *believer = dx_argument_value(arguments, "believes");
    bool is_json = dx_argument_given(arguments, "json");
    a->because = dx_argument_given(arguments, "because");
    dx_error error = {.message = ""};
    if (dx_argument_given(arguments, "complete") && !is_json) {
        complete(a, question);
        return DX_EXIT_YES;
    }
    const dx_cast cast = cast_of(a);
    dx_status status = is_json && believer == NULL
                           ? DX_OK // the door reads it
                           : dx_ask_read(a->store, &cast, question, &a->node,
                                         &a->is_term, &error);
    if (status != DX_OK && !is_json)
        return dx_report(&error);
    int code =
        status == DX_OK && believer != NULL ? check_belief(a) : DX_EXIT_YES;
    if (code != DX_EXIT_YES)
        return code;
    if (is_json)
        return ask_door(arguments, a);
    if (believer != NULL)
        return say_belief(a, believer);
    if (dx_argument_given(arguments, "plan"))
        code = say_plan(a);
    if (code == DX_EXIT_YES)
        code = a->seat != DX_BYSTANDER ? ask_seat(a, question)
               : a->is_term            ? say_value(a)
                                       : say_answer(a);
    if (dx_argument_given(arguments, "statistics"))
        say_statistics(a);
    return code;
}

static int run(const dx_arguments *arguments)
{
    const char *engine = dx_argument_value(arguments, "engine");
    if (engine != NULL && strcmp(engine, "help") == 0)
        return list_engines();
    asking a = {.record = NULL};
    dx_error error = {.message = ""};
    dx_status status = dx_cli_record(arguments, &a.record, &error);
    if (status != DX_OK)
        return dx_cli_fail(arguments, status, &error);
    a.store = dx_formulas_new();
    int code = prepare(arguments, &a);
    if (code == DX_EXIT_YES)
        code = ask(arguments, &a);
    dx_text_release(&a.assumed);
    dx_formulas_free(a.store);
    dx_record_free(a.record);
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
