// Mean and variance are kept by Welford's recurrence, so that a deal costs the
// same however many came before, and no digits are lost by subtracting large
// sums.  Deals are taken in their order and only when complete.

#include "lab/sprt.h"

#include <math.h>

dx_sprt dx_sprt_usual(void)
{
    return (dx_sprt){.high = 0.1, .in_spreads = true, .risk = 0.05};
}

bool dx_sprt_fits(const dx_schedule *schedule)
{
    return schedule->lineup_count > 1 || dx_schedule_columns(schedule) > 1;
}

// The mean score of entry `from` to `to - 1` over the rotations of a deal.
static double mean_of(const dx_results *results, unsigned lineup, unsigned deal,
                      unsigned from, unsigned to)
{
    unsigned rotations =
        dx_results_schedule(results)->lineups[lineup].rotations;
    double sum = 0;
    for (unsigned r = 0; r < rotations; r++) {
        dx_result result =
            dx_results_at(results, (dx_game_key){lineup, deal, r});
        for (unsigned i = from; i < to; i++)
            sum += result.score[i];
    }
    return sum / (rotations * (to - from));
}

dx_verdict dx_sprt_look(dx_sprt *sprt, const dx_results *results)
{
    const dx_schedule *schedule = dx_results_schedule(results);
    unsigned columns = dx_schedule_columns(schedule);
    bool two = schedule->lineup_count > 1;
    while (sprt->verdict == DX_VERDICT_NONE &&
           dx_results_has_deal(results, 0, sprt->deals) &&
           (!two || dx_results_has_deal(results, 1, sprt->deals))) {
        unsigned deal = sprt->deals;
        double first = mean_of(results, 0, deal, 0, 1);
        double other = two ? mean_of(results, 1, deal, 0, 1)
                           : mean_of(results, 0, deal, 1, columns);
        dx_sprt_add(sprt, first - other);
    }
    return sprt->verdict;
}

dx_verdict dx_sprt_add(dx_sprt *sprt, double difference)
{
    double n = ++sprt->deals, off = difference - sprt->mean;
    sprt->mean += off / n;
    sprt->squares += off * (difference - sprt->mean);
    double variance = (sprt->squares + 1) / n;
    double unit = sprt->in_spreads ? sqrt(variance) : 1;
    double low = sprt->low * unit, high = sprt->high * unit;
    sprt->ratio = n * (high - low) * (sprt->mean - (low + high) / 2) / variance;
    sprt->bound = log((1 - sprt->risk) / sprt->risk);
    if (sprt->deals < DX_SPRT_DEALS_MIN)
        return DX_VERDICT_NONE;
    if (sprt->ratio >= sprt->bound)
        sprt->verdict = DX_VERDICT_HIGH;
    else if (sprt->ratio <= -sprt->bound)
        sprt->verdict = DX_VERDICT_LOW;
    return sprt->verdict;
}

void dx_sprt_explain(const dx_sprt *sprt, dx_text *out)
{
    const char *unit = sprt->in_spreads ? " standard deviations of a deal" : "";
    if (sprt->verdict == DX_VERDICT_NONE)
        dx_text_printf(out, "no verdict after %u deal%s: ", sprt->deals,
                       dx_plural(sprt->deals));
    else
        dx_text_printf(
            out,
            "stopped after %u deal%s: a difference of %g%s is more "
            "likely than %g: ",
            sprt->deals, dx_plural(sprt->deals),
            sprt->verdict == DX_VERDICT_HIGH ? sprt->high : sprt->low, unit,
            sprt->verdict == DX_VERDICT_HIGH ? sprt->low : sprt->high);
    dx_text_printf(out,
                   "log-likelihood ratio %.2f, bounds -%.2f and %.2f, mean "
                   "difference %.4g",
                   sprt->ratio, sprt->bound, sprt->bound, sprt->mean);
}
