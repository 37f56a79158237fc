// doxa ask: a formula, asked of a record at a turn.

#include "ask/ask.h"

#include "agents/agents.h"
#include "ask/believes.h"
#include "base/memory.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/record.h"
#include "cli/seats.h"
#include "logic/formula/print.h"

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
    bool is_term;
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

// What every answer in JSON has: how it was found.
static void add_how(asking *a, const dx_answer *answer, dx_text *out)
{
    dx_text_printf(out, "\"engine\":\"%s\",\"worlds\":", answer->engine);
    dx_cli_count(answer->worlds, out);
    dx_text_add(out, ",\"assumption\":");
    dx_text_add_json(out, dx_text_string(&a->assumed));
    if (answer->believed > 0) {
        dx_text_add(out, ",\"believed\":");
        dx_cli_count(answer->believed, out);
    }
    if (answer->refuted)
        dx_text_printf(out, ",\"refuted_turn\":%u", answer->refuted_turn);
    if (answer->why[0] != '\0') {
        dx_text_add(out, ",\"why\":");
        dx_text_add_json(out, answer->why);
    }
}

static void add_question(const asking *a, dx_text *out)
{
    dx_text formula = {0};
    dx_formula_print(a->store, a->node, &formula);
    dx_text_add(out, "{\"formula\":");
    dx_text_add_json(out, dx_text_string(&formula));
    dx_text_release(&formula);
}

static void add_chance(const dx_answer *answer, dx_text *out)
{
    if (answer->quality == DX_EXACT) {
        dx_text_add(out, ",\"chance\":\"");
        dx_fraction_print(answer->chance, out);
        dx_text_add_char(out, '"');
    }
    dx_text_printf(out, ",\"probability\":%.17g,\"quality\":\"%s\"",
                   answer->probability, dx_cli_quality(answer->quality));
    if (answer->quality == DX_SAMPLED)
        dx_text_printf(out, ",\"half_width\":%.6g", answer->half_width);
}

static void print_json(asking *a, const dx_answer *answer, dx_text *out)
{
    add_question(a, out);
    dx_text_printf(out, ",\"answer\":\"%s\",", dx_truth_text(answer->truth));
    add_how(a, answer, out);
    if (answer->has_chance)
        add_chance(answer, out);
    const char *const name[] = {"example", "counterexample"};
    const char *const value[] = {answer->example, answer->counterexample};
    for (int i = 0; i < 2; i++)
        if (value[i] != NULL) {
            dx_text_printf(out, ",\"%s\":", name[i]);
            dx_text_add_json(out, value[i]);
        }
    dx_text_add(out, "}\n");
}

static void print_json_value(asking *a, const dx_value *value, dx_text *out)
{
    add_question(a, out);
    dx_text_printf(out, ",\"answer\":\"%s\"",
                   value->is_known       ? "value"
                   : value->is_estimated ? "estimate"
                                         : dx_truth_text(value->answer.truth));
    if (value->is_known) {
        dx_text_add(out, ",\"value\":\"");
        dx_fraction_print(value->value, out);
        dx_text_add_char(out, '"');
    }
    if (value->is_estimated)
        add_chance(&value->answer, out);
    dx_text_add_char(out, ',');
    add_how(a, &value->answer, out);
    dx_text_add(out, "}\n");
}

static dx_eyes *eyes_of(const asking *a)
{
    dx_eyes *eyes = dx_eyes_new(&a->record->rules, a->seat);
    for (unsigned i = 0; i < a->events; i++)
        dx_eyes_see(eyes, a->record->events[i]);
    return eyes;
}

static dx_status answer_question(const asking *a, dx_answer *answer,
                                 dx_error *error)
{
    const dx_record *record = a->record;
    dx_moment moment = {&record->rules, record->events, a->events};
    if (a->seat == DX_BYSTANDER)
        return dx_ask_above(a->store, &moment, a->node, &a->options, answer,
                            error);
    dx_eyes *eyes = eyes_of(a);
    dx_status status = dx_ask_seat(a->store, dx_eyes_view(eyes), a->node,
                                   &a->options, answer, error);
    dx_eyes_free(eyes);
    return status;
}

static dx_status find_value(const asking *a, dx_value *value, dx_error *error)
{
    dx_moment moment = {&a->record->rules, a->record->events, a->events};
    if (a->seat == DX_BYSTANDER)
        return dx_ask_term_above(a->store, &moment, a->node, &a->options, value,
                                 error);
    dx_eyes *eyes = eyes_of(a);
    dx_status status = dx_ask_term_seat(a->store, dx_eyes_view(eyes), a->node,
                                        &a->options, value, error);
    dx_eyes_free(eyes);
    return status;
}

static int say_value(const dx_arguments *arguments, asking *a)
{
    dx_value value;
    dx_error error = {.message = ""};
    if (find_value(a, &value, &error) != DX_OK)
        return dx_report(&error);
    dx_text out = {0};
    if (dx_argument_given(arguments, "json"))
        print_json_value(a, &value, &out);
    else
        dx_cli_value(&value, dx_text_string(&a->assumed), &out);
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
    return value.is_known ? DX_EXIT_YES : DX_EXIT_OPEN;
}

static int say_answer(const dx_arguments *arguments, asking *a)
{
    dx_answer answer;
    dx_error error = {.message = ""};
    if (a->is_term)
        return say_value(arguments, a);
    if (answer_question(a, &answer, &error) != DX_OK)
        return dx_report(&error);
    dx_text out = {0};
    if (dx_argument_given(arguments, "json"))
        print_json(a, &answer, &out);
    else
        dx_cli_answer(&answer, dx_text_string(&a->assumed),
                      a->seat != DX_BYSTANDER, &out);
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
    int code = answer.truth == DX_ANSWER_YES  ? DX_EXIT_YES
               : answer.truth == DX_ANSWER_NO ? DX_EXIT_NO
                                              : DX_EXIT_OPEN;
    dx_answer_release(&answer);
    return code;
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
    dx_mind *mind = dx_mind_new(&policy, view);
    status = dx_ask_believes(a->store, mind, view, a->node, a->options.names,
                             out, error);
    dx_mind_free(mind);
    dx_eyes_free(eyes);
    return status;
}

static int say_belief(const dx_arguments *arguments, const asking *a,
                      const char *name)
{
    dx_opinion opinion;
    dx_error error = {.message = ""};
    if (a->seat == DX_BYSTANDER || a->is_term) {
        fputs("doxa ask: --believes needs a --seat and a formula\n", stderr);
        return DX_EXIT_USAGE;
    }
    if (find_belief(a, name, &opinion, &error) != DX_OK)
        return dx_report(&error);
    const char *said = opinion.truth > 0   ? "yes"
                       : opinion.truth < 0 ? "no"
                                           : "open";
    dx_text out = {0};
    if (dx_argument_given(arguments, "json")) {
        add_question(a, &out);
        dx_text_printf(&out, ",\"answer\":\"%s\",\"believes\":", said);
        dx_text_add_json(&out, name);
        if (!isnan(opinion.chance))
            dx_text_printf(&out, ",\"probability\":%.6f", opinion.chance);
        dx_text_add(&out, "}\n");
    } else {
        dx_text_printf(&out, "%s\n(what %s believes", said, name);
        if (!isnan(opinion.chance))
            dx_text_printf(&out, ", chance %.4f", opinion.chance);
        dx_text_add(&out, ")\n");
    }
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
    return opinion.truth > 0   ? DX_EXIT_YES
           : opinion.truth < 0 ? DX_EXIT_NO
                               : DX_EXIT_OPEN;
}

static int prepare(const dx_arguments *arguments, asking *a)
{
    dx_error error = {.message = ""};
    uint64_t limit;
    if (!dx_argument_number(arguments, "limit", 1, 100000000, 0, &limit) ||
        !dx_cli_turn(arguments, a->record, &a->events) ||
        !dx_cli_seat(arguments, a->record, &a->seat))
        return DX_EXIT_USAGE;
    if (dx_cli_assumption(arguments, &a->record->rules, &a->assumption,
                          &a->assumed, &error) != DX_OK ||
        dx_cli_question(a->store, a->record->rules.game, arguments->operands[1],
                        &a->node, &a->is_term, &error) != DX_OK)
        return dx_report(&error);
    a->options = (dx_ask_options){.assumption = &a->assumption,
                                  .examples = true,
                                  .counts = true,
                                  .worlds_max = (size_t)limit};
    if (a->record->seats != NULL && names_differ(a->record))
        a->options.names = (const char *const *)a->record->seats;
    return DX_EXIT_YES;
}

static int run(const dx_arguments *arguments)
{
    asking a = {0};
    dx_error error = {.message = ""};
    if (dx_cli_record(arguments, &a.record, &error) != DX_OK)
        return dx_report(&error);
    a.store = dx_formulas_new();
    int code = prepare(arguments, &a);
    const char *believer = dx_argument_value(arguments, "believes");
    if (code == DX_EXIT_YES)
        code = believer != NULL ? say_belief(arguments, &a, believer)
                                : say_answer(arguments, &a);
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
        "may be more than it can know, or less.",
    .options = options,
    .operands_min = 2,
    .operands_max = 2,
    .run = run,
};
