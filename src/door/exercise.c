// A sheet of exercises: its tasks, or how one of them was answered.  Solutions
// are not told.

#include "door/call.h"

#include "base/members.h"
#include "exercise/sheet.h"

#include <string.h>

static void add_member(const char *name, const char *text, dx_text *out)
{
    if (text != NULL)
        dx_put_text(out, name, text);
}

static void add_task(const dx_exercise *task, dx_text *out)
{
    dx_put_open(out, NULL, '{');
    dx_put_text(out, "find", dx_exercise_kind_name(task->kind));
    add_member("text", task->text, out);
    add_member("model", task->model, out);
    add_member("claim", task->claim, out);
    add_member("logic", task->claim != NULL ? task->logic->name : NULL, out);
    dx_text_add(out, ",\"wants\":[");
    for (size_t i = 0; i < task->wants.count; i++) {
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "words", task->wants.at[i].words);
        add_member("question", task->wants.at[i].question, out);
        dx_text_add_char(out, '}');
    }
    dx_text_add(out, "],\"hints\":[");
    for (size_t i = 0; i < task->hints.count; i++)
        dx_put_text(out, NULL, task->hints.at[i]);
    dx_text_add(out, "]}");
}

static void tell_tasks(const dx_sheet *sheet, dx_text *out)
{
    dx_text_add_char(out, '{');
    dx_put_text(out, "title", sheet->title);
    dx_put_open(out, "tasks", '[');
    for (size_t i = 0; i < sheet->tasks.count; i++)
        add_task(&sheet->tasks.at[i], out);
    dx_text_add(out, "]}");
}

static dx_status tell_marks(const dx_call *call, const dx_sheet *sheet,
                            const char *answer, dx_text *out, dx_error *error)
{
    size_t number = (size_t)dx_call_number(call, "task", 1);
    dx_exercise_marks marks = {0};
    if (number < 1 || number > sheet->tasks.count)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "\"task\": there are tasks 1 to %zu",
                       sheet->tasks.count);
    dx_status status = dx_exercise_mark_answer(&sheet->tasks.at[number - 1],
                                               answer, &marks, error);
    if (status == DX_OK)
        dx_exercise_marks_json(&marks, number, out);
    dx_exercise_marks_release(&marks);
    return status;
}

dx_status dx_do_exercise(dx_call *call, dx_text *out, dx_error *error)
{
    const char *text = dx_call_text(call, "text");
    const char *answer = dx_call_text(call, "answer");
    dx_sheet *sheet;
    dx_status status =
        dx_sheet_read("sheet", text, strlen(text), &sheet, error);
    if (status != DX_OK)
        return status;
    if (answer != NULL)
        status = tell_marks(call, sheet, answer, out, error);
    else
        tell_tasks(sheet, out);
    dx_sheet_free(sheet);
    return status;
}
