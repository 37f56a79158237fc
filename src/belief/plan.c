// Plans: breadth first over what can have been expanded.
//
// In which order events came makes no difference to a base, so what is reached
// is a prefix (prefix.h), and each is looked at once.  Whether an event can
// happen is asked where it would; where the base would contradict itself
// nothing goes on.

#include "belief/base_private.h"

#include "base/memory.h"
#include "base/stack.h"

enum { BASES_MAX = 100000 };

// A prefix, and how it was reached first: from which node, by which event.
typedef struct node {
    uint32_t prefix;
    size_t from, event;
} node;

typedef struct search {
    const dx_base_task *task;
    dx_base_plan *plan;
    dx_base_inquiry q;
    dx_formula goal; // and what follows: normal forms
    dx_formula *events, *needs;
    dx_pair_map met; // prefixes that were looked at
    size_t met_count;
    DX_VECTOR(node) line; // those with a consistent base, in order
    bool is_found;        // at the last of them
} search;

void dx_base_plan_release(dx_base_plan *plan)
{
    dx_vector_release(&plan->events);
}

static dx_status normalise(search *s)
{
    dx_language *language = s->q.base->language;
    dx_status status = dx_language_formula(
        language, s->task->goal, DX_BELIEF_LPLUS, &s->goal, s->q.error);
    for (size_t i = 0; i < s->task->count && status == DX_OK; i++) {
        status = dx_language_event(language, s->task->events[i], &s->events[i],
                                   s->q.error);
        if (status == DX_OK)
            s->needs[i] = dx_precondition_of(s->q.base->preconditions,
                                             s->q.store, s->events[i]);
    }
    return status;
}

static bool is_out_of_room(search *s)
{
    size_t most = s->task->bases_max > 0 ? s->task->bases_max : BASES_MAX;
    if (s->q.status == DX_OK && s->met_count > most)
        s->q.status = dx_fail(s->q.error, DX_ERR_LIMIT, 0, 0,
                              "no plan among %zu base%s, and there are more",
                              most, dx_plural(most));
    return s->q.status != DX_OK;
}

static void arrive(search *s, node n)
{
    if (dx_pair_map_find(&s->met, n.prefix, 0) != UINT32_MAX)
        return;
    dx_pair_map_put(&s->met, n.prefix, 0, 1);
    s->met_count++;
    if (!dx_base_inquiry_is_consistent(&s->q, n.prefix) || is_out_of_room(s))
        return;
    dx_vector_push(&s->line, n);
    s->is_found = dx_base_inquiry_holds(&s->q, s->goal, n.prefix);
}

static void go_on(search *s, size_t from)
{
    uint32_t prefix = s->line.at[from].prefix;
    for (size_t i = 0; i < s->task->count && !s->is_found; i++)
        if (dx_base_inquiry_holds(&s->q, s->needs[i], prefix))
            arrive(s, (node){.prefix = dx_prefix_after(&s->q.prefixes, prefix,
                                                       s->events[i]),
                             .from = from,
                             .event = i});
}

static uint32_t depth_of(const search *s, size_t n)
{
    return s->q.prefixes.all.at[s->line.at[n].prefix].depth;
}

static void note_plan(const search *s, dx_base_plan *plan)
{
    size_t n = s->line.count - 1;
    uint32_t depth = depth_of(s, n);
    for (uint32_t i = 0; i < depth; i++)
        dx_vector_push(&plan->events, (size_t)0);
    for (; depth > 0; n = s->line.at[n].from)
        plan->events.at[--depth] = s->line.at[n].event;
}

static void look_for(void *data)
{
    search *s = data;
    dx_base_plan *plan = s->plan;
    arrive(s, (node){0});
    for (size_t i = 0;
         i < s->line.count && !s->is_found && s->q.status == DX_OK &&
         depth_of(s, i) < s->task->steps_max;
         i++)
        go_on(s, i);
    plan->is_found = s->is_found && s->q.status == DX_OK;
    plan->base_count = s->met_count;
    plan->is_hopeless = s->line.count == 0;
    if (plan->is_found)
        note_plan(s, plan);
}

dx_status dx_base_find_plan(dx_base *base, const dx_base_task *task,
                            const dx_sat_limits *limits, dx_base_plan *out_plan,
                            dx_error *error)
{
    *out_plan = (dx_base_plan){0};
    search s = {.task = task, .plan = out_plan};
    dx_base_inquiry_init(&s.q, base, limits, error);
    s.events = dx_alloc(task->count, sizeof *s.events);
    s.needs = dx_alloc(task->count, sizeof *s.needs);
    s.q.status = normalise(&s);
    if (s.q.status == DX_OK)
        dx_run_deep(2 * DX_FORMULA_DEPTH_MAX, look_for, &s); // once for all
    dx_status status = s.q.status;
    dx_pair_map_release(&s.met);
    dx_vector_release(&s.line);
    dx_free(s.events);
    dx_free(s.needs);
    dx_base_inquiry_release(&s.q);
    return status;
}
