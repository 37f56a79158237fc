// One pass over the worlds counts each answer with each card of the envelope,
// and entropies are sums of x log2 x over these counts.  A world is cut into
// six shares, so that two or three cards that might be shown have whole counts.
// The gain leaves out H(E), which is the same for every question of a moment.

#include "agents/clue/inform.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { ANSWERS = DX_CLUE_SEATS * DX_CLUE_SORTS };

// How often each answer comes with each card in the envelope.
typedef struct tally {
    unsigned all[ANSWERS];
    unsigned with[ANSWERS][DX_CLUE_CARDS];
} tally;

dx_clue_logs *dx_clue_logs_new(unsigned worlds)
{
    dx_clue_logs *logs = dx_alloc_raw(1, sizeof *logs);
    logs->of[0] = 0;
    for (unsigned i = 1; i <= DX_CLUE_SHARES * worlds; i++)
        logs->of[i] = i * log2(i);
    return logs;
}

// Where a question stops: at the asker if nobody has one of the cards.
static unsigned stop_of(const dx_clue *world, unsigned asker,
                        dx_clue_cards cards)
{
    unsigned seat = asker;
    do
        seat = seat + 1 == world->players ? 0 : seat + 1;
    while (seat != asker && (world->hand[seat] & cards) == 0);
    return seat;
}

static void count(tally *t, unsigned answer, dx_clue_triple envelope,
                  unsigned shares)
{
    t->all[answer] += shares;
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        t->with[answer][envelope.card[sort]] += shares;
}

// Counts the answers of one world; returns how many cards fitted.
static unsigned count_world(tally *t, const dx_clue *world, unsigned asker,
                            dx_clue_triple named)
{
    dx_clue_cards cards = dx_clue_set(named);
    unsigned stop = stop_of(world, asker, cards);
    unsigned base = stop * DX_CLUE_SORTS;
    if (stop == asker) {
        count(t, base, world->envelope, DX_CLUE_SHARES);
        return 1;
    }
    unsigned fits = dx_clue_size(world->hand[stop] & cards);
    assert(fits > 0 && fits <= DX_CLUE_SORTS);
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        if (world->hand[stop] >> named.card[sort] & 1)
            count(t, base + sort, world->envelope, DX_CLUE_SHARES / fits);
    return fits;
}

// Shares times the bits of the three cards that are missing after an answer.
static double missing(const dx_clue_logs *logs, const unsigned *with,
                      unsigned all, unsigned cards)
{
    double bits = DX_CLUE_SORTS * logs->of[all];
    for (unsigned card = 0; card < cards; card++)
        bits -= logs->of[with[card]];
    return bits;
}

double dx_clue_gain(const dx_clue_worlds *worlds, const dx_clue_logs *logs,
                    unsigned asker, dx_clue_triple named, double share)
{
    static const double choice[] = {0, 0, 1, 1.5849625007211562};
    unsigned cards = dx_clue_world(worlds, 0)->cards;
    unsigned all = DX_CLUE_SHARES * worlds->count;
    tally t = {.all = {0}};
    assert(all > 0);
    double chosen = 0, about_all = logs->of[all], left = 0;
    for (unsigned i = 0; i < worlds->count; i++)
        chosen +=
            choice[count_world(&t, dx_clue_world(worlds, i), asker, named)];
    for (unsigned r = 0; r < ANSWERS; r++)
        if (t.all[r] > 0) {
            about_all -= logs->of[t.all[r]];
            left += missing(logs, t.with[r], t.all[r], cards);
        }
    about_all -= chosen * DX_CLUE_SHARES;
    return (share * about_all - left) / all;
}

double dx_clue_leak(const dx_clue_worlds *worlds, const dx_clue_logs *logs,
                    unsigned asker, dx_clue_triple named, const dx_clue *truth,
                    double share)
{
    dx_clue_cards cards = dx_clue_set(named);
    unsigned stop = stop_of(truth, asker, cards);
    unsigned with[DX_CLUE_CARDS] = {0}, before[DX_CLUE_CARDS] = {0}, same = 0;
    for (unsigned i = 0; i < worlds->count; i++) {
        const dx_clue *world = dx_clue_world(worlds, i);
        bool fits = stop_of(world, asker, cards) == stop;
        same += fits;
        for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++) {
            before[world->envelope.card[sort]]++;
            with[world->envelope.card[sort]] += fits;
        }
    }
    if (same == 0)
        return 0;
    return missing(logs, before, worlds->count, truth->cards) / worlds->count -
           missing(logs, with, same, truth->cards) / same +
           share * log2((double)worlds->count / same);
}
