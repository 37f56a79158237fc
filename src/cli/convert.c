// doxa convert: SMCDEL's files as .dx files.

#include "cli/commands.h"

#include "base/text.h"
#include "logic/smcdel/convert.h"

#include <stdio.h>

enum { FILE_BYTES_MAX = 1 << 28 };

static dx_status convert(const char *path, dx_text *out, dx_error *error)
{
    dx_text text = {0};
    dx_status status = dx_text_read_file(path, FILE_BYTES_MAX, &text, error);
    if (status != DX_OK)
        return status;
    dx_formulas *store = dx_formulas_new();
    dx_smcdel *file = NULL;
    status =
        dx_smcdel_read(store, dx_text_string(&text), text.length, &file, error);
    if (status == DX_OK)
        status = dx_smcdel_convert(store, file, out, error);
    if (status != DX_OK)
        dx_error_in_file(error, path);
    dx_smcdel_free(file);
    dx_formulas_free(store);
    dx_text_release(&text);
    return status;
}

static int run(const dx_arguments *arguments)
{
    dx_text out = {0};
    dx_error error = {.message = ""};
    dx_status status = convert(arguments->operands[0], &out, &error);
    if (status == DX_OK)
        fwrite(out.at, 1, out.length, stdout);
    dx_text_release(&out);
    return status == DX_OK ? DX_EXIT_YES : dx_report(&error);
}

const dx_command dx_command_convert = {
    .name = "convert",
    .operands = "FILE",
    .summary = "a file in SMCDEL's format as .dx",
    .details =
        "Variable 7 becomes p7; agents keep their names.  The answers of\n"
        "`doxa check` to the .dx file are those to SMCDEL's.",
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
