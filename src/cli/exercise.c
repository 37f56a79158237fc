// doxa exercise: a sheet of exercises, shown and marked.

#include "base/text.h"
#include "cli/commands.h"
#include "cli/door.h"
#include "exercise/sheet.h"

#include <stdio.h>
#include <string.h>

enum { BYTES_MAX = 1 << 20 };

static void show_task(const dx_exercise *task, size_t number, uint64_t hints)
{
    printf("%zu. %s\n", number, task->text);
    if (task->model != NULL)
        printf("   model:%s%s\n", task->model[0] == '\n' ? "" : " ",
               task->model);
    if (task->claim != NULL)
        printf("   in %s: %s\n", task->logic->name, task->claim);
    printf("   find: %s\n", dx_exercise_kind_name(task->kind));
    for (size_t i = 0; i < task->wants.count; i++)
        printf("   - %s\n", task->wants.at[i].words);
    for (size_t i = 0; i < task->hints.count && i < hints; i++)
        printf("   hint: %s\n", task->hints.at[i]);
}

static void show_mark(const dx_exercise_mark *mark)
{
    printf("   %-3s %s\n", mark->holds ? "yes" : "no", mark->words);
    const char *line = mark->because != NULL ? mark->because : "";
    while (*line != '\0') {
        int length = (int)strcspn(line, "\n");
        printf("       %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
}

// Marks one answer; `json` gathers, or is NULL: then it is told.
static int mark(const dx_exercise *task, size_t number, const char *answer,
                const char *path, dx_text *json)
{
    dx_exercise_marks marks = {0};
    dx_error error = {0};
    int code = DX_EXIT_INPUT;
    if (dx_exercise_mark_answer(task, answer, &marks, &error) != DX_OK) {
        if (path != NULL)
            dx_error_in_file(&error, path);
        dx_report(&error);
    } else {
        code = dx_exercise_is_solved(&marks) ? DX_EXIT_YES : DX_EXIT_NO;
        if (json != NULL) {
            dx_text_add(json, json->length > 0 ? "," : "");
            dx_exercise_marks_json(&marks, number, json);
        } else
            printf("%zu. %s\n", number,
                   code == DX_EXIT_YES ? "solved" : "not solved yet");
        for (size_t i = 0; i < marks.count && json == NULL; i++)
            show_mark(&marks.at[i]);
    }
    dx_exercise_marks_release(&marks);
    return code;
}

static int mark_file(const dx_sheet *sheet, uint64_t number, const char *path,
                     dx_text *json)
{
    dx_text text = {0};
    dx_error error = {0};
    if (dx_text_read_file(path, BYTES_MAX, &text, &error) != DX_OK)
        return dx_report(&error);
    int code = mark(&sheet->tasks.at[number - 1], number, dx_text_string(&text),
                    path, json);
    dx_text_release(&text);
    return code;
}

static int mark_solutions(const dx_sheet *sheet, dx_text *json)
{
    int worst = DX_EXIT_YES;
    for (size_t i = 0; i < sheet->tasks.count; i++) {
        const dx_exercise *task = &sheet->tasks.at[i];
        if (task->solution == NULL)
            continue;
        int code = mark(task, i + 1, task->solution, NULL, json);
        worst = code > worst ? code : worst;
    }
    return worst;
}

static int answer(const dx_arguments *arguments, const dx_sheet *sheet)
{
    const char *path = dx_argument_value(arguments, "answer");
    uint64_t number, hints;
    dx_text gathered = {0};
    dx_text *json = dx_argument_given(arguments, "json") ? &gathered : NULL;
    if (!dx_argument_number(arguments, "task", 1, sheet->tasks.count, 1,
                            &number) ||
        !dx_argument_number(arguments, "hints", 0, 100, 0, &hints))
        return DX_EXIT_USAGE;
    int code = DX_EXIT_YES;
    if (path != NULL) {
        code = mark_file(sheet, number, path, json);
    } else if (dx_argument_given(arguments, "solutions")) {
        code = mark_solutions(sheet, json);
    } else {
        printf("%s\n", sheet->title);
        bool is_one = dx_argument_given(arguments, "task");
        for (size_t i = 0; i < sheet->tasks.count; i++)
            if (!is_one || i + 1 == number)
                show_task(&sheet->tasks.at[i], i + 1, hints);
        json = NULL;
    }
    if (json != NULL)
        printf("{\"marks\":[%s]}\n", dx_text_string(json));
    dx_text_release(&gathered);
    return code;
}

static int run(const dx_arguments *arguments)
{
    const char *path = arguments->operands[0];
    dx_text text = {0};
    dx_error error = {0};
    dx_sheet *sheet;
    dx_status status = dx_text_read_file(path, BYTES_MAX, &text, &error);
    if (status == DX_OK)
        status = dx_sheet_read(path, dx_text_string(&text), text.length, &sheet,
                               &error);
    dx_text_release(&text);
    if (status != DX_OK)
        return dx_cli_fail(arguments, status, &error);
    int code = answer(arguments, sheet);
    dx_sheet_free(sheet);
    return code;
}

static const dx_option options[] = {
    {"task", "N", "this task alone"},
    {"answer", "FILE", "mark this answer to it; - is standard input"},
    {"hints", "N", "show so many hints"},
    {"solutions", NULL, "mark the sheet's own solutions"},
    {"json", NULL, "marks in JSON"},
    {0}};

const dx_command dx_command_exercise = {
    .name = "exercise",
    .operands = "FILE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "a sheet of exercises, marked by the engine",
    .details =
        "Shows the sheet, or marks an answer: each condition is asked of\n"
        "the engine, so every answer that meets them is right.  Ends in\n"
        "0 if it is solved, 1 if not, 3 if it cannot be read.\n"
        "See docs/exercises.md; sheets are in examples/course/.",
    .options = options,
    .run = run};
