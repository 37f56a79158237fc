// Actions: an action type gives events, looks and arrows their shape; the
// action puts events of the domain into its places and says who looks on how.
//
// The parameters of an event are its own: what an action calls ?i may be what
// the event calls ?j, and nothing of the action's scope is seen inside.

#include "logic/epddl/inside.h"

#include "base/memory.h"

#include <string.h>

// An action type: its trees, found once for each action.
typedef struct shape {
    const char *name;
    uint32_t define; // (:action-type ..); 0: basic, one event all see
    size_t events, looks;
} shape;

// An action while its parameters get their values.
typedef struct making {
    uint32_t define; // (:action ..)
    const char *name;
    shape shape;
    uint32_t use; // (TYPE (EVENT ARGUMENT ..) ..)
    dx_ep_names parameters;
    dx_task_action *action;
    bool *has_look;     // of an agent: something was said
    dx_formula *rest;   // of an agent: when what was said does not say how
    uint32_t otherwise; // the look of the others, or UINT32_MAX
} making;

// ---- Effects ----

typedef struct change {
    uint32_t atom;
    dx_formula when;
    bool value;
} change;

typedef struct changes {
    DX_VECTOR(change) list;
    dx_formula when; // the condition around
    bool both;       // iff: and the contrary otherwise
} changes;

static dx_status add_literal(dx_ep_spec *spec, uint32_t item, changes *c)
{
    bool value = !dx_ep_begins(spec, item, "not");
    uint32_t tree = value ? item : dx_ep_member(spec, item, 1);
    dx_formula atom;
    bool is_fact = false;
    dx_status status = dx_ep_atom(spec, tree, &atom, &is_fact);
    if (status != DX_OK)
        return status;
    if (is_fact)
        return dx_ep_fail(spec, tree, "a fact never changes");
    uint32_t number = dx_pair_map_find(&spec->atom_of, atom, 0);
    dx_vector_push(&c->list, (change){number, c->when, value});
    if (c->both)
        dx_vector_push(&c->list,
                       (change){number, dx_ep_not(spec, c->when), !value});
    return DX_OK;
}

static dx_status add_effect(dx_ep_spec *spec, uint32_t item, void *data)
{
    changes *c = data;
    bool both = dx_ep_begins(spec, item, "iff");
    if (dx_ep_begins(spec, item, "and"))
        return dx_ep_fail(spec, item, "a list of effects is (:and ..)");
    if (!both && !dx_ep_begins(spec, item, "when"))
        return add_literal(spec, item, c);
    if (dx_ep_count(spec, item) != 3)
        return dx_ep_fail(spec, item, "expected (%s CONDITION EFFECTS)",
                          both ? "iff" : "when");
    dx_formula around = c->when, when;
    bool around_both = c->both;
    if (around_both ||
        (both && dx_formula_kind(spec->task->store, around) != DX_TRUE))
        return dx_ep_fail(spec, item,
                          "'iff' stands alone: neither within "
                          "nor around another condition");
    dx_status status = dx_ep_formula(spec, dx_ep_member(spec, item, 1), &when);
    if (status != DX_OK)
        return status;
    c->when = dx_ep_join(spec, DX_AND, 2, (dx_formula[]){around, when});
    c->both = both;
    status = dx_ep_list(spec, dx_ep_member(spec, item, 2), add_effect, c);
    c->when = around;
    c->both = around_both;
    return status;
}

// What an atom becomes: true where something makes it so, else what it was
// where nothing makes it false.
static dx_formula becomes(dx_ep_spec *spec, const changes *c, uint32_t atom)
{
    DX_VECTOR(dx_formula) made[2] = {{0}, {0}};
    for (size_t i = 0; i < c->list.count; i++)
        if (c->list.at[i].atom == atom)
            dx_vector_push(&made[c->list.at[i].value], c->list.at[i].when);
    dx_formula gone = dx_ep_join(spec, DX_OR, made[0].count, made[0].at);
    dx_formula stays = dx_ep_join(
        spec, DX_AND, 2,
        (dx_formula[]){spec->task->atoms.at[atom], dx_ep_not(spec, gone)});
    dx_vector_push(&made[1], stays);
    dx_formula all = dx_ep_join(spec, DX_OR, made[1].count, made[1].at);
    dx_vector_release(&made[0]);
    dx_vector_release(&made[1]);
    return all;
}

static dx_status read_effects(dx_ep_spec *spec, uint32_t tree,
                              dx_task_event *event)
{
    changes c = {.when = dx_formula_true(spec->task->store)};
    dx_status status = dx_ep_list(spec, tree, add_effect, &c);
    for (size_t i = 0; status == DX_OK && i < c.list.count; i++) {
        uint32_t atom = c.list.at[i].atom;
        status = dx_ep_goes_on(spec, 2 * c.list.count);
        bool known = false;
        for (size_t k = 0; !known && k < event->effects.count; k++)
            known = event->effects.at[k].atom == atom;
        if (!known)
            dx_vector_push(&event->effects,
                           (dx_task_effect){atom, becomes(spec, &c, atom)});
    }
    dx_vector_release(&c.list);
    return status;
}

// ---- Events ----

static uint32_t find_define(const dx_ep_spec *spec, uint32_t define,
                            const char *keyword, const char *name)
{
    uint32_t t = dx_ep_tree(spec, define)->first;
    for (; t != 0; t = dx_ep_tree(spec, t)->next)
        if (dx_ep_begins(spec, t, keyword) &&
            dx_ep_is(spec, dx_ep_member(spec, t, 1), name))
            return t;
    return 0;
}

static dx_status read_parameters(dx_ep_spec *spec, uint32_t define,
                                 dx_ep_names *out, uint32_t *out_condition)
{
    uint32_t list = dx_ep_after(spec, define, ":parameters");
    *out_condition = 0;
    if (list == 0)
        return DX_OK;
    if (dx_ep_tree(spec, list)->kind != DX_TREE_LIST)
        return dx_ep_fail(spec, list, "expected (VARIABLES - TYPE ..)");
    return dx_ep_read_typed(spec, dx_ep_tree(spec, list)->first, "entity", out,
                            out_condition);
}

// The parameters of the event get the values of the arguments; what was bound
// before is hidden until the event is read.
static dx_status bind_arguments(dx_ep_spec *spec, uint32_t use,
                                const dx_ep_names *parameters,
                                dx_ep_binding *out)
{
    if (dx_ep_count(spec, use) != parameters->count + 1)
        return dx_ep_fail(spec, use, "%.60s takes %zu arguments, not %zu",
                          dx_ep_tree(spec, dx_ep_tree(spec, use)->first)->text,
                          parameters->count, dx_ep_count(spec, use) - 1);
    uint32_t t = dx_ep_member(spec, use, 1);
    for (size_t i = 0; i < parameters->count; i++) {
        const dx_ep_name *typed = &parameters->at[i];
        out[i].name = dx_ep_tree(spec, typed->tree)->text;
        dx_status status = dx_ep_value(spec, t, &out[i].value);
        if (status != DX_OK)
            return status;
        if (out[i].value.space != DX_EP_THINGS ||
            (spec->things.at[out[i].value.number].types & typed->types) == 0)
            return dx_ep_fail(spec, t, "'%.60s' is not of the type of %.60s",
                              dx_ep_tree(spec, t)->text, out[i].name);
        t = dx_ep_tree(spec, t)->next;
    }
    return DX_OK;
}

static dx_status read_event_body(dx_ep_spec *spec, uint32_t define,
                                 dx_task_event *event)
{
    uint32_t pre = dx_ep_after(spec, define, ":precondition");
    uint32_t effects = dx_ep_after(spec, define, ":effects");
    event->precondition = dx_formula_true(spec->task->store);
    dx_status status =
        pre == 0 ? DX_OK : dx_ep_formula(spec, pre, &event->precondition);
    if (status == DX_OK && effects != 0)
        status = read_effects(spec, effects, event);
    return status;
}

static dx_status read_event(dx_ep_spec *spec, uint32_t use,
                            dx_task_event *event)
{
    uint32_t head = dx_ep_tree(spec, use)->first;
    if (dx_ep_tree(spec, use)->kind == DX_TREE_WORD)
        return dx_ep_fail(spec, use,
                          "expected an event in brackets: "
                          "(%.60s)",
                          dx_ep_tree(spec, use)->text);
    const char *name = dx_ep_tree(spec, head)->text;
    uint32_t define = find_define(spec, spec->domain, ":event", name);
    if (define == 0)
        return dx_ep_fail(spec, use, "there is no (:event %.60s ..)", name);
    event->name = dx_copy_text(name);
    dx_ep_names parameters = {0};
    uint32_t condition;
    dx_status status = read_parameters(spec, define, &parameters, &condition);
    dx_ep_binding *bound = dx_alloc(parameters.count, sizeof *bound);
    if (status == DX_OK)
        status = bind_arguments(spec, use, &parameters, bound);
    size_t hidden = spec->scope.count;
    if (status == DX_OK) {
        // The scope of the action is put aside while the event is read.
        dx_ep_binding *outer = dx_copy(spec->scope.at, hidden * sizeof *outer);
        spec->scope.count = 0;
        for (size_t i = 0; i < parameters.count; i++)
            dx_ep_bind(spec, bound[i].name, bound[i].value);
        status = read_event_body(spec, define, event);
        spec->scope.count = 0;
        for (size_t i = 0; i < hidden; i++)
            dx_ep_bind(spec, outer[i].name, outer[i].value);
        dx_free(outer);
    }
    dx_free(bound);
    dx_vector_release(&parameters);
    return status;
}

// ---- The action type ----

static uint32_t find_type(const dx_ep_spec *spec, const char *name)
{
    uint32_t found = 0;
    for (size_t i = 0; found == 0 && i < spec->libraries.count; i++)
        found = find_define(spec, spec->libraries.at[i], ":action-type", name);
    return found;
}

static dx_status find_shape(dx_ep_spec *spec, making *m)
{
    m->use = dx_ep_after(spec, m->define, ":action-type");
    uint32_t head = m->use == 0 ? 0 : dx_ep_tree(spec, m->use)->first;
    if (head == 0)
        return dx_ep_fail(spec, m->define,
                          "expected :action-type (TYPE (EVENT ..) ..)");
    shape *s = &m->shape;
    s->name = dx_ep_tree(spec, head)->text;
    s->define = find_type(spec, s->name);
    s->events = s->looks = 1;
    if (s->define == 0 && strcmp(s->name, "basic") != 0)
        return dx_ep_fail(spec, head,
                          "no library has an action type "
                          "'%.60s'",
                          s->name);
    if (s->define != 0) {
        s->events = dx_ep_count(spec, dx_ep_after(spec, s->define, ":events"));
        s->looks = dx_ep_count(
            spec, dx_ep_after(spec, s->define, ":observability-types"));
    }
    if (s->events == 0 || s->events > DX_TASK_EVENTS_MAX || s->looks == 0)
        return dx_ep_fail(spec, s->define,
                          "expected 1 to %d :events, and "
                          ":observability-types",
                          DX_TASK_EVENTS_MAX);
    if (dx_ep_count(spec, m->use) != s->events + 1)
        return dx_ep_fail(spec, m->use, "%.60s has %zu events, not %zu",
                          s->name, s->events, dx_ep_count(spec, m->use) - 1);
    return DX_OK;
}

// In the scope of an action type its events are numbers.
static void bind_events(dx_ep_spec *spec, const shape *s)
{
    spec->event_names.count = 0;
    uint32_t list = dx_ep_after(spec, s->define, ":events");
    uint32_t t = dx_ep_tree(spec, list)->first;
    for (uint32_t e = 0; t != 0; t = dx_ep_tree(spec, t)->next, e++) {
        const char *name = dx_ep_tree(spec, t)->text;
        dx_vector_push(&spec->event_names, name);
        dx_ep_bind(spec, name, (dx_ep_thing){DX_EP_EVENTS, e});
    }
}

typedef struct arrows {
    dx_task_action *action;
    size_t look;
} arrows;

static dx_status read_event_number(dx_ep_spec *spec, uint32_t tree,
                                   uint32_t *out)
{
    dx_ep_thing value;
    dx_status status = dx_ep_value(spec, tree, &value);
    if (status != DX_OK || value.space != DX_EP_EVENTS)
        status = dx_ep_fail(spec, tree, "expected one of the :events");
    *out = value.number;
    return status;
}

static dx_status add_arrow(dx_ep_spec *spec, uint32_t item, void *data)
{
    const arrows *a = data;
    uint32_t from, to;
    if (dx_ep_count(spec, item) != 2)
        return dx_ep_fail(spec, item, "expected (EVENT EVENT)");
    dx_status status =
        read_event_number(spec, dx_ep_member(spec, item, 0), &from);
    if (status == DX_OK)
        status = read_event_number(spec, dx_ep_member(spec, item, 1), &to);
    if (status == DX_OK)
        a->action->sees[a->look * a->action->events.count + from] |= UINT64_C(1)
                                                                     << to;
    return status;
}

static uint32_t find_look(const dx_task_action *action, const char *name)
{
    for (uint32_t i = 0; i < action->looks.count; i++)
        if (strcmp(action->looks.at[i], name) == 0)
            return i;
    return UINT32_MAX;
}

static dx_status read_look(dx_ep_spec *spec, const dx_task_action *action,
                           uint32_t tree, uint32_t *out)
{
    *out = find_look(action, dx_ep_tree(spec, tree)->text);
    if (*out == UINT32_MAX)
        return dx_ep_fail(spec, tree,
                          "'%.60s' is none of the "
                          ":observability-types of %.60s",
                          dx_ep_tree(spec, tree)->text, action->type);
    return DX_OK;
}

static dx_status read_arrows(dx_ep_spec *spec, const shape *s,
                             dx_task_action *action)
{
    uint32_t list = dx_ep_after(spec, s->define, ":relations");
    uint32_t t = dx_ep_tree(spec, list)->first;
    dx_status status = DX_OK;
    while (status == DX_OK && t != 0) {
        uint32_t look, item = dx_ep_tree(spec, t)->next;
        status = read_look(spec, action, t, &look);
        if (status == DX_OK && item == 0)
            status = dx_ep_fail(spec, t, "expected arrows behind it");
        if (status == DX_OK)
            status = dx_ep_list(spec, item, add_arrow, &(arrows){action, look});
        t = item == 0 ? 0 : dx_ep_tree(spec, item)->next;
    }
    return status;
}

// Is an event what the type asks of it?
static bool event_is(const dx_ep_spec *spec, const dx_task_event *event,
                     const char *condition)
{
    bool plain_pre =
        dx_formula_kind(spec->task->store, event->precondition) == DX_TRUE;
    bool plain_post = event->effects.count == 0;
    if (strcmp(condition, ":trivial-event") == 0)
        return plain_pre && plain_post;
    if (strcmp(condition, ":non-trivial-event") == 0)
        return !plain_pre || !plain_post;
    if (strcmp(condition, ":trivial-precondition") == 0)
        return plain_pre;
    if (strcmp(condition, ":non-trivial-precondition") == 0)
        return !plain_pre;
    if (strcmp(condition, ":trivial-postconditions") == 0)
        return plain_post;
    if (strcmp(condition, ":non-trivial-postconditions") == 0)
        return !plain_post;
    return true;
}

static dx_status check_events(dx_ep_spec *spec, const making *m)
{
    uint32_t list = dx_ep_after(spec, m->shape.define, ":conditions");
    uint32_t t = dx_ep_tree(spec, list)->first;
    while (t != 0) {
        uint32_t which, said = dx_ep_tree(spec, t)->next;
        dx_status status = read_event_number(spec, t, &which);
        if (status != DX_OK)
            return status;
        uint32_t c = dx_ep_tree(spec, said)->first;
        for (; c != 0; c = dx_ep_tree(spec, c)->next)
            if (!event_is(spec, &m->action->events.at[which],
                          dx_ep_tree(spec, c)->text))
                return dx_ep_fail(spec, dx_ep_member(spec, m->use, which + 1),
                                  "an action of type %.60s asks for %.60s here",
                                  m->shape.name, dx_ep_tree(spec, c)->text + 1);
        t = said == 0 ? 0 : dx_ep_tree(spec, said)->next;
    }
    return DX_OK;
}

// What stands under the type, with its events bound.
static dx_status read_shape(dx_ep_spec *spec, making *m)
{
    dx_task_action *action = m->action;
    if (m->shape.define == 0) {
        action->sees[0] = action->designated = 1;
        return DX_OK;
    }
    size_t outer = spec->scope.count;
    bind_events(spec, &m->shape);
    dx_status status = read_arrows(spec, &m->shape, action);
    uint32_t t =
        dx_ep_tree(spec, dx_ep_after(spec, m->shape.define, ":designated"))
            ->first;
    for (; status == DX_OK && t != 0; t = dx_ep_tree(spec, t)->next) {
        uint32_t e;
        status = read_event_number(spec, t, &e);
        if (status == DX_OK)
            action->designated |= UINT64_C(1) << e;
    }
    if (status == DX_OK)
        status = check_events(spec, m);
    spec->scope.count = outer;
    if (status == DX_OK && action->designated == 0)
        status = dx_ep_fail(spec, m->shape.define, "no event is :designated");
    return status;
}

// ---- Who looks on how ----

static void say_look(dx_ep_spec *spec, making *m, uint32_t agent, uint32_t look,
                     dx_formula when)
{
    dx_formula *slot =
        &m->action->looks_as[agent * m->action->looks.count + look];
    dx_formula before =
        *slot == DX_FORMULA_NONE ? dx_formula_false(spec->task->store) : *slot;
    *slot = dx_ep_join(spec, DX_OR, 2, (dx_formula[]){before, when});
}

// (if COND LOOK else-if COND LOOK .. else LOOK)
static dx_status read_choice(dx_ep_spec *spec, making *m, uint32_t tree,
                             uint32_t agent)
{
    dx_formula rest = dx_formula_true(spec->task->store);
    uint32_t t = dx_ep_tree(spec, tree)->first;
    while (t != 0) {
        bool last = dx_ep_is(spec, t, "else");
        uint32_t next = dx_ep_tree(spec, t)->next, look;
        dx_formula when = rest, holds;
        dx_status status = DX_OK;
        if (last && dx_ep_is(spec, next, "if")) {
            last = false; // `else if` in two words
            next = dx_ep_tree(spec, next)->next;
        }
        if (!last) {
            status = dx_ep_formula(spec, next, &holds);
            if (status != DX_OK)
                return status;
            when = dx_ep_join(spec, DX_AND, 2, (dx_formula[]){rest, holds});
            rest = dx_ep_join(spec, DX_AND, 2,
                              (dx_formula[]){rest, dx_ep_not(spec, holds)});
            next = dx_ep_tree(spec, next)->next;
        }
        status = read_look(spec, m->action, next, &look);
        if (status != DX_OK)
            return status;
        say_look(spec, m, agent, look, when);
        if (last)
            return DX_OK;
        t = dx_ep_tree(spec, next)->next;
    }
    m->rest[agent] = rest;
    return DX_OK;
}

static dx_status add_look(dx_ep_spec *spec, uint32_t item, void *data)
{
    making *m = data;
    if (dx_ep_count(spec, item) != 2)
        return dx_ep_fail(spec, item,
                          "expected (AGENT LOOK), (AGENT (if "
                          "CONDITION LOOK else LOOK)) or "
                          "(default LOOK)");
    uint32_t said = dx_ep_member(spec, item, 1), agent, look;
    if (dx_ep_begins(spec, item, "default"))
        return read_look(spec, m->action, said, &m->otherwise);
    dx_status status = dx_ep_agent(spec, dx_ep_member(spec, item, 0), &agent);
    if (status != DX_OK)
        return status;
    if (m->has_look[agent])
        return dx_ep_fail(spec, item,
                          "how %.60s looks on at %.60s is said "
                          "twice",
                          spec->task->agents.at[agent], m->action->name);
    m->has_look[agent] = true;
    m->rest[agent] = dx_formula_false(spec->task->store);
    if (dx_ep_begins(spec, said, "if"))
        return read_choice(spec, m, said, agent);
    status = read_look(spec, m->action, said, &look);
    if (status == DX_OK)
        say_look(spec, m, agent, look, dx_formula_true(spec->task->store));
    return status;
}

static dx_status read_looks(dx_ep_spec *spec, making *m)
{
    uint32_t list = dx_ep_after(spec, m->define, ":observability-conditions");
    m->otherwise = m->shape.define == 0 ? 0 : UINT32_MAX;
    dx_status status = list == 0 ? DX_OK : dx_ep_list(spec, list, add_look, m);
    for (uint32_t a = 0; status == DX_OK && a < spec->task->agents.count; a++) {
        if (dx_formula_kind(spec->task->store, m->rest[a]) == DX_FALSE)
            continue;
        if (m->otherwise == UINT32_MAX)
            return dx_ep_fail(spec, m->define,
                              "nothing says how %.60s looks on at %.60s%s; "
                              "give (default LOOK)",
                              spec->task->agents.at[a], m->action->name,
                              m->has_look[a] ? ", else" : "");
        say_look(spec, m, a, m->otherwise, m->rest[a]);
    }
    return status;
}

// ---- One action for all values of its parameters ----

static char *ground_name(const dx_ep_spec *spec, const making *m)
{
    dx_text name = {0};
    dx_text_add(&name, m->name);
    for (size_t i = 0; i < m->parameters.count; i++)
        dx_text_printf(&name, "_%s",
                       spec->things.at[spec->scope.at[i].value.number].name);
    return dx_text_take(&name);
}

static void name_looks(const dx_ep_spec *spec, const shape *s,
                       dx_task_action *action)
{
    if (s->define == 0) {
        dx_vector_push(&action->looks, dx_copy_text("Fully"));
        return;
    }
    uint32_t list = dx_ep_after(spec, s->define, ":observability-types");
    uint32_t t = dx_ep_tree(spec, list)->first;
    for (; t != 0; t = dx_ep_tree(spec, t)->next)
        dx_vector_push(&action->looks, dx_copy_text(dx_ep_tree(spec, t)->text));
}

// Can it ever be done: is there a designated event that is not excluded by
// what is settled already?
static bool is_possible(const dx_ep_spec *spec, const dx_task_action *action)
{
    for (size_t e = 0; e < action->events.count; e++)
        if (action->designated >> e & 1 &&
            dx_formula_kind(spec->task->store,
                            action->events.at[e].precondition) != DX_FALSE)
            return true;
    return false;
}

static dx_status make_action(dx_ep_spec *spec, void *data)
{
    making *m = data;
    if (spec->task->actions.count == DX_TASK_ACTIONS_MAX)
        return dx_ep_fail(spec, m->define,
                          "there are more than %d ground actions",
                          DX_TASK_ACTIONS_MAX);
    char *name = ground_name(spec, m);
    dx_name number = dx_names_add(spec->trees.words, name);
    if (dx_pair_map_find(&spec->action_of, number, 0) != UINT32_MAX) {
        dx_status status =
            dx_ep_fail(spec, m->define,
                       "two ground actions would be called '%.120s'; "
                       "give an object or an action another name",
                       name);
        dx_free(name);
        return status;
    }
    dx_pair_map_put(&spec->action_of, number, 0, 1);
    m->action = dx_task_add_action(spec->task, name, m->shape.name,
                                   m->shape.events, m->shape.looks);
    dx_free(name);
    name_looks(spec, &m->shape, m->action);
    dx_status status = DX_OK;
    uint32_t t = dx_ep_member(spec, m->use, 1);
    for (; status == DX_OK && t != 0; t = dx_ep_tree(spec, t)->next) {
        dx_task_event event = {0};
        status = read_event(spec, t, &event);
        dx_vector_push(&m->action->events, event);
    }
    m->has_look = dx_alloc(spec->task->agents.count, sizeof *m->has_look);
    m->rest = dx_alloc(spec->task->agents.count, sizeof *m->rest);
    for (size_t a = 0; a < spec->task->agents.count; a++)
        m->rest[a] = dx_formula_true(spec->task->store);
    if (status == DX_OK)
        status = read_shape(spec, m);
    if (status == DX_OK)
        status = read_looks(spec, m);
    dx_free(m->has_look);
    dx_free(m->rest);
    if (status == DX_OK && !is_possible(spec, m->action))
        dx_task_drop_action(spec->task);
    return status;
}

static dx_status read_action(dx_ep_spec *spec, uint32_t define)
{
    making m = {.define = define};
    uint32_t name = dx_ep_member(spec, define, 1), condition;
    if (name == 0 || dx_ep_tree(spec, name)->kind != DX_TREE_WORD)
        return dx_ep_fail(spec, define, "expected (:action NAME ..)");
    m.name = dx_ep_tree(spec, name)->text;
    dx_status status = find_shape(spec, &m);
    if (status == DX_OK)
        status = read_parameters(spec, define, &m.parameters, &condition);
    if (status == DX_OK)
        status = dx_ep_for_all(spec, &m.parameters, condition, make_action, &m);
    dx_vector_release(&m.parameters);
    return status;
}

dx_status dx_ep_actions(dx_ep_spec *spec)
{
    dx_status status = DX_OK;
    uint32_t t = dx_ep_tree(spec, spec->domain)->first;
    for (; status == DX_OK && t != 0; t = dx_ep_tree(spec, t)->next)
        if (dx_ep_begins(spec, t, ":action"))
            status = read_action(spec, t);
    return status;
}
