// Drafts: closed under a logic, made smaller, turned into models.
//
// Closing adds steps until nothing is missing.  Each pass over the worlds does
// for each step what the properties ask of it, a row of bits at a time.  All
// properties but seriality say "if these steps, then that step", so there is a
// least relation that has them and contains the draft, and passes end there in
// whatever order.  A world that still has no step where one must be gets one to
// itself, and all is closed again.
//
// The model that people see should be small, so bisimilar worlds are made one
// first, by refinement with 64-bit hashes in place of sets (see colour_of).
// That is quadratic and good for the DX_DRAFT_WORLDS_MAX worlds of a draft; the
// exact and fast contraction is logic/bisim/.  With groups nothing is made one:
// distributed knowledge can tell bisimilar worlds apart.

#include "proof/draft.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/vector.h"

#include <assert.h>
#include <stdio.h>

dx_draft dx_draft_new(size_t worlds, size_t agents, size_t atoms)
{
    assert(worlds > 0 && worlds <= DX_DRAFT_WORLDS_MAX);
    dx_draft s = {worlds, agents, atoms, NULL, NULL};
    s.step = dx_alloc(agents * worlds, sizeof *s.step);
    s.holds = dx_alloc(atoms, sizeof *s.holds);
    for (size_t i = 0; i < agents * worlds; i++)
        s.step[i] = dx_bitset_new(worlds);
    for (size_t i = 0; i < atoms; i++)
        s.holds[i] = dx_bitset_new(worlds);
    return s;
}

void dx_draft_release(dx_draft *s)
{
    for (size_t i = 0; i < s->agents * s->worlds; i++)
        dx_bitset_release(&s->step[i]);
    for (size_t i = 0; i < s->atoms; i++)
        dx_bitset_release(&s->holds[i]);
    dx_free(s->step);
    dx_free(s->holds);
    *s = (dx_draft){0};
}

// Adds what one world's steps ask for; returns whether anything was new.
static bool close_world(dx_bitset *step, size_t worlds, size_t w,
                        dx_logic logic)
{
    size_t before = 0, after = 0;
    dx_bitset *own = &step[w];
    if (logic & DX_REFLEXIVE)
        dx_bitset_add(own, w);
    for (size_t v = dx_bitset_next(own, 0); v < worlds;
         v = dx_bitset_next(own, v + 1)) {
        before += dx_bitset_count(own) + dx_bitset_count(&step[v]);
        if (logic & DX_SYMMETRIC)
            dx_bitset_add(&step[v], w);
        if (logic & DX_TRANSITIVE)
            dx_bitset_or(own, &step[v]);
        if (logic & DX_EUCLIDEAN)
            dx_bitset_or(&step[v], own);
        after += dx_bitset_count(own) + dx_bitset_count(&step[v]);
    }
    return before != after;
}

static void close_agent(dx_bitset *step, size_t worlds, dx_logic logic)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t w = 0; w < worlds; w++)
            changed = close_world(step, worlds, w, logic) || changed;
    }
}

// What the steps of j ask of those of i; returns whether anything was new.
static bool close_two(dx_draft *s, size_t j, size_t i, dx_logic logic)
{
    dx_bitset *from = s->step + j * s->worlds, *step = s->step + i * s->worlds;
    size_t before = 0, after = 0;
    for (size_t w = 0; w < s->worlds; w++) {
        before += dx_bitset_count(&step[w]);
        if ((logic & DX_ORDERED) && j < i)
            dx_bitset_or(&step[w], &from[w]);
        for (size_t v = dx_bitset_next(&from[w], 0); v < s->worlds;
             v = dx_bitset_next(&from[w], v + 1)) {
            size_t count = dx_bitset_count(&step[v]);
            if (logic & DX_STRONG_4)
                dx_bitset_or(&step[w], &step[v]);
            if (logic & DX_STRONG_5)
                dx_bitset_or(&step[v], &step[w]);
            after += dx_bitset_count(&step[v]) - count;
        }
        after += dx_bitset_count(&step[w]);
    }
    return before != after;
}

static void close_all(dx_draft *s, dx_logic logic)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t a = 0; a < s->agents; a++)
            close_agent(s->step + a * s->worlds, s->worlds, logic);
        for (size_t j = 0; (logic & DX_JOINT) && j < s->agents; j++)
            for (size_t i = 0; i < s->agents; i++)
                changed = close_two(s, j, i, logic) || changed;
    }
}

void dx_draft_close(dx_draft *s, dx_logic logic)
{
    close_all(s, logic);
    if (!(logic & DX_SERIAL))
        return;
    for (size_t i = 0; i < s->agents * s->worlds; i++)
        if (dx_bitset_is_empty(&s->step[i]))
            dx_bitset_add(&s->step[i], i % s->worlds);
    close_all(s, logic);
}

// The block of each world in the coarsest bisimulation, by refinement: blocks
// are split by the facts, then by the sets of blocks that each agent can step
// to, until nothing changes.  A hash stands for those sets; should two ever
// collide, the check by the explicit engine fails and no harm is done.
static uint64_t colour_of(const dx_draft *s, const uint64_t *colour, size_t w)
{
    uint64_t hash = colour[w];
    for (size_t a = 0; a < s->agents; a++) {
        // A sum over distinct colours does not depend on their order.
        const dx_bitset *step = &s->step[a * s->worlds + w];
        DX_VECTOR(uint64_t) seen = {0};
        uint64_t sum = a + 1;
        for (size_t v = dx_bitset_next(step, 0); v < s->worlds;
             v = dx_bitset_next(step, v + 1)) {
            bool is_new = true;
            for (size_t i = 0; i < seen.count; i++)
                is_new = is_new && seen.at[i] != colour[v];
            if (!is_new)
                continue;
            dx_vector_push(&seen, colour[v]);
            sum += dx_hash_add(1, colour[v]);
        }
        dx_vector_release(&seen);
        hash = dx_hash_add(hash, sum);
    }
    return hash;
}

static size_t renumber(size_t worlds, const uint64_t *colour, uint32_t *block)
{
    size_t count = 0;
    for (size_t w = 0; w < worlds; w++) {
        size_t v = 0;
        while (colour[v] != colour[w])
            v++;
        block[w] = v < w ? block[v] : (uint32_t)count++;
    }
    assert(count > 0 && block[0] == 0); // world 0 stays world 0
    return count;
}

static size_t find_blocks(const dx_draft *s, uint32_t *block)
{
    uint64_t *colour = dx_alloc(s->worlds, sizeof *colour);
    uint64_t *next = dx_alloc(s->worlds, sizeof *next);
    for (size_t w = 0; w < s->worlds; w++)
        for (size_t p = 0; p < s->atoms; p++)
            if (dx_bitset_has(&s->holds[p], w))
                colour[w] = dx_hash_add(colour[w], p + 1);
    size_t count = renumber(s->worlds, colour, block);
    for (size_t before = 0; before < count;) {
        assert(count <= s->worlds); // refined at most so often
        before = count;
        for (size_t w = 0; w < s->worlds; w++)
            next[w] = colour_of(s, colour, w);
        uint64_t *old = colour;
        colour = next;
        next = old;
        count = renumber(s->worlds, colour, block);
    }
    dx_free(colour);
    dx_free(next);
    return count;
}

// The quotient, world 0 first.
static dx_draft contract(const dx_draft *s)
{
    uint32_t *block = dx_alloc(s->worlds, sizeof *block);
    dx_draft small = dx_draft_new(find_blocks(s, block), s->agents, s->atoms);
    for (size_t p = 0; p < s->atoms; p++)
        for (size_t w = 0; w < s->worlds; w++)
            if (dx_bitset_has(&s->holds[p], w))
                dx_bitset_add(&small.holds[p], block[w]);
    for (size_t i = 0; i < s->agents * s->worlds; i++) {
        size_t a = i / s->worlds, w = i % s->worlds;
        dx_bitset *into = &small.step[a * small.worlds + block[w]];
        for (size_t v = dx_bitset_next(&s->step[i], 0); v < s->worlds;
             v = dx_bitset_next(&s->step[i], v + 1))
            dx_bitset_add(into, block[v]);
    }
    dx_free(block);
    return small;
}

// The worlds that can be reached from world 0, in the order they are met.
static size_t find_reached(const dx_draft *s, uint32_t *order)
{
    dx_bitset met = dx_bitset_new(s->worlds);
    size_t count = 1;
    order[0] = 0;
    dx_bitset_add(&met, 0);
    for (size_t i = 0; i < count; i++)
        for (size_t a = 0; a < s->agents; a++) {
            const dx_bitset *step = &s->step[a * s->worlds + order[i]];
            for (size_t v = dx_bitset_next(step, 0); v < s->worlds;
                 v = dx_bitset_next(step, v + 1)) {
                if (dx_bitset_has(&met, v))
                    continue;
                dx_bitset_add(&met, v);
                order[count++] = (uint32_t)v;
            }
        }
    dx_bitset_release(&met);
    return count;
}

static void set_edges(dx_model *model, size_t agent, const dx_draft *s,
                      size_t count, const uint32_t *order)
{
    DX_VECTOR(dx_edge) edges = {0};
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++)
            if (dx_bitset_has(&s->step[agent * s->worlds + order[i]], order[k]))
                dx_vector_push(&edges, (dx_edge){i, k});
    dx_model_set_edges(model, agent, DX_KNOWLEDGE, edges.count, edges.at);
    dx_vector_release(&edges);
}

static dx_model *model_of(const dx_draft *s, const dx_core *core)
{
    dx_formulas *store = dx_core_formulas(core);
    uint32_t *order = dx_alloc(s->worlds, sizeof *order);
    size_t count = find_reached(s, order);
    dx_model *model = dx_model_new(store, count);
    for (size_t p = 0; p < s->atoms; p++) {
        size_t number =
            dx_model_add_proposition(model, dx_core_atom_formula(core, p));
        for (size_t i = 0; i < count; i++)
            if (dx_bitset_has(&s->holds[p], order[i]))
                dx_bitset_add(dx_model_worlds_of(model, number), i);
    }
    for (size_t a = 0; a < s->agents; a++) {
        const char *name = dx_names_text(dx_formulas_names(store),
                                         dx_core_agent_name(core, a));
        set_edges(model, dx_model_add_agent(model, name), s, count, order);
    }
    for (size_t i = 0; i < count; i++) {
        char name[24];
        snprintf(name, sizeof name, "w%zu", i);
        dx_model_name_world(model, i, name);
    }
    dx_free(order);
    return model;
}

dx_model *dx_draft_model(const dx_draft *draft, const dx_core *core)
{
    // Bisimilar worlds agree on everything but distributed knowledge.
    if (dx_core_has_groups(core))
        return model_of(draft, core);
    dx_draft small = contract(draft);
    dx_model *model = model_of(&small, core);
    dx_draft_release(&small);
    return model;
}

// The steps of a relation, one set a world.
static dx_bitset *rows_of(const dx_relation *r, size_t worlds)
{
    dx_bitset *rows = dx_alloc(worlds, sizeof *rows);
    for (size_t w = 0; w < worlds; w++) {
        rows[w] = dx_bitset_new(worlds);
        for (size_t v = 0; v < worlds; v++)
            if (dx_relation_has(r, w, v))
                dx_bitset_add(&rows[w], v);
    }
    return rows;
}

static void release_rows(dx_bitset *rows, size_t worlds)
{
    for (size_t w = 0; w < worlds; w++)
        dx_bitset_release(&rows[w]);
    dx_free(rows);
}

static bool is_of_logic(const dx_bitset *rows, size_t worlds, dx_logic logic)
{
    for (size_t w = 0; w < worlds; w++) {
        if ((logic & DX_REFLEXIVE) && !dx_bitset_has(&rows[w], w))
            return false;
        if ((logic & DX_SERIAL) && dx_bitset_is_empty(&rows[w]))
            return false;
        for (size_t v = dx_bitset_next(&rows[w], 0); v < worlds;
             v = dx_bitset_next(&rows[w], v + 1)) {
            if ((logic & DX_SYMMETRIC) && !dx_bitset_has(&rows[v], w))
                return false;
            if ((logic & DX_TRANSITIVE) &&
                !dx_bitset_within(&rows[v], &rows[w]))
                return false;
            if ((logic & DX_EUCLIDEAN) && !dx_bitset_within(&rows[w], &rows[v]))
                return false;
        }
    }
    return true;
}

// What the logic says of two agents' relations.
static bool are_of_logic(const dx_bitset *first, const dx_bitset *second,
                         bool ordered, size_t worlds, dx_logic logic)
{
    for (size_t w = 0; w < worlds; w++) {
        if (ordered && !dx_bitset_within(&first[w], &second[w]))
            return false;
        for (size_t v = dx_bitset_next(&first[w], 0); v < worlds;
             v = dx_bitset_next(&first[w], v + 1))
            if (((logic & DX_STRONG_4) &&
                 !dx_bitset_within(&second[v], &second[w])) ||
                ((logic & DX_STRONG_5) &&
                 !dx_bitset_within(&second[w], &second[v])))
                return false;
    }
    return true;
}

static bool is_jointly_of_logic(const dx_model *model, dx_logic logic)
{
    size_t worlds = dx_model_world_count(model);
    size_t agents = dx_model_agent_count(model);
    dx_bitset **rows = dx_alloc(agents, sizeof *rows);
    bool is = true;
    for (size_t a = 0; a < agents; a++)
        rows[a] = rows_of(dx_model_relation(model, a, DX_KNOWLEDGE), worlds);
    for (size_t j = 0; j < agents; j++)
        for (size_t i = 0; i < agents && is; i++)
            is = are_of_logic(rows[j], rows[i], (logic & DX_ORDERED) && j < i,
                              worlds, logic);
    for (size_t a = 0; a < agents; a++)
        release_rows(rows[a], worlds);
    dx_free(rows);
    return is;
}

bool dx_model_is_of_logic(const dx_model *model, dx_logic logic)
{
    size_t worlds = dx_model_world_count(model);
    bool is = true;
    for (size_t a = 0; a < dx_model_agent_count(model) && is; a++) {
        dx_bitset *rows =
            rows_of(dx_model_relation(model, a, DX_KNOWLEDGE), worlds);
        is = is_of_logic(rows, worlds, logic);
        release_rows(rows, worlds);
    }
    return is && (!(logic & DX_JOINT) || is_jointly_of_logic(model, logic));
}
