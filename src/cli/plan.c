// doxa plan: planning with knowledge.

#include "base/clock.h"
#include "base/heed.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "door/tell_plan.h"
#include "lab/folder.h"
#include "logic/draw/draw.h"
#include "logic/epddl/epddl.h"
#include "logic/plan/model.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { FILE_BYTES_MAX = 16 << 20 };

typedef struct job {
    const dx_arguments *arguments;
    dx_text texts[DX_EPDDL_TEXTS_MAX];
    dx_epddl_text files[DX_EPDDL_TEXTS_MAX];
    dx_task *task;
    dx_plan_found found;
    dx_plan_verdict verdict;
    const atomic_bool *interrupted;
} job;

// What went wrong on the way, as an exit code.  What is called off and was not
// interrupted had no more time.
static int refuse(const job *j, dx_status status, const dx_error *error)
{
    if (status == DX_ERR_CANCELLED && atomic_load(j->interrupted)) {
        fputs("doxa plan: interrupted\n", stderr);
        return DX_EXIT_INTERRUPTED;
    }
    if (status != DX_ERR_LIMIT && status != DX_ERR_CANCELLED)
        return dx_report(error);
    if (dx_argument_given(j->arguments, "json"))
        puts("{\"answer\":\"undecided\",\"plan\":[],\"inconsistent\":[],"
             "\"classes\":0,\"steps\":0}");
    else
        printf("undecided: %s\n", error->message);
    return DX_EXIT_OPEN;
}

static int read_files(job *j)
{
    dx_error error = {0};
    unsigned count = j->arguments->operand_count;
    for (unsigned i = 0; i < count; i++) {
        const char *path = j->arguments->operands[i];
        if (dx_text_read_file(path, FILE_BYTES_MAX, &j->texts[i], &error) !=
            DX_OK)
            return dx_report(&error);
        j->files[i] = (dx_epddl_text){path, j->texts[i].at, j->texts[i].length};
    }
    dx_status status = dx_epddl_read(count, j->files, &j->task, &error);
    return status == DX_OK ? 0 : refuse(j, status, &error);
}

static void print_formula(const job *j, dx_formula f)
{
    dx_text text = {0};
    dx_epddl_print(j->task->store, f, &text);
    printf("%s", dx_text_string(&text));
    dx_text_release(&text);
}

// ---- What is said of a plan ----

static void tell_losses(const job *j)
{
    for (size_t i = 0; i < j->verdict.losses.count; i++) {
        const dx_plan_loss *loss = &j->verdict.losses.at[i];
        const char *agent = j->task->agents.at[loss->agent];
        printf("note: ");
        if (loss->step == 0)
            printf("from the start ");
        else
            printf(
                "after step %zu, %s, ", loss->step,
                j->task->actions.at[j->found.actions.at[loss->step - 1]].name);
        if (loss->is_real)
            printf("%s holds nothing possible: its beliefs contradict each "
                   "other, and it believes everything\n",
                   agent);
        else
            printf("somebody takes it that %s may hold nothing possible\n",
                   agent);
    }
}

static void tell_fault(const job *j, const dx_plan_fault *fault,
                       const dx_task_action *action)
{
    printf("  ");
    if (action != NULL)
        printf("event %s: ", action->events.at[fault->event].name);
    if (fault->agent != UINT32_MAX)
        printf("of %s: ", j->task->agents.at[fault->agent]);
    print_formula(j, fault->part);
    printf(" is not so\n");
}

static int tell_verdict(const job *j)
{
    const dx_plan_verdict *v = &j->verdict;
    const dx_task_action *action = NULL;
    if (v->is_cut) {
        action = &j->task->actions.at[j->found.actions.at[v->steps]];
        printf("step %zu, %s, cannot be done\n", v->steps + 1, action->name);
    } else if (!v->holds && v->faults.count == 0) {
        printf("the plan of %zu step%s reaches the goal, but not without a "
               "contradiction\n",
               v->steps, dx_plural(v->steps));
    } else {
        printf(v->holds ? "the plan of %zu step%s reaches the goal\n"
                        : "the plan of %zu step%s does not reach the goal\n",
               v->steps, dx_plural(v->steps));
    }
    for (size_t i = 0; i < v->faults.count; i++)
        tell_fault(j, &v->faults.at[i], action);
    tell_losses(j);
    return v->holds ? DX_EXIT_YES : DX_EXIT_NO;
}

static void tell_json(const job *j, const char *answer)
{
    dx_text out = {0};
    dx_tell_plan(&(dx_planned){j->task, &j->found, &j->verdict}, answer, &out);
    puts(dx_text_string(&out));
    dx_text_release(&out);
}

// ---- Pictures ----

typedef struct pictures {
    const char *folder;
    dx_error error;
    dx_status status;
} pictures;

static void draw_state(void *context, const dx_task *task, size_t step,
                       const dx_task_state *state)
{
    pictures *p = context;
    if (p->status != DX_OK)
        return;
    dx_text svg = {0}, path = {0};
    dx_model *model = dx_task_model(task, state);
    p->status = dx_model_draw(model, &(dx_draw_options){.format = DX_DRAW_SVG},
                              &svg, &p->error);
    dx_text_printf(&path, "%s/step-%zu.svg", p->folder, step);
    FILE *file = p->status == DX_OK ? fopen(dx_text_string(&path), "w") : NULL;
    if (p->status == DX_OK &&
        (file == NULL || fwrite(svg.at, 1, svg.length, file) != svg.length))
        p->status = dx_fail(&p->error, DX_ERR_FILE, 0, 0, "%s: %s",
                            dx_text_string(&path), strerror(errno));
    if (file != NULL)
        fclose(file);
    dx_model_free(model);
    dx_text_release(&svg);
    dx_text_release(&path);
}

// Walks the plan that was found or given: whose beliefs break, and a picture of
// each state if pictures are wanted.
static dx_status walk(job *j, dx_error *error)
{
    pictures p = {.folder = dx_argument_value(j->arguments, "pictures")};
    dx_status status =
        p.folder != NULL ? dx_folder_open(p.folder, false, error) : DX_OK;
    if (status == DX_OK)
        status = dx_task_validate(
            j->task, j->found.actions.count, j->found.actions.at,
            p.folder != NULL ? draw_state : NULL, &p, &j->verdict, error);
    if (status == DX_OK && p.status != DX_OK)
        *error = p.error;
    return status == DX_OK ? p.status : status;
}

// ---- Finding one ----

static int tell_found(job *j, bool is_late)
{
    static const int codes[] = {DX_EXIT_YES, DX_EXIT_NO, DX_EXIT_OPEN};
    const dx_plan_found *f = &j->found;
    int code = codes[f->result];
    if (dx_argument_given(j->arguments, "json")) {
        tell_json(j, dx_plan_word(f->result));
        return code;
    }
    if (f->result == DX_PLAN_FOUND)
        printf(f->actions.count == 0 ? "the goal holds already"
                                     : "a plan of %zu step%s",
               f->actions.count, dx_plural(f->actions.count));
    else if (f->result == DX_PLAN_NONE)
        printf("there is no plan");
    else if (f->limit.message[0] != '\0')
        printf("undecided: %s", f->limit.message);
    else if (is_late)
        printf("undecided: the time was over");
    else if (f->has_refused)
        printf("undecided: no plan without what was left out");
    else
        printf("undecided: no plan within the limit");
    printf(" (%zu state%s up to bisimulation, %llu action%s tried)\n",
           f->classes, dx_plural(f->classes), (unsigned long long)f->steps,
           dx_plural(f->steps));
    for (size_t i = 0; i < f->actions.count; i++)
        printf("  %zu. %s\n", i + 1,
               j->task->actions.at[f->actions.at[i]].name);
    if (f->has_refused && f->result != DX_PLAN_FOUND)
        printf("left out at some states: %s\n", f->refused.message);
    tell_losses(j);
    return code;
}

static int find(job *j)
{
    dx_plan_options options = {
        .serial = dx_argument_given(j->arguments, "serial"),
        .greedy = dx_argument_given(j->arguments, "greedy")};
    if (!dx_argument_number(j->arguments, "limit", 1, UINT64_MAX, 0,
                            &options.steps_max))
        return DX_EXIT_USAGE;
    dx_error error = {0};
    dx_status status = dx_task_search(j->task, &options, &j->found, &error);
    bool is_late = status == DX_ERR_CANCELLED && !atomic_load(j->interrupted);
    if (is_late)
        return tell_found(j, true);
    if (status == DX_OK && j->found.result == DX_PLAN_FOUND)
        status = walk(j, &error);
    // A plan is told even if a picture of it could not be made.
    bool told = status == DX_OK || j->found.result == DX_PLAN_FOUND;
    int code = told ? tell_found(j, false) : DX_EXIT_INPUT;
    if (status == DX_ERR_CANCELLED && !atomic_load(j->interrupted)) {
        fputs("doxa plan: the time was over before it was known whose beliefs "
              "the plan breaks\n",
              stderr);
        return code;
    }
    return status != DX_OK ? refuse(j, status, &error) : code;
}

// ---- Checking one ----

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

static int read_plan(job *j, const char *text)
{
    char *copy = dx_copy_text(text), *rest = copy;
    int code = 0;
    for (char *word; code == 0 && (word = strsep(&rest, " ,\t\n")) != NULL;) {
        if (*word == '\0')
            continue;
        uint32_t action = dx_task_find_action(j->task, word);
        const char *near = nearest_action(j->task, word);
        if (action == UINT32_MAX)
            code = dx_usage(j->arguments->command,
                            "--check: step %zu, '%s', is no action%s%s; "
                            "--actions lists them",
                            j->found.actions.count + 1, word,
                            *near != '\0' ? ", but there is " : "", near);
        else
            dx_vector_push(&j->found.actions, action);
    }
    dx_free(copy);
    return code;
}

static int check(job *j, const char *plan)
{
    int code = read_plan(j, plan);
    if (code != 0)
        return code;
    dx_error error = {0};
    dx_status status = walk(j, &error);
    if (status != DX_OK)
        return refuse(j, status, &error);
    if (dx_argument_given(j->arguments, "serial") &&
        j->verdict.losses.count > 0)
        j->verdict.holds = false;
    if (!dx_argument_given(j->arguments, "json"))
        return tell_verdict(j);
    tell_json(j, j->verdict.holds ? "plan" : "no");
    return j->verdict.holds ? DX_EXIT_YES : DX_EXIT_NO;
}

static int answer(job *j)
{
    const char *plan = dx_argument_value(j->arguments, "check");
    if (dx_argument_given(j->arguments, "actions")) {
        for (size_t i = 0; i < j->task->actions.count; i++)
            puts(j->task->actions.at[i].name);
        return DX_EXIT_YES;
    }
    if (dx_argument_given(j->arguments, "ground")) {
        dx_text out = {0};
        dx_error error = {0};
        dx_status status = dx_epddl_print_json(j->task, &out, &error);
        if (status == DX_OK)
            fputs(dx_text_string(&out), stdout);
        dx_text_release(&out);
        return status == DX_OK          ? DX_EXIT_YES
               : status == DX_ERR_LIMIT ? dx_report(&error)
                                        : refuse(j, status, &error);
    }
    return plan != NULL ? check(j, plan) : find(j);
}

static int run(const dx_arguments *arguments)
{
    job j = {.arguments = arguments, .interrupted = dx_heed_interrupts()};
    double seconds = 0;
    int code = dx_argument_seconds(arguments, "seconds", 86400, 0, &seconds)
                   ? 0
                   : DX_EXIT_USAGE;
    dx_heed(j.interrupted);
    if (seconds > 0)
        dx_heed_until(dx_cpu_seconds() + seconds);
    if (code == 0)
        code = read_files(&j);
    if (code == 0)
        code = answer(&j);
    for (unsigned i = 0; i < arguments->operand_count; i++)
        dx_text_release(&j.texts[i]);
    dx_plan_found_release(&j.found);
    dx_plan_verdict_release(&j.verdict);
    dx_task_free(j.task);
    return code;
}

static const dx_option options[] = {
    {"check", "PLAN", "does this plan reach the goal?  Actions with spaces"},
    {"serial", NULL, "never leave anybody with nothing possible"},
    {"greedy", NULL, "try states first that have more of the goal"},
    {"limit", "N", "try at most N actions (normally no limit)"},
    {"seconds", "S", "cut after so many seconds of CPU time in all"},
    {"actions", NULL, "list the ground actions"},
    {"ground", NULL, "print the ground task in the JSON of EPDDL"},
    {"pictures", "DIR", "draw the states on the way, DIR/step-0.svg and on"},
    {"json", NULL, "answer in JSON"},
    {0}};

const dx_command dx_command_plan = {
    .name = "plan",
    .operands = "FILE...",
    .operands_min = 1,
    .operands_max = DX_EPDDL_TEXTS_MAX,
    .summary = "planning with knowledge (EPDDL)",
    .details =
        "Reads a domain, a problem and any libraries of action types, in "
        "EPDDL,\n"
        "from one file or several, and finds a shortest plan, or proves that\n"
        "there is none.  Says whose beliefs a plan drives into contradiction.\n"
        "See docs/planning.md.",
    .options = options,
    .run = run};
