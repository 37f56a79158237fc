// The manager: nodes, the table in which each function is found, variables,
// and the limits.  Everything starts small and doubles, so that a question
// about three variables costs microseconds.

#include "logic/bdd/inside.h"

#include "base/clock.h"
#include "base/heed.h"
#include "logic/bdd/budget.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    NODES_START = 256,
    CACHE_BITS_START = 9,
    POLL_STEPS = 4096,
};

static void start_limits(dx_bdd_manager *m)
{
    m->status = DX_OK;
    m->trouble = (dx_error){0};
    m->steps_before += m->steps;
    m->steps = 0;
    m->poll_at = 1; // the first step finds out when to look again
    m->started = dx_cpu_seconds();
}

dx_bdd_manager *dx_bdd_manager_new(const dx_bdd_options *options)
{
    dx_bdd_manager *m = dx_alloc(1, sizeof *m);
    if (options != NULL)
        m->options = *options;
    if (m->options.nodes_max == 0)
        m->options.nodes_max = DX_BDD_NODES_DEFAULT;
    if (m->options.nodes_max > DX_BDD_NODES_MAX)
        m->options.nodes_max = DX_BDD_NODES_MAX;

    m->node_room = NODES_START;
    m->node = dx_alloc_raw(m->node_room, sizeof *m->node);
    m->refs = dx_alloc_raw(m->node_room, sizeof *m->refs);
    m->node[0] = (dx_bdd_node){.var = DX_BDD_TERMINAL};
    m->refs[0] = 0;
    m->node_count = 1;
    m->cache_bits = CACHE_BITS_START;
    m->cache = dx_alloc((size_t)1 << m->cache_bits, sizeof *m->cache);
    m->collect_at = m->options.nodes_max / 2 < DX_BDD_COLLECT_MIN
                        ? m->options.nodes_max / 2
                        : DX_BDD_COLLECT_MIN;
    m->reorder_at = m->options.reorder_at;
    start_limits(m);
    return m;
}

void dx_bdd_manager_free(dx_bdd_manager *m)
{
    if (m == NULL)
        return;
    for (uint32_t v = 0; v < m->variable_count; v++)
        dx_free(m->table[v].bucket);
    dx_free(m->table);
    dx_free(m->variable);
    dx_free(m->level_of);
    dx_free(m->variable_at);
    dx_free(m->group_of);
    dx_free(m->cache);
    dx_free(m->node);
    dx_free(m->refs);
    dx_free(m);
}

// ---- Limits ----

dx_status dx_bdd_status(const dx_bdd_manager *m)
{
    return m->status;
}

const dx_error *dx_bdd_trouble(const dx_bdd_manager *m)
{
    return &m->trouble;
}

void dx_bdd_recover(dx_bdd_manager *m)
{
    start_limits(m);
}

// Sets the status, once.
static void DX_PRINTF(3, 4)
    give_up(dx_bdd_manager *m, dx_status status, const char *format, ...)
{
    if (m->status != DX_OK)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(m->trouble.message, sizeof m->trouble.message, format, arguments);
    va_end(arguments);
    m->status = status;
}

bool dx_bdd_poll(dx_bdd_manager *m)
{
    const dx_bdd_options *options = &m->options;
    if (options->steps_max > 0 && m->steps > options->steps_max)
        give_up(m, DX_ERR_LIMIT,
                "more than %llu steps on decision diagrams: raise the "
                "limit, or ask for less at once",
                (unsigned long long)options->steps_max);
    if (options->budget > 0 && dx_bdd_steps(m) > options->budget)
        give_up(m, DX_ERR_LIMIT,
                "more than %llu steps on decision diagrams in all",
                (unsigned long long)options->budget);
    if (options->seconds_max > 0 &&
        dx_cpu_seconds() - m->started > options->seconds_max)
        give_up(m, DX_ERR_LIMIT,
                "more than %g s on decision diagrams: ask for less at once",
                options->seconds_max);
    if (dx_is_called_off() ||
        (options->stop != NULL && options->stop(options->stop_context)))
        give_up(m, DX_ERR_CANCELLED, "stopped on request");

    m->poll_at = m->steps + POLL_STEPS;
    if (options->steps_max > 0 && m->poll_at > options->steps_max + 1)
        m->poll_at = options->steps_max + 1;
    return m->status == DX_OK;
}

bool dx_bdd_is_full(const dx_bdd_manager *m)
{
    return m->free_count == 0 && m->node_count >= m->options.nodes_max;
}

uint64_t dx_bdd_steps(const dx_bdd_manager *m)
{
    return m->steps_before + m->steps;
}

void dx_bdd_set_budget(dx_bdd_manager *m, uint64_t budget)
{
    m->options.budget = budget;
}

size_t dx_bdd_nodes(const dx_bdd_manager *m)
{
    return m->node_count - m->free_count;
}

size_t dx_bdd_bytes(const dx_bdd_manager *m)
{
    size_t bytes = sizeof *m + m->node_room * (sizeof *m->node + 4) +
                   ((size_t)1 << m->cache_bits) * sizeof *m->cache +
                   m->variable_room * (sizeof *m->table + 16);
    for (uint32_t v = 0; v < m->variable_count; v++)
        bytes += ((size_t)1 << m->table[v].bits) * 4;
    return bytes;
}

// ---- The table of nodes ----

static uint32_t bucket_of(const dx_bdd_table *table, dx_bdd low, dx_bdd high)
{
    uint64_t hash = ((uint64_t)low << 32 | high) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    return (uint32_t)(hash >> (64 - table->bits));
}

static void table_grow(dx_bdd_manager *m, dx_bdd_table *table)
{
    dx_bdd_table larger = {.bits = table->bits + 1, .count = table->count};
    larger.bucket = dx_alloc((size_t)1 << larger.bits, sizeof *larger.bucket);
    for (size_t b = 0; b < (size_t)1 << table->bits; b++)
        for (uint32_t n = table->bucket[b]; n != DX_BDD_NIL;) {
            uint32_t next = m->node[n].next;
            uint32_t to = bucket_of(&larger, m->node[n].low, m->node[n].high);
            m->node[n].next = larger.bucket[to];
            larger.bucket[to] = n;
            n = next;
        }
    assert(larger.count == 1U << table->bits); // as many as buckets
    dx_free(table->bucket);
    *table = larger;
}

uint32_t dx_bdd_table_find(const dx_bdd_manager *m, uint32_t var, dx_bdd low,
                           dx_bdd high)
{
    const dx_bdd_table *table = &m->table[var];
    uint32_t n = table->bucket[bucket_of(table, low, high)];
    while (n != DX_BDD_NIL &&
           (m->node[n].low != low || m->node[n].high != high))
        n = m->node[n].next;
    return n;
}

void dx_bdd_table_add(dx_bdd_manager *m, uint32_t node)
{
    dx_bdd_node *at = &m->node[node];
    assert(at->low != at->high && (at->low & 1) == 0); // the normal form
    dx_bdd_table *table = &m->table[at->var];
    if (table->count >> table->bits > 0)
        table_grow(m, table);
    uint32_t b = bucket_of(table, at->low, at->high);
    at->next = table->bucket[b];
    table->bucket[b] = node;
    table->count++;
}

void dx_bdd_table_remove(dx_bdd_manager *m, uint32_t node)
{
    dx_bdd_table *table = &m->table[m->node[node].var];
    uint32_t *link =
        &table->bucket[bucket_of(table, m->node[node].low, m->node[node].high)];
    while (*link != node) {
        assert(*link != DX_BDD_NIL);
        link = &m->node[*link].next;
    }
    *link = m->node[node].next;
    table->count--;
}

void dx_bdd_node_drop(dx_bdd_manager *m, uint32_t node)
{
    assert(node != 0 && m->node[node].var != DX_BDD_FREE);
    assert(m->refs[node] == 0); // nobody outside has it
    m->node[node].var = DX_BDD_FREE;
    m->node[node].next = m->free_first;
    m->free_first = node;
    m->free_count++;
}

// A node that nobody uses, or DX_BDD_NIL if the limit is reached.
static uint32_t node_new(dx_bdd_manager *m)
{
    if (m->free_count > 0) {
        uint32_t node = m->free_first;
        assert(m->node[node].var == DX_BDD_FREE);
        m->free_first = m->node[node].next;
        m->free_count--;
        return node;
    }
    if (m->node_count >= m->options.nodes_max) {
        give_up(m, DX_ERR_LIMIT,
                "more than %zu nodes of decision diagrams: raise the "
                "limit, or try another order of the variables",
                m->options.nodes_max);
        return DX_BDD_NIL;
    }
    if (m->node_count == m->node_room) {
        m->node_room *= 2;
        m->node = dx_resize(m->node, m->node_room, sizeof *m->node);
        m->refs = dx_resize(m->refs, m->node_room, sizeof *m->refs);
        dx_bdd_cache_grow(m);
    }
    m->refs[m->node_count] = 0;
    return (uint32_t)m->node_count++;
}

dx_bdd dx_bdd_make(dx_bdd_manager *m, uint32_t var, dx_bdd low, dx_bdd high)
{
    if (low == high)
        return low;
    if (low == DX_BDD_INVALID || high == DX_BDD_INVALID)
        return DX_BDD_INVALID;
    dx_bdd flip = low & 1;
    low ^= flip;
    high ^= flip;
    assert(dx_bdd_level_or_end(m, low) > m->level_of[var]);
    assert(dx_bdd_level_or_end(m, high) > m->level_of[var]);

    uint32_t node = dx_bdd_table_find(m, var, low, high);
    if (node != DX_BDD_NIL)
        return node << 1 | flip;
    node = node_new(m);
    if (node == DX_BDD_NIL)
        return DX_BDD_INVALID;
    m->node[node] = (dx_bdd_node){.var = var, .low = low, .high = high};
    dx_bdd_table_add(m, node);
    return node << 1 | flip;
}

// ---- Variables ----

static void make_room_for_variable(dx_bdd_manager *m)
{
    if (m->variable_count < m->variable_room)
        return;
    size_t room = m->variable_room == 0 ? 16 : 2 * (size_t)m->variable_room;
    m->variable_room = (uint32_t)room;
    m->table = dx_resize(m->table, room, sizeof *m->table);
    m->variable = dx_resize(m->variable, room, sizeof *m->variable);
    m->level_of = dx_resize(m->level_of, room, sizeof *m->level_of);
    m->variable_at = dx_resize(m->variable_at, room, sizeof *m->variable_at);
    m->group_of = dx_resize(m->group_of, room, sizeof *m->group_of);
}

dx_bdd_var dx_bdd_variable_new_at(dx_bdd_manager *m, uint32_t level)
{
    DX_REQUIRE(level <= m->variable_count, "a level next to those there are");
    if (m->status != DX_OK)
        return DX_BDD_VAR_NONE;
    if (m->variable_count == DX_BDD_VARIABLES_MAX) {
        give_up(m, DX_ERR_LIMIT, "more than %d variables in decision diagrams",
                DX_BDD_VARIABLES_MAX);
        return DX_BDD_VAR_NONE;
    }
    make_room_for_variable(m);
    dx_bdd_var var = m->variable_count++;
    for (uint32_t l = var; l > level; l--) {
        m->variable_at[l] = m->variable_at[l - 1];
        m->level_of[m->variable_at[l]] = l;
    }
    assert(level == var || m->level_of[m->variable_at[level + 1]] == level + 1);
    m->variable_at[level] = var;
    m->level_of[var] = level;
    m->group_of[var] = 0;
    m->table[var] = (dx_bdd_table){.bits = 1};
    m->table[var].bucket = dx_alloc(2, sizeof *m->table[var].bucket);
    m->variable[var] = dx_bdd_make(m, var, DX_BDD_FALSE, DX_BDD_TRUE);
    if (level < var)
        m->reorder_count++;
    return dx_bdd_ref(m, m->variable[var]) == DX_BDD_INVALID ? DX_BDD_VAR_NONE
                                                             : var;
}

dx_bdd_var dx_bdd_variable_new(dx_bdd_manager *m)
{
    return dx_bdd_variable_new_at(m, m->variable_count);
}

uint32_t dx_bdd_variables(const dx_bdd_manager *m)
{
    return m->variable_count;
}

uint32_t dx_bdd_level(const dx_bdd_manager *m, dx_bdd_var var)
{
    DX_REQUIRE(var < m->variable_count, "a variable of this manager");
    return m->level_of[var];
}

dx_bdd_var dx_bdd_variable_at(const dx_bdd_manager *m, uint32_t level)
{
    DX_REQUIRE(level < m->variable_count, "a level of this manager");
    return m->variable_at[level];
}

dx_bdd dx_bdd_variable(const dx_bdd_manager *m, dx_bdd_var var)
{
    if (var == DX_BDD_VAR_NONE)
        return DX_BDD_INVALID;
    DX_REQUIRE(var < m->variable_count, "a variable of this manager");
    return m->variable[var];
}

// ---- Looking inside ----

bool dx_bdd_is_variable(const dx_bdd_manager *m, dx_bdd f)
{
    return f != DX_BDD_INVALID && !dx_bdd_is_constant(f) &&
           m->variable[dx_bdd_node_of(m, f)->var] == f;
}

dx_bdd_var dx_bdd_top(const dx_bdd_manager *m, dx_bdd f)
{
    DX_REQUIRE(!dx_bdd_is_constant(f) && f >> 1 < m->node_count,
               "a function that is not constant");
    return dx_bdd_node_of(m, f)->var;
}

dx_bdd dx_bdd_low(const dx_bdd_manager *m, dx_bdd f)
{
    DX_REQUIRE(!dx_bdd_is_constant(f) && f >> 1 < m->node_count,
               "a function that is not constant");
    return dx_bdd_node_of(m, f)->low ^ (f & 1);
}

dx_bdd dx_bdd_high(const dx_bdd_manager *m, dx_bdd f)
{
    DX_REQUIRE(!dx_bdd_is_constant(f) && f >> 1 < m->node_count,
               "a function that is not constant");
    return dx_bdd_node_of(m, f)->high ^ (f & 1);
}
