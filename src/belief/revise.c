// Giving up as little as possible, the least important first.
//
// The volatile beliefs stand in a line, the most important first, and each is
// kept if it is consistent with the core, the news, and what was kept before
// it: Brewka's preferred subtheory (1989) for a total order.  What is kept is
// maximal, so nothing goes without need.  The line is gone through by halves,
// so that c beliefs out of n are found with about c log n searches.
//
// What is kept hangs behind a new literal, which takes the place of
// `base->held` when all is decided; until then nothing has changed.

#include "belief/base_private.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

typedef struct job {
    dx_base *base;
    const dx_sat_limits *limits;
    dx_error *error;
    int news, kept; // literals
    uint32_t time;
    DX_VECTOR(size_t) line;
    dx_base_revision *revision;
} job;

void dx_base_revision_release(dx_base_revision *revision)
{
    dx_vector_release(&revision->given_up);
}

static dx_status is_possible(job *j, size_t count, const int *literals,
                             bool *out)
{
    return dx_base_solve(j->base, count, literals, j->time, j->limits, out,
                         j->error);
}

// The most important first: what was seen, then what is newer.
static void line_up(job *j)
{
    const dx_base *base = j->base;
    for (int source = DX_FROM_SIGHT; source >= DX_FROM_RULE; source--)
        for (size_t i = base->beliefs.count; i > 0; i--) {
            const dx_base_belief *belief = &base->beliefs.at[i - 1];
            if (belief->is_held && (int)belief->source == source)
                dx_vector_push(&j->line, i - 1);
        }
}

// Can `count` beliefs of the line, from `first` on, all be kept?
static dx_status can_keep(job *j, size_t first, size_t count, bool *out)
{
    int *assumed = dx_alloc_raw(count + 2, sizeof *assumed);
    assumed[0] = j->news;
    assumed[1] = j->kept;
    for (size_t i = 0; i < count; i++)
        assumed[i + 2] = j->base->beliefs.at[j->line.at[first + i]].literal;
    dx_status status = is_possible(j, count + 2, assumed, out);
    dx_free(assumed);
    return status;
}

// Goes through a part of the line.  All of it at once, if it can be kept: then
// so could each in its turn.
static dx_status sort_out(job *j, size_t first, size_t count)
{
    bool possible;
    dx_status status = can_keep(j, first, count, &possible);
    if (status != DX_OK)
        return status;
    for (size_t i = 0; i < count && possible; i++) {
        int literal = j->base->beliefs.at[j->line.at[first + i]].literal;
        dx_sat_add(j->base->sat, 2, (int[]){-j->kept, literal});
    }
    if (possible)
        return DX_OK;
    assert(count > 0); // without old beliefs the news is possible
    if (count == 1) {
        dx_vector_push(&j->revision->given_up, j->line.at[first]);
        return DX_OK;
    }
    status = sort_out(j, first, count / 2);
    if (status == DX_OK)
        status = sort_out(j, first + count / 2, count - count / 2);
    return status;
}

static int by_number(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

// `because` is the number that the news will have.
static void let_go(job *j, size_t because)
{
    dx_base *base = j->base;
    dx_base_revision *revision = j->revision;
    if (revision->given_up.count > 1)
        qsort(revision->given_up.at, revision->given_up.count, sizeof(size_t),
              by_number);
    for (size_t i = 0; i < revision->given_up.count; i++) {
        dx_base_belief *belief = &base->beliefs.at[revision->given_up.at[i]];
        assert(belief->is_held);
        belief->is_held = false;
        belief->until = j->time;
        belief->because = because;
    }
    int old = -base->held;
    dx_sat_add(base->sat, 1, &old);
    base->held = j->kept;
}

// Decides what goes, if anything; nothing is changed if there is no answer.
static dx_status make_room(job *j, size_t because)
{
    bool possible;
    dx_status status = is_possible(j, 1, &j->news, &possible);
    if (status != DX_OK || !possible)
        return status;
    int all[2] = {j->news, j->base->held};
    status = is_possible(j, 2, all, &possible);
    if (status == DX_OK && !possible) {
        line_up(j);
        j->kept = dx_sat_variable(j->base->sat);
        status = sort_out(j, 0, j->line.count);
        if (status == DX_OK)
            let_go(j, because);
    }
    j->revision->is_accepted = status == DX_OK;
    return status;
}

dx_status dx_base_revise(dx_base *base, dx_formula f, dx_belief_source source,
                         const dx_sat_limits *limits,
                         dx_base_revision *out_revision, dx_error *error)
{
    *out_revision = (dx_base_revision){0};
    dx_formula normal;
    dx_status status = dx_language_event(base->language, f, &normal, error);
    if (status == DX_OK && base->time >= DX_TIME_MAX)
        status = dx_fail(error, DX_ERR_LIMIT, 0, 0,
                         "the time has no number any more");
    if (status != DX_OK)
        return status;
    job j = {.base = base,
             .limits = limits,
             .error = error,
             .news = dx_base_literal(base, normal),
             .time = base->time + 1,
             .revision = out_revision};
    uint32_t number = dx_base_number(base, normal);
    bool is_there = number != UINT32_MAX && base->beliefs.at[number].is_held;
    status = make_room(&j, is_there ? number : base->beliefs.count);
    dx_vector_release(&j.line);
    if (status != DX_OK) {
        dx_base_revision_release(out_revision);
        return status;
    }
    if (out_revision->is_accepted) {
        dx_base_set_time(base, base->time + 1);
        dx_base_put(base, f, normal, source);
    }
    return DX_OK;
}
