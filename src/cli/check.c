// doxa check: the questions of .dx files, answered.

#include "cli/belief.h"
#include "cli/check_smcdel.h"
#include "cli/commands.h"
#include "cli/door.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "door/glass.h"
#include "door/tell.h"
#include "logic/dx/engine.h"
#include "logic/dx/idle.h"
#include "logic/dx/notes.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 80, ANSWER_WIDTH = 6, INDENT = ANSWER_WIDTH + 11 };

typedef struct session {
    const dx_arguments *arguments;
    bool explain, colours, smcdel;
    bool has_states_max; // the user said how many states to name
    dx_engine_choice engine;
    dx_check_options options;
    bool all_yes, any_error, any_open;
} session;

// Prints words from column `indent` on, breaking lines at blanks.
static void print_wrapped(const char *words, unsigned indent)
{
    dx_text shown = {0};
    dx_text_add_shown(&shown, words);
    const char *text = dx_text_string(&shown);
    size_t room = WIDTH - indent;
    while (strlen(text) > room) {
        size_t cut = room;
        while (cut > 0 && text[cut] != ' ')
            cut--;
        if (cut == 0) // no blank: at the end of a character
            for (cut = room; ((unsigned char)text[cut] & 0xC0) == 0x80;)
                cut--;
        printf("%.*s\n%*s", (int)cut, text, (int)indent, "");
        text += cut;
        while (*text == ' ')
            text++;
    }
    puts(text);
    dx_text_release(&shown);
}

// Lines that are there already, each behind an indent.
static void print_lines(const char *text, unsigned indent)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        char *line = dx_copy_text_part(text, length);
        printf("%*s", (int)indent, "");
        print_wrapped(line, indent);
        dx_free(line);
        text += length + (text[length] == '\n');
    }
}

// A question longer than a few lines helps nobody.
static void shorten(dx_text *text)
{
    enum { LONGEST = 600 };
    if (text->length <= LONGEST)
        return;
    size_t cut = LONGEST;
    while (((unsigned char)text->at[cut] & 0xC0) == 0x80)
        cut--;
    text->length = cut;
    dx_text_add(text, " ...");
}

static void count_text(const dx_check_answer *answer, dx_text *out)
{
    if (answer->large_count != NULL)
        dx_text_add(out, answer->large_count);
    else
        dx_text_printf(out, "%zu", answer->count);
}

static void answer_text(const dx_check_answer *answer, dx_text *out)
{
    switch (answer->query->kind) {
    case DX_QUERY_TRUE:
    case DX_QUERY_VALID:
    case DX_QUERY_PLAN:
    case DX_QUERY_FRAME:
        dx_text_add(out, answer->truth ? "yes" : "no");
        break;
    case DX_QUERY_WHERE:
    case DX_QUERY_COUNT:
        count_text(answer, out);
        break;
    case DX_QUERY_VALUE:
        dx_fraction_print(answer->value, out);
        break;
    }
}

static void print_states(const dx_check_answer *answer)
{
    dx_text line = {0};
    for (size_t i = 0; i < answer->state_count; i++)
        dx_text_printf(&line, "%s%s", i > 0 ? ", " : "",
                       answer->states[i].name);
    if (answer->large_count != NULL)
        dx_text_add(&line, answer->state_count > 0 ? ", and more" : "many");
    else if (answer->count > answer->state_count)
        dx_text_printf(&line, "%sand %zu more",
                       answer->state_count > 0 ? ", " : "",
                       answer->count - answer->state_count);
    if (line.length > 0)
        print_lines(dx_text_string(&line), INDENT);
    dx_text_release(&line);
}

// The plan as the `after` that it is.
static void print_plan(const dx_check_answer *answer)
{
    dx_text line = {0};
    dx_text_add(&line, answer->plan.count == 0 ? "it is so already" : "after ");
    for (size_t i = 0; i < answer->plan.count; i++)
        dx_text_printf(&line, "%s%s", i > 0 ? "; " : "",
                       answer->query->steps_given.at[answer->plan.at[i]].text);
    print_lines(dx_text_string(&line), INDENT);
    dx_text_release(&line);
}

static void print_explanation(const dx_check_answer *answer,
                              const dx_formulas *store)
{
    dx_text text = {0};
    dx_explanation_print(&answer->explanation, store, &text);
    print_lines(dx_text_string(&text), INDENT);
    dx_text_release(&text);
}

// A question about one world whose answer can be seen there needs no path.
static bool has_more_to_say(const dx_check_answer *answer)
{
    return answer->has_explanation && (answer->explanation.count > 1 ||
                                       answer->query->kind == DX_QUERY_VALID);
}

// Has the agent a relation of its own for belief?
static bool has_belief(const dx_document *document, dx_name agent)
{
    for (size_t i = 0; i < document->links.count; i++)
        if (document->links.at[i].attitude == DX_BELIEF &&
            document->agents.at[document->links.at[i].agent] == agent)
            return true;
    return false;
}

// Who holds nothing possible: an agent, or a group together.
static void list_agents(const dx_document *document, const dx_bereft *bereft,
                        dx_text *out)
{
    const dx_formulas *store = document->store;
    const dx_names *names = dx_formulas_names(store);
    if (bereft->group == DX_FORMULA_NONE) {
        dx_text_add(out, dx_names_text(names, bereft->agent));
        return;
    }
    for (size_t i = 1; i < dx_formula_count(store, bereft->group); i++) {
        dx_formula member = dx_formula_operand(store, bereft->group, i);
        dx_text_printf(out, "%s%s", i > 1 ? ", " : "",
                       dx_names_text(names, dx_formula_name(store, member)));
    }
}

// Does what leads nowhere concern knowledge alone?
static bool only_knows(const dx_document *document, const dx_bereft *bereft)
{
    const dx_formulas *store = document->store;
    if (bereft->attitude == DX_BELIEF)
        return false;
    if (bereft->group == DX_FORMULA_NONE)
        return has_belief(document, bereft->agent);
    for (size_t i = 1; i < dx_formula_count(store, bereft->group); i++)
        if (has_belief(document,
                       dx_formula_name(
                           store, dx_formula_operand(store, bereft->group, i))))
            return true;
    return false;
}

// A yes may be so only because somebody knows everything.
static void bereft_text(const dx_document *document, const dx_bereft *bereft,
                        dx_text *out)
{
    bool is_group = bereft->group != DX_FORMULA_NONE;
    dx_text_add(out, bereft->is_here ? "" : "somewhere ");
    list_agents(document, bereft, out);
    dx_text_printf(out, " %s nothing possible: %s%s everything%s",
                   is_group ? "together hold" : "holds",
                   only_knows(document, bereft) ? "know" : "believe",
                   is_group ? "" : "s", bereft->is_here ? "" : " there");
}

// `  ! no     `, green or red on a terminal.
static void print_verdict(const session *s, bool good, const char *answer)
{
    const char *colour = good ? "\033[32m" : "\033[31m";
    printf("%s  %s %-*s%s ", s->colours ? colour : "", good ? " " : "!",
           ANSWER_WIDTH, answer, s->colours ? "\033[0m" : "");
}

// `  ! no     true   K[anne] p` and, below it, what there is to add.
static void print_answer(const session *s, const dx_document *document,
                         const dx_check_answer *answer)
{
    dx_text text = {0};
    answer_text(answer, &text);
    print_verdict(s, answer->is_as_expected, dx_text_string(&text));
    printf("%-5s ", dx_query_word(answer->query->kind));
    dx_text_clear(&text);
    dx_question_text(answer->query, &text);
    shorten(&text);
    print_wrapped(dx_text_string(&text), INDENT);
    if (answer->query->kind == DX_QUERY_WHERE)
        print_states(answer);
    if (answer->query->kind == DX_QUERY_PLAN && answer->truth)
        print_plan(answer);
    if (answer->because != NULL)
        print_lines(answer->because, INDENT);
    for (size_t i = 0; i < answer->bereft.count; i++) {
        dx_text_clear(&text);
        bereft_text(document, &answer->bereft.at[i], &text);
        print_lines(dx_text_string(&text), INDENT);
    }
    if (!answer->is_as_expected) {
        dx_text_clear(&text);
        dx_text_printf(&text, "expected %s",
                       answer->query->expected_text != NULL
                           ? answer->query->expected_text
                           : "true");
        print_lines(dx_text_string(&text), INDENT);
    }
    if (s->explain && has_more_to_say(answer))
        print_explanation(answer, document->store);
    dx_text_release(&text);
}

// A file that cannot be answered at all.
static void report_file(session *s, const dx_error *error)
{
    fflush(stdout);
    dx_report(error);
    s->any_error = true;
}

static void report_notes(const dx_document *document)
{
    fflush(stdout);
    for (size_t i = 0; i < document->notes.count; i++) {
        dx_text line = {0};
        dx_note_print(document, &document->notes.at[i], &line);
        fprintf(stderr, "note: %s\n", dx_text_string(&line));
        dx_text_release(&line);
    }
}

static void ask_all(session *s, const dx_document *document, dx_engine *engine)
{
    for (size_t i = 0; i < document->queries.count; i++) {
        dx_check_answer answer;
        dx_engine_ask(engine, &document->queries.at[i], s->options, &answer);
        if (answer.status == DX_OK)
            print_answer(s, document, &answer);
        if (answer.status != DX_OK) {
            fflush(stdout);
            dx_report(&answer.error);
            // A search that was cut is no mistake in the file.
            if (answer.status == DX_ERR_LIMIT &&
                answer.query->kind == DX_QUERY_PLAN)
                s->any_open = true;
            else
                s->any_error = true;
        }
        s->all_yes = s->all_yes && answer.is_as_expected;
        dx_check_answer_release(&answer);
    }
}

static void print_head(const dx_document *document, dx_engine *engine)
{
    dx_text worlds = {0}, file = {0};
    dx_engine_print_count(engine, &worlds);
    dx_text_add_shown(&file, document->files.at[0]);
    bool is_one = strcmp(dx_text_string(&worlds), "1") == 0;
    size_t agents = document->agents.count;
    printf("%s: %s world%s, %zu agent%s\n", dx_text_string(&file),
           dx_text_string(&worlds), is_one ? "" : "s", agents,
           dx_plural(agents));
    dx_text_release(&file);
    dx_text_release(&worlds);
}

static void check_file(session *s, const char *path)
{
    dx_document *document;
    dx_engine *engine;
    dx_error error;
    dx_status status = dx_document_read(path, &document, &error);
    if (status == DX_OK) {
        status = dx_engine_new(document, s->engine, &engine, &error);
        if (status == DX_OK) {
            print_head(document, engine);
            ask_all(s, document, engine);
            status = dx_check_idle_events(document, engine, &error);
            dx_document_find_notes(document, engine);
            report_notes(document);
            dx_engine_free(engine);
        }
        dx_document_free(document);
    }
    if (status != DX_OK)
        report_file(s, &error);
}

static void check_smcdel_file(session *s, const char *path)
{
    enum { STATES_MAX = 1000000 };
    bool wants_all = !s->has_states_max && s->smcdel;
    dx_smcdel_check check = {.has_own_form = s->smcdel,
                             .states_max =
                                 wants_all ? STATES_MAX : s->options.states_max,
                             .all_yes = s->all_yes};
    dx_error error;
    dx_status status = dx_check_smcdel(&check, path, &error);
    if (status != DX_OK)
        report_file(s, &error);
    s->all_yes = check.all_yes;
}

static void check_belief_file(session *s, const char *path)
{
    dx_belief_check check = {
        .has_details = s->explain,
        .limits = {.search = {.end = dx_cpu_seconds() + 60}},
        .all_yes = s->all_yes};
    dx_error error;
    dx_status status = dx_check_beliefs(&check, path, &error);
    if (status != DX_OK)
        report_file(s, &error);
    s->all_yes = check.all_yes;
}

static bool choose_engine(const char *name, dx_engine_choice *out)
{
    *out = DX_ENGINE_AUTOMATIC;
    if (name == NULL)
        return true;
    *out = name[0] == 'e' ? DX_ENGINE_EXPLICIT : DX_ENGINE_SYMBOLIC;
    return strcmp(name, "explicit") == 0 || strcmp(name, "symbolic") == 0;
}

// ---- in JSON ----

// What the door says of a file is printed as it is; here is what of it goes to
// stderr and into the exit code.
static void weigh(session *s, const json_t *reply)
{
    const json_t *one, *fault;
    size_t i;
    fflush(stdout);
    json_array_foreach (json_object_get(reply, "queries"), i, one) {
        const char *kind = json_string_value(json_object_get(one, "kind"));
        fault = json_object_get(one, "error");
        s->all_yes &= json_is_true(json_object_get(one, "fine"));
        if (fault == NULL)
            continue;
        dx_cli_report(fault);
        // A search that was cut is no mistake in the file.
        if (strcmp(kind, "plan") == 0 &&
            strcmp(json_string_value(json_object_get(fault, "code")),
                   "limit") == 0)
            s->any_open = true;
        else
            s->any_error = true;
    }
    json_array_foreach (json_object_get(reply, "errors"), i, fault) {
        dx_cli_report(fault);
        s->any_error = true;
    }
    json_array_foreach (json_object_get(reply, "notes"), i, one)
        fprintf(stderr, "note: %s:%lld:%lld: %s\n",
                json_string_value(json_object_get(one, "file")),
                json_integer_value(json_object_get(one, "line")),
                json_integer_value(json_object_get(one, "column")),
                json_string_value(json_object_get(one, "text")));
}

static void check_as_json(session *s, const char *path)
{
    enum { BYTES_MAX = 16 << 20 };
    dx_text text = {0};
    dx_error error = {.message = ""};
    json_t *reply;
    dx_status status = dx_text_read_file(path, BYTES_MAX, &text, &error);
    if (status != DX_OK) {
        dx_cli_fail(s->arguments, status, &error);
        s->any_error = true;
        return;
    }
    json_t *in = json_object();
    json_object_set_new(in, "text", json_stringn_nocheck(text.at, text.length));
    json_object_set_new(
        in, "file",
        json_string(strcmp(path, "-") == 0 ? "standard input" : path));
    if (s->smcdel || dx_is_smcdel_path(path))
        json_object_set_new(in, "format", json_string("smcdel"));
    dx_text_release(&text);
    s->any_error |=
        dx_cli_door(s->arguments, dx_is_belief_path(path) ? "belief" : "check",
                    NULL, in, &reply) != DX_EXIT_YES;
    weigh(s, reply);
    json_decref(reply);
}

static int run(const dx_arguments *arguments)
{
    dx_engine_choice engine;
    uint64_t states_max;
    if (!choose_engine(dx_argument_value(arguments, "engine"), &engine))
        return dx_usage(arguments->command,
                        "there is no engine '%s'; expected explicit or "
                        "symbolic",
                        dx_argument_value(arguments, "engine"));
    if (!dx_argument_number(arguments, "states", 0, 1000000, 20, &states_max))
        return DX_EXIT_USAGE;
    bool json = dx_argument_given(arguments, "json");
    session s = {.arguments = arguments,
                 .explain = dx_argument_given(arguments, "explain"),
                 .colours = dx_colours_wanted(),
                 .engine = engine,
                 .smcdel = dx_argument_given(arguments, "smcdel"),
                 .has_states_max = dx_argument_given(arguments, "states"),
                 .all_yes = true};
    s.options = (dx_check_options){(size_t)states_max, s.explain};
    for (unsigned i = 0; i < arguments->operand_count; i++)
        if (json)
            check_as_json(&s, arguments->operands[i]);
        else if (s.smcdel || dx_is_smcdel_path(arguments->operands[i]))
            check_smcdel_file(&s, arguments->operands[i]);
        else if (dx_is_belief_path(arguments->operands[i]))
            check_belief_file(&s, arguments->operands[i]);
        else
            check_file(&s, arguments->operands[i]);
    if (s.any_error)
        return DX_EXIT_INPUT;
    if (s.any_open)
        return DX_EXIT_OPEN;
    return s.all_yes ? DX_EXIT_YES : DX_EXIT_NO;
}

static const dx_option options[] = {
    {"json", NULL, "answer in JSON, an object for each file"},
    {"explain", NULL, "say why: counterexamples and witnesses"},
    {"engine", "NAME", "explicit or symbolic; else the cheaper"},
    {"states", "N", "name at most N worlds for where (20)"},
    {"smcdel", NULL, "read SMCDEL's format, print as SMCDEL does"},
    {0},
};

const dx_command dx_command_check = {
    .name = "check",
    .operands = "FILE...",
    .summary = "model checking: the questions of .dx files",
    .details =
        "Answers the questions in each file (- is standard input): true, "
        "valid,\n"
        "where, count and value, after updates or before.  A question that\n"
        "states what it expects makes the file a test.\n"
        "\n"
        "Ends in 0 if all answers are yes or as expected, 1 if not, 3 if the\n"
        "input is wrong, 6 if a plan was not decided.  The format is in\n"
        "docs/dx-format.md.\n"
        "\n"
        "The symbolic engine (docs/symbolic.md) does not list worlds.\n"
        "Files named *.smcdel.txt are read in SMCDEL's format\n"
        "(docs/smcdel.md) and answered by the symbolic engine.\n"
        "Files named *.dxb are belief bases (docs/belief.md, doxa sat).",
    .options = options,
    .operands_min = 1,
    .operands_max = 100000,
    .run = run,
};
