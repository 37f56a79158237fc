// What is likely, read off the worlds: one pass over them for each class.

#include "agents/gofish/orbits.h"

#include <assert.h>
#include <string.h>

// Adds up, for one class, in how many ranks there are how many cards.
static void sum_class(const dx_gofish_class *c, const dx_gofish_worlds *l,
                      double total, double *out)
{
    memset(out, 0, DX_GOFISH_NUMBERS * sizeof *out);
    if (c->is_none) {
        out[0] = total;
        return;
    }
    if (c->is_single) {
        for (size_t i = 0; i < l->count; i++)
            out[(unsigned)(l->at[i].key >> c->at) & 7] += l->at[i].weight;
        return;
    }
    for (size_t i = 0; i < l->count; i++) {
        unsigned fields = (unsigned)(l->at[i].key >> c->at);
        for (unsigned number = 1; number <= c->room; number++) {
            out[number] += l->at[i].weight * (fields & 15);
            fields >>= DX_GOFISH_FIELD;
        }
    }
    out[0] = total;
    for (unsigned number = 1; number <= c->room; number++) {
        out[number] /= c->count;
        out[0] -= out[number];
    }
}

static double weight_of(const dx_gofish_worlds *l)
{
    double total = 0;
    for (size_t i = 0; i < l->count; i++)
        total += l->at[i].weight;
    return total;
}

// The cards of the stock that may be the one that waits: the same in all
// worlds, since of a barred rank the other has no card.
static double choices_of(const dx_gofish_exact *e)
{
    double cards = -(double)e->size;
    for (unsigned i = 0; i < e->class_count; i++)
        cards += e->classes[i].is_barred
                     ? 0
                     : (double)e->classes[i].room * e->classes[i].count;
    return cards;
}

static void read_class(const dx_gofish_exact *e, const dx_gofish_class *c,
                       double settled, double waiting, double *out)
{
    double before[DX_GOFISH_NUMBERS], cards = choices_of(e);
    sum_class(c, &e->settled, settled, out);
    if (e->is_waiting) {
        sum_class(c, &e->waiting, waiting, before);
        for (unsigned number = 0; number <= c->room; number++) {
            double comes = c->is_barred ? 0 : (double)c->room - number;
            out[number] += before[number] * (cards - comes);
            if (number > 0 && !c->is_barred)
                out[number] += before[number - 1] * (c->room - (number - 1.0));
        }
    }
    double total = settled + waiting * cards;
    for (unsigned number = 0; number < DX_GOFISH_NUMBERS; number++)
        out[number] /= total;
}

void dx_gofish_exact_read(dx_gofish_exact *e, unsigned ranks,
                          dx_gofish_chances *out)
{
    if (!e->has_begun)
        dx_gofish_exact_begin(e);
    double settled = weight_of(&e->settled), waiting = weight_of(&e->waiting);
    assert(settled + waiting > 0);
    for (unsigned i = 0; i < e->class_count; i++) {
        double chances[DX_GOFISH_NUMBERS];
        if ((e->classes[i].ranks & ranks) == 0)
            continue;
        read_class(e, &e->classes[i], settled, e->is_waiting ? waiting : 0,
                   chances);
        for (unsigned rank = 0; rank < e->ranks; rank++)
            if (e->classes[i].ranks >> rank & 1)
                memcpy(out->exactly[rank], chances, sizeof chances);
    }
}
