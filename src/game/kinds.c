#include "game/kinds.h"

#include <math.h>
#include <string.h>

void dx_kinds_begin(const dx_kinds_rule *rule, unsigned seats, dx_kinds *out)
{
    memset(out, 0, sizeof *out);
    out->seats = seats;
    for (unsigned seat = 0; seat < seats; seat++)
        memcpy(out->weight[seat], rule->prior, sizeof rule->prior);
}

double dx_kinds_broad(const dx_kinds_rule *rule, const double *likely)
{
    double sum = 0;
    for (unsigned kind = 0; kind + 1 < rule->count; kind++)
        sum += likely[kind];
    return rule->count > 1 ? sum / (rule->count - 1) : 1;
}

double dx_kinds_learnt(double broad, unsigned same, unsigned all,
                       double patience)
{
    return (patience * broad + same) / (patience + all);
}

static double sum_of(const dx_kinds_rule *rule, const double *weight)
{
    double sum = 0;
    for (unsigned kind = 0; kind < rule->count; kind++)
        sum += weight[kind];
    return sum;
}

// Adds up to one again; who has fallen below the floor is lifted to it, at the
// cost of all.
static void settle(const dx_kinds_rule *rule, double *weight)
{
    double sum = sum_of(rule, weight);
    if (sum <= 0) { // nobody does such a thing: it says nothing
        memcpy(weight, rule->prior, sizeof rule->prior);
        return;
    }
    for (unsigned kind = 0; kind < rule->count; kind++)
        weight[kind] =
            fmax(weight[kind] / sum, rule->floor * rule->prior[kind]);
    sum = sum_of(rule, weight);
    for (unsigned kind = 0; kind < rule->count; kind++)
        weight[kind] /= sum;
}

void dx_kinds_see(const dx_kinds_rule *rule, dx_kinds *kinds, unsigned seat,
                  const double *likely)
{
    double broad = dx_kinds_broad(rule, likely);
    double own[DX_PLAYER_KINDS], lent[DX_PLAYER_KINDS];
    for (unsigned kind = 0; kind < rule->count; kind++) {
        own[kind] = (1 - rule->lapse) * likely[kind] + rule->lapse * broad;
        lent[kind] = rule->share > 0 ? pow(own[kind], rule->share) : 1;
    }
    for (unsigned at = 0; at < kinds->seats; at++) {
        double *weight = kinds->weight[at];
        for (unsigned kind = 0; kind < rule->count; kind++)
            weight[kind] *= at == seat ? own[kind] : lent[kind];
        settle(rule, weight);
    }
}
