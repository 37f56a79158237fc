// Which procedure is asked, and in which order.
//
// The question "is f valid" becomes "can the premises hold and f fail", one
// formula, written out (expand.h) and reduced (reduce.h).  Without fixpoints
// and groups unravelling decides it: it is complete in both directions, and its
// countermodel is only made smaller afterwards by trying one world, two, and so
// on.
//
// Common knowledge and stars are harder (the problem is complete for
// exponential time), and no one procedure is best: small models find most
// countermodels at once; unravelling and the tableau find most proofs, but may
// unfold for ever, so they get few worlds; elimination of types decides, if the
// formula is small enough to have at most 2^14 types; if it is not, parts of it
// that share no atom are tried apart (a conjunction fails if one of them does);
// larger small models are the last resort.  All of them together get the time
// that was given.  What none of them settles is "not decided", never guessed.
//
// A model counts only after `checked`: its relations have the properties of the
// logic, and the explicit engine, which shares no code with the procedures,
// finds the formula true at world 0.  A wrong procedure could therefore still
// call an invalid formula valid; tests/proof/ lets the procedures judge each
// other for that.

#include "proof/valid.h"

#include "base/clock.h"
#include "base/heed.h"
#include "base/memory.h"
#include "base/stack.h"
#include "base/vector.h"
#include "logic/evaluate/evaluate.h"
#include "proof/expand.h"
#include "proof/procedure.h"
#include "proof/reduce.h"
#include "proof/tableau.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORLDS_MAX_DEFAULT = 20000,
    NODES_MAX = 400000,    // of the formula, written out and reduced
    SMALL_MAX = 6,         // worlds of the models that are tried one by one
    FIXPOINT_WORLDS = 300, // common knowledge: unravel only so far
    SHALLOW = 32,          // levels, before updates are reasoned away
    BASIC_MAX = 14,        // atoms and boxes that make a type
};

// The search for a world where `target` is true.
typedef struct attempt {
    dx_formula target; // for the explicit engine
    dx_problem question;
    dx_validity *answer;
    dx_hardness hardness;
    double end; // of the CPU time
} attempt;

// The question with what is left of the time, or with less.
static dx_problem timed(const attempt *t, double seconds_max)
{
    dx_problem question = t->question;
    double left = t->end - dx_cpu_seconds();
    if (left < 0.001)
        left = 0.001; // 0 would be no limit
    question.seconds_max = left < seconds_max ? left : seconds_max;
    return question;
}

static bool is_time_up(const attempt *t)
{
    return dx_is_past(t->end);
}

// Is the draft a model of the logic in which the target is true?  The
// explicit engine says; it knows nothing of how the model was found.
static dx_model *checked(const attempt *t, dx_draft *draft)
{
    dx_model *model = dx_draft_model(draft, t->question.core);
    assert(dx_model_actual(model) == 0); // where the formula is to hold
    dx_draft_release(draft);
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    bool is_right = dx_model_is_of_logic(model, t->question.logic) &&
                    dx_evaluate(evaluator, t->target, &where, NULL) == DX_OK &&
                    dx_bitset_has(where, dx_model_actual(model));
    dx_evaluator_free(evaluator);
    if (is_right)
        return model;
    dx_model_free(model);
    return NULL;
}

static void settle(attempt *t, dx_valid_verdict verdict, const char *engine)
{
    assert((verdict == DX_NOT_VALID) == (t->answer->model != NULL));
    t->answer->verdict = verdict;
    t->answer->engine = engine;
}

// Takes a model over if it passes the check.
static bool accept(attempt *t, dx_draft *draft, const char *engine)
{
    dx_model *model = checked(t, draft);
    if (model == NULL)
        return false;
    dx_model_free(t->answer->model);
    t->answer->model = model;
    settle(t, DX_NOT_VALID, engine);
    return true;
}

// Tries models of `from` to `to` worlds; the first that passes is kept.
static bool try_small(attempt *t, size_t from, size_t to)
{
    for (size_t n = from; n <= to && !is_time_up(t); n++) {
        dx_problem question = timed(t, 2); // a nicety, not the decision
        dx_draft draft;
        if (dx_small_model(&question, n, &draft) == DX_SATISFIABLE &&
            accept(t, &draft, "small models"))
            return true;
    }
    return false;
}

static bool try_unravel(attempt *t, size_t worlds_max)
{
    dx_problem question = timed(t, t->question.seconds_max);
    if (question.worlds_max > worlds_max)
        question.worlds_max = worlds_max;
    dx_draft draft;
    dx_outcome verdict = dx_unravel(&question, &draft);
    if (verdict == DX_UNSATISFIABLE)
        settle(t, DX_VALID, "unravelling");
    return verdict == DX_UNSATISFIABLE ||
           (verdict == DX_SATISFIABLE && accept(t, &draft, "unravelling"));
}

static bool try_types(attempt *t)
{
    dx_draft draft;
    dx_problem question = timed(t, t->question.seconds_max);
    question.hardness = &t->hardness;
    dx_outcome verdict = dx_types(&question, &draft);
    if (verdict == DX_UNSATISFIABLE)
        settle(t, DX_VALID, "elimination of types");
    return verdict == DX_UNSATISFIABLE ||
           (verdict == DX_SATISFIABLE &&
            accept(t, &draft, "elimination of types"));
}

static bool try_tableau(attempt *t)
{
    dx_problem question = timed(t, t->question.seconds_max);
    dx_tableau_options how = {.steps_max = 5000,
                              .seconds_max = question.seconds_max};
    if (dx_tableau(&question, &how, NULL) != DX_UNSATISFIABLE)
        return false;
    settle(t, DX_VALID, "tableau");
    return true;
}

// Tries what can say that there is no model, on parts of the formula that have
// no atom in common with the rest: what one part cannot satisfy, all cannot.
static bool try_parts(attempt *t)
{
    dx_node_list parts = dx_core_split(t->question.core, t->question.formula);
    bool done = false;
    for (size_t i = 0; parts.count > 1 && i < parts.count && !done; i++) {
        attempt part = *t;
        part.question.formula = parts.at[i];
        done = try_unravel(&part, FIXPOINT_WORLDS) || try_types(&part);
    }
    dx_vector_release(&parts);
    return done;
}

static void give_up(attempt *t, bool hard)
{
    char *reason = t->answer->reason;
    size_t size = sizeof t->answer->reason;
    settle(t, DX_NOT_DECIDED, "none");
    t->answer->ran_out = is_time_up(t) || !hard;
    if (t->answer->ran_out)
        snprintf(reason, size,
                 "there was no answer within %zu world%s and %g second%s",
                 t->question.worlds_max, dx_plural(t->question.worlds_max),
                 t->question.seconds_max,
                 t->question.seconds_max == 1 ? "" : "s");
    else if (t->hardness.has_groups)
        snprintf(reason, size,
                 "D is decided here only by a model of up to %d worlds, and "
                 "none was found; try it %s",
                 SMALL_MAX,
                 dx_core_has_fixpoints(t->question.core)
                     ? "without C and stars, or without D"
                     : "in K, T or KB");
    else if (t->hardness.is_euclidean)
        snprintf(reason, size,
                 "common knowledge and stars are decided in K5 and KD5 only by "
                 "a model of up to %d worlds, and none was found; try K45 or "
                 "KD45",
                 SMALL_MAX);
    else
        snprintf(reason, size,
                 "common knowledge and stars are decided for small formulas: "
                 "this one has %u atoms and boxes that differ from world to "
                 "world, and %d is the most; try it with fewer premises",
                 t->hardness.basic_count, BASIC_MAX);
}

// Unravelling decides everything but fixpoints and groups; there, small models
// come first, and types have the last word.
static void decide(attempt *t)
{
    const dx_core *core = t->question.core;
    size_t worlds_max =
        dx_core_has_fixpoints(core) ? FIXPOINT_WORLDS : t->question.worlds_max;
    bool hard = dx_core_has_fixpoints(core) || dx_core_has_groups(core);
    bool done = hard ? try_small(t, 1, 3) || try_unravel(t, worlds_max) ||
                           try_tableau(t) || try_types(t) || try_parts(t) ||
                           try_small(t, 4, SMALL_MAX)
                     : try_unravel(t, worlds_max);
    if (!done) {
        give_up(t, hard);
        return;
    }
    if (t->answer->verdict == DX_NOT_VALID && !hard) {
        size_t worlds = dx_model_world_count(t->answer->model);
        try_small(t, 1, worlds - 1 < SMALL_MAX ? worlds - 1 : SMALL_MAX);
        t->answer->engine = "unravelling";
    }
}

// The premises and the negation of f, or f itself, as one formula.
static dx_formula conjunction(dx_formulas *store, dx_formula f,
                              const dx_valid_options *options)
{
    size_t count = options->premise_count;
    dx_formula *parts = dx_alloc(count + 1, sizeof *parts);
    for (size_t i = 0; i < count; i++)
        parts[i] = options->premises[i];
    parts[count] = options->satisfiable ? f : dx_formula_not(store, f);
    dx_formula all = dx_formula_all(store, DX_AND, count + 1, parts);
    dx_free(parts);
    return all;
}

static void outline(attempt *t, const dx_valid_options *options)
{
    dx_problem question = timed(t, t->question.seconds_max);
    dx_tableau_options how = {.steps_max = 20000,
                              .lines_max = options->proof_lines,
                              .seconds_max = question.seconds_max};
    if (dx_tableau(&question, &how, &t->answer->proof) != DX_UNSATISFIABLE)
        dx_text_clear(&t->answer->proof);
}

// Numbers by size, before other names by the alphabet.
static int compare_degrees(const char *a, const char *b)
{
    char *end_a, *end_b;
    unsigned long long x = strtoull(a, &end_a, 10), y = strtoull(b, &end_b, 10);
    bool is_number = *end_a == '\0', other_is = *end_b == '\0';
    if (is_number && other_is && x != y)
        return x < y ? -1 : 1;
    if (is_number != other_is)
        return is_number ? -1 : 1;
    return strcmp(a, b);
}

// A core whose agents are those of `met` in the order of degrees.
static dx_core *ordered_core(const dx_core *met)
{
    dx_formulas *store = dx_core_formulas(met);
    dx_name order[DX_CORE_AGENTS_MAX];
    for (size_t a = 0; a < dx_core_agents(met); a++) {
        const char *text =
            dx_formulas_name_text(store, dx_core_agent_name(met, a));
        size_t at = a;
        for (; at > 0 && compare_degrees(text, dx_formulas_name_text(
                                                   store, order[at - 1])) < 0;
             at--)
            order[at] = order[at - 1];
        order[at] = dx_core_agent_name(met, a);
    }
    dx_core *core = dx_core_new(store);
    for (size_t a = 0; a < dx_core_agents(met); a++)
        dx_core_agent(core, order[a]);
    return core;
}

// The target as a node of a core of its own, which the caller frees.
static dx_status reduced(dx_formulas *store, dx_formula target, dx_logic logic,
                         dx_core **out_core, dx_node *out_root, dx_error *error)
{
    *out_core = dx_core_new(store);
    dx_status status = dx_reduce(*out_core, target, NODES_MAX, out_root, error);
    if (status != DX_OK || !(logic & DX_ORDERED))
        return status;
    dx_core *met = *out_core;
    *out_core = ordered_core(met);
    dx_core_free(met);
    return dx_reduce(*out_core, target, NODES_MAX, out_root, error);
}

static dx_status answer(dx_formulas *store, dx_formula target,
                        const dx_valid_options *options,
                        dx_validity *out_answer, dx_error *error)
{
    double start = dx_cpu_seconds();
    dx_status status =
        dx_formula_expand(store, target, NODES_MAX, &target, error);
    if (status != DX_OK)
        return status;
    dx_logic logic = dx_logic_closed(options->logic);
    dx_core *core;
    dx_node root;
    status = reduced(store, target, logic, &core, &root, error);
    if (status == DX_OK) {
        *out_answer = (dx_validity){0};
        attempt t = {.target = target,
                     .question = {.core = core,
                                  .formula = root,
                                  .logic = logic,
                                  .worlds_max = options->worlds_max > 0
                                                    ? options->worlds_max
                                                    : WORLDS_MAX_DEFAULT,
                                  .basic_max = BASIC_MAX,
                                  .seconds_max = options->seconds_max > 0
                                                     ? options->seconds_max
                                                     : 10},
                     .answer = out_answer};
        t.end = start + t.question.seconds_max;
        decide(&t);
        if (out_answer->verdict == DX_VALID && options->proof_lines > 0)
            outline(&t, options);
    }
    dx_core_free(core);
    return status;
}

typedef struct asked {
    dx_formulas *store;
    dx_formula target;
    const dx_valid_options *options;
    dx_validity *answer;
    dx_error *error;
    dx_status status;
} asked;

static void answer_there(void *data)
{
    asked *a = data;
    a->status = answer(a->store, a->target, a->options, a->answer, a->error);
}

dx_status dx_valid(dx_formulas *store, dx_formula f,
                   const dx_valid_options *options, dx_validity *out_answer,
                   dx_error *error)
{
    asked a = {.store = store,
               .target = conjunction(store, f, options),
               .options = options,
               .answer = out_answer,
               .error = error};
    if (a.target == DX_FORMULA_NONE)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the formula is nested too deeply");
    // Updates that are reasoned away make it up to half its square as deep.
    bool is_shallow = dx_formula_depth(store, a.target) <= SHALLOW;
    dx_run_deep(is_shallow ? 0 : DX_FORMULA_DEPTH_MAX, answer_there, &a);
    return a.status;
}

void dx_validity_release(dx_validity *answer)
{
    dx_model_free(answer->model);
    dx_text_release(&answer->proof);
    *answer = (dx_validity){0};
}
