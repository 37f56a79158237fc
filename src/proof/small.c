// Satisfiability in a model of n worlds, by one question to the SAT solver.
//
// Variables: (a, w, v), agent a steps from w to v; (p, w), atom p holds at w;
// (f, w), f must hold at w, with the clauses of f in one direction only.  The
// properties of the logic are clauses over the steps.  A solution is a model;
// that there is none says nothing of larger models, so the procedure never
// answers "unsatisfiable".
//
// Something that happens eventually must happen in finitely many unfoldings, so
// formulas carry a level that each unfolding lowers; at level 0 nothing can be
// put off any more.  In n worlds n levels are enough for one such formula,
// since a shortest way to where it happens unfolds nowhere twice; one inside
// another has the levels that are left, so there a model may be missed, but no
// wrong one is found.  For "always" no level is needed: what goes on for ever
// is fine.
//
// There are a n^2 steps, a n^3 clauses where relations are transitive or
// Euclidean, and up to n (n + 1) entries for each node of a formula with
// fixpoints.

#include "base/clock.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/vector.h"
#include "proof/procedure.h"
#include "sat/solver.h"

#include <assert.h>

typedef struct entry {
    dx_node node;
    uint32_t world, level;
    int literal;
} entry;

typedef struct encoding {
    dx_core *core;
    dx_sat *sat;
    size_t worlds, agents;
    int steps;                // the variable of step (0, 0, 0)
    int atoms;                // the variable of atom 0 at world 0
    DX_VECTOR(entry) entries; // also the agenda
    dx_index index;           // finds an entry by node, world and level
} encoding;

enum { ENTRIES_MAX = 2000000 };

static int step(const encoding *e, size_t agent, size_t from, size_t to)
{
    assert(agent < e->agents && from < e->worlds && to < e->worlds);
    return e->steps + (int)((agent * e->worlds + from) * e->worlds + to);
}

static uint64_t hash_of(const entry *e)
{
    return dx_hash_add(dx_hash_add(e->node, e->world), e->level);
}

static bool is_same(const entry *a, const entry *b)
{
    return a->node == b->node && a->world == b->world && a->level == b->level;
}

// The literal of a formula at a world; it joins the agenda if it is new.
static int literal_of(encoding *e, dx_node node, size_t world, uint32_t level)
{
    dx_core_kind kind = dx_core_kind_of(e->core, node);
    if (kind == DX_CORE_ATOM || kind == DX_CORE_NOT_ATOM) {
        int atom = e->atoms +
                   (int)(dx_core_atom_of(e->core, node) * e->worlds + world);
        return kind == DX_CORE_ATOM ? atom : -atom;
    }
    assert(world < e->worlds && level <= e->worlds);
    entry like = {.node = node, .world = (uint32_t)world, .level = level};
    uint64_t hash = hash_of(&like);
    dx_probe probe = dx_index_probe(&e->index, hash);
    uint32_t i;
    while ((i = dx_probe_next(&probe)) != DX_INDEX_NONE)
        if (is_same(&e->entries.at[i], &like))
            return e->entries.at[i].literal;
    dx_index_add(&e->index, hash, (uint32_t)e->entries.count);
    like.literal = dx_sat_variable(e->sat);
    dx_vector_push(&e->entries, like);
    return like.literal;
}

typedef DX_VECTOR(int) clause;

static void add_and_forget(encoding *e, clause *c)
{
    dx_sat_add(e->sat, c->count, c->at);
    dx_vector_release(c);
}

static void add_junction(encoding *e, const entry *it, bool is_and)
{
    clause c = {0};
    dx_vector_push(&c, -it->literal);
    for (size_t i = 0; i < dx_core_count(e->core, it->node); i++) {
        int part = literal_of(e, dx_core_part(e->core, it->node, i), it->world,
                              it->level);
        if (is_and)
            dx_sat_add(e->sat, 2, (int[]){-it->literal, part});
        else
            dx_vector_push(&c, part);
    }
    if (is_and)
        dx_vector_release(&c);
    else
        add_and_forget(e, &c);
}

static void add_box(encoding *e, const entry *it)
{
    uint64_t set = dx_core_set(e->core, it->node);
    dx_node body = dx_core_part(e->core, it->node, 0);
    for (size_t v = 0; v < e->worlds; v++) {
        clause c = {0};
        dx_vector_push(&c, -it->literal);
        dx_vector_push(&c, literal_of(e, body, v, it->level));
        for (size_t a = 0; a < e->agents; a++)
            if (set >> a & 1)
                dx_vector_push(&c, -step(e, a, it->world, v));
        add_and_forget(e, &c);
    }
}

static void add_diamond(encoding *e, const entry *it)
{
    uint64_t set = dx_core_set(e->core, it->node);
    dx_node body = dx_core_part(e->core, it->node, 0);
    clause c = {0};
    dx_vector_push(&c, -it->literal);
    for (size_t v = 0; v < e->worlds; v++) {
        int goes = dx_sat_variable(e->sat);
        dx_vector_push(&c, goes);
        for (size_t a = 0; a < e->agents; a++)
            if (set >> a & 1)
                dx_sat_add(e->sat, 2, (int[]){-goes, step(e, a, it->world, v)});
        dx_sat_add(e->sat, 2,
                   (int[]){-goes, literal_of(e, body, v, it->level)});
    }
    add_and_forget(e, &c);
}

static void add_clauses(encoding *e, entry it)
{
    dx_core_kind kind = dx_core_kind_of(e->core, it.node);
    switch (kind) {
    case DX_CORE_FALSE:
        dx_sat_add(e->sat, 1, (int[]){-it.literal});
        break;
    case DX_CORE_AND:
    case DX_CORE_OR:
        add_junction(e, &it, kind == DX_CORE_AND);
        break;
    case DX_CORE_BOX:
        add_box(e, &it);
        break;
    case DX_CORE_DIAMOND:
        add_diamond(e, &it);
        break;
    case DX_CORE_ALWAYS:
    case DX_CORE_EVENTUALLY: {
        dx_node unfolding = dx_core_unfolding(e->core, it.node);
        bool lowers = kind == DX_CORE_EVENTUALLY;
        if (lowers && it.level == 0)
            dx_sat_add(e->sat, 1, (int[]){-it.literal});
        else
            dx_sat_add(e->sat, 2,
                       (int[]){-it.literal, literal_of(e, unfolding, it.world,
                                                       it.level - lowers)});
        break;
    }
    default:
        break;
    }
}

// The properties that speak of two steps from w to v and on to u.
static void add_triples(encoding *e, size_t a, size_t w, size_t v,
                        dx_logic logic)
{
    for (size_t u = 0; u < e->worlds; u++) {
        if (logic & DX_TRANSITIVE)
            dx_sat_add(e->sat, 3,
                       (int[]){-step(e, a, w, v), -step(e, a, v, u),
                               step(e, a, w, u)});
        if (logic & DX_EUCLIDEAN)
            dx_sat_add(e->sat, 3,
                       (int[]){-step(e, a, w, v), -step(e, a, w, u),
                               step(e, a, v, u)});
    }
}

static void add_logic(encoding *e, size_t a, dx_logic logic)
{
    for (size_t w = 0; w < e->worlds; w++) {
        clause some = {0};
        if (logic & DX_REFLEXIVE)
            dx_sat_add(e->sat, 1, (int[]){step(e, a, w, w)});
        for (size_t v = 0; v < e->worlds; v++) {
            dx_vector_push(&some, step(e, a, w, v));
            if (logic & DX_SYMMETRIC)
                dx_sat_add(e->sat, 2,
                           (int[]){-step(e, a, w, v), step(e, a, v, w)});
            add_triples(e, a, w, v, logic);
        }
        if (logic & DX_SERIAL)
            add_and_forget(e, &some);
        else
            dx_vector_release(&some);
    }
}

// What the logic says of the steps of j and of i, from w to v.
static void add_joint(encoding *e, size_t j, size_t i, size_t w, size_t v,
                      dx_logic logic)
{
    if ((logic & DX_ORDERED) && j < i)
        dx_sat_add(e->sat, 2, (int[]){-step(e, j, w, v), step(e, i, w, v)});
    for (size_t u = 0; u < e->worlds; u++) {
        if (logic & DX_STRONG_4)
            dx_sat_add(e->sat, 3,
                       (int[]){-step(e, j, w, v), -step(e, i, v, u),
                               step(e, i, w, u)});
        if (logic & DX_STRONG_5)
            dx_sat_add(e->sat, 3,
                       (int[]){-step(e, j, w, v), -step(e, i, w, u),
                               step(e, i, v, u)});
    }
}

static void add_all_joint(encoding *e, dx_logic logic)
{
    if (!(logic & DX_JOINT))
        return;
    for (size_t j = 0; j < e->agents; j++)
        for (size_t i = 0; i < e->agents; i++)
            for (size_t w = 0; w < e->worlds; w++)
                for (size_t v = 0; v < e->worlds; v++)
                    add_joint(e, j, i, w, v, logic);
}

static int variables(encoding *e, size_t count)
{
    int first = dx_sat_variable_count(e->sat) + 1;
    for (size_t i = 0; i < count; i++)
        dx_sat_variable(e->sat);
    return first;
}

static dx_draft draw(const encoding *e)
{
    dx_draft s = dx_draft_new(e->worlds, e->agents, dx_core_atoms(e->core));
    for (size_t a = 0; a < s.agents; a++)
        for (size_t w = 0; w < s.worlds; w++)
            for (size_t v = 0; v < s.worlds; v++)
                if (dx_sat_value(e->sat, step(e, a, w, v)))
                    dx_bitset_add(&s.step[a * s.worlds + w], v);
    for (size_t p = 0; p < s.atoms; p++)
        for (size_t w = 0; w < s.worlds; w++)
            if (dx_sat_value(e->sat, e->atoms + (int)(p * s.worlds + w)))
                dx_bitset_add(&s.holds[p], w);
    return s;
}

dx_outcome dx_small_model(const dx_problem *question, size_t worlds,
                          dx_draft *out_draft)
{
    encoding e = {.core = question->core,
                  .sat = dx_sat_new(),
                  .worlds = worlds,
                  .agents = dx_core_agents(question->core)};
    e.steps = variables(&e, e.agents * worlds * worlds);
    e.atoms = variables(&e, dx_core_atoms(e.core) * worlds);
    for (size_t a = 0; a < e.agents; a++)
        add_logic(&e, a, question->logic);
    add_all_joint(&e, question->logic);
    int root = literal_of(&e, question->formula, 0, (uint32_t)worlds);
    dx_sat_add(e.sat, 1, &root);
    for (size_t i = 0; i < e.entries.count && i < ENTRIES_MAX; i++)
        add_clauses(&e, e.entries.at[i]);
    dx_sat_limits limits = {.end = dx_cpu_seconds() + question->seconds_max};
    assert(e.atoms == e.steps + (int)(e.agents * worlds * worlds));
    bool found = false;
    dx_status status = DX_ERR_LIMIT;
    if (e.entries.count <= ENTRIES_MAX)
        status = dx_sat_solve(e.sat, 0, NULL, &limits, &found, NULL);
    if (status == DX_OK && found)
        *out_draft = draw(&e);
    dx_vector_release(&e.entries);
    dx_index_release(&e.index);
    dx_sat_free(e.sat);
    return status == DX_OK && found ? DX_SATISFIABLE : DX_UNDECIDED;
}
