// Names: which things there are, of which types, and what a variable stands
// for.  Types are few, so a set of them is a word; `(either a b)` is such a
// set, and a thing is of a type if the type is among those above its own.

#include "logic/epddl/inside.h"

#include "base/memory.h"

#include <string.h>

// ---- Types ----

static uint32_t find_type(const dx_ep_spec *spec, const char *name)
{
    for (uint32_t i = 0; i < spec->types.count; i++)
        if (strcmp(spec->types.at[i].name, name) == 0)
            return i;
    return UINT32_MAX;
}

static uint64_t add_type(dx_ep_spec *spec, const char *name, uint64_t above)
{
    uint64_t self = UINT64_C(1) << spec->types.count;
    dx_vector_push(&spec->types, (dx_ep_type){name, above | self});
    return above | self;
}

// A type, or (either TYPE ..): the set of them, and what its values are.
static dx_status read_type(dx_ep_spec *spec, uint32_t tree,
                           dx_ep_space *out_space, uint64_t *out)
{
    const dx_tree *t = dx_ep_tree(spec, tree);
    *out_space = DX_EP_THINGS;
    *out = 0;
    if (dx_ep_begins(spec, tree, "either")) {
        for (uint32_t m = dx_ep_tree(spec, t->first)->next; m != 0;
             m = dx_ep_tree(spec, m)->next) {
            uint64_t one;
            dx_status status = read_type(spec, m, out_space, &one);
            if (status != DX_OK)
                return status;
            *out |= one;
        }
        return DX_OK;
    }
    if (strcmp(t->text, "event") == 0 || strcmp(t->text, "world") == 0) {
        *out_space = t->text[0] == 'e' ? DX_EP_EVENTS : DX_EP_WORLDS;
        return DX_OK;
    }
    uint32_t type = find_type(spec, t->text);
    if (t->kind != DX_TREE_WORD || type == UINT32_MAX)
        return dx_ep_fail(spec, tree,
                          "expected a type, found '%.60s'; "
                          "declare it in (:types ..)",
                          t->kind == DX_TREE_WORD ? t->text : "(");
    *out = UINT64_C(1) << type;
    return DX_OK;
}

static bool is_named(const dx_ep_spec *spec, const dx_ep_names *names,
                     uint32_t tree)
{
    for (size_t i = 0; i < names->count; i++)
        if (dx_ep_is(spec, tree, dx_ep_tree(spec, names->at[i].tree)->text))
            return true;
    return false;
}

// NAME .. - TYPE NAME .. - TYPE, up to the end or to `|`, behind which there
// is a condition.
dx_status dx_ep_read_typed(dx_ep_spec *spec, uint32_t first,
                           const char *otherwise, dx_ep_names *out,
                           uint32_t *out_condition)
{
    size_t untyped = out->count;
    uint64_t usual = UINT64_C(1) << find_type(spec, otherwise);
    if (out_condition != NULL)
        *out_condition = 0;
    for (uint32_t t = first; t != 0; t = dx_ep_tree(spec, t)->next) {
        uint32_t next = dx_ep_tree(spec, t)->next;
        if (dx_ep_is(spec, t, "|") && out_condition != NULL) {
            if (next == 0 || dx_ep_tree(spec, next)->next != 0)
                return dx_ep_fail(spec, t, "expected one condition behind '|'");
            *out_condition = next;
            return DX_OK;
        }
        if (!dx_ep_is(spec, t, "-")) {
            if (dx_ep_tree(spec, t)->kind != DX_TREE_WORD)
                return dx_ep_fail(spec, t, "expected a name");
            if (out->count == DX_EP_THINGS_MAX ||
                (out_condition != NULL && out->count == DX_EP_VARIABLES_MAX))
                return dx_ep_fail(spec, t, "there are more than %zu names here",
                                  out->count);
            if (out_condition != NULL && is_named(spec, out, t))
                return dx_ep_fail(spec, t, "%.60s is there twice",
                                  dx_ep_tree(spec, t)->text);
            dx_vector_push(out, (dx_ep_name){t, DX_EP_THINGS, usual});
            continue;
        }
        if (next == 0)
            return dx_ep_fail(spec, t, "expected a type behind '-'");
        dx_ep_space space;
        uint64_t types;
        dx_status status = read_type(spec, next, &space, &types);
        if (status != DX_OK)
            return status;
        for (; untyped < out->count; untyped++) {
            out->at[untyped].space = space;
            out->at[untyped].types = types;
        }
        t = next;
    }
    return DX_OK;
}

static dx_status read_types(dx_ep_spec *spec)
{
    uint64_t entity = add_type(spec, "entity", 0);
    uint64_t object = add_type(spec, "object", entity);
    add_type(spec, "agent", entity);
    uint32_t section = dx_ep_section(spec, spec->domain, ":types");
    size_t named = spec->types.count;
    uint32_t t = section == 0 ? 0 : dx_ep_member(spec, section, 1);
    for (; t != 0; t = dx_ep_tree(spec, t)->next) {
        if (dx_ep_is(spec, t, "-")) {
            uint32_t parent = dx_ep_tree(spec, t)->next;
            uint32_t type =
                parent == 0 ? UINT32_MAX
                            : find_type(spec, dx_ep_tree(spec, parent)->text);
            if (type == UINT32_MAX)
                return dx_ep_fail(spec, t,
                                  "expected a type that stands "
                                  "before, behind '-'");
            for (; named < spec->types.count; named++)
                spec->types.at[named].above =
                    spec->types.at[type].above | UINT64_C(1) << named;
            t = parent;
            continue;
        }
        if (spec->types.count == DX_EP_TYPES_MAX)
            return dx_ep_fail(spec, t, "there are more than %d types",
                              DX_EP_TYPES_MAX);
        if (find_type(spec, dx_ep_tree(spec, t)->text) != UINT32_MAX)
            return dx_ep_fail(spec, t, "the type '%.60s' is there already",
                              dx_ep_tree(spec, t)->text);
        add_type(spec, dx_ep_tree(spec, t)->text, object);
    }
    return DX_OK;
}

// ---- Things ----

static uint32_t find_thing(const dx_ep_spec *spec, const char *name)
{
    for (uint32_t i = 0; i < spec->things.count; i++)
        if (strcmp(spec->things.at[i].name, name) == 0)
            return i;
    return UINT32_MAX;
}

static dx_status add_things(dx_ep_spec *spec, const dx_ep_names *list)
{
    uint64_t agent = UINT64_C(1) << find_type(spec, "agent");
    for (size_t i = 0; i < list->count; i++) {
        const dx_ep_name *typed = &list->at[i];
        dx_ep_entity thing = {.name = dx_ep_tree(spec, typed->tree)->text,
                              .agent = UINT32_MAX};
        for (size_t k = 0; k < spec->types.count; k++)
            if (typed->types >> k & 1)
                thing.types |= spec->types.at[k].above;
        if (find_thing(spec, thing.name) != UINT32_MAX)
            return dx_ep_fail(spec, typed->tree, "'%.60s' is there already",
                              thing.name);
        if (thing.types & agent) {
            if (spec->task->agents.count == DX_TASK_AGENTS_MAX)
                return dx_ep_fail(spec, typed->tree,
                                  "there are more than %d agents",
                                  DX_TASK_AGENTS_MAX);
            thing.agent = (uint32_t)spec->task->agents.count;
            dx_vector_push(&spec->task->agents, dx_copy_text(thing.name));
        }
        dx_vector_push(&spec->things, thing);
    }
    return DX_OK;
}

static dx_status read_things(dx_ep_spec *spec, uint32_t define,
                             const char *keyword, const char *type)
{
    uint32_t section = dx_ep_section(spec, define, keyword);
    if (section == 0)
        return DX_OK;
    dx_ep_names list = {0};
    dx_status status = dx_ep_read_typed(spec, dx_ep_member(spec, section, 1),
                                        type, &list, NULL);
    if (status == DX_OK)
        status = add_things(spec, &list);
    dx_vector_release(&list);
    return status;
}

dx_status dx_ep_read_names(dx_ep_spec *spec)
{
    dx_status status = read_types(spec);
    if (status == DX_OK)
        status = read_things(spec, spec->domain, ":constants", "object");
    if (status == DX_OK)
        status = read_things(spec, spec->problem, ":agents", "agent");
    if (status == DX_OK)
        status = read_things(spec, spec->problem, ":objects", "object");
    if (status == DX_OK && spec->task->agents.count == 0)
        status = dx_ep_fail(spec, spec->problem,
                            "there is no agent; name some in (:agents ..)");
    uint32_t groups = dx_ep_section(spec, spec->problem, ":agent-groups");
    uint32_t t = groups == 0 ? 0 : dx_ep_member(spec, groups, 1);
    for (; status == DX_OK && t != 0; t = dx_ep_tree(spec, t)->next)
        dx_vector_push(&spec->groups, t);
    return status;
}

// ---- What a name stands for ----

static uint32_t find_name(const char *const *names, size_t count,
                          const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return UINT32_MAX;
}

dx_status dx_ep_value(dx_ep_spec *spec, uint32_t tree, dx_ep_thing *out)
{
    const dx_tree *t = dx_ep_tree(spec, tree);
    if (t->kind != DX_TREE_WORD)
        return dx_ep_fail(spec, tree, "expected a name or a variable");
    for (size_t i = spec->scope.count; i-- > 0;)
        if (strcmp(spec->scope.at[i].name, t->text) == 0) {
            *out = spec->scope.at[i].value;
            return DX_OK;
        }
    if (t->text[0] == '?')
        return dx_ep_fail(spec, tree,
                          "nothing here is called %.60s; the "
                          "variables of a definition are its "
                          ":parameters",
                          t->text);
    dx_status status =
        dx_ep_goes_on(spec, spec->things.count + spec->world_names.count);
    if (status != DX_OK)
        return status;
    *out = (dx_ep_thing){DX_EP_THINGS, find_thing(spec, t->text)};
    if (out->number == UINT32_MAX)
        *out = (dx_ep_thing){
            DX_EP_WORLDS,
            find_name(spec->world_names.at, spec->world_names.count, t->text)};
    if (out->number == UINT32_MAX)
        return dx_ep_fail(
            spec, tree, "there is no agent or object called '%.60s'", t->text);
    return DX_OK;
}

dx_status dx_ep_agent(dx_ep_spec *spec, uint32_t tree, uint32_t *out)
{
    dx_ep_thing value;
    dx_status status = dx_ep_value(spec, tree, &value);
    if (status != DX_OK)
        return status;
    *out = value.space == DX_EP_THINGS ? spec->things.at[value.number].agent
                                       : UINT32_MAX;
    if (*out == UINT32_MAX)
        return dx_ep_fail(spec, tree, "'%.60s' is no agent",
                          dx_ep_tree(spec, tree)->text);
    return DX_OK;
}

void dx_ep_bind(dx_ep_spec *spec, const char *name, dx_ep_thing value)
{
    dx_vector_push(&spec->scope, (dx_ep_binding){name, value});
}

// ---- All values ----

typedef struct walk {
    const dx_ep_names *names;
    uint32_t condition;
    dx_ep_each *each;
    void *data;
} walk;

static size_t space_size(const dx_ep_spec *spec, dx_ep_space space)
{
    return space == DX_EP_EVENTS   ? spec->event_names.count
           : space == DX_EP_WORLDS ? spec->world_names.count
                                   : spec->things.count;
}

static dx_status walk_from(dx_ep_spec *spec, const walk *w, size_t i)
{
    if (i == w->names->count) {
        bool holds = true;
        dx_status status = dx_ep_goes_on(spec, 2048);
        if (status == DX_OK && w->condition != 0)
            status = dx_ep_condition(spec, w->condition, &holds);
        return status == DX_OK && holds ? w->each(spec, w->data) : status;
    }
    const dx_ep_name *typed = &w->names->at[i];
    const char *name = dx_ep_tree(spec, typed->tree)->text;
    dx_status status = DX_OK;
    size_t count = space_size(spec, typed->space);
    for (uint32_t v = 0; status == DX_OK && v < count; v++) {
        if (typed->space == DX_EP_THINGS &&
            (spec->things.at[v].types & typed->types) == 0)
            continue;
        dx_ep_bind(spec, name, (dx_ep_thing){typed->space, v});
        status = walk_from(spec, w, i + 1);
        spec->scope.count--;
    }
    return status;
}

dx_status dx_ep_for_all(dx_ep_spec *spec, const dx_ep_names *names,
                        uint32_t condition, dx_ep_each *each, void *data)
{
    return walk_from(spec, &(walk){names, condition, each, data}, 0);
}

// ---- Lists ----

typedef struct listing {
    uint32_t item;
    dx_ep_item *each;
    void *data;
} listing;

static dx_status list_one(dx_ep_spec *spec, void *data)
{
    const listing *l = data;
    return dx_ep_list(spec, l->item, l->each, l->data);
}

dx_status dx_ep_list(dx_ep_spec *spec, uint32_t list, dx_ep_item *each,
                     void *data)
{
    dx_status status = DX_OK;
    if (dx_ep_begins(spec, list, ":and")) {
        uint32_t t = dx_ep_member(spec, list, 1);
        for (; status == DX_OK && t != 0; t = dx_ep_tree(spec, t)->next)
            status = dx_ep_list(spec, t, each, data);
        return status;
    }
    if (!dx_ep_begins(spec, list, ":forall"))
        return each(spec, list, data);
    uint32_t names = dx_ep_member(spec, list, 1), condition;
    if (dx_ep_count(spec, list) != 3 ||
        dx_ep_tree(spec, names)->kind != DX_TREE_LIST)
        return dx_ep_fail(spec, list,
                          "expected (:forall (VARIABLES | "
                          "CONDITION) ITEM)");
    dx_ep_names typed = {0};
    status = dx_ep_read_typed(spec, dx_ep_tree(spec, names)->first, "entity",
                              &typed, &condition);
    if (status == DX_OK)
        status =
            dx_ep_for_all(spec, &typed, condition, list_one,
                          &(listing){dx_ep_member(spec, list, 2), each, data});
    dx_vector_release(&typed);
    return status;
}
