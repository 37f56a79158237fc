// What a player says of a fact, from the colourings that it holds possible.

#include "agents/yokai/choose.h"

#include <string.h>

// A chance is certain only if all colourings were looked at.
static dx_opinion opinion_of(const dx_yokai_cloud *cloud, double chance)
{
    bool sure = cloud->is_exact;
    return (dx_opinion){sure && chance > 1 - 1e-12 ? 1
                        : sure && chance < 1e-12   ? -1
                                                   : 0,
                        chance};
}

// The colours that a card has in some colouring that was counted.
static dx_opinion of_colour(const dx_yokai_thoughts *t, unsigned card,
                            unsigned colour)
{
    unsigned may = t->belief.may[card];
    dx_opinion opinion = opinion_of(t->cloud, t->cloud->chance[card][colour]);
    if (may == 1U << colour)
        opinion.truth = 1;
    else if (may != 0 && !(may >> colour & 1))
        opinion.truth = -1;
    return opinion;
}

bool dx_yokai_opinion(const dx_yokai_thoughts *t, const dx_atom *atom,
                      const int *args, dx_opinion *out)
{
    if (strcmp(atom->name, "colour") == 0)
        *out = of_colour(t, (unsigned)args[0], (unsigned)args[1]);
    else if (strcmp(atom->name, "family") == 0)
        *out = of_colour(t, (unsigned)args[1], (unsigned)args[0]);
    else if (strcmp(atom->name, "same") == 0)
        *out = opinion_of(
            t->cloud, dx_yokai_cloud_same(t->cloud, (unsigned)args[0],
                                          dx_yokai_card((unsigned)args[1])));
    else if (strcmp(atom->name, "win") == 0)
        *out = opinion_of(t->cloud, dx_yokai_cloud_win(t->cloud, &t->layout));
    else
        return false;
    return true;
}
