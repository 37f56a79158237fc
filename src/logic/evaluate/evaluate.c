// The evaluator: which file answers which family of formulas, and what is said
// about names that are not there.
//
// A formula is evaluated from the inside out, each part to the set of all
// worlds of a context where it holds.  That is more than a question at one
// world needs, and it is what makes nesting cheap: K[a] f reads the set of f
// once, whatever the number of worlds, and a part that occurs twice, or in the
// next question, is found in the memo of its context (context.c).  So a formula
// of n different parts costs about n walks over the model, each linear in its
// worlds and edges, in every context that its updates lead to.
//
// Recursion is as deep as the formula (DX_FORMULA_DEPTH_MAX).

#include "logic/evaluate/evaluate.h"

#include "base/heed.h"
#include "base/memory.h"
#include "logic/evaluate/inside.h"
#include "logic/formula/print.h"

#include <stdarg.h>
#include <stdio.h>

enum { WORLDS_MAX_DEFAULT = 4000000 };

dx_evaluator *dx_evaluator_new(const dx_model *model,
                               const dx_event_library *library)
{
    dx_evaluator *evaluator = dx_alloc(1, sizeof *evaluator);
    evaluator->store = dx_model_formulas(model);
    evaluator->library = library;
    evaluator->worlds_max = WORLDS_MAX_DEFAULT;
    evaluator->root = dx_context_new(evaluator, model);
    return evaluator;
}

void dx_evaluator_free(dx_evaluator *evaluator)
{
    if (evaluator == NULL)
        return;
    for (size_t i = 0; i < evaluator->contexts.count; i++)
        dx_context_free(evaluator->contexts.at[i]);
    dx_vector_release(&evaluator->contexts);
    dx_free(evaluator);
}

void dx_evaluator_set_worlds_max(dx_evaluator *evaluator, size_t worlds_max)
{
    evaluator->worlds_max = worlds_max;
}

const dx_model *dx_evaluator_model(const dx_evaluator *evaluator)
{
    return evaluator->root->model;
}

dx_status dx_context_fail(const dx_context *context, dx_status status,
                          const char *format, ...)
{
    char message[DX_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return dx_fail(context->evaluator->error, status, 0, 0, "%s", message);
}

// "an atom 'p' is not known here; there are q, r and 3 more" -- the names that
// could have been meant, as many as are read with pleasure.
enum { SUGGESTIONS_MAX = 8 };

static void suggest_agents(const dx_model *model, dx_text *out)
{
    const dx_names *names = dx_formulas_names(dx_model_formulas(model));
    size_t count = dx_model_agent_count(model);
    for (size_t a = 0; a < count && a < SUGGESTIONS_MAX; a++)
        dx_text_printf(out, "%s%s", a == 0 ? "" : ", ",
                       dx_names_text(names, dx_model_agent_name(model, a)));
    if (count > SUGGESTIONS_MAX)
        dx_text_add(out, ", ...");
}

static void suggest_atoms(const dx_model *model, dx_text *out)
{
    size_t count = dx_model_proposition_count(model);
    for (size_t p = 0; p < count && p < SUGGESTIONS_MAX; p++) {
        dx_text_add(out, p == 0 ? "" : ", ");
        dx_formula_print(dx_model_formulas(model),
                         dx_model_proposition(model, p), out);
    }
    if (count > SUGGESTIONS_MAX)
        dx_text_add(out, ", ...");
}

dx_status dx_context_agent(const dx_context *context, dx_formula f, size_t i,
                           size_t *out_agent)
{
    const dx_formulas *store = context->evaluator->store;
    dx_formula agent = dx_formula_operand(store, f, i);
    if (dx_formula_kind(store, agent) == DX_APPLY &&
        dx_formula_count(store, agent) == 1)
        *out_agent =
            dx_model_find_agent(context->model, dx_formula_name(store, agent));
    else
        *out_agent = DX_NOT_FOUND;
    if (*out_agent != DX_NOT_FOUND)
        return DX_OK;
    dx_text name = {0}, known = {0};
    dx_formula_print(store, agent, &name);
    suggest_agents(context->model, &known);
    dx_status status = dx_context_fail(
        context, DX_ERR_INPUT, "there is no agent '%s'; the agents are: %s",
        dx_text_string(&name), dx_text_string(&known));
    dx_text_release(&name);
    dx_text_release(&known);
    return status;
}

dx_status dx_context_agents(const dx_context *context, dx_formula f, size_t i,
                            dx_agent_set *out_agents)
{
    *out_agents = (dx_agent_set){0};
    for (; i < dx_formula_count(context->evaluator->store, f); i++) {
        size_t agent;
        dx_status status = dx_context_agent(context, f, i, &agent);
        if (status != DX_OK)
            return status;
        dx_agent_set_add(out_agents, agent);
    }
    return DX_OK;
}

static dx_status unknown_atom(const dx_context *context, dx_formula atom)
{
    const dx_model *model = context->model;
    dx_text name = {0}, known = {0};
    dx_formula_print(context->evaluator->store, atom, &name);
    suggest_atoms(model, &known);
    dx_status status;
    if (dx_model_find_variable(model, atom) != DX_NOT_FOUND)
        status = dx_context_fail(
            context, DX_ERR_INPUT,
            "'%s' is a number, not a fact: compare it, as in %s = 1 (in "
            "brackets where it is counted)",
            dx_text_string(&name), dx_text_string(&name));
    else if (dx_model_proposition_count(model) == 0)
        status = dx_context_fail(context, DX_ERR_INPUT,
                                 "there is no proposition '%s'; this model "
                                 "has none",
                                 dx_text_string(&name));
    else
        status = dx_context_fail(context, DX_ERR_INPUT,
                                 "there is no proposition '%s'; there are: %s",
                                 dx_text_string(&name), dx_text_string(&known));
    dx_text_release(&name);
    dx_text_release(&known);
    return status;
}

static dx_status evaluate_atom(dx_context *context, dx_formula atom,
                               dx_bitset *out)
{
    size_t p = dx_model_find_proposition(context->model, atom);
    if (p == DX_NOT_FOUND)
        p = dx_model_find_proposition(context->model,
                                      dx_context_reduce(context, atom));
    if (p == DX_NOT_FOUND)
        return unknown_atom(context, atom);
    dx_bitset_assign(out, dx_model_proposition_worlds(context->model, p));
    dx_bitset_and(out, &context->alive);
    return DX_OK;
}

static void complement(const dx_context *context, dx_bitset *set)
{
    dx_bitset_xor(set, &context->alive);
}

// Every operand is evaluated, also where the answer is clear before: whether a
// misspelt name is noticed must not depend on the facts.
static dx_status evaluate_chain(dx_context *context, dx_formula f,
                                dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    bool is_and = dx_formula_kind(store, f) == DX_AND;
    size_t count = dx_formula_count(store, f);
    dx_status status =
        dx_context_evaluate(context, dx_formula_operand(store, f, 0), out);
    dx_bitset next = dx_context_set(context);
    for (size_t i = 1; i < count && status == DX_OK; i++) {
        status = dx_context_evaluate(context, dx_formula_operand(store, f, i),
                                     &next);
        if (is_and)
            dx_bitset_and(out, &next);
        else
            dx_bitset_or(out, &next);
    }
    dx_bitset_release(&next);
    return status;
}

static dx_status evaluate_conditional(dx_context *context, dx_formula f,
                                      dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_status status =
        dx_context_evaluate(context, dx_formula_operand(store, f, 0), out);
    if (status != DX_OK)
        return status;
    dx_bitset right;
    status = dx_context_evaluate_new(context, dx_formula_operand(store, f, 1),
                                     &right);
    complement(context, out);
    if (dx_formula_kind(store, f) == DX_IMPLIES)
        dx_bitset_or(out, &right);
    else
        dx_bitset_xor(out, &right);
    dx_bitset_release(&right);
    return status;
}

// What an operator needs that has no meaning in a single model.
static dx_status unsupported(const dx_context *context, dx_family family)
{
    switch (family) {
    case DX_FAMILY_BASE:
        return dx_context_fail(
            context, DX_ERR_UNSUPPORTED,
            "explicit, implicit and [+f] speak of belief bases, which a Kripke "
            "model does not have; `doxa sat` answers them");
    case DX_FAMILY_TIME:
        return dx_context_fail(
            context, DX_ERR_UNSUPPORTED,
            "f@t, prev, once, sofar and learned speak of the past, which a "
            "Kripke model does not have; ask them of a game's record");
    case DX_FAMILY_PUBLIC:
        return dx_context_fail(
            context, DX_ERR_UNSUPPORTED,
            "public f speaks of what all seats see, which a Kripke model does "
            "not have; ask it of a game's record, or use C here");
    case DX_FAMILY_QUANTIFIER_PROP:
        return dx_context_fail(
            context, DX_ERR_UNSUPPORTED,
            "quantifiers over propositions are answered by the symbolic "
            "engine only");
    default:
        return dx_context_fail(context, DX_ERR_INPUT,
                               "a formula was expected, this is a term, a "
                               "program or a domain");
    }
}

static dx_status evaluate_truth(dx_context *context, dx_formula f,
                                dx_bitset *out)
{
    if (dx_formula_kind(context->evaluator->store, f) == DX_TRUE)
        dx_bitset_assign(out, &context->alive);
    else
        dx_bitset_clear(out);
    return DX_OK;
}

static dx_status evaluate_boolean(dx_context *context, dx_formula f,
                                  dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_status status;
    switch (dx_formula_kind(store, f)) {
    case DX_NOT:
        status =
            dx_context_evaluate(context, dx_formula_operand(store, f, 0), out);
        complement(context, out);
        return status;
    case DX_AND:
    case DX_OR:
        return evaluate_chain(context, f, out);
    default:
        return evaluate_conditional(context, f, out);
    }
}

// Who answers which family.
typedef dx_status answer(dx_context *context, dx_formula f, dx_bitset *out);
static answer *const answers[DX_FAMILIES] = {
    [DX_FAMILY_TRUTH] = evaluate_truth,
    [DX_FAMILY_NAME] = evaluate_atom,
    [DX_FAMILY_BOOLEAN] = evaluate_boolean,
    [DX_FAMILY_ATTITUDE] = dx_evaluate_attitude,
    [DX_FAMILY_GROUP] = dx_evaluate_group,
    [DX_FAMILY_ANNOUNCE] = dx_evaluate_announcement,
    [DX_FAMILY_TELL] = dx_evaluate_telling,
    [DX_FAMILY_EVENT] = dx_evaluate_event,
    [DX_FAMILY_UPGRADE] = dx_evaluate_upgrade,
    [DX_FAMILY_RUN] = dx_evaluate_pdl,
    [DX_FAMILY_QUANTIFIER] = dx_evaluate_quantifier,
    [DX_FAMILY_MEMBER] = dx_evaluate_membership,
    [DX_FAMILY_COMPARE] = dx_evaluate_comparison,
};

// Atoms are remembered by the model already, and a negation is soon made of
// what it negates; but one here and there, or a tower of them would be climbed
// from the ground each time.
static bool is_worth_remembering(const dx_formulas *store, dx_formula f)
{
    dx_family family = dx_formula_family(store, f);
    if (dx_formula_kind(store, f) == DX_NOT)
        return dx_formula_depth(store, f) % 64 == 0;
    return family != DX_FAMILY_TRUTH && family != DX_FAMILY_NAME;
}

// Formulas lead to others: the preconditions of events.  And each level may
// hold a set, or a number for each world, until the next is done.
enum { LEVELS_MAX = DX_FORMULA_DEPTH_MAX + 10000 };
static const uint64_t held_bytes_max = UINT64_C(1) << 32;

static dx_status too_deep(const dx_context *context)
{
    return dx_context_fail(context, DX_ERR_LIMIT,
                           "a formula is nested too deeply");
}

dx_status dx_context_run_deep(const dx_context *context, size_t levels,
                              void (*run)(void *), void *data)
{
    dx_evaluator *evaluator = context->evaluator;
    size_t worlds = dx_model_world_count(context->model);
    if ((evaluator->level + levels) * (uint64_t)worlds / 8 > held_bytes_max)
        return dx_context_fail(context, DX_ERR_LIMIT,
                               "a formula %zu levels deep takes too much "
                               "memory over %zu worlds",
                               levels, worlds);
    evaluator->is_deep = true;
    dx_run_deep(LEVELS_MAX, run, data);
    evaluator->is_deep = false;
    return DX_OK;
}

typedef struct deep_formula {
    dx_context *context;
    dx_formula f;
    dx_bitset *out;
    dx_status status;
} deep_formula;

static void evaluate_there(void *data)
{
    deep_formula *d = data;
    d->status = dx_context_evaluate(d->context, d->f, d->out);
}

static dx_status evaluate_deep(dx_context *context, dx_formula f,
                               dx_bitset *out)
{
    deep_formula d = {context, f, out, DX_OK};
    dx_status status = dx_context_run_deep(
        context, dx_formula_depth(context->evaluator->store, f), evaluate_there,
        &d);
    return status != DX_OK ? status : d.status;
}

dx_status dx_context_evaluate(dx_context *context, dx_formula f, dx_bitset *out)
{
    dx_evaluator *evaluator = context->evaluator;
    if (f == DX_FORMULA_NONE || evaluator->level >= LEVELS_MAX)
        return too_deep(context);
    const dx_memo_entry *known = dx_context_recall(context, f);
    if (known != NULL) {
        dx_bitset_assign(out, known->worlds);
        return DX_OK;
    }
    if (dx_context_wants_room(context, f))
        return evaluate_deep(context, f, out);
    if (dx_is_called_off())
        return dx_context_fail(context, DX_ERR_CANCELLED, "stopped");
    assert(out->size == context->alive.size);
    dx_family family = dx_formula_family(evaluator->store, f);
    if (answers[family] == NULL)
        return unsupported(context, family);
    evaluator->level++;
    dx_status status = answers[family](context, f, out);
    evaluator->level--;
    assert(status != DX_OK || dx_bitset_within(out, &context->alive));
    if (status == DX_OK && is_worth_remembering(evaluator->store, f))
        dx_context_remember(context, f, out);
    return status;
}

dx_status dx_context_evaluate_new(dx_context *context, dx_formula f,
                                  dx_bitset *out_new)
{
    *out_new = dx_context_set(context);
    return dx_context_evaluate(context, f, out_new);
}

dx_status dx_evaluate(dx_evaluator *evaluator, dx_formula f,
                      const dx_bitset **out_worlds, dx_error *error)
{
    dx_context *root = evaluator->root;
    evaluator->error = error;
    dx_bitset worlds;
    dx_status status = dx_context_evaluate_new(root, f, &worlds);
    if (status == DX_OK) {
        dx_context_remember(root, f, &worlds);
        dx_memo_entry *entry = dx_context_recall(root, f);
        entry->pinned = true;
        *out_worlds = entry->worlds;
    }
    dx_bitset_release(&worlds);
    evaluator->error = NULL;
    return status;
}
