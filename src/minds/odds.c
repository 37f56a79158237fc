// How likely each legal move is: 1 each where nothing is assumed, one of their
// number under `uniform`, a policy's own odds, and under a convention 1 or 0.
// With a lapse of chance e a policy's odds are taken times 1 - e, and e is
// shared by all legal moves.

#include "minds/odds.h"

#include <assert.h>
#include <math.h>

// Of some of `count` legal moves, the first `first` of `odds`.
static void lapse(dx_fraction chance, unsigned count, unsigned first,
                  dx_fraction *odds)
{
    assert(chance.top >= 0 && chance.top <= chance.over && count > 0);
    if (chance.over == 0 || chance.top == 0)
        return;
    dx_fraction keep = dx_fraction_subtract(dx_fraction_int(1), chance);
    dx_fraction slip = dx_fraction_divide(chance, dx_fraction_int(count));
    for (unsigned k = 0; k < first; k++)
        odds[k] = dx_fraction_add(dx_fraction_multiply(odds[k], keep), slip);
}

static void ask_convention(const dx_view *view, dx_mind *mind, unsigned count,
                           const dx_event *moves, dx_fraction *out_odds)
{
    bool truthful[DX_MOVES_MAX];
    dx_mind_truthful(mind, view, count, moves, truthful);
    for (unsigned k = 0; k < count; k++)
        out_odds[k] = dx_fraction_int(truthful[k]);
}

void dx_assumed_odds(const dx_assumption *assumption, const dx_view *view,
                     dx_mind *mind, unsigned count, const dx_event *moves,
                     dx_fraction *out_odds)
{
    bool weighed = !dx_assumes_nothing(assumption);
    assert(count > 0 && count <= DX_MOVES_MAX);
    if (weighed && assumption->kind == DX_ASSUME_TRUTHFUL) {
        ask_convention(view, mind, count, moves, out_odds);
        return;
    }
    if (weighed && mind != NULL) {
        dx_mind_odds(mind, view, count, moves, out_odds);
        lapse(assumption->lapse[view->seat], count, count, out_odds);
        return;
    }
    for (unsigned k = 0; k < count; k++)
        out_odds[k] = dx_fraction_of(1, weighed ? count : 1);
}

dx_fraction dx_assumed_odds_of(const dx_assumption *assumption,
                               const dx_view *view, dx_mind *mind,
                               unsigned count, const dx_event *moves,
                               unsigned k, double *out_peak)
{
    dx_fraction odds[DX_MOVES_MAX];
    bool is_policy = assumption->kind == DX_ASSUME_POLICY && mind != NULL;
    const dx_policy *policy = &assumption->policy[view->seat];
    assert(k < count);
    if (!is_policy || policy->agent->makes == NULL) {
        dx_assumed_odds(assumption, view, mind, count, moves, odds);
        *out_peak = 0;
        for (unsigned i = 0; i < count; i++)
            *out_peak = fmax(*out_peak, dx_fraction_value(odds[i]));
        return odds[k];
    }
    dx_mind_follow(mind, view);
    odds[0] = dx_fraction_int(
        policy->agent->makes(dx_mind_memory(mind), policy, view, moves[k]));
    odds[1] = dx_fraction_int(1);
    lapse(assumption->lapse[view->seat], count, 2, odds);
    *out_peak = dx_fraction_value(odds[1]);
    return odds[0];
}

unsigned dx_assumed_steps(const dx_assumption *assumption, unsigned seat)
{
    bool is_mixed = assumption->kind == DX_ASSUME_MIXTURE;
    unsigned first = is_mixed ? 0 : seat, steps = 0;
    for (unsigned i = 0; i < (is_mixed ? assumption->kinds : 1); i++) {
        const dx_agent *agent = assumption->policy[first + i].agent;
        steps += agent != NULL && agent->steps > 0 ? agent->steps : 1;
    }
    return is_mixed ? 2 * steps : steps; // weighed, and noted
}

dx_fraction dx_forgiven_odds(const dx_assumption *assumption, unsigned count)
{
    return dx_fraction_of(
        1, assumption->kind == DX_ASSUME_TRUTHFUL ? 1 : (int64_t)count);
}
