// doxa export and import: records in the forms that others read.

#include "cli/commands.h"
#include "cli/moment.h"
#include "cli/record.h"
#include "games/hanabi/hanablive.h"

#include <stdio.h>

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
    unsigned events;
    if (!dx_cli_turn(arguments, record, &events)) {
        dx_record_free(record);
        return DX_EXIT_USAGE;
    }
    if (dx_argument_given(arguments, "events")) {
        status = dx_cli_event_model(record, events, &text, &error);
    } else if (dx_argument_given(arguments, "card") ||
               dx_argument_given(arguments, "dx")) {
        status = dx_cli_moment(arguments, record, events, &text, &error);
    } else if (dx_argument_given(arguments, "link")) {
        status = dx_hanablive_write_link(record, &text, &error);
        dx_text_add_char(&text, '\n');
    } else {
        status = dx_hanablive_write(record, &text, &error);
    }
    dx_record_free(record);
    return print_or_report(status, &text, &error);
}

static const dx_option export_options[] = {
    {"dx", NULL, "the moment as an explicit model (small decks)"},
    {"card", "CARD", "of Kemps: the small model of one card, as .dx"},
    {"events", NULL, "of Go Fish: the paper's event model and what happened"},
    {"turn", "N", "with --dx or --card: after N moves; else the last turn"},
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
    dx_hanablive game;
    if (dx_text_read_file(path, BYTES_MAX, &in, &error) != DX_OK)
        return dx_report(&error);
    dx_status status = dx_hanablive_read(in.at, in.length, &game, &error);
    dx_error_in_file(&error, path);
    dx_text_release(&in);
    if (status != DX_OK)
        return dx_report(&error);
    dx_record_writer *writer = dx_record_writer_new(
        &game.rules,
        game.players[0] != NULL ? (const char *const *)game.players : NULL);
    dx_record_write(writer, game.match, &out);
    dx_record_writer_free(writer);
    dx_hanablive_release(&game);
    return print_or_report(DX_OK, &out, &error);
}

const dx_command dx_command_import = {
    .name = "import",
    .operands = "FILE",
    .summary = "a hanab.live game (JSON or link form) as a record",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_import,
};
