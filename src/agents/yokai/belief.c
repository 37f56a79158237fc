// Colourings are counted card by card: the state is how many cards of each
// colour are left, at most five to the number of colours, and `ways` says in
// how many ways the cards from one on can be coloured.  With it a colouring is
// drawn fairly, one card after the other.
//
// What is only likely does not factor.  Where all colourings are listed they
// are weighed one by one; where they are drawn, a chain of swaps of two
// colours, each taken with the chance that its weight says (Metropolis), gives
// every colouring in proportion.

#include "agents/yokai/belief.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { STATES = 625, BURN = 600, THIN = 40 };

// ways[i][state]: of the cards from i on; only for states in which as many are
// left.
typedef struct tally {
    unsigned step[DX_YOKAI_COLOURS]; // what a card of each colour takes
    unsigned start;
    uint64_t ways[DX_YOKAI_CARDS + 1][STATES];
} tally;

void dx_yokai_belief_init(dx_yokai_belief *belief, const dx_yokai *table)
{
    memset(belief, 0, sizeof *belief);
    belief->cards = table->cards;
    belief->colours = table->colours;
    belief->copies = table->copies;
    memset(belief->may, (1 << table->colours) - 1, table->cards);
}

void dx_yokai_belief_add(dx_yokai_belief *belief, dx_yokai_likely likely)
{
    if (belief->likely_count < DX_YOKAI_LIKELY_MAX)
        belief->likely[belief->likely_count++] = likely;
}

static unsigned left_of(const tally *t, const dx_yokai_belief *belief,
                        unsigned state, unsigned colour)
{
    return state / t->step[colour] % (belief->copies + 1);
}

// The ways from card i on with `state` left, if those of the next are known.
static uint64_t ways_of(const tally *t, const dx_yokai_belief *belief,
                        unsigned i, unsigned state)
{
    uint64_t sum = 0;
    for (unsigned colour = 0; colour < belief->colours; colour++)
        if ((belief->may[i] >> colour & 1) &&
            left_of(t, belief, state, colour) > 0)
            sum += t->ways[i + 1][state - t->step[colour]];
    return sum;
}

static tally *tally_new(const dx_yokai_belief *belief)
{
    tally *t = dx_alloc_raw(1, sizeof *t);
    unsigned states = 1, left[STATES];
    for (unsigned colour = 0; colour < belief->colours; colour++) {
        t->step[colour] = states;
        states *= belief->copies + 1;
    }
    assert(states <= STATES);
    t->start = states - 1;
    t->ways[belief->cards][0] = 1;
    for (unsigned state = 0; state < states; state++) {
        left[state] = 0;
        for (unsigned colour = 0; colour < belief->colours; colour++)
            left[state] += left_of(t, belief, state, colour);
    }
    for (unsigned i = belief->cards; i-- > 0;)
        for (unsigned state = 0; state < states; state++)
            if (left[state] == belief->cards - i)
                t->ways[i][state] = ways_of(t, belief, i, state);
    return t;
}

// Walks forwards through the states that can be reached and lead to an end.
bool dx_yokai_belief_close(dx_yokai_belief *belief)
{
    tally *t = tally_new(belief);
    bool now[STATES] = {false}, next[STATES];
    bool any = t->ways[0][t->start] > 0;
    now[t->start] = true;
    for (unsigned i = 0; i < belief->cards && any; i++) {
        unsigned found = 0;
        memset(next, 0, sizeof next);
        for (unsigned state = 0; state <= t->start; state++)
            for (unsigned colour = 0; colour < belief->colours && now[state];
                 colour++)
                if ((belief->may[i] >> colour & 1) &&
                    left_of(t, belief, state, colour) > 0 &&
                    t->ways[i + 1][state - t->step[colour]] > 0) {
                    found |= 1U << colour;
                    next[state - t->step[colour]] = true;
                }
        belief->may[i] = (uint8_t)found;
        memcpy(now, next, sizeof now);
    }
    dx_free(t);
    return any;
}

// ---- weights ----

static double weight_of(const dx_yokai_belief *belief, const uint8_t *colour)
{
    double weight = 1;
    for (unsigned i = 0; i < belief->likely_count; i++) {
        const dx_yokai_likely *one = &belief->likely[i];
        bool holds = one->colours >> colour[one->card] & 1;
        for (dx_yokai_cards left = one->others; left != 0 && !holds;
             left &= (dx_yokai_cards)(left - 1))
            holds = colour[dx_yokai_first(left)] == colour[one->card];
        weight *= holds ? 1 : one->lapse;
    }
    return weight;
}

static void take(dx_yokai_cloud *cloud, const dx_yokai_belief *belief,
                 const uint8_t *colour, double weight)
{
    dx_yokai_colouring *out = &cloud->colouring[cloud->count];
    memset(out, 0, sizeof *out);
    for (unsigned card = 0; card < belief->cards; card++)
        out->family[colour[card]] |= dx_yokai_card(card);
    cloud->weight[cloud->count++] = weight;
}

// ---- all colourings ----

static void list_from(dx_yokai_cloud *cloud, const dx_yokai_belief *belief,
                      const tally *t, unsigned card, unsigned state,
                      uint8_t *colour)
{
    if (card == belief->cards) {
        take(cloud, belief, colour, weight_of(belief, colour));
        return;
    }
    for (unsigned c = 0; c < belief->colours; c++)
        if ((belief->may[card] >> c & 1) && left_of(t, belief, state, c) > 0 &&
            t->ways[card + 1][state - t->step[c]] > 0) {
            colour[card] = (uint8_t)c;
            list_from(cloud, belief, t, card + 1, state - t->step[c], colour);
        }
}

// ---- some colourings ----

static void draw_one(const dx_yokai_belief *belief, const tally *t,
                     dx_random *random, uint8_t *colour)
{
    unsigned state = t->start;
    for (unsigned card = 0; card < belief->cards; card++) {
        uint64_t place = dx_random_below(random, t->ways[card][state]);
        unsigned c = 0;
        for (;; c++) {
            if (!(belief->may[card] >> c & 1) ||
                left_of(t, belief, state, c) == 0)
                continue;
            uint64_t ways = t->ways[card + 1][state - t->step[c]];
            if (place < ways)
                break;
            place -= ways;
        }
        colour[card] = (uint8_t)c;
        state -= t->step[c];
    }
}

// Swaps two colours, if that is possible and likely enough.
static void swap_some(const dx_yokai_belief *belief, dx_random *random,
                      uint8_t *colour, double *weight)
{
    unsigned a = (unsigned)dx_random_below(random, belief->cards);
    unsigned b = (unsigned)dx_random_below(random, belief->cards);
    uint8_t of_a = colour[a], of_b = colour[b];
    if (of_a == of_b || !(belief->may[a] >> of_b & 1) ||
        !(belief->may[b] >> of_a & 1))
        return;
    colour[a] = of_b;
    colour[b] = of_a;
    double then = weight_of(belief, colour);
    double chance = (double)dx_random_below(random, 1U << 30) / (1U << 30);
    if (then >= *weight * chance) {
        *weight = then;
    } else {
        colour[a] = of_a;
        colour[b] = of_b;
    }
}

static void draw_many(dx_yokai_cloud *cloud, const dx_yokai_belief *belief,
                      const tally *t, dx_random *random)
{
    uint8_t colour[DX_YOKAI_CARDS];
    draw_one(belief, t, random, colour);
    double weight = weight_of(belief, colour);
    for (unsigned i = 0; i < BURN && belief->likely_count > 0; i++)
        swap_some(belief, random, colour, &weight);
    while (cloud->count < DX_YOKAI_DRAWS) {
        if (belief->likely_count == 0)
            draw_one(belief, t, random, colour);
        for (unsigned i = 0; i < THIN && belief->likely_count > 0; i++)
            swap_some(belief, random, colour, &weight);
        take(cloud, belief, colour, 1);
    }
}

void dx_yokai_cloud_weigh(dx_yokai_cloud *cloud, unsigned cards)
{
    memset(cloud->chance, 0, sizeof cloud->chance);
    cloud->total = 0;
    for (unsigned i = 0; i < cloud->count; i++) {
        cloud->total += cloud->weight[i];
        for (unsigned card = 0; card < cards; card++)
            cloud->chance[card][dx_yokai_colour_of(&cloud->colouring[i],
                                                   card)] += cloud->weight[i];
    }
    for (unsigned card = 0; card < cards; card++)
        for (unsigned c = 0; c < DX_YOKAI_COLOURS; c++)
            cloud->chance[card][c] /= cloud->total;
}

dx_yokai_cloud *dx_yokai_cloud_new(const dx_yokai_belief *belief,
                                   dx_random *random)
{
    dx_yokai_cloud *cloud = dx_alloc_raw(1, sizeof *cloud);
    tally *t = tally_new(belief);
    uint8_t colour[DX_YOKAI_CARDS];
    assert(t->ways[0][t->start] > 0);
    cloud->count = 0;
    cloud->is_exact = t->ways[0][t->start] <= DX_YOKAI_CLOUD_MAX;
    if (cloud->is_exact)
        list_from(cloud, belief, t, 0, t->start, colour);
    else
        draw_many(cloud, belief, t, random);
    dx_free(t);
    dx_yokai_cloud_weigh(cloud, belief->cards);
    return cloud;
}

void dx_yokai_cloud_draw(const dx_yokai_cloud *cloud, unsigned count,
                         dx_random *random, unsigned *out)
{
    double step = cloud->total / count;
    double at = step * (double)dx_random_below(random, 1U << 20) / (1U << 20);
    double sum = cloud->weight[0];
    unsigned here = 0;
    for (unsigned i = 0; i < count; i++, at += step) {
        while (sum <= at && here + 1 < cloud->count)
            sum += cloud->weight[++here];
        out[i] = here;
    }
    for (unsigned i = count; i > 1; i--) { // in no order
        unsigned other = (unsigned)dx_random_below(random, i);
        unsigned keep = out[i - 1];
        out[i - 1] = out[other];
        out[other] = keep;
    }
}

double dx_yokai_cloud_bits(const dx_yokai_cloud *cloud, unsigned card)
{
    double bits = 0;
    for (unsigned c = 0; c < DX_YOKAI_COLOURS; c++) {
        double p = cloud->chance[card][c];
        bits -= p > 0 ? p * log2(p) : 0;
    }
    return bits;
}

double dx_yokai_cloud_same(const dx_yokai_cloud *cloud, unsigned card,
                           dx_yokai_cards others)
{
    double sum = 0;
    for (unsigned i = 0; i < cloud->count; i++) {
        const dx_yokai_colouring *one = &cloud->colouring[i];
        if ((one->family[dx_yokai_colour_of(one, card)] & others) != 0)
            sum += cloud->weight[i];
    }
    return sum / cloud->total;
}

double dx_yokai_cloud_win(const dx_yokai_cloud *cloud,
                          const dx_yokai_layout *layout)
{
    double sum = 0;
    for (unsigned i = 0; i < cloud->count; i++)
        if (dx_yokai_cost(layout, &cloud->colouring[i]) == 0)
            sum += cloud->weight[i];
    return sum / cloud->total;
}
