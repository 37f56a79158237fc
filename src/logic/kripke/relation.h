// logic/kripke/relation.h -- one agent's relation between worlds.
//
// Equivalence relations, by far the commonest, are partitions: one cell
// number a world.  All others are sorted lists of successors.  A relation is a
// plain value; whoever made it releases it or hands it to a model.

#ifndef DX_LOGIC_KRIPKE_RELATION_H
#define DX_LOGIC_KRIPKE_RELATION_H

#include "base/bitset.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dx_relation {
    // A partition: worlds with equal cells cannot be told apart.  NULL if the
    // relation is a list of edges.
    uint32_t *cell;
    size_t cell_count;
    // Edges: world w leads to target[first[w]] .. target[first[w + 1] - 1],
    // ascending, no target twice.  NULL if it is a partition.
    size_t *first;
    uint32_t *target;
} dx_relation;

typedef struct dx_edge {
    uint32_t from, to;
} dx_edge;

// Everything to everything: one cell.
dx_relation dx_relation_universal(size_t world_count);

// From one number a world; they are renumbered from 0 in order of appearance.
dx_relation dx_relation_of_cells(size_t world_count, const uint32_t *cell);

// From pairs in any order, repeated or not.  A set of edges that is an
// equivalence becomes a partition.
dx_relation dx_relation_of_edges(size_t world_count, size_t count,
                                 const dx_edge *edges);

dx_relation dx_relation_copy(const dx_relation *relation, size_t world_count);
void dx_relation_release(dx_relation *relation);

// Is it one of the two forms and as they should be?  Walks over all of it: for
// asserts and tests.
bool dx_relation_is_sound(const dx_relation *relation, size_t world_count);

// The relation on the worlds of `keep` only, renumbered in order.
dx_relation dx_relation_restrict(const dx_relation *relation,
                                 const dx_bitset *keep);

// A partition written out as edges (an edge relation: a copy).
dx_relation dx_relation_as_edges(const dx_relation *relation,
                                 size_t world_count);

// What two partitions have in common: cells that neither splits.
dx_relation dx_relation_meet(size_t world_count, const dx_relation *a,
                             const dx_relation *b);

// An edge relation from its rows, which it takes: `target` ascending within
// each row.  Becomes a partition if it is an equivalence.
dx_relation dx_relation_of_rows(size_t world_count, size_t *first,
                                uint32_t *target);

bool dx_relation_has(const dx_relation *relation, size_t from, size_t to);

// Does every world of `among` lead there to worlds only that lead to the same
// as it does itself (transitive and Euclidean)?  Only then is there one order
// of plausibility among them.
bool dx_relation_is_shared(const dx_relation *relation, const dx_bitset *among);

// The worlds of each cell of a partition, or the predecessors of each world
// of an edge relation: list[first[i]] .. list[first[i + 1] - 1], ascending.
typedef struct dx_lists {
    size_t *first;
    uint32_t *list;
} dx_lists;
dx_lists dx_relation_members(const dx_relation *partition, size_t world_count);
dx_lists dx_relation_predecessors(const dx_relation *edges, size_t world_count);
void dx_lists_release(dx_lists *lists);

#endif
