// Reordering: exchanging neighbouring levels, and sifting by it.
//
// To exchange the variables x (above) and y (below), only the nodes of x that
// have a child with y change.  Such a node becomes a node of y in place, so
// every function keeps its handle; its new children are nodes of x:
//
//          x                      y
//        /   \                  /   \            f00 is never complemented,
//      y       y      ==>     x       x          so the new low child is not
//     / \     / \            / \     / \         either and the node stays
//   f00 f01 f10 f11        f00 f10 f01 f11       in normal form.
//
// While this goes on every node has a count of its parents and outside
// references, so that nodes that nobody needs any more are dropped at once:
// the number of nodes in use is then exactly what sifting minimises.

#include "logic/bdd/inside.h"

#include "base/clock.h"

#include <stdlib.h>

typedef struct sifting {
    dx_bdd_manager *m;
    uint32_t *parents; // per node, with outside references
    size_t room;       // of parents
    bool is_full;      // no room for another exchange: stop
    DX_VECTOR(uint32_t) moving;
} sifting;

// How many nodes and buckets can be looked at for the price of a step.
enum { LOOKS_A_STEP = 16 };

// A block is what moves as one: a group, or a variable without one.
typedef struct block {
    dx_bdd_var first;
    uint32_t size;
    size_t nodes;
} block;

static sifting sifting_start(dx_bdd_manager *m)
{
    dx_bdd_collect(m);
    sifting s = {.m = m, .room = m->node_room};
    s.parents = dx_alloc(s.room, sizeof *s.parents);
    for (uint32_t n = 1; n < m->node_count; n++) {
        if (m->node[n].var == DX_BDD_FREE)
            continue;
        s.parents[n] += m->refs[n];
        s.parents[m->node[n].low >> 1]++;
        s.parents[m->node[n].high >> 1]++;
    }
    return s;
}

// Results about nodes that are gone must not be found again, and those of
// constrain and simplify depend on the order.
static void sifting_end(sifting *s)
{
    dx_free(s->parents);
    dx_vector_release(&s->moving);
    dx_bdd_cache_clear(s->m);
    s->m->reorder_count++;
}

// ---- Exchanging two levels ----

static void release(sifting *s, uint32_t node)
{
    dx_bdd_manager *m = s->m;
    assert(node == 0 || s->parents[node] > 0);
    while (node != 0 && --s->parents[node] == 0) {
        uint32_t low = m->node[node].low >> 1, high = m->node[node].high >> 1;
        dx_bdd_table_remove(m, node);
        dx_bdd_node_drop(m, node);
        release(s, low);
        node = high;
    }
}

// A child for a node that moves, counted.
static dx_bdd make_child(sifting *s, dx_bdd_var var, dx_bdd low, dx_bdd high)
{
    dx_bdd_manager *m = s->m;
    size_t before = dx_bdd_nodes(m);
    dx_bdd child = dx_bdd_make(m, var, low, high);
    assert(child != DX_BDD_INVALID);
    if (s->room < m->node_room) {
        s->room = m->node_room;
        s->parents = dx_resize(s->parents, s->room, sizeof *s->parents);
    }
    if (dx_bdd_nodes(m) > before) {
        s->parents[child >> 1] = 0;
        s->parents[low >> 1]++;
        s->parents[high >> 1]++;
    }
    s->parents[child >> 1]++;
    return child;
}

// Takes the nodes of x that have a child with y out of x's table.
static void take_moving(sifting *s, dx_bdd_var x, dx_bdd_var y)
{
    dx_bdd_manager *m = s->m;
    dx_bdd_table *table = &m->table[x];
    s->moving.count = 0;
    for (size_t b = 0; b < (size_t)1 << table->bits; b++)
        for (uint32_t *link = &table->bucket[b]; *link != DX_BDD_NIL;) {
            dx_bdd_node *node = &m->node[*link];
            if (dx_bdd_node_of(m, node->low)->var != y &&
                dx_bdd_node_of(m, node->high)->var != y) {
                link = &node->next;
                continue;
            }
            dx_vector_push(&s->moving, *link);
            *link = node->next;
            table->count--;
        }
}

static void split_by_var(const dx_bdd_manager *m, dx_bdd f, dx_bdd_var var,
                         dx_bdd *low, dx_bdd *high)
{
    const dx_bdd_node *node = dx_bdd_node_of(m, f);
    *low = node->var == var ? node->low ^ (f & 1) : f;
    *high = node->var == var ? node->high ^ (f & 1) : f;
}

static void move_node(sifting *s, uint32_t moving, dx_bdd_var x, dx_bdd_var y)
{
    dx_bdd_manager *m = s->m;
    dx_bdd f0 = m->node[moving].low, f1 = m->node[moving].high;
    dx_bdd f00, f01, f10, f11;
    split_by_var(m, f0, y, &f00, &f01);
    split_by_var(m, f1, y, &f10, &f11);
    dx_bdd low = make_child(s, x, f00, f10);
    dx_bdd high = make_child(s, x, f01, f11);
    assert((low & 1) == 0 && low != high);
    m->node[moving].var = y;
    m->node[moving].low = low;
    m->node[moving].high = high;
    dx_bdd_table_add(m, moving);
    release(s, f0 >> 1);
    release(s, f1 >> 1);
}

static void exchange(sifting *s, uint32_t level)
{
    dx_bdd_manager *m = s->m;
    assert(level + 1 < m->variable_count);
    dx_bdd_var x = m->variable_at[level], y = m->variable_at[level + 1];
    // Half an exchange cannot be left behind, so the room must be there first.
    if (s->is_full ||
        m->node_count + 2 * (size_t)m->table[x].count > DX_BDD_NODES_MAX) {
        s->is_full = true;
        return;
    }
    m->variable_at[level] = y;
    m->variable_at[level + 1] = x;
    m->level_of[y] = level;
    m->level_of[x] = level + 1;
    size_t looked_at = m->table[x].count + ((size_t)1 << m->table[x].bits);
    take_moving(s, x, y);
    for (size_t i = 0; i < s->moving.count; i++)
        move_node(s, s->moving.at[i], x, y);
    m->steps += s->moving.count + looked_at / LOOKS_A_STEP;
}

// ---- Blocks ----

// How many levels the block at `level` spans.
static uint32_t block_size(const dx_bdd_manager *m, uint32_t level)
{
    uint32_t group = m->group_of[m->variable_at[level]], size = 1;
    while (group != 0 && level + size < m->variable_count &&
           m->group_of[m->variable_at[level + size]] == group)
        size++;
    return size;
}

// Exchanges the block of `a` levels at `level` with the one of `b` below it.
static void exchange_blocks(sifting *s, uint32_t level, uint32_t a, uint32_t b)
{
    for (uint32_t j = 0; j < b; j++)
        for (uint32_t l = level + a + j; l-- > level + j;)
            exchange(s, l);
}

static uint32_t block_above(const dx_bdd_manager *m, uint32_t level)
{
    uint32_t group = m->group_of[m->variable_at[level - 1]], size = 1;
    while (group != 0 && size < level &&
           m->group_of[m->variable_at[level - 1 - size]] == group)
        size++;
    return size;
}

// Moves the block one block up or down; false if it is at the end.
static bool step_block(sifting *s, const block *moving, bool is_up)
{
    dx_bdd_manager *m = s->m;
    uint32_t level = m->level_of[moving->first];
    if (is_up) {
        if (level == 0)
            return false;
        uint32_t size = block_above(m, level);
        exchange_blocks(s, level - size, size, moving->size);
        return true;
    }
    uint32_t below = level + moving->size;
    if (below == m->variable_count)
        return false;
    exchange_blocks(s, level, moving->size, block_size(m, below));
    return true;
}

// ---- Sifting ----

static bool is_time_up(const dx_bdd_manager *m)
{
    const dx_bdd_options *options = &m->options;
    if (options->steps_max > 0 && m->steps > options->steps_max)
        return true;
    if (options->budget > 0 && dx_bdd_steps(m) > options->budget)
        return true;
    if (options->stop != NULL && options->stop(options->stop_context))
        return true;
    return options->seconds_max > 0 &&
           dx_cpu_seconds() - m->started > options->seconds_max;
}

// Walks the block in one direction as far as the diagrams do not grow by more
// than a fifth over the best seen.  `*at` is where it is, `*best` where it was
// best, both counted in blocks from where it started, downwards.
static void sift_towards(sifting *s, const block *moving, bool is_up, int *at,
                         int *best, size_t *best_nodes)
{
    while (dx_bdd_nodes(s->m) <= *best_nodes + *best_nodes / 5 && !s->is_full &&
           !is_time_up(s->m) && step_block(s, moving, is_up)) {
        *at += is_up ? -1 : 1;
        if (dx_bdd_nodes(s->m) < *best_nodes) {
            *best_nodes = dx_bdd_nodes(s->m);
            *best = *at;
        }
    }
}

static void sift_block(sifting *s, const block *moving)
{
    const dx_bdd_manager *m = s->m;
    uint32_t level = m->level_of[moving->first];
    bool is_up_first = level < m->variable_count - level; // the nearer end
    int at = 0, best = 0;
    size_t best_nodes = dx_bdd_nodes(m);
    sift_towards(s, moving, is_up_first, &at, &best, &best_nodes);
    while (at != 0) { // straight back, to look the other way
        step_block(s, moving, at > 0);
        at += at > 0 ? -1 : 1;
    }
    sift_towards(s, moving, !is_up_first, &at, &best, &best_nodes);
    while (at != best) {
        step_block(s, moving, at > best);
        at += at > best ? -1 : 1;
    }
}

static int most_nodes_first(const void *a, const void *b)
{
    const block *x = a, *y = b;
    if (x->nodes != y->nodes)
        return x->nodes > y->nodes ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static size_t list_blocks(const dx_bdd_manager *m, block *blocks)
{
    size_t count = 0;
    for (uint32_t level = 0; level < m->variable_count;) {
        block *next = &blocks[count++];
        *next = (block){.first = m->variable_at[level],
                        .size = block_size(m, level)};
        for (uint32_t i = 0; i < next->size; i++)
            next->nodes += m->table[m->variable_at[level++]].count;
    }
    return count;
}

void dx_bdd_reorder(dx_bdd_manager *m)
{
    if (m->status != DX_OK || m->variable_count < 2)
        return;
    sifting s = sifting_start(m);
    size_t nodes_max = m->options.nodes_max;
    m->options.nodes_max = DX_BDD_NODES_MAX;
    block *blocks = dx_alloc(m->variable_count, sizeof *blocks);
    size_t count = list_blocks(m, blocks);
    qsort(blocks, count, sizeof *blocks, most_nodes_first);
    for (size_t i = 0; i < count && !s.is_full && !is_time_up(m); i++)
        sift_block(&s, &blocks[i]);
    dx_free(blocks);
    m->options.nodes_max = nodes_max;
    sifting_end(&s);
}

void dx_bdd_order(dx_bdd_manager *m, const dx_bdd_var *order)
{
    if (m->status != DX_OK)
        return;
    sifting s = sifting_start(m);
    size_t nodes_max = m->options.nodes_max;
    m->options.nodes_max = DX_BDD_NODES_MAX;
    for (uint32_t level = 0; level < m->variable_count; level++) {
        DX_REQUIRE(order[level] < m->variable_count &&
                       m->level_of[order[level]] >= level,
                   "an order that names each variable once");
        for (uint32_t l = m->level_of[order[level]]; l > level; l--)
            exchange(&s, l - 1);
    }
    m->options.nodes_max = nodes_max;
    sifting_end(&s);
}

void dx_bdd_group(dx_bdd_manager *m, const dx_bdd_var *vars, size_t count)
{
    uint32_t group = ++m->group_count;
    for (size_t i = 0; i < count; i++) {
        DX_REQUIRE(vars[i] < m->variable_count && m->group_of[vars[i]] == 0,
                   "variables of this manager that are in no group");
        DX_REQUIRE(i == 0 ||
                       m->level_of[vars[i]] == m->level_of[vars[i - 1]] + 1,
                   "variables on neighbouring levels, from the top");
        m->group_of[vars[i]] = group;
    }
}
