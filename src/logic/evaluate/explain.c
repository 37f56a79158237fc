// Why a formula holds or fails at a world: the path to the world that shows
// it.
//
// The teller stands at a world of a context with a formula and moves: through
// the Boolean operators to the part that decides, along a relation to a
// counterexample or witness, through an update into the context behind it.  It
// stops where no single world shows the answer (a true K, a false M) or the
// facts do.

#include "logic/evaluate/explain.h"

#include "base/memory.h"
#include "logic/evaluate/inside.h"
#include "logic/formula/print_short.h"

#include <assert.h>
#include <stdio.h>

// Parts of a formula that are written down.
enum { SHOWN_MAX = 1000 };

typedef struct teller {
    dx_context *context;
    size_t world;
    dx_formula formula;
    bool holds; // formula at world
    DX_VECTOR(dx_step) steps;
    DX_VECTOR(char *) names;
} teller;

static dx_formula operand(const teller *t, size_t i)
{
    return dx_formula_operand(t->context->evaluator->store, t->formula, i);
}

static dx_kind kind_of(const teller *t)
{
    return dx_formula_kind(t->context->evaluator->store, t->formula);
}

static dx_family family_of(const teller *t)
{
    return dx_kind_family(kind_of(t));
}

static dx_status truth(dx_context *context, dx_formula f, size_t world,
                       bool *out)
{
    dx_bitset set;
    dx_status status = dx_context_evaluate_new(context, f, &set);
    if (status == DX_OK)
        *out = dx_bitset_has(&set, world);
    dx_bitset_release(&set);
    return status;
}

// Goes to `formula` at `world` of `context`.
static dx_status go(teller *t, dx_context *context, size_t world,
                    dx_formula formula)
{
    assert(dx_bitset_has(&context->alive, world));
    t->context = context;
    t->world = world;
    t->formula = formula;
    return truth(context, formula, world, &t->holds);
}

// Writes down where the teller stands.
static void tell(teller *t, size_t agent, const char *why)
{
    const dx_names *names = dx_formulas_names(t->context->evaluator->store);
    dx_step step = {.agent = DX_NAME_NONE,
                    .world = t->world,
                    .formula = t->formula,
                    .holds = t->holds};
    if (agent != DX_NOT_FOUND)
        step.agent = dx_model_agent_name(t->context->model, agent);
    snprintf(step.why, sizeof step.why, "%s%s",
             agent == DX_NOT_FOUND ? "" : dx_names_text(names, step.agent),
             why);
    dx_text name = {0};
    dx_context_print_world(t->context, t->world, &name);
    dx_vector_push(&t->steps, step);
    dx_vector_push(&t->names, dx_text_take(&name));
}

static const char *const considers = " considers it possible";

// The parts of a chain that decide it: a false one of an AND, a true one of
// an OR.
static dx_status go_to_deciding_part(teller *t, bool *out_moved)
{
    const dx_formulas *store = t->context->evaluator->store;
    bool is_and = kind_of(t) == DX_AND;
    *out_moved = false;
    if (t->holds == is_and)
        return DX_OK;
    for (size_t i = 0; i < dx_formula_count(store, t->formula); i++) {
        bool part;
        dx_status status = truth(t->context, operand(t, i), t->world, &part);
        if (status != DX_OK)
            return status;
        if (part != is_and) {
            *out_moved = true;
            return go(t, t->context, t->world, operand(t, i));
        }
    }
    return DX_OK;
}

// A false implication fails in its right side; a true one has a false left or
// a true right side.
static dx_status go_through_implication(teller *t, bool *out_moved)
{
    bool left;
    *out_moved = true;
    dx_status status = truth(t->context, operand(t, 0), t->world, &left);
    if (status != DX_OK)
        return status;
    return go(t, t->context, t->world, operand(t, left ? 1 : 0));
}

static dx_status go_through_quantifier(teller *t, bool *out_moved)
{
    dx_formula expanded = t->formula;
    dx_status status = dx_context_expand(t->context, t->formula, &expanded);
    *out_moved = status == DX_OK && expanded != DX_FORMULA_NONE;
    if (*out_moved)
        t->formula = expanded;
    return status;
}

// Down through the Boolean operators as far as one part decides.
static dx_status descend(teller *t)
{
    dx_formula start = t->formula;
    bool moved = true;
    dx_status status = DX_OK;
    while (moved && status == DX_OK) {
        switch (kind_of(t)) {
        case DX_NOT:
            status = go(t, t->context, t->world, operand(t, 0));
            break;
        case DX_AND:
        case DX_OR:
            status = go_to_deciding_part(t, &moved);
            break;
        case DX_IMPLIES:
            status = go_through_implication(t, &moved);
            break;
        default:
            moved = family_of(t) == DX_FAMILY_QUANTIFIER;
            if (moved)
                status = go_through_quantifier(t, &moved);
        }
    }
    if (status == DX_OK && t->formula != start)
        tell(t, DX_NOT_FOUND, "in particular");
    return status;
}

// The worlds where operand i is true, or false.
static dx_status worlds_where(teller *t, size_t i, bool is_true, dx_bitset *out)
{
    dx_status status = dx_context_evaluate_new(t->context, operand(t, i), out);
    if (!is_true)
        dx_bitset_xor(out, &t->context->alive);
    return status;
}

// The path's worlds, with what is claimed of all of them.
static dx_status go_along(teller *t, const dx_path *path, dx_formula claim)
{
    dx_status status = DX_OK;
    for (size_t i = 0; i < path->count && status == DX_OK; i++) {
        status = go(t, t->context, path->at[i].world, claim);
        if (status == DX_OK)
            tell(t, path->at[i].agent, considers);
    }
    return status;
}

// Where the agent may be, of `into`: the most plausible worlds for belief.
static size_t towards(const teller *t, dx_kind kind, size_t agent,
                      const dx_bitset *into)
{
    if (kind == DX_BELIEVES)
        return dx_context_best(t->context, agent, t->world, &t->context->alive,
                               into);
    if (kind == DX_SAFE || kind == DX_STRONG)
        return dx_context_best(t->context, agent, t->world, into, into);
    return dx_context_successor(
        t->context, dx_model_relation(t->context->model, agent, DX_KNOWLEDGE),
        t->world, into);
}

// K, B, M: to the successor that decides.
static dx_status go_to_successor(teller *t, bool *out_moved)
{
    dx_kind kind = kind_of(t);
    bool seeks_truth = kind == DX_POSSIBLE;
    *out_moved = false;
    if (t->holds != seeks_truth)
        return DX_OK;
    size_t agent;
    dx_bitset into;
    dx_status status = dx_context_agent(t->context, t->formula, 0, &agent);
    if (status != DX_OK)
        return status;
    status = worlds_where(t, 1, seeks_truth, &into);
    if (status == DX_OK) {
        size_t v = towards(t, kind, agent, &into);
        if (v != DX_NOT_FOUND) {
            *out_moved = true;
            status = go(t, t->context, v, operand(t, 1));
            tell(t, agent,
                 kind == DX_SAFE       ? " finds it no less plausible than here"
                 : kind == DX_STRONG   ? " finds it no less plausible than all "
                                         "where it holds"
                 : kind == DX_BELIEVES ? " believes it possible"
                                       : considers);
        }
    }
    dx_bitset_release(&into);
    return status;
}

// A false B[a](f given g): to a world without f among the most plausible with
// g.
static dx_status go_to_given(teller *t, bool *out_moved)
{
    *out_moved = false;
    if (t->holds)
        return DX_OK;
    size_t agent, v = DX_NOT_FOUND;
    dx_bitset into, given = {0};
    dx_status status = dx_context_agent(t->context, t->formula, 0, &agent);
    if (status != DX_OK)
        return status;
    status = worlds_where(t, 1, false, &into);
    if (status == DX_OK) {
        status = worlds_where(t, 2, true, &given);
        dx_bitset_and(&into, &given);
    }
    if (status == DX_OK)
        v = dx_context_best(t->context, agent, t->world, &given, &into);
    dx_bitset_release(&into);
    dx_bitset_release(&given);
    if (v == DX_NOT_FOUND)
        return status;
    *out_moved = true;
    status = go(t, t->context, v, operand(t, 1));
    tell(t, agent, " believes it possible, given that");
    return status;
}

// A false Kw: one world of each sort, and then no further.
static dx_status show_both_sorts(teller *t)
{
    size_t agent, here = t->world;
    dx_formula whole = t->formula, inner = operand(t, 1);
    dx_status status = dx_context_agent(t->context, t->formula, 0, &agent);
    for (int sort = 1; sort >= 0 && status == DX_OK && !t->holds; sort--) {
        t->formula = whole;
        dx_bitset into;
        status = worlds_where(t, 1, sort, &into);
        size_t v =
            status != DX_OK
                ? DX_NOT_FOUND
                : dx_context_successor(
                      t->context,
                      dx_model_relation(t->context->model, agent, DX_KNOWLEDGE),
                      here, &into);
        dx_bitset_release(&into);
        if (v == DX_NOT_FOUND)
            break;
        status = go(t, t->context, v, inner);
        tell(t, agent, considers);
        t->holds = false;
    }
    return status;
}

// E, C, D: to the world that a step, a path or a common step leads to.
static dx_status go_with_group(teller *t, bool *out_moved)
{
    dx_agent_set agents;
    dx_kind kind = kind_of(t);
    *out_moved = false;
    if (t->holds)
        return DX_OK;
    dx_status status = dx_context_agents(t->context, t->formula, 1, &agents);
    if (status != DX_OK)
        return status;
    dx_bitset bad;
    dx_path path = {0};
    status = worlds_where(t, 0, false, &bad);
    if (status == DX_OK && kind == DX_COMMON) {
        dx_context_path(t->context, &agents, t->world, &bad, &path);
    } else if (status == DX_OK && kind == DX_DISTRIBUTED) {
        dx_hop hop = {DX_NOT_FOUND, dx_context_joint_successor(
                                        t->context, &agents, t->world, &bad)};
        assert(hop.world != DX_NOT_FOUND); // or D would hold
        dx_vector_push(&path, hop);
    } else if (status == DX_OK) {
        for (DX_EACH_AGENT(a, &agents)) {
            if (path.count > 0)
                break;
            dx_hop hop = {
                a, dx_context_successor(
                       t->context,
                       dx_model_relation(t->context->model, a, DX_KNOWLEDGE),
                       t->world, &bad)};
            if (hop.world != DX_NOT_FOUND)
                dx_vector_push(&path, hop);
        }
    }
    if (status == DX_OK && kind == DX_DISTRIBUTED) {
        status = go(t, t->context, path.at[0].world, operand(t, 0));
        tell(t, DX_NOT_FOUND, "together they consider it possible");
    } else if (status == DX_OK) {
        status = go_along(t, &path, operand(t, 0));
    }
    *out_moved = path.count > 0;
    dx_vector_release(&path);
    dx_bitset_release(&bad);
    return status;
}

// [p] f and <p> f: along a run of the program.
static dx_status go_with_program(teller *t, bool *out_moved)
{
    bool seeks_truth = kind_of(t) == DX_DIAMOND;
    *out_moved = false;
    if (t->holds != seeks_truth)
        return DX_OK;
    dx_bitset into;
    dx_path path = {0};
    dx_status status = worlds_where(t, 1, seeks_truth, &into);
    if (status == DX_OK)
        status =
            dx_context_run(t->context, operand(t, 0), t->world, &into, &path);
    dx_formula claim = operand(t, 1);
    if (status == DX_OK && path.count == 0) {
        status = go(t, t->context, t->world, claim);
        tell(t, DX_NOT_FOUND, "the program may stay here");
    } else if (status == DX_OK) {
        status = go_along(t, &path, claim);
    }
    *out_moved = true;
    dx_vector_release(&path);
    dx_bitset_release(&into);
    return status;
}

// Behind an update: `child` is where it leads, `world` which of its worlds
// this one becomes.
static dx_status go_behind(teller *t, dx_context *child, size_t world,
                           size_t after, const char *why)
{
    dx_status status = go(t, child, world, operand(t, after));
    if (status == DX_OK)
        tell(t, DX_NOT_FOUND, why);
    return status;
}

// What cannot be said here: the announced formula is false.
static dx_status go_to_falsehood(teller *t)
{
    dx_status status = go(t, t->context, t->world, operand(t, 0));
    if (status == DX_OK)
        tell(t, DX_NOT_FOUND, "it cannot be said truthfully");
    return status;
}

static dx_status go_behind_words(teller *t)
{
    dx_kind kind = kind_of(t);
    bool is_so;
    dx_agent_set agents;
    dx_context *child;
    dx_status status = truth(t->context, operand(t, 0), t->world, &is_so);
    if (status != DX_OK)
        return status;
    switch (kind) {
    case DX_ANNOUNCE:
    case DX_ANNOUNCE_DUAL:
        if (!is_so)
            return go_to_falsehood(t);
        status = dx_context_announce(t->context, operand(t, 0), false, &child);
        break;
    case DX_TELL_WHETHER:
    case DX_TELL_WHETHER_DUAL:
        status = dx_context_announce(t->context, operand(t, 0), !is_so, &child);
        break;
    default:
        if (!is_so && (kind == DX_TELL || kind == DX_TELL_DUAL))
            return go_to_falsehood(t);
        status = dx_context_agents(t->context, t->formula, 2, &agents);
        if (status == DX_OK)
            status =
                dx_context_tell(t->context, operand(t, 0), &agents, &child);
    }
    return status != DX_OK
               ? status
               : go_behind(t, child, t->world, 1, "after the announcement");
}

static dx_status go_behind_upgrade(teller *t)
{
    dx_context *child;
    dx_status status = dx_context_upgraded(t->context, t->formula, &child);
    return status != DX_OK ? status
                           : go_behind(t, child, t->world, 1,
                                       "after it has become plausible");
}

static dx_status go_behind_event(teller *t, bool *out_moved)
{
    const dx_event_model *events;
    size_t event;
    dx_context *child;
    *out_moved = true;
    dx_status status =
        dx_context_find_event(t->context, t->formula, &events, &event);
    if (status == DX_OK)
        status = dx_context_product(t->context, events, &child);
    if (status != DX_OK)
        return status;
    uint32_t place =
        child->origin.place[t->world * dx_event_model_count(events) + event];
    if (place != UINT32_MAX)
        return go_behind(t, child, place, 2, "after the event");
    status =
        go(t, t->context, t->world, dx_event_model_precondition(events, event));
    if (status == DX_OK)
        tell(t, DX_NOT_FOUND, "the event cannot happen");
    return status;
}

// Both sides of a comparison, in numbers.
static dx_status show_numbers(teller *t)
{
    dx_values a = {.thing = DX_FORMULA_NONE}, b = a;
    dx_status status = dx_context_term(t->context, operand(t, 0), &a);
    if (status == DX_OK)
        status = dx_context_term(t->context, operand(t, 1), &b);
    if (status == DX_OK && a.thing == DX_FORMULA_NONE &&
        b.thing == DX_FORMULA_NONE) {
        dx_text why = {0};
        dx_fraction value[2] = {dx_values_at(&a, t->world),
                                dx_values_at(&b, t->world)};
        for (size_t i = 0; i < 2; i++) {
            dx_text_add(&why,
                        i == 0 ? "the left side is " : ", the right side is ");
            if (dx_is_undefined(value[i]))
                dx_text_add(&why, "undefined");
            else
                dx_fraction_print(value[i], &why);
        }
        tell(t, DX_NOT_FOUND, dx_text_string(&why));
        dx_text_release(&why);
    }
    dx_values_release(&a);
    dx_values_release(&b);
    return status;
}

static dx_status go_with_attitude(teller *t, bool *out_moved)
{
    switch (kind_of(t)) {
    case DX_BELIEVES_GIVEN:
        return go_to_given(t, out_moved);
    case DX_KNOWS_WHETHER:
        return show_both_sorts(t);
    default:
        return go_to_successor(t, out_moved);
    }
}

// One move.  *out_moved: there may be more to tell.
static dx_status move(teller *t, bool *out_moved)
{
    *out_moved = false;
    switch (family_of(t)) {
    case DX_FAMILY_ATTITUDE:
        return go_with_attitude(t, out_moved);
    case DX_FAMILY_GROUP:
        return go_with_group(t, out_moved);
    case DX_FAMILY_RUN:
        return go_with_program(t, out_moved);
    case DX_FAMILY_ANNOUNCE:
    case DX_FAMILY_TELL:
        *out_moved = true;
        return go_behind_words(t);
    case DX_FAMILY_EVENT:
        return go_behind_event(t, out_moved);
    case DX_FAMILY_UPGRADE:
        *out_moved = true;
        return go_behind_upgrade(t);
    case DX_FAMILY_COMPARE:
        return show_numbers(t);
    default:
        return DX_OK;
    }
}

typedef struct explaining {
    teller teller;
    dx_evaluator *evaluator;
    dx_formula f;
    size_t world;
    dx_status status;
} explaining;

static void walk(void *data)
{
    explaining *e = data;
    teller *t = &e->teller;
    bool moved = true;
    e->status = go(t, e->evaluator->root, e->world, e->f);
    if (e->status == DX_OK)
        tell(t, DX_NOT_FOUND, "");
    while (e->status == DX_OK && moved) {
        e->status = descend(t);
        if (e->status == DX_OK)
            e->status = move(t, &moved);
    }
}

dx_status dx_explain(dx_evaluator *evaluator, dx_formula f, size_t world,
                     dx_explanation *out, dx_error *error)
{
    DX_REQUIRE(world < evaluator->root->alive.size, "a world of the model");
    evaluator->error = error;
    explaining e = {.evaluator = evaluator, .f = f, .world = world};
    if (dx_context_wants_room(evaluator->root, f)) {
        size_t levels = dx_formula_depth(evaluator->store, f);
        dx_status status =
            dx_context_run_deep(evaluator->root, levels, walk, &e);
        e.status = status != DX_OK ? status : e.status;
    } else {
        walk(&e);
    }
    *out = (dx_explanation){e.teller.steps.count, e.teller.steps.at,
                            e.teller.names.at};
    if (e.status != DX_OK)
        dx_explanation_release(out);
    evaluator->error = NULL;
    return e.status;
}

void dx_explanation_release(dx_explanation *explanation)
{
    for (size_t i = 0; i < explanation->count; i++)
        dx_free(explanation->world_name[i]);
    dx_free(explanation->world_name);
    dx_free(explanation->step);
    *explanation = (dx_explanation){0};
}

void dx_explanation_print(const dx_explanation *explanation,
                          const dx_formulas *store, dx_text *out)
{
    for (size_t i = 0; i < explanation->count; i++) {
        const dx_step *step = &explanation->step[i];
        dx_text_printf(out, "at %s", explanation->world_name[i]);
        if (step->why[0] != '\0')
            dx_text_printf(out, " (%s)", step->why);
        dx_text_add(out, ": ");
        dx_formula_print_named(store, step->formula, SHOWN_MAX, out);
        dx_text_printf(out, " is %s\n", step->holds ? "true" : "false");
    }
}

void dx_explanation_print_json(const dx_explanation *explanation,
                               const dx_formulas *store, dx_text *out)
{
    const dx_names *names = dx_formulas_names(store);
    dx_text formula = {0};
    dx_text_add_char(out, '[');
    for (size_t i = 0; i < explanation->count; i++) {
        const dx_step *step = &explanation->step[i];
        dx_text_add(out, i == 0 ? "{\"world\":" : ",{\"world\":");
        dx_text_add_json(out, explanation->world_name[i]);
        dx_text_add(out, ",\"agent\":");
        if (step->agent == DX_NAME_NONE)
            dx_text_add(out, "null");
        else
            dx_text_add_json(out, dx_names_text(names, step->agent));
        dx_text_add(out, ",\"formula\":");
        dx_text_clear(&formula);
        dx_formula_print_named(store, step->formula, SHOWN_MAX, &formula);
        dx_text_add_json(out, dx_text_string(&formula));
        if (dx_formula_called(store, step->formula) != step->formula) {
            dx_text_clear(&formula);
            dx_formula_print_short(store, step->formula, SHOWN_MAX, &formula);
            dx_text_add(out, ",\"inside\":");
            dx_text_add_json(out, dx_text_string(&formula));
        }
        dx_text_printf(
            out, ",\"holds\":%s,\"why\":", step->holds ? "true" : "false");
        dx_text_add_json(out, step->why);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
    dx_text_release(&formula);
}
