// Formulas without variables: quantifiers are written out, facts and equality
// are settled, and what is true or false by that is left out.

#include "logic/epddl/inside.h"

#include "base/memory.h"

#include <string.h>

// ---- Connectives ----

dx_formula dx_ep_not(dx_ep_spec *spec, dx_formula f)
{
    dx_formulas *store = spec->task->store;
    switch (dx_formula_kind(store, f)) {
    case DX_TRUE:
        return dx_formula_false(store);
    case DX_FALSE:
        return dx_formula_true(store);
    case DX_NOT:
        return dx_formula_operand(store, f, 0);
    default:
        return dx_formula_not(store, f);
    }
}

dx_formula dx_ep_join(dx_ep_spec *spec, dx_kind kind, size_t count,
                      const dx_formula *parts)
{
    dx_formulas *store = spec->task->store;
    dx_kind idle = kind == DX_AND ? DX_TRUE : DX_FALSE;
    dx_kind final = kind == DX_AND ? DX_FALSE : DX_TRUE;
    DX_VECTOR(dx_formula) kept = {0};
    dx_formula joined = DX_FORMULA_NONE;
    for (size_t i = 0; joined == DX_FORMULA_NONE && i < count; i++) {
        dx_kind part = dx_formula_kind(store, parts[i]);
        if (part == final)
            joined = parts[i];
        else if (part != idle)
            dx_vector_push(&kept, parts[i]);
    }
    if (joined == DX_FORMULA_NONE)
        joined = dx_formula_all(store, kind, kept.count, kept.at);
    dx_vector_release(&kept);
    return joined;
}

typedef struct parts {
    uint32_t body; // of a quantifier
    DX_VECTOR(dx_formula) list;
} parts;

static dx_status join_members(dx_ep_spec *spec, uint32_t tree, dx_kind kind,
                              dx_formula *out)
{
    parts p = {0};
    dx_status status = DX_OK;
    uint32_t t = dx_ep_member(spec, tree, 1);
    for (; status == DX_OK && t != 0; t = dx_ep_tree(spec, t)->next) {
        dx_formula part;
        status = dx_ep_formula(spec, t, &part);
        if (status == DX_OK)
            dx_vector_push(&p.list, part);
    }
    if (status == DX_OK)
        *out = dx_ep_join(spec, kind, p.list.count, p.list.at);
    dx_vector_release(&p.list);
    return status;
}

static dx_status add_part(dx_ep_spec *spec, void *data)
{
    parts *p = data;
    dx_formula part;
    dx_status status = dx_ep_formula(spec, p->body, &part);
    if (status == DX_OK)
        dx_vector_push(&p->list, part);
    return status;
}

static dx_status quantify(dx_ep_spec *spec, uint32_t tree, dx_kind kind,
                          dx_formula *out)
{
    uint32_t names = dx_ep_member(spec, tree, 1), condition;
    if (dx_ep_count(spec, tree) != 3 ||
        dx_ep_tree(spec, names)->kind != DX_TREE_LIST)
        return dx_ep_fail(spec, tree,
                          "expected (%s (VARIABLES | CONDITION) "
                          "FORMULA)",
                          kind == DX_AND ? "forall" : "exists");
    parts p = {.body = dx_ep_member(spec, tree, 2)};
    dx_ep_names typed = {0};
    dx_status status = dx_ep_read_typed(spec, dx_ep_tree(spec, names)->first,
                                        "entity", &typed, &condition);
    if (status == DX_OK)
        status = dx_ep_for_all(spec, &typed, condition, add_part, &p);
    if (status == DX_OK)
        *out = dx_ep_join(spec, kind, p.list.count, p.list.at);
    dx_vector_release(&typed);
    dx_vector_release(&p.list);
    return status;
}

// ---- Equality and atoms ----

static dx_status equate(dx_ep_spec *spec, uint32_t tree, bool wanted,
                        dx_formula *out)
{
    dx_ep_thing a, b;
    if (dx_ep_count(spec, tree) != 3)
        return dx_ep_fail(spec, tree, "expected two names to compare");
    dx_status status = dx_ep_value(spec, dx_ep_member(spec, tree, 1), &a);
    if (status == DX_OK)
        status = dx_ep_value(spec, dx_ep_member(spec, tree, 2), &b);
    if (status != DX_OK)
        return status;
    bool same = a.space == b.space && a.number == b.number;
    *out = same == wanted ? dx_formula_true(spec->task->store)
                          : dx_formula_false(spec->task->store);
    return DX_OK;
}

static const dx_ep_predicate *find_predicate(const dx_ep_spec *spec,
                                             const char *name)
{
    for (size_t i = 0; i < spec->predicates.count; i++)
        if (strcmp(spec->predicates.at[i].name, name) == 0)
            return &spec->predicates.at[i];
    return NULL;
}

static dx_formula make_atom(dx_ep_spec *spec, const char *name, size_t count,
                            const uint32_t *things)
{
    dx_formulas *store = spec->task->store;
    DX_VECTOR(uint32_t) operands = {0};
    dx_vector_push(&operands, dx_names_add(dx_formulas_names(store), name));
    for (size_t i = 0; i < count; i++)
        dx_vector_push(&operands,
                       dx_formula_atom(store, spec->things.at[things[i]].name));
    dx_formula atom =
        dx_formula_make(store, DX_APPLY, operands.count, operands.at);
    dx_vector_release(&operands);
    return atom;
}

static dx_status read_arguments(dx_ep_spec *spec, uint32_t tree,
                                const dx_ep_predicate *predicate,
                                uint32_t *things)
{
    uint32_t t = dx_ep_member(spec, tree, 1);
    for (size_t i = 0; i < predicate->parameters.count; i++) {
        dx_ep_thing value;
        dx_status status = dx_ep_value(spec, t, &value);
        if (status != DX_OK)
            return status;
        if (value.space != DX_EP_THINGS ||
            (spec->things.at[value.number].types &
             predicate->parameters.at[i].types) == 0)
            return dx_ep_fail(
                spec, t,
                "'%.60s' is not of the type that %.60s has in place "
                "%zu",
                value.space == DX_EP_THINGS ? spec->things.at[value.number].name
                                            : dx_ep_tree(spec, t)->text,
                predicate->name, i + 1);
        things[i] = value.number;
        t = dx_ep_tree(spec, t)->next;
    }
    return DX_OK;
}

enum { ARGUMENTS_MAX = 16 };

dx_status dx_ep_atom(dx_ep_spec *spec, uint32_t tree, dx_formula *out,
                     bool *out_is_fact)
{
    uint32_t head = dx_ep_tree(spec, tree)->first;
    const char *name = dx_ep_tree(spec, head)->text;
    const dx_ep_predicate *predicate = find_predicate(spec, name);
    if (dx_ep_tree(spec, tree)->kind != DX_TREE_LIST || head == 0 ||
        predicate == NULL)
        return dx_ep_fail(spec, tree,
                          "expected a formula, and '%.60s' is no "
                          "predicate of (:predicates ..)",
                          name);
    if (dx_ep_count(spec, tree) != predicate->parameters.count + 1)
        return dx_ep_fail(spec, tree, "%.60s takes %zu names, not %zu", name,
                          predicate->parameters.count,
                          dx_ep_count(spec, tree) - 1);
    uint32_t things[ARGUMENTS_MAX];
    dx_status status = read_arguments(spec, tree, predicate, things);
    if (status != DX_OK)
        return status;
    *out_is_fact = predicate->is_fact;
    *out = make_atom(spec, name, predicate->parameters.count, things);
    return DX_OK;
}

static bool fact_holds(const dx_ep_spec *spec, dx_formula atom)
{
    return dx_pair_map_find(&spec->facts, atom, 0) != UINT32_MAX;
}

static dx_status read_atom(dx_ep_spec *spec, uint32_t tree, dx_formula *out)
{
    bool is_fact = false;
    dx_status status = dx_ep_atom(spec, tree, out, &is_fact);
    if (status == DX_OK && is_fact)
        *out = fact_holds(spec, *out) ? dx_formula_true(spec->task->store)
                                      : dx_formula_false(spec->task->store);
    return status;
}

// ---- Minds ----

// All, a group of the problem, or one agent.
static dx_status read_group_name(dx_ep_spec *spec, uint32_t tree,
                                 uint64_t *agents)
{
    if (dx_ep_is(spec, tree, "All")) {
        for (uint32_t a = 0; a < spec->task->agents.count; a++)
            *agents |= UINT64_C(1) << a;
        return DX_OK;
    }
    for (size_t i = 0; i < spec->groups.count; i++) {
        uint32_t m = dx_ep_tree(spec, spec->groups.at[i])->first;
        if (!dx_ep_is(spec, tree, dx_ep_tree(spec, m)->text))
            continue;
        // (name members), (name (members)) or (name - type (members))
        for (m = dx_ep_tree(spec, m)->next; m != 0;
             m = dx_ep_tree(spec, m)->next) {
            if (dx_ep_is(spec, m, "-")) {
                m = dx_ep_tree(spec, m)->next;
                continue;
            }
            uint32_t t = dx_ep_tree(spec, m)->kind == DX_TREE_LIST
                             ? dx_ep_tree(spec, m)->first
                             : m;
            for (; t != 0; t = t == m ? 0 : dx_ep_tree(spec, t)->next) {
                uint32_t agent;
                dx_status status = dx_ep_agent(spec, t, &agent);
                if (status != DX_OK)
                    return status;
                *agents |= UINT64_C(1) << agent;
            }
        }
        return DX_OK;
    }
    uint32_t agent;
    dx_status status = dx_ep_agent(spec, tree, &agent);
    if (status == DX_OK)
        *agents |= UINT64_C(1) << agent;
    return status;
}

static dx_status read_group(dx_ep_spec *spec, uint32_t first, uint64_t *agents)
{
    *agents = 0;
    for (uint32_t t = first; t != 0; t = dx_ep_tree(spec, t)->next) {
        dx_status status = DX_OK;
        if (dx_ep_tree(spec, t)->kind == DX_TREE_LIST)
            for (uint32_t m = dx_ep_tree(spec, t)->first;
                 status == DX_OK && m != 0; m = dx_ep_tree(spec, m)->next)
                status = read_group_name(spec, m, agents);
        else
            status = read_group_name(spec, t, agents);
        if (status != DX_OK)
            return status;
    }
    return DX_OK;
}

static dx_formula group_formula(dx_ep_spec *spec, dx_kind kind, uint64_t agents,
                                dx_formula f)
{
    dx_formulas *store = spec->task->store;
    DX_VECTOR(uint32_t) operands = {0};
    dx_vector_push(&operands, f);
    for (size_t a = 0; a < spec->task->agents.count; a++)
        if (agents >> a & 1)
            dx_vector_push(&operands,
                           dx_formula_atom(store, spec->task->agents.at[a]));
    dx_formula made = dx_formula_make(store, kind, operands.count, operands.at);
    dx_vector_release(&operands);
    return made;
}

// [i] f, [G] f or [Kw. G] f: of each of the agents; the latter two are all of
// them together.
static dx_formula each_formula(dx_ep_spec *spec, dx_kind kind, uint64_t agents,
                               dx_formula f)
{
    dx_formulas *store = spec->task->store;
    DX_VECTOR(dx_formula) all = {0};
    for (size_t a = 0; a < spec->task->agents.count; a++)
        if (agents >> a & 1)
            dx_vector_push(
                &all,
                dx_formula_make(
                    store, kind, 2,
                    (uint32_t[]){
                        dx_formula_atom(store, spec->task->agents.at[a]), f}));
    dx_formula joined = dx_ep_join(spec, DX_AND, all.count, all.at);
    dx_vector_release(&all);
    return joined;
}

// A diamond is what its box does not exclude: <G> f is not [G] not f; and
// <Kw. G> f is not [Kw. G] f.
static dx_status read_modal(dx_ep_spec *spec, uint32_t tree, dx_formula *out)
{
    uint32_t index = dx_ep_tree(spec, tree)->first;
    bool diamond = dx_ep_tree(spec, index)->kind == DX_TREE_DIAMOND;
    uint32_t first = dx_ep_tree(spec, index)->first;
    bool common = dx_ep_is(spec, first, "C.");
    bool whether = dx_ep_is(spec, first, "Kw.");
    if (common || whether)
        first = dx_ep_tree(spec, first)->next;
    uint64_t agents;
    dx_formula f;
    if (dx_ep_count(spec, tree) != 2 || first == 0)
        return dx_ep_fail(spec, tree,
                          "expected ([AGENT] FORMULA), ([C. All] "
                          "FORMULA) or ([Kw. AGENT] FORMULA)");
    dx_status status = read_group(spec, first, &agents);
    if (status == DX_OK && agents == 0)
        status = dx_ep_fail(spec, index, "expected an agent, a group or All");
    if (status == DX_OK)
        status = dx_ep_formula(spec, dx_ep_member(spec, tree, 1), &f);
    if (status != DX_OK)
        return status;
    if (diamond && !whether)
        f = dx_ep_not(spec, f);
    if (common)
        *out = group_formula(spec, DX_COMMON, agents, f);
    else if (whether)
        *out = each_formula(spec, DX_KNOWS_WHETHER, agents, f);
    else if ((agents & (agents - 1)) == 0)
        *out = each_formula(spec, DX_BELIEVES, agents, f);
    else
        *out = group_formula(spec, DX_EVERYBODY, agents, f);
    if (diamond)
        *out = dx_ep_not(spec, *out);
    return DX_OK;
}

// ---- All of them ----

static dx_status read_imply(dx_ep_spec *spec, uint32_t tree, dx_formula *out)
{
    dx_formula a, b;
    if (dx_ep_count(spec, tree) != 3)
        return dx_ep_fail(spec, tree, "expected (imply FORMULA FORMULA)");
    dx_status status = dx_ep_formula(spec, dx_ep_member(spec, tree, 1), &a);
    if (status == DX_OK)
        status = dx_ep_formula(spec, dx_ep_member(spec, tree, 2), &b);
    if (status == DX_OK)
        *out =
            dx_ep_join(spec, DX_OR, 2, (dx_formula[]){dx_ep_not(spec, a), b});
    return status;
}

static dx_status read_not(dx_ep_spec *spec, uint32_t tree, dx_formula *out)
{
    if (dx_ep_count(spec, tree) != 2)
        return dx_ep_fail(spec, tree, "expected (not FORMULA)");
    dx_status status = dx_ep_formula(spec, dx_ep_member(spec, tree, 1), out);
    if (status == DX_OK)
        *out = dx_ep_not(spec, *out);
    return status;
}

dx_status dx_ep_formula(dx_ep_spec *spec, uint32_t tree, dx_formula *out)
{
    const dx_tree *t = dx_ep_tree(spec, tree);
    const dx_tree *head = dx_ep_tree(spec, t->first);
    dx_status status = dx_ep_goes_on(spec, 64 + spec->predicates.count);
    if (status != DX_OK)
        return status;
    if (t->kind == DX_TREE_LIST && t->first != 0 && head->kind >= DX_TREE_BOX)
        return read_modal(spec, tree, out);
    const char *word = head->text;
    if (t->kind != DX_TREE_LIST)
        return dx_ep_fail(spec, tree,
                          "expected a formula in brackets, found "
                          "'%.60s'",
                          t->text);
    if (strcmp(word, "and") == 0 || strcmp(word, "or") == 0)
        return join_members(spec, tree, word[0] == 'a' ? DX_AND : DX_OR, out);
    if (strcmp(word, "forall") == 0 || strcmp(word, "exists") == 0)
        return quantify(spec, tree, word[0] == 'f' ? DX_AND : DX_OR, out);
    if (strcmp(word, "not") == 0)
        return read_not(spec, tree, out);
    if (strcmp(word, "imply") == 0)
        return read_imply(spec, tree, out);
    if (strcmp(word, "=") == 0 || strcmp(word, "/=") == 0)
        return equate(spec, tree, word[0] == '=', out);
    if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0) {
        *out = word[0] == 't' ? dx_formula_true(spec->task->store)
                              : dx_formula_false(spec->task->store);
        return DX_OK;
    }
    return read_atom(spec, tree, out);
}

dx_status dx_ep_condition(dx_ep_spec *spec, uint32_t tree, bool *out)
{
    dx_formula f;
    dx_status status = dx_ep_formula(spec, tree, &f);
    if (status != DX_OK)
        return status;
    dx_kind kind = dx_formula_kind(spec->task->store, f);
    if (kind != DX_TRUE && kind != DX_FALSE)
        return dx_ep_fail(spec, tree,
                          "a condition behind '|' is about "
                          "equality and facts, which never "
                          "change; this one depends on the state");
    *out = kind == DX_TRUE;
    return DX_OK;
}

bool dx_ep_label_has(const dx_ep_spec *spec, dx_formula f, uint32_t label)
{
    const dx_formulas *store = spec->task->store;
    dx_kind kind = dx_formula_kind(store, f);
    if (kind == DX_APPLY)
        return dx_task_label_has(&spec->task->labels, label,
                                 dx_pair_map_find(&spec->atom_of, f, 0));
    if (kind == DX_NOT)
        return !dx_ep_label_has(spec, dx_formula_operand(store, f, 0), label);
    bool wanted = kind == DX_OR, is_wanted = false;
    for (size_t i = 0; !is_wanted && i < dx_formula_count(store, f); i++)
        is_wanted = dx_ep_label_has(spec, dx_formula_operand(store, f, i),
                                    label) == wanted;
    return kind == DX_TRUE || (kind != DX_FALSE && is_wanted == wanted);
}

// ---- Predicates ----

static dx_status read_predicate(dx_ep_spec *spec, uint32_t tree)
{
    uint32_t head = dx_ep_tree(spec, tree)->first;
    dx_ep_predicate predicate = {.is_fact = dx_ep_is(spec, head, ":fact")};
    if (predicate.is_fact)
        head = dx_ep_tree(spec, head)->next;
    if (head == 0 || dx_ep_tree(spec, head)->kind != DX_TREE_WORD)
        return dx_ep_fail(spec, tree, "expected (NAME VARIABLES)");
    predicate.name = dx_ep_tree(spec, head)->text;
    dx_status status = dx_ep_read_typed(spec, dx_ep_tree(spec, head)->next,
                                        "entity", &predicate.parameters, NULL);
    if (status == DX_OK && predicate.parameters.count > ARGUMENTS_MAX)
        status =
            dx_ep_fail(spec, tree, "more than %d arguments", ARGUMENTS_MAX);
    if (status == DX_OK && find_predicate(spec, predicate.name) != NULL)
        status =
            dx_ep_fail(spec, tree, "'%.60s' is there already", predicate.name);
    dx_vector_push(&spec->predicates, predicate);
    return status;
}

// Every atom of a predicate that changes.
static dx_status add_atom(dx_ep_spec *spec, void *data)
{
    const dx_ep_predicate *predicate = data;
    uint32_t things[ARGUMENTS_MAX];
    size_t count = predicate->parameters.count;
    for (size_t i = 0; i < count; i++)
        things[i] = spec->scope.at[spec->scope.count - count + i].value.number;
    if (spec->task->atoms.count == DX_TASK_ATOMS_MAX)
        return dx_ep_fail(spec, spec->domain,
                          "there are more than %d ground atoms",
                          DX_TASK_ATOMS_MAX);
    dx_formula atom = make_atom(spec, predicate->name, count, things);
    dx_pair_map_put(&spec->atom_of, atom, 0, (uint32_t)spec->task->atoms.count);
    dx_vector_push(&spec->task->atoms, atom);
    return DX_OK;
}

static dx_status add_fact(dx_ep_spec *spec, uint32_t item, void *data)
{
    (void)data;
    dx_formula atom;
    bool is_fact = false;
    dx_status status = dx_ep_atom(spec, item, &atom, &is_fact);
    if (status == DX_OK && !is_fact)
        status = dx_ep_fail(spec, item,
                            "not declared as a (:fact ..), so "
                            "it belongs into (:init ..)");
    if (status == DX_OK)
        dx_pair_map_put(&spec->facts, atom, 0, 1);
    return status;
}

dx_status dx_ep_predicates(dx_ep_spec *spec)
{
    uint32_t section = dx_ep_section(spec, spec->domain, ":predicates");
    uint32_t t = section == 0 ? 0 : dx_ep_member(spec, section, 1);
    dx_status status = DX_OK;
    for (; status == DX_OK && t != 0; t = dx_ep_tree(spec, t)->next)
        status = read_predicate(spec, t);
    for (size_t i = 0; status == DX_OK && i < spec->predicates.count; i++)
        if (!spec->predicates.at[i].is_fact)
            status = dx_ep_for_all(spec, &spec->predicates.at[i].parameters, 0,
                                   add_atom, &spec->predicates.at[i]);
    section = dx_ep_section(spec, spec->problem, ":facts-init");
    t = section == 0 ? 0 : dx_ep_member(spec, section, 1);
    for (; status == DX_OK && t != 0; t = dx_ep_tree(spec, t)->next)
        status = dx_ep_list(spec, t, add_fact, NULL);
    dx_task_fix_atoms(spec->task);
    return status;
}
