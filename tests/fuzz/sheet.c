// Any text is refused with a place, or read, and its solutions are marked.

#include "exercise/sheet.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_sheet *sheet;
    dx_error error = {0};
    if (dx_sheet_read("fuzz", (const char *)data, size, &sheet, &error) !=
        DX_OK) {
        if (error.line == 0)
            abort();
        return 0;
    }
    for (size_t i = 0; i < sheet->tasks.count && i < 3; i++) {
        const dx_exercise *task = &sheet->tasks.at[i];
        dx_exercise_marks marks = {0};
        bool is_asked =
            task->solution != NULL && task->kind != DX_EXERCISE_VALID;
        if (is_asked &&
            dx_exercise_mark_answer(task, task->solution, &marks, &error) ==
                DX_OK &&
            marks.count != task->wants.count)
            abort();
        dx_exercise_marks_release(&marks);
    }
    dx_sheet_free(sheet);
    return 0;
}
