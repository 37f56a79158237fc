// The evaluator: which file answers which kind of formula, and what is
// remembered.

#include "logic/evaluate/evaluate.h"

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
            "'%s' is a number, not a fact: compare it, as in %s = 1",
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
static dx_status unsupported(const dx_context *context, dx_kind kind)
{
    switch (kind) {
    case DX_EXPLICIT:
    case DX_EXPLICIT_AT:
    case DX_IMPLICIT:
    case DX_EXPAND:
    case DX_EXPAND_DUAL:
        return dx_context_fail(
            context, DX_ERR_UNSUPPORTED,
            "explicit, implicit and [+f] speak of belief bases, which a Kripke "
            "model does not have; `doxa sat` answers them");
    case DX_AT:
    case DX_PREV:
    case DX_ONCE:
    case DX_SOFAR:
    case DX_LEARNED:
        return dx_context_fail(
            context, DX_ERR_UNSUPPORTED,
            "f@t, prev, once, sofar and learned speak of the past, which a "
            "Kripke model does not have; ask them of a game's record");
    case DX_PUBLIC:
        return dx_context_fail(
            context, DX_ERR_UNSUPPORTED,
            "public f speaks of what all seats see, which a Kripke model does "
            "not have; ask it of a game's record, or use C here");
    case DX_FORALL_PROP:
    case DX_EXISTS_PROP:
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

static dx_status evaluate_true(dx_context *context, dx_formula f,
                               dx_bitset *out)
{
    (void)f;
    dx_bitset_assign(out, &context->alive);
    return DX_OK;
}

static dx_status evaluate_false(dx_context *context, dx_formula f,
                                dx_bitset *out)
{
    (void)context;
    (void)f;
    dx_bitset_clear(out);
    return DX_OK;
}

static dx_status evaluate_not(dx_context *context, dx_formula f, dx_bitset *out)
{
    dx_formula inner = dx_formula_operand(context->evaluator->store, f, 0);
    dx_status status = dx_context_evaluate(context, inner, out);
    complement(context, out);
    return status;
}

// Who answers which kind.
typedef dx_status answer(dx_context *context, dx_formula f, dx_bitset *out);
static answer *const answers[DX_KINDS] = {
    [DX_TRUE] = evaluate_true,
    [DX_FALSE] = evaluate_false,
    [DX_APPLY] = evaluate_atom,
    [DX_NOT] = evaluate_not,
    [DX_AND] = evaluate_chain,
    [DX_OR] = evaluate_chain,
    [DX_IMPLIES] = evaluate_conditional,
    [DX_IFF] = evaluate_conditional,
    [DX_KNOWS] = dx_evaluate_knowledge,
    [DX_POSSIBLE] = dx_evaluate_knowledge,
    [DX_KNOWS_WHETHER] = dx_evaluate_knowledge,
    [DX_BELIEVES] = dx_evaluate_knowledge,
    [DX_BELIEVES_GIVEN] = dx_evaluate_knowledge,
    [DX_EVERYBODY] = dx_evaluate_knowledge,
    [DX_COMMON] = dx_evaluate_knowledge,
    [DX_DISTRIBUTED] = dx_evaluate_knowledge,
    [DX_ANNOUNCE] = dx_evaluate_update,
    [DX_ANNOUNCE_DUAL] = dx_evaluate_update,
    [DX_TELL_WHETHER] = dx_evaluate_update,
    [DX_TELL_WHETHER_DUAL] = dx_evaluate_update,
    [DX_TELL] = dx_evaluate_update,
    [DX_TELL_DUAL] = dx_evaluate_update,
    [DX_TELL_GROUP_WHETHER] = dx_evaluate_update,
    [DX_TELL_GROUP_WHETHER_DUAL] = dx_evaluate_update,
    [DX_EVENT] = dx_evaluate_update,
    [DX_EVENT_DUAL] = dx_evaluate_update,
    [DX_BOX] = dx_evaluate_program,
    [DX_DIAMOND] = dx_evaluate_program,
    [DX_FORALL] = dx_evaluate_quantifier,
    [DX_EXISTS] = dx_evaluate_quantifier,
    [DX_IN] = dx_evaluate_quantifier,
    [DX_EQUAL] = dx_evaluate_comparison,
    [DX_NOT_EQUAL] = dx_evaluate_comparison,
    [DX_LESS] = dx_evaluate_comparison,
    [DX_LESS_EQUAL] = dx_evaluate_comparison,
    [DX_GREATER] = dx_evaluate_comparison,
    [DX_GREATER_EQUAL] = dx_evaluate_comparison,
};

// Atoms are remembered by the model already.
static bool is_worth_remembering(dx_kind kind)
{
    return kind != DX_TRUE && kind != DX_FALSE && kind != DX_APPLY &&
           kind != DX_NOT;
}

dx_status dx_context_evaluate(dx_context *context, dx_formula f, dx_bitset *out)
{
    if (f == DX_FORMULA_NONE)
        return dx_context_fail(context, DX_ERR_LIMIT,
                               "a formula is nested too deeply");
    const dx_memo_entry *known = dx_context_recall(context, f);
    if (known != NULL) {
        dx_bitset_assign(out, known->worlds);
        return DX_OK;
    }
    dx_kind kind = dx_formula_kind(context->evaluator->store, f);
    if (answers[kind] == NULL)
        return unsupported(context, kind);
    dx_status status = answers[kind](context, f, out);
    if (status == DX_OK && is_worth_remembering(kind))
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
