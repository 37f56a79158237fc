// Plans: found or checked, and why not.

#include "door/call.h"

#include "base/members.h"
#include "base/memory.h"
#include "logic/draw/draw.h"
#include "logic/epddl/epddl.h"
#include "logic/plan/model.h"
#include "logic/plan/search.h"
#include "logic/plan/validate.h"

#include <stdio.h>
#include <string.h>

// A task, what was found, and what is to be said of it.
typedef struct planned {
    dx_task *task;
    dx_plan_found *found;
    dx_plan_verdict *verdict;
    bool is_late; // its time was over
} planned;

// Where it fails: `step` (0: the goal), and for each part what, of whom.
static void json_faults(const planned *j, dx_text *out)
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

static void tell(const planned *j, const char *answer, dx_text *pictures,
                 dx_text *out)
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
    dx_put_number(out, "classes", j->found->classes);
    dx_put_number(out, "steps", j->found->steps);
    if (pictures->length > 0)
        dx_text_printf(out, ",\"pictures\":[%s]", dx_text_string(pictures));
    dx_text_add_char(out, '}');
}

// ---- in words ----

static void say_losses(const planned *j, dx_text *out)
{
    for (size_t i = 0; i < j->verdict->losses.count; i++) {
        const dx_plan_loss *loss = &j->verdict->losses.at[i];
        const char *agent = j->task->agents.at[loss->agent];
        dx_text_printf(out, "note: ");
        if (loss->step == 0)
            dx_text_printf(out, "from the start ");
        else
            dx_text_printf(
                out, "after step %zu, %s, ", loss->step,
                j->task->actions.at[j->found->actions.at[loss->step - 1]].name);
        if (loss->is_real)
            dx_text_printf(
                out,
                "%s holds nothing possible: its beliefs contradict each "
                "other, and it believes everything\n",
                agent);
        else
            dx_text_printf(
                out, "somebody takes it that %s may hold nothing possible\n",
                agent);
    }
}

static void say_fault(const planned *j, const dx_plan_fault *fault,
                      const dx_task_action *action, dx_text *out)
{
    dx_text_printf(out, "  ");
    if (action != NULL)
        dx_text_printf(out, "event %s: ", action->events.at[fault->event].name);
    if (fault->agent != UINT32_MAX)
        dx_text_printf(out, "of %s: ", j->task->agents.at[fault->agent]);
    dx_epddl_print(j->task->store, fault->part, out);
    dx_text_printf(out, " is not so\n");
}

static void say_verdict(const planned *j, dx_text *out)
{
    const dx_plan_verdict *v = j->verdict;
    const dx_task_action *action = NULL;
    if (v->is_cut) {
        action = &j->task->actions.at[j->found->actions.at[v->steps]];
        dx_text_printf(out, "step %zu, %s, cannot be done\n", v->steps + 1,
                       action->name);
    } else if (!v->holds && v->faults.count == 0) {
        dx_text_printf(
            out,
            "the plan of %zu step%s reaches the goal, but not without a "
            "contradiction\n",
            v->steps, dx_plural(v->steps));
    } else {
        dx_text_printf(out,
                       v->holds
                           ? "the plan of %zu step%s reaches the goal\n"
                           : "the plan of %zu step%s does not reach the goal\n",
                       v->steps, dx_plural(v->steps));
    }
    for (size_t i = 0; i < v->faults.count; i++)
        say_fault(j, &v->faults.at[i], action, out);
    say_losses(j, out);
}

static void say_found(const planned *j, dx_text *out)
{
    const dx_plan_found *f = j->found;
    if (f->result == DX_PLAN_FOUND)
        dx_text_printf(out,
                       f->actions.count == 0 ? "the goal holds already"
                                             : "a plan of %zu step%s",
                       f->actions.count, dx_plural(f->actions.count));
    else if (f->result == DX_PLAN_NONE)
        dx_text_printf(out, "there is no plan");
    else if (f->limit.message[0] != '\0')
        dx_text_printf(out, "undecided: %s", f->limit.message);
    else if (j->is_late)
        dx_text_printf(out, "undecided: the time was over");
    else if (f->has_refused)
        dx_text_printf(out, "undecided: no plan without what was left out");
    else
        dx_text_printf(out, "undecided: no plan within the limit");
    dx_text_printf(out,
                   " (%zu state%s up to bisimulation, %llu action%s tried)\n",
                   f->classes, dx_plural(f->classes),
                   (unsigned long long)f->steps, dx_plural(f->steps));
    for (size_t i = 0; i < f->actions.count; i++)
        dx_text_printf(out, "  %zu. %s\n", i + 1,
                       j->task->actions.at[f->actions.at[i]].name);
    if (f->has_refused && f->result != DX_PLAN_FOUND)
        dx_text_printf(out, "left out at some states: %s\n",
                       f->refused.message);
    say_losses(j, out);
}

// ---- what is asked ----

// A picture of each state on the way, as they come.
static void draw_state(void *context, const dx_task *task,
                       size_t step DX_UNUSED, const dx_task_state *state)
{
    dx_text svg = {0};
    dx_model *model = dx_task_model(task, state);
    if (dx_model_draw(model, &(dx_draw_options){.format = DX_DRAW_SVG}, &svg,
                      NULL) != DX_OK)
        dx_text_clear(&svg);
    dx_put_said(context, NULL, &svg);
    dx_model_free(model);
}

// Walks the plan that was found or given: whose beliefs break, and a picture of
// each state if pictures are wanted.
static dx_status walk(const dx_call *call, planned *j, dx_text *pictures,
                      dx_error *error)
{
    bool has_pictures = dx_call_flag(call, "pictures", false);
    return dx_task_validate(
        j->task, j->found->actions.count, j->found->actions.at,
        has_pictures ? draw_state : NULL, pictures, j->verdict, error);
}

static dx_status find(const dx_call *call, planned *j, dx_text *pictures,
                      dx_error *error)
{
    dx_plan_options options = {.serial = dx_call_flag(call, "serial", false),
                               .greedy = dx_call_flag(call, "greedy", false),
                               .steps_max = call->wish.limit};
    dx_status status = dx_task_search(j->task, &options, j->found, error);
    if (status == DX_OK && j->found->result == DX_PLAN_FOUND)
        status = walk(call, j, pictures, error);
    j->is_late = status == DX_ERR_CANCELLED && !dx_call_is_stopped(call);
    return j->is_late ? DX_OK : status;
}

// The one that begins like the word for longest; "" if none begins like it.
static const char *nearest_action(const dx_task *task, const char *word)
{
    const char *nearest = "";
    size_t most = 0;
    for (uint32_t i = 0; i < task->actions.count; i++) {
        const char *name = task->actions.at[i].name;
        size_t same = 0;
        while (word[same] != '\0' && word[same] == name[same])
            same++;
        if (same > most) {
            most = same;
            nearest = name;
        }
    }
    return nearest;
}

static dx_status read_plan(const planned *j, const char *text, dx_error *error)
{
    char *copy = dx_copy_text(text), *rest = copy;
    dx_status status = DX_OK;
    for (char *word;
         status == DX_OK && (word = strsep(&rest, " ,\t\n")) != NULL;) {
        if (*word == '\0')
            continue;
        uint32_t action = dx_task_find_action(j->task, word);
        const char *near = nearest_action(j->task, word);
        if (action == UINT32_MAX)
            status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                             "\"check\": step %zu, '%s', is no action%s%s; "
                             "\"actions\" lists them",
                             j->found->actions.count + 1, word,
                             *near != '\0' ? ", but there is " : "", near);
        else
            dx_vector_push(&j->found->actions, action);
    }
    dx_free(copy);
    return status;
}

static dx_status check(const dx_call *call, planned *j, const char *plan,
                       dx_text *pictures, dx_error *error)
{
    dx_status status = read_plan(j, plan, error);
    if (status == DX_OK)
        status = walk(call, j, pictures, error);
    if (dx_call_flag(call, "serial", false) && j->verdict->losses.count > 0)
        j->verdict->holds = false;
    return status;
}

static dx_status answer(dx_call *call, dx_task *task, dx_text *out,
                        dx_error *error)
{
    static const char *const results[] = {"plan", "none", "undecided"};
    const char *plan = dx_call_text(call, "check");
    dx_plan_found found = {.classes = 0};
    dx_plan_verdict verdict = {.steps = 0};
    planned j = {.task = task, .found = &found, .verdict = &verdict};
    dx_text words = {0}, pictures = {0};
    dx_status status = plan != NULL ? check(call, &j, plan, &pictures, error)
                                    : find(call, &j, &pictures, error);
    if (status == DX_OK) {
        tell(&j,
             plan == NULL    ? results[found.result]
             : verdict.holds ? "plan"
                             : "no",
             &pictures, out);
        if (plan != NULL)
            say_verdict(&j, &words);
        else
            say_found(&j, &words);
    }
    if (status == DX_OK && call->wish.say != NULL)
        dx_wish_say(&call->wish, &words);
    dx_text_release(&words);
    dx_text_release(&pictures);
    dx_plan_found_release(&found);
    dx_plan_verdict_release(&verdict);
    return status;
}

static void tell_actions(const dx_call *call, const dx_task *task, dx_text *out)
{
    dx_text words = {0};
    dx_text_add(out, "{\"actions\":[");
    for (size_t i = 0; i < task->actions.count; i++) {
        dx_put_text(out, NULL, task->actions.at[i].name);
        dx_text_printf(&words, "%s\n", task->actions.at[i].name);
    }
    dx_text_add(out, "]}");
    if (call->wish.say != NULL)
        dx_wish_say(&call->wish, &words);
    dx_text_release(&words);
}

static dx_status tell_ground(const dx_call *call, const dx_task *task,
                             dx_text *out, dx_error *error)
{
    dx_text words = {0};
    dx_status status = dx_epddl_print_json(task, out, error);
    if (status == DX_ERR_LIMIT) // nothing that is open
        return DX_ERR_UNSUPPORTED;
    if (status != DX_OK || call->wish.say == NULL)
        return status;
    dx_text_add_part(&words, out->at, out->length);
    dx_wish_say(&call->wish, &words);
    return DX_OK;
}

static dx_status read(const dx_call *call, dx_task **out, dx_error *error)
{
    const json_t *texts = json_object_get(call->in, "texts");
    const json_t *called = json_object_get(call->in, "files");
    dx_epddl_text files[DX_EPDDL_TEXTS_MAX];
    char names[DX_EPDDL_TEXTS_MAX][24];
    unsigned count = (unsigned)json_array_size(texts);
    for (unsigned i = 0; i < count; i++) {
        const json_t *text = json_array_get(texts, i);
        const char *name = json_string_value(json_array_get(called, i));
        snprintf(names[i], sizeof names[i], "text %u", i + 1);
        files[i] =
            (dx_epddl_text){name != NULL ? name : names[i],
                            json_string_value(text), json_string_length(text)};
    }
    return dx_epddl_read(count, files, out, error);
}

dx_status dx_do_plan(dx_call *call, dx_text *out, dx_error *error)
{
    dx_task *task;
    dx_status status = read(call, &task, error);
    if (status != DX_OK)
        return status;
    if (dx_call_flag(call, "actions", false))
        tell_actions(call, task, out);
    else if (dx_call_flag(call, "ground", false))
        status = tell_ground(call, task, out, error);
    else
        status = answer(call, task, out, error);
    dx_task_free(task);
    return status;
}
