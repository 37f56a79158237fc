// Two layers forwards and backwards, written out.

#include "agents/gofish/critic.h"

#include "game/deal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    SUMS = DX_GOFISH_CRITIC_SUMS,
    UNITS = DX_GOFISH_CRITIC_UNITS,
    MIDDLE = DX_GOFISH_CRITIC_MIDDLE,
    RANK_INPUTS = DX_GOFISH_RANK_INPUTS,
    WORLD_INPUTS = DX_GOFISH_WORLD_INPUTS,
};
static const float leak = 0.1F, shrink = 0.25F;

static float bend(float x)
{
    return x > 0 ? x : leak * x;
}
static float slope(float x)
{
    return x > 0 ? 1 : leak;
}

static void fill(float *numbers, size_t count, double width, dx_random *random)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = (float)((dx_random_unit(random) - 0.5) * 2 * width);
}

void dx_gofish_critic_init(dx_gofish_critic *c, dx_random *random)
{
    memset(c, 0, sizeof *c);
    fill(&c->first[0][0], (size_t)RANK_INPUTS * SUMS, 0.4, random);
    fill(&c->second[0][0], (size_t)MIDDLE * UNITS, 0.2, random);
}

// Who draws the cards of a rank that are in the stock, if every turn ends with
// a card.
typedef struct draws {
    unsigned mine, others;
    unsigned first, last; // places in the stock
    bool first_mine, last_mine;
} draws;

static void read_draws(const dx_match *match, const dx_gofish *t, draws *out)
{
    memset(out, 0, t->ranks * sizeof *out);
    for (unsigned i = 0; i < dx_gofish_stock(t); i++) {
        unsigned rank =
            dx_deal_next(dx_match_deal(match), 0, 0, NULL, t->taken + i);
        draws *d = &out[rank];
        bool is_mine = i % t->players == 0;
        if (d->mine + d->others == 0) {
            d->first = i;
            d->first_mine = is_mine;
        }
        d->last = i;
        d->last_mine = is_mine;
        d->mine += is_mine;
        d->others += !is_mine;
    }
}

static void put(float *out, unsigned *at, double value)
{
    assert(*at < RANK_INPUTS);
    out[(*at)++] = (float)value;
}

static void put_cards(float *out, unsigned *at, unsigned own, unsigned others,
                      unsigned most)
{
    for (unsigned k = 0; k < 5; k++)
        put(out, at, own == k);
    for (unsigned k = 0; k < 5; k++)
        put(out, at, others == k);
    put(out, at, most == others && others > 0);
    put(out, at, own > 0 && others > 0);
}

static void put_draws(float *out, unsigned *at, const draws *d)
{
    bool any = d->mine + d->others > 0;
    put(out, at, d->mine / 3.0);
    put(out, at, d->others / 3.0);
    put(out, at, any && d->first_mine);
    put(out, at, any && !d->first_mine);
    put(out, at, any && d->last_mine);
    put(out, at, any && !d->last_mine);
    put(out, at, any ? exp(-0.15 * d->first) : 0);
    put(out, at, any ? exp(-0.15 * d->last) : 0);
}

static void read_rank(const dx_gofish *t, const dx_gofish_shown *shown,
                      const dx_gofish_moment *m, unsigned rank, const draws *d,
                      float *out)
{
    unsigned seat = t->turn, at = 0, others = 0, most = 0, least = 0;
    double has = 0, completes = 0;
    for (unsigned i = 0; i < t->players; i++) {
        unsigned number = (unsigned)t->count[i][rank];
        others += i != seat ? number : 0;
        most = i != seat && number > most ? number : most;
        least += i != seat && shown->least[i][rank] > 0;
    }
    for (unsigned i = 0; i < m->count; i++)
        if (m->asks[i].rank == rank) {
            has = fmax(has, m->asks[i].has);
            completes = fmax(completes, m->asks[i].completes);
        }
    unsigned since = shown->since[seat][rank];
    put(out, &at, 1);
    put_cards(out, &at, (unsigned)t->count[seat][rank], others, most);
    put_draws(out, &at, d);
    put(out, &at, shown->least[seat][rank] > 0);
    put(out, &at, since == DX_GOFISH_NEVER ? 0 : exp(-0.3 * since));
    put(out, &at, least > 0);
    put(out, &at, has);
    put(out, &at, completes);
    put(out, &at, dx_gofish_stock(t) / 38.0);
    put(out, &at, dx_gofish_stock(t) <= 6);
    memset(out + at, 0, (RANK_INPUTS - at) * sizeof *out);
}

void dx_gofish_position_read(const dx_match *match,
                             const dx_gofish_notes *notes,
                             const dx_gofish_moment *m, unsigned type,
                             dx_gofish_position *out)
{
    const dx_gofish *t = dx_match_truth(match);
    draws d[DX_GOFISH_RANKS];
    unsigned at = 0;
    out->ranks = t->ranks;
    read_draws(match, t, d);
    for (unsigned rank = 0; rank < t->ranks; rank++)
        read_rank(t, &notes->shown, m, rank, &d[rank], out->rank[rank]);
    memset(out->world, 0, sizeof out->world);
    out->world[at++] = 1;
    out->world[at++] = (float)(dx_gofish_stock(t) / 38.0);
    out->world[at++] = (float)(dx_gofish_stock(t) % 2);
    out->world[at++] = (float)(t->size[t->turn] / 20.0);
    out->world[at++] = (float)(t->laid[t->turn] / 4.0);
    if (type < DX_GOFISH_TYPES)
        out->world[at + type] = 1;
}

// What is kept between the layers.
typedef struct layers {
    float rank[DX_GOFISH_RANKS][SUMS]; // before they are bent
    float middle[MIDDLE];
    float unit[UNITS];
} layers;

// One rank through the first layer.
static void rank_forwards(const dx_gofish_critic *c, const float *in,
                          float *out)
{
    float sum[SUMS] = {0};
    for (unsigned i = 0; i < RANK_INPUTS; i++) {
        float x = in[i];
        if (x == 0)
            continue;
        for (unsigned s = 0; s < SUMS; s++)
            sum[s] += x * c->first[i][s];
    }
    memcpy(out, sum, sizeof sum);
}

// Sums are kept in arrays of their own, which a compiler knows to be apart.
static float forwards(const dx_gofish_critic *c, const dx_gofish_position *p,
                      layers *l)
{
    float out = c->bias, unit[UNITS] = {0};
    memset(l->middle, 0, sizeof l->middle);
    for (unsigned r = 0; r < p->ranks; r++) {
        rank_forwards(c, p->rank[r], l->rank[r]);
        for (unsigned s = 0; s < SUMS; s++)
            l->middle[s] += shrink * bend(l->rank[r][s]);
    }
    memcpy(l->middle + SUMS, p->world, sizeof p->world);
    for (unsigned i = 0; i < MIDDLE; i++) {
        float x = l->middle[i];
        for (unsigned u = 0; u < UNITS; u++)
            unit[u] += x * c->second[i][u];
    }
    memcpy(l->unit, unit, sizeof unit);
    for (unsigned u = 0; u < UNITS; u++)
        out += c->third[u] * bend(unit[u]);
    return out;
}

double dx_gofish_critic_run(const dx_gofish_critic *critic,
                            const dx_gofish_position *position)
{
    layers l;
    return 1 / (1 + exp(-(double)forwards(critic, position, &l)));
}

void dx_gofish_critic_learn(const dx_gofish_critic *c,
                            const dx_gofish_position *p, double miss,
                            dx_gofish_critic *g)
{
    layers l;
    float unit[UNITS], sum[SUMS] = {0}, m = (float)miss;
    forwards(c, p, &l);
    g->bias += m;
    for (unsigned u = 0; u < UNITS; u++) {
        g->third[u] += m * bend(l.unit[u]);
        unit[u] = m * c->third[u] * slope(l.unit[u]);
    }
    for (unsigned i = 0; i < MIDDLE; i++)
        for (unsigned u = 0; u < UNITS; u++) {
            g->second[i][u] += l.middle[i] * unit[u];
            if (i < SUMS)
                sum[i] += c->second[i][u] * unit[u];
        }
    for (unsigned r = 0; r < p->ranks; r++) {
        float back[SUMS];
        for (unsigned s = 0; s < SUMS; s++)
            back[s] = shrink * sum[s] * slope(l.rank[r][s]);
        for (unsigned i = 0; i < RANK_INPUTS; i++) {
            float x = p->rank[r][i];
            if (x == 0)
                continue;
            for (unsigned s = 0; s < SUMS; s++)
                g->first[i][s] += x * back[s];
        }
    }
}
