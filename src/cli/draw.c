// doxa draw: a Kripke model as a picture.

#include "logic/draw/draw.h"
#include "agents/agents.h"
#include "ask/source_show.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/named.h"
#include "cli/record.h"
#include "door/call.h"
#include "logic/bisim/bisim.h"
#include "logic/dx/build.h"
#include "logic/dx/update.h"
#include "logic/evaluate/evaluate.h"
#include "logic/json/model.h"
#include "logic/kripke/update.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { FILE_BYTES_MAX = DX_MODEL_JSON_BYTES_MAX };

typedef enum format {
    FORMAT_DOT = DX_DRAW_DOT,
    FORMAT_TIKZ = DX_DRAW_TIKZ,
    FORMAT_SVG = DX_DRAW_SVG,
    FORMAT_PNG = DX_DRAW_PNG,
    FORMAT_JSON,
    FORMATS
} format;

static const char *const format_names[FORMATS] = {"dot", "tikz", "svg", "png",
                                                  "json"};

// The model as it is on the way to the picture.
typedef struct drawing {
    const dx_arguments *arguments;
    format format;
    dx_draw_layout layout;
    dx_document *document;  // of a .dx file, with its store;
    dx_formulas *own_store; // or that of a model from JSON
    dx_formulas *store;     // one of the two
    dx_model *model;
    bool hides_actual;
} drawing;

static void replace_model(drawing *d, dx_model *model)
{
    dx_model_free(d->model);
    d->model = model;
}

static int fail(const drawing *d, dx_error *error)
{
    dx_error_in_file(error, d->arguments->operands[0]);
    return dx_report(error);
}

static int find_name(const char *name, size_t count, const char *const *names)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return (int)i;
    return -1;
}

// From --format, else from how the name of --out ends, else SVG.
static int choose_format(drawing *d)
{
    const char *name = dx_argument_value(d->arguments, "format");
    const char *out = dx_argument_value(d->arguments, "out");
    const char *dot = out != NULL ? strrchr(out, '.') : NULL;
    bool guess = name == NULL;
    if (guess)
        name = dot != NULL ? dot + 1 : "svg";
    if (guess && strcmp(name, "tex") == 0)
        name = "tikz";
    int number = find_name(name, FORMATS, format_names);
    if (number < 0)
        return dx_usage(d->arguments->command,
                        "the formats are dot, tikz, svg, png and json, not "
                        "'%s'",
                        name);
    d->format = (format)number;
    const char *layout = dx_argument_value(d->arguments, "layout");
    d->layout = DX_LAYOUT_AUTO;
    if (layout != NULL && !dx_layout_find(layout, &d->layout))
        return dx_usage(d->arguments->command,
                        "the layouts are auto, coordinates, rows, likely, "
                        "arrows, rooms, loose, table, own, neato and sfdp, "
                        "not '%s'",
                        layout);
    return 0;
}

static int choose_world(drawing *d)
{
    const char *name = dx_argument_value(d->arguments, "world");
    if (name == NULL)
        return 0;
    size_t world = dx_model_find_world(d->model, name);
    dx_error error = {0};
    if (world == DX_NOT_FOUND) {
        dx_fail(&error, DX_ERR_INPUT, 0, 0,
                "--world: there is no world '%.60s'", name);
        return fail(d, &error);
    }
    dx_model_set_actual(d->model, world);
    d->hides_actual = false;
    return 0;
}

static size_t count_lines(const dx_text *text)
{
    size_t count = 0;
    for (size_t i = 0; i < text->length; i++)
        count += text->at[i] == '\n';
    return count;
}

// The updates of --after are read as a question at the end of the file, where
// its definitions and events are known.
static const char after_word[] = "after ";

// A place behind the end of the file is one in --after.
static int fail_in_document(const drawing *d, size_t lines, dx_error *error)
{
    if (error->line <= lines)
        return fail(d, error);
    unsigned shift = (unsigned)sizeof after_word - 1;
    error->line = 1;
    error->column = error->column > shift ? error->column - shift : 1;
    snprintf(error->file, sizeof error->file, "--after");
    return dx_report(error);
}

static int update(drawing *d, size_t lines)
{
    if (!dx_argument_given(d->arguments, "after"))
        return 0;
    dx_error error = {0};
    const dx_query *last =
        &d->document->queries.at[d->document->queries.count - 1];
    if (dx_document_update(d->document, last->steps.count, last->steps.at,
                           &d->model, &error) == DX_OK)
        return 0;
    return fail_in_document(d, lines, &error);
}

static int read_document(drawing *d, dx_text *text)
{
    const char *after = dx_argument_value(d->arguments, "after");
    dx_error error = {0};
    size_t lines = count_lines(text) + 1;
    if (after != NULL)
        dx_text_printf(text, "\n%s%s: count true\n", after_word, after);
    if (dx_document_read_text(d->arguments->operands[0], text->at, text->length,
                              &d->document, &error) != DX_OK)
        return fail_in_document(d, lines, &error);
    d->store = d->document->store;
    if (dx_build_model(d->document, &dx_build_default_limits, &d->model,
                       &error) != DX_OK)
        return fail(d, &error);
    d->hides_actual =
        !d->document->actual.is_given && dx_model_world_count(d->model) > 1;
    int code = choose_world(d);
    return code != 0 ? code : update(d, lines);
}

static int read_json(drawing *d, const dx_text *text)
{
    dx_error error = {0};
    if (dx_argument_given(d->arguments, "after"))
        return dx_usage(d->arguments->command,
                        "--after needs a .dx file; this is JSON");
    d->store = d->own_store = dx_formulas_new();
    if (dx_model_read_json(d->store, text->at, text->length, &d->model,
                           &error) != DX_OK)
        return fail(d, &error);
    return choose_world(d);
}

// What a seat believes by a source, and what it assumes that others do.
static int read_source(drawing *d, const dx_record *record, unsigned events)
{
    dx_error error = {0};
    dx_text name = {0};
    dx_assumption assumption;
    unsigned seat;
    if (!dx_cli_seat(d->arguments, record, &seat))
        return DX_EXIT_USAGE;
    dx_status status = dx_cli_assumption(
        d->arguments, dx_agents(), &record->rules, &assumption, &name, &error);
    if (status == DX_OK) {
        dx_eyes *eyes = dx_eyes_new(&record->rules, seat);
        for (unsigned i = 0; i < events; i++)
            dx_eyes_see(eyes, record->events[i]);
        d->store = d->own_store = dx_formulas_new();
        d->hides_actual = true;
        status = dx_source_model(d->store, dx_eyes_view(eyes), &assumption,
                                 &d->model, &error);
        dx_eyes_free(eyes);
    }
    dx_text_release(&name);
    return status == DX_OK ? choose_world(d) : dx_report(&error);
}

// The model of a moment of a record.
static int read_record(drawing *d)
{
    dx_record *record;
    dx_error error = {0};
    dx_text text = {0};
    unsigned events;
    if (dx_cli_record(d->arguments, &record, &error) != DX_OK)
        return dx_report(&error);
    int code = DX_EXIT_USAGE;
    bool is_turn = dx_cli_turn(d->arguments, record, &events);
    if (is_turn && dx_argument_given(d->arguments, "assume"))
        code = read_source(d, record, events);
    else if (is_turn)
        code = dx_record_export(
                   record, events,
                   dx_argument_given(d->arguments, "card") ? "card" : "dx",
                   (dx_export_about){
                       .card = dx_argument_value(d->arguments, "card")},
                   &text, &error) == DX_OK
                   ? read_document(d, &text)
                   : dx_report(&error);
    dx_text_release(&text);
    dx_record_free(record);
    return code;
}

static bool is_record(const char *path)
{
    size_t length = strlen(path);
    return length > 6 && strcmp(path + length - 6, ".jsonl") == 0;
}

// JSON begins with a brace, which no .dx file does.
static int read_model(drawing *d)
{
    dx_error error = {0};
    dx_text text = {0};
    const char *path = d->arguments->operands[0];
    if (is_record(path))
        return read_record(d);
    if (dx_argument_given(d->arguments, "turn") ||
        dx_argument_given(d->arguments, "assume") ||
        dx_argument_given(d->arguments, "card"))
        return dx_usage(d->arguments->command,
                        "--turn, --assume and --card are for records, *.jsonl");
    if (dx_text_read_file(path, FILE_BYTES_MAX, &text, &error) != DX_OK)
        return fail(d, &error);
    size_t i = 0;
    while (i < text.length && strchr(" \t\r\n", text.at[i]) != NULL)
        i++;
    bool is_json = i < text.length && text.at[i] == '{';
    int code = is_json ? read_json(d, &text) : read_document(d, &text);
    dx_text_release(&text);
    return code;
}

// Only what `--from AGENT` reaches in `--depth N` steps.
static int take_part(drawing *d)
{
    const char *name = dx_argument_value(d->arguments, "from");
    uint64_t depth;
    if (!dx_argument_number(d->arguments, "depth", 0, DX_WORLDS_MAX, 1, &depth))
        return DX_EXIT_USAGE;
    if (name == NULL && dx_argument_given(d->arguments, "depth"))
        return dx_usage(d->arguments->command,
                        "--depth goes with --from AGENT");
    if (name == NULL)
        return 0;
    dx_name number = dx_names_find(dx_formulas_names(d->store), name);
    size_t agent = number == DX_NAME_NONE
                       ? DX_NOT_FOUND
                       : dx_model_find_agent(d->model, number);
    dx_error error = {0};
    if (agent == DX_NOT_FOUND) {
        dx_fail(&error, DX_ERR_INPUT, 0, 0, "--from: there is no agent '%.60s'",
                name);
        return fail(d, &error);
    }
    replace_model(d, dx_model_within_reach(d->model, dx_model_actual(d->model),
                                           agent, (size_t)depth, NULL));
    return 0;
}

static int contract(drawing *d)
{
    if (!dx_argument_given(d->arguments, "contract"))
        return 0;
    dx_model *small;
    dx_error error = {0};
    if (dx_model_contract(d->model, dx_model_bisim_kind(d->model), &small, NULL,
                          &error) != DX_OK)
        return fail(d, &error);
    if (dx_model_world_count(small) < dx_model_world_count(d->model))
        fprintf(stderr, "doxa draw: %zu worlds, %zu after contraction\n",
                dx_model_world_count(d->model), dx_model_world_count(small));
    replace_model(d, small);
    return 0;
}

static int write_out(const drawing *d, const dx_text *picture)
{
    const char *path = dx_argument_value(d->arguments, "out");
    bool to_stdout = path == NULL || strcmp(path, "-") == 0;
    FILE *file = to_stdout ? stdout : fopen(path, "wb");
    bool fine = file != NULL && fwrite(picture->at, 1, picture->length, file) ==
                                    picture->length;
    if (file != NULL && !to_stdout)
        fine = fclose(file) == 0 && fine;
    if (fine)
        return DX_EXIT_YES;
    fprintf(stderr, "doxa draw: cannot write %s: %s\n",
            to_stdout ? "the picture" : path, strerror(errno));
    return DX_EXIT_INPUT;
}

// What would make the picture smaller, of what was not asked for already.
static const char *advice(const drawing *d)
{
    bool contracts = dx_argument_given(d->arguments, "contract");
    bool is_part = dx_argument_given(d->arguments, "from");
    if (is_part)
        return contracts ? "try a smaller --depth"
                         : "try a smaller --depth, or --contract";
    return contracts ? "draw a part with --from AGENT --depth N"
                     : "draw a part with --from AGENT --depth N, or try "
                       "--contract";
}

static int refuse_size(const drawing *d, size_t worlds)
{
    dx_error error = {0};
    dx_fail(&error, DX_ERR_LIMIT, 0, 0,
            "%zu worlds are more than a picture can show (%d); %s", worlds,
            DX_DRAW_WORLDS_MAX, advice(d));
    return fail(d, &error);
}

static int draw(const drawing *d)
{
    dx_text picture = {0};
    dx_error error = {0};
    size_t worlds = dx_model_world_count(d->model);
    if (d->format != FORMAT_JSON && worlds > DX_DRAW_WORLDS_MAX)
        return refuse_size(d, worlds);
    if (d->format == FORMAT_JSON) {
        dx_model_write_json(d->model, true, &picture);
        dx_text_add_char(&picture, '\n');
    } else {
        dx_draw_options options = {
            .format = (dx_draw_format)d->format,
            .layout = d->layout,
            .title = dx_argument_value(d->arguments, "title"),
            .hides_actual = d->hides_actual,
        };
        if (dx_model_draw(d->model, &options, &picture, &error) != DX_OK) {
            dx_text_release(&picture);
            return fail(d, &error);
        }
        if (worlds > DX_DRAW_READABLE)
            fprintf(stderr, "doxa draw: %zu worlds are hard to read; %s\n",
                    worlds, advice(d));
    }
    int code = write_out(d, &picture);
    dx_text_release(&picture);
    return code;
}

static int run(const dx_arguments *arguments)
{
    drawing d = {.arguments = arguments};
    int code = choose_format(&d);
    if (code != 0)
        return code;
    code = read_model(&d);
    if (code == 0)
        code = take_part(&d);
    if (code == 0)
        code = contract(&d);
    if (code == 0)
        code = draw(&d);
    dx_model_free(d.model);
    dx_document_free(d.document);
    dx_formulas_free(d.own_store);
    return code;
}

static const dx_option options[] = {
    {"format", "FORMAT", "dot, tikz, svg (default), png or json"},
    {"out", "FILE", "write there; its ending chooses the format"},
    {"after", "UPDATES", "after these, e.g. \"!p; M,e\", as in .dx files"},
    {"world", "NAME", "mark this world as the actual one"},
    {"from", "AGENT", "only what this agent reaches from there ..."},
    {"depth", "N", "... in N steps (default 1), the first its own"},
    {"contract", NULL, "draw the smallest bisimilar model"},
    {"layout", "NAME",
     "auto (default), coordinates, rows, likely, arrows, ..."},
    {"turn", "N", "of a record: after N moves; else the last turn"},
    {"assume", "SOURCE", "of a record: beliefs by source(NAME) ..."},
    {"seat", "S", "... of this seat, and what it assumes of others"},
    {"card", "CARD", "of a record of Kemps: who may have this card"},
    {"title", "TEXT", "a line above the picture"},
    DX_RECORD_OPTION,
    {0},
};

const dx_command dx_command_draw = {
    .name = "draw",
    .operands = "FILE",
    .summary = "a Kripke model as SVG, PNG, TikZ, DOT or JSON",
    .details = "FILE is a .dx file, a model in JSON, or a record of a game\n"
               "(*.jsonl): then what all seats hold possible at that turn.\n"
               "\n"
               "Layouts: auto is the first that fits of coordinates, rows,\n"
               "likely, arrows, rooms, loose and table, with short names\n"
               "(docs/drawing.md); own, neato and sfdp show all facts.\n",
    .options = options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
