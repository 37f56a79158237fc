// Listed worlds give a ratio of sums: exact while the weights are, otherwise
// with a bound on the rounding.  Drawn ones give an estimate: so many of unlike
// weight are worth as many even ones as the square of the sum over the sum of
// squares, and no more than the reckoner says.  Wilson's interval for that
// number says how sure it is; too small a number is refused.

#include "ask/share.h"

#include <assert.h>
#include <math.h>

// Worlds to draw at once, and how often; how many evenly weighed ones they are
// to be worth, or how often as many as they can be; and how many they must be:
// fewer where it was reckoned that something may be missing.
enum {
    DRAWS = 1000,
    ROUNDS_MAX = 48,
    WORTH_WANTED = 10000,
    WORTH_OVER = 10,
    WORTH_MIN = 30,
    WORTH_MIN_RECKONED = 12,
};

// Normal deviates: one time in twenty, one in ten thousand.
static const double usual = 1.96, safe = 3.9;

typedef struct tally {
    dx_share_test *test;
    void *context;
    bool stops; // at the first without
    dx_status status;
    dx_rational with, all;
    bool is_exact;
    double with_value, all_value, squares;
    size_t count, with_count, visits;
} tally;

static void add_exactly(dx_rational *sum, dx_fraction weight)
{
    dx_rational one = dx_rational_of(weight);
    dx_rational_add(sum, &one);
}

static bool count_world(void *context, const dx_world *world)
{
    tally *t = context;
    bool given = true, has = false;
    assert(world->weight >= 0);
    t->visits++;
    t->status = t->test(t->context, world, &given, &has);
    if (t->status != DX_OK || !given)
        return t->status == DX_OK;
    t->is_exact = t->is_exact && !dx_fraction_is_lost(world->exact);
    if (t->is_exact) {
        add_exactly(&t->all, world->exact);
        if (has)
            add_exactly(&t->with, world->exact);
    }
    t->count++;
    t->with_count += has;
    t->all_value += world->weight;
    t->squares += world->weight * world->weight;
    t->with_value += has ? world->weight : 0;
    return has || !t->stops;
}

static tally tally_of(dx_share_test *test, void *context)
{
    return (tally){.test = test, .context = context, .is_exact = true};
}

static void tally_release(tally *t)
{
    dx_rational_release(&t->with);
    dx_rational_release(&t->all);
}

// Sums of so many rounded products of so many rounded odds.
static double rounding(const tally *t, unsigned events)
{
    return ((double)t->count + 4.0 * events + 8) * 0x1p-52;
}

static dx_figure conclude(const tally *t, unsigned events)
{
    if (t->count == 0)
        return (dx_figure){.is_defined = false};
    assert(t->with_count <= t->count && t->count <= t->visits);
    if (t->is_exact) {
        assert(!dx_rational_is_zero(&t->all)); // those listed have weight
        assert(dx_rational_compare(&t->with, &t->all) <= 0);
        dx_rational chance = dx_rational_copy(&t->with);
        dx_rational_divide(&chance, &t->all);
        dx_figure exact = dx_figure_of_rational(&chance);
        dx_rational_release(&chance);
        return exact;
    }
    bool is_0 = t->with_count == 0, is_1 = t->with_count == t->count;
    if (is_0 || is_1)
        return dx_figure_of(dx_fraction_int(is_1));
    double error = rounding(t, events);
    return (dx_figure){.is_defined = true,
                       .quality = DX_ROUNDED,
                       .value = t->with_value / t->all_value,
                       .error = error,
                       .half_width = error,
                       .is_not_0 = true,
                       .is_not_1 = true};
}

// The farther end of Wilson's interval for a share p of n, from p.
static double wilson(double p, double n, double z)
{
    double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half =
        z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return fmax(centre + half - p, p - centre + half);
}

// Some n drawn worlds of unlike weight are worth as many even ones as the
// square of the sum over the sum of squares.
static double worth(const tally *t)
{
    return t->squares > 0 ? t->all_value * t->all_value / t->squares : 0;
}

static dx_status estimate(const tally *t, double most, dx_figure *out,
                          dx_error *error)
{
    double n = worth(t), p = t->with_value / t->all_value;
    if (most > 0 && n > 0)
        n = 1 / (1 / n + 1 / most);
    if (n < (most > 0 ? WORTH_MIN_RECKONED : WORTH_MIN))
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "too many worlds to list, and those drawn hardly ever "
                       "fit how the others are assumed to move: together they "
                       "are worth %d",
                       (int)n);
    assert(p >= 0 && p <= 1);
    *out = (dx_figure){.is_defined = true,
                       .quality = DX_SAMPLED,
                       .value = p,
                       .error = wilson(p, n, safe),
                       .half_width = wilson(p, n, usual),
                       .is_not_0 = t->with_count > 0,
                       .is_not_1 = t->with_count < t->count};
    return DX_OK;
}

// Is it worth what is wanted, or so much that what the reckoner says weighs
// most?
static bool is_enough(const tally *t, const dx_account *account)
{
    double wanted = WORTH_WANTED;
    if (account->worth > 0 && account->worth * WORTH_OVER < wanted)
        wanted = account->worth * WORTH_OVER;
    return worth(t) >= wanted;
}

dx_status dx_share_drawn(const dx_question *q, const dx_reckoning *r,
                         dx_share_test *test, void *context,
                         dx_belief_share *out, dx_error *error)
{
    tally t = tally_of(test, context);
    dx_random random = dx_random_named(q->seat, q->count, DRAWS);
    dx_status status = DX_OK;
    *out = (dx_belief_share){0};
    t.is_exact = false;
    for (unsigned i = 0;
         i < ROUNDS_MAX && status == DX_OK && !is_enough(&t, &out->account);
         i++) {
        status = r->how->drawn(r->self, DRAWS, &random, count_world, &t);
        if (status == DX_OK)
            status = t.status;
        out->drawn += DRAWS;
        r->how->account(r->self, &out->account);
    }
    if (status == DX_ERR_LIMIT && t.status == DX_OK)
        status = DX_OK; // with what there is
    if (status == DX_OK)
        status = estimate(&t, out->account.worth, &out->chance, error);
    tally_release(&t);
    return status;
}

dx_status dx_share_listed(const dx_question *q, const dx_reckoning *r,
                          size_t tries, bool stops, dx_share_test *test,
                          void *context, dx_belief_share *out, dx_error *error)
{
    tally t = tally_of(test, context);
    t.stops = stops;
    *out = (dx_belief_share){0};
    dx_status status = r->how->believed(r->self, tries, count_world, &t);
    bool is_too_much = status == DX_ERR_LIMIT && t.visits == 0;
    if (status == DX_OK)
        status = t.status;
    r->how->account(r->self, &out->account);
    if (status == DX_OK)
        out->chance = conclude(&t, q->count);
    tally_release(&t);
    return is_too_much ? dx_too_many_worlds(r, tries, error) : status;
}
