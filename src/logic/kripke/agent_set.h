// logic/kripke/agent_set.h -- sets of a model's agents, by number.
//
// A plain value, large enough for every model: who is told something, whose
// common knowledge is asked for.
//
//     dx_agent_set group = {0};
//     dx_agent_set_add(&group, anne);
//     for (size_t a = dx_agent_set_next(&group, 0); a < DX_AGENTS_MAX;
//          a = dx_agent_set_next(&group, a + 1))

#ifndef DX_LOGIC_KRIPKE_AGENT_SET_H
#define DX_LOGIC_KRIPKE_AGENT_SET_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { DX_AGENTS_MAX = 1024 };

typedef struct dx_agent_set {
    uint64_t word[DX_AGENTS_MAX / 64];
} dx_agent_set;

static inline void dx_agent_set_add(dx_agent_set *set, size_t agent)
{
    assert(agent < DX_AGENTS_MAX);
    set->word[agent / 64] |= UINT64_C(1) << (agent % 64);
}

static inline bool dx_agent_set_has(const dx_agent_set *set, size_t agent)
{
    assert(agent < DX_AGENTS_MAX);
    return set->word[agent / 64] >> (agent % 64) & 1;
}

// The first member >= from, or DX_AGENTS_MAX if there is none.
static inline size_t dx_agent_set_next(const dx_agent_set *set, size_t from)
{
    for (size_t i = from / 64; i < DX_AGENTS_MAX / 64; i++) {
        uint64_t left = set->word[i];
        if (i == from / 64)
            left &= UINT64_MAX << (from % 64);
        if (left != 0)
            return i * 64 + (size_t)__builtin_ctzll(left);
    }
    return DX_AGENTS_MAX;
}

static inline bool dx_agent_set_is_empty(const dx_agent_set *set)
{
    return dx_agent_set_next(set, 0) == DX_AGENTS_MAX;
}

static inline bool dx_agent_set_equal(const dx_agent_set *a,
                                      const dx_agent_set *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

// `into` becomes what is in either.
static inline void dx_agent_set_join(dx_agent_set *into,
                                     const dx_agent_set *other)
{
    for (size_t i = 0; i < DX_AGENTS_MAX / 64; i++)
        into->word[i] |= other->word[i];
}

// The agents 0 .. count - 1.
static inline dx_agent_set dx_agent_set_all(size_t count)
{
    dx_agent_set all = {0};
    for (size_t a = 0; a < count; a++)
        dx_agent_set_add(&all, a);
    return all;
}

// For loops over the members of a set, behind `for`.
#define DX_EACH_AGENT(a, set)                                                  \
    size_t a = dx_agent_set_next((set), 0);                                    \
    (a) < DX_AGENTS_MAX;                                                       \
    (a) = dx_agent_set_next((set), (a) + 1)

#endif
