// Any text is refused with a place, or grounded and searched within small
// limits.

#include "logic/epddl/epddl.h"
#include "logic/plan/validate.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void search(dx_task *task)
{
    dx_plan_options options = {.steps_max = 50};
    dx_plan_found found;
    dx_plan_verdict verdict;
    dx_error error;
    dx_text out = {0};
    if (dx_task_search(task, &options, &found, &error) == DX_OK) {
        if (dx_task_validate(task, found.actions.count, found.actions.at, NULL,
                             NULL, &verdict, &error) == DX_OK &&
            found.result == DX_PLAN_FOUND && !verdict.holds)
            abort();
        dx_plan_verdict_release(&verdict);
    }
    dx_plan_found_release(&found);
    if (task->start.worlds < 100 &&
        dx_epddl_print_json(task, &out, &error) != DX_OK)
        abort();
    dx_text_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_task *task;
    dx_error error = {0};
    dx_epddl_text text = {"text", (const char *)data, size};
    if (dx_epddl_read(1, &text, &task, &error) == DX_OK) {
        search(task);
        dx_task_free(task);
    } else if (error.message[0] == '\0') {
        abort();
    }
    return 0;
}
