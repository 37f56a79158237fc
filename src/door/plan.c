// Plans: found or checked, and why not.

#include "door/call.h"
#include "door/tell_plan.h"

#include "base/members.h"
#include "logic/epddl/epddl.h"

#include <stdio.h>

// Where it fails: `step` (0: the goal), and for each part what, of whom.
static void json_faults(const dx_planned *j, dx_text *out)
{
    const dx_plan_verdict *v = j->verdict;
    dx_text_printf(out, ",\"fails\":{\"step\":%zu,\"parts\":[",
                   v->is_cut ? v->steps + 1 : 0);
    for (size_t i = 0; i < v->faults.count; i++) {
        const dx_plan_fault *fault = &v->faults.at[i];
        dx_text formula = {0};
        dx_epddl_print(j->task->store, fault->part, &formula);
        dx_put_open(out, NULL, '{');
        dx_put_said(out, "formula", &formula);
        if (v->is_cut)
            dx_put_text(out, "event",
                        j->task->actions.at[j->found->actions.at[v->steps]]
                            .events.at[fault->event]
                            .name);
        if (fault->agent != UINT32_MAX)
            dx_put_text(out, "agent", j->task->agents.at[fault->agent]);
        dx_text_add_char(out, '}');
    }
    dx_text_add(out, "]}");
}

void dx_tell_plan(const dx_planned *j, const char *answer, dx_text *out)
{
    dx_text_printf(out, "{\"answer\":\"%s\",\"plan\":[", answer);
    for (size_t i = 0; i < j->found->actions.count; i++)
        dx_put_text(out, NULL,
                    j->task->actions.at[j->found->actions.at[i]].name);
    dx_text_add(out, "],\"inconsistent\":[");
    for (size_t i = 0; i < j->verdict->losses.count; i++) {
        const dx_plan_loss *loss = &j->verdict->losses.at[i];
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "agent", j->task->agents.at[loss->agent]);
        dx_put_number(out, "step", loss->step);
        dx_put_flag(out, "real", loss->is_real);
        dx_text_add_char(out, '}');
    }
    dx_text_add(out, "]");
    if (j->verdict->faults.count > 0)
        json_faults(j, out);
    dx_text_printf(out, ",\"classes\":%zu,\"steps\":%llu}", j->found->classes,
                   (unsigned long long)j->found->steps);
}

const char *dx_plan_word(dx_plan_result result)
{
    static const char *const words[] = {"plan", "none", "undecided"};
    return words[result];
}

static dx_status search(dx_call *call, dx_task *task, dx_text *out,
                        dx_error *error)
{
    dx_plan_options options = {.serial = dx_call_flag(call, "serial", false),
                               .greedy = dx_call_flag(call, "greedy", false),
                               .steps_max = call->wish.limit};
    dx_plan_found found = {.classes = 0};
    dx_plan_verdict verdict = {.steps = 0};
    const dx_planned planned = {task, &found, &verdict};
    dx_status status = dx_task_search(task, &options, &found, error);
    if (status == DX_OK && found.result == DX_PLAN_FOUND)
        status = dx_task_validate(task, found.actions.count, found.actions.at,
                                  NULL, NULL, &verdict, error);
    if (status == DX_OK)
        dx_tell_plan(&planned, dx_plan_word(found.result), out);
    dx_plan_found_release(&found);
    dx_plan_verdict_release(&verdict);
    return status;
}

dx_status dx_do_plan(dx_call *call, dx_text *out, dx_error *error)
{
    const json_t *texts = json_object_get(call->in, "texts");
    dx_epddl_text files[DX_EPDDL_TEXTS_MAX];
    char names[DX_EPDDL_TEXTS_MAX][24];
    unsigned count = (unsigned)json_array_size(texts);
    dx_task *task;
    for (unsigned i = 0; i < count; i++) {
        const json_t *text = json_array_get(texts, i);
        snprintf(names[i], sizeof names[i], "text %u", i + 1);
        files[i] = (dx_epddl_text){names[i], json_string_value(text),
                                   json_string_length(text)};
    }
    dx_status status = dx_epddl_read(count, files, &task, error);
    if (status != DX_OK)
        return status;
    status = search(call, task, out, error);
    dx_task_free(task);
    return status;
}
