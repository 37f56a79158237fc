// logic/bdd/inside.h -- what the files of the BDD core share.
//
// An edge (dx_bdd) is a node's index times two, plus one if the function is
// the complement of the node's.  Node 0 is the constant false.
//
// Invariants, checked by dx_bdd_check:
//   - low != high, and low is not complemented (so every node's function is
//     false where all variables are false, and functions have one form);
//   - the children lie on deeper levels;
//   - no two nodes have the same variable, low and high;
//   - every node in use is in the table of its variable, and only there; free
//     nodes are chained through `next`;
//   - children of nodes, and edges in the cache, are in use.

#ifndef DX_LOGIC_BDD_INSIDE_H
#define DX_LOGIC_BDD_INSIDE_H

#include "logic/bdd/bdd.h"

#include "base/memory.h"
#include "base/vector.h"

#include <assert.h>

// Marks nodes that are not in use, and the end of chains.
#define DX_BDD_FREE UINT32_MAX
#define DX_BDD_NIL UINT32_C(0) // the terminal is in no chain
#define DX_BDD_LEVEL_END UINT32_MAX

typedef struct dx_bdd_node {
    uint32_t var; // or DX_BDD_FREE; of the terminal DX_BDD_VAR_NONE - 1
    dx_bdd low, high;
    uint32_t next; // in the chain of its bucket, or of free nodes
} dx_bdd_node;

#define DX_BDD_TERMINAL (DX_BDD_VAR_NONE - 1)

// The nodes of one variable, hashed by their children; grows so that there
// are at most as many nodes as buckets.
typedef struct dx_bdd_table {
    uint32_t *bucket; // 1 << bits of them, or NULL before the first node
    uint32_t bits, count;
} dx_bdd_table;

// What the cache remembers.  One slot per hash value: a newer result replaces
// an older one.  `f` holds the operation in its top four bits.
typedef struct dx_bdd_slot {
    uint32_t f, g, h;
    dx_bdd result;
} dx_bdd_slot;

enum { DX_BDD_OPERATION_SHIFT = 28 };

// Below this many nodes (100 MB) garbage is cheaper than collecting it: what
// is swept from the cache is worth more than the room.
enum { DX_BDD_COLLECT_MIN = 1 << 22 };

_Static_assert((uint64_t)DX_BDD_NODES_MAX * 2 <= UINT64_C(1)
                                                     << DX_BDD_OPERATION_SHIFT,
               "an edge leaves room for the operation");

// Operation 0 marks an empty slot.
typedef enum dx_bdd_operation {
    DX_BDD_OP_NONE,
    DX_BDD_OP_AND,
    DX_BDD_OP_XOR,
    DX_BDD_OP_ITE,
    DX_BDD_OP_EXISTS,
    DX_BDD_OP_AND_EXISTS,
    DX_BDD_OP_NEAR,
    DX_BDD_OP_RESTRICT,
    DX_BDD_OP_CONSTRAIN,
    DX_BDD_OP_SIMPLIFY,
    DX_BDD_OP_SUBSTITUTE, // g is the number of the call, not an edge
} dx_bdd_operation;

struct dx_bdd_manager {
    dx_bdd_node *node;
    uint32_t *refs;    // external references of each node
    size_t node_count; // nodes ever used: 0 .. node_count - 1
    size_t node_room;
    size_t free_count;
    uint32_t free_first;

    uint32_t variable_count, variable_room;
    dx_bdd_table *table;   // per variable
    dx_bdd *variable;      // its projection, always in use
    uint32_t *level_of;    // per variable
    uint32_t *variable_at; // per level
    uint32_t *group_of;    // per variable; 0 for none
    uint32_t group_count;

    dx_bdd_slot *cache; // 1 << cache_bits
    uint32_t cache_bits;
    uint32_t substitution; // the number of the last call

    dx_bdd_options options;
    uint64_t steps, poll_at;
    uint64_t steps_before; // the last recovery
    double started;        // by dx_cpu_seconds
    dx_status status;
    dx_error trouble;

    size_t collect_at; // nodes in use that make the next tidy collect
    size_t reorder_at;
    uint32_t reorder_count; // how often the order has changed
};

static inline const dx_bdd_node *dx_bdd_node_of(const dx_bdd_manager *m,
                                                dx_bdd f)
{
    assert(f >> 1 < m->node_count); // and so not INVALID
    return &m->node[f >> 1];
}

// The level of a function that is not constant.
static inline uint32_t dx_bdd_level_of(const dx_bdd_manager *m, dx_bdd f)
{
    assert(!dx_bdd_is_constant(f));
    return m->level_of[dx_bdd_node_of(m, f)->var];
}

// The level of any function; constants lie below everything.
static inline uint32_t dx_bdd_level_or_end(const dx_bdd_manager *m, dx_bdd f)
{
    return dx_bdd_is_constant(f) ? DX_BDD_LEVEL_END : dx_bdd_level_of(m, f);
}

// The cofactors of f by the variable of `level`, which is not below f.
static inline void dx_bdd_split(const dx_bdd_manager *m, dx_bdd f,
                                uint32_t level, dx_bdd *low, dx_bdd *high)
{
    assert(dx_bdd_level_or_end(m, f) >= level);
    if (dx_bdd_level_or_end(m, f) != level) {
        *low = *high = f;
        return;
    }
    const dx_bdd_node *node = dx_bdd_node_of(m, f);
    *low = node->low ^ (f & 1);
    *high = node->high ^ (f & 1);
}

// The function "if var then high else low"; INVALID if there is no room, or
// if low or high is.  Both lie below var.
dx_bdd dx_bdd_make(dx_bdd_manager *m, uint32_t var, dx_bdd low, dx_bdd high);

// The node of `var` with these children, or DX_BDD_NIL.
uint32_t dx_bdd_table_find(const dx_bdd_manager *m, uint32_t var, dx_bdd low,
                           dx_bdd high);
// Takes a node out of the table of its variable, or puts it in.
void dx_bdd_table_remove(dx_bdd_manager *m, uint32_t node);
void dx_bdd_table_add(dx_bdd_manager *m, uint32_t node);
// Gives a node that is in no table back to the free ones.
void dx_bdd_node_drop(dx_bdd_manager *m, uint32_t node);

// Counts a step; false when a limit is reached.
bool dx_bdd_poll(dx_bdd_manager *m);
static inline bool dx_bdd_step(dx_bdd_manager *m)
{
    return ++m->steps < m->poll_at || dx_bdd_poll(m);
}

// Whether the operation may start: no trouble so far, and arguments that are
// valid.  A handle that was never given out is the caller's bug.
static inline bool dx_bdd_is_usable(const dx_bdd_manager *m, dx_bdd f)
{
    if (f == DX_BDD_INVALID)
        return false;
    DX_REQUIRE(f >> 1 < m->node_count && m->node[f >> 1].var != DX_BDD_FREE,
               "a handle of this manager, referenced if it is old");
    return m->status == DX_OK;
}

// The computed cache (cache.c).
static inline dx_bdd_slot *dx_bdd_cache_slot(const dx_bdd_manager *m,
                                             uint32_t f, uint32_t g, uint32_t h)
{
    uint64_t hash = (uint64_t)f << 32 | g;
    hash = (hash ^ h) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32 ^ h) * UINT64_C(0xbf58476d1ce4e5b9);
    return &m->cache[hash >> (64 - m->cache_bits)];
}

// The remembered result, or DX_BDD_INVALID.
static inline dx_bdd dx_bdd_cache_find(const dx_bdd_manager *m,
                                       dx_bdd_operation operation, uint32_t f,
                                       uint32_t g, uint32_t h)
{
    f |= (uint32_t)operation << DX_BDD_OPERATION_SHIFT;
    const dx_bdd_slot *slot = dx_bdd_cache_slot(m, f, g, h);
    return slot->f == f && slot->g == g && slot->h == h ? slot->result
                                                        : DX_BDD_INVALID;
}

// Remembers `result`, unless it is INVALID, and returns it.
dx_bdd dx_bdd_cache_keep(dx_bdd_manager *m, dx_bdd_operation operation,
                         uint32_t f, uint32_t g, uint32_t h, dx_bdd result);
void dx_bdd_cache_grow(dx_bdd_manager *m); // if there are many nodes now
void dx_bdd_cache_clear(dx_bdd_manager *m);
// Forgets every result about a node that is not in use any more.
void dx_bdd_cache_sweep(dx_bdd_manager *m);

// Recursions that other files build on; arguments valid, no trouble yet.
dx_bdd dx_bdd_and_step(dx_bdd_manager *m, dx_bdd f, dx_bdd g);
dx_bdd dx_bdd_ite_step(dx_bdd_manager *m, dx_bdd f, dx_bdd g, dx_bdd h);
static inline dx_bdd dx_bdd_or_step(dx_bdd_manager *m, dx_bdd f, dx_bdd g)
{
    return dx_bdd_not(dx_bdd_and_step(m, dx_bdd_not(f), dx_bdd_not(g)));
}

#endif
