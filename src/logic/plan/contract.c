// Refinement by rounds.  At first two worlds are in one class if they have the
// same label; in each round they stay together if, besides, every agent holds
// the same classes possible at both.  It ends when a round splits nothing.
//
// The classes of a round are numbered in the order of what they are made of:
// the number of the old class, then for each agent the number of its set of
// old classes, where sets are numbered in the order of their words.  So the
// numbers depend only on the state up to bisimulation, and so do the bytes of
// the result; nothing is hashed, hence nothing can collide.
//
// A round sorts worlds * agents numbers and rows * classes bits; a world's
// successors are never walked, only rows, which many worlds share.

#include "logic/plan/contract.h"

#include "base/memory.h"
#include "base/order.h"

#include <stdlib.h>
#include <string.h>

void dx_task_contraction_release(dx_task_contraction *c)
{
    dx_vector_release(&c->class_of);
    dx_vector_release(&c->order);
    dx_vector_release(&c->row_class);
    dx_vector_release(&c->signature);
    dx_vector_release(&c->next);
    dx_vector_release(&c->sets);
}

// What is sorted: numbers whose keys stand in a table, `width` words each.  All
// are alike once the work is called off.
typedef struct keys32 {
    const uint32_t *at;
    size_t width;
    dx_pace *pace;
} keys32;

typedef struct keys64 {
    const uint64_t *at;
    size_t width;
    dx_pace *pace;
} keys64;

static int compare32(const void *a, const void *b, void *data)
{
    const keys32 *keys = data;
    if (dx_is_off(keys->pace, 1))
        return 0;
    const uint32_t *x = keys->at + *(const uint32_t *)a * keys->width;
    const uint32_t *y = keys->at + *(const uint32_t *)b * keys->width;
    for (size_t i = 0; i < keys->width; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static int compare64(const void *a, const void *b, void *data)
{
    const keys64 *keys = data;
    if (dx_is_off(keys->pace, keys->width / 8))
        return 0;
    const uint64_t *x = keys->at + *(const uint32_t *)a * keys->width;
    const uint64_t *y = keys->at + *(const uint32_t *)b * keys->width;
    for (size_t i = 0; i < keys->width; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

// Numbers 0 .. count - 1 by their keys: equal keys get equal numbers, smaller
// keys smaller ones.  Answers how many numbers there are.
static uint32_t number_by(dx_task_contraction *c, size_t count,
                          dx_order_compare *compare, void *keys, uint32_t *out)
{
    dx_vector_reserve(&c->order, count);
    uint32_t *order = c->order.at;
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    dx_order(order, count, compare, keys);
    uint32_t number = 0;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare(&order[i - 1], &order[i], keys) != 0)
            number++;
        out[order[i]] = number;
    }
    return count == 0 ? 0 : number + 1;
}

// The classes that each row leads to, as sets, and the number of each set.
// Answers how many different ones there are.
static uint32_t number_rows(dx_task_contraction *c, const dx_task_state *state,
                            size_t classes)
{
    size_t words = dx_task_state_words(state), width = dx_bitset_words(classes);
    c->sets.count = 0;
    dx_vector_reserve(&c->sets, state->rows * width);
    memset(c->sets.at, 0, state->rows * width * sizeof *c->sets.at);
    for (size_t r = 0; r < state->rows; r++) {
        uint64_t *set = c->sets.at + r * width;
        for (size_t i = 0; i < words && !dx_is_off(&c->pace, 4); i++)
            for (uint64_t bits = state->bits[r * words + i]; bits != 0;
                 bits &= bits - 1) {
                size_t w = 64 * i + (size_t)__builtin_ctzll(bits);
                uint32_t class = c->class_of.at[w];
                set[class / 64] |= UINT64_C(1) << class % 64;
            }
    }
    dx_vector_reserve(&c->row_class, state->rows);
    keys64 keys = {c->sets.at, width, &c->pace};
    return number_by(c, state->rows, compare64, &keys, c->row_class.at);
}

// One round; answers how many classes there are afterwards.
static uint32_t refine(dx_task_contraction *c, const dx_task_state *state,
                       size_t agents, size_t classes)
{
    number_rows(c, state, classes);
    size_t width = 1 + agents;
    dx_vector_reserve(&c->signature, state->worlds * width);
    for (size_t w = 0; w < state->worlds && !dx_is_off(&c->pace, width); w++) {
        uint32_t *key = c->signature.at + w * width;
        key[0] = c->class_of.at[w];
        for (size_t a = 0; a < agents; a++)
            key[1 + a] = c->row_class.at[state->row[a * state->worlds + w]];
    }
    dx_vector_reserve(&c->next, state->worlds);
    keys32 keys = {c->signature.at, width, &c->pace};
    uint32_t count = number_by(c, state->worlds, compare32, &keys, c->next.at);
    memcpy(c->class_of.at, c->next.at, state->worlds * sizeof *c->next.at);
    return count;
}

// The classes as worlds; rows and their order are those of number_rows.
static dx_task_state quotient(dx_task_contraction *c,
                              const dx_task_state *state, size_t agents,
                              size_t classes)
{
    uint32_t rows = number_rows(c, state, classes);
    dx_task_state small = dx_task_state_new(agents, classes, rows);
    size_t width = dx_bitset_words(classes);
    for (size_t r = 0; r < state->rows; r++)
        memcpy(small.bits + c->row_class.at[r] * width, c->sets.at + r * width,
               width * sizeof *small.bits);
    for (size_t w = 0; w < state->worlds; w++) {
        uint32_t class = c->class_of.at[w];
        small.label[class] = state->label[w];
        for (size_t a = 0; a < agents; a++)
            small.row[a * classes + class] =
                c->row_class.at[state->row[a * state->worlds + w]];
        if (state->designated[w / 64] >> w % 64 & 1)
            small.designated[class / 64] |= UINT64_C(1) << class % 64;
    }
    return small;
}

dx_task_state dx_task_contract(dx_task_contraction *c,
                               const dx_task_state *state, size_t agents)
{
    dx_vector_reserve(&c->class_of, state->worlds);
    keys32 labels = {state->label, 1, &c->pace};
    uint32_t before = 0, classes = number_by(c, state->worlds, compare32,
                                             &labels, c->class_of.at);
    while (classes != before && !c->pace.is_off) {
        before = classes;
        classes = refine(c, state, agents, classes);
    }
    if (c->pace.is_off)
        return (dx_task_state){0};
    dx_task_state small = quotient(c, state, agents, classes);
    if (c->pace.is_off)
        dx_task_state_release(&small);
    return small;
}

// ---- What can be reached ----

// The number of each world among those reached, plus 1, in the order in which
// they are met; and those worlds, in `queue`.
static size_t reach(dx_pace *pace, const dx_task_state *state, size_t agents,
                    uint32_t *number, uint32_t *queue)
{
    size_t words = dx_task_state_words(state), count = 0;
    bool *seen = dx_alloc(state->rows, sizeof *seen);
    for (size_t w = 0; w < state->worlds; w++)
        if (state->designated[w / 64] >> w % 64 & 1) {
            queue[count++] = (uint32_t)w;
            number[w] = (uint32_t)count;
        }
    for (size_t i = 0; i < count; i++)
        for (size_t a = 0; a < agents; a++) {
            uint32_t r = state->row[a * state->worlds + queue[i]];
            for (size_t k = 0; !seen[r] && k < words && !dx_is_off(pace, 4);
                 k++)
                for (uint64_t bits = state->bits[r * words + k]; bits != 0;
                     bits &= bits - 1) {
                    size_t w = 64 * k + (size_t)__builtin_ctzll(bits);
                    if (number[w] != 0)
                        continue;
                    queue[count++] = (uint32_t)w;
                    number[w] = (uint32_t)count;
                }
            seen[r] = true;
        }
    dx_free(seen);
    return count;
}

// The rows that worlds of the queue have, numbered as they are met.
static uint32_t number_used(dx_pace *pace, const dx_task_state *state,
                            size_t agents, const uint32_t *queue, size_t count,
                            uint32_t *used)
{
    uint32_t rows = 0;
    for (size_t i = 0; i < count * agents && !dx_is_off(pace, 1); i++) {
        uint32_t r = state->row[i / count * state->worlds + queue[i % count]];
        if (used[r] == 0)
            used[r] = ++rows;
    }
    return rows;
}

static void copy_row(dx_pace *pace, const dx_task_state *state, size_t r,
                     const uint32_t *number, uint64_t *into)
{
    size_t words = dx_task_state_words(state);
    for (size_t k = 0; k < words && !dx_is_off(pace, 4); k++)
        for (uint64_t bits = state->bits[r * words + k]; bits != 0;
             bits &= bits - 1) {
            size_t v = number[64 * k + (size_t)__builtin_ctzll(bits)] - 1;
            into[v / 64] |= UINT64_C(1) << v % 64;
        }
}

// The state of the worlds in the queue; unless it is called off first.
static dx_task_state copy_reached(dx_pace *pace, const dx_task_state *state,
                                  size_t agents, const uint32_t *number,
                                  const uint32_t *queue, size_t count)
{
    uint32_t *used = dx_alloc(state->rows, sizeof *used);
    uint32_t rows = number_used(pace, state, agents, queue, count, used);
    dx_task_state small = dx_task_state_new(agents, count, rows);
    for (size_t i = 0; i < count && !dx_is_off(pace, 1 + agents); i++) {
        size_t w = queue[i];
        small.label[i] = state->label[w];
        for (size_t a = 0; a < agents; a++)
            small.row[a * count + i] =
                used[state->row[a * state->worlds + w]] - 1;
        if (state->designated[w / 64] >> w % 64 & 1)
            small.designated[i / 64] |= UINT64_C(1) << i % 64;
    }
    size_t words = dx_task_state_words(&small);
    for (size_t r = 0; r < state->rows && !pace->is_off; r++)
        if (used[r] != 0)
            copy_row(pace, state, r, number,
                     small.bits + (used[r] - 1) * words);
    dx_free(used);
    return small;
}

dx_task_state dx_task_reachable(dx_task_contraction *c,
                                const dx_task_state *state, size_t agents)
{
    uint32_t *number = dx_alloc(state->worlds, sizeof *number);
    uint32_t *queue = dx_alloc(state->worlds, sizeof *queue);
    size_t count = reach(&c->pace, state, agents, number, queue);
    dx_task_state small = {0};
    if (!c->pace.is_off)
        small = copy_reached(&c->pace, state, agents, number, queue, count);
    if (c->pace.is_off)
        dx_task_state_release(&small);
    dx_free(number);
    dx_free(queue);
    return small;
}
