// All ways to split the rank that have a chance are kept in a list; an answer
// leaves those with that number in the hand that was asked.  At most three
// cards are missing, so no more than three questions follow one another.

#include "agents/gofish/collect.h"

#include <assert.h>
#include <math.h>

typedef struct ways {
    unsigned count;
    uint8_t split[DX_GOFISH_SPLITS];
} ways;

typedef struct search {
    const dx_gofish_by_rank *beliefs;
    const double *chance;
} search;

static double best(const search *s, const ways *w, unsigned missing,
                   unsigned asked);

// The weight of all ways in which the book is completed, asking `other` now.
static double after(const search *s, const ways *w, unsigned missing,
                    unsigned asked, unsigned other)
{
    const dx_gofish_splits *splits = &s->beliefs->splits;
    double sum = 0;
    for (unsigned given = 1; given <= missing; given++) {
        ways left = {0};
        for (unsigned i = 0; i < w->count; i++)
            if (splits->number[w->split[i]][other] == given)
                left.split[left.count++] = w->split[i];
        if (left.count > 0)
            sum += best(s, &left, missing - given, asked | 1U << other);
    }
    return sum;
}

static double best(const search *s, const ways *w, unsigned missing,
                   unsigned asked)
{
    double most = 0;
    if (missing == 0) {
        for (unsigned i = 0; i < w->count; i++)
            most += s->chance[w->split[i]];
        return most;
    }
    for (unsigned other = 0; other < s->beliefs->splits.others; other++)
        if (!(asked >> other & 1))
            most = fmax(most, after(s, w, missing, asked, other));
    return most;
}

double dx_gofish_collects(const dx_gofish_by_rank *b, unsigned rank,
                          unsigned seat)
{
    search s = {b, b->chance[rank]};
    ways all = {0};
    assert(seat != b->seat && b->own[rank] > 0);
    for (unsigned i = 0; i < b->splits.count; i++)
        if (s.chance[i] > 0 && b->splits.sum[i] + b->own[rank] == b->copies)
            all.split[all.count++] = (uint8_t)i;
    return after(&s, &all, (unsigned)(b->copies - b->own[rank]), 0,
                 (seat + b->players - b->seat - 1) % b->players);
}
