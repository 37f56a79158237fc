// Importance sampling: worlds are drawn as if questions said nothing, more than
// are wanted, weighed by how likely the questions were in each, and kept by
// weight at even steps from a random start, which strays less than drawing each
// anew.  A question counts relative to one asked blindly, so that a world in
// which nobody seems to think keeps the weight that distrust leaves it.

#include "agents/clue/profile.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum { MORE = 4 }; // worlds drawn for each that is kept

// How often a detective's question names a card of its own, by sort, in its
// first three questions and later; and one that it was shown.  Counted in 400
// games of three.
static const double names_own[][DX_CLUE_SORTS] = {
    {0.13, 0.12, 0.62},
    {0.09, 0.09, 0.65},
    {0.19, 0.18, 0.36},
    {0.37, 0.30, 0.08},
};
static const double names_shown = 0.01;

// How likely who has `own` and was shown `shown` names a card of its sort.
static double chance(const dx_clue *world, unsigned sort, unsigned card,
                     dx_clue_cards own, dx_clue_cards shown, double likes_own)
{
    dx_clue_cards all = dx_clue_sort(world, sort), one = dx_clue_card(card);
    assert((own & shown) == 0); // others show what is theirs
    dx_clue_cards open = all & ~own & ~shown;
    double of_own = own & all ? likes_own : 0;
    double of_shown = shown & all ? names_shown : 0;
    double of_open = open ? 1 - likes_own - names_shown : 0;
    double sum = of_own + of_shown + of_open;
    if (own & one)
        return of_own / sum / dx_clue_size(own & all);
    if (shown & one)
        return of_shown / sum / dx_clue_size(shown & all);
    return of_open / sum / dx_clue_size(open);
}

// What the asker of question `i` was shown before it, and how many it asked.
static dx_clue_cards shown_before(const dx_clue *world, unsigned i,
                                  unsigned *out_asked)
{
    dx_clue_cards shown = 0;
    unsigned asker = world->ask[i].asker;
    *out_asked = 0;
    for (unsigned k = 0; k < i; k++)
        if (world->ask[k].asker == asker) {
            if (dx_clue_answered(&world->ask[k]))
                shown |= dx_clue_card(world->ask[k].card);
            ++*out_asked;
        }
    return shown;
}

// Asked in vain, and did not accuse.
static bool gave_up(const dx_clue *world, unsigned i)
{
    bool is_over = i + 1 < world->turns || world->phase == DX_CLUE_ASKING;
    return is_over && !dx_clue_answered(&world->ask[i]) &&
           !(world->out >> world->ask[i].asker & 1);
}

double dx_clue_profile(const dx_clue *world, unsigned seat, double trust)
{
    double all = 1;
    for (unsigned i = 0; i < world->turns; i++) {
        const dx_clue_ask *ask = &world->ask[i];
        dx_clue_cards own = world->hand[ask->asker];
        unsigned asked;
        dx_clue_cards shown = shown_before(world, i, &asked);
        double thinks = 1, blind = 1;
        if (ask->asker == seat)
            continue;
        for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++) {
            thinks *= chance(world, sort, ask->named.card[sort], own, shown,
                             names_own[asked < 3 ? asked : 3][sort]);
            blind /= world->first[sort + 1] - world->first[sort];
        }
        if (gave_up(world, i) && (own & dx_clue_set(ask->named)) == 0)
            thinks = 0;
        all *= trust * thinks / blind + 1 - trust;
    }
    return all;
}

// Keeps `count` of the worlds by weight, evenly spread.
static void keep(dx_clue_worlds *worlds, const double *weight, double sum,
                 unsigned count, dx_random *random)
{
    assert(sum > 0 && count > 0);
    double step = sum / count, next = dx_random_unit(random) * step, at = 0;
    unsigned char *kept = dx_alloc_raw(count + 1, worlds->stride);
    unsigned number = 0;
    for (unsigned i = 0; i < worlds->count && number < count; i++)
        for (at += weight[i]; number < count && next < at; next += step)
            memcpy(kept + number++ * worlds->stride,
                   worlds->tables + i * worlds->stride, worlds->stride);
    dx_free(worlds->tables);
    worlds->tables = kept;
    worlds->count = number;
}

dx_clue_worlds dx_clue_profile_worlds(const dx_clue_study *study,
                                      const dx_view *view, unsigned count,
                                      double trust, dx_random *random)
{
    dx_clue_worlds worlds = dx_clue_study_worlds(study, view->seat, view->sight,
                                                 MORE * count, random);
    double *weight = dx_alloc(worlds.count + 1, sizeof *weight), sum = 0;
    for (unsigned i = 0; i < worlds.count; i++) {
        weight[i] =
            dx_clue_profile(dx_clue_world(&worlds, i), view->seat, trust);
        sum += weight[i];
    }
    if (sum > 0)
        keep(&worlds, weight, sum, count, random);
    else if (worlds.count > count)
        worlds.count = count; // they do not think as we thought
    dx_free(weight);
    return worlds;
}
