// Satisfiability by worlds on demand.
//
// The unknown model is unravelled into a tree of worlds, and what holds there
// becomes a set of clauses: variable (w, f) says that f must hold at world w.
// The rules of proof/rules.h are clauses between neighbours.  A child for a
// diamond is only made when the solver's current solution needs it:
//
//     solve; read off which formulas are needed where; make a world for each
//     needed diamond that has none; repeat.
//
// All clauses are true of every model of the logic, unravelled, so "no
// solution" at any time means that the formula is unsatisfiable; and a
// solution in which every needed diamond has its world is a model.  One
// solver holds all worlds, so that it learns across them.
//
// A diamond may also be met by a world that is already there and holds all
// that the new one would have to (this ends the search where relations are
// transitive, and keeps models small).  That needs nothing to flow back to a
// world from its successors, so not where relations are symmetric or
// Euclidean; there the depth of the tree is bounded by the nesting of the
// formula.

#include "base/clock.h"
#include "base/hash.h"
#include "base/heed.h"
#include "base/memory.h"
#include "proof/unravel_private.h"

#include <assert.h>

typedef dx_unravel_entry entry;
typedef dx_unravel_world world;

uint32_t dx_unravel_find(const dx_unravelling *s, uint32_t w, dx_node node)
{
    dx_probe probe = dx_index_probe(&s->index, dx_hash_add(w, node));
    uint32_t i;
    while ((i = dx_probe_next(&probe)) != DX_INDEX_NONE)
        if (s->entries.at[i].world == w && s->entries.at[i].node == node)
            return i;
    return DX_NOWHERE;
}

static uint32_t entry_of(dx_unravelling *s, uint32_t w, dx_node node);

// The literal of a new entry: an atom and its negation share a variable.
static int literal_for(dx_unravelling *s, uint32_t w, dx_node node)
{
    if (dx_core_kind_of(s->core, node) != DX_CORE_NOT_ATOM)
        return dx_sat_variable(s->sat);
    uint32_t atom = entry_of(s, w, dx_core_not(s->core, node));
    return -s->entries.at[atom].literal;
}

// A formula and its negation do not hold at the same world.  That would come
// out in the end, but with fixpoints there may be no end.
static void exclude_opposite(dx_unravelling *s, const entry *e)
{
    uint32_t other =
        dx_unravel_find(s, e->world, dx_core_not(s->core, e->node));
    if (other != DX_NOWHERE && s->entries.at[other].literal != -e->literal)
        dx_sat_add(s->sat, 2,
                   (int[]){-e->literal, -s->entries.at[other].literal});
}

static uint32_t entry_of(dx_unravelling *s, uint32_t w, dx_node node)
{
    uint32_t found = dx_unravel_find(s, w, node);
    if (found != DX_NOWHERE)
        return found;
    entry e = {.world = w, .node = node, .literal = literal_for(s, w, node)};
    uint32_t number = (uint32_t)s->entries.count;
    dx_index_add(&s->index, dx_hash_add(w, node), number);
    dx_vector_push(&s->entries, e);
    dx_vector_push(&s->fresh, number);
    exclude_opposite(s, &e);
    return number;
}

static int literal_of(dx_unravelling *s, uint32_t w, dx_node node)
{
    uint32_t number = entry_of(s, w, node);
    return s->entries.at[number].literal;
}

static void imply(dx_unravelling *s, int one, int other, int conclusion)
{
    assert(one != 0 && conclusion != 0);
    int clause[3] = {-one, conclusion, -other};
    dx_sat_add(s->sat, other != 0 ? 3 : 2, clause);
}

static uint64_t edge_above(const dx_unravelling *s, uint32_t w)
{
    uint32_t parent = s->worlds.at[w].parent;
    return parent == DX_NOWHERE ? 0 : s->worlds.at[parent].edge;
}

// For a box of `set` at world w.
bool dx_unravel_rule_fits(const dx_unravelling *s, const dx_proof_rule *rule,
                          uint32_t w, uint64_t set)
{
    uint64_t edge =
        rule->way == DX_UP ? edge_above(s, w) : s->worlds.at[w].edge;
    return dx_proof_rule_fits(rule, s->logic, set, edge);
}

// The clauses from the box `number` to one child.
static void box_to_child(dx_unravelling *s, uint32_t number, uint32_t child)
{
    entry box = s->entries.at[number];
    assert(s->worlds.at[child].parent == box.world);
    uint64_t set = dx_core_set(s->core, box.node);
    uint64_t edge = s->worlds.at[child].edge;
    for (size_t r = 0; r < dx_proof_rule_count; r++) {
        const dx_proof_rule *rule = &dx_proof_rules[r];
        if (rule->way != DX_DOWN || !dx_proof_rule_passes(rule, edge, set) ||
            !dx_unravel_rule_fits(s, rule, box.world, set))
            continue;
        dx_node gain = dx_proof_rule_conclusion(rule, s->core, box.node);
        imply(s, box.literal, s->worlds.at[child].exists,
              literal_of(s, child, gain));
    }
}

dx_node dx_unravel_successor(dx_unravelling *s, uint64_t set)
{
    return dx_core_diamond(s->core, set & -set, dx_core_truth(s->core, true));
}

// The clauses from the box `number` to its own world and to the parent.
static void box_here_and_up(dx_unravelling *s, uint32_t number)
{
    entry box = s->entries.at[number];
    uint64_t set = dx_core_set(s->core, box.node);
    world *here = &s->worlds.at[box.world];
    uint32_t parent = here->parent;
    uint64_t edge = here->edge;
    int exists = here->exists;
    uint64_t serial = dx_need_successor(s->logic, set, edge);
    for (; serial != 0; serial &= serial - 1)
        imply(s, box.literal, 0,
              literal_of(s, box.world, dx_unravel_successor(s, serial)));
    for (size_t r = 0; r < dx_proof_rule_count; r++) {
        const dx_proof_rule *rule = &dx_proof_rules[r];
        if (!dx_unravel_rule_fits(s, rule, box.world, set))
            continue;
        dx_node gain = dx_proof_rule_conclusion(rule, s->core, box.node);
        if (rule->way == DX_HERE)
            imply(s, box.literal, 0, literal_of(s, box.world, gain));
        else if (rule->way == DX_UP && parent != DX_NOWHERE &&
                 dx_proof_rule_passes(rule, edge, set))
            imply(s, box.literal, exists, literal_of(s, parent, gain));
    }
}

static void add_box(dx_unravelling *s, uint32_t number)
{
    uint32_t w = s->entries.at[number].world;
    box_here_and_up(s, number);
    dx_vector_push(&s->worlds.at[w].boxes, number);
    for (size_t i = 0; i < s->worlds.at[w].children.count; i++)
        box_to_child(s, number, s->worlds.at[w].children.at[i]);
}

bool dx_unravel_moves_up(const dx_unravelling *s, const entry *diamond)
{
    return dx_diamond_moves(s->logic, dx_core_set(s->core, diamond->node),
                            s->worlds.at[diamond->world].edge,
                            edge_above(s, diamond->world));
}

static void add_junction(dx_unravelling *s, entry e)
{
    bool is_and = dx_core_kind_of(s->core, e.node) == DX_CORE_AND;
    DX_VECTOR(int) clause = {0};
    dx_vector_push(&clause, -e.literal);
    for (size_t i = 0; i < dx_core_count(s->core, e.node); i++) {
        int part = literal_of(s, e.world, dx_core_part(s->core, e.node, i));
        if (is_and)
            imply(s, e.literal, 0, part);
        else
            dx_vector_push(&clause, part);
    }
    if (!is_and)
        dx_sat_add(s->sat, clause.count, clause.at);
    dx_vector_release(&clause);
}

// What a formula says, as clauses.
static void add_clauses(dx_unravelling *s, uint32_t number)
{
    entry e = s->entries.at[number];
    switch (dx_core_kind_of(s->core, e.node)) {
    case DX_CORE_FALSE:
        dx_sat_add(s->sat, 1, (int[]){-e.literal});
        break;
    case DX_CORE_AND:
    case DX_CORE_OR:
        add_junction(s, e);
        break;
    case DX_CORE_BOX:
        add_box(s, number);
        break;
    case DX_CORE_DIAMOND:
        if (dx_unravel_moves_up(s, &e))
            imply(s, e.literal, 0,
                  literal_of(s, s->worlds.at[e.world].parent, e.node));
        break;
    case DX_CORE_ALWAYS:
    case DX_CORE_EVENTUALLY:
        imply(s, e.literal, 0,
              literal_of(s, e.world, dx_core_unfolding(s->core, e.node)));
        break;
    default:
        break;
    }
}

static void add_all_clauses(dx_unravelling *s)
{
    while (s->fresh.count > 0)
        add_clauses(s, s->fresh.at[--s->fresh.count]);
}

static uint32_t add_world(dx_unravelling *s, world w)
{
    assert((w.parent == DX_NOWHERE) == (s->worlds.count == 0));
    dx_vector_push(&s->worlds, w);
    return (uint32_t)s->worlds.count - 1;
}

static uint64_t made_hash(uint32_t parent, uint64_t set, dx_node body)
{
    return dx_hash_add(dx_hash_add(parent, set), body);
}

uint32_t dx_unravel_child(const dx_unravelling *s, const entry *diamond)
{
    uint64_t set = dx_core_set(s->core, diamond->node);
    dx_node body = dx_core_part(s->core, diamond->node, 0);
    dx_probe probe =
        dx_index_probe(&s->made, made_hash(diamond->world, set, body));
    uint32_t i;
    while ((i = dx_probe_next(&probe)) != DX_INDEX_NONE) {
        const world *child = &s->worlds.at[i];
        if (child->parent == diamond->world && child->set == set &&
            child->made_for == body)
            return i;
    }
    return DX_NOWHERE;
}

// Makes the world of a diamond.  The diamond can also be met at its own world
// (reflexive) or at the parent (symmetric): then the new one is not used.
static void make_child(dx_unravelling *s, uint32_t diamond)
{
    entry e = s->entries.at[diamond];
    uint64_t set = dx_core_set(s->core, e.node);
    uint64_t edge = dx_proof_edge(s->core, s->logic, set);
    dx_node body = dx_core_part(s->core, e.node, 0);
    assert(dx_core_kind_of(s->core, e.node) == DX_CORE_DIAMOND);
    assert(dx_unravel_child(s, &e) == DX_NOWHERE); // made once
    int exists = dx_sat_variable(s->sat);
    uint32_t child = add_world(s, (world){.parent = e.world,
                                          .edge = edge,
                                          .set = set,
                                          .made_for = body,
                                          .exists = exists});
    dx_vector_push(&s->worlds.at[e.world].children, child);
    dx_index_add(&s->made, made_hash(e.world, set, body), child);
    int clause[4] = {-e.literal, exists};
    size_t count = 2;
    if (s->logic & DX_REFLEXIVE)
        clause[count++] = literal_of(s, e.world, body);
    const world *here = &s->worlds.at[e.world];
    if ((s->logic & DX_SYMMETRIC) && here->parent != DX_NOWHERE &&
        dx_covers(here->edge, set))
        clause[count++] = literal_of(s, here->parent, body);
    dx_sat_add(s->sat, count, clause);
    imply(s, exists, 0, literal_of(s, child, body));
    for (size_t i = 0; i < s->worlds.at[e.world].boxes.count; i++)
        box_to_child(s, s->worlds.at[e.world].boxes.at[i], child);
}

// Makes the worlds that were missing; false if there would be too many.
static bool extend(dx_unravelling *s)
{
    if (s->worlds.count + s->unmet.count > s->question->worlds_max ||
        dx_is_past(s->end))
        return false;
    for (size_t i = 0; i < s->unmet.count; i++)
        make_child(s, s->unmet.at[i]);
    return true;
}

static dx_outcome run(dx_unravelling *s, dx_draft *out)
{
    int root = literal_of(s, 0, s->question->formula);
    dx_sat_add(s->sat, 1, &root);
    for (;;) {
        add_all_clauses(s);
        bool has_solution;
        dx_sat_limits limits = {.end = s->end};
        if (dx_sat_solve(s->sat, 0, NULL, &limits, &has_solution, NULL) !=
            DX_OK)
            return DX_UNDECIDED;
        if (!has_solution)
            return DX_UNSATISFIABLE;
        if (!dx_unravel_read(s))
            return DX_UNDECIDED;
        if (s->unmet.count == 0)
            return dx_unravel_draw(s, out) ? DX_SATISFIABLE : DX_UNDECIDED;
        if (!extend(s))
            return DX_UNDECIDED;
    }
}

static void release(dx_unravelling *s)
{
    for (size_t w = 0; w < s->worlds.count; w++) {
        dx_vector_release(&s->worlds.at[w].children);
        dx_vector_release(&s->worlds.at[w].boxes);
        dx_vector_release(&s->worlds.at[w].needs);
    }
    dx_vector_release(&s->worlds);
    dx_vector_release(&s->entries);
    dx_vector_release(&s->fresh);
    dx_vector_release(&s->agenda);
    dx_vector_release(&s->diamonds);
    dx_vector_release(&s->unmet);
    dx_vector_release(&s->shortcuts);
    for (size_t i = 0; i < s->holders.count; i++)
        dx_vector_release(&s->holders.at[i]);
    dx_vector_release(&s->holders);
    dx_index_release(&s->index);
    dx_index_release(&s->made);
    dx_sat_free(s->sat);
}

dx_outcome dx_unravel(const dx_problem *question, dx_draft *out_draft)
{
    dx_unravelling s = {.question = question,
                        .core = question->core,
                        .logic = question->logic,
                        .sat = dx_sat_new(),
                        .end = dx_cpu_seconds() + question->seconds_max};
    add_world(&s, (world){.parent = DX_NOWHERE});
    dx_outcome verdict = run(&s, out_draft);
    release(&s);
    return verdict;
}
