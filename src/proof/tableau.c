// The search for a closed tableau.
//
// Depth first, with a trail: the lines of the branch that is being worked on.
// Each line knows which open cases it depends on; when a branch closes without
// the help of its last case, the other cases of that disjunction need not be
// looked at (backjumping).  Disjunctions come before diamonds, those with the
// fewest possible cases first, so that a world is complete before others are
// made for it.
//
// This is for proofs that people read: the lines of the closed branches, with
// what they follow from, are kept for the outline.  Branches are exponentially
// many in the worst case and nothing is learnt from one for the next, so the
// search ends after `steps_max` lines, and unravel.c, with a solver that does
// learn, has to decide what is hard.

#include "proof/tableau.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/heed.h"
#include "base/index.h"
#include "base/memory.h"
#include "proof/rules.h"
#include "proof/tableau_private.h"

#include <assert.h>
#include <string.h>

#define NOBODY UINT32_MAX
enum { CASES_MAX = 255, CASE_WORDS = 4 };

// A set of open cases, by their depth.
typedef struct cases {
    uint64_t word[CASE_WORDS];
} cases;

typedef struct fact {
    uint32_t world;
    dx_node node;
    const char *rule;
    uint32_t from[2]; // facts
    cases depends;
    uint32_t number; // of the line, never used twice
} fact;

typedef struct world {
    uint32_t parent, first; // the fact that opened it
    uint64_t edge;
    cases depends;
} world;

typedef enum end { OPEN, CLOSED, LIMIT } end;

typedef struct search {
    dx_core *core;
    dx_logic logic;
    DX_VECTOR(fact) facts;
    DX_VECTOR(world) worlds;
    size_t next;       // the first fact that has not been worked on
    dx_index index;    // finds a fact by world and node
    uint32_t clash[2]; // facts; valid if has_clash
    bool has_clash;
    size_t steps, steps_max;
    double end;
} search;

static cases both(cases a, cases b)
{
    for (int i = 0; i < CASE_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

static bool has_case(const cases *c, unsigned depth)
{
    return c->word[depth / 64] >> (depth % 64) & 1;
}

static void put_case(cases *c, unsigned depth, bool in)
{
    assert(depth < 64 * CASE_WORDS);
    uint64_t bit = UINT64_C(1) << (depth % 64);
    if (in)
        c->word[depth / 64] |= bit;
    else
        c->word[depth / 64] &= ~bit;
}

static uint32_t find(const search *s, uint32_t w, dx_node node)
{
    dx_probe probe = dx_index_probe(&s->index, dx_hash_add(w, node));
    uint32_t i;
    while ((i = dx_probe_next(&probe)) != DX_INDEX_NONE)
        if (s->facts.at[i].world == w && s->facts.at[i].node == node)
            return i;
    return NOBODY;
}

static uint32_t append(search *s, fact f)
{
    uint32_t number = (uint32_t)s->facts.count;
    assert(f.world < s->worlds.count);
    assert(find(s, f.world, f.node) == NOBODY); // written once
    dx_index_add(&s->index, dx_hash_add(f.world, f.node), number);
    dx_vector_push(&s->facts, f);
    return number;
}

// Takes back all facts from `count` on.
static void take_back(search *s, size_t count, size_t world_count)
{
    assert(count <= s->facts.count && world_count <= s->worlds.count);
    while (s->facts.count > count) {
        const fact *f = &s->facts.at[s->facts.count - 1];
        dx_index_remove(&s->index, dx_hash_add(f->world, f->node),
                        (uint32_t)--s->facts.count);
    }
    s->worlds.count = world_count;
    s->has_clash = false;
}

static void note_clash(search *s, uint32_t one, uint32_t other)
{
    if (s->has_clash)
        return;
    s->has_clash = true;
    s->clash[0] = one;
    s->clash[1] = other;
}

// Writes `f` unless it is there already.
static void write_fact(search *s, fact f)
{
    if (find(s, f.world, f.node) != NOBODY ||
        dx_core_kind_of(s->core, f.node) == DX_CORE_TRUE)
        return;
    f.depends = both(f.depends, s->worlds.at[f.world].depends);
    f.number = (uint32_t)s->steps++;
    uint32_t index = append(s, f);
    if (dx_core_kind_of(s->core, f.node) == DX_CORE_FALSE)
        note_clash(s, index, NOBODY);
    uint32_t opposite = find(s, f.world, dx_core_not(s->core, f.node));
    if (opposite != NOBODY)
        note_clash(s, opposite, index);
}

static void conclude(search *s, uint32_t from, uint32_t w, dx_node node,
                     const char *rule)
{
    write_fact(s, (fact){.world = w,
                         .node = node,
                         .rule = rule,
                         .from = {from, NOBODY},
                         .depends = s->facts.at[from].depends});
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

// The rules that lead from a box to one child of its world.
static void box_to_child(search *s, uint32_t box, uint32_t child)
{
    fact f = s->facts.at[box];
    uint64_t set = dx_core_set(s->core, f.node);
    uint64_t edge = s->worlds.at[child].edge;
    for (size_t r = 0; r < dx_proof_rule_count; r++) {
        const dx_proof_rule *rule = &dx_proof_rules[r];
        if (rule->way != DX_DOWN || !dx_proof_rule_passes(rule, edge, set) ||
            !rule_fits(s, rule, f.world, set))
            continue;
        write_fact(
            s, (fact){.world = child,
                      .node = dx_proof_rule_conclusion(rule, s->core, f.node),
                      .rule = rule->name,
                      .from = {box, s->worlds.at[child].first},
                      .depends = f.depends});
    }
}

static void work_on_box(search *s, uint32_t box)
{
    fact f = s->facts.at[box];
    uint64_t set = dx_core_set(s->core, f.node);
    world here = s->worlds.at[f.world];
    uint64_t serial = dx_need_successor(s->logic, set, here.edge);
    for (; serial != 0; serial &= serial - 1)
        conclude(s, box, f.world,
                 dx_core_diamond(s->core, serial & -serial,
                                 dx_core_truth(s->core, true)),
                 "D");
    for (size_t r = 0; r < dx_proof_rule_count; r++) {
        const dx_proof_rule *rule = &dx_proof_rules[r];
        if (!rule_fits(s, rule, f.world, set))
            continue;
        dx_node gain = dx_proof_rule_conclusion(rule, s->core, f.node);
        if (rule->way == DX_HERE)
            conclude(s, box, f.world, gain, rule->name);
        else if (rule->way == DX_UP && here.parent != NOBODY &&
                 dx_proof_rule_passes(rule, here.edge, set))
            conclude(s, box, here.parent, gain, rule->name);
    }
    for (uint32_t w = f.world + 1; w < s->worlds.count; w++)
        if (s->worlds.at[w].parent == f.world)
            box_to_child(s, box, w);
}

static bool moves_up(const search *s, const fact *diamond)
{
    return dx_diamond_moves(s->logic, dx_core_set(s->core, diamond->node),
                            s->worlds.at[diamond->world].edge,
                            edge_above(s, diamond->world));
}

// What follows at once from a fact.
static void work_on(search *s, uint32_t index)
{
    fact f = s->facts.at[index];
    switch (dx_core_kind_of(s->core, f.node)) {
    case DX_CORE_AND:
        for (size_t i = 0; i < dx_core_count(s->core, f.node); i++)
            conclude(s, index, f.world, dx_core_part(s->core, f.node, i), "&");
        break;
    case DX_CORE_BOX:
        work_on_box(s, index);
        break;
    case DX_CORE_DIAMOND:
        if (moves_up(s, &f))
            conclude(s, index, s->worlds.at[f.world].parent, f.node, "5");
        break;
    case DX_CORE_ALWAYS:
    case DX_CORE_EVENTUALLY:
        conclude(s, index, f.world, dx_core_unfolding(s->core, f.node),
                 "unfold");
        break;
    default:
        break;
    }
}

// The disjunction with the fewest cases that are not closed at once, or
// NOBODY if every disjunction has a part that holds already.
static uint32_t choose_disjunction(search *s)
{
    uint32_t best = NOBODY;
    size_t best_open = SIZE_MAX;
    for (uint32_t i = 0; i < s->facts.count && best_open > 1; i++) {
        const fact f = s->facts.at[i];
        if (dx_core_kind_of(s->core, f.node) != DX_CORE_OR)
            continue;
        size_t open = 0;
        bool holds = false;
        for (size_t k = 0; k < dx_core_count(s->core, f.node); k++) {
            dx_node part = dx_core_part(s->core, f.node, k);
            holds = holds || find(s, f.world, part) != NOBODY;
            open += find(s, f.world, dx_core_not(s->core, part)) == NOBODY;
        }
        if (!holds && open < best_open) {
            best = i;
            best_open = open;
        }
    }
    return best;
}

// Does `to` hold all that a new world for this diamond would have to?
static bool could_meet(search *s, const fact *diamond, uint32_t to)
{
    uint64_t set = dx_core_set(s->core, diamond->node);
    uint64_t concerns = dx_shortcut_concerns(s->core, s->logic, set);
    dx_node body = dx_core_part(s->core, diamond->node, 0);
    if (find(s, to, body) == NOBODY &&
        dx_core_kind_of(s->core, body) != DX_CORE_TRUE)
        return false;
    for (size_t i = 0; i < s->facts.count; i++) {
        const fact *f = &s->facts.at[i];
        if (f->world != diamond->world ||
            dx_core_kind_of(s->core, f->node) != DX_CORE_BOX)
            continue;
        for (size_t r = 0; r < dx_proof_rule_count; r++)
            if (dx_proof_rules[r].way == DX_DOWN &&
                dx_proof_rule_passes(&dx_proof_rules[r], concerns,
                                     dx_core_set(s->core, f->node)) &&
                rule_fits(s, &dx_proof_rules[r], diamond->world, set) &&
                find(s, to,
                     dx_proof_rule_conclusion(&dx_proof_rules[r], s->core,
                                              f->node)) == NOBODY)
                return false;
    }
    return true;
}

static bool holds_body(const search *s, uint32_t w, const fact *diamond)
{
    dx_node body = dx_core_part(s->core, diamond->node, 0);
    return dx_core_kind_of(s->core, body) == DX_CORE_TRUE ||
           find(s, w, body) != NOBODY;
}

// Needs this diamond no world of its own?
static bool is_met(search *s, const fact *d)
{
    uint64_t set = dx_core_set(s->core, d->node);
    const world *here = &s->worlds.at[d->world];
    if (moves_up(s, d) ||
        ((s->logic & DX_REFLEXIVE) && holds_body(s, d->world, d)) ||
        ((s->logic & DX_SYMMETRIC) && here->parent != NOBODY &&
         dx_covers(here->edge, set) && holds_body(s, here->parent, d)))
        return true;
    for (uint32_t w = d->world + 1; w < s->worlds.count; w++)
        if (s->worlds.at[w].parent == d->world &&
            dx_covers(s->worlds.at[w].edge, set) && holds_body(s, w, d))
            return true;
    if (dx_shortcut_concerns(s->core, s->logic, set) == 0 ||
        dx_core_has_fixpoints(s->core))
        return false;
    for (uint32_t w = 0; w < s->worlds.count; w++)
        if (could_meet(s, d, w))
            return true;
    return false;
}

static uint32_t choose_diamond(search *s)
{
    for (uint32_t i = 0; i < s->facts.count; i++) {
        fact f = s->facts.at[i];
        if (dx_core_kind_of(s->core, f.node) == DX_CORE_DIAMOND &&
            !is_met(s, &f))
            return i;
    }
    return NOBODY;
}

// A world whose first line is the body of the diamond.  (A body that is
// simply true is written too: others refer to it.)
static void make_world(search *s, uint32_t diamond)
{
    fact d = s->facts.at[diamond];
    uint32_t w = (uint32_t)s->worlds.count;
    world new_world = {
        .parent = d.world,
        .first = (uint32_t)s->facts.count,
        .edge = dx_proof_edge(s->core, s->logic, dx_core_set(s->core, d.node)),
        .depends = d.depends};
    dx_vector_push(&s->worlds, new_world);
    fact first = {.world = w,
                  .node = dx_core_part(s->core, d.node, 0),
                  .rule = "M",
                  .from = {diamond, NOBODY},
                  .depends = d.depends,
                  .number = (uint32_t)s->steps++};
    append(s, first);
    size_t count = s->facts.count;
    for (uint32_t i = 0; i < count; i++)
        if (s->facts.at[i].world == d.world &&
            dx_core_kind_of(s->core, s->facts.at[i].node) == DX_CORE_BOX)
            box_to_child(s, i, w);
}

static uint32_t number_of(const search *s, uint32_t index)
{
    return index == NOBODY ? DX_NO_LINE : s->facts.at[index].number;
}

// Puts the lines from `first` on in front of what `branch` has.
static void keep_lines(const search *s, size_t first, dx_branch *branch)
{
    DX_VECTOR(dx_outline_line)
    old = {branch->lines.at, branch->lines.count, branch->lines.capacity};
    memset(&branch->lines, 0, sizeof branch->lines);
    for (size_t i = first; i < s->facts.count; i++) {
        const fact *f = &s->facts.at[i];
        const world *w = &s->worlds.at[f->world];
        dx_outline_line line = {
            .number = f->number,
            .world = f->world,
            .node = f->node,
            .rule = f->rule,
            .from = {number_of(s, f->from[0]), number_of(s, f->from[1])},
            .is_first = w->first == i,
            .parent = w->parent,
            .edge = w->edge};
        dx_vector_push(&branch->lines, line);
    }
    for (size_t i = 0; i < old.count; i++)
        dx_vector_push(&branch->lines, old.at[i]);
    dx_vector_release(&old);
}

static bool is_over(const search *s)
{
    return s->steps > s->steps_max || dx_is_past(s->end);
}

static end explore(search *s, unsigned depth, cases *out_why,
                   dx_branch **out_branch);

static dx_branch *closed_branch(search *s, cases *out_why)
{
    assert(s->has_clash);
    dx_branch *branch = dx_alloc(1, sizeof *branch);
    uint32_t one = s->clash[0], other = s->clash[1];
    *out_why = s->facts.at[one].depends;
    if (other != NOBODY)
        *out_why = both(*out_why, s->facts.at[other].depends);
    branch->clash[0] = number_of(s, one);
    branch->clash[1] = number_of(s, other);
    branch->split = DX_NO_LINE;
    return branch;
}

// One case of a disjunction, from writing it to taking it back.
static end explore_case(search *s, uint32_t disjunction, dx_node part,
                        unsigned depth, cases *out_why, dx_branch **out_branch)
{
    size_t facts = s->facts.count, worlds = s->worlds.count, next = s->next;
    fact d = s->facts.at[disjunction];
    cases depends = d.depends;
    put_case(&depends, depth, true);
    write_fact(s, (fact){.world = d.world,
                         .node = part,
                         .rule = "case",
                         .from = {disjunction, NOBODY},
                         .depends = depends});
    end how = explore(s, depth + 1, out_why, out_branch);
    if (how == CLOSED)
        keep_lines(s, facts, *out_branch);
    take_back(s, facts, worlds);
    s->next = next;
    return how;
}

// All cases, until one stays open or one closes for other reasons.
static end split(search *s, uint32_t disjunction, unsigned depth,
                 cases *out_why, dx_branch **out_branch)
{
    fact d = s->facts.at[disjunction];
    assert(dx_core_kind_of(s->core, d.node) == DX_CORE_OR);
    dx_branch *branch = dx_alloc(1, sizeof *branch);
    branch->split = d.number;
    cases why = d.depends;
    for (size_t i = 0; i < dx_core_count(s->core, d.node); i++) {
        cases why_case;
        dx_branch *sub = NULL;
        end how = explore_case(s, disjunction, dx_core_part(s->core, d.node, i),
                               depth, &why_case, &sub);
        if (how != CLOSED) {
            dx_branch_free(branch);
            return how;
        }
        if (!has_case(&why_case, depth)) {
            dx_branch_free(branch);
            *out_why = why_case;
            *out_branch = sub;
            return CLOSED;
        }
        put_case(&why_case, depth, false);
        why = both(why, why_case);
        dx_vector_push(&branch->cases, sub);
    }
    *out_why = why;
    *out_branch = branch;
    return CLOSED;
}

// Works on the branch until it is closed, or open with nothing left to do.
static end explore(search *s, unsigned depth, cases *out_why,
                   dx_branch **out_branch)
{
    for (;;) {
        while (s->next < s->facts.count && !s->has_clash && !is_over(s))
            work_on(s, (uint32_t)s->next++);
        if (s->has_clash) {
            *out_branch = closed_branch(s, out_why);
            return CLOSED;
        }
        if (is_over(s) || depth >= CASES_MAX)
            return LIMIT;
        uint32_t disjunction = choose_disjunction(s);
        if (disjunction != NOBODY)
            return split(s, disjunction, depth, out_why, out_branch);
        uint32_t diamond = choose_diamond(s);
        if (diamond == NOBODY)
            return OPEN;
        make_world(s, diamond);
    }
}

static end run(search *s, dx_node formula, dx_branch **out_branch)
{
    dx_vector_push(&s->worlds, (world){.parent = NOBODY, .first = NOBODY});
    fact root = {.node = formula, .rule = "assumed", .from = {NOBODY, NOBODY}};
    write_fact(s, root);
    cases why;
    end how = explore(s, 0, &why, out_branch);
    if (how == CLOSED)
        keep_lines(s, 0, *out_branch);
    return how;
}

dx_outcome dx_tableau(const dx_problem *question,
                      const dx_tableau_options *options, dx_text *out_proof)
{
    search s = {.core = question->core,
                .logic = question->logic,
                .steps_max = options->steps_max,
                .end = dx_cpu_seconds() + options->seconds_max};
    dx_branch *branch = NULL;
    end how = run(&s, question->formula, &branch);
    if (how == CLOSED && out_proof != NULL)
        dx_branch_print(branch, s.core, options->lines_max, out_proof);
    dx_branch_free(branch);
    dx_vector_release(&s.facts);
    dx_vector_release(&s.worlds);
    dx_index_release(&s.index);
    if (how == CLOSED)
        return DX_UNSATISFIABLE;
    return how == OPEN &&
                   dx_proof_rules_are_complete(question->core, question->logic)
               ? DX_SATISFIABLE
               : DX_UNDECIDED;
}
