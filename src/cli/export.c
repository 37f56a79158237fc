// doxa export and import: records in the forms that others read.

#include "cli/commands.h"
#include "cli/record.h"
#include "door/call.h"

#include <stdio.h>
#include <string.h>

// Prints what a writer made, or its error.
static int print_or_report(dx_status status, dx_text *text,
                           const dx_error *error)
{
    if (status == DX_OK)
        fwrite(text->at, 1, text->length, stdout);
    dx_text_release(text);
    return status == DX_OK ? DX_EXIT_YES : dx_report(error);
}

static int run_export(const dx_arguments *arguments)
{
    dx_record *record;
    dx_error error = {.message = ""};
    dx_text text = {0};
    if (dx_cli_record(arguments, &record, &error) != DX_OK)
        return dx_report(&error);
    dx_status status;
    unsigned events, seat = 0;
    if (!dx_cli_turn(arguments, record, &events) ||
        (dx_argument_given(arguments, "seat") &&
         !dx_cli_seat(arguments, record, &seat))) {
        dx_record_free(record);
        return DX_EXIT_USAGE;
    }
    const char *format = dx_argument_given(arguments, "events")   ? "events"
                         : dx_argument_given(arguments, "card")   ? "card"
                         : dx_argument_given(arguments, "dx")     ? "dx"
                         : dx_argument_given(arguments, "link")   ? "link"
                         : dx_argument_given(arguments, "theory") ? "theory"
                                                                  : "hanablive";
    dx_export_about about = {.card = dx_argument_value(arguments, "card"),
                             .seat = seat};
    status = dx_record_export(record, events, format, about, &text, &error);
    if (strcmp(format, "link") == 0)
        dx_text_add_char(&text, '\n');
    dx_record_free(record);
    return print_or_report(status, &text, &error);
}

static const dx_option export_options[] = {
    {"dx", NULL, "the moment as an explicit model (small decks)"},
    {"card", "CARD", "of Kemps: the small model of one card, as .dx"},
    {"events", NULL, "of Go Fish: the paper's event model and what happened"},
    {"theory", NULL, "of Yokai: the paper's timed theory, as .dxb (doxa sat)"},
    {"seat", "N", "with --theory: whose base it is; seat 1"},
    {"turn", "N", "with --dx, --card, --theory: after N moves; else the last"},
    {"hanablive", NULL, "replay JSON for hanab.live (Hanabi; the default)"},
    {"link", NULL, "the short form that goes into a link there"},
    DX_RECORD_OPTION,
    {0},
};

const dx_command dx_command_export = {
    .name = "export",
    .operands = "RECORD",
    .summary = "a record in a form that other programs read",
    .options = export_options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_export,
};

static int run_import(const dx_arguments *arguments)
{
    enum { BYTES_MAX = 1 << 24 };
    const char *path = arguments->operands[0];
    dx_text in, out = {0};
    dx_error error = {.message = ""};
    if (dx_text_read_file(path, BYTES_MAX, &in, &error) != DX_OK)
        return dx_report(&error);
    dx_status status = dx_any_record(in.at, in.length, &out, &error);
    dx_error_in_file(&error, path);
    dx_text_release(&in);
    return print_or_report(status, &out, &error);
}

const dx_command dx_command_import = {
    .name = "import",
    .operands = "FILE",
    .summary =
        "a hanab.live game (JSON or link form) or a position as a record",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_import,
};
