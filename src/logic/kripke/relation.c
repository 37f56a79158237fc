// Partitions and edge lists: building, restricting, turning around.
//
// Every way to make a relation ends in one of the two forms of relation.h, and
// an equivalence ends as a partition however it was given, unless it is asked
// to be written out (dx_relation_as_edges, for weights that depend on the
// edge).  So a partition always is an equivalence, and code that looks at
// `cell` first meets the fast case wherever there is one.  Cells are numbered
// from 0 without gaps.  The test for an equivalence and everything else here is
// linear in worlds and edges, but for sorting rows.

#include "logic/kripke/relation.h"

#include "base/base.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/vector.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

dx_relation dx_relation_universal(size_t world_count)
{
    return (dx_relation){.cell = dx_alloc(world_count, sizeof(uint32_t)),
                         .cell_count = world_count > 0};
}

// Renumbering needs to find an old number again.  Numbers that are not much
// larger than their count index a table; others are found by hash.
typedef struct renumbering {
    uint32_t *direct;         // a new number plus 1; NULL: by hash
    DX_VECTOR(uint32_t) keys; // the old numbers, by the new ones
    dx_index index;
} renumbering;

static renumbering renumbering_new(size_t count, const uint32_t *cell)
{
    size_t largest = 0;
    for (size_t w = 0; w < count; w++)
        if (cell[w] > largest)
            largest = cell[w];
    renumbering numbers = {0};
    if (largest < 4 * count + 64)
        numbers.direct = dx_alloc(largest + 1, sizeof *numbers.direct);
    return numbers;
}

static void renumbering_release(renumbering *numbers)
{
    dx_free(numbers->direct);
    dx_vector_release(&numbers->keys);
    dx_index_release(&numbers->index);
}

// The new number of `key`; `next` if it has none yet.
static uint32_t number_of(renumbering *numbers, uint32_t key, uint32_t next)
{
    if (numbers->direct != NULL) {
        if (numbers->direct[key] == 0)
            numbers->direct[key] = next + 1;
        return numbers->direct[key] - 1;
    }
    uint64_t hash = dx_hash_mix(key);
    dx_probe probe = dx_index_probe(&numbers->index, hash);
    for (uint32_t i; (i = dx_probe_next(&probe)) != DX_INDEX_NONE;)
        if (numbers->keys.at[i] == key)
            return i;
    assert(next == numbers->keys.count); // keys are found by their new number
    dx_index_add(&numbers->index, hash, next);
    dx_vector_push(&numbers->keys, key);
    return next;
}

dx_relation dx_relation_of_cells(size_t world_count, const uint32_t *cell)
{
    renumbering numbers = renumbering_new(world_count, cell);
    dx_relation relation = {
        .cell = dx_alloc_raw(world_count, sizeof(uint32_t)),
    };
    for (size_t w = 0; w < world_count; w++) {
        uint32_t next = (uint32_t)relation.cell_count;
        relation.cell[w] = number_of(&numbers, cell[w], next);
        relation.cell_count += relation.cell[w] == next;
    }
    renumbering_release(&numbers);
    return relation;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Puts the successors of each world in order and drops what is there twice.
static void sort_rows(dx_relation *relation, size_t world_count)
{
    size_t out = 0;
    for (size_t w = 0; w < world_count; w++) {
        size_t from = relation->first[w], to = relation->first[w + 1];
        uint32_t *row = relation->target + from;
        qsort(row, to - from, sizeof *row, compare_numbers);
        relation->first[w] = out;
        for (size_t i = 0; i < to - from; i++)
            if (i == 0 || row[i] != row[i - 1])
                relation->target[out++] = row[i];
    }
    relation->first[world_count] = out;
}

// The least successor of each world if the relation is an equivalence, and
// NULL otherwise.  It is one if every world leads to itself, only to worlds
// with the same least successor, and to all of these.
static uint32_t *cells_of_equivalence(const dx_relation *relation,
                                      size_t world_count)
{
    const size_t *first = relation->first;
    for (size_t w = 0; w < world_count; w++)
        if (first[w] == first[w + 1])
            return NULL;
    uint32_t *least = dx_alloc_raw(world_count, sizeof *least);
    uint32_t *size = dx_alloc(world_count, sizeof *size);
    for (size_t w = 0; w < world_count; w++) {
        least[w] = relation->target[first[w]];
        size[least[w]]++;
    }
    bool is_equivalence = true;
    for (size_t w = 0; w < world_count && is_equivalence; w++) {
        bool has_itself = false, stays = true;
        for (size_t i = first[w]; i < first[w + 1]; i++) {
            has_itself = has_itself || relation->target[i] == w;
            stays = stays && least[relation->target[i]] == least[w];
        }
        is_equivalence =
            has_itself && stays && size[least[w]] == first[w + 1] - first[w];
    }
    dx_free(size);
    if (is_equivalence)
        return least;
    dx_free(least);
    return NULL;
}

static dx_relation rows_of_edges(size_t world_count, size_t count,
                                 const dx_edge *edges)
{
    dx_relation relation = {
        .first = dx_alloc(world_count + 1, sizeof(size_t)),
        .target = dx_alloc_raw(count, sizeof(uint32_t)),
    };
    for (size_t i = 0; i < count; i++) {
        DX_REQUIRE(edges[i].from < world_count && edges[i].to < world_count,
                   "edges between worlds that are there");
        relation.first[edges[i].from + 1]++;
    }
    for (size_t w = 0; w < world_count; w++)
        relation.first[w + 1] += relation.first[w];
    size_t *next = dx_copy(relation.first, world_count * sizeof *next);
    for (size_t i = 0; i < count; i++)
        relation.target[next[edges[i].from]++] = edges[i].to;
    dx_free(next);
    sort_rows(&relation, world_count);
    return relation;
}

static dx_relation as_partition_if_it_is_one(dx_relation relation,
                                             size_t world_count)
{
    uint32_t *cell = cells_of_equivalence(&relation, world_count);
    if (cell == NULL)
        return relation;
    dx_relation_release(&relation);
    relation = dx_relation_of_cells(world_count, cell);
    dx_free(cell);
    return relation;
}

dx_relation dx_relation_of_edges(size_t world_count, size_t count,
                                 const dx_edge *edges)
{
    return as_partition_if_it_is_one(rows_of_edges(world_count, count, edges),
                                     world_count);
}

dx_relation dx_relation_of_rows(size_t world_count, size_t *first,
                                uint32_t *target)
{
    return as_partition_if_it_is_one(
        (dx_relation){.first = first, .target = target}, world_count);
}

// Cells of a are walked in the order of their worlds; within each, every cell
// of b that occurs starts a new cell.
dx_relation dx_relation_meet(size_t world_count, const dx_relation *a,
                             const dx_relation *b)
{
    assert(a->cell != NULL && b->cell != NULL);
    dx_relation result = {
        .cell = dx_alloc_raw(world_count, sizeof(uint32_t)),
    };
    dx_lists members = dx_relation_members(a, world_count);
    uint32_t *number = dx_alloc_raw(b->cell_count, sizeof *number);
    uint32_t *given_in = dx_alloc(b->cell_count, sizeof *given_in);
    for (size_t c = 0; c < a->cell_count; c++)
        for (size_t i = members.first[c]; i < members.first[c + 1]; i++) {
            uint32_t w = members.list[i], other = b->cell[w];
            if (given_in[other] != c + 1) {
                given_in[other] = (uint32_t)c + 1;
                number[other] = (uint32_t)result.cell_count++;
            }
            result.cell[w] = number[other];
        }
    dx_free(given_in);
    dx_free(number);
    dx_lists_release(&members);
    return result;
}

dx_relation dx_relation_copy(const dx_relation *relation, size_t world_count)
{
    dx_relation copy = {.cell_count = relation->cell_count};
    if (relation->cell != NULL) {
        copy.cell = dx_copy(relation->cell, world_count * sizeof *copy.cell);
    } else {
        copy.first =
            dx_copy(relation->first, (world_count + 1) * sizeof *copy.first);
        copy.target = dx_copy(relation->target, relation->first[world_count] *
                                                    sizeof *copy.target);
    }
    return copy;
}

static bool are_cells_sound(const dx_relation *relation, size_t world_count)
{
    for (size_t w = 0; w < world_count; w++)
        if (relation->cell[w] >= relation->cell_count)
            return false;
    return relation->first == NULL && relation->target == NULL;
}

bool dx_relation_is_sound(const dx_relation *relation, size_t world_count)
{
    if (relation->cell != NULL)
        return are_cells_sound(relation, world_count);
    if (relation->first == NULL || relation->first[0] != 0)
        return false;
    for (size_t w = 0; w < world_count; w++) {
        size_t from = relation->first[w], to = relation->first[w + 1];
        if (from > to)
            return false;
        for (size_t i = from; i < to; i++)
            if (relation->target[i] >= world_count ||
                (i > from && relation->target[i] <= relation->target[i - 1]))
                return false;
    }
    return true;
}

void dx_relation_release(dx_relation *relation)
{
    dx_free(relation->cell);
    dx_free(relation->first);
    dx_free(relation->target);
    *relation = (dx_relation){0};
}

static dx_relation restrict_cells(const dx_relation *relation,
                                  const dx_bitset *keep)
{
    uint32_t *number = dx_alloc(relation->cell_count, sizeof *number);
    dx_relation part = {
        .cell = dx_alloc_raw(dx_bitset_count(keep), sizeof(uint32_t)),
    };
    const uint32_t *old = relation->cell;
    uint32_t *cell = part.cell, count = 0;
    for (size_t i = 0; i < dx_bitset_words(keep->size); i++)
        for (uint64_t left = keep->word[i]; left != 0; left &= left - 1) {
            uint32_t *new =
                &number[old[i * 64 + (size_t)__builtin_ctzll(left)]];
            if (*new == 0)
                *new = ++count;
            *cell++ = *new - 1;
        }
    part.cell_count = count;
    assert(cell == part.cell + dx_bitset_count(keep));
    dx_free(number);
    return part;
}

// Losing worlds can make an equivalence of what was none, so the edges go
// through dx_relation_of_edges.
dx_relation dx_relation_restrict(const dx_relation *relation,
                                 const dx_bitset *keep)
{
    if (relation->cell != NULL)
        return restrict_cells(relation, keep);
    uint32_t *new_of = dx_alloc_raw(keep->size, sizeof *new_of);
    uint32_t count = 0;
    for (size_t w = 0; w < keep->size; w++)
        new_of[w] = dx_bitset_has(keep, w) ? count++ : UINT32_MAX;
    dx_edge *edges = dx_alloc_raw(relation->first[keep->size], sizeof(dx_edge));
    size_t edge_count = 0;
    for (size_t w = dx_bitset_next(keep, 0); w < keep->size;
         w = dx_bitset_next(keep, w + 1))
        for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++)
            if (new_of[relation->target[i]] != UINT32_MAX)
                edges[edge_count++] =
                    (dx_edge){new_of[w], new_of[relation->target[i]]};
    dx_relation part = dx_relation_of_edges(count, edge_count, edges);
    dx_free(edges);
    dx_free(new_of);
    return part;
}

dx_relation dx_relation_as_edges(const dx_relation *relation,
                                 size_t world_count)
{
    if (relation->cell == NULL)
        return dx_relation_copy(relation, world_count);
    dx_lists cells = dx_relation_members(relation, world_count);
    dx_relation edges = {
        .first = dx_alloc(world_count + 1, sizeof(size_t)),
    };
    for (size_t w = 0; w < world_count; w++) {
        size_t cell = relation->cell[w];
        edges.first[w + 1] =
            edges.first[w] + cells.first[cell + 1] - cells.first[cell];
    }
    edges.target = dx_alloc_raw(edges.first[world_count], sizeof(uint32_t));
    for (size_t w = 0; w < world_count; w++)
        memcpy(edges.target + edges.first[w],
               cells.list + cells.first[relation->cell[w]],
               (edges.first[w + 1] - edges.first[w]) * sizeof(uint32_t));
    dx_lists_release(&cells);
    return edges;
}

bool dx_relation_has(const dx_relation *relation, size_t from, size_t to)
{
    if (relation->cell != NULL)
        return relation->cell[from] == relation->cell[to];
    uint32_t key = (uint32_t)to;
    size_t first = relation->first[from];
    return bsearch(&key, relation->target + first,
                   relation->first[from + 1] - first, sizeof key,
                   compare_numbers) != NULL;
}

dx_lists dx_relation_members(const dx_relation *partition, size_t world_count)
{
    assert(partition->cell != NULL);
    dx_lists lists = {
        .first = dx_alloc(partition->cell_count + 1, sizeof(size_t)),
        .list = dx_alloc_raw(world_count, sizeof(uint32_t)),
    };
    for (size_t w = 0; w < world_count; w++) {
        assert(partition->cell[w] < partition->cell_count);
        lists.first[partition->cell[w] + 1]++;
    }
    for (size_t c = 0; c < partition->cell_count; c++)
        lists.first[c + 1] += lists.first[c];
    size_t *next = dx_copy(lists.first, partition->cell_count * sizeof *next);
    for (size_t w = 0; w < world_count; w++)
        lists.list[next[partition->cell[w]]++] = (uint32_t)w;
    dx_free(next);
    return lists;
}

dx_lists dx_relation_predecessors(const dx_relation *edges, size_t world_count)
{
    assert(edges->cell == NULL);
    size_t count = edges->first[world_count];
    dx_lists lists = {
        .first = dx_alloc(world_count + 1, sizeof(size_t)),
        .list = dx_alloc_raw(count, sizeof(uint32_t)),
    };
    for (size_t i = 0; i < count; i++)
        lists.first[edges->target[i] + 1]++;
    for (size_t w = 0; w < world_count; w++)
        lists.first[w + 1] += lists.first[w];
    size_t *next = dx_copy(lists.first, world_count * sizeof *next);
    for (size_t w = 0; w < world_count; w++)
        for (size_t i = edges->first[w]; i < edges->first[w + 1]; i++)
            lists.list[next[edges->target[i]]++] = (uint32_t)w;
    dx_free(next);
    return lists;
}

void dx_lists_release(dx_lists *lists)
{
    dx_free(lists->first);
    dx_free(lists->list);
    *lists = (dx_lists){0};
}

// The first edge of `from` at or behind number i that leads into `among`, or
// where those of `from` end.
static size_t edge_into(const dx_relation *relation, size_t from, size_t i,
                        const dx_bitset *among)
{
    while (i < relation->first[from + 1] &&
           !dx_bitset_has(among, relation->target[i]))
        i++;
    return i;
}

// Into `among` the rows of v and w are the same.
static bool are_same_rows(const dx_relation *relation, size_t v, size_t w,
                          const dx_bitset *among)
{
    const size_t *first = relation->first;
    size_t i = edge_into(relation, v, first[v], among);
    size_t j = edge_into(relation, w, first[w], among);
    while (i < first[v + 1] && j < first[w + 1] &&
           relation->target[i] == relation->target[j]) {
        i = edge_into(relation, v, i + 1, among);
        j = edge_into(relation, w, j + 1, among);
    }
    return i == first[v + 1] && j == first[w + 1];
}

// A row stands for all that are the same if each leads to one of them first.
bool dx_relation_is_shared(const dx_relation *relation, const dx_bitset *among)
{
    const size_t *first = relation->first;
    const uint32_t *target = relation->target;
    for (size_t w = dx_bitset_next(among, 0);
         relation->cell == NULL && w < among->size;
         w = dx_bitset_next(among, w + 1)) {
        size_t i = edge_into(relation, w, first[w], among);
        if (i == first[w + 1])
            continue;
        uint32_t leader = target[i];
        if (!are_same_rows(relation, leader, w, among))
            return false;
        for (; i < first[w + 1]; i = edge_into(relation, w, i + 1, among)) {
            uint32_t v = target[i];
            size_t to = edge_into(relation, v, first[v], among);
            if (to == first[v + 1] || target[to] != leader)
                return false;
        }
    }
    return true;
}
