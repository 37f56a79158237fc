// Satisfiability by elimination of types (Pratt 1979, and Halpern and Moses
// 1992 for common knowledge).
//
// A type says of each atom and of each box in the formula whether it is true;
// everything else follows, since a fixpoint is as true as its unfolding.
// Types are the worlds of the largest model there could be, and an agent
// steps from one to the other whenever the logic allows it.  Then types go
// that promise what no type that is left can keep: a box that is false
// without a counterexample, a serial agent without a step, something that is
// to happen eventually and never does.  The formula is satisfiable exactly if
// a type is left in which it is true.
//
// There are 2^n types: this is for small formulas, where it decides what the
// other procedures cannot, and for judging them.  Boxes that are true at every
// world in question (C[a,b] f, where f is asked to hold as far as a and b see,
// and there are no others) are true in every type, and do not count.

#include "base/clock.h"
#include "base/heed.h"
#include "base/memory.h"
#include "base/vector.h"
#include "proof/procedure.h"

#include <assert.h>

enum { BASIC_MAX = 32, FREE_MAX = 14 };

typedef struct elimination {
    dx_core *core;
    dx_logic logic;
    // The nodes whose truth makes a type; bit i of its value is the truth of
    // basic[i].  Types are numbered by the values of those that are not forced.
    dx_node basic[BASIC_MAX];
    unsigned basic_count, free_count, free_max;
    uint32_t forced;               // the bits that are 1 in every type
    uint32_t *value;               // by type
    DX_VECTOR(dx_node) everywhere; // nodes that are true at every world
    uint32_t agent_mask[DX_CORE_AGENTS_MAX]; // the boxes of an agent
    DX_VECTOR(dx_node) eventual;
    dx_bitset *truth; // by node: the types where it holds; no bits: not yet
    size_t truths;    // room in `truth`
    uint32_t *bodies; // by type: which boxes have a true body there
    dx_bitset alive;
    dx_bitset visited; // nodes
    double end;
} elimination;

static bool is_everywhere(const elimination *e, dx_node node)
{
    for (size_t i = 0; i < e->everywhere.count; i++)
        if (e->everywhere.at[i] == node)
            return true;
    return false;
}

// Counts on beyond what there is room for, to say how many there are.
static void add_basic(elimination *e, dx_node node)
{
    unsigned i = 0,
             known = e->basic_count < BASIC_MAX ? e->basic_count : BASIC_MAX;
    while (i < known && e->basic[i] != node)
        i++;
    if (i < known)
        return;
    if (i < BASIC_MAX)
        e->basic[i] = node;
    if (i < BASIC_MAX && is_everywhere(e, node))
        e->forced |= UINT32_C(1) << i;
    else
        e->free_count++;
    e->basic_count++;
}

// ---- What is true everywhere

// Is `part` the node, or a conjunct of it?
static bool has_conjunct(const dx_core *core, dx_node node, dx_node part)
{
    if (node == part)
        return true;
    for (size_t i = 0; dx_core_kind_of(core, node) == DX_CORE_AND &&
                       i < dx_core_count(core, node);
         i++)
        if (has_conjunct(core, dx_core_part(core, node, i), part))
            return true;
    return false;
}

// The agents through whose boxes, among the conjuncts of `node`, `always` is
// handed on.
static uint64_t hands_on(const dx_core *core, dx_node node, dx_node always)
{
    uint64_t agents = 0;
    if (dx_core_kind_of(core, node) == DX_CORE_AND)
        for (size_t i = 0; i < dx_core_count(core, node); i++)
            agents |= hands_on(core, dx_core_part(core, node, i), always);
    if (dx_core_kind_of(core, node) == DX_CORE_BOX &&
        has_conjunct(core, dx_core_part(core, node, 0), always))
        agents |= dx_core_set(core, node);
    return agents;
}

static void add_conjuncts(elimination *e, dx_node node)
{
    if (dx_core_kind_of(e->core, node) != DX_CORE_AND) {
        dx_vector_push(&e->everywhere, node);
        return;
    }
    for (size_t i = 0; i < dx_core_count(e->core, node); i++)
        add_conjuncts(e, dx_core_part(e->core, node, i));
}

// Finds the fixpoints among the conjuncts of `node` that every agent hands on:
// true here, they and all that they unfold to are true wherever anybody gets.
static void find_everywhere(elimination *e, dx_node node)
{
    dx_core_kind kind = dx_core_kind_of(e->core, node);
    if (kind == DX_CORE_AND)
        for (size_t i = 0; i < dx_core_count(e->core, node); i++)
            find_everywhere(e, dx_core_part(e->core, node, i));
    if (kind != DX_CORE_ALWAYS)
        return;
    size_t agents = dx_core_agents(e->core);
    uint64_t all = agents < 64 ? (UINT64_C(1) << agents) - 1 : UINT64_MAX;
    dx_node unfolding = dx_core_unfolding(e->core, node);
    if (hands_on(e->core, unfolding, node) == all)
        add_conjuncts(e, unfolding);
}

// ---- Types

// Finds the basic nodes below `node`.  Diamonds count as the boxes that they
// negate.
static void collect(elimination *e, dx_node node)
{
    if (dx_bitset_has(&e->visited, node))
        return;
    dx_bitset_add(&e->visited, node);
    switch (dx_core_kind_of(e->core, node)) {
    case DX_CORE_ATOM:
        add_basic(e, node);
        break;
    case DX_CORE_NOT_ATOM:
    case DX_CORE_DIAMOND:
        collect(e, dx_core_not(e->core, node));
        break;
    case DX_CORE_BOX:
        add_basic(e, node);
        collect(e, dx_core_part(e->core, node, 0));
        break;
    case DX_CORE_EVENTUALLY:
        dx_vector_push(&e->eventual, node);
        collect(e, dx_core_unfolding(e->core, node));
        break;
    case DX_CORE_ALWAYS:
        dx_vector_push(&e->eventual, dx_core_not(e->core, node));
        collect(e, dx_core_unfolding(e->core, node));
        break;
    default:
        for (size_t i = 0; i < dx_core_count(e->core, node); i++)
            collect(e, dx_core_part(e->core, node, i));
    }
}

static const dx_bitset *truth_of(elimination *e, dx_node node);

static void fill_basic(elimination *e, dx_node node, dx_bitset *set)
{
    unsigned i = 0;
    while (e->basic[i] != node)
        assert(i < e->basic_count), i++;
    for (size_t type = 0; type < set->size; type++)
        if (e->value[type] >> i & 1)
            dx_bitset_add(set, type);
}

static void fill_junction(elimination *e, dx_node node, dx_bitset *set)
{
    bool is_and = dx_core_kind_of(e->core, node) == DX_CORE_AND;
    if (is_and)
        dx_bitset_fill(set);
    for (size_t i = 0; i < dx_core_count(e->core, node); i++) {
        const dx_bitset *part = truth_of(e, dx_core_part(e->core, node, i));
        if (is_and)
            dx_bitset_and(set, part);
        else
            dx_bitset_or(set, part);
    }
}

// The types in which `node` is true.
static const dx_bitset *truth_of(elimination *e, dx_node node)
{
    assert(node < e->truths);
    if (e->truth[node].word != NULL)
        return &e->truth[node];
    dx_bitset set = dx_bitset_new((size_t)1 << e->free_count);
    switch (dx_core_kind_of(e->core, node)) {
    case DX_CORE_FALSE:
        break;
    case DX_CORE_TRUE:
        dx_bitset_fill(&set);
        break;
    case DX_CORE_ATOM:
    case DX_CORE_BOX:
        fill_basic(e, node, &set);
        break;
    case DX_CORE_NOT_ATOM:
    case DX_CORE_DIAMOND:
        dx_bitset_assign(&set, truth_of(e, dx_core_not(e->core, node)));
        dx_bitset_flip(&set);
        break;
    case DX_CORE_AND:
    case DX_CORE_OR:
        fill_junction(e, node, &set);
        break;
    case DX_CORE_ALWAYS:
    case DX_CORE_EVENTUALLY:
        dx_bitset_assign(&set, truth_of(e, dx_core_unfolding(e->core, node)));
        break;
    }
    e->truth[node] = set;
    return &e->truth[node];
}

static bool is_box(const elimination *e, unsigned i)
{
    return dx_core_kind_of(e->core, e->basic[i]) == DX_CORE_BOX;
}

static void find_bodies(elimination *e)
{
    assert(e->basic_count <= BASIC_MAX && e->free_count <= FREE_MAX);
    size_t types = (size_t)1 << e->free_count;
    e->bodies = dx_alloc(types, sizeof *e->bodies);
    for (unsigned i = 0; i < e->basic_count; i++) {
        if (!is_box(e, i))
            continue;
        for (size_t a = 0; a < dx_core_agents(e->core); a++)
            if (dx_core_set(e->core, e->basic[i]) >> a & 1)
                e->agent_mask[a] |= UINT32_C(1) << i;
        const dx_bitset *body =
            truth_of(e, dx_core_part(e->core, e->basic[i], 0));
        for (size_t t = 0; t < types; t++)
            if (dx_bitset_has(body, t))
                e->bodies[t] |= UINT32_C(1) << i;
    }
}

// May the agent step from type t to type u, as far as it alone goes?
static bool steps_alone(const elimination *e, size_t agent, size_t t, size_t u)
{
    uint32_t mask = e->agent_mask[agent];
    uint32_t boxes = e->value[t] & mask, others = e->value[u] & mask;
    if (boxes & ~e->bodies[u])
        return false;
    if ((e->logic & DX_TRANSITIVE) && (boxes & ~others))
        return false;
    if ((e->logic & DX_EUCLIDEAN) && boxes != others)
        return false;
    return !(e->logic & DX_SYMMETRIC) || !(others & ~e->bodies[t]);
}

// May the agent step from type t to type u?  A step of one degree of belief is
// a step of the later ones too, where they are ordered.
static bool steps(const elimination *e, size_t agent, size_t t, size_t u)
{
    if (!steps_alone(e, agent, t, u))
        return false;
    if (!(e->logic & DX_JOINT))
        return true;
    for (size_t a = 0; a < dx_core_agents(e->core); a++) {
        uint32_t boxes = e->value[t] & e->agent_mask[a];
        uint32_t others = e->value[u] & e->agent_mask[a];
        if (((e->logic & DX_STRONG_4) && (boxes & ~others)) ||
            ((e->logic & DX_STRONG_5) && boxes != others) ||
            ((e->logic & DX_ORDERED) && a > agent && !steps_alone(e, a, t, u)))
            return false;
    }
    return true;
}

// A type that can keep its promises now: a step to a counterexample for each
// false box, a step at all where there must be one.
static bool keeps(const elimination *e, size_t t)
{
    for (size_t a = 0; a < dx_core_agents(e->core); a++) {
        uint32_t missing = e->agent_mask[a] & ~e->value[t];
        bool has_step = false;
        for (size_t u = dx_bitset_next(&e->alive, 0); u < e->alive.size;
             u = dx_bitset_next(&e->alive, u + 1)) {
            if (!steps(e, a, t, u))
                continue;
            has_step = true;
            missing &= e->bodies[u];
            if (missing == 0)
                break;
        }
        if (missing != 0 || (!has_step && (e->logic & DX_SERIAL)))
            return false;
    }
    return true;
}

// Is `node`, in which `wanted` occurs, true at t if `wanted` is true exactly
// in the types of `real`?  Only forms that negated common knowledge and
// negated stars unfold to are looked into; others are taken at their word.
static bool is_real(elimination *e, dx_node node, size_t t, dx_node wanted,
                    const dx_bitset *real)
{
    if (node == wanted)
        return dx_bitset_has(real, t);
    if (!dx_bitset_has(truth_of(e, node), t))
        return false;
    dx_core_kind kind = dx_core_kind_of(e->core, node);
    if (kind == DX_CORE_AND || kind == DX_CORE_OR) {
        for (size_t i = 0; i < dx_core_count(e->core, node); i++)
            if (is_real(e, dx_core_part(e->core, node, i), t, wanted, real) ==
                (kind == DX_CORE_OR))
                return kind == DX_CORE_OR;
        return kind == DX_CORE_AND;
    }
    if (kind != DX_CORE_DIAMOND)
        return true;
    uint64_t set = dx_core_set(e->core, node);
    assert((set & (set - 1)) == 0); // groups are not for this procedure
    size_t agent = (size_t)__builtin_ctzll(set);
    for (size_t u = dx_bitset_next(&e->alive, 0); u < e->alive.size;
         u = dx_bitset_next(&e->alive, u + 1))
        if (steps(e, agent, t, u) &&
            is_real(e, dx_core_part(e->core, node, 0), u, wanted, real))
            return true;
    return false;
}

// Removes the types that promise `wanted` and never get there.
static bool eliminate_eventual(elimination *e, dx_node wanted)
{
    dx_bitset real = dx_bitset_new(e->alive.size);
    dx_bitset open = dx_bitset_copy(&e->alive);
    dx_bitset_and(&open, truth_of(e, wanted));
    dx_node unfolding = dx_core_unfolding(e->core, wanted);
    for (bool changed = true; changed && !dx_is_past(e->end);) {
        changed = false;
        for (size_t t = dx_bitset_next(&open, 0); t < open.size;
             t = dx_bitset_next(&open, t + 1))
            if (is_real(e, unfolding, t, wanted, &real)) {
                dx_bitset_add(&real, t);
                dx_bitset_remove(&open, t);
                changed = true;
            }
    }
    assert(dx_bitset_within(&real, &e->alive));
    bool any = !dx_bitset_is_empty(&open);
    dx_bitset_minus(&e->alive, &open);
    dx_bitset_release(&real);
    dx_bitset_release(&open);
    return any;
}

static bool eliminate_once(elimination *e)
{
    bool changed = false;
    for (size_t t = dx_bitset_next(&e->alive, 0);
         t < e->alive.size && !dx_is_past(e->end);
         t = dx_bitset_next(&e->alive, t + 1))
        if (!keeps(e, t)) {
            dx_bitset_remove(&e->alive, t);
            changed = true;
        }
    for (size_t i = 0; i < e->eventual.count && !changed; i++)
        changed = eliminate_eventual(e, e->eventual.at[i]);
    return changed;
}

// The bits of a type's number are spread over the places that are not forced.
static void find_values(elimination *e)
{
    size_t types = (size_t)1 << e->free_count;
    e->value = dx_alloc(types, sizeof *e->value);
    for (size_t t = 0; t < types; t++) {
        unsigned next = 0;
        e->value[t] = e->forced;
        for (unsigned i = 0; i < e->basic_count; i++)
            if (!(e->forced >> i & 1))
                e->value[t] |= (uint32_t)(t >> next++ & 1) << i;
    }
}

// All types, but for those that break T by themselves.
static void start(elimination *e)
{
    find_values(e);
    find_bodies(e);
    e->alive = dx_bitset_new((size_t)1 << e->free_count);
    for (size_t t = 0; t < e->alive.size; t++) {
        bool is_fine = true;
        for (size_t a = 0; a < dx_core_agents(e->core); a++)
            if ((e->logic & DX_REFLEXIVE) && !steps(e, a, t, t))
                is_fine = false;
        if (is_fine)
            dx_bitset_add(&e->alive, t);
    }
}

// The types that can be reached from `root`, in the order they are met; 0 if
// they are too many.
static size_t find_reached(const elimination *e, size_t root, uint32_t *order)
{
    dx_bitset met = dx_bitset_new(e->alive.size);
    size_t count = 1;
    order[0] = (uint32_t)root;
    dx_bitset_add(&met, root);
    for (size_t i = 0; i < count && count <= DX_DRAFT_WORLDS_MAX; i++)
        for (size_t u = dx_bitset_next(&e->alive, 0); u < e->alive.size;
             u = dx_bitset_next(&e->alive, u + 1)) {
            bool is_next = false;
            for (size_t a = 0; a < dx_core_agents(e->core); a++)
                is_next = is_next || steps(e, a, order[i], u);
            if (!is_next || dx_bitset_has(&met, u))
                continue;
            dx_bitset_add(&met, u);
            order[count++] = (uint32_t)u;
        }
    dx_bitset_release(&met);
    return count <= DX_DRAFT_WORLDS_MAX ? count : 0;
}

static dx_draft draw(const elimination *e, size_t count, const uint32_t *order)
{
    dx_draft s =
        dx_draft_new(count, dx_core_agents(e->core), dx_core_atoms(e->core));
    for (size_t a = 0; a < s.agents; a++)
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < count; k++)
                if (steps(e, a, order[i], order[k]))
                    dx_bitset_add(&s.step[a * count + i], k);
    for (unsigned b = 0; b < e->basic_count; b++) {
        if (is_box(e, b))
            continue;
        size_t atom = dx_core_atom_of(e->core, e->basic[b]);
        for (size_t i = 0; i < count; i++)
            if (e->value[order[i]] >> b & 1)
                dx_bitset_add(&s.holds[atom], i);
    }
    return s;
}

static dx_outcome answer(elimination *e, dx_node formula, dx_draft *out)
{
    const dx_bitset *where = truth_of(e, formula);
    size_t root = dx_bitset_next(&e->alive, 0);
    while (root < e->alive.size && !dx_bitset_has(where, root))
        root = dx_bitset_next(&e->alive, root + 1);
    if (root >= e->alive.size)
        return DX_UNSATISFIABLE;
    assert(dx_bitset_has(&e->alive, root));
    uint32_t *order = dx_alloc(e->alive.size, sizeof *order);
    size_t count = find_reached(e, root, order);
    if (count > 0)
        *out = draw(e, count, order);
    dx_free(order);
    return count > 0 ? DX_SATISFIABLE : DX_UNDECIDED;
}

static void release(elimination *e)
{
    for (size_t i = 0; i < e->truths; i++)
        if (e->truth[i].word != NULL)
            dx_bitset_release(&e->truth[i]);
    dx_free(e->truth);
    dx_free(e->bodies);
    dx_free(e->value);
    dx_vector_release(&e->everywhere);
    dx_bitset_release(&e->alive);
    dx_bitset_release(&e->visited);
    dx_vector_release(&e->eventual);
}

static dx_outcome run(elimination *e, dx_node formula, dx_draft *out)
{
    find_everywhere(e, formula);
    collect(e, formula);
    if (e->free_count > e->free_max || e->basic_count > BASIC_MAX)
        return DX_UNDECIDED;
    start(e);
    while (eliminate_once(e) && !dx_is_past(e->end))
        continue;
    if (dx_is_past(e->end))
        return DX_UNDECIDED;
    return answer(e, formula, out);
}

dx_outcome dx_types(const dx_problem *question, dx_draft *out_draft)
{
    dx_logic logic = question->logic;
    dx_hardness own,
        *hardness = question->hardness != NULL ? question->hardness : &own;
    *hardness = (dx_hardness){.has_groups = dx_core_has_groups(question->core),
                              .is_euclidean = (logic & DX_EUCLIDEAN) &&
                                              !(logic & DX_TRANSITIVE)};
    if (hardness->has_groups || hardness->is_euclidean)
        return DX_UNDECIDED;
    // Walking makes the negations that are still missing, one a node.
    size_t room = dx_core_nodes(question->core) * 4 + 1000;
    elimination e = {.core = question->core,
                     .logic = logic,
                     .free_max = question->basic_max < FREE_MAX
                                     ? question->basic_max
                                     : FREE_MAX,
                     .truths = room,
                     .visited = dx_bitset_new(room),
                     .end = dx_cpu_seconds() + question->seconds_max};
    e.truth = dx_alloc(e.truths, sizeof *e.truth);
    dx_outcome verdict = run(&e, question->formula, out_draft);
    if (e.value == NULL) // it was never started
        hardness->basic_count = e.free_count;
    release(&e);
    return verdict;
}
