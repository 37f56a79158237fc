// Updates reasoned away, with a memo.
//
// reduce(f, u) is the node for "f, after the updates u".  Each such pair is
// made once.  Updates form a tree in which equal updates after equal pasts are
// one, and what is announced is itself reduced in the situation before it, so a
// fact stands for the worlds of the first model where the announcement can be
// made.
//
// It is right because a model after updates is a part of the first model with
// fewer steps: after an announcement those steps are left that end where the
// fact holds, and after something told to agents those of their steps whose two
// ends agree on it.  A box after u is therefore a box before u under conditions
// (box_after), which is what the reduction axioms say (van Ditmarsch, van der
// Hoek and Kooi, Dynamic Epistemic Logic, 2007, chapters 4 and 7).  Common
// knowledge and stars have no such axiom; but they are greatest solutions of x
// = unfold(x), and a fixpoint over boxes before u, with their conditions, has
// the same solution (van Benthem, van Eijck and Kooi 2006).
//
// The cost is the number of pairs times the length of u.  Something told to an
// agent of a box makes two boxes, one for each answer, so n such tellings can
// make 2^n; `nodes_max` stops that.

#include "proof/reduce.h"

#include "base/memory.h"
#include "base/pair_map.h"
#include "base/vector.h"
#include "logic/formula/print.h"
#include "logic/kripke/model.h"

#include <assert.h>
#include <string.h>

// What a box is after each of many updates is said by as many implications.
enum { DEPTH_MAX = DX_FORMULA_DEPTH_MAX };

// An update: everybody learns `fact` (agents is 0) and only the worlds where
// it holds stay; or `agents` learn whether it holds, and all worlds stay.
// Updates form a tree by what came before; number 0 is "no update".
typedef struct update {
    uint32_t before;
    uint64_t agents;
    dx_node fact;
} update;

typedef struct job {
    dx_core *core;
    dx_formulas *store;
    dx_error *error;
    size_t nodes_max;
    dx_status status;
    DX_VECTOR(update) updates;
    dx_pair_map known; // the node of (formula, update)
} job;

static dx_node reduce(job *j, dx_formula f, uint32_t after);

static dx_node refuse(job *j, dx_status status, const char *message)
{
    if (j->status == DX_OK)
        j->status = dx_fail(j->error, status, 0, 0, "%s", message);
    return dx_core_truth(j->core, false);
}

// Has something gone wrong, or the formula become too large?
static bool is_over(job *j)
{
    if (j->status == DX_OK &&
        (dx_core_nodes(j->core) > j->nodes_max ||
         dx_core_depth(j->core) > DEPTH_MAX || j->updates.count > 10000))
        refuse(j, DX_ERR_LIMIT,
               "with its updates reasoned away the formula is too large; "
               "leave out some of them");
    return j->status != DX_OK;
}

static dx_formula operand(const job *j, dx_formula f, size_t i)
{
    return dx_formula_operand(j->store, f, i);
}

// An agent is a name or a number: what left(a) is, or who are `agents`, only a
// model says.
static uint64_t agent_bit(job *j, dx_formula agent)
{
    if (dx_formula_count(j->store, agent) > 1 ||
        strcmp(dx_formula_text(j->store, agent), "agents") == 0) {
        refuse(j, DX_ERR_UNSUPPORTED,
               "an agent is a name or a number here, and a group a list of "
               "them, C[a,b] f: who `agents`, `agents - {a}` or left(a) are "
               "needs a model (`doxa check`)");
        return 1;
    }
    size_t number = dx_core_agent(j->core, dx_formula_name(j->store, agent));
    if (number < DX_CORE_AGENTS_MAX)
        return UINT64_C(1) << number;
    refuse(j, DX_ERR_LIMIT,
           "more than 64 agents; leave some out, or ask "
           "`doxa check` about a model");
    return 1;
}

// The agents among the operands from `first` on.
static uint64_t agent_set(job *j, dx_formula f, size_t first)
{
    uint64_t set = 0;
    for (size_t i = first; i < dx_formula_count(j->store, f); i++)
        set |= agent_bit(j, operand(j, f, i));
    assert(set != 0); // a group has members
    return set;
}

static dx_node negate(job *j, dx_node node)
{
    return dx_core_not(j->core, node);
}

static dx_node implies(job *j, dx_node a, dx_node b)
{
    return dx_core_or2(j->core, negate(j, a), b);
}

// "In every world that `set` holds possible after the updates, `body`": a step
// survives an announcement if it leads to a world that stays, and something
// told to one of `set` if both ends agree on it.
static dx_node box_after(job *j, uint64_t set, uint32_t after, dx_node body)
{
    if (is_over(j))
        return body;
    if (after == 0)
        return dx_core_box(j->core, set, body);
    update u = j->updates.at[after];
    assert(u.before < after); // so that the way up ends
    if (u.agents == 0)
        return box_after(j, set, u.before, implies(j, u.fact, body));
    if ((u.agents & set) == 0)
        return box_after(j, set, u.before, body);
    dx_node yes = box_after(j, set, u.before, implies(j, u.fact, body));
    dx_node no =
        box_after(j, set, u.before, dx_core_or2(j->core, u.fact, body));
    return dx_core_and2(j->core, implies(j, u.fact, yes),
                        dx_core_or2(j->core, u.fact, no));
}

static uint32_t updated(job *j, uint32_t before, uint64_t agents, dx_node fact)
{
    assert(before < j->updates.count);
    for (uint32_t i = 1; i < j->updates.count; i++) {
        const update *u = &j->updates.at[i];
        if (u->before == before && u->agents == agents && u->fact == fact)
            return i;
    }
    dx_vector_push(&j->updates, (update){before, agents, fact});
    return (uint32_t)j->updates.count - 1;
}

static dx_node everybody(job *j, uint64_t set, uint32_t after, dx_node body)
{
    dx_node parts[DX_CORE_AGENTS_MAX];
    size_t count = 0;
    for (unsigned a = 0; a < DX_CORE_AGENTS_MAX; a++)
        if (set >> a & 1)
            parts[count++] = box_after(j, UINT64_C(1) << a, after, body);
    return dx_core_and(j->core, count, parts);
}

// C[a,b] g is the greatest x with x = E[a,b] (g & x).
static dx_node common(job *j, dx_formula f, uint32_t after)
{
    dx_node body = reduce(j, operand(j, f, 0), after);
    uint64_t set = agent_set(j, f, 1);
    dx_node always = dx_core_always(j->core, f);
    dx_core_set_unfolding(
        j->core, always,
        everybody(j, set, after, dx_core_and2(j->core, body, always)));
    return always;
}

// Does every way through `program` make at least one step?
static bool makes_a_step(const job *j, dx_formula program)
{
    size_t count = dx_formula_count(j->store, program);
    switch (dx_formula_kind(j->store, program)) {
    case DX_STEP:
        return true;
    case DX_SEQUENCE:
        for (size_t i = 0; i < count; i++)
            if (makes_a_step(j, operand(j, program, i)))
                return true;
        return false;
    case DX_CHOICE:
        for (size_t i = 0; i < count; i++)
            if (!makes_a_step(j, operand(j, program, i)))
                return false;
        return true;
    default:
        return false;
    }
}

static dx_node program_box(job *j, dx_formula program, uint32_t after,
                           dx_node body);

static dx_node star_box(job *j, dx_formula star, uint32_t after, dx_node body)
{
    dx_formula inner = operand(j, star, 0);
    if (!makes_a_step(j, inner))
        return refuse(j, DX_ERR_UNSUPPORTED,
                      "a star over a program that may make no step (a test, "
                      "another star) is not decided here; "
                      "[(a*)*] f says what [a*] f does");
    dx_formula meaning = dx_formula_binary(j->store, DX_BOX, star,
                                           dx_core_formula(j->core, body));
    dx_node always = dx_core_always(j->core, meaning);
    dx_node again = program_box(j, inner, after, always);
    dx_core_set_unfolding(j->core, always, dx_core_and2(j->core, body, again));
    return always;
}

static dx_node program_box(job *j, dx_formula program, uint32_t after,
                           dx_node body)
{
    size_t count = dx_formula_count(j->store, program);
    switch (dx_formula_kind(j->store, program)) {
    case DX_STEP:
        return box_after(j, agent_bit(j, operand(j, program, 0)), after, body);
    case DX_SEQUENCE:
        for (size_t i = count; i-- > 0;)
            body = program_box(j, operand(j, program, i), after, body);
        return body;
    case DX_CHOICE: {
        dx_node all = dx_core_truth(j->core, true);
        for (size_t i = 0; i < count; i++) {
            dx_node one = program_box(j, operand(j, program, i), after, body);
            all = dx_core_and2(j->core, all, one);
        }
        return all;
    }
    case DX_TEST:
        return implies(j, reduce(j, operand(j, program, 0), after), body);
    case DX_STAR:
        return star_box(j, program, after, body);
    default:
        return refuse(j, DX_ERR_INPUT, "this is not a program");
    }
}

// [!f] g and its relatives.  A box says "if it can happen, then g"; the dual
// says "it can happen, and g".
static dx_node announcement(job *j, dx_formula f, uint32_t after, bool is_dual,
                            uint64_t agents)
{
    dx_node fact = reduce(j, operand(j, f, 0), after);
    dx_node then = reduce(j, operand(j, f, 1), updated(j, after, agents, fact));
    return is_dual ? dx_core_and2(j->core, fact, then) : implies(j, fact, then);
}

// [?!f] g: whichever of f and ~f is true is announced, so that exactly one
// thing happens and the dual is the same.
static dx_node announce_whether(job *j, dx_formula f, uint32_t after)
{
    dx_node fact = reduce(j, operand(j, f, 0), after);
    uint32_t yes = updated(j, after, 0, fact);
    uint32_t no = updated(j, after, 0, negate(j, fact));
    dx_node then = reduce(j, operand(j, f, 1), yes);
    dx_node otherwise = reduce(j, operand(j, f, 1), no);
    return dx_core_and2(j->core, implies(j, fact, then),
                        dx_core_or2(j->core, fact, otherwise));
}

static dx_node tell_whether(job *j, dx_formula f, uint32_t after)
{
    dx_node fact = reduce(j, operand(j, f, 0), after);
    uint64_t agents = agent_set(j, f, 2);
    return reduce(j, operand(j, f, 1), updated(j, after, agents, fact));
}

static dx_node junction(job *j, dx_formula f, uint32_t after)
{
    size_t count = dx_formula_count(j->store, f);
    dx_node *parts = dx_alloc(count, sizeof *parts);
    for (size_t i = 0; i < count; i++)
        parts[i] = reduce(j, operand(j, f, i), after);
    dx_node result = dx_formula_kind(j->store, f) == DX_AND
                         ? dx_core_and(j->core, count, parts)
                         : dx_core_or(j->core, count, parts);
    dx_free(parts);
    return result;
}

static dx_node connective(job *j, dx_formula f, uint32_t after)
{
    dx_kind kind = dx_formula_kind(j->store, f);
    if (kind == DX_AND || kind == DX_OR)
        return junction(j, f, after);
    dx_node a = reduce(j, operand(j, f, 0), after);
    if (kind == DX_NOT)
        return negate(j, a);
    dx_node b = reduce(j, operand(j, f, 1), after);
    if (kind == DX_IMPLIES)
        return implies(j, a, b);
    return dx_core_and2(j->core, implies(j, a, b), implies(j, b, a));
}

static const char *why_not(dx_family family)
{
    switch (family) {
    case DX_FAMILY_EVENT:
        return "event models are not reduced here: `doxa check` evaluates them "
               "in a model";
    case DX_FAMILY_QUANTIFIER_PROP:
        return "quantifiers over propositions are for `doxa check` and its "
               "symbolic engine";
    case DX_FAMILY_ATTITUDE: // B[a](f given g), Safe, Strong
    case DX_FAMILY_UPGRADE:
    case DX_FAMILY_PROBABILITY:
        return "probabilities, and beliefs by weight or rank, need a model: "
               "use `doxa check`";
    case DX_FAMILY_BASE:
        return "belief bases have a logic of their own: use `doxa sat`";
    default:
        return "time, values and `public` have no meaning in every Kripke "
               "model; K, M, Kw, B, E, C, D, announcements and programs have";
    }
}

// Says which part of the formula it is.
static dx_node unsupported(job *j, dx_formula f)
{
    dx_text text = {0};
    dx_formula_print(j->store, f, &text);
    bool is_long = text.length > 60;
    dx_text whole = {0};
    dx_text_printf(&whole, "'%.60s%s': %s", dx_text_string(&text),
                   is_long ? ".." : "",
                   why_not(dx_formula_family(j->store, f)));
    dx_node none = refuse(j, DX_ERR_UNSUPPORTED, dx_text_string(&whole));
    dx_text_release(&text);
    dx_text_release(&whole);
    return none;
}

static dx_node knowledge(job *j, dx_formula f, uint32_t after)
{
    dx_kind kind = dx_formula_kind(j->store, f);
    if (kind == DX_BELIEVES_GIVEN || kind == DX_SAFE || kind == DX_STRONG)
        return unsupported(j, f);
    uint64_t set = agent_bit(j, operand(j, f, 0));
    dx_node body = reduce(j, operand(j, f, 1), after);
    if (kind == DX_POSSIBLE)
        return negate(j, box_after(j, set, after, negate(j, body)));
    dx_node box = box_after(j, set, after, body);
    if (kind != DX_KNOWS_WHETHER)
        return box;
    return dx_core_or2(j->core, box, box_after(j, set, after, negate(j, body)));
}

static dx_node group_knowledge(job *j, dx_formula f, uint32_t after)
{
    dx_kind kind = dx_formula_kind(j->store, f);
    if (kind == DX_COMMON)
        return common(j, f, after);
    uint64_t set = agent_set(j, f, 1);
    dx_node body = reduce(j, operand(j, f, 0), after);
    return kind == DX_EVERYBODY ? everybody(j, set, after, body)
                                : box_after(j, set, after, body);
}

static dx_node program(job *j, dx_formula f, uint32_t after)
{
    dx_node body = reduce(j, operand(j, f, 1), after);
    if (dx_formula_kind(j->store, f) == DX_BOX)
        return program_box(j, operand(j, f, 0), after, body);
    return negate(j, program_box(j, operand(j, f, 0), after, negate(j, body)));
}

static dx_node reduce_update(job *j, dx_formula f, uint32_t after)
{
    switch (dx_formula_kind(j->store, f)) {
    case DX_ANNOUNCE:
        return announcement(j, f, after, false, 0);
    case DX_ANNOUNCE_DUAL:
        return announcement(j, f, after, true, 0);
    case DX_TELL_WHETHER:
    case DX_TELL_WHETHER_DUAL:
        return announce_whether(j, f, after);
    case DX_TELL:
        return announcement(j, f, after, false, agent_set(j, f, 2));
    case DX_TELL_DUAL:
        return announcement(j, f, after, true, agent_set(j, f, 2));
    default:
        return tell_whether(j, f, after);
    }
}

static dx_node reduce_new(job *j, dx_formula f, uint32_t after)
{
    switch (dx_formula_family(j->store, f)) {
    case DX_FAMILY_TRUTH:
        return dx_core_truth(j->core, dx_formula_kind(j->store, f) == DX_TRUE);
    case DX_FAMILY_NAME:
        return dx_core_atom(j->core, f);
    case DX_FAMILY_BOOLEAN:
        return connective(j, f, after);
    case DX_FAMILY_ATTITUDE:
        return knowledge(j, f, after);
    case DX_FAMILY_GROUP:
        return group_knowledge(j, f, after);
    case DX_FAMILY_RUN:
        return program(j, f, after);
    case DX_FAMILY_ANNOUNCE:
    case DX_FAMILY_TELL:
        return reduce_update(j, f, after);
    default:
        return unsupported(j, f);
    }
}

static dx_node reduce(job *j, dx_formula f, uint32_t after)
{
    if (is_over(j))
        return dx_core_truth(j->core, false);
    dx_node node = dx_pair_map_find(&j->known, f, after);
    if (node != UINT32_MAX)
        return node;
    node = reduce_new(j, f, after);
    dx_pair_map_put(&j->known, f, after, node);
    return node;
}

dx_status dx_reduce(dx_core *core, dx_formula f, size_t nodes_max, dx_node *out,
                    dx_error *error)
{
    job j = {.core = core,
             .store = dx_core_formulas(core),
             .error = error,
             .nodes_max = nodes_max};
    dx_vector_push(&j.updates, (update){0, 0, 0});
    dx_node node = reduce(&j, f, 0);
    if (j.status == DX_OK)
        *out = node;
    dx_vector_release(&j.updates);
    dx_pair_map_release(&j.known);
    return j.status;
}
