// The ground task in EPDDL's JSON: what a planner needs that does not read the
// language.  Members are those of the language's guideline, section 6; an atom
// is "p_a_b".

#include "logic/epddl/epddl.h"

#include "base/heed.h"
#include "base/memory.h"

#include <stdio.h>

// What was written so far is short enough, and nobody called it off.
static dx_status goes_on(uint64_t length, dx_pace *pace, size_t steps,
                         dx_error *error)
{
    if (dx_is_off(pace, steps))
        return dx_fail(error, DX_ERR_CANCELLED, 0, 0, "the time was over");
    if (length > DX_EPDDL_JSON_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the ground task would be longer than %d bytes: this "
                       "JSON has every world that an agent holds possible "
                       "written out at every world",
                       DX_EPDDL_JSON_MAX);
    return DX_OK;
}

// One member after another: the first has no comma in front.
static void next(dx_text *out, size_t i)
{
    dx_text_add(out, i > 0 ? "," : "");
}

static void add_atom(const dx_formulas *store, dx_formula atom, dx_text *out)
{
    dx_text name = {0};
    dx_text_add(&name, dx_formula_text(store, atom));
    for (size_t i = 1; i < dx_formula_count(store, atom); i++)
        dx_text_printf(
            &name, "_%s",
            dx_formula_text(store, dx_formula_operand(store, atom, i)));
    dx_text_add_json(out, dx_text_string(&name));
    dx_text_release(&name);
}

static void add_part(const dx_formulas *store, dx_formula f, dx_text *out);

static void add_connective(const dx_formulas *store, dx_formula f,
                           const char *name, dx_text *out)
{
    dx_text_printf(out, "{\"connective\":\"%s\",\"formulas\":[", name);
    for (size_t i = 0; i < dx_formula_count(store, f); i++) {
        next(out, i);
        add_part(store, dx_formula_operand(store, f, i), out);
    }
    dx_text_add(out, "]}");
}

// A modality of the agents from operand `from` to `to` - 1.
static void add_modality(const dx_formulas *store, dx_formula f,
                         const char *name, size_t from, size_t to, size_t part,
                         dx_text *out)
{
    dx_text_printf(out, "{\"modality-name\":\"%s\",\"modality-index\":[", name);
    for (size_t i = from; i < to; i++) {
        next(out, i - from);
        dx_text_add_json(
            out, dx_formula_text(store, dx_formula_operand(store, f, i)));
    }
    dx_text_add(out, "],\"formula\":");
    add_part(store, dx_formula_operand(store, f, part), out);
    dx_text_add(out, "}");
}

static void add_part(const dx_formulas *store, dx_formula f, dx_text *out)
{
    size_t count = dx_formula_count(store, f);
    switch (dx_formula_kind(store, f)) {
    case DX_TRUE:
        dx_text_add(out, "\"true\"");
        return;
    case DX_FALSE:
        dx_text_add(out, "\"false\"");
        return;
    case DX_APPLY:
        add_atom(store, f, out);
        return;
    case DX_NOT:
        dx_text_add(out, "{\"connective\":\"not\",\"formula\":");
        add_part(store, dx_formula_operand(store, f, 0), out);
        dx_text_add(out, "}");
        return;
    case DX_AND:
        add_connective(store, f, "and", out);
        return;
    case DX_OR:
        add_connective(store, f, "or", out);
        return;
    case DX_KNOWS_WHETHER:
        add_modality(store, f, "Kw.box", 0, 1, 1, out);
        return;
    case DX_EVERYBODY:
        add_modality(store, f, "box", 1, count, 0, out);
        return;
    case DX_COMMON:
        add_modality(store, f, "C.box", 1, count, 0, out);
        return;
    default:
        add_modality(store, f, "box", 0, 1, 1, out);
    }
}

static void add_formula(const dx_formulas *store, dx_formula f, dx_text *out)
{
    dx_text_add(out, "{\"formula\":");
    add_part(store, f, out);
    dx_text_add(out, "}");
}

// ---- Sets of worlds and of events ----

static void add_worlds(const uint64_t *set, size_t worlds, dx_text *out)
{
    size_t written = 0;
    dx_text_add(out, "[");
    for (size_t w = 0; w < worlds; w++)
        if (set == NULL || set[w / 64] >> w % 64 & 1) {
            next(out, written++);
            dx_text_printf(out, "\"w%zu\"", w);
        }
    dx_text_add(out, "]");
}

static void add_events(const dx_task_action *action, uint64_t set, dx_text *out)
{
    size_t written = 0;
    dx_text_add(out, "[");
    for (size_t e = 0; e < action->events.count; e++)
        if (set >> e & 1) {
            next(out, written++);
            dx_text_add_json(out, action->events.at[e].name);
        }
    dx_text_add(out, "]");
}

static void add_key(dx_text *out, size_t i, const char *key)
{
    next(out, i);
    dx_text_add_json(out, key);
    dx_text_add(out, ":");
}

// What the arrows take at the least.
static uint64_t arrow_bytes(const dx_task *task, dx_pace *pace)
{
    const dx_task_state *state = &task->start;
    size_t words = dx_task_state_words(state);
    uint64_t *in_row = dx_alloc(state->rows, sizeof *in_row), count = 0;
    for (size_t r = 0; r < state->rows && !dx_is_off(pace, words); r++)
        for (size_t k = 0; k < words; k++)
            in_row[r] +=
                (uint64_t)__builtin_popcountll(state->bits[r * words + k]);
    for (size_t i = 0; i < task->agents.count * state->worlds; i++)
        count += in_row[state->row[i]];
    dx_free(in_row);
    return count * (sizeof "\"w0\"," - 1);
}

static dx_status add_arrows(const dx_task *task, dx_text *out, dx_pace *pace,
                            dx_error *error)
{
    const dx_task_state *state = &task->start;
    size_t words = dx_task_state_words(state);
    dx_status status = goes_on(arrow_bytes(task, pace), pace, 0, error);
    dx_text_add(out, ",\"relations\":{");
    for (size_t a = 0; status == DX_OK && a < task->agents.count; a++) {
        add_key(out, a, task->agents.at[a]);
        for (size_t w = 0; status == DX_OK && w < state->worlds; w++) {
            status = goes_on(out->length, pace, state->worlds, error);
            uint32_t row = state->row[a * state->worlds + w];
            dx_text_printf(out, "%s\"w%zu\":", w > 0 ? "," : "{", w);
            add_worlds(state->bits + row * words, state->worlds, out);
        }
        dx_text_add(out, "}");
    }
    dx_text_add(out, "}");
    return status;
}

static dx_status add_state(const dx_task *task, dx_text *out, dx_pace *pace,
                           dx_error *error)
{
    const dx_task_state *state = &task->start;
    dx_text_add(out, "{\"worlds\":");
    add_worlds(NULL, state->worlds, out);
    dx_status status = add_arrows(task, out, pace, error);
    dx_text_add(out, ",\"labels\":{");
    for (size_t w = 0; status == DX_OK && w < state->worlds; w++) {
        size_t written = 0;
        status = goes_on(out->length, pace, task->atoms.count, error);
        dx_text_printf(out, "%s\"w%zu\":[", w > 0 ? "," : "", w);
        for (uint32_t i = 0; i < task->atoms.count; i++)
            if (dx_task_label_has(&task->labels, state->label[w], i)) {
                next(out, written++);
                add_atom(task->store, task->atoms.at[i], out);
            }
        dx_text_add(out, "]");
    }
    dx_text_add(out, "},\"designated\":");
    add_worlds(state->designated, state->worlds, out);
    dx_text_add(out, "}");
    return status;
}

// ---- Actions ----

static void add_relations(const dx_task_action *action, dx_text *out)
{
    size_t events = action->events.count;
    dx_text_add(out, ",\"relations\":{");
    for (size_t look = 0; look < action->looks.count; look++) {
        add_key(out, look, action->looks.at[look]);
        dx_text_add(out, "{");
        for (size_t e = 0; e < events; e++) {
            add_key(out, e, action->events.at[e].name);
            add_events(action, action->sees[look * events + e], out);
        }
        dx_text_add(out, "}");
    }
    dx_text_add(out, "}");
}

static void add_conditions(const dx_task *task, const dx_task_action *action,
                           dx_text *out)
{
    dx_text_add(out, ",\"preconditions\":{");
    for (size_t e = 0; e < action->events.count; e++) {
        add_key(out, e, action->events.at[e].name);
        add_formula(task->store, action->events.at[e].precondition, out);
    }
    dx_text_add(out, "},\"effects\":{");
    for (size_t e = 0; e < action->events.count; e++) {
        const dx_task_event *event = &action->events.at[e];
        add_key(out, e, event->name);
        dx_text_add(out, "{");
        for (size_t i = 0; i < event->effects.count; i++) {
            next(out, i);
            add_atom(task->store, task->atoms.at[event->effects.at[i].atom],
                     out);
            dx_text_add(out, ":");
            add_formula(task->store, event->effects.at[i].becomes, out);
        }
        dx_text_add(out, "}");
    }
    dx_text_add(out, "}");
}

static void add_looks(const dx_task *task, const dx_task_action *action,
                      dx_text *out)
{
    dx_text_add(out, ",\"observability-conditions\":{");
    size_t looks = action->looks.count;
    for (size_t a = 0; a < task->agents.count; a++) {
        size_t written = 0;
        add_key(out, a, task->agents.at[a]);
        dx_text_add(out, "{");
        for (size_t look = 0; look < looks; look++)
            if (action->looks_as[a * looks + look] != DX_FORMULA_NONE) {
                add_key(out, written++, action->looks.at[look]);
                add_formula(task->store, action->looks_as[a * looks + look],
                            out);
            }
        dx_text_add(out, "}");
    }
    dx_text_add(out, "}");
}

static void add_action(const dx_task *task, const dx_task_action *action,
                       dx_text *out)
{
    dx_text_add(out, "{\"action-type\":");
    dx_text_add_json(out, action->type);
    dx_text_add(out, ",\"events\":");
    add_events(action, UINT64_MAX, out);
    add_relations(action, out);
    dx_text_add(out, ",\"designated\":");
    add_events(action, action->designated, out);
    add_conditions(task, action, out);
    add_looks(task, action, out);
    dx_text_add(out, "}");
}

dx_status dx_epddl_print_json(const dx_task *task, dx_text *out,
                              dx_error *error)
{
    dx_pace pace = {.steps = 0};
    dx_text_add(out, "{\"planning-task-info\":{\"problem\":");
    dx_text_add_json(out, task->name);
    dx_text_printf(out,
                   ",\"agents-number\":%zu,\"atoms-number\":%zu,"
                   "\"actions-number\":%zu,\"initial-worlds-number\":%u},\n"
                   "\"language\":{\"atoms\":[",
                   task->agents.count, task->atoms.count, task->actions.count,
                   task->start.worlds);
    for (size_t i = 0; i < task->atoms.count; i++) {
        next(out, i);
        add_atom(task->store, task->atoms.at[i], out);
    }
    dx_text_add(out, "],\"agents\":[");
    for (size_t a = 0; a < task->agents.count; a++) {
        next(out, a);
        dx_text_add_json(out, task->agents.at[a]);
    }
    dx_text_add(out, "]},\n\"initial-state\":");
    dx_status status = add_state(task, out, &pace, error);
    dx_text_add(out, ",\n\"actions\":{");
    for (size_t i = 0; status == DX_OK && i < task->actions.count; i++) {
        status = goes_on(out->length, &pace, 1024, error);
        add_key(out, i, task->actions.at[i].name);
        add_action(task, &task->actions.at[i], out);
        dx_text_add(out, "\n");
    }
    dx_text_add(out, "},\n\"goal\":");
    add_formula(task->store, task->goal, out);
    dx_text_add(out, "}\n");
    return status;
}
