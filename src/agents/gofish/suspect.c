// Two folds side by side: the worlds of the other's hand, and the public factor
// of one's own.  Before a question of the other is followed, a table is made of
// how much each rank would attract it, for each number of cards it may have.

#include "agents/gofish/suspect.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { NEWTON_STEPS = 8 };
static const double sharp = 30, greedy = 12;

struct dx_gofish_suspect {
    dx_gofish_exact *exact;
    unsigned seat, type, ranks, copies, stock, size;
    double factor[DX_GOFISH_RANKS][DX_GOFISH_NUMBERS]; // g of one's own hand
};

static double factorial(unsigned n)
{
    double product = 1;
    for (unsigned i = 2; i <= n; i++)
        product *= i;
    return product;
}

dx_gofish_suspect *dx_gofish_suspect_new(const dx_rules *rules, unsigned seat,
                                         unsigned type)
{
    dx_gofish_suspect *s = dx_alloc(1, sizeof *s);
    s->exact = dx_gofish_exact_new(rules, seat);
    s->seat = seat;
    s->type = type;
    s->ranks = (unsigned)dx_rules_value(rules, "ranks");
    s->copies = (unsigned)dx_rules_value(rules, "copies");
    s->stock = s->ranks * s->copies;
    for (unsigned rank = 0; rank < s->ranks; rank++)
        for (unsigned k = 0; k <= s->copies; k++)
            s->factor[rank][k] = 1 / factorial(k);
    return s;
}

void dx_gofish_suspect_free(dx_gofish_suspect *s)
{
    if (s == NULL)
        return;
    dx_gofish_exact_free(s->exact);
    dx_free(s);
}

void dx_gofish_suspect_read(dx_gofish_suspect *s, unsigned ranks,
                            dx_gofish_chances *out)
{
    dx_gofish_exact_read(s->exact, ranks, out);
}

// What the other believes of a rank of the observer's if it has `held` cards.
static void chances_for(const dx_gofish_suspect *s, unsigned rank,
                        unsigned held, double x, double *out)
{
    double sum = 0, power = 1;
    for (unsigned k = 0; k <= s->copies; k++, power *= x) {
        out[k] = k + held > s->copies ? 0
                                      : s->factor[rank][k] * power /
                                            factorial(s->copies - k - held);
        sum += out[k];
    }
    for (unsigned k = 0; sum > 0 && k <= s->copies; k++)
        out[k] /= sum;
}

// The mean size of the observer's hand for the other, over what the observer
// believes that the other has; and its slope over log x.
static double mean_size(const dx_gofish_suspect *s,
                        const dx_gofish_chances *other, double x,
                        double *out_slope)
{
    double mean = 0;
    *out_slope = 0;
    for (unsigned rank = 0; rank < s->ranks; rank++)
        for (unsigned held = 0; held <= s->copies; held++) {
            double chance[DX_GOFISH_NUMBERS], first = 0, second = 0;
            double weight = other->exactly[rank][held];
            if (weight < 1e-6)
                continue;
            chances_for(s, rank, held, x, chance);
            for (unsigned k = 1; k <= s->copies; k++) {
                first += k * chance[k];
                second += (double)k * k * chance[k];
            }
            mean += weight * first;
            *out_slope += weight * (second - first * first);
        }
    return mean;
}

// The x that makes the hand as large as it is.
static double fit(const dx_gofish_suspect *s, const dx_gofish_chances *other)
{
    double log_x = 0, slope;
    for (unsigned i = 0; i < NEWTON_STEPS; i++) {
        double miss = s->size - mean_size(s, other, exp(log_x), &slope);
        if (fabs(miss) < 1e-6 || slope < 1e-9)
            break;
        double step = miss / slope;
        log_x += step > 2 ? 2 : step < -2 ? -2 : step;
    }
    return exp(log_x);
}

// How much a rank attracts who has `held` cards of it.
static double appeal_of(const dx_gofish_suspect *s, unsigned held,
                        const double *chance)
{
    double has = 1 - chance[0];
    switch (s->type) {
    case DX_GOFISH_TYPE_CLOSER:
        return exp(greedy * held);
    case DX_GOFISH_TYPE_HOARDING:
        return exp(sharp * has);
    case DX_GOFISH_TYPE_EXPLORE:
        return exp(-sharp * fabs(has - 0.5));
    case DX_GOFISH_TYPE_FINISH:
    case DX_GOFISH_TYPE_EXPLOIT:
        return exp(sharp * chance[s->copies - held]);
    default:
        return 1;
    }
}

static void weigh_question(dx_gofish_suspect *s)
{
    dx_gofish_chances other;
    dx_gofish_appeal appeal = {{{0}}};
    dx_gofish_exact_read(s->exact, DX_GOFISH_ALL_RANKS, &other);
    double x = fit(s, &other);
    for (unsigned rank = 0; rank < s->ranks; rank++)
        for (unsigned held = 1; held < s->copies; held++) {
            double chance[DX_GOFISH_NUMBERS];
            chances_for(s, rank, held, x, chance);
            appeal.of[rank][held] = appeal_of(s, held, chance);
        }
    dx_gofish_exact_expect(s->exact, &appeal);
}

// The observer asks: it has some and not all; that it chose this rank makes it
// a little less likely that it could have asked for each other one.
static void own_question(dx_gofish_suspect *s, unsigned rank)
{
    dx_gofish_chances other;
    double open[DX_GOFISH_RANKS], all = 0;
    dx_gofish_exact_read(s->exact, DX_GOFISH_ALL_RANKS, &other);
    double x = fit(s, &other);
    for (unsigned r = 0; r < s->ranks; r++) {
        open[r] = 0;
        for (unsigned held = 0; held <= s->copies; held++) {
            double chance[DX_GOFISH_NUMBERS];
            chances_for(s, r, held, x, chance);
            for (unsigned k = 1; k < s->copies; k++)
                open[r] += other.exactly[r][held] * chance[k];
        }
        all += open[r];
    }
    s->factor[rank][0] = s->factor[rank][s->copies] = 0;
    for (unsigned r = 0; r < s->ranks; r++) {
        double rest = all - open[r] - open[rank] + 1;
        for (unsigned k = 1; r != rank && k < s->copies; k++)
            s->factor[r][k] *= rest / (rest + 1);
    }
}

// What all saw of the observer's cards of the rank.
static void follow_own(dx_gofish_suspect *s, dx_event event)
{
    unsigned rank = event.arg[1], given = event.arg[2];
    double *g = s->factor[rank];
    if (event.who == s->seat) {
        for (unsigned k = s->copies + 1; k-- > 0;)
            g[k] = k >= given ? g[k - given] : 0;
        s->size += given;
    } else {
        memset(g, 0, sizeof s->factor[rank]);
        g[0] = 1;
        s->size -= given;
    }
}

static void own_draw(dx_gofish_suspect *s)
{
    for (unsigned rank = 0; rank < s->ranks; rank++)
        for (unsigned k = s->copies; k > 0; k--)
            s->factor[rank][k] += s->factor[rank][k - 1] / s->stock;
    s->size++;
}

void dx_gofish_suspect_follow(dx_gofish_suspect *s, dx_event event)
{
    bool is_own = event.who == s->seat;
    if (event.verb == DX_GOFISH_ASK && is_own)
        own_question(s, event.arg[1]);
    if (event.verb == DX_GOFISH_ASK && !is_own)
        weigh_question(s);
    dx_gofish_exact_follow(s->exact, event);
    if (event.verb == DX_GOFISH_ASK)
        follow_own(s, event);
    if (event.verb == DX_GOFISH_DRAW && is_own)
        own_draw(s);
    if (event.verb == DX_GOFISH_DEAL && is_own)
        s->size++;
    if (event.verb == DX_GOFISH_NOTHING && is_own)
        for (unsigned rank = 0; rank < s->ranks; rank++)
            for (unsigned k = 1; k < s->copies; k++)
                s->factor[rank][k] = 0;
    if (event.verb == DX_GOFISH_DEAL || event.verb == DX_GOFISH_DRAW)
        s->stock--;
}
