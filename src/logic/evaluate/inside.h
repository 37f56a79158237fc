// logic/evaluate/inside.h -- what the files of the evaluator share.
//
// A context is a model with some of its worlds put out: the place where a
// formula is evaluated.  The root context is the evaluator's model, whole.  A
// public announcement leads to a context of the same model with fewer worlds;
// telling a group and event models lead to contexts of models of their own.
//
// Every set of worlds handed around here has the size of its context's model
// and holds only worlds that are not put out.

#ifndef DX_LOGIC_EVALUATE_INSIDE_H
#define DX_LOGIC_EVALUATE_INSIDE_H

#include "base/index.h"
#include "base/stack.h"
#include "base/vector.h"
#include "logic/evaluate/evaluate.h"
#include "logic/kripke/plausible.h"

typedef struct dx_context dx_context;

// How a context came about.  For updates with a formula, `formula` and
// `agents`; for event models, `events`.
typedef struct dx_update {
    enum {
        DX_BY_ANNOUNCING,
        DX_BY_DENYING,
        DX_BY_TELLING,
        DX_BY_RADICAL,
        DX_BY_CONSERVATIVE,
        DX_BY_EVENT
    } how;
    dx_formula formula;
    dx_agent_set agents;
    const dx_event_model *events;
} dx_update;

typedef struct dx_offspring {
    dx_update update;
    dx_context *context;
} dx_offspring;

typedef struct dx_memo_entry {
    dx_formula formula;
    bool pinned; // borrowed by the caller of dx_evaluate
    dx_bitset *worlds;
} dx_memo_entry;

// Which worlds of a product come from where.
typedef struct dx_origin {
    uint32_t *world, *event; // of the new world
    uint32_t *place;         // [old world * events + event]; UINT32_MAX: none
} dx_origin;

struct dx_context {
    dx_evaluator *evaluator;
    const dx_model *model;
    dx_model *owned; // the same, if this context made it
    dx_bitset alive; // the worlds that are not put out
    const dx_context *parent;
    dx_update update;
    dx_origin origin; // only DX_BY_EVENT
    DX_VECTOR(dx_offspring) children;
    DX_VECTOR(dx_memo_entry) memo;
    dx_index memo_index; // finds an entry by its formula
};

struct dx_evaluator {
    dx_formulas *store;
    const dx_event_library *library;
    size_t worlds_max;
    size_t memo_bytes; // of all contexts
    size_t level;      // how deep it is in formulas that lead to each other
    bool is_deep;      // it has room for more than a few levels
    dx_error *error;   // of the question being answered
    dx_context *root;
    DX_VECTOR(dx_context *) contexts; // all, to be freed
};

// context.c

dx_context *dx_context_new(dx_evaluator *evaluator, const dx_model *model);
void dx_context_free(dx_context *context);
// The set of `f` if it is remembered, else NULL; valid until the next
// dx_context_remember of any context.
dx_memo_entry *dx_context_recall(dx_context *context, dx_formula f);
void dx_context_remember(dx_context *context, dx_formula f,
                         const dx_bitset *worlds);
dx_context *dx_context_child(const dx_context *context, dx_update update);
void dx_context_adopt(dx_context *context, dx_update update, dx_context *child);
void dx_context_print_world(const dx_context *context, size_t world,
                            dx_text *out);
// An empty set for worlds of the context.
dx_bitset dx_context_set(const dx_context *context);

// evaluate.c

// The worlds of the context where `f` holds, into `out`.
DX_MUST_USE dx_status dx_context_evaluate(dx_context *context, dx_formula f,
                                          dx_bitset *out);
// Runs run(data) for a formula or term that nests `levels` deep, from here on
// with room for as many as there can be.
DX_MUST_USE dx_status dx_context_run_deep(const dx_context *context,
                                          size_t levels, void (*run)(void *),
                                          void *data);
// Is it time for that?
static inline bool dx_context_wants_room(const dx_context *context,
                                         dx_formula node)
{
    const dx_evaluator *evaluator = context->evaluator;
    return !evaluator->is_deep &&
           evaluator->level + dx_formula_depth(evaluator->store, node) >
               DX_LEVELS_SHALLOW;
}
// The same, into a new set that the caller releases also when this fails.
DX_MUST_USE dx_status dx_context_evaluate_new(dx_context *context, dx_formula f,
                                              dx_bitset *out_new);
dx_status dx_context_fail(const dx_context *context, dx_status status,
                          const char *format, ...) DX_PRINTF(3, 4);
// The agent that operand i of `f` names.
DX_MUST_USE dx_status dx_context_agent(const dx_context *context, dx_formula f,
                                       size_t i, size_t *out_agent);
// The agents that operands i and following of `f` name.
DX_MUST_USE dx_status dx_context_agents(const dx_context *context, dx_formula f,
                                        size_t i, dx_agent_set *out_agents);

// knowledge.c

// The worlds none of whose successors is in `bad`.
void dx_context_box(const dx_context *context, const dx_relation *relation,
                    const dx_bitset *bad, dx_bitset *out);
DX_MUST_USE dx_status dx_evaluate_attitude(dx_context *context, dx_formula f,
                                           dx_bitset *out);
DX_MUST_USE dx_status dx_evaluate_group(dx_context *context, dx_formula f,
                                        dx_bitset *out);

// belief.c: B, B given, Safe and Strong.
DX_MUST_USE dx_status dx_evaluate_belief(dx_context *context, dx_formula f,
                                         size_t agent, dx_bitset *out);
// The first of the most plausible worlds of `given` that is in `into`, `world`
// itself before all others; DX_NOT_FOUND if there is none.
size_t dx_context_best(const dx_context *context, size_t agent, size_t world,
                       const dx_bitset *given, const dx_bitset *into);
// After what [radical f] g, or conservative, makes more plausible; and the
// formula.
DX_MUST_USE dx_status dx_context_upgraded(dx_context *context, dx_formula f,
                                          dx_context **out);
DX_MUST_USE dx_status dx_evaluate_upgrade(dx_context *context, dx_formula f,
                                          dx_bitset *out);

// common.c: the worlds from which no world of `bad` can be reached in one or
// more steps of the agents.
void dx_context_common(const dx_context *context, const dx_agent_set *agents,
                       const dx_bitset *bad, dx_bitset *out);

// pdl.c
DX_MUST_USE dx_status dx_evaluate_pdl(dx_context *context, dx_formula f,
                                      dx_bitset *out);

// The worlds from which the program leads only into `set`; in place.
DX_MUST_USE dx_status dx_context_pdl_box(dx_context *context,
                                         dx_formula program, dx_bitset *set);

// announce.c: announcements, public or to a group, and [M,e].
DX_MUST_USE dx_status dx_evaluate_announcement(dx_context *context,
                                               dx_formula f, dx_bitset *out);
DX_MUST_USE dx_status dx_evaluate_telling(dx_context *context, dx_formula f,
                                          dx_bitset *out);
DX_MUST_USE dx_status dx_evaluate_event(dx_context *context, dx_formula f,
                                        dx_bitset *out);
DX_MUST_USE dx_status dx_context_announce(dx_context *context, dx_formula f,
                                          bool denied, dx_context **out);
DX_MUST_USE dx_status dx_context_tell(dx_context *context, dx_formula f,
                                      const dx_agent_set *agents,
                                      dx_context **out);
DX_MUST_USE dx_status dx_context_find_event(const dx_context *context,
                                            dx_formula f,
                                            const dx_event_model **out_events,
                                            size_t *out_event);

// product.c
DX_MUST_USE dx_status dx_context_product(dx_context *context,
                                         const dx_event_model *events,
                                         dx_context **out);

// quantifier.c: forall, exists, in.
DX_MUST_USE dx_status dx_evaluate_quantifier(dx_context *context, dx_formula f,
                                             dx_bitset *out);
DX_MUST_USE dx_status dx_evaluate_membership(dx_context *context, dx_formula f,
                                             dx_bitset *out);
// One value of a bound variable: the member, and the atom that says that it is
// one (DX_FORMULA_NONE: it always is).
typedef struct dx_instance {
    dx_formula member, condition;
} dx_instance;
typedef DX_VECTOR(dx_instance) dx_instances;
// The members of a domain; the caller releases the list also when this fails.
DX_MUST_USE dx_status dx_context_members(dx_context *context, dx_formula domain,
                                         dx_instances *out);
// A forall or exists as the conjunction or disjunction of its instances.
DX_MUST_USE dx_status dx_context_expand(dx_context *context, dx_formula f,
                                        dx_formula *out);

// explain_path.c: how to get from one world into a set of worlds.

// One step of an explanation's path: whose step (DX_NOT_FOUND: nobody's, a
// test) and where it leads.
typedef struct dx_hop {
    size_t agent, world;
} dx_hop;
typedef DX_VECTOR(dx_hop) dx_path;

// The first successor of `world` that is in `into`, `world` itself before all
// others; DX_NOT_FOUND if there is none.
size_t dx_context_successor(const dx_context *context,
                            const dx_relation *relation, size_t world,
                            const dx_bitset *into);
// The same for the intersection of the agents' relations.
size_t dx_context_joint_successor(const dx_context *context,
                                  const dx_agent_set *agents, size_t world,
                                  const dx_bitset *into);
// A shortest path of one or more steps of the agents; false if there is none.
bool dx_context_path(const dx_context *context, const dx_agent_set *agents,
                     size_t world, const dx_bitset *into, dx_path *out);
// A run of the program from `world` into `into`, which there must be.
DX_MUST_USE dx_status dx_context_run(dx_context *context, dx_formula program,
                                     size_t world, const dx_bitset *into,
                                     dx_path *out);

// term.c

// What a term is worth: one number everywhere, a number at each world, or a
// thing (a rigid name that is no number).
typedef struct dx_values {
    dx_fraction one;
    dx_fraction *at;      // at each world, or NULL ...
    const int32_t *whole; // borrowed from a variable, or NULL: `one` everywhere
    dx_formula thing;     // DX_FORMULA_NONE: a number
} dx_values;
// A probability where all weight is 0.  Not a value of base/fraction.h: only
// the functions of term.c may meet it.
#define DX_UNDEFINED ((dx_fraction){1, 0})
static inline bool dx_is_undefined(dx_fraction f)
{
    return f.over == 0 && f.top == 1;
}

// Releases nothing on failure.
DX_MUST_USE dx_status dx_context_term(dx_context *context, dx_formula term,
                                      dx_values *out);
void dx_values_release(dx_values *values);
static inline dx_fraction dx_values_at(const dx_values *values, size_t world)
{
    return values->at != NULL      ? values->at[world]
           : values->whole != NULL ? dx_fraction_int(values->whole[world])
                                   : values->one;
}
static inline bool dx_values_are_rigid(const dx_values *values)
{
    return values->at == NULL && values->whole == NULL;
}
// "'red' is no number here".
dx_status dx_context_not_a_number(const dx_context *context, dx_formula thing);
// Whole numbers that cannot overflow need no greatest common divisor.
static inline bool dx_are_small(dx_fraction a, dx_fraction b)
{
    const int64_t small = INT64_C(1) << 31;
    return a.over == 1 && b.over == 1 && a.top > -small && a.top < small &&
           b.top > -small && b.top < small;
}
// Is the node a term rather than a formula?  A bare name is if the model says
// so.
bool dx_context_is_term(const dx_context *context, dx_formula node);
// A term that is the same at every world, as a node; itself if it cannot be
// reduced.
dx_formula dx_context_reduce(const dx_context *context, dx_formula term);

// comparison.c
DX_MUST_USE dx_status dx_evaluate_comparison(dx_context *context, dx_formula f,
                                             dx_bitset *out);

// probability.c: P[a](f) and P[a](f given g) at every world.
DX_MUST_USE dx_status dx_context_probability(dx_context *context,
                                             dx_formula term, dx_fraction *out);

#endif
