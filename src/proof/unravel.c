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

#include "base/hash.h"
#include "base/memory.h"
#include "base/vector.h"
#include "proof/procedure.h"
#include "proof/rules.h"
#include "sat/solver.h"

#include <assert.h>
#include <time.h>

#define NOBODY UINT32_MAX

// A formula at a world: its literal.  Every entry is one the clauses mention.
typedef struct entry {
    uint32_t world;
    dx_node node;
    int literal;
    bool needed; // in the solution that is being read
} entry;

typedef struct world {
    uint32_t parent;
    uint64_t edge;    // the agents of the edge from the parent; 0 at the root
    dx_node made_for; // the body of the diamond
    int exists;       // literal: the solution uses this world; 0 at the root
    bool alive;       // in the solution that is being read
    DX_VECTOR(uint32_t) children;
    DX_VECTOR(uint32_t) boxes; // entries
    DX_VECTOR(uint32_t) needs; // entries needed in the solution being read
} world;

// A diamond met by a world of the tree that was made for something else.
typedef struct shortcut {
    uint32_t diamond; // an entry
    uint32_t to;
} shortcut;

typedef struct search {
    const dx_question *question;
    dx_core *core;
    dx_logic logic;
    dx_sat *sat;
    DX_VECTOR(world) worlds;
    DX_VECTOR(entry) entries;
    uint32_t *slot; // entry + 1
    size_t slot_count;
    DX_VECTOR(uint32_t) fresh;    // entries whose clauses are still to be made
    DX_VECTOR(uint32_t) agenda;   // needed entries still to be looked at
    DX_VECTOR(uint32_t) diamonds; // needed diamonds still to be met
    DX_VECTOR(uint32_t) unmet;    // diamonds for which a world must be made
    DX_VECTOR(shortcut) shortcuts;
    double end;
} search;

static size_t slot_of(const search *s, uint32_t w, dx_node node)
{
    size_t i = (size_t)dx_hash_add(w, node) & (s->slot_count - 1);
    while (s->slot[i] != 0) {
        const entry *e = &s->entries.at[s->slot[i] - 1];
        if (e->world == w && e->node == node)
            break;
        i = (i + 1) & (s->slot_count - 1);
    }
    return i;
}

static void grow(search *s)
{
    s->slot_count *= 2;
    dx_free(s->slot);
    s->slot = dx_alloc(s->slot_count, sizeof *s->slot);
    for (size_t i = 0; i < s->entries.count; i++) {
        const entry *e = &s->entries.at[i];
        s->slot[slot_of(s, e->world, e->node)] = (uint32_t)i + 1;
    }
}

static uint32_t find_entry(const search *s, uint32_t w, dx_node node)
{
    size_t slot = slot_of(s, w, node);
    return s->slot[slot] == 0 ? NOBODY : s->slot[slot] - 1;
}

static uint32_t entry_of(search *s, uint32_t w, dx_node node);

// The literal of a new entry: an atom and its negation share a variable.
static int literal_for(search *s, uint32_t w, dx_node node)
{
    if (dx_core_kind_of(s->core, node) != DX_CORE_NOT_ATOM)
        return dx_sat_variable(s->sat);
    uint32_t atom = entry_of(s, w, dx_core_not(s->core, node));
    return -s->entries.at[atom].literal;
}

static uint32_t entry_of(search *s, uint32_t w, dx_node node)
{
    uint32_t found = find_entry(s, w, node);
    if (found != NOBODY)
        return found;
    entry e = {.world = w, .node = node, .literal = literal_for(s, w, node)};
    dx_vector_push(&s->entries, e);
    uint32_t number = (uint32_t)s->entries.count - 1;
    s->slot[slot_of(s, w, node)] = number + 1;
    if (s->entries.count * 2 > s->slot_count)
        grow(s);
    dx_vector_push(&s->fresh, number);
    return number;
}

static int literal_of(search *s, uint32_t w, dx_node node)
{
    uint32_t number = entry_of(s, w, node);
    return s->entries.at[number].literal;
}

static void imply(search *s, int one, int other, int conclusion)
{
    int clause[3] = {-one, conclusion, -other};
    dx_sat_add(s->sat, other != 0 ? 3 : 2, clause);
}

static bool covers(uint64_t edge, uint64_t set)
{
    return (edge & set) == set;
}

static uint64_t edge_above(const search *s, uint32_t w)
{
    uint32_t parent = s->worlds.at[w].parent;
    return parent == NOBODY ? 0 : s->worlds.at[parent].edge;
}

// For a box of `set` at world w.
static bool rule_fits(const search *s, const dx_proof_rule *rule, uint32_t w,
                      uint64_t set)
{
    uint64_t edge =
        rule->way == DX_UP ? edge_above(s, w) : s->worlds.at[w].edge;
    return dx_proof_rule_fits(rule, s->logic, set, edge);
}

// The clauses from the box `number` to one child.
static void box_to_child(search *s, uint32_t number, uint32_t child)
{
    entry box = s->entries.at[number];
    uint64_t set = dx_core_set(s->core, box.node);
    if (!covers(s->worlds.at[child].edge, set))
        return;
    for (size_t r = 0; r < dx_proof_rule_count; r++) {
        const dx_proof_rule *rule = &dx_proof_rules[r];
        if (rule->way != DX_DOWN || !rule_fits(s, rule, box.world, set))
            continue;
        dx_node gain = dx_proof_rule_conclusion(rule, s->core, box.node);
        imply(s, box.literal, s->worlds.at[child].exists,
              literal_of(s, child, gain));
    }
}

// "The first agent of `set` holds something possible."
static dx_node some_successor(search *s, uint64_t set)
{
    return dx_core_diamond(s->core, set & -set, dx_core_truth(s->core, true));
}

// The clauses from the box `number` to its own world and to the parent.
static void box_here_and_up(search *s, uint32_t number)
{
    entry box = s->entries.at[number];
    uint64_t set = dx_core_set(s->core, box.node);
    world *here = &s->worlds.at[box.world];
    uint32_t parent = here->parent;
    bool has_parent = parent != NOBODY && covers(here->edge, set);
    int exists = here->exists;
    uint64_t serial = dx_need_successor(s->logic, set, here->edge);
    for (; serial != 0; serial &= serial - 1)
        imply(s, box.literal, 0,
              literal_of(s, box.world, some_successor(s, serial)));
    for (size_t r = 0; r < dx_proof_rule_count; r++) {
        const dx_proof_rule *rule = &dx_proof_rules[r];
        if (!rule_fits(s, rule, box.world, set))
            continue;
        dx_node gain = dx_proof_rule_conclusion(rule, s->core, box.node);
        if (rule->way == DX_HERE)
            imply(s, box.literal, 0, literal_of(s, box.world, gain));
        else if (rule->way == DX_UP && has_parent)
            imply(s, box.literal, exists, literal_of(s, parent, gain));
    }
}

static void add_box(search *s, uint32_t number)
{
    uint32_t w = s->entries.at[number].world;
    box_here_and_up(s, number);
    dx_vector_push(&s->worlds.at[w].boxes, number);
    for (size_t i = 0; i < s->worlds.at[w].children.count; i++)
        box_to_child(s, number, s->worlds.at[w].children.at[i]);
}

static bool moves_up(const search *s, const entry *diamond)
{
    return dx_diamond_moves(s->logic, dx_core_set(s->core, diamond->node),
                            s->worlds.at[diamond->world].edge,
                            edge_above(s, diamond->world));
}

static void add_junction(search *s, entry e)
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
static void add_clauses(search *s, uint32_t number)
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
        if (moves_up(s, &e))
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

static void add_all_clauses(search *s)
{
    while (s->fresh.count > 0)
        add_clauses(s, s->fresh.at[--s->fresh.count]);
}

static uint32_t add_world(search *s, world w)
{
    dx_vector_push(&s->worlds, w);
    return (uint32_t)s->worlds.count - 1;
}

static uint32_t child_for(const search *s, const entry *diamond)
{
    uint64_t set = dx_core_set(s->core, diamond->node);
    dx_node body = dx_core_part(s->core, diamond->node, 0);
    const world *here = &s->worlds.at[diamond->world];
    for (size_t i = 0; i < here->children.count; i++) {
        const world *child = &s->worlds.at[here->children.at[i]];
        if (child->edge == set && child->made_for == body)
            return here->children.at[i];
    }
    return NOBODY;
}

// Makes the world of a diamond.  The diamond can also be met at its own world
// (reflexive) or at the parent (symmetric): then the new one is not used.
static void make_child(search *s, uint32_t diamond)
{
    entry e = s->entries.at[diamond];
    uint64_t set = dx_core_set(s->core, e.node);
    dx_node body = dx_core_part(s->core, e.node, 0);
    int exists = dx_sat_variable(s->sat);
    uint32_t child = add_world(s, (world){.parent = e.world,
                                          .edge = set,
                                          .made_for = body,
                                          .exists = exists});
    dx_vector_push(&s->worlds.at[e.world].children, child);
    int clause[4] = {-e.literal, exists};
    size_t count = 2;
    if (s->logic & DX_REFLEXIVE)
        clause[count++] = literal_of(s, e.world, body);
    const world *here = &s->worlds.at[e.world];
    if ((s->logic & DX_SYMMETRIC) && here->parent != NOBODY &&
        covers(here->edge, set))
        clause[count++] = literal_of(s, here->parent, body);
    dx_sat_add(s->sat, count, clause);
    imply(s, exists, 0, literal_of(s, child, body));
    for (size_t i = 0; i < s->worlds.at[e.world].boxes.count; i++)
        box_to_child(s, s->worlds.at[e.world].boxes.at[i], child);
}

// Reading a solution: which formulas are needed where.

static bool is_true(const search *s, uint32_t number)
{
    return dx_sat_value(s->sat, s->entries.at[number].literal);
}

static bool is_needed(const search *s, uint32_t w, dx_node node)
{
    uint32_t number = find_entry(s, w, node);
    return number != NOBODY && s->entries.at[number].needed;
}

static void need(search *s, uint32_t w, dx_node node)
{
    uint32_t number = find_entry(s, w, node);
    assert(number != NOBODY);
    if (s->entries.at[number].needed)
        return;
    s->entries.at[number].needed = true;
    dx_vector_push(&s->worlds.at[w].needs, number);
    dx_vector_push(&s->agenda, number);
}

// One true part of a disjunction is enough: one that is needed anyway, or
// else one without a diamond, which would cost a world.
static void need_one(search *s, const entry *e)
{
    dx_node best = DX_FORMULA_NONE;
    bool best_is_diamond = false;
    for (size_t i = 0; i < dx_core_count(s->core, e->node); i++) {
        dx_node part = dx_core_part(s->core, e->node, i);
        uint32_t number = find_entry(s, e->world, part);
        if (!is_true(s, number))
            continue;
        if (s->entries.at[number].needed)
            return;
        bool is_diamond = dx_core_kind_of(s->core, part) == DX_CORE_DIAMOND;
        if (best == DX_FORMULA_NONE || (best_is_diamond && !is_diamond)) {
            best = part;
            best_is_diamond = is_diamond;
        }
    }
    assert(best != DX_FORMULA_NONE);
    need(s, e->world, best);
}

static void need_down(search *s, dx_node box, uint32_t from, uint32_t child)
{
    uint64_t set = dx_core_set(s->core, box);
    if (!s->worlds.at[child].alive || !covers(s->worlds.at[child].edge, set))
        return;
    for (size_t r = 0; r < dx_proof_rule_count; r++)
        if (dx_proof_rules[r].way == DX_DOWN &&
            rule_fits(s, &dx_proof_rules[r], from, set))
            need(s, child,
                 dx_proof_rule_conclusion(&dx_proof_rules[r], s->core, box));
}

static void need_box(search *s, const entry *e)
{
    uint64_t set = dx_core_set(s->core, e->node);
    const world *here = &s->worlds.at[e->world];
    bool has_parent = here->parent != NOBODY && covers(here->edge, set);
    uint64_t serial = dx_need_successor(s->logic, set, here->edge);
    for (; serial != 0; serial &= serial - 1)
        need(s, e->world, some_successor(s, serial));
    for (size_t r = 0; r < dx_proof_rule_count; r++) {
        const dx_proof_rule *rule = &dx_proof_rules[r];
        if (!rule_fits(s, rule, e->world, set))
            continue;
        dx_node gain = dx_proof_rule_conclusion(rule, s->core, e->node);
        if (rule->way == DX_HERE)
            need(s, e->world, gain);
        else if (rule->way == DX_UP && has_parent)
            need(s, s->worlds.at[e->world].parent, gain);
    }
    for (size_t i = 0; i < s->worlds.at[e->world].children.count; i++)
        need_down(s, e->node, e->world, s->worlds.at[e->world].children.at[i]);
}

static void look_at(search *s, uint32_t number)
{
    entry e = s->entries.at[number];
    switch (dx_core_kind_of(s->core, e.node)) {
    case DX_CORE_AND:
        for (size_t i = 0; i < dx_core_count(s->core, e.node); i++)
            need(s, e.world, dx_core_part(s->core, e.node, i));
        break;
    case DX_CORE_OR:
        need_one(s, &e);
        break;
    case DX_CORE_BOX:
        need_box(s, &e);
        break;
    case DX_CORE_DIAMOND:
        if (moves_up(s, &e))
            need(s, s->worlds.at[e.world].parent, e.node);
        else
            dx_vector_push(&s->diamonds, number);
        break;
    case DX_CORE_ALWAYS:
    case DX_CORE_EVENTUALLY:
        need(s, e.world, dx_core_unfolding(s->core, e.node));
        break;
    default:
        break;
    }
}

// Does `to` hold all that a new world for this diamond would have to?
static bool could_meet(search *s, const entry *diamond, uint32_t to)
{
    uint64_t set = dx_core_set(s->core, diamond->node);
    uint64_t concerns = dx_shortcut_concerns(s->core, s->logic, set);
    const world *from = &s->worlds.at[diamond->world];
    if (!s->worlds.at[to].alive ||
        !is_needed(s, to, dx_core_part(s->core, diamond->node, 0)))
        return false;
    for (size_t i = 0; i < from->needs.count; i++) {
        dx_node box = s->entries.at[from->needs.at[i]].node;
        if (dx_core_kind_of(s->core, box) != DX_CORE_BOX ||
            !covers(concerns, dx_core_set(s->core, box)))
            continue;
        for (size_t r = 0; r < dx_proof_rule_count; r++)
            if (dx_proof_rules[r].way == DX_DOWN &&
                rule_fits(s, &dx_proof_rules[r], diamond->world, set) &&
                !is_needed(
                    s, to,
                    dx_proof_rule_conclusion(&dx_proof_rules[r], s->core, box)))
                return false;
    }
    return true;
}

// Would a shortcut put off for ever what has to happen eventually?
static bool is_eventuality(search *s, dx_node node)
{
    dx_core_kind kind = dx_core_kind_of(s->core, node);
    if (kind != DX_CORE_AND && kind != DX_CORE_OR)
        return kind == DX_CORE_EVENTUALLY;
    for (size_t i = 0; i < dx_core_count(s->core, node); i++)
        if (is_eventuality(s, dx_core_part(s->core, node, i)))
            return true;
    return false;
}

static bool take_shortcut(search *s, uint32_t number)
{
    entry e = s->entries.at[number];
    if (dx_shortcut_concerns(s->core, s->logic, 1) == 0 ||
        is_eventuality(s, dx_core_part(s->core, e.node, 0)))
        return false;
    for (uint32_t w = 0; w < s->worlds.count; w++)
        if (could_meet(s, &e, w)) {
            dx_vector_push(&s->shortcuts, (shortcut){number, w});
            return true;
        }
    return false;
}

// A world may have come to need more boxes since it took a shortcut.  Puts
// the diamonds whose shortcut no longer serves back; false if there are none.
static bool check_shortcuts(search *s)
{
    size_t kept = 0, count = s->shortcuts.count;
    for (size_t i = 0; i < count; i++) {
        shortcut it = s->shortcuts.at[i];
        entry e = s->entries.at[it.diamond];
        if (could_meet(s, &e, it.to))
            s->shortcuts.at[kept++] = it;
        else
            dx_vector_push(&s->diamonds, it.diamond);
    }
    s->shortcuts.count = kept;
    return kept < count;
}

// Is a neighbour there already that holds the body of the diamond?
static bool is_met(const search *s, const entry *e)
{
    uint64_t set = dx_core_set(s->core, e->node);
    dx_node body = dx_core_part(s->core, e->node, 0);
    const world *here = &s->worlds.at[e->world];
    if ((s->logic & DX_REFLEXIVE) && is_needed(s, e->world, body))
        return true;
    if ((s->logic & DX_SYMMETRIC) && here->parent != NOBODY &&
        covers(here->edge, set) && is_needed(s, here->parent, body))
        return true;
    for (size_t i = 0; i < here->children.count; i++) {
        const world *child = &s->worlds.at[here->children.at[i]];
        if (child->alive && covers(child->edge, set) &&
            is_needed(s, here->children.at[i], body))
            return true;
    }
    return false;
}

static void wake(search *s, uint32_t child)
{
    if (s->worlds.at[child].alive)
        return;
    s->worlds.at[child].alive = true;
    uint32_t parent = s->worlds.at[child].parent;
    need(s, child, s->worlds.at[child].made_for);
    for (size_t i = 0; i < s->worlds.at[parent].needs.count; i++) {
        dx_node node = s->entries.at[s->worlds.at[parent].needs.at[i]].node;
        if (dx_core_kind_of(s->core, node) == DX_CORE_BOX)
            need_down(s, node, parent, child);
    }
}

static void meet(search *s, uint32_t number)
{
    entry e = s->entries.at[number];
    dx_node body = dx_core_part(s->core, e.node, 0);
    if (is_met(s, &e) || take_shortcut(s, number))
        return;
    uint32_t child = child_for(s, &e);
    uint32_t parent = s->worlds.at[e.world].parent;
    if (child == NOBODY) {
        dx_vector_push(&s->unmet, number);
        return;
    }
    uint32_t here = find_entry(s, e.world, body);
    if ((s->logic & DX_REFLEXIVE) && here != NOBODY && is_true(s, here))
        need(s, e.world, body);
    else if (dx_sat_value(s->sat, s->worlds.at[child].exists))
        wake(s, child);
    else
        need(s, parent, body);
}

// Formulas first, then diamonds, oldest first: a world is complete, as far as
// its ancestors go, before its diamonds are met.
static void read_solution(search *s, dx_node root)
{
    for (size_t i = 0; i < s->entries.count; i++)
        s->entries.at[i].needed = false;
    for (size_t w = 0; w < s->worlds.count; w++) {
        s->worlds.at[w].alive = w == 0;
        s->worlds.at[w].needs.count = 0;
    }
    s->shortcuts.count = s->unmet.count = s->diamonds.count = 0;
    need(s, 0, root);
    for (size_t next = 0;;) {
        if (s->agenda.count > 0)
            look_at(s, s->agenda.at[--s->agenda.count]);
        else if (next < s->diamonds.count)
            meet(s, s->diamonds.at[next++]);
        else if (!check_shortcuts(s))
            return;
    }
}

static void sketch_step(dx_sketch *sketch, uint64_t set, size_t from, size_t to)
{
    for (size_t a = 0; a < sketch->agents; a++)
        if (set >> a & 1)
            dx_bitset_add(&sketch->step[a * sketch->worlds + from], to);
}

static void sketch_steps(const search *s, const uint32_t *number,
                         dx_sketch *sketch)
{
    for (size_t w = 1; w < s->worlds.count; w++)
        if (s->worlds.at[w].alive)
            sketch_step(sketch, s->worlds.at[w].edge,
                        number[s->worlds.at[w].parent], number[w]);
    for (size_t i = 0; i < s->shortcuts.count; i++) {
        const entry *e = &s->entries.at[s->shortcuts.at[i].diamond];
        sketch_step(sketch, dx_core_set(s->core, e->node), number[e->world],
                    number[s->shortcuts.at[i].to]);
    }
}

static bool draw(search *s, dx_sketch *out)
{
    uint32_t *number = dx_alloc(s->worlds.count, sizeof *number);
    size_t count = 0;
    for (size_t w = 0; w < s->worlds.count; w++)
        if (s->worlds.at[w].alive)
            number[w] = (uint32_t)count++;
    bool fits = count <= DX_SKETCH_WORLDS_MAX;
    if (fits) {
        *out = dx_sketch_new(count, dx_core_agents(s->core),
                             dx_core_atoms(s->core));
        sketch_steps(s, number, out);
        for (size_t i = 0; i < s->entries.count; i++) {
            const entry *e = &s->entries.at[i];
            if (dx_core_kind_of(s->core, e->node) == DX_CORE_ATOM &&
                s->worlds.at[e->world].alive &&
                dx_sat_value(s->sat, e->literal))
                dx_bitset_add(&out->holds[dx_core_atom_of(s->core, e->node)],
                              number[e->world]);
        }
        dx_sketch_close(out, s->logic);
    }
    dx_free(number);
    return fits;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Makes the worlds that were missing; false if there would be too many.
static bool extend(search *s)
{
    if (s->worlds.count + s->unmet.count > s->question->worlds_max ||
        now() >= s->end)
        return false;
    for (size_t i = 0; i < s->unmet.count; i++)
        make_child(s, s->unmet.at[i]);
    return true;
}

static dx_verdict run(search *s, dx_sketch *out)
{
    int root = literal_of(s, 0, s->question->formula);
    dx_sat_add(s->sat, 1, &root);
    for (;;) {
        add_all_clauses(s);
        bool has_solution;
        dx_sat_limits limits = {.seconds_max = s->end - now()};
        if (limits.seconds_max <= 0 ||
            dx_sat_solve(s->sat, 0, NULL, &limits, &has_solution, NULL) !=
                DX_OK)
            return DX_UNDECIDED;
        if (!has_solution)
            return DX_UNSATISFIABLE;
        read_solution(s, s->question->formula);
        if (s->unmet.count == 0)
            return draw(s, out) ? DX_SATISFIABLE : DX_UNDECIDED;
        if (!extend(s))
            return DX_UNDECIDED;
    }
}

static void release(search *s)
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
    dx_free(s->slot);
    dx_sat_free(s->sat);
}

dx_verdict dx_unravel(const dx_question *question, dx_sketch *out_sketch)
{
    search s = {.question = question,
                .core = question->core,
                .logic = question->logic,
                .sat = dx_sat_new(),
                .slot_count = 1024,
                .end = now() + question->seconds_max};
    s.slot = dx_alloc(s.slot_count, sizeof *s.slot);
    add_world(&s, (world){.parent = NOBODY});
    dx_verdict verdict = run(&s, out_sketch);
    release(&s);
    return verdict;
}
