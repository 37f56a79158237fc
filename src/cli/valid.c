// doxa valid: does a formula hold in every model of a logic?

#include "cli/commands.h"
#include "cli/door.h"
#include "cli/keep.h"
#include "logic/draw/draw.h"
#include "logic/json/model.h"

#include <stdlib.h>
#include <string.h>

// The formula: the operand, or what the file of --file holds.
static int read_formula(const dx_arguments *arguments, json_t *in)
{
    enum { FILE_BYTES_MAX = 16 << 20 };
    const char *path = dx_argument_value(arguments, "file");
    dx_text text = {0};
    dx_error error = {.message = ""};
    if ((path != NULL) == (arguments->operand_count == 1))
        return dx_usage(arguments->command,
                        path != NULL ? "a formula and --file are one too many"
                                     : "a formula is missing");
    if (path == NULL)
        dx_text_add(&text, arguments->operands[0]);
    dx_status status =
        path != NULL ? dx_text_read_file(path, FILE_BYTES_MAX, &text, &error)
                     : DX_OK;
    if (status == DX_OK)
        json_object_set_new(in, "text",
                            json_stringn_nocheck(text.at, text.length));
    dx_text_release(&text);
    return status == DX_OK ? 0 : dx_cli_fail(arguments, status, &error);
}

// Draws the model into the file of --draw; the name's end is the format.
static dx_status draw(const char *path, const json_t *model, dx_error *error)
{
    const char *dot = strrchr(path, '.');
    const char *ending = dot != NULL ? dot + 1 : "svg";
    dx_draw_options options = {
        .format = strcmp(ending, "dot") == 0   ? DX_DRAW_DOT
                  : strcmp(ending, "png") == 0 ? DX_DRAW_PNG
                  : strcmp(ending, "tex") == 0 || strcmp(ending, "tikz") == 0
                      ? DX_DRAW_TIKZ
                      : DX_DRAW_SVG};
    dx_text picture = {0};
    dx_formulas *store = dx_formulas_new();
    dx_model *drawn = NULL;
    char *text = json_dumps(model, 0);
    dx_status status =
        dx_model_read_json(store, text, strlen(text), &drawn, error);
    if (status == DX_OK)
        status = dx_model_draw(drawn, &options, &picture, error);
    if (status == DX_OK)
        status = dx_keep_write(path, true, &picture, error);
    dx_text_release(&picture);
    dx_model_free(drawn);
    dx_formulas_free(store);
    free(text);
    return status;
}

static int finish(const dx_arguments *arguments, const json_t *answer)
{
    const json_t *said = json_object_get(answer, "answer");
    const json_t *model = json_object_get(answer, "model");
    const char *note = json_string_value(json_object_get(answer, "note"));
    const char *path = dx_argument_value(arguments, "draw");
    dx_error error = {.message = ""};
    if (note != NULL)
        fprintf(stderr, "note: %s\n", note);
    if (path != NULL && model != NULL && draw(path, model, &error) != DX_OK)
        return dx_report(&error);
    return json_is_null(said)   ? DX_EXIT_OPEN
           : json_is_true(said) ? DX_EXIT_YES
                                : DX_EXIT_NO;
}

static int run(const dx_arguments *arguments)
{
    enum { SHORT = 25, USUAL = 200, ALL = 2000 }; // lines of a proof
    double seconds;
    if (!dx_argument_seconds(arguments, "seconds", 3600, 10, &seconds))
        return DX_EXIT_USAGE;
    json_t *answer = NULL, *in = json_object();
    json_object_set_new(in, "proof",
                        json_integer(dx_argument_given(arguments, "proof") ? ALL
                                     : dx_argument_given(arguments, "json")
                                         ? USUAL
                                         : SHORT));
    int code = read_formula(arguments, in);
    if (code != 0) {
        json_decref(in);
        return code;
    }
    code = dx_cli_door(arguments, "valid", NULL, in, &answer);
    if (code == DX_EXIT_YES)
        code = finish(arguments, answer);
    json_decref(answer);
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
