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
// other procedures cannot, and for judging them.

#include "base/clock.h"
#include "base/memory.h"
#include "base/vector.h"
#include "proof/procedure.h"

#include <assert.h>

enum { BASIC_MAX = 14 };

typedef struct elimination {
    dx_core *core;
    dx_logic logic;
    // The nodes whose truth makes a type, atoms first; bit i of a type is
    // the truth of basic[i].
    dx_node basic[BASIC_MAX];
    unsigned basic_count, basic_max;
    bool too_many;
    uint32_t agent_mask[DX_CORE_AGENTS_MAX]; // the boxes of an agent
    DX_VECTOR(dx_node) eventual;
    dx_bitset *truth; // by node: the types where it holds; no bits: not yet
    size_t truths;    // room in `truth`
    uint32_t *bodies; // by type: which boxes have a true body there
    dx_bitset alive;
    dx_bitset visited; // nodes
    double end;
} elimination;

static void add_basic(elimination *e, dx_node node)
{
    for (unsigned i = 0; i < e->basic_count; i++)
        if (e->basic[i] == node)
            return;
    if (e->basic_count == e->basic_max)
        e->too_many = true;
    else
        e->basic[e->basic_count++] = node;
}

// Finds the basic nodes below `node`.  Diamonds count as the boxes that they
// negate.
static void collect(elimination *e, dx_node node)
{
    if (e->too_many || dx_bitset_has(&e->visited, node))
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
        if (type >> i & 1)
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
    dx_bitset set = dx_bitset_new((size_t)1 << e->basic_count);
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
    assert(e->basic_count <= BASIC_MAX);
    size_t types = (size_t)1 << e->basic_count;
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

// May the agent step from type t to type u?
static bool steps(const elimination *e, size_t agent, size_t t, size_t u)
{
    uint32_t mask = e->agent_mask[agent];
    uint32_t boxes = (uint32_t)t & mask, others = (uint32_t)u & mask;
    if (boxes & ~e->bodies[u])
        return false;
    if ((e->logic & DX_TRANSITIVE) && (boxes & ~others))
        return false;
    if ((e->logic & DX_EUCLIDEAN) && boxes != others)
        return false;
    return !(e->logic & DX_SYMMETRIC) || !(others & ~e->bodies[t]);
}

// A type that can keep its promises now: a step to a counterexample for each
// false box, a step at all where there must be one.
static bool keeps(const elimination *e, size_t t)
{
    for (size_t a = 0; a < dx_core_agents(e->core); a++) {
        uint32_t missing = e->agent_mask[a] & ~(uint32_t)t;
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
    for (bool changed = true; changed && dx_cpu_seconds() < e->end;) {
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
         t < e->alive.size && dx_cpu_seconds() < e->end;
         t = dx_bitset_next(&e->alive, t + 1))
        if (!keeps(e, t)) {
            dx_bitset_remove(&e->alive, t);
            changed = true;
        }
    for (size_t i = 0; i < e->eventual.count && !changed; i++)
        changed = eliminate_eventual(e, e->eventual.at[i]);
    return changed;
}

// All types, but for those that break T by themselves.
static void start(elimination *e)
{
    find_bodies(e);
    e->alive = dx_bitset_new((size_t)1 << e->basic_count);
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
            if (order[i] >> b & 1)
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
    dx_bitset_release(&e->alive);
    dx_bitset_release(&e->visited);
    dx_vector_release(&e->eventual);
}

static dx_outcome run(elimination *e, dx_node formula, dx_draft *out)
{
    collect(e, formula);
    if (e->too_many)
        return DX_UNDECIDED;
    start(e);
    while (eliminate_once(e) && dx_cpu_seconds() < e->end)
        continue;
    if (dx_cpu_seconds() >= e->end)
        return DX_UNDECIDED;
    return answer(e, formula, out);
}

dx_outcome dx_types(const dx_problem *question, dx_draft *out_draft)
{
    dx_logic logic = question->logic;
    if (dx_core_has_groups(question->core) ||
        ((logic & DX_EUCLIDEAN) && !(logic & DX_TRANSITIVE)))
        return DX_UNDECIDED;
    // Walking makes the negations that are still missing, one a node.
    size_t room = dx_core_nodes(question->core) * 4 + 1000;
    elimination e = {.core = question->core,
                     .logic = logic,
                     .basic_max = question->basic_max < BASIC_MAX
                                      ? question->basic_max
                                      : BASIC_MAX,
                     .truths = room,
                     .visited = dx_bitset_new(room),
                     .end = dx_cpu_seconds() + question->seconds_max};
    e.truth = dx_alloc(e.truths, sizeof *e.truth);
    dx_outcome verdict = run(&e, question->formula, out_draft);
    release(&e);
    return verdict;
}
