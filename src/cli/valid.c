// doxa valid: does a formula hold in every model of a logic?

#include "proof/valid.h"

#include "base/vector.h"
#include "cli/commands.h"
#include "cli/door.h"
#include "door/tell.h"
#include "logic/draw/draw.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    PROOF_LINES_SHORT = 25,
    PROOF_LINES_USUAL = 200,
    PROOF_LINES_ALL = 2000,
    FILE_BYTES_MAX = 16 << 20,
};

typedef struct inquiry {
    const dx_arguments *arguments;
    dx_formulas *store;
    dx_formula formula;
    DX_VECTOR(dx_formula) premises;
    dx_valid_options options;
    const dx_logic_entry *logic;
    dx_validity answer;
} inquiry;

static bool given(const inquiry *q, const char *option)
{
    return dx_argument_given(q->arguments, option);
}

static int choose_logic(inquiry *q)
{
    const char *name = dx_argument_value(q->arguments, "logic");
    if (!dx_logic_find(name != NULL ? name : "S5", &q->options.logic))
        return dx_usage(q->arguments->command,
                        "there is no logic '%s'; a logic is K with any of D, "
                        "T, B, 4 and 5 behind it, S4, S5, or KDI4, KDI4s, "
                        "KDI45, KDI4s5 or KD4s5s",
                        name);
    q->logic = dx_logic_entry_of(q->options.logic);
    return 0;
}

static int choose_limits(inquiry *q)
{
    uint64_t worlds;
    if (!dx_argument_number(q->arguments, "limit", 1, 1000000, 20000,
                            &worlds) ||
        !dx_argument_seconds(q->arguments, "seconds", 3600, 10,
                             &q->options.seconds_max))
        return DX_EXIT_USAGE;
    q->options.worlds_max = (size_t)worlds;
    q->options.satisfiable = given(q, "satisfiable");
    q->options.proof_lines = given(q, "proof")  ? PROOF_LINES_ALL
                             : given(q, "json") ? PROOF_LINES_USUAL
                                                : PROOF_LINES_SHORT;
    return 0;
}

// The premises stand in one text, with ';' between them.
static dx_status read_premises(inquiry *q, const char *text, dx_error *error)
{
    dx_lexer lexer;
    dx_lexer_init(&lexer, text, strlen(text));
    for (;;) {
        dx_formula premise;
        dx_status status = dx_parse_formula(&lexer, q->store, &premise, error);
        if (status != DX_OK)
            return status;
        dx_vector_push(&q->premises, premise);
        if (lexer.token.kind == DX_TOKEN_END)
            return DX_OK;
        status = dx_lexer_expect(&lexer, ";", error);
        if (status != DX_OK)
            return status;
    }
}

// The formula: the operand, or what the file of --file holds.
static dx_status read_formula(inquiry *q, dx_error *error)
{
    const char *path = dx_argument_value(q->arguments, "file");
    if (path == NULL)
        return dx_parse(q->store, q->arguments->operands[0], &q->formula,
                        error);
    dx_text text = {0};
    dx_status status = dx_text_read_file(path, FILE_BYTES_MAX, &text, error);
    if (status != DX_OK)
        return status;
    status = dx_parse(q->store, dx_text_string(&text), &q->formula, error);
    dx_text_release(&text);
    dx_error_in_file(error, path);
    return status;
}

// K(a,p) is an atom like any other, but hardly ever meant.
static void note_habits(const inquiry *q)
{
    for (dx_formula f = 0; f < dx_formulas_count(q->store); f++) {
        if (dx_formula_kind(q->store, f) != DX_APPLY ||
            dx_formula_count(q->store, f) == 1)
            continue;
        const char *name = dx_formula_text(q->store, f), *agent;
        const char *op = dx_habit_operator(name, &agent);
        if (op == NULL || (*agent != '\0' && agent[-1] != '_'))
            continue;
        dx_text meant = {0};
        dx_habit_print(op, *agent != '\0' ? agent : "a", &meant);
        fprintf(stderr,
                "note: %s(..) is taken for an atom; agents stand in square "
                "brackets: %s\n",
                name, dx_text_string(&meant));
        dx_text_release(&meant);
        return;
    }
}

static int read_question(inquiry *q)
{
    dx_error error = {0};
    bool has_file = given(q, "file");
    if (has_file == (q->arguments->operand_count == 1))
        return dx_usage(q->arguments->command,
                        has_file ? "a formula and --file are one too many"
                                 : "a formula is missing");
    const char *premises = dx_argument_value(q->arguments, "given");
    if (premises != NULL && read_premises(q, premises, &error) != DX_OK) {
        dx_error_in_file(&error, "--given");
        return dx_cli_fail(q->arguments, DX_ERR_INPUT, &error);
    }
    if (read_formula(q, &error) != DX_OK)
        return dx_cli_fail(q->arguments, DX_ERR_INPUT, &error);
    note_habits(q);
    q->options.premise_count = q->premises.count;
    q->options.premises = q->premises.at;
    return 0;
}

static void print_worlds(const dx_model *model, dx_text *out)
{
    for (size_t w = 0; w < dx_model_world_count(model); w++) {
        dx_text_printf(out, "  w%zu%s:", w,
                       w == dx_model_actual(model) ? " (here)" : "");
        bool any = false;
        for (size_t p = 0; p < dx_model_proposition_count(model); p++) {
            if (!dx_bitset_has(dx_model_proposition_worlds(model, p), w))
                continue;
            dx_text atom = {0};
            dx_formula_print(dx_model_formulas(model),
                             dx_model_proposition(model, p), &atom);
            dx_text_add(out, any ? ", " : " ");
            dx_text_add_shown(out, dx_text_string(&atom));
            dx_text_release(&atom);
            any = true;
        }
        dx_text_add(out, any ? "\n" : " nothing is true\n");
    }
}

static void print_cells(const dx_relation *r, size_t worlds, dx_text *out)
{
    dx_text_add(out, " cannot tell apart");
    for (uint32_t cell = 0; cell < r->cell_count; cell++) {
        dx_text_add(out, cell > 0 ? "; " : " ");
        const char *between = "";
        for (size_t w = 0; w < worlds; w++)
            if (r->cell[w] == cell) {
                dx_text_printf(out, "%sw%zu", between, w);
                between = " ";
            }
    }
}

static void print_steps(const dx_relation *r, size_t worlds, dx_text *out)
{
    dx_text_add(out, " holds possible");
    for (size_t w = 0; w < worlds; w++) {
        dx_text_printf(out, "%s at w%zu:", w > 0 ? ";" : "", w);
        if (r->first[w] == r->first[w + 1])
            dx_text_add(out, " nothing");
        for (size_t i = r->first[w]; i < r->first[w + 1]; i++)
            dx_text_printf(out, " w%u", (unsigned)r->target[i]);
    }
}

static void print_model(const dx_model *model, dx_text *out)
{
    size_t worlds = dx_model_world_count(model);
    print_worlds(model, out);
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        const dx_relation *r = dx_model_relation(model, a, DX_KNOWLEDGE);
        dx_text_printf(
            out, "  %s",
            dx_names_text(dx_formulas_names(dx_model_formulas(model)),
                          dx_model_agent_name(model, a)));
        if (r->cell != NULL)
            print_cells(r, worlds, out);
        else
            print_steps(r, worlds, out);
        dx_text_add_char(out, '\n');
    }
}

static dx_asked_validity asked(const inquiry *q)
{
    return (dx_asked_validity){q->store, q->formula, &q->options, &q->answer};
}

// Ten times what was not enough.
static void add_advice(inquiry *q)
{
    const dx_valid_options *o = &q->options;
    size_t length = strlen(q->answer.reason);
    if (q->answer.ran_out)
        snprintf(q->answer.reason + length, sizeof q->answer.reason - length,
                 "; try --seconds %g, or --limit %zu",
                 10 * (o->seconds_max > 0 ? o->seconds_max : 10),
                 10 * (o->worlds_max > 0 ? o->worlds_max : 20000));
}

static void print_in_words(const inquiry *q, dx_text *out)
{
    const dx_validity *answer = &q->answer;
    const dx_asked_validity a = asked(q);
    dx_text_printf(out, "%s in %s (%s)\n", dx_validity_word(&a), q->logic->name,
                   q->logic->frames);
    if (answer->verdict == DX_NOT_DECIDED) {
        dx_text_printf(out, "%s\n", answer->reason);
    }
    if (answer->model != NULL) {
        dx_text_printf(out, "%s, checked:\n",
                       q->options.satisfiable ? "a model" : "a countermodel");
        print_model(answer->model, out);
    }
    if (answer->verdict != DX_VALID)
        return;
    dx_text_printf(out,
                   answer->proof.length > 0
                       ? "Suppose %s at a world w0 (~ moved inwards, "
                         "updates reduced):\n"
                       : "No short proof was found; decided by %s.\n",
                   answer->proof.length == 0 ? answer->engine
                   : q->options.satisfiable  ? "it were true"
                   : q->premises.count > 0   ? "it failed under the premises"
                                             : "it failed");
    dx_text_add_part(out, answer->proof.at, answer->proof.length);
}

// Draws the model into the file of --draw; the name's end is the format.
static int draw(const inquiry *q)
{
    const char *path = dx_argument_value(q->arguments, "draw");
    if (path == NULL || q->answer.model == NULL)
        return 0;
    const char *dot = strrchr(path, '.');
    const char *ending = dot != NULL ? dot + 1 : "svg";
    dx_draw_options options = {
        .format = strcmp(ending, "dot") == 0   ? DX_DRAW_DOT
                  : strcmp(ending, "png") == 0 ? DX_DRAW_PNG
                  : strcmp(ending, "tex") == 0 || strcmp(ending, "tikz") == 0
                      ? DX_DRAW_TIKZ
                      : DX_DRAW_SVG};
    dx_text picture = {0};
    dx_error error = {0};
    int code = 0;
    if (dx_model_draw(q->answer.model, &options, &picture, &error) != DX_OK)
        code = dx_report(&error);
    FILE *file = code == 0 ? fopen(path, "wb") : NULL;
    bool written = file != NULL && fwrite(picture.at, 1, picture.length,
                                          file) == picture.length;
    if (file != NULL && fclose(file) != 0)
        written = false;
    if (code == 0 && !written) {
        fprintf(stderr, "doxa: %s: %s\n", path, strerror(errno));
        code = DX_EXIT_INPUT;
    }
    dx_text_release(&picture);
    return code;
}

static int print_answer(inquiry *q)
{
    dx_text out = {0};
    const dx_asked_validity a = asked(q);
    add_advice(q);
    if (given(q, "json"))
        dx_tell_validity(&a, &out);
    else
        print_in_words(q, &out);
    printf("%s%s", dx_text_string(&out), given(q, "json") ? "\n" : "");
    dx_text_release(&out);
    int code = draw(q);
    if (code != 0)
        return code;
    if (q->answer.verdict == DX_NOT_DECIDED)
        return DX_EXIT_OPEN;
    bool yes = (q->answer.verdict == DX_VALID) != q->options.satisfiable;
    return yes ? DX_EXIT_YES : DX_EXIT_NO;
}

static int inquire(inquiry *q)
{
    int code = choose_logic(q);
    if (code == 0)
        code = choose_limits(q);
    if (code == 0)
        code = read_question(q);
    if (code != 0)
        return code;
    dx_error error = {0};
    dx_status status =
        dx_valid(q->store, q->formula, &q->options, &q->answer, &error);
    if (status == DX_ERR_LIMIT) {
        q->answer = (dx_validity){.verdict = DX_NOT_DECIDED, .engine = "none"};
        snprintf(q->answer.reason, sizeof q->answer.reason, "%.230s",
                 error.message);
    } else if (status != DX_OK) {
        return dx_cli_fail(q->arguments, status, &error);
    }
    return print_answer(q);
}

static int run(const dx_arguments *arguments)
{
    inquiry q = {.arguments = arguments, .store = dx_formulas_new()};
    int code = inquire(&q);
    dx_validity_release(&q.answer);
    dx_vector_release(&q.premises);
    dx_formulas_free(q.store);
    return code;
}

static const dx_option options[] = {
    {"logic", "L", "K, T, S4, S5 (unless given), KD45, ...: see above"},
    {"file", "FILE", "read the formula from a file; - is standard input"},
    {"given", "F;G", "premises, with ; between them"},
    {"satisfiable", NULL, "can it be true somewhere?  Then 0 is yes"},
    {"proof", NULL, "all of the proof, not only 25 lines"},
    {"draw", "FILE", "draw the model: .svg, .png, .dot or .tex"},
    {"json", NULL, "answer in JSON"},
    {"limit", "N", "worlds made while searching (20000)"},
    {"seconds", "S", "CPU time in all (10)"},
    {0},
};

const dx_command dx_command_valid = {
    .name = "valid",
    .operands = "[FORMULA]",
    .summary = "is it true in every model of a logic?  Or a countermodel",
    .details =
        "A logic is K and a choice of properties that every agent's relation\n"
        "has: T reflexive, D serial, B symmetric, 4 transitive, 5 Euclidean.\n"
        "There are fifteen: K, D, T, KB, KDB, B (KTB), K4, KD4, S4 (KT4), K5,\n"
        "KD5, K45, KD45, KB5, S5 (KT5).  K and B are the same box here.\n"
        "Of degrees of belief: KDI4, KDI4s, KDI45, KDI4s5, KD4s5s; I says "
        "that\n"
        "each degree is within the later ones, s that they share 4 or 5.\n"
        "\n"
        "Premises are true at the world in question; for \"everywhere\" use "
        "C.\n"
        "Exit code: 0 valid, 1 not valid, 6 undecided.",
    .options = options,
    .operands_max = 1,
    .run = run,
};
